//! What the tests of `tell` share: shipped scenarios, schedules as people write them, moments.

use std::sync::Arc;

use ran_twice::app::catalogue;
use ran_twice::check::load::open;
use ran_twice::check::replay::follow;
use ran_twice::check::trace::Trace;
use ran_twice::lang::document::{Document, parse_schedule};
use ran_twice::lang::scenario::Scenario;
use ran_twice::tell::moment::Moment;

/// A shipped scenario by name.
#[track_caller]
pub fn shipped(name: &str) -> Arc<Document> {
    let entry = catalogue::entry(name).unwrap_or_else(|| panic!("no scenario {name}"));
    entry.open().unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

#[track_caller]
pub fn read(source: &str) -> Arc<Document> {
    Arc::new(open(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}")))
}

/// The run of a schedule as people write it: `W1 W2 crash W1 lease job 1`.
#[track_caller]
pub fn run(scenario: &Scenario, schedule: &str) -> Trace {
    let items = parse_schedule(schedule, scenario).unwrap_or_else(|errors| panic!("{schedule}: {errors:?}"));
    let replay = follow(scenario, &items);
    if let Some(passed) = replay.passed_over.first() {
        panic!("item {} of {schedule}: {}", passed.item + 1, passed.reason.reason(scenario));
    }
    replay.trace
}

/// A moment of the first design.
pub fn moment<'a>(document: &'a Document, trace: &'a Trace, playhead: usize) -> Moment<'a> {
    Moment { scenario: document.scenario(&[]), trace, playhead }
}
