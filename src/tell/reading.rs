//! How to read a result: six readings, which of them the final tables alone fit, and which one this run decides.

use super::inline::Sentence;
use crate::check::trace::Trace;
use crate::lang::scenario::Scenario;
use crate::sim::state::State;

/// Names a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReadingId {
    /// One effect, and nothing was refused.
    OneAfterTheOther,
    /// The effect more than once, the key as often.
    KeyTwice,
    /// UNIQUE refused the second key.
    Refused,
    /// The effect more than once, the key once: a death between work and key.
    DiedBeforeTheKey,
    /// The key, and no effect.
    ClaimedAndLost,
    /// The effect more than once, the key once: the key was dropped in between.
    KeyDropped,
}

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which.
    pub id: ReadingId,
    /// The step of the guide that shows it.
    pub step: u32,
    /// What you see.
    pub you_see: &'static str,
    /// What it means.
    pub it_means: &'static str,
    /// What to do next.
    pub do_next: &'static str,
}

/// The readings with the ones marked that apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// All six, in the order of the guide.
    pub rows: Vec<PlacedReading>,
    /// What to say above them: that two fit the tables and which the run decides, or that nothing has run.
    pub note: Option<Sentence>,
}

/// One reading, and whether it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedReading {
    /// The reading.
    pub reading: Reading,
    /// Do the final tables alone fit it?
    pub fits: bool,
    /// Is it the one that this run decides?
    pub here: bool,
}

/// The six readings, in the order of the guide.
pub const READINGS: [Reading; 6] = [
    Reading {
        id: ReadingId::OneAfterTheOther,
        step: 2,
        you_see: "One effect from two deliveries, one after the other",
        it_means: "It holds while nothing overlaps",
        do_next: "Race it: two workers at once",
    },
    Reading {
        id: ReadingId::KeyTwice,
        step: 3,
        you_see: "Two effects, and the key twice",
        it_means: "Both looked before either wrote",
        do_next: "Let UNIQUE decide who is first",
    },
    Reading {
        id: ReadingId::Refused,
        step: 4,
        you_see: "One effect, and errcode 2067 from the other worker",
        it_means: "The second key was turned away before the work",
        do_next: "Count it as handled, not as failed",
    },
    Reading {
        id: ReadingId::DiedBeforeTheKey,
        step: 5,
        you_see: "Two effects, one key",
        it_means: "The work was done, and its worker died before the key",
        do_next: "Write the key before the work",
    },
    Reading {
        id: ReadingId::ClaimedAndLost,
        step: 6,
        you_see: "No effect, one key",
        it_means: "Claimed, and then nobody did the work",
        do_next: "Give the key's row a status, and something that frees it",
    },
    Reading {
        id: ReadingId::KeyDropped,
        step: 7,
        you_see: "A key dropped, then a second effect",
        it_means: "The key was gone before the last delivery came",
        do_next: "Keep keys longer than the sender goes on sending",
    },
];

/// Which readings the final tables alone fit, in the order of the guide.
#[must_use]
pub fn fits(scenario: &Scenario, end: &State) -> Vec<ReadingId> {
    let _ = (scenario, end);
    todo!()
}

/// The one reading that this run decides, by its deaths, refusals and drops; none where no reading fits.
#[must_use]
pub fn decided(scenario: &Scenario, trace: &Trace) -> Option<ReadingId> {
    let _ = (scenario, trace);
    todo!()
}

/// All six with the ones marked that apply to the end of this run.
#[must_use]
pub fn placed(scenario: &Scenario, trace: &Trace) -> Placed {
    let _ = (scenario, trace);
    todo!()
}
