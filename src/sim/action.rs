//! What can happen next.

use crate::lang::scenario::{DeliveryId, Fault, ProcessId, Scenario};

/// One thing that can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// A process takes its next step.
    Step(ProcessId),
    /// The lease of a job ends whose holder died, or ended without a word to the queue.
    LeaseEnds(DeliveryId),
    /// A fault strikes a process. It may happen, and need not.
    Strike(Fault, ProcessId),
    /// A fault strikes a job: its lease ends while the holder still works, or an operator makes it ready again.
    StrikeJob(Fault, DeliveryId),
}

impl Action {
    /// The process it happens to; none for what happens to a job.
    #[must_use]
    pub fn process(self) -> Option<ProcessId> {
        match self {
            Self::Step(process) | Self::Strike(_, process) => Some(process),
            Self::LeaseEnds(_) | Self::StrikeJob(..) => None,
        }
    }

    /// The job it happens to; none for what happens to a process.
    #[must_use]
    pub fn delivery(self) -> Option<DeliveryId> {
        match self {
            Self::Step(_) | Self::Strike(..) => None,
            Self::LeaseEnds(delivery) | Self::StrikeJob(_, delivery) => Some(delivery),
        }
    }

    /// The fault that strikes; none where nothing goes wrong. A fault is always optional, so a schedule may end while one is
    /// still possible.
    #[must_use]
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::Step(_) | Self::LeaseEnds(_) => None,
            Self::Strike(fault, _) | Self::StrikeJob(fault, _) => Some(fault),
        }
    }

    /// Is it a fault?
    #[must_use]
    pub fn is_fault(self) -> bool {
        self.fault().is_some()
    }

    /// As a schedule writes it: `W1`, `crash W1`, `lease job 1`.
    #[must_use]
    pub fn text(self, scenario: &Scenario) -> String {
        match self {
            Self::Step(process) => scenario.process(process).name.to_string(),
            Self::Strike(fault, process) => [fault.word(), " ", &scenario.process(process).name].concat(),
            Self::LeaseEnds(delivery) => job(Fault::Lease, delivery),
            Self::StrikeJob(fault, delivery) => job(fault, delivery),
        }
    }
}

fn job(fault: Fault, delivery: DeliveryId) -> String {
    [fault.word(), " job ", &(delivery.index() + 1).to_string()].concat()
}
