//! The schedule on screen on another design of the file, step by step beside it: what cannot happen there is skipped.

use super::player::{Player, renamed};
use crate::check::trace::{Trace, Transition};
use crate::lang::scenario::Scenario;
use crate::tell::compare::{Compared, Pair, compare};
use crate::tell::inline::Actor;
use crate::tell::moment::Moment;

/// The actions of a run on another design, by the names of the processes and in their order, each where it can happen there
/// when its turn comes, else a pause: it has as many steps as the run. And for each step why it was skipped; nothing where
/// it was taken.
#[must_use]
pub fn along(scenario: &Scenario, run: &Trace, other: &Scenario) -> (Trace, Vec<String>) {
    let mut along = Trace::start(other);
    let mut skipped = Vec::new();
    for step in &run.transitions {
        let why = match renamed(scenario, other, step.action) {
            Some(action) => match along.take(other, action) {
                Ok(()) => String::new(),
                Err(blocked) => blocked.reason(other).to_string(),
            },
            None => ["there is no ", Actor::of(step.action).name(scenario)].concat(),
        };
        if !why.is_empty() {
            along.states.push(along.last().clone());
            along.transitions.push(Transition { action: step.action, at: step.at, events: Vec::new() });
        }
        skipped.push(why);
    }
    (along, skipped)
}

/// The design that is shown beside the run, at the same step; none where there is none.
#[must_use]
pub fn compared(player: &Player) -> Option<Compared> {
    let other = player.other()?;
    let (run, skipped) = along(player.scenario(), &player.run, &other);
    let there = Moment { scenario: &other, trace: &run, playhead: player.playhead };
    let (switch, position) = player.with?;
    let label = |position: usize| &*player.document.switches[switch].positions[position].label;
    let labels = [label(player.positions[switch]), label(position)];
    Some(compare(&Pair { sides: [player.moment(), there], skipped: &skipped, labels }))
}
