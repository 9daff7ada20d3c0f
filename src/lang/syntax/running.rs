//! Who runs, on what and in which order, as it is written: workers, the queue, faults, schedules.

use super::Ident;
use crate::lang::scenario::Fault;
use crate::lang::span::Span;

/// `worker W1 runs H on job 1 after W2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its name.
    pub name: Ident,
    /// The handler it runs.
    pub handler: Ident,
    /// The delivery it is handed; none where it takes jobs from the queue.
    pub job: Option<JobNumber>,
    /// It starts when this one has ended.
    pub after: Option<Ident>,
    /// The line.
    pub span: Span,
}

/// The 1 of `job 1`: the number of a delivery, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobNumber {
    /// As written.
    pub number: i64,
    /// Where it stands.
    pub span: Span,
}

/// `job 1` or NAME, where a schedule or a claim speaks of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobName {
    /// `job 1`.
    Number(JobNumber),
    /// NAME.
    Name(Ident),
}

/// `queue (lease: 30s, attempts: 3)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// How long a job is its taker's, in milliseconds.
    pub lease_ms: i64,
    /// How often a job is handed over at most.
    pub attempts: u32,
    /// The line.
    pub span: Span,
}

/// `crash 1 of W1`.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultBudget {
    /// What may strike.
    pub fault: Fault,
    /// How often at most.
    pub times: u32,
    /// Of which process; any worker where nothing is said.
    pub of: Option<Ident>,
    /// From the fault's word to the end of the item.
    pub span: Span,
}

/// `schedule overlap W1 crash W1 W2*`.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Its items; the first may turn out to be the name.
    pub items: Vec<ScheduleItem>,
    /// The line.
    pub span: Span,
}

/// One item of a schedule, before its name is looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleItem {
    /// What is to happen.
    pub move_: Move,
    /// The whole item.
    pub span: Span,
}

/// What an item of a schedule asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// `W1`.
    Step(Ident),
    /// `W1*`.
    Finish(Ident),
    /// `crash W1`: a fault that strikes a process.
    Strike(Fault, Ident),
    /// `lease job 1`: a fault that strikes a job.
    StrikeJob(Fault, JobName),
}

impl Schedule {
    /// The first word, where it may be the schedule's name: nothing else stands with it.
    #[must_use]
    pub fn first_word(&self) -> Option<&Ident> {
        match &self.items.first()?.move_ {
            Move::Step(name) => Some(name),
            Move::Finish(_) | Move::Strike(..) | Move::StrikeJob(..) => None,
        }
    }
}
