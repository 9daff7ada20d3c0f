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
}

impl State {
    /// The rows of a table or an effect.
    #[must_use]
    pub fn rows(&self, table: TableId) -> &Rows {
        &self.tables[table.index()]
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
