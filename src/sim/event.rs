//! What an action did, in the order it did it: enough to tell the step without looking at the program.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::sync::Arc;

use super::failure::{Failure, Refusal};
use super::store::Row;
use crate::lang::scenario::{DeliveryId, Fault, IntentId, ProcessId, TableId};
use crate::lang::value::Value;

/// One thing an action did. Row numbers are places in the table's list of rows, from 0, at that moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A read found this row, or none.
    RowRead { table: TableId, found: Option<usize> },
    /// Under a snapshot, a read found a row as it was; another transaction has changed or removed it since.
    OldRowRead { table: TableId },
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
    /// The provider knew the key: it gave back the effect that it had performed, and performed none.
    EffectRepeated { effect: TableId, row: usize },
    /// What an `until` waits for holds.
    ConditionHeld { process: ProcessId },
    /// A transaction began.
    Began { process: ProcessId, snapshot: bool },
    /// A transaction marked a row as gone; it goes when the transaction is committed.
    RowMarked { table: TableId, row: usize },
    /// A transaction was committed.
    Committed { process: ProcessId },
    /// A transaction was rolled back.
    RolledBack { process: ProcessId },
    /// A worker took a job.
    Taken { process: ProcessId, delivery: DeliveryId, attempt: u32 },
    /// The queue learned that a job is done.
    Acked { process: ProcessId, delivery: DeliveryId },
    /// The queue did not learn it; the run goes on and does not know.
    AckLost { process: ProcessId, delivery: DeliveryId },
    /// A run whose lease had ended told the queue something, and nothing changed.
    TooLate { process: ProcessId, delivery: DeliveryId },
    /// A run told the queue something after its ack, and nothing changed.
    AckedBefore { process: ProcessId, delivery: DeliveryId },
    /// A run handed its job back: by `later`, or because it failed.
    HandedBack { process: ProcessId, delivery: DeliveryId, failed: bool },
    /// A lease ended; `working` says whether its holder was still at it.
    LeaseEnded { delivery: DeliveryId, attempt: u32, working: bool },
    /// A job has been handed over as often as it may be.
    Died { delivery: DeliveryId },
    /// An operator made a job ready again.
    Redelivered { delivery: DeliveryId },
    /// A fault struck what the process was about to do.
    Struck { process: ProcessId, fault: Fault },
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
