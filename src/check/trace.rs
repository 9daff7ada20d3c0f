//! The states and transitions that a schedule produces, with what was done at each.

use crate::lang::program::CodeIndex;
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::readiness::{Blocked, complete};
use crate::sim::start::start;
use crate::sim::state::State;
use crate::sim::step::apply;

/// A run, as far as it was taken. A **playhead** is an index into its states: 0 is before the first step.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What leading local lines did before the first step.
    pub opening: Vec<Event>,
    /// `states[0]` is the start; `states[n]` is the state after `transitions[n - 1]`.
    pub states: Vec<State>,
    /// What led from each state to the next.
    pub transitions: Vec<Transition>,
}

/// One action that was taken, and what it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// The action.
    pub action: Action,
    /// The place in its process's program where it struck: the statement taken, or the one a crash came before. None for a
    /// worker that takes a job, and for what happens to a job.
    pub at: Option<CodeIndex>,
    /// What it did, in order.
    pub events: Vec<Event>,
}

impl Trace {
    /// A run before its first step.
    ///
    /// # Panics
    /// Where the scenario does not start; [`load::open`](super::load::open) has started each one it gives out.
    #[must_use]
    pub fn start(scenario: &Scenario) -> Self {
        // Not `expect`: it would bring the debug form of every error into the page.
        let Ok((state, opening)) = start(scenario) else {
            panic!("check::load has started every scenario it gives out");
        };
        Self { opening, states: vec![state], transitions: Vec::new() }
    }

    /// Takes one more action.
    ///
    /// # Errors
    /// Why it cannot happen now; the trace is unchanged.
    pub fn take(&mut self, scenario: &Scenario, action: Action) -> Result<(), Blocked> {
        let before = self.last();
        let step = apply(scenario, before, action)?;
        let at = action.process().and_then(|process| before.processes[process.index()].next());
        self.states.push(step.state);
        self.transitions.push(Transition { action, at, events: step.events });
        Ok(())
    }

    /// Forgets everything after the first `steps` transitions.
    pub fn truncate(&mut self, steps: usize) {
        self.transitions.truncate(steps);
        self.states.truncate(steps + 1);
    }

    /// Did it take the actions that `other` took, and maybe more? Equal schedules of one scenario give equal runs, so
    /// nothing else of two runs of the same scenario needs to be compared.
    #[must_use]
    pub fn begins_like(&self, other: &Self) -> bool {
        let mine = self.transitions.iter().zip(&other.transitions);
        self.len() >= other.len() && mine.fold(true, |same, (mine, theirs)| same && mine.action == theirs.action)
    }

    /// Did it take the actions that `other` took, and no more?
    #[must_use]
    pub fn same_actions(&self, other: &Self) -> bool {
        self.len() == other.len() && self.begins_like(other)
    }

    /// The number of actions taken.
    #[must_use]
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Has no action been taken?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.transitions.is_empty()
    }

    /// The state after the last action.
    #[must_use]
    pub fn last(&self) -> &State {
        self.states.last().expect("a trace always holds its start")
    }

    /// The actions taken, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.transitions.iter().map(|transition| transition.action)
    }

    /// Is the schedule complete: is nothing but a fault possible after it?
    #[must_use]
    pub fn complete(&self, scenario: &Scenario) -> bool {
        complete(scenario, self.last())
    }

    /// Every event up to this playhead, in order, the opening's included.
    pub fn events(&self, playhead: usize) -> impl Iterator<Item = &Event> {
        self.opening.iter().chain(self.transitions[..playhead].iter().flat_map(|transition| &transition.events))
    }
}
