//! stateright, driving the hand-written model and driving the engine: the same states, visited one by one.

use std::sync::Arc;

use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::action::Action;
use ran_twice::sim::readiness::enabled;
use ran_twice::sim::state::State;
use ran_twice::sim::{start::start, step::apply};
use stateright::{Checker, Model, Property};

use ran_twice_compare::hand;

/// The hand-written model.
#[derive(Clone, Copy)]
struct ByHand(hand::Size);

impl Model for ByHand {
    type State = hand::State;
    type Action = hand::Action;

    fn init_states(&self) -> Vec<Self::State> {
        vec![hand::State::start(self.0)]
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        state.actions(|action| actions.push(action));
    }

    fn next_state(&self, last: &Self::State, action: Self::Action) -> Option<Self::State> {
        Some(last.after(action))
    }

    // A property that holds: one that fails would end the search, and without any there is none.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("no worker charges twice", |model: &Self, state: &Self::State| {
            usize::from(state.charges) <= model.0.workers
        })]
    }
}

/// The engine: its state, its `enabled`, its `apply`.
#[derive(Clone)]
struct Engine(Arc<Scenario>);

impl Model for Engine {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<Self::State> {
        let (state, _) = start(&self.0).expect("check::load has started it");
        vec![state]
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        actions.extend(enabled(&self.0, state));
    }

    fn next_state(&self, last: &Self::State, action: Self::Action) -> Option<Self::State> {
        apply(&self.0, last, action).ok().map(|step| step.state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("no worker charges twice", |model: &Self, state: &Self::State| {
            let charges = state.tables.last().map_or(0, |charges| charges.len());
            charges <= model.0.processes.len()
        })]
    }
}

/// States that a breadth-first search of the hand-written model visits, on one thread.
pub fn breadth_first_by_hand(size: hand::Size) -> usize {
    ByHand(size).checker().threads(1).spawn_bfs().join().unique_state_count()
}

/// The same in depth.
pub fn depth_first_by_hand(size: hand::Size) -> usize {
    ByHand(size).checker().threads(1).spawn_dfs().join().unique_state_count()
}

/// States that a breadth-first search visits by way of the engine, on one thread.
pub fn breadth_first_by_engine(scenario: &Arc<Scenario>) -> usize {
    Engine(scenario.clone()).checker().threads(1).spawn_bfs().join().unique_state_count()
}
