//! Every schedule, counted: exact where brute force reaches, the same whatever is merged and however the work is cut.

#[path = "support/races.rs"]
mod races;
#[path = "support/schedules.rs"]
mod schedules;

use std::collections::BTreeMap;

use ran_twice::check::count::Count;
use ran_twice::check::depths::depths;
use ran_twice::check::everywhere;
use ran_twice::check::expectation::{Verdict, refusals};
use ran_twice::check::explore::{End, EndId, Explorer, Progress, Ways, sum};
use ran_twice::check::ordered;
use ran_twice::check::outcome::{Outcome, Sign};
use ran_twice::check::refusals::{Refusals, refused};
use ran_twice::check::relevance::Merging;
use ran_twice::check::trace::Trace;
use ran_twice::check::witness;
use ran_twice::lang::scenario::Scenario;

use races::{OTHERS, guide, one, race};

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
    let mut scenarios = guide();
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

/// It is in no state, so it is held against the events of every schedule.
#[test]
fn as_many_schedules_refuse_a_row_as_brute_force_walks() {
    let mut scenarios = guide();
    for handler in ["loose", "claim", "work_first", "six_steps"] {
        for (workers, crashes) in [(1, 1), (2, 0), (2, 1), (3, 0)] {
            if handler != "six_steps" || workers < 3 {
                scenarios.push(race(handler, workers, crashes));
            }
        }
    }
    scenarios.extend(OTHERS.iter().map(|text| one(text)));
    let (mut all, mut some, mut none) = (0, 0, 0);
    for scenario in scenarios {
        let (mut walked, mut schedules) = (BTreeMap::<Outcome, u64>::new(), 0_u64);
        schedules::walk(&scenario, &mut |trace| {
            schedules += 1;
            if refusals(trace) > 0 {
                *walked.entry(Outcome::of(&scenario, trace.last())).or_default() += 1;
            }
        });
        let refusing: u64 = walked.values().sum();
        let walked: Found = walked.into_iter().map(|(outcome, count)| (outcome, count.to_string())).collect();
        for merging in MERGINGS {
            let mut explorer = Explorer::new(&scenario, merging);
            assert!(Refusals::new(&mut explorer).is_none(), "nothing is told before all is known");
            explorer.finish();
            let ways = refused(&mut explorer).expect("it is done");
            assert_eq!(by_outcome(&explorer, &ways), walked, "{merging:?}");
            let mut sliced = Refusals::new(&mut explorer).expect("it is done");
            while !sliced.run(&mut explorer, 3) {
                assert_eq!(sliced.ways(), None);
            }
            assert_eq!(sliced.ways(), Some(&*ways));
        }
        match refusing {
            0 => none += 1,
            refusing if refusing == schedules => all += 1,
            _ => some += 1,
        }
    }
    assert!(all > 2 && some > 5 && none > 5, "{all} refuse in all, {some} in some, {none} in none");
}

