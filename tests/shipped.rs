//! The laws of counting, over every design of every shipped scenario: queues, leases, transactions, faults and all.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/schedules.rs"]
mod schedules;
#[path = "support/shipped.rs"]
mod shipped;

use std::collections::BTreeMap;
use std::sync::Arc;

use ran_twice::check::count::Count;
use ran_twice::check::explore::{Explorer, Progress, sum};
use ran_twice::check::load::open;
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::check::witness;
use ran_twice::lang::scenario::Scenario;

/// Schedules that brute force walks at most.
const WALKED_MAX: u32 = 20_000;

/// States at most where nothing is merged: past that, seconds in a test that is not optimized.
const APART_MAX: usize = 30_000;

fn designs() -> Vec<(String, Arc<Scenario>)> {
    let mut designs = Vec::new();
    for (name, text) in shipped::shipped() {
        let document = open(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        designs.extend(document.designs.into_iter().map(|design| (name.clone(), design)));
    }
    designs
}

#[test]
fn the_graph_counts_what_brute_force_walks() {
    let mut walked = 0;
    for (name, scenario) in designs() {
        let found =
            explored(&scenario, Merging::default(), usize::MAX).expect("shipped scenarios are explored to the end");
        let all = found.values().fold(Count::ZERO, |sum, count| sum.plus(*count));
        if !Count::from(WALKED_MAX).at_least(all) {
            continue;
        }
        let mut each: BTreeMap<Outcome, u64> = BTreeMap::new();
        schedules::walk(&scenario, &mut |trace| *each.entry(Outcome::of(&scenario, trace.last())).or_default() += 1);
        let each: BTreeMap<Outcome, Count> = each.into_iter().map(|(end, count)| (end, Count::from(count))).collect();
        assert_eq!(found, each, "{name}");
        walked += 1;
    }
    assert!(walked > 7, "{walked} designs are small enough to be walked");
    counters::count("designs-walked", walked);
}

#[test]
fn merging_changes_no_count() {
    let mut compared = 0;
    for (name, scenario) in designs() {
        let merged = explored(&scenario, Merging::default(), usize::MAX);
        for merging in [
            Merging { symmetry: false, clearing: true },
            Merging { symmetry: true, clearing: false },
            Merging { symmetry: false, clearing: false },
        ] {
            if let Some(apart) = explored(&scenario, merging, APART_MAX) {
                assert_eq!(merged.as_ref(), Some(&apart), "{name} {merging:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 7, "{compared} designs are compared");
}

/// Every kind of end has a simplest schedule, which replays to it.
#[test]
fn every_outcome_has_a_schedule_that_ends_so() {
    for (name, scenario) in designs() {
        let mut explorer = Explorer::new(&scenario, Merging::default());
        explorer.finish();
        let ends = explorer.ends().to_vec();
        for end in ends {
            let trace = witness::simplest(&mut explorer, |other| *other == end).expect("some schedule ends so");
            assert_eq!(Outcome::of(&scenario, trace.last()), end.outcome, "{name}");
            assert!(trace.complete(&scenario), "{name}");
        }
    }
}

/// Schedules by kind of end; none where there are too many states.
fn explored(scenario: &Scenario, merging: Merging, states_max: usize) -> Option<BTreeMap<Outcome, Count>> {
    let mut explorer = Explorer::bounded(scenario, merging, states_max);
    if explorer.finish() != Progress::Done {
        return None;
    }
    let total = explorer.total().expect("done");
    assert!(sum(total) != Count::ZERO);
    Some(explorer.by_outcome(total).into_iter().map(|(end, count)| (end.clone(), count)).collect())
}
