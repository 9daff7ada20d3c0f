//! Why it went as it did, and what it means for the process: the second sentence.

use super::did::{label, row_of};
use super::{again, queue, transaction};
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Op};
use crate::lang::scenario::{Fault, ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::process::Phase;
use crate::sim::store::Row;
use crate::tell::caption::deliveries;
use crate::tell::death::thing;
use crate::tell::deed::{Deed, deed, is_step, statement};
use crate::tell::deliveries::{job_name, sent};
use crate::tell::history::{Did, History};
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::sought::sought;
use crate::tell::words::{capital, list, number};

/// The reasons; nothing where there is nothing to add.
pub(super) fn why(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    queue::why(moment, transition, deed, say);
    let Some(process) = transition.action.process() else { return };
    why_of(moment, transition, process, deed, say);
    transaction::why(moment, transition, process, deed, say);
    queue::afterwards(moment, transition, deed, say);
}

fn why_of(moment: Moment<'_>, transition: &Transition, process: ProcessId, deed: &Deed<'_>, say: &mut Saying<'_>) {
    match deed {
        Deed::Looked { table, found: None } => others_missed(moment, process, *table, say),
        Deed::Looked { table, found: Some(row) } => by_whom(moment, transition, process, (*table, *row), say),
        Deed::LookedBack { .. } => say.words(" It has been changed or removed since."),
        Deed::Refused { table, owner, .. } => refused(moment, transition, process, (*table, *owner), say),
        Deed::Failed { struck, .. } => {
            again::all_the_same(moment, transition, process, say);
            if let Some(Fault::Fail | Fault::Reply) = struck {
                say.next();
                say.who(process);
                say.words(" got no answer and cannot tell whether it happened.");
            }
            go_on(moment, transition, process, say);
        }
        Deed::Performed { effect, row, intent } => again::repeated(moment, process, (*effect, *row), *intent, say),
        Deed::Repeated { effect, row } => again::recognised(moment, *effect, *row, say),
        Deed::Added { table, row } => added(moment, process, *table, *row, say),
        Deed::Removed { table, rows: 1.. } => freed(moment, transition, *table, say),
        Deed::Enqueued { delivery } if moment.scenario.queue.is_some() => {
            if let Some(other) = sent(moment, *delivery).and_then(|sent| sent.again) {
                write!(say, " It is another job for the same as {}.", job_name(other));
            }
        }
        Deed::Enqueued { .. } if moment.state().deliveries.len() > 1 => {
            write!(say, " There are now {}.", deliveries(moment.state()));
        }
        Deed::Enqueued { .. } | Deed::Paused => {}
        Deed::Crashed => left_behind(moment, process, say),
        Deed::Counted { .. } | Deed::Changed { .. } | Deed::Removed { .. } | Deed::Slept { .. } | Deed::Waited => {
            stops(moment, transition, process, say);
        }
        Deed::Began { .. }
        | Deed::Committed
        | Deed::RolledBack
        | Deed::Took { .. }
        | Deed::Acked { .. }
        | Deed::AckLost { .. }
        | Deed::Unheard { .. }
        | Deed::HandedBack { .. }
        | Deed::LeaseEnded { .. }
        | Deed::Redelivered { .. } => {}
    }
}

/// `W1 had looked before it and found none either.`: of those who still go by it.
fn others_missed(moment: Moment<'_>, process: ProcessId, table: TableId, say: &mut Saying<'_>) {
    let sought = |step: usize| {
        let transition = &moment.trace.transitions[step];
        match statement(moment.scenario, transition) {
            Some((_, Atomic::Read { filter, .. })) => {
                Some(sought(moment, step, transition.action.process()?, table, filter.as_ref()))
            }
            _ => None,
        }
    };
    if moment.scenario.table(table).is_memory() {
        return;
    }
    let now = moment.playhead - 1;
    let mut others: Vec<ProcessId> = Vec::new();
    for step in 0..now {
        let Some(other) = moment.trace.transitions[step].action.process() else { continue };
        let goes_by_it = moment.state().processes[other.index()].next().is_some();
        let fresh = other != process && !others.contains(&other);
        if missed(moment, step) == Some(table) && goes_by_it && fresh && sought(step) == sought(now) {
            others.push(other);
        }
    }
    if !others.is_empty() {
        say.next();
        say.names(&others);
        say.words(" had looked before it and found none either.");
    }
}

/// The table in which the step (from 0) looked for a row and found none.
pub(super) fn missed(moment: Moment<'_>, step: usize) -> Option<TableId> {
    match deed(moment.scenario, &moment.trace.transitions[step]) {
        Deed::Looked { table, found: None } => Some(table),
        _ => None,
    }
}

/// Who added the row that stands at this place, and when; none where it is there from the start.
pub(super) fn added_by(moment: Moment<'_>, table: TableId, row: usize) -> Option<Did> {
    History::of(moment).table(table).at(row)?.added()
}

/// `W1 wrote it at step 3, so W2 stops before the charge.`
fn by_whom(
    moment: Moment<'_>,
    transition: &Transition,
    process: ProcessId,
    (table, row): (TableId, usize),
    say: &mut Saying<'_>,
) {
    match added_by(moment, table, row) {
        Some(did) if did.process != process => {
            say.next();
            say.who(did.process);
            write!(say, " wrote it at step {}", did.step);
            so_it_stops(moment, transition, process, say);
        }
        Some(_) | None => stops(moment, transition, process, say),
    }
}

/// `The key is W1's since step 1, so W2 stops before the charge.`
fn refused(
    moment: Moment<'_>,
    transition: &Transition,
    process: ProcessId,
    (table, owner): (TableId, usize),
    say: &mut Saying<'_>,
) {
    match added_by(moment, table, owner) {
        Some(owned) if owned.process != process => {
            let noun = moment.scenario.table(table).noun.as_deref().unwrap_or("the row");
            write!(say, " {} has been ", capital(noun));
            say.who(owned.process);
            write!(say, "'s since step {}", owned.step);
            if !so_it_stops(moment, transition, process, say) {
                go_on(moment, transition, process, say);
            }
        }
        Some(_) | None => go_on(moment, transition, process, say),
    }
}

/// `, so W2 stops before the charge.`, where it does; else only the full stop.
fn so_it_stops(moment: Moment<'_>, transition: &Transition, process: ProcessId, say: &mut Saying<'_>) -> bool {
    let before = before_what(moment, transition, process);
    if let Some(before) = before {
        say.words(", so ");
        say.who(process);
        write!(say, " stops before {before}");
    }
    say.words(".");
    before.is_some()
}

/// What becomes of a run whose statement did not go through.
fn go_on(moment: Moment<'_>, transition: &Transition, process: ProcessId, say: &mut Saying<'_>) {
    if transition.events.iter().any(|event| matches!(event, Event::RunFailed { .. })) {
        return say.words(" Nothing catches it, so the run fails.");
    }
    match &moment.state().processes[process.index()].phase {
        Phase::Running { at } => {
            let next = moment.scenario.program_of(process).at(*at).map(|instruction| &instruction.op);
            if let Some(Op::Atomic(atomic)) = next {
                write!(say, " It goes on to {}.", thing(moment.scenario, atomic));
            }
        }
        Phase::Waiting | Phase::Idle { .. } | Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => {
            stops(moment, transition, process, say);
        }
    }
}

/// `It stops before the charge.`
fn stops(moment: Moment<'_>, transition: &Transition, process: ProcessId, say: &mut Saying<'_>) {
    if let Some(before) = before_what(moment, transition, process) {
        write!(say, " It stops before {before}.");
    }
}

/// The effect that a run ended before, where it ended in this step.
fn before_what<'a>(moment: Moment<'a>, transition: &Transition, process: ProcessId) -> Option<&'a str> {
    if !transition.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
        return None;
    }
    for instruction in &moment.scenario.program_of(process).code {
        match &instruction.op {
            Op::Atomic(Atomic::Do { effect, .. }) if !performed_by(moment, process, *effect) => {
                return Some(moment.scenario.table(*effect).called());
            }
            Op::Atomic(_) | Op::Local(_) => {}
        }
    }
    None
}

