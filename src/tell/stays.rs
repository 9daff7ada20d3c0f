//! What a move or another choice does to the plan: why a step stays where it is, and which ones are left out.

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

/// The steps of a run that another one made from it does not have any more, but for one that was given up:
/// `W2's charge and W2's insert can no longer happen: left out.` Empty where it has them all.
#[must_use]
pub fn left_out(scenario: &Scenario, [before, after]: [&Trace; 2], given_up: Option<Action>) -> String {
    let mut text = String::new();
    // The last one is written first.
    let mut joint = " can no longer happen: left out.";
    for (at, step) in before.transitions.iter().enumerate().rev() {
        let same = |other: &Action| *other == step.action;
        // The nth step of a process is its nth step in the other run as well.
        let nth = before.actions().take(at + 1).filter(same).count() - usize::from(given_up == Some(step.action));
        if nth > after.actions().filter(same).count() {
            let who = Actor::of(step.action).name(scenario);
            text.insert_str(0, &[who, "'s ", noun(scenario, step), joint].concat());
            joint = if joint.len() > 5 { " and " } else { ", " };
        }
    }
    text
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
