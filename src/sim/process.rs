//! Where a process stands: its place in its program, its variables, how it ended.

use std::sync::Arc;

use super::failure::Failure;
use super::store::Rows;
use crate::lang::program::CodeIndex;
use crate::lang::scenario::{DeliveryId, Role, Scenario, Table};
use crate::lang::value::Value;

/// What is private to one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcessState {
    /// Is it running, and where?
    pub phase: Phase,
    /// Which of its runs this is, from 1: the 2 in `W1-2`. A worker that takes jobs begins one with each.
    pub life: u32,
    /// Which turn of its program this is, from 1.
    pub turn: u32,
    /// Has it done a statement of this turn? One that is no worker is idle before its first.
    pub begun: bool,
    /// The delivery it holds.
    pub delivery: Option<DeliveryId>,
    /// How often that delivery was handed over, this time included.
    pub attempt: u32,
    /// Its variables, by slot. Empty once its run is over.
    pub variables: Vec<Value>,
    /// The last failure of this run: what `error.code` reads.
    pub error: Option<Arc<Failure>>,
    /// How many texts nobody else has this run has made.
    pub fresh: u32,
    /// Its `memory` tables, by their ids; empty where the scenario has none.
    pub memory: Vec<Arc<Rows>>,
    /// Its open transaction.
    pub transaction: Option<Arc<Transaction>>,
}

/// A transaction that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transaction {
    /// Does it see rows as they were at its first read or write?
    pub snapshot: bool,
    /// The rows of each table as they were then; none before that. One that another has changed since is marked as removed:
    /// it is still seen, and can no longer be changed.
    pub view: Option<Vec<Arc<Rows>>>,
}

/// How far a process has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// It starts when another process has ended.
    Waiting,
    /// It takes the next job from the queue.
    Idle {
        /// What its last run gave.
        answer: Value,
    },
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
    /// Before its first step.
    #[must_use]
    pub fn before(scenario: &Scenario, role: Role) -> Self {
        let has_memory = scenario.tables.iter().any(Table::is_memory);
        let (phase, delivery) = match role {
            Role::Worker(delivery) => (Phase::Waiting, Some(delivery)),
            Role::Taker => (Phase::Idle { answer: Value::Null }, None),
            Role::Other => (Phase::Waiting, None),
        };
        Self {
            phase,
            life: u32::from(role != Role::Taker),
            turn: 1,
            begun: false,
            attempt: u32::from(delivery.is_some()),
            delivery,
            variables: Vec::new(),
            error: None,
            fresh: 0,
            memory: if has_memory { vec![Arc::default(); scenario.tables.len()] } else { Vec::new() },
            transaction: None,
        }
    }

    /// The place of the statement it takes next; none where its run is over or has not begun.
    #[must_use]
    pub fn next(&self) -> Option<CodeIndex> {
        match self.phase {
            Phase::Running { at } => Some(at),
            Phase::Waiting | Phase::Idle { .. } | Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => None,
        }
    }

    /// How many rows it keeps for itself: its memory, and what its transaction sees.
    #[must_use]
    pub fn rows(&self) -> usize {
        let view = self.transaction.as_ref().and_then(|transaction| transaction.view.as_deref()).unwrap_or_default();
        self.memory.iter().chain(view).map(|rows| rows.len()).sum()
    }

    /// Is its run over, however it went?
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.phase {
            Phase::Waiting | Phase::Idle { .. } | Phase::Running { .. } => false,
            Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => true,
        }
    }
}
