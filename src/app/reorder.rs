//! A step of the run at another place: the schedule that this makes, or why it cannot be.

use crate::check::replay::finish;
use crate::check::trace::Trace;
use crate::lang::scenario::{Fault, Scenario};
use crate::sim::readiness::Blocked;
use crate::tell::stays::{not_there, out_of_order};

/// The run whose step `from` stands at `to` instead, both by index, and where it stands then: earlier than `to` where
/// steps before it can no longer happen. What was planned after it follows as far as it can, then the default order.
///
/// # Errors
/// Why the step stays where it is, in words.
pub fn reordered(scenario: &Scenario, run: &Trace, from: usize, to: usize) -> Result<(Trace, usize), String> {
    let later = to > from;
    let mut next = Trace::start(scenario);
    let mut stands = to;
    let mut missed = None;
    if let Some(own) = passed(run, from, to) {
        return Err(out_of_order(scenario, run, from, own));
    }
    for at in 0..run.len() {
        // Those between the two places close up.
        let between = if later { from <= at && at < to } else { to < at && at <= from };
        let step = match (at == to, between, later) {
            (true, ..) => from,
            (false, true, true) => at + 1,
            (false, true, false) => at - 1,
            (false, false, _) => at,
        };
        let taken = next.take(scenario, run.transitions[step].action);
        if at == to {
            stands = next.len().saturating_sub(1);
        }
        if let Err(blocked) = taken {
            // Whoever starts when the moved one has ended does not go before its last step.
            if at == to || (between && matches!(blocked, Blocked::NotStarted { .. })) {
                return Err(not_there(scenario, &blocked));
            }
            missed.get_or_insert(blocked);
        }
    }
    finish(scenario, &mut next);
    // Whoever waited for the moved one, a job for its lease to end, goes after it wherever it stands.
    match missed {
        Some(blocked) if next.same_actions(run) => Err(not_there(scenario, &blocked)),
        _ => Ok((next, stands)),
    }
}

/// The nearest step of the same process that the moved one would pass. A death may pass: who dies earlier takes fewer
/// steps.
fn passed(run: &Trace, from: usize, to: usize) -> Option<usize> {
    let moved = run.transitions[from].action;
    let mut at = from;
    while at != to {
        if to > at {
            at += 1;
        } else {
            at -= 1;
        }
        let own = moved.process().is_some() && run.transitions[at].action.process() == moved.process();
        if own && moved.fault() != Some(Fault::Crash) {
            return Some(at);
        }
    }
    None
}