/// Of every schedule: after how many steps all those that begin like it end one way.
#[test]
fn what_is_decided_at_each_depth_is_what_brute_force_finds() {
    let mut scenarios = guide();
    scenarios.extend([race("loose", 3, 0), race("loose", 2, 1), race("claim", 3, 1)]);
    scenarios.extend(OTHERS.iter().map(|text| one(text)));
    for scenario in scenarios {
        let bad = |outcome: &Outcome| outcome.sign() != Some(Sign::Once);
        let mut begun: BTreeMap<Vec<String>, [bool; 2]> = BTreeMap::new();
        let mut walked: Vec<(Vec<String>, bool)> = Vec::new();
        schedules::walk(&scenario, &mut |trace| {
            let names: Vec<String> = trace.actions().map(|action| action.text(&scenario)).collect();
            let bad = bad(&Outcome::of(&scenario, trace.last()));
            for at in 0..=names.len() {
                begun.entry(names[..at].to_vec()).or_default()[usize::from(bad)] = true;
            }
            walked.push((names, bad));
        });
        let longest = walked.iter().map(|(names, _)| names.len()).max().expect("there is a schedule");
        let mut expected = vec![[0_u64; 3]; longest + 1];
        for (depth, counts) in expected.iter_mut().enumerate() {
            for (names, bad) in &walked {
                let [good, lost] = match names.get(..depth) {
                    Some(begin) => begun[begin],
                    None => [!*bad, *bad],
                };
                counts[if good && lost { 0 } else { 1 + usize::from(good) }] += 1;
            }
        }
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        explorer.finish();
        let depths = depths(&mut explorer, |end| bad(&end.outcome)).expect("few states");
        let found: Vec<[u64; 3]> = depths
            .iter()
            .map(|depth| [depth.open, depth.lost, depth.safe].map(|count| count.decimal().parse().expect("small")))
            .collect();
        // A crash that may strike at an end makes a schedule longer, and one that has ended counts as it has.
        assert_eq!(found, expected);
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

/// All that is told of an exploration: totals by kind of end, the kinds, states, edges, a simplest schedule of each.
#[test]
fn however_the_work_is_cut_the_report_is_the_same() {
    let mut scenarios = vec![race("loose", 3, 1), race("six_steps", 2, 1)];
    scenarios.extend(OTHERS.iter().map(|text| one(text)));
    for scenario in scenarios {
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        explorer.finish();
        let whole = report(&mut explorer);
        for slice in [1, 2, 3, 7, 64, 1_000, explorer.edges(), explorer.edges() * 2] {
            let mut explorer = Explorer::new(&scenario, ALL_MERGED);
            while explorer.run(slice) == Progress::Working {
                assert!(explorer.total().is_none(), "nothing is told before all is known");
            }
            assert_eq!(report(&mut explorer), whole, "slices of {slice}");
        }
    }
}

fn report(explorer: &mut Explorer<'_>) -> (Ways, Vec<End>, usize, usize, Vec<Option<Trace>>) {
    let total = explorer.total().expect("it is done").to_vec();
    let ends = explorer.ends().to_vec();
    let simplest = ends.iter().map(|end| witness::simplest(explorer, |other| other == end)).collect();
    (total, ends, explorer.states(), explorer.edges(), simplest)
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

/// The schedule at each place replays to the end that the list claims of that place, and its own place is that one.
#[test]
fn a_schedule_stands_at_its_place_and_ends_as_the_list_claims() {
    let mut scenarios = guide();
    scenarios.extend([race("loose", 2, 1), race("loose", 2, 2), race("claim", 3, 1)]);
    scenarios.extend(OTHERS.iter().map(|text| one(text)));
    for scenario in scenarios {
        let mut explorer = Explorer::new(&scenario, ALL_MERGED);
        explorer.finish();
        let all: u32 = sum(explorer.total().expect("done")).decimal().parse().expect("small");
        let listed = ordered::listed(&explorer, all).expect("all are listed");
        assert_eq!((listed.len(), ordered::nth(&scenario, listed.len())), (all as usize, None));
        // Every schedule of a short list, of a longer one some: the one at a place walks through all before it.
        for place in (0..listed.len()).step_by(listed.len() / 100 + 1) {
            let mut trace = Trace::start(&scenario);
            for action in ordered::nth(&scenario, place).expect("a schedule for each place") {
                trace.take(&scenario, action).expect("it replays");
            }
            assert!(trace.complete(&scenario));
            let claimed = &explorer.ends()[usize::from(listed[place].0)].outcome;
            assert_eq!(Outcome::of(&scenario, trace.last()), *claimed, "schedule {place} of {all}");
            let before = ordered::before(&explorer, &trace).expect("its states are known");
            assert_eq!(before.last().map(|count| count.decimal()), Some(place.to_string()));
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

/// Two hundred rows whose order counts: few states fill the memory.
#[test]
fn too_many_rows_are_told_as_a_bound() {
    let text = "table t (who)\nprocess a repeats 100 { insert t (who: \"a\") }\nprocess b repeats 100 { insert t (who: \"b\") }\n\
                process c {\n read t where who = \"a\" as first\n let seen = first.who\n}\nexpect every schedule: (count t where who = \"a\") <= 100";
    let scenario = one(text);
    let mut explorer = Explorer::new(&scenario, Merging { symmetry: false, clearing: false });
    assert_eq!(explorer.finish(), Progress::Stopped);
    assert!(explorer.states() < 100_000, "{} states", explorer.states());
}

/// Outcomes with their counts, in decimal.
type Found = BTreeMap<Outcome, String>;

fn explored(scenario: &Scenario, merging: Merging) -> Found {
    let mut explorer = Explorer::new(scenario, merging);
    assert_eq!(explorer.finish(), Progress::Done);
    by_outcome(&explorer, explorer.total().expect("it is done"))
}

fn by_outcome(explorer: &Explorer<'_>, ways: &[(EndId, Count)]) -> Found {
    assert!(sum(ways).is_exact());
    explorer.by_outcome(ways).into_iter().map(|(outcome, count)| (outcome.clone(), count.to_string())).collect()
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
