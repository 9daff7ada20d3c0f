//! Every schedule, counted: exact where brute force reaches, the same whatever is merged and however the work is cut.

#[path = "support/schedules.rs"]
mod schedules;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ran_twice::check::everywhere;
use ran_twice::check::expectation::Verdict;
use ran_twice::check::explore::{Explorer, Progress, sum};
use ran_twice::check::load::open;
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::lang::scenario::Scenario;

const ALL_MERGED: Merging = Merging { symmetry: true, clearing: true };
const NOTHING_MERGED: Merging = Merging { symmetry: false, clearing: false };
const MERGINGS: [Merging; 4] = [
    ALL_MERGED,
    Merging { symmetry: true, clearing: false },
    Merging { symmetry: false, clearing: true },
    NOTHING_MERGED,
];

/// Handler, crashes at most, schedules, and how many of them charge never, once, twice.
///
/// Check, then insert: three steps each, 6!/(3! 3!) = 20 orders. Only W1 W1 W1 W2 and its mirror let the second find
/// the key: 2 once, 18 twice. Claim first: W1 W1 W2 · W1 W2 W1 · W2 W1 W2 · W2 W2 W1. Work first: 4!/(2! 2!) = 6.
const COUNTS: &[(&str, u32, u64, [u64; 3])] = &[
    ("loose", 0, 20, [0, 2, 18]),
    ("claim", 0, 4, [0, 4, 0]),
    ("work_first", 0, 6, [0, 0, 6]),
    ("loose", 1, 84, [0, 28, 56]),
    ("claim", 1, 14, [4, 10, 0]),
    ("work_first", 1, 24, [0, 6, 18]),
];

#[test]
fn the_three_handlers_have_the_counts_that_were_found_by_hand() {
    for (handler, crashes, schedules, charges) in COUNTS {
        let scenario = race(handler, 2, *crashes);
        let found = explored(&scenario, ALL_MERGED);
        let by_charges = charges.iter().enumerate().filter(|(_, schedules)| **schedules > 0);
        let expected: BTreeMap<u32, String> =
            by_charges.map(|(times, schedules)| (times as u32, schedules.to_string())).collect();
        assert_eq!(charged(&found), expected, "{handler}, {crashes} crashes");
        assert_eq!(charges.iter().sum::<u64>(), *schedules);
    }
}

#[test]
fn the_graph_counts_what_brute_force_walks() {
    let mut scenarios = shipped();
    for handler in ["loose", "claim", "work_first"] {
        for (workers, crashes) in [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)] {
            scenarios.push(race(handler, workers, crashes));
        }
    }
    for text in OTHERS {
        scenarios.push(one(text));
    }
    for scenario in scenarios {
        let walked = walked(&scenario);
        for merging in MERGINGS {
            assert_eq!(explored(&scenario, merging), walked, "{merging:?}");
        }
    }
}

/// Past the reach of brute force: 4 to 6 workers, with and without a crash, by symmetry and clearing on against off.
#[test]
fn merging_changes_no_count() {
    for handler in ["loose", "claim", "work_first"] {
        for (workers, crashes) in [(4, 0), (4, 1), (5, 0), (5, 1)] {
            let scenario = race(handler, workers, crashes);
            let merged = explored(&scenario, ALL_MERGED);
            assert_eq!(merged, explored(&scenario, MERGINGS[2]), "{handler}, {workers} workers, {crashes} crashes");
            if workers == 4 {
                assert_eq!(
                    merged,
                    explored(&scenario, NOTHING_MERGED),
                    "{handler}, {workers} workers, {crashes} crashes"
                );
            }
        }
    }
}

#[test]
fn workers_that_are_alike_merge() {
    let scenario = race("loose", 5, 1);
    let states = |merging| {
        let mut explorer = Explorer::new(&scenario, merging);
        explorer.finish();
        explorer.states()
    };
    let (merged, plain) = (states(ALL_MERGED), states(Merging { symmetry: false, clearing: true }));
    assert!(merged * 20 < plain, "{merged} and {plain}");
}

#[test]
fn however_the_work_is_cut_the_report_is_the_same() {
    let scenario = race("loose", 3, 1);
    let whole = explored(&scenario, ALL_MERGED);
    for slice in [1, 2, 7, 100, 10_000] {
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        let mut slices = 0;
        while explorer.run(slice) == Progress::Working {
            slices += 1;
            assert!(explorer.total().is_none(), "nothing is told before all is known");
        }
        assert!(slices > 0 || slice > 100);
        assert_eq!(by_outcome(&explorer), whole, "slices of {slice}");
    }
}

