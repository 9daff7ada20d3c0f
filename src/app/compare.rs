//! The schedule on screen on another design of the file, step by step beside it: what cannot happen there is skipped.

use super::player::{Player, renamed};
use crate::check::trace::{Trace, Transition};
use crate::lang::document::Positions;
use crate::lang::scenario::Scenario;
use crate::lang::value::Name;
use crate::tell::compare::{Compared, Pair, compare};

/// A run's actions on another design, by the names of the processes.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// Those that could happen there, and no more.
    pub run: Trace,
    /// The same with a pause for each one that was skipped: it has as many steps as the run on screen.
    pub paced: Trace,
    /// For each action: how many have been taken there by then, or why it was skipped.
    pub steps: Vec<Result<usize, String>>,
}

/// A design that the schedule can be seen on, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherView {
    /// The switch whose position is another one there.
    pub switch: usize,
    /// That position.
    pub position: usize,
    /// What its button says: `Same schedule on UNIQUE key`.
    pub words: String,
    /// Is it the one that is shown beside the run?
    pub open: bool,
}

/// The actions of a run on another design, in their order, as far as each of them can happen there when its turn comes.
#[must_use]
pub fn along(scenario: &Scenario, run: &Trace, other: &Scenario) -> Along {
    let start = Trace::start(other);
    let mut along = Along { run: start.clone(), paced: start, steps: Vec::new() };
    for step in &run.transitions {
        let taken = match renamed(scenario, other, step.action) {
            Some(action) => along.run.take(other, action).map_err(|blocked| blocked.reason(other).to_string()),
            None => Err(["there is no ", &*scenario.process(step.action.process()).name].concat()),
        };
        let pause = || Transition { events: Vec::new(), ..step.clone() };
        let paced = if taken.is_ok() { along.run.transitions.last().cloned() } else { None };
        along.paced.transitions.push(paced.unwrap_or_else(pause));
        along.paced.states.push(along.run.last().clone());
        along.steps.push(taken.map(|()| along.run.len()));
    }
    along
}

/// The design that is shown beside the run, at the same step; none where there is none.
#[must_use]
pub fn compared(player: &Player) -> Option<Compared> {
    let with = player.with.as_ref()?;
    let other = player.design(with);
    let Along { run, paced, steps } = along(player.scenario(), &player.run, &other);
    let labels = [label(player, &player.positions, with), label(player, with, &player.positions)];
    let [shown, there] = &labels;
    Some(compare(&Pair {
        shown: player.moment(),
        other: &other,
        run: &run,
        paced: &paced,
        steps: &steps,
        labels: [shown, there],
    }))
}

/// What a design is called beside another one: the positions in which they differ.
fn label(player: &Player, positions: &Positions, other: &Positions) -> String {
    let mut label = String::new();
    for (at, switch) in player.document.switches.iter().enumerate() {
        if positions[at] != other[at] {
            if !label.is_empty() {
                label.push_str(", ");
            }
            label.push_str(&switch.positions[positions[at]].label);
        }
    }
    label
}

/// Every design that is one switch away.
#[must_use]
pub fn others(player: &Player) -> Vec<OtherView> {
    let mut views = Vec::new();
    for (switch, declared) in player.document.switches.iter().enumerate() {
        for position in 0..declared.positions.len() {
            if player.positions[switch] != position {
                let label: &Name = &declared.positions[position].label;
                let open = player.with.as_ref() == Some(&player.turned(switch, position));
                views.push(OtherView { switch, position, words: ["Same schedule on ", label].concat(), open });
            }
        }
    }
    views
}