fn performed_by(moment: Moment<'_>, process: ProcessId, effect: TableId) -> bool {
    let own = |transition: &&Transition| transition.action.process() == Some(process);
    // A worker that takes jobs speaks of its present run.
    for transition in moment.trace.transitions[..moment.playhead].iter().filter(own).rev() {
        for event in &transition.events {
            match event {
                Event::EffectPerformed { effect: done, .. } | Event::EffectRepeated { effect: done, .. }
                    if *done == effect =>
                {
                    return true;
                }
                Event::Taken { .. } => return false,
                _ => {}
            }
        }
    }
    false
}

/// `It stands there twice now: no constraint was in the way.` `From now on UNIQUE refuses another one.`
fn added(moment: Moment<'_>, process: ProcessId, table: TableId, row: usize, say: &mut Saying<'_>) {
    let rows = moment.state().rows(table);
    let added = row_of(moment, process, table, row);
    if moment.scenario.table(table).is_memory() {
        return say.words(" Nobody else sees it, and it is gone when the process dies.");
    }
    let committed = |row: &&Row| row.pending.is_none();
    let Some(label) = added.filter(committed).and_then(label) else { return };
    let times = rows.iter().filter(|other| self::label(other) == Some(label)).count();
    let free = !guarded(moment, table, added);
    if free && times > 1 {
        let often = if times == 2 { "twice".to_owned() } else { format!("{} times", number(times)) };
        write!(say, " It stands there {often} now: no constraint was in the way.");
    } else if !free && times == 1 {
        say.words(" From now on UNIQUE refuses another one.");
    }
}

