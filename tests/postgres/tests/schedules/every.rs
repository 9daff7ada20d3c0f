//! Runs of a scenario on both.

use std::collections::BTreeSet;

use ran_twice::check::load::open;
use ran_twice::lang::document::Document;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::action::Action;
use ran_twice::sim::failure::Failure;

use crate::both::{Both, Move};
use crate::dice::Dice;
use crate::here::{Here, begin_to_wait, failure};
use crate::{counters, schedules};

/// Every schedule of the scenario, and every moment at which a statement that is blocked can be begun, gives the same on
/// both.
#[track_caller]
pub fn agrees(text: &str) {
    let document = read(text);
    let scenario = document.scenario(&[]);
    let mut taken = BTreeSet::new();
    let runs = every_run(&mut Both::open(text, scenario), &mut taken);
    let mut missing = every_schedule(scenario);
    missing.retain(|schedule| !taken.contains(schedule));
    assert!(missing.is_empty(), "not taken on PostgreSQL: {missing:?}");
    counters::count("postgres-schedules", taken.len());
    counters::count("postgres-runs", runs);
}

/// Takes every run, and gives back how many there are; `taken` learns every complete schedule.
fn every_run(both: &mut Both<'_>, taken: &mut BTreeSet<Vec<Action>>) -> usize {
    // The moves that were possible at each moment of the run, and the one that was made.
    let mut path: Vec<(Vec<Move>, usize)> = Vec::new();
    let mut runs = 0;
    loop {
        both.begin_again();
        for (moves, made) in &path {
            assert_eq!(both.moves(), *moves, "the same run again");
            both.make(moves[*made]);
        }
        loop {
            if both.complete() {
                taken.insert(both.actions.clone());
            }
            let moves = both.moves();
            if moves.is_empty() {
                break;
            }
            both.make(moves[0]);
            path.push((moves, 0));
        }
        runs += 1;
        while path.last().is_some_and(|(moves, made)| made + 1 == moves.len()) {
            path.pop();
        }
        match path.last_mut() {
            Some((_, made)) => *made += 1,
            None => return runs,
        }
    }
}

/// Every complete schedule that must be among those taken. Where PostgreSQL has to begin a statement that waits, it lets it go
/// on at once when nothing holds it any more, so schedules in which something happens in between are none: that is so in a
/// ring of waits, and where a wait begins a snapshot.
fn every_schedule(scenario: &Scenario) -> BTreeSet<Vec<Action>> {
    let mut all = BTreeSet::new();
    schedules::walk(scenario, &mut |trace| {
        let must_begin = trace.transitions.iter().enumerate().any(|(at, transition)| {
            let here = |at: usize| Here { scenario, state: trace.states[at].clone() };
            let deadlock = matches!(failure(&transition.events), Some(Failure::Deadlock));
            deadlock || begin_to_wait(&here(at), transition.action, &here(at + 1)).next().is_some()
        });
        if !must_begin {
            all.insert(trace.actions().collect());
        }
    });
    all
}

/// So many random runs of every design of a text.
#[track_caller]
pub fn agrees_in_random_runs(runs: usize, name: &str, text: &str, dice: &mut Dice, only_inserts_wait: bool) {
    let mut taken = BTreeSet::new();
    for (design, scenario) in read(text).designs.iter().enumerate() {
        let mut both = Both::open(name, scenario);
        both.only_inserts_wait = only_inserts_wait;
        for _ in 0..runs {
            both.begin_again();
            loop {
                let moves = both.moves();
                if moves.is_empty() {
                    break;
                }
                both.make(moves[dice.below(moves.len())]);
            }
            taken.insert((design, both.actions.clone()));
        }
        counters::count("postgres-runs", runs);
    }
    counters::count("postgres-schedules", taken.len());
}

/// Goes on in turn until all wait for each other in a ring, and lets PostgreSQL choose who fails.
#[track_caller]
pub fn chooses_from_the_ring(text: &str) {
    let document = read(text);
    let scenario = document.scenario(&[]);
    let mut both = Both::open(text, scenario);
    both.begin_again();
    for process in scenario.process_ids().chain(scenario.process_ids()) {
        both.make(Move::Take(Action::Step(process)));
    }
    both.let_it_choose();
}

#[track_caller]
fn read(text: &str) -> Document {
    open(text).unwrap_or_else(|errors| panic!("{text}\n{:?}", errors.first()))
}
