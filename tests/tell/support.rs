//! What the tests of `tell` share: shipped scenarios, schedules as people write them, moments.

use std::sync::Arc;

use ran_twice::app::catalogue;
use ran_twice::check::load::open;
use ran_twice::check::trace::Trace;
use ran_twice::lang::document::Document;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::action::Action;
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

/// The run of a schedule as people write it: `W1 W2 crash W1`; the default order where it ends early.
#[track_caller]
pub fn run(scenario: &Scenario, schedule: &str) -> Trace {
    let mut trace = Trace::start(scenario);
    let mut crash = false;
    for word in schedule.split_whitespace() {
        if word == "crash" {
            crash = true;
            continue;
        }
        let process = scenario.process_named(word).unwrap_or_else(|| panic!("nobody is called {word}"));
        let action = if crash { Action::Crash(process) } else { Action::Step(process) };
        crash = false;
        if let Err(reason) = trace.take(scenario, action) {
            panic!("{word} in {schedule}: {}", reason.reason(scenario));
        }
    }
    trace
}

/// A moment of the first design.
pub fn moment<'a>(document: &'a Document, trace: &'a Trace, playhead: usize) -> Moment<'a> {
    Moment { scenario: document.scenario(&[]), trace, playhead }
}
