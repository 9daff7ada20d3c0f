//! The figures as a table, and the gates.

use std::process::ExitCode;
use std::time::Duration;

use ran_twice_compare::hand::Size;

/// Fewer states than these are over too soon to hold a ratio to.
const GATED_STATES_MIN: usize = 100_000;

/// Who explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The explorer, symmetry and clearing on.
    Merged,
    /// The explorer, both off.
    Plain,
    /// The model built in, 256-bit counts.
    HardCount,
    /// The model built in, 128-bit counts.
    HardU128,
    /// stateright on the hand-written model, breadth first.
    HandBreadth,
    /// The same, depth first.
    HandDepth,
    /// stateright driving the engine, breadth first.
    EngineBreadth,
}

const SIDES: usize = 7;

/// All that was measured of one size.
pub struct Contest {
    size: Size,
    merged_states: usize,
    /// None where only the merged exploration was run.
    pub plain_states: Option<usize>,
    fastest: [Option<Duration>; SIDES],
}

/// A ratio that is printed, and its least where it is gated.
struct Ratio {
    name: &'static str,
    of: (Side, Side),
    at_least: f64,
    /// Is it held to that at this size?
    gated: fn(&Contest) -> bool,
}

const RATIOS: [Ratio; 6] = [
    Ratio {
        name: "stateright driving this engine, time ÷ ours",
        of: (Side::EngineBreadth, Side::Plain),
        at_least: 8.0,
        gated: large,
    },
    Ratio {
        name: "stateright breadth first by hand, time ÷ ours",
        of: (Side::HandBreadth, Side::Plain),
        at_least: 2.0,
        gated: large,
    },
    Ratio {
        name: "stateright depth first by hand, time ÷ ours",
        of: (Side::HandDepth, Side::Plain),
        at_least: 0.0,
        gated: |_| false,
    },
    Ratio {
        name: "same question, its full search ÷ ours merged",
        of: (Side::HandBreadth, Side::Merged),
        at_least: 100.0,
        gated: |contest| contest.size.workers == 5 && contest.size.crashes == 1,
    },
    Ratio { name: "model built in, time ÷ ours", of: (Side::HardCount, Side::Plain), at_least: 0.8, gated: large },
    // 256-bit counts at most 1.2 times the time: the inverse at least 1 / 1.2.
    Ratio {
        name: "128-bit counts, time ÷ 256-bit counts",
        of: (Side::HardU128, Side::HardCount),
        at_least: 1.0 / 1.2,
        gated: large,
    },
];

fn large(contest: &Contest) -> bool {
    contest.plain_states.is_some_and(|states| states >= GATED_STATES_MIN)
}

impl Contest {
    /// Before its first round.
    pub fn new(size: Size, merged_states: usize) -> Self {
        Self { size, merged_states, plain_states: None, fastest: [None; SIDES] }
    }

    /// Notes how long a side took in a round.
    pub fn took(&mut self, side: Side, time: Duration) {
        let fastest = &mut self.fastest[side as usize];
        *fastest = Some(fastest.map_or(time, |known| known.min(time)));
    }

    fn ratio(&self, (left, right): (Side, Side)) -> Option<f64> {
        Some(self.fastest[left as usize]?.as_secs_f64() / self.fastest[right as usize]?.as_secs_f64())
    }
}

/// Prints the times of one size.
pub fn line(contest: &Contest) {
    let Size { workers, crashes } = contest.size;
    println!("\n{workers} workers, {crashes} crashes: {} states merged", contest.merged_states);
    if let Some(states) = contest.plain_states {
        println!("{states} states with nothing merged");
    }
    let sides = [
        (Side::Merged, "explorer, merged"),
        (Side::Plain, "explorer, nothing merged"),
        (Side::HardCount, "model built in, 256-bit counts"),
        (Side::HardU128, "model built in, 128-bit counts"),
        (Side::HandBreadth, "stateright by hand, breadth first"),
        (Side::HandDepth, "stateright by hand, depth first"),
        (Side::EngineBreadth, "stateright driving this engine"),
    ];
    for (side, name) in sides {
        let Some(time) = contest.fastest[side as usize] else { continue };
        let states = if side == Side::Merged { Some(contest.merged_states) } else { contest.plain_states };
        let rate = states.unwrap_or(0) as f64 / time.as_secs_f64();
        println!("  {name:<36} {:>11.2} ms {:>12.0} states/s", time.as_secs_f64() * 1e3, rate);
    }
}

/// Prints every ratio at every size; fails where one that is gated is missed, or none was.
pub fn gates(contests: &[Contest]) -> ExitCode {
    let mut well = true;
    for Ratio { name, of, at_least, gated } in &RATIOS {
        println!("\n{name}");
        let mut held = 0;
        for contest in contests {
            let Some(ratio) = contest.ratio(*of) else { continue };
            let Size { workers, crashes } = contest.size;
            let word = match (gated(contest), ratio >= *at_least) {
                (false, _) => String::new(),
                (true, true) => format!("ok, at least {at_least:.2}"),
                (true, false) => format!("MISSED, at least {at_least:.2}"),
            };
            held += usize::from(gated(contest));
            well &= !gated(contest) || ratio >= *at_least;
            println!("  {workers} workers, {crashes} crashes {ratio:>9.2}  {word}");
        }
        // A ratio that no size was large enough for would hold of nothing.
        well &= held > 0 || *at_least == 0.0;
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
