//! Schedules drawn at random, past the reach of brute force: they only ever pass through explored states and end as those
//! foretell. The walk shares only `apply` with the exploration.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/races.rs"]
mod races;
#[path = "support/shipped.rs"]
mod shipped;

use std::collections::BTreeMap;
use std::sync::Arc;

use dice::Dice;
use ran_twice::check::count::Count;
use ran_twice::check::explore::{EndId, Explorer, Progress};
use ran_twice::check::load::open;
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::readiness::{complete, enabled};
use ran_twice::sim::state::State;
use ran_twice::sim::step::apply;

use races::{OTHERS, one, race};

/// Random schedules, over all scenarios together.
const SCHEDULES: usize = 10_000;

/// How a schedule can depart from what was explored.
#[derive(Debug, PartialEq, Eq)]
enum Departs {
    /// No schedule was said to lead to the state after so many steps.
    Unexplored(usize),
    /// After so many steps, its end was said to be impossible.
    Impossible(usize),
    /// From the state after so many steps there are not as many ways on as from all that can happen next.
    Miscounted(usize),
}

#[test]
fn random_schedules_only_reach_what_was_explored() {
    let designs = shipped::shipped().into_iter().flat_map(|(_, text)| open(&text).expect("right").designs);
    let mut scenarios: Vec<Arc<Scenario>> = designs.collect();
    scenarios.extend(OTHERS.iter().map(|text| one(text)));
    for handler in ["loose", "claim", "work_first", "six_steps"] {
        scenarios.extend([(3, 1), (4, 1), (4, 2)].map(|(workers, crashes)| race(handler, workers, crashes)));
    }
    let each = SCHEDULES.div_ceil(scenarios.len());
    let mut dice = Dice::new(20_261_129);
    let mut checked = 0;
    for scenario in &scenarios {
        let explorer = explored(scenario, Merging::default());
        for _ in 0..each {
            let trace = drawn(scenario, &mut dice);
            let end = Outcome::of(scenario, trace.last());
            let recounted = dice.below(trace.states.len());
            assert_eq!(departs(&explorer, scenario, &trace, &end, recounted), None, "{}", named(scenario, &trace));
            checked += 1;
        }
    }
    assert!(checked >= SCHEDULES);
    counters::count("random-schedules", checked);
}

/// Without these, a law that compares nothing would hold as well.
#[test]
fn a_schedule_that_departs_is_found() {
    let mut dice = Dice::new(7);
    let larger = race("loose", 3, 2);
    let trace = loop {
        let trace = drawn(&larger, &mut dice);
        if trace.actions().filter(|action| action.is_fault()).count() == 2 {
            break trace;
        }
    };
    let end = Outcome::of(&larger, trace.last());
    let whole = explored(&larger, Merging::default());
    assert_eq!(departs(&whole, &larger, &trace, &end, 0), None);

    // The same, where none but W1 can die.
    let mut smaller = Scenario::clone(&larger);
    smaller.faults[0].of = larger.process_named("W1");
    let partial = explored(&smaller, Merging { symmetry: false, clearing: true });
    let found = departs(&partial, &larger, &trace, &end, 0);
    assert!(matches!(found, Some(Departs::Unexplored(at)) if at > 0), "{found:?}");

    // An end that no schedule has: seven charges.
    let mut other = end.clone();
    other.effects[0].times = 7;
    assert_eq!(departs(&whole, &larger, &trace, &other, 0), Some(Departs::Impossible(0)));

    // Fewer deaths that can come next than were counted.
    assert_eq!(departs(&whole, &smaller, &trace, &end, 0), Some(Departs::Miscounted(0)));
}

/// The first way in which the schedule departs from the exploration. Ways are counted anew at one of its states: at
/// every one it would cost as much as exploring again.
fn departs(
    explorer: &Explorer<'_>,
    scenario: &Scenario,
    trace: &Trace,
    end: &Outcome,
    recounted: usize,
) -> Option<Departs> {
    for (at, state) in trace.states.iter().enumerate() {
        let Some(ways) = explorer.from(state) else { return Some(Departs::Unexplored(at)) };
        if !explorer.by_outcome(ways).iter().any(|(outcome, _)| *outcome == end) {
            return Some(Departs::Impossible(at));
        }
    }
    let state = &trace.states[recounted];
    let ways = explorer.from(state).expect("it was asked above");
    (by_outcome(explorer, ways) != from_next(explorer, scenario, state)).then_some(Departs::Miscounted(recounted))
}

/// The ways on from a state, from those of each state that can come next.
fn from_next(explorer: &Explorer<'_>, scenario: &Scenario, state: &State) -> BTreeMap<Outcome, Count> {
    let mut sum = BTreeMap::new();
    if complete(scenario, state) {
        sum.insert(Outcome::of(scenario, state), Count::ONE);
    }
    for action in enabled(scenario, state) {
        let next = apply(scenario, state, action).expect("it is enabled").state;
        let ways = explorer.from(&next).unwrap_or_else(|| panic!("{} is not explored", action.text(scenario)));
        for (outcome, count) in by_outcome(explorer, ways) {
            let so_far = sum.entry(outcome).or_insert(Count::ZERO);
            *so_far = so_far.plus(count);
        }
    }
    sum
}

fn by_outcome(explorer: &Explorer<'_>, ways: &[(EndId, Count)]) -> BTreeMap<Outcome, Count> {
    explorer.by_outcome(ways).into_iter().map(|(outcome, count)| (outcome.clone(), count)).collect()
}

/// A complete schedule: at each step any of the actions that can happen, each as likely as the other.
fn drawn(scenario: &Scenario, dice: &mut Dice) -> Trace {
    let mut trace = Trace::start(scenario);
    while !trace.complete(scenario) {
        let actions = enabled(scenario, trace.last());
        trace.take(scenario, actions[dice.below(actions.len())]).expect("it is enabled");
    }
    trace
}

fn explored(scenario: &Scenario, merging: Merging) -> Explorer<'_> {
    let mut explorer = Explorer::new(scenario, merging);
    assert_eq!(explorer.finish(), Progress::Done);
    explorer
}

fn named(scenario: &Arc<Scenario>, trace: &Trace) -> String {
    trace.actions().map(|action| action.text(scenario)).collect::<Vec<_>>().join(" ")
}