/// Would a UNIQUE refuse the same row once more? Nulls are in nobody's way unless it says so.
fn guarded(moment: Moment<'_>, table: TableId, added: Option<&Row>) -> bool {
    let Some(row) = added else { return false };
    moment.scenario.table(table).uniques.iter().any(|unique| {
        let null = unique.columns.iter().any(|column| row.cells[column.index()] == Value::Null);
        unique.filter.is_none() && (unique.nulls_equal || !null)
    })
}

/// `Nothing in keys_unique says any more that charge-77 was taken.`
fn freed(moment: Moment<'_>, transition: &Transition, table: TableId, say: &mut Saying<'_>) {
    let table_of = moment.scenario.table(table);
    for event in &transition.events {
        let Event::RowRemoved { before, .. } = event else { continue };
        let Some(gone) = label(before) else { continue };
        if !table_of.uniques.is_empty() && !moment.state().rows(table).iter().any(|row| label(row) == Some(gone)) {
            write!(say, " Nothing in {} says any more that {gone} was taken.", table_of.name);
        }
        return;
    }
}

/// What a dead process leaves: `What it did stays: the key.`
fn left_behind(moment: Moment<'_>, process: ProcessId, say: &mut Saying<'_>) {
    let history = History::of(moment);
    let mut left = Vec::new();
    for (past, table) in history.tables.iter().zip(moment.scenario.tables.iter()) {
        if past.stands().any(|entry| entry.added().is_some_and(|did| did.process == process)) {
            left.push(table.called().to_owned());
        }
    }
    let mut steps = moment.trace.transitions[..moment.playhead].iter();
    if !left.is_empty() {
        write!(say, " What it did stays: {}.", list(&left, ", "));
    } else if steps.any(|transition| transition.action.process() == Some(process) && is_step(transition)) {
        say.words(" It leaves nothing behind.");
    } else {
        say.words(" It had not taken a step.");
    }
}
