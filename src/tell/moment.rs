//! Where we are in a run: the scenario, the run, and the playhead.

use crate::check::trace::{Trace, Transition};
use crate::lang::scenario::{ProcessId, Scenario};
use crate::sim::state::State;

use super::inline::Who;

/// One moment of a run: what every view is computed from.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The scenario that runs.
    pub scenario: &'a Scenario,
    /// The whole run, the part after the playhead included.
    pub trace: &'a Trace,
    /// How many steps of it have been taken; at most `trace.len()`.
    pub playhead: usize,
}

impl<'a> Moment<'a> {
    /// The state at the playhead.
    #[must_use]
    pub fn state(&self) -> &'a State {
        &self.trace.states[self.playhead]
    }

    /// The step that led here; none at the start.
    #[must_use]
    pub fn last(&self) -> Option<&'a Transition> {
        self.playhead.checked_sub(1).map(|before| &self.trace.transitions[before])
    }

    /// The step that comes next in this run; none at its end.
    #[must_use]
    pub fn next(&self) -> Option<&'a Transition> {
        self.trace.transitions.get(self.playhead)
    }

    /// Is the playhead at the end of the run?
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.playhead == self.trace.len()
    }

    /// Whose doing a step is, with its name.
    #[must_use]
    pub fn acting(&self, transition: &Transition) -> Who {
        Who::acting(self.scenario, transition.action)
    }

    /// A process with its name.
    #[must_use]
    pub fn who(&self, id: ProcessId) -> Who {
        Who::of(self.scenario, id)
    }
}