#[test]
fn a_bound_that_is_reached_is_told_and_nothing_else() {
    let scenario = race("loose", 4, 1);
    let mut explorer = Explorer::bounded(&scenario, ALL_MERGED, 50);
    assert_eq!(explorer.finish(), Progress::Stopped);
    assert_eq!((explorer.run(1_000), explorer.total()), (Progress::Stopped, None));
    assert!(explorer.states() > 50);
}

/// From every state of every schedule: the ways on from it are those that brute force walks with this beginning.
#[test]
fn the_future_of_a_state_is_what_can_still_happen() {
    for scenario in [race("loose", 2, 1), race("claim", 2, 1), race("work_first", 2, 0)] {
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        explorer.finish();
        let mut ends: BTreeMap<Vec<String>, BTreeMap<Outcome, u64>> = BTreeMap::new();
        let mut states = BTreeMap::new();
        schedules::walk(&scenario, &mut |trace| {
            let names: Vec<String> = trace.actions().map(|action| action.text(&scenario)).collect();
            for at in 0..=trace.len() {
                *ends
                    .entry(names[..at].to_vec())
                    .or_default()
                    .entry(Outcome::of(&scenario, trace.last()))
                    .or_default() += 1;
                states.insert(names[..at].to_vec(), trace.states[at].clone());
            }
        });
        for (beginning, state) in states {
            let from = explorer.from(&state).expect("every state of a schedule is known");
            let by_outcome = explorer.by_outcome(from).into_iter();
            let found: BTreeMap<Outcome, u64> =
                by_outcome.map(|(outcome, count)| (outcome.clone(), count.decimal().parse().expect("small"))).collect();
            assert_eq!(found, ends[&beginning], "after {beginning:?}");
        }
    }
}

/// Past 2²⁵⁶ a count only says "at least"; what holds of every schedule is told all the same, and what does not is not.
#[test]
fn claims_are_judged_where_counts_are_past_their_range() {
    let long = "process a repeats 66 {\n sleep 1ms\n sleep 1ms\n}\nprocess b repeats 66 {\n sleep 1ms\n sleep 1ms\n}";
    let race = "table t (k)\neffect e (k)\nprocess w { insert t (k: 1) }\nprocess r {\n read t as seen\n if seen { do e (k: 1) for x }\n}";
    for (claim, holds) in [
        ("every schedule: e once", false),
        ("some schedule: e never", true),
        ("no schedules: e never", false),
        ("every schedule: (count e) <= 1", true),
    ] {
        let scenario = one(&format!("{long}\n{race}\nexpect {claim}"));
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        assert_eq!(explorer.finish(), Progress::Done);
        assert!(!sum(explorer.total().expect("done")).is_exact());
        assert_eq!(everywhere::judge(&explorer, &scenario.expects[0]) == Verdict::Holds, holds, "{claim}");
    }
}

/// Ten processes with two effects each and a crash between: three ends each, 3¹⁰ kinds of end.
#[test]
fn too_many_kinds_of_end_are_told_as_a_bound() {
    let mut text = "effect e (k)\neffect f (k)\n".to_owned();
    for number in 1..=10 {
        let after = if number == 1 { String::new() } else { format!(" after p{}", number - 1) };
        text.push_str(&format!("process p{number}{after} {{\n do e (k: 1) for x{number}\n do f (k: 1) for x{number}\n}}\nfaults crash 1 of p{number}\n"));
    }
    let scenario = one(&text);
    assert_eq!(Explorer::new(&scenario, ALL_MERGED).finish(), Progress::Stopped);
}

