//! The spans in which a process waits: for another's end, for a condition, a row, a transaction or a job.

use super::{Pill, PillResult, PillState};
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;
use crate::sim::readiness::{Blocked, readiness};
use crate::tell::moment::Moment;
use crate::tell::waits::reason_text;

/// The spans, in order: each over the columns before which the process waits for the same thing. Where a fault strikes it
/// while it waits, its own pill stands in that column.
pub(super) fn spans(moment: Moment<'_>, process: ProcessId, columns: usize) -> Vec<Pill> {
    let mut spans: Vec<(Blocked, Pill)> = Vec::new();
    for column in 0..columns {
        let own = moment.trace.transitions.get(column).is_some_and(|step| step.action.process() == Some(process));
        if own {
            continue;
        }
        let then = Moment { playhead: column, ..moment };
        let Err(blocked) = readiness(moment.scenario, then.state(), Action::Step(process)) else { continue };
        let short = match blocked {
            Blocked::NotStarted { .. } | Blocked::Until { .. } | Blocked::Owned { .. } | Blocked::Held { .. } => {
                "waits"
            }
            Blocked::NoJob { .. } => "idle",
            _ => continue,
        };
        match spans.last_mut() {
            Some((last, pill)) if *last == blocked && pill.column + pill.span == column => pill.span += 1,
            _ => {
                let pill = span(column, short, reason_text(then, &blocked));
                spans.push((blocked, pill));
            }
        }
    }
    spans.into_iter().map(|(_, pill)| pill).collect()
}

fn span(column: usize, short: &str, reason: String) -> Pill {
    Pill {
        column,
        span: 1,
        state: PillState::Blocked,
        result: PillResult::Ordinary,
        label: reason.clone(),
        long: reason,
        short: short.to_owned(),
        press: None,
    }
}
