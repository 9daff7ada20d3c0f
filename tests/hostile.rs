//! No input makes the language or the engine panic or hang, and what runs keeps the laws of the store.

#[path = "support/shipped.rs"]
mod shipped;
#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/hostile.rs"]
mod hostile;
#[path = "support/made.rs"]
mod made;

use std::collections::BTreeSet;

use dice::Dice;
use ran_twice::check::load::open;
use ran_twice::check::replay::shown;
use ran_twice::check::trace::Trace;
use ran_twice::lang::limits::{DELIVERIES_MAX, DIAGNOSTICS_MAX, TURNS_MAX};
use ran_twice::lang::program::{Local, Op};
use ran_twice::lang::scenario::{Role, Scenario, TableId};
use ran_twice::lang::value::Value;
use ran_twice::sim::readiness::enabled;
use ran_twice::sim::state::State;

const INPUTS: usize = 12_000;
/// Of the inputs, how many at least get past the checker and run.
const RUN_MIN: usize = 2_000;
/// Random schedules of each scenario that runs.
const SCHEDULES: usize = 3;

#[test]
fn no_text_makes_the_language_or_the_engine_panic() {
    let mut seeds = shipped::shipped().into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    seeds.extend([include_str!("language/whole.twice"), include_str!("language/queued.twice")].map(str::to_owned));
    let mut run = 0;
    for number in 0..INPUTS {
        let mut dice = Dice::new(number as u64);
        let shipped = &seeds[dice.below(seeds.len())];
        let text = match number % 8 {
            0 => hostile::random_bytes(&mut dice),
            1 => hostile::random_words(&mut dice),
            2 => hostile::cut(shipped, &mut dice),
            3 if number % 64 == 3 => hostile::deep(&mut dice),
            3..6 => hostile::mutated(shipped, &mut dice),
            6 => made::made(&mut dice),
            _ => {
                let made = made::made(&mut dice);
                hostile::mutated(&made, &mut dice)
            }
        };
        run += usize::from(survives(&text, &mut dice));
    }
    counters::count("fuzz-inputs", INPUTS);
    counters::count("fuzz-inputs-run", run);
    assert!(run >= RUN_MIN, "only {run} of {INPUTS} inputs got past the checker");
}

/// Reads the text, and where it is right follows its own schedule and random ones. Did it run?
fn survives(text: &str, dice: &mut Dice) -> bool {
    match open(text) {
        Ok(document) => {
            for design in &document.designs {
                let run = shown(design);
                assert!(run.trace.len() <= steps_bound(design), "the shown run has no end");
                for _ in 0..SCHEDULES {
                    random_schedule(design, dice);
                }
            }
            true
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= DIAGNOSTICS_MAX, "{} errors of {text:?}", errors.len());
            for error in &errors {
                assert!(error.span.end as usize <= text.len(), "{error:?} lies outside {text:?}");
                assert!(!error.rendered("x.twice", text, 1).to_string().is_empty());
            }
            false
        }
    }
}

fn random_schedule(scenario: &Scenario, dice: &mut Dice) {
    let mut trace = Trace::start(scenario);
    let bound = steps_bound(scenario);
    loop {
        let ready = enabled(scenario, trace.last());
        if ready.is_empty() || (trace.complete(scenario) && dice.below(2) == 0) {
            break;
        }
        let before = trace.last().clone();
        trace.take(scenario, ready[dice.below(ready.len())]).expect("an enabled action can be taken");
        laws(scenario, &before, trace.last());
        assert!(trace.len() <= bound, "more than {bound} steps");
    }
}

/// Each statement of each process once a turn, for each job that it may take, and each fault once.
fn steps_bound(scenario: &Scenario) -> usize {
    let faults: usize = scenario.faults.iter().map(|budget| budget.times as usize).sum();
    let statements = scenario.process_ids().map(|id| {
        let program = scenario.program_of(id);
        let tries = program.code.iter().any(|it| matches!(it.op, Op::Local(Local::Try { .. })));
        let turns = if tries { TURNS_MAX as usize } else { scenario.process(id).turns as usize };
        let statements = program.code.len() * turns;
        match (scenario.process(id).role, &scenario.queue) {
            // A take before each run, and the end of its lease behind it.
            (Role::Taker, Some(queue)) => (statements + 2) * (queue.attempts as usize + faults) * DELIVERIES_MAX,
            (Role::Taker | Role::Worker(_) | Role::Other, _) => statements,
        }
    });
    statements.sum::<usize>() + faults
}

/// Effects are never taken back, the clock never goes back, and no two rows hold what UNIQUE forbids.
fn laws(scenario: &Scenario, before: &State, after: &State) {
    assert!(after.clock_ms >= before.clock_ms);
    for id in (0..scenario.tables.len()).map(TableId::new) {
        let table = scenario.table(id);
        if table.is_effect() {
            assert!(after.rows(id).starts_with(before.rows(id)), "an effect was taken back");
            continue;
        }
        for unique in table.uniques.iter().filter(|unique| unique.filter.is_none()) {
            let mut held = BTreeSet::new();
            for cells in after.committed(id) {
                let key: Vec<&Value> = unique.columns.iter().map(|column| &cells[column.index()]).collect();
                let distinct = !unique.nulls_equal && key.iter().any(|value| **value == Value::Null);
                assert!(distinct || held.insert(key), "two rows under one UNIQUE of {}", table.name);
            }
        }
    }
}
