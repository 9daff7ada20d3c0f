//! How fast every schedule is explored, side by side: this engine, stateright driving this engine, stateright on a
//! hand-written model, and the same exploration with that model built in.
//!
//! `cargo run --release --manifest-path benches/compare/Cargo.toml` runs everything in interleaved rounds, takes the
//! fastest of each, prints every ratio and ends with an error where a gate is missed. Nothing is compared before both
//! sides have found the same.

mod checkers;
mod report;

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use ran_twice::check::count::Count;
use ran_twice_compare::hand::Size;
use ran_twice_compare::{hard, ours};

use report::{Contest, Side};

/// Interleaved rounds for sizes that take milliseconds; larger ones get fewer.
const ROUNDS_MAX: usize = 7;

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
    let scenario = Arc::new(ours::scenario(size));
    let (merged, _) = ours::merged(&scenario);
    let mut contest = Contest::new(size, merged.states);
    let mut plain_states = None;
    for round in 0..ROUNDS_MAX {
        contest.took(Side::Merged, timed(|| ours::merged(&scenario)));
        if round == 0 {
            let (found, _) = ours::plain(&scenario);
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
        contest.took(Side::Plain, timed(|| ours::plain(&scenario)));
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
