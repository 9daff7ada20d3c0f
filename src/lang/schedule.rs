//! What may happen out of turn, and in which order a file lets things happen.

use super::scenario::{DeliveryId, IntentId, ProcessId};
use super::span::Span;
use super::value::Name;

/// Which delivery an item of a schedule or a claim speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobRef {
    /// `job 2`.
    Delivery(DeliveryId),
    /// A NAME: any delivery of it.
    Intent(IntentId),
}

/// How often a fault may strike at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultBudget {
    /// Which fault.
    pub fault: Fault,
    /// Only this process; without one, any worker.
    pub of: Option<ProcessId>,
    /// How often at most.
    pub times: u32,
}

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// A process dies: its variables are gone, committed rows and effects stay.
    Crash,
    /// An ack does not reach the queue; the run does not learn of it.
    Lost,
    /// A `do`, an `enqueue` or a read of an effect raises before it happens.
    Fail,
    /// A `do` or an `enqueue` happens, and its reply is lost: it raises all the same.
    Reply,
    /// A statement on a table raises before it happens.
    Store,
    /// A `commit` rolls back and fails.
    Commit,
    /// A lease ends while its holder still works.
    Lease,
    /// An operator makes a job ready again that is acked or dead.
    Redeliver,
}

impl Fault {
    /// Every fault, in the order in which they are offered.
    pub const ALL: [Self; 8] =
        [Self::Crash, Self::Lost, Self::Fail, Self::Reply, Self::Store, Self::Commit, Self::Lease, Self::Redeliver];

    /// Its word in the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Lost => "lost",
            Self::Fail => "fail",
            Self::Reply => "reply",
            Self::Store => "store",
            Self::Commit => "commit",
            Self::Lease => "lease",
            Self::Redeliver => "redeliver",
        }
    }

    /// The fault of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.word() == word)
    }

    /// Does it strike a job and not a process?
    #[must_use]
    pub fn strikes_job(self) -> bool {
        matches!(self, Self::Lease | Self::Redeliver)
    }
}

/// A schedule that the file gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Its name; none for the run shown first.
    pub name: Option<Name>,
    /// Its items in order.
    pub items: Vec<ScheduleItem>,
    /// Where it is declared.
    pub span: Span,
}

/// One item of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleItem {
    /// What is to happen.
    pub move_: Move,
    /// Where it stands in the text it came from.
    pub span: Span,
}

/// What a schedule's item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `W1`: one step.
    Step(ProcessId),
    /// `W1*`: steps until its run has ended.
    Finish(ProcessId),
    /// `crash W1`, `lost W1`: a fault that strikes a process.
    Strike(Fault, ProcessId),
    /// `lease JOB`: its lease ends.
    Lease(JobRef),
    /// `redeliver JOB`.
    Redeliver(JobRef),
}
