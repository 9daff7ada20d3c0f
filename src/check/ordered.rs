//! Schedules in the order of choice: those that go on from one moment always stand together.
//!
//! At each moment the end, where the run may end here, stands first; then what can happen, as
//! [`enabled`](crate::sim::readiness::enabled()) lists it.

use super::count::Count;
use super::explore::{EndId, Explorer, sum};
use super::trace::Trace;
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::sim::readiness::{complete, enabled};
use crate::sim::state::State;
use crate::sim::step::apply;

/// How every schedule ends, in the order of choice. None where there are more than `most`, or before the exploration's
/// end.
#[must_use]
pub fn listed(explorer: &Explorer<'_>, most: u32) -> Option<Vec<EndId>> {
    let all = sum(explorer.total()?);
    if !Count::from(most).at_least(all) {
        return None;
    }
    let mut ends = Vec::new();
    list(explorer, &Trace::start(explorer.scenario()).states[0], &mut ends);
    Some(ends)
}

fn list(explorer: &Explorer<'_>, state: &State, ends: &mut Vec<EndId>) {
    let scenario = explorer.scenario();
    if complete(scenario, state) {
        ends.extend(explorer.end_at(state));
    }
    for action in enabled(scenario, state) {
        if let Ok(step) = apply(scenario, state, action) {
            list(explorer, &step.state, ends);
        }
    }
}

/// The schedule at this place, from 0, in the order of choice; none past the last. It walks through all before it, so it
/// is for short lists.
#[must_use]
pub fn nth(scenario: &Scenario, place: usize) -> Option<Vec<Action>> {
    let mut left = place;
    let mut taken = Vec::new();
    walk(scenario, Trace::start(scenario).last(), &mut taken, &mut left).then_some(taken)
}

/// Is the schedule that is looked for one of those that go on from here? Then its actions have been taken.
fn walk(scenario: &Scenario, state: &State, taken: &mut Vec<Action>, left: &mut usize) -> bool {
    if complete(scenario, state) {
        match left.checked_sub(1) {
            Some(less) => *left = less,
            None => return true,
        }
    }
    for action in enabled(scenario, state) {
        if let Ok(step) = apply(scenario, state, action) {
            taken.push(action);
            if walk(scenario, &step.state, taken, left) {
                return true;
            }
            taken.pop();
        }
    }
    false
}

/// For each moment of a run, how many schedules stand before those that go on from it. None where a moment is not known.
#[must_use]
pub fn before(explorer: &Explorer<'_>, trace: &Trace) -> Option<Vec<Count>> {
    let scenario = explorer.scenario();
    let mut before = vec![Count::ZERO];
    for (state, taken) in trace.states.iter().zip(trace.actions()) {
        let mut count = *before.last()?;
        if complete(scenario, state) {
            count = count.plus(Count::ONE);
        }
        for action in enabled(scenario, state).into_iter().take_while(|action| *action != taken) {
            let step = apply(scenario, state, action).ok()?;
            count = count.plus(sum(explorer.from(&step.state)?));
        }
        before.push(count);
    }
    Some(before)
}
