//! What leads from a node to the next.

use super::graph::{Node, Private};
use crate::lang::scenario::{DeliveryId, Fault, ProcessId, Scenario};
use crate::sim::action::Action;
use crate::sim::readiness::struck;

/// What happens along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A process steps.
    Step,
    /// A lease ends whose holder is gone.
    LeaseEnds(DeliveryId),
    /// A fault strikes a process.
    Strike(Fault),
    /// A fault strikes a job.
    StrikeJob(Fault, DeliveryId),
}

impl Kind {
    /// What can happen to a process of this scenario: it steps, and the faults that the scenario allows strike.
    pub(super) fn of_processes(scenario: &Scenario) -> Vec<Self> {
        let faults = struck(scenario).filter(|fault| !fault.strikes_job()).map(Self::Strike);
        std::iter::once(Self::Step).chain(faults).collect()
    }

    /// The kind of an action.
    #[must_use]
    pub fn of(action: Action) -> Self {
        match action {
            Action::Step(_) => Self::Step,
            Action::LeaseEnds(job) => Self::LeaseEnds(job),
            Action::Strike(fault, _) => Self::Strike(fault),
            Action::StrikeJob(fault, job) => Self::StrikeJob(fault, job),
        }
    }

    /// The action of this kind; `process` is whose it is, where it is a process's.
    #[must_use]
    pub fn action(self, process: impl FnOnce() -> ProcessId) -> Action {
        match self {
            Self::Step => Action::Step(process()),
            Self::LeaseEnds(job) => Action::LeaseEnds(job),
            Self::Strike(fault) => Action::Strike(fault, process()),
            Self::StrikeJob(fault, job) => Action::StrikeJob(fault, job),
        }
    }

    /// Is it a fault?
    #[must_use]
    pub fn is_fault(self) -> bool {
        match self {
            Self::Step | Self::LeaseEnds(_) => false,
            Self::Strike(_) | Self::StrikeJob(..) => true,
        }
    }

    /// Does it happen to a process?
    #[must_use]
    pub fn has_process(self) -> bool {
        matches!(self, Self::Step | Self::Strike(_))
    }
}

/// What leads from a state to the next: an action of a process that stands at `mover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: Node,
    /// Where the process stands before; of no meaning where it happens to a job.
    pub mover: Private,
    /// Where it stands after.
    pub moved: Private,
    /// What happens.
    pub kind: Kind,
    /// For how many actions it stands: as many as processes stand at `mover`.
    pub many: u8,
    /// Does UNIQUE refuse a row along it?
    pub refuses: bool,
}
