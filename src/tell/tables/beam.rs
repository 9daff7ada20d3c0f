//! The ribbon from the statement just taken to what it met.

use super::{Beam, BeamEnd};
use crate::lang::program::Atomic;
use crate::lang::scenario::{Fault, TableId};
use crate::tell::deed::{Deed, deed, is_step, statement};
use crate::tell::history::{Entry, History};
use crate::tell::inline::Actor;
use crate::tell::moment::Moment;

/// The ribbon of the last step; none where it met no table.
pub(super) fn beam(moment: Moment<'_>, history: &History) -> Option<Beam> {
    let transition = moment.last().filter(|transition| is_step(transition))?;
    let (instruction, atomic) = statement(moment.scenario, transition)?;
    let (table, end) = met(moment, &deed(moment.scenario, transition), atomic)?;
    let who = moment.acting(transition);
    let memory = moment.scenario.table(table).is_memory();
    let past = match (memory, who.id) {
        (true, Actor::Process(process)) => history.memory(process, table)?,
        _ => history.table(table),
    };
    let hit = |entry: &&Entry| entry.deeds.last().is_some_and(|(_, did)| did.step == moment.playhead);
    Some(Beam {
        who,
        step: moment.playhead,
        source_line: instruction.lines.first,
        table,
        memory,
        row: past.entries.iter().find(hit).map(|entry| entry.key),
        end,
    })
}

/// The table that the step met, and how the ribbon to it ends.
fn met(moment: Moment<'_>, deed: &Deed<'_>, atomic: &Atomic) -> Option<(TableId, BeamEnd)> {
    Some(match deed {
        Deed::Looked { table, .. } | Deed::LookedBack { table } | Deed::Counted { table, .. } => {
            (*table, BeamEnd::Looked)
        }
        Deed::Changed { table, rows: 0 } | Deed::Removed { table, rows: 0 } => (*table, BeamEnd::Looked),
        Deed::Added { table, .. } | Deed::Changed { table, .. } | Deed::Removed { table, .. } => {
            (*table, BeamEnd::Wrote)
        }
        Deed::Performed { effect, .. } => (*effect, BeamEnd::Wrote),
        Deed::Repeated { effect, .. } => (*effect, BeamEnd::Looked),
        Deed::Enqueued { .. } => (moment.scenario.jobs_table?, BeamEnd::Wrote),
        Deed::Refused { table, .. } => (*table, BeamEnd::Refused),
        Deed::Failed { struck: Some(Fault::Reply), .. } => (atomic.table()?, BeamEnd::Wrote),
        Deed::Failed { .. } => (atomic.table()?, BeamEnd::Refused),
        _ => return None,
    })
}
