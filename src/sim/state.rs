//! Everything that can differ between two moments and affects the future.

use std::sync::Arc;

use super::process::ProcessState;
use super::store::Rows;
use crate::lang::scenario::{DeliveryId, IntentId, TableId};
use crate::lang::value::{Name, Value};

/// A moment of a run. Compares by value: equal states have equal futures. What only looks backwards (lines said, the
/// number of steps) lives in the trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The rows of each table and effect, in order of declaration.
    pub tables: Vec<Arc<Rows>>,
    /// Each process, in order of declaration.
    pub processes: Vec<ProcessState>,
    /// Deliveries handed over so far.
    pub deliveries: Vec<Arc<Delivery>>,
    /// Where each delivery stands in the queue; empty where there is none.
    pub queue: Vec<Queued>,
    /// The virtual clock, in milliseconds.
    pub clock_ms: i64,
    /// What is left of each fault budget, in order of declaration.
    pub faults_left: Vec<u32>,
}

/// One delivery of an intent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Delivery {
    /// The intent it serves.
    pub intent: IntentId,
    /// Its fields, `key` first.
    pub fields: Vec<(Name, Value)>,
    /// 0 where no job's handler enqueued it, else one more than that job's.
    pub generation: u8,
}

/// Where a delivery stands in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Queued {
    /// What the queue knows of it.
    pub status: Status,
    /// How often it was handed over.
    pub attempts: u32,
    /// How often it may still be.
    pub left: u32,
}

/// What a queue knows of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Whoever is idle may take it.
    Ready,
    /// It was taken, and its lease has not ended.
    Leased {
        /// When the lease ends, in milliseconds.
        until_ms: i64,
        /// Does its holder still work on it? Else the holder died, or ended without a word to the queue.
        working: bool,
    },
    /// It is done.
    Acked,
    /// It was handed over as often as it may be.
    Dead,
}

impl State {
    /// The rows of a table or an effect.
    #[must_use]
    pub fn rows(&self, table: TableId) -> &Rows {
        &self.tables[table.index()]
    }

    /// The rows of a table or an effect that are committed.
    pub fn committed(&self, table: TableId) -> impl Iterator<Item = &Arc<[Value]>> {
        self.rows(table).iter().filter_map(|row| row.seen_by(None))
    }

    /// The delivery with this id.
    #[must_use]
    pub fn delivery(&self, id: DeliveryId) -> &Delivery {
        &self.deliveries[id.index()]
    }
}

impl Delivery {
    /// A field by name; null where the delivery has none of it.
    #[must_use]
    pub fn field(&self, name: &str) -> Value {
        self.fields.iter().find(|(field, _)| &**field == name).map_or(Value::Null, |(_, value)| value.clone())
    }
}
