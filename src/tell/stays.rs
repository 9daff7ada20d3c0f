//! Why a step stays where it is in the schedule: the sentence for a move that cannot be made.

use super::deed::statement;
use super::inline::Actor;
use crate::check::trace::{Trace, Transition};
use crate::lang::program::Atomic;
use crate::lang::scenario::{Fault, Role, Scenario};
use crate::sim::action::Action;
use crate::sim::readiness::Blocked;

/// For a step that would pass another one of its process, both by index:
/// `W2's insert stays after its charge: a worker takes its statements in order. Nothing was moved.`
#[must_use]
pub fn out_of_order(scenario: &Scenario, run: &Trace, moved: usize, own: usize) -> String {
    let (step, other) = (&run.transitions[moved], &run.transitions[own]);
    let name = Actor::of(step.action).name(scenario);
    let (what, passed) = (noun(scenario, step), noun(scenario, other));
    // Two of a kind are told apart.
    let side = match (own < moved, what == passed) {
        (true, false) => " stays after its ",
        (true, true) => " stays after its first ",
        (false, false) => " stays before its ",
        (false, true) => " stays before its next ",
    };
    let role = step.action.process().map(|process| scenario.process(process).role);
    let rule = match (other.action, role) {
        (Action::Strike(Fault::Crash, _), Some(Role::Worker(_) | Role::Other)) => ": who has died takes no more steps",
        (_, Some(Role::Worker(_) | Role::Taker)) => ": a worker takes its statements in order",
        (_, Some(Role::Other)) => ": a process takes its statements in order",
        (_, None) => ": what happens to a job happens in order",
    };
    [name, "'s ", what, side, passed, rule, NOTHING].concat()
}

/// For a step that cannot happen there, or lets another one not happen.
#[must_use]
pub fn not_there(scenario: &Scenario, blocked: &Blocked) -> String {
    blocked.reason(scenario).to_string() + NOTHING
}

const NOTHING: &str = ". Nothing was moved.";

/// What a sentence calls a step of somebody's: `charge`, `insert`, `look`, `death`.
fn noun<'a>(scenario: &'a Scenario, step: &Transition) -> &'a str {
    match statement(scenario, step) {
        _ if step.action.fault() == Some(Fault::Crash) => "death",
        Some((_, Atomic::Do { effect, .. })) => {
            scenario.table(*effect).called().strip_prefix("the ").unwrap_or("effect")
        }
        Some((_, Atomic::Read { .. })) => "look",
        Some((_, atomic)) => atomic.verb(),
        None if step.action.process().is_some() => "take",
        None => "step",
    }
}
