//! Where a process stands: its place in its program, its variables, how it ended.

use std::sync::Arc;

use super::failure::Failure;
use crate::lang::program::CodeIndex;
use crate::lang::scenario::DeliveryId;
use crate::lang::value::Value;

/// What is private to one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcessState {
    /// Is it running, and where?
    pub phase: Phase,
    /// Which of its lives this is, from 1: the 2 in `W1-2`.
    pub life: u32,
    /// Which turn of its program this is, from 1.
    pub turn: u32,
    /// The delivery it holds.
    pub delivery: Option<DeliveryId>,
    /// Its variables, by slot. Empty once its run is over.
    pub variables: Vec<Value>,
    /// The last failure of this run: what `error.code` reads.
    pub error: Option<Arc<Failure>>,
}

/// How far a process has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// It starts when another process has ended.
    Waiting,
    /// It stands before the atomic statement at this place of its program.
    Running {
        /// Always the place of an atomic statement.
        at: CodeIndex,
    },
    /// Its run came to an end.
    Ended {
        /// What `return e` gave.
        answer: Value,
    },
    /// A statement failed and nothing caught it.
    Failed(Arc<Failure>),
    /// It died.
    Crashed,
}

impl ProcessState {
    /// The place of the statement it takes next; none where its run is over or has not begun.
    #[must_use]
    pub fn next(&self) -> Option<CodeIndex> {
        match self.phase {
            Phase::Running { at } => Some(at),
            Phase::Waiting | Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => None,
        }
    }

    /// Is its run over, however it went?
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.phase {
            Phase::Waiting | Phase::Running { .. } => false,
            Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => true,
        }
    }
}