/// What workers read of each other, names that matter, `after`, turns, budgets of one process: nothing may merge that
/// differs.
const OTHERS: &[&str] = &[
    "table t (k unique, owner)\neffect e (k)\njob a\njob a\nfaults crash 1\nhandler h {\n insert t (k: 1, owner: me) else {\n  update t set owner = me where owner != me as n\n  if n = 0 { return }\n }\n do e (k: 1)\n read t as mine\n if mine.owner != me { do e (k: 2) }\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    "table t (id serial, k)\neffect e (k)\njob a\njob a\nhandler h {\n insert t (k: 1)\n read t where k = 1 as first\n if first.id = 1 { do e (k: first.id) }\n delete t where id = 1\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    "table t (k)\neffect e (k)\njob a\njob b\nfaults crash 1, crash 1 of p\nhandler h {\n count t as n\n insert t (k: n)\n do e (k: n)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2 after p\nprocess p repeats 2 {\n delete t\n}",
    "table t (k, n)\neffect e (k)\njob a\njob a\njob a\nhandler h {\n update t set n = n + 1 as hit\n if hit = 0 { insert t (k: 1, n: 0) }\n do e (k: 1)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2\nworker W3 runs h on job 3",
    "table t (k)\neffect e (k)\nhandler h { do e (k: 1) }\nprocess p {\n do e (k: 1) for x\n sleep 1s\n insert t (k: now)\n}\nprocess q {\n count t where k < now as n\n if n > 0 { do e (k: 2) for x }\n}",
    "table jobs (id serial, key)\neffect e (k)\njob a\nhandler h {\n enqueue b (n: job.id)\n count jobs as n\n do e (k: n)\n}\nworker W1 runs h on job 1\nprocess p { enqueue a }",
    // An unread cell that only one of two workers can compute.
    "table t (k)\neffect e (k, n)\njob a\njob a\nhandler h {\n insert t (k: 1)\n do e (k: 1, n: job.id + 9223372036854775806)\n do e (k: 2)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    // Which row a condition fails on first decides the message, and the message decides the effect.
    "table t (k)\neffect e (k)\nprocess p { insert t (k: 9223372036854775807) }\nprocess q { insert t (k: \"a\") }\nprocess r {\n count t where k + 1 > 0 as n else {\n  if error.message = \"the number does not fit 64 bits\" { do e (k: 1) for x }\n }\n}",
    // A turn reads what the turn before it left.
    "table t (k)\neffect e (k)\nprocess a repeats 2 {\n if n { do e (k: 1) for x }\n insert t (k: 1)\n let n = 1\n}\nprocess b {\n delete t\n}",
];

/// Outcomes with their counts, in decimal.
type Found = BTreeMap<Outcome, String>;

fn explored(scenario: &Scenario, merging: Merging) -> Found {
    let mut explorer = Explorer::new(scenario, merging);
    assert_eq!(explorer.finish(), Progress::Done);
    by_outcome(&explorer)
}

fn by_outcome(explorer: &Explorer<'_>) -> Found {
    let total = explorer.total().expect("it is done");
    assert!(sum(total).is_exact());
    explorer.by_outcome(total).into_iter().map(|(outcome, count)| (outcome.clone(), count.to_string())).collect()
}

fn walked(scenario: &Scenario) -> Found {
    let mut found: BTreeMap<Outcome, u64> = BTreeMap::new();
    schedules::walk(scenario, &mut |trace| *found.entry(Outcome::of(scenario, trace.last())).or_default() += 1);
    found.into_iter().map(|(outcome, count)| (outcome, count.to_string())).collect()
}

/// How many schedules perform the one effect how often.
fn charged(found: &Found) -> BTreeMap<u32, String> {
    let times =
        |outcome: &Outcome| outcome.effects.iter().map(|count| count.times).max().expect("an effect is counted");
    let mut charged = BTreeMap::new();
    for (outcome, count) in found {
        let before = charged.insert(times(outcome), count.clone());
        assert_eq!(before, None, "one outcome for each number of charges");
    }
    charged
}

#[track_caller]
fn one(text: &str) -> Arc<Scenario> {
    let document = open(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    document.scenario(&[]).clone()
}

fn race(handler: &str, workers: usize, crashes: u32) -> Arc<Scenario> {
    let mut text = HANDLERS.to_owned();
    if crashes > 0 {
        text.push_str(&format!("faults crash {crashes}\n"));
    }
    for worker in 1..=workers {
        text.push_str(&format!("job charge-77\nworker W{worker} runs {handler} on job {worker}\n"));
    }
    one(&text)
}

const HANDLERS: &str = "
table  jobs        (id serial, key)
effect charges     (id serial, key, worker)
table  keys_plain  (key)
table  keys_unique (key unique, at)
handler loose {
  read keys_plain where key = job.key as seen
  if seen { return }
  do charges (key: job.key, worker: me)
  insert keys_plain (key: job.key)
}
handler claim {
  insert keys_unique (key: job.key, at: now) else { return }
  do charges (key: job.key, worker: me)
}
handler work_first {
  do charges (key: job.key, worker: me)
  insert keys_unique (key: job.key, at: now) else { return }
}
";

/// Every design of the guide's scenarios.
fn shipped() -> Vec<Arc<Scenario>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios/guide");
    let paths = fs::read_dir(folder).expect("the guide is there").map(|entry| entry.expect("readable").path());
    let mut texts: Vec<String> = paths.map(|path| fs::read_to_string(path).expect("text")).collect();
    texts.sort();
    texts.iter().flat_map(|text| open(text).expect("right").designs).collect()
}
