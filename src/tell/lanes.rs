//! The schedule: one lane a process, one column a step, and at the playhead a slot for each lane.

use super::inline::Who;
use super::moment::Moment;
use crate::sim::action::Action;

/// The whole schedule at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// What stands over each column: its number, or `next`. One more than the run has steps where the run stops
    /// before it is complete.
    pub columns: Vec<Column>,
    /// One lane a process, in order of declaration.
    pub lanes: Vec<Lane>,
    /// The column the playhead stands before; equals the number of steps at the end.
    pub playhead: usize,
    /// Faults that can strike now.
    pub faults: Vec<Offer>,
}

/// What stands over a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `3`, or `next`.
    pub head: String,
    /// Is it the one that comes next?
    pub next: bool,
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which.
    pub who: Who,
    /// Its pills, from left to right; they never overlap.
    pub pills: Vec<Pill>,
    /// Where its run is over at this moment: how, and the column after its last step.
    pub over: Option<Over>,
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The first column after it.
    pub column: usize,
    /// `done`, `stopped`, `failed`, `died`.
    pub word: &'static str,
}

/// A pill in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pill {
    /// Its column, from 0.
    pub column: usize,
    /// How many columns it spans, at least 1.
    pub span: usize,
    /// When it is, seen from the playhead.
    pub state: PillState,
    /// What came of it, or will in this run.
    pub result: PillResult,
    /// The words where there is room: `read keys_plain → none`, `or let W2 go first`.
    pub long: String,
    /// The words where there is little: `read`, `W2`.
    pub short: String,
    /// The whole in words, for who hears it: `step 2, W2: read keys_plain, none`.
    pub label: String,
    /// What pressing it does; none for what cannot be pressed.
    pub press: Option<Press>,
}

/// When a pill is, seen from the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillState {
    /// Taken before.
    Done,
    /// Just taken.
    Now,
    /// Comes next in this run.
    Next,
    /// Comes later in this run.
    Planned,
    /// Another process that could go first.
    Alternative,
    /// Cannot go; the words say why.
    Blocked,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillResult {
    /// Nothing out of the way.
    Ordinary,
    /// A side effect was performed.
    Effect,
    /// UNIQUE refused it.
    Refused,
    /// It failed for another reason.
    Failed,
    /// The process died.
    Crashed,
}

/// What pressing a pill does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Goes to the moment after this many steps.
    Seek(usize),
    /// Takes another action here than the run does.
    Choose(Action),
}

/// A fault that can strike now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Whom.
    pub who: Who,
    /// The action.
    pub action: Action,
    /// `let W1 die here`.
    pub long: String,
}

/// The schedule at this moment.
#[must_use]
pub fn lanes(moment: Moment<'_>) -> Lanes {
    let _ = moment;
    todo!()
}
