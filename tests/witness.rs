//! The simplest schedule of each outcome: it replays, nothing is simpler, and no action of it is there for nothing.

#[path = "support/races.rs"]
mod races;
#[path = "support/schedules.rs"]
mod schedules;

use std::collections::BTreeMap;
use std::sync::Arc;

use ran_twice::check::explore::{Explorer, Progress};
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::check::replay::default_action;
use ran_twice::check::trace::Trace;
use ran_twice::check::variant::with_workers;
use ran_twice::check::witness::{Cost, cost, decided_after, simplest, simplest_to};
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::action::Action;
use ran_twice::sim::state::State;

use races::{OTHERS, guide, one, race};

#[test]
fn no_schedule_of_an_outcome_is_simpler_than_the_one_given() {
    for scenario in scenarios() {
        let mut cheapest: BTreeMap<Outcome, Cost> = BTreeMap::new();
        schedules::walk(&scenario, &mut |trace| {
            let cost = cost(&scenario, trace);
            let known = cheapest.entry(Outcome::of(&scenario, trace.last())).or_insert(cost);
            *known = cost.min(*known);
        });
        let found: BTreeMap<Outcome, Cost> =
            witnesses(&scenario).into_iter().map(|(outcome, trace)| (outcome, cost(&scenario, &trace))).collect();
        assert_eq!(found, cheapest);
    }
}

#[test]
fn a_simplest_schedule_replays_to_its_outcome_and_is_always_the_same_one() {
    for scenario in scenarios() {
        let witnesses = witnesses(&scenario);
        assert_eq!(self::witnesses(&scenario), witnesses);
        for (outcome, trace) in witnesses {
            let mut again = Trace::start(&scenario);
            for action in trace.actions() {
                again.take(&scenario, action).expect("it replays");
            }
            assert!(again.complete(&scenario));
            assert_eq!(Outcome::of(&scenario, again.last()), outcome);
        }
    }
}

/// Without any one of its actions a simplest schedule cannot be followed, ends otherwise, or, brought to an end again,
/// costs as much or more.
#[test]
fn no_action_of_a_simplest_schedule_can_be_left_out() {
    for scenario in scenarios() {
        for (outcome, trace) in witnesses(&scenario) {
            let actions: Vec<Action> = trace.actions().collect();
            for left_out in 0..actions.len() {
                let mut shorter = Trace::start(&scenario);
                let rest = actions.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, action)| *action);
                let possible = rest.into_iter().all(|action| shorter.take(&scenario, action).is_ok());
                while let Some(action) = default_action(&scenario, &shorter).filter(|_| possible) {
                    shorter.take(&scenario, action).expect("it is ready");
                }
                let harmless = Outcome::of(&scenario, shorter.last()) != outcome;
                let as_dear = cost(&scenario, &shorter) >= cost(&scenario, &trace);
                assert!(!possible || harmless || as_dear, "action {left_out} of {actions:?}");
            }
        }
    }
}

/// Every moment of every schedule is looked at; the cheapest way to one in which an effect has happened is the one given.
#[test]
fn no_way_to_a_moment_is_simpler_than_the_one_given() {
    for scenario in scenarios() {
        let wanted = |state: &State| Outcome::of(&scenario, state).effects.iter().any(|count| count.times > 0);
        let mut cheapest: Option<Cost> = None;
        schedules::walk(&scenario, &mut |trace| {
            let Some(at) = trace.states.iter().position(wanted) else { return };
            let mut so_far = trace.clone();
            so_far.truncate(at);
            let cost = cost(&scenario, &so_far);
            cheapest = Some(cheapest.map_or(cost, |known| known.min(cost)));
        });
        let found = simplest_to(&mut explored(&scenario), wanted);
        assert_eq!(found.as_ref().map(|trace| cost(&scenario, trace)), cheapest);
        assert!(found.is_none_or(|trace| wanted(trace.last())));
    }
}

/// Before that step another outcome was still possible, from it on none is: by walking every schedule.
#[test]
fn an_outcome_is_decided_where_every_way_on_leads_to_it() {
    for scenario in scenarios().into_iter().take(6) {
        let mut ends: BTreeMap<Vec<Action>, Vec<Outcome>> = BTreeMap::new();
        schedules::walk(&scenario, &mut |trace| {
            let actions: Vec<Action> = trace.actions().collect();
            for at in 0..=actions.len() {
                ends.entry(actions[..at].to_vec()).or_default().push(Outcome::of(&scenario, trace.last()));
            }
        });
        let mut explorer = explored(&scenario);
        for outcome in outcomes(&explorer) {
            let trace = simplest(&mut explorer, |end| end.outcome == outcome).expect("it was counted");
            let actions: Vec<Action> = trace.actions().collect();
            let decided = |at: &usize| ends[&actions[..*at]].iter().all(|end| *end == outcome);
            let expected = (0..=actions.len()).find(|at| (*at..=actions.len()).all(|later| decided(&later)));
            assert_eq!(decided_after(&explorer, &trace, |end| end.outcome == outcome), expected);
        }
    }
}

fn witnesses(scenario: &Scenario) -> Vec<(Outcome, Trace)> {
    let mut explorer = explored(scenario);
    let outcomes = outcomes(&explorer);
    let mut witness = |outcome: Outcome| {
        let trace = simplest(&mut explorer, |end| end.outcome == outcome).expect("a schedule leads to each outcome");
        (outcome, trace)
    };
    outcomes.into_iter().map(&mut witness).collect()
}

fn explored(scenario: &Scenario) -> Explorer<'_> {
    let mut explorer = Explorer::new(scenario, Merging::default());
    assert_eq!(explorer.finish(), Progress::Done);
    explorer
}

fn outcomes(explorer: &Explorer<'_>) -> Vec<Outcome> {
    explorer.by_outcome(explorer.total().expect("done")).into_iter().map(|(outcome, _)| outcome.clone()).collect()
}

/// The guide's, each with a third worker where brute force still walks it, races with a crash, and what workers read
/// of each other.
fn scenarios() -> Vec<Arc<Scenario>> {
    let designs = guide();
    let third = designs.iter().filter_map(|design| with_workers(design, 3).ok()).map(Arc::new);
    let mut scenarios: Vec<Arc<Scenario>> = third.filter(|design| design.processes.len() == 3).collect();
    scenarios.retain(|design| design.faults.is_empty());
    for handler in ["loose", "claim", "work_first"] {
        scenarios.extend([(2, 1), (2, 2)].map(|(workers, crashes)| race(handler, workers, crashes)));
    }
    scenarios.push(race("claim", 3, 1));
    let others = OTHERS.iter().map(|text| one(text));
    designs.into_iter().chain(scenarios).chain(others).collect()
}
