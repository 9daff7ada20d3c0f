//! How fast every schedule is explored, side by side: this engine, stateright driving this engine, stateright on a
//! hand-written model, and the same exploration with that model built in.
//!
//! `cargo run --release --manifest-path benches/compare/Cargo.toml` runs everything in interleaved rounds, takes the
//! fastest of each, prints every ratio and ends with an error where a gate is missed. Nothing is compared before both
//! sides have found the same.

mod checkers;
mod hand;
mod hard;
mod report;

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use ran_twice::check::count::Count;
use ran_twice::check::explore::{Explorer, Progress};
use ran_twice::check::load::open;
use ran_twice::check::relevance::Merging;
use ran_twice::check::variant::{with_fault, with_workers};
use ran_twice::lang::scenario::{Fault, Scenario};

use hand::Size;
use hard::Found;
use report::{Contest, Side};

/// Interleaved rounds for sizes that take milliseconds; larger ones get fewer.
const ROUNDS_MAX: usize = 7;

/// States past which a size is explored with symmetry only: the breadth-first searches would need minutes and most of a
/// laptop's memory.
const PLAIN_STATES_MAX: usize = 4_000_000;

fn main() -> std::process::ExitCode {
    let mut contests = Vec::new();
    for workers in [4, 5, 6] {
        for crashes in [0, 1] {
            contests.push(contest(Size { workers, crashes }));
            report::line(contests.last().expect("one was just pushed"));
        }
    }
    report::gates(&contests)
}

fn contest(size: Size) -> Contest {
    let scenario = scenario(size);
    let (merged, _) = merged(&scenario);
    let mut contest = Contest::new(size, merged.states);
    let mut plain_states = None;
    for round in 0..ROUNDS_MAX {
        contest.took(Side::Merged, timed(|| self::merged(&scenario)));
        if round == 0 {
            let (found, _) = plain(&scenario);
            plain_states = found.map(|found| {
                assert_eq!(found.by_charges, merged.by_charges, "merging changes no count");
                found.states
            });
        }
        let Some(states) = plain_states else { continue };
        if round >= rounds(states) {
            break;
        }
        contest.plain_states = Some(states);
        let visited = |found: usize| assert_eq!(found, states, "both visit the same states");
        contest.took(Side::Plain, timed(|| plain(&scenario)));
        contest.took(
            Side::HardCount,
            timed(|| {
                let found = hard::explore::<Count>(size);
                assert_eq!((found.states, &found.by_charges), (states, &merged.by_charges));
            }),
        );
        contest.took(
            Side::HardU128,
            timed(|| {
                let found = hard::explore::<u128>(size);
                assert_eq!((found.states, &found.by_charges), (states, &merged.by_charges));
            }),
        );
        contest.took(Side::HandBreadth, timed(|| visited(checkers::breadth_first_by_hand(size))));
        contest.took(Side::HandDepth, timed(|| visited(checkers::depth_first_by_hand(size))));
        contest.took(Side::EngineBreadth, timed(|| visited(checkers::breadth_first_by_engine(&scenario))));
    }
    contest
}

/// So that a size takes at most a minute or two.
fn rounds(states: usize) -> usize {
    match states {
        0..100_000 => ROUNDS_MAX,
        100_000..1_000_000 => 5,
        _ => 2,
    }
}

/// Processor time of all threads together: what else the machine does counts as little as possible. No side has more than
/// one thread at work.
fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let start = ProcessTime::now();
    let made = run();
    let took = start.elapsed();
    drop(made);
    took
}

fn scenario(size: Size) -> Arc<Scenario> {
    let document = open(include_str!("../six-steps.twice")).expect("the file is right");
    let larger = with_workers(document.scenario(&[]), size.workers).expect("one worker is there to repeat");
    Arc::new(with_fault(&larger, Fault::Crash, u32::from(size.crashes)).expect("one crash is allowed"))
}

/// Verdict and exact counts with all merged that merges; and the explorer, so that its end is not timed.
fn merged(scenario: &Scenario) -> (Found, Explorer<'_>) {
    let mut explorer = Explorer::new(scenario, Merging::default());
    assert_eq!(explorer.finish(), Progress::Done);
    (found(&explorer), explorer)
}

/// The same with nothing merged; none where that is more than is worth comparing.
fn plain(scenario: &Scenario) -> (Option<Found>, Explorer<'_>) {
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
