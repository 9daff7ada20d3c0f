//! To come.
use super::action::{Action, Blocked};
use super::event::Event;
use super::state::State;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::scenario::Scenario;

/// What an action made of a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The new state.
    pub state: State,
    /// What was done, in order.
    pub events: Vec<Event>,
}

/// The state before the first step, and what leading local lines did.
pub fn start(scenario: &Scenario) -> Result<(State, Vec<Event>), Diagnostic> {
    let _ = scenario;
    todo!()
}

/// The only way to a new state.
pub fn apply(scenario: &Scenario, state: &State, action: Action) -> Result<Step, Blocked> {
    let _ = (scenario, state, action);
    todo!()
}
