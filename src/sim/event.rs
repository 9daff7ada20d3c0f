//! What an action did, in the order it did it: enough to tell the step without looking at the program.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::sync::Arc;

use super::failure::{Failure, Refusal};
use super::store::Row;
use crate::lang::scenario::{DeliveryId, IntentId, ProcessId, TableId};
use crate::lang::value::Value;

/// One thing an action did. Row numbers are places in the table's list of rows, from 0, at that moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A read found this row, or none.
    RowRead { table: TableId, found: Option<usize> },
    /// A count gave this number.
    Counted { table: TableId, rows: usize },
    /// A row was added at `row` (always the end).
    RowAdded { table: TableId, row: usize },
    /// An insert or an update was refused by UNIQUE: the row that owns the key, and the row as it would have been.
    RowRefused { table: TableId, owner: usize, attempted: Row, refusal: Refusal },
    /// A row was changed; `before` is how it was.
    RowChanged { table: TableId, row: usize, before: Row },
    /// A row was removed; `row` is where it stood before this statement removed any.
    RowRemoved { table: TableId, row: usize, before: Row },
    /// An update or a delete hit this many rows.
    RowsHit { table: TableId, rows: usize },
    /// An effect was performed, for this intent.
    EffectPerformed { effect: TableId, row: usize, intent: IntentId },
    /// One more delivery was handed over.
    Enqueued { delivery: DeliveryId },
    /// The virtual clock moved.
    ClockMoved { from_ms: i64, to_ms: i64 },
    /// The statement failed for another reason than UNIQUE.
    StatementFailed { failure: Arc<Failure> },
    /// A line was said.
    Said { text: Arc<str> },
    /// A process began: its `after` has ended.
    Started { process: ProcessId },
    /// A process began its next turn.
    TurnBegan { process: ProcessId, turn: u32 },
    /// A run came to its end.
    Ended { process: ProcessId, answer: Value },
    /// A run failed: nothing caught the failure.
    RunFailed { process: ProcessId, failure: Arc<Failure> },
    /// A process died.
    Crashed { process: ProcessId },
}
