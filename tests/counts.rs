//! Exact counts as data: `tests/counts.tsv`, every row of it computed anew and held against another way to count.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/races.rs"]
mod races;
#[path = "support/schedules.rs"]
mod schedules;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use ran_twice::check::count::Count;
use ran_twice::check::explore::{Explorer, Progress, sum};
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::readiness::enabled;
use ran_twice::sim::step::apply;

use races::race;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/counts.tsv");

const HEAD: &str = "\
# Every schedule of one job that some workers race for, counted. Each row is computed anew by tests/counts.rs;
# UPDATE_GOLDEN=1 cargo test --test counts writes it anew. The handlers stand in tests/support/races.rs.
# states: with all merged that merges. apart: with workers told apart. by charges: schedules in which the effect happens
# so many times. checked: each schedule walked, or the same counts with workers told apart.
handler\tworkers\tcrashes\tschedules\tstates\tapart\tby charges\tchecked
";

/// Schedules that brute force walks at most: past that, seconds.
const WALKED_MAX: u32 = 40_000;

/// Handler, workers at most without a crash, with one, with two: as far as workers told apart are explored in about a
/// second by a test that is not optimized.
const SIZES: &[(&str, [usize; 3])] =
    &[("loose", [6, 6, 6]), ("claim", [6, 6, 6]), ("work_first", [6, 6, 6]), ("six_steps", [5, 5, 4])];

#[test]
fn every_row_of_the_table_is_what_is_counted() {
    let wanted = table();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(TABLE, wanted).expect("the table can be written");
        return;
    }
    let found = std::fs::read_to_string(TABLE).expect("the table is there");
    for (line, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "line {} of tests/counts.tsv: UPDATE_GOLDEN=1 writes it anew", line + 1);
    }
    assert_eq!(found, wanted);
}

fn table() -> String {
    let mut table = HEAD.to_owned();
    let mut rows = 0;
    for (handler, largest) in SIZES {
        for (crashes, largest) in largest.iter().enumerate() {
            for workers in 1..=*largest {
                let scenario = race(handler, workers, crashes as u32);
                let _ = writeln!(table, "{handler}\t{workers}\t{crashes}\t{}", row(&scenario));
                rows += 1;
            }
        }
    }
    counters::count("exact-counts", rows);
    table
}

/// From the number of schedules to how it was checked.
fn row(scenario: &Scenario) -> String {
    let merged = explored(scenario, Merging::default());
    let apart = explored(scenario, Merging { symmetry: false, clearing: true });
    let counts = by_charges(&merged);
    assert_eq!(counts, by_charges(&apart), "symmetry changes no count");
    let all = sum(merged.total().expect("done"));
    let checked = if Count::from(WALKED_MAX).at_least(all) {
        assert_eq!(counts, walked(scenario), "each schedule counts once");
        let plain = explored(scenario, Merging { symmetry: false, clearing: false });
        assert_eq!(plain.states(), reached(scenario), "each state is one node where nothing merges");
        "brute force"
    } else {
        "symmetry on and off"
    };
    let by_charges: Vec<String> = counts.iter().map(|(times, count)| format!("{times}: {count}")).collect();
    format!("{all}\t{}\t{}\t{}\t{checked}", merged.states(), apart.states(), by_charges.join(", "))
}

fn explored(scenario: &Scenario, merging: Merging) -> Explorer<'_> {
    let mut explorer = Explorer::new(scenario, merging);
    assert_eq!(explorer.finish(), Progress::Done);
    explorer
}

/// How many schedules perform the one effect how often.
fn by_charges(explorer: &Explorer<'_>) -> BTreeMap<u32, String> {
    let total = explorer.total().expect("done");
    assert!(sum(total).is_exact());
    let counts = explorer.by_outcome(total).into_iter();
    counts.map(|(outcome, count)| (charges(outcome), count.decimal())).collect()
}

/// The same by walking each schedule.
fn walked(scenario: &Scenario) -> BTreeMap<u32, String> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    schedules::walk(scenario, &mut |trace| {
        *counts.entry(charges(&Outcome::of(scenario, trace.last()))).or_default() += 1;
    });
    counts.into_iter().map(|(times, count)| (times, count.to_string())).collect()
}

/// How many different states there are.
fn reached(scenario: &Scenario) -> usize {
    let start = Trace::start(scenario).last().clone();
    let mut open = vec![start.clone()];
    let mut seen = HashSet::from([start]);
    while let Some(state) = open.pop() {
        for action in enabled(scenario, &state) {
            let next = apply(scenario, &state, action).expect("it is enabled").state;
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen.len()
}

/// How often the one effect was performed for the one intent. Nothing here fails or is stuck.
fn charges(outcome: &Outcome) -> u32 {
    assert_eq!((outcome.effects.len(), outcome.stuck, outcome.failed), (1, false, 0));
    outcome.effects[0].times
}
