//! The explorer of the crate, on the six-step handler as it is read from its file.

use ran_twice::check::explore::{Explorer, Progress};
use ran_twice::check::load::open;
use ran_twice::check::relevance::Merging;
use ran_twice::check::variant::{with_fault, with_workers};
use ran_twice::lang::scenario::{Fault, Scenario};

use crate::hand::Size;
use crate::hard::Found;

/// States past which a size is explored with symmetry only: the breadth-first searches would need minutes and most of a
/// laptop's memory.
const PLAIN_STATES_MAX: usize = 4_000_000;

/// The handler's file, for so many workers and crashes.
pub fn scenario(size: Size) -> Scenario {
    let document = open(include_str!("../six-steps.twice")).expect("the file is right");
    let larger = with_workers(document.scenario(&[]), size.workers).expect("one worker is there to repeat");
    with_fault(&larger, Fault::Crash, u32::from(size.crashes)).expect("one crash is allowed")
}

/// Verdict and exact counts with all merged that merges; and the explorer, so that its end is not timed.
pub fn merged(scenario: &Scenario) -> (Found, Explorer<'_>) {
    let mut explorer = Explorer::new(scenario, Merging::default());
    assert_eq!(explorer.finish(), Progress::Done);
    (found(&explorer), explorer)
}

/// The same with nothing merged; none where that is more than is worth comparing.
pub fn plain(scenario: &Scenario) -> (Option<Found>, Explorer<'_>) {
    let nothing = Merging { symmetry: false, clearing: false };
    let mut explorer = Explorer::bounded(scenario, nothing, PLAIN_STATES_MAX);
    let found = (explorer.finish() == Progress::Done).then(|| found(&explorer));
    (found, explorer)
}

fn found(explorer: &Explorer<'_>) -> Found {
    let total = explorer.total().expect("it is done");
    let by_charges = explorer.by_outcome(total).into_iter();
    let by_charges = by_charges.map(|(outcome, count)| (outcome.effects[0].times as u8, count.decimal()));
    Found { states: explorer.states(), by_charges: by_charges.collect() }
}
