//! The rows of a table or an effect, and the one thing that decides who is first: UNIQUE.

use std::sync::Arc;

use super::failure::Refusal;
use crate::lang::program::Expr;
use crate::lang::scenario::{ColumnId, IntentId, ProcessId, Table, TableId, Unique};
use crate::lang::value::Value;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// Its cells, in the order of the table's columns.
    pub cells: Arc<[Value]>,
    /// In an effect: the intent it was performed for.
    pub intent: Option<IntentId>,
    /// In an effect: the key that the provider remembers it by.
    pub key: Option<Value>,
    /// What an open transaction has made of it.
    pub pending: Option<Pending>,
}

/// What a transaction that is still open has done to a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pending {
    /// Whose transaction.
    pub by: ProcessId,
    /// What it did.
    pub change: Change,
}

/// A change that is not committed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// The row is new.
    Added,
    /// Its cells would be these.
    Changed(Arc<[Value]>),
    /// It would be gone.
    Removed,
}

impl Row {
    /// A committed row of a table.
    #[must_use]
    pub fn of(cells: Arc<[Value]>) -> Self {
        Self { cells, intent: None, key: None, pending: None }
    }

    /// Its cells as this process sees them: its own changes, and else what is committed. None where the row is not
    /// there for it. Without a process: what is committed.
    #[must_use]
    pub fn seen_by(&self, reader: Option<ProcessId>) -> Option<&Arc<[Value]>> {
        let Some(Pending { by, change }) = &self.pending else { return Some(&self.cells) };
        match (change, Some(*by) == reader) {
            (Change::Added, true) | (Change::Changed(_) | Change::Removed, false) => Some(&self.cells),
            (Change::Changed(after), true) => Some(after),
            (Change::Added, false) | (Change::Removed, true) => None,
        }
    }

    /// Has the open transaction of another process changed it?
    #[must_use]
    pub fn held_by_other(&self, process: Option<ProcessId>) -> Option<ProcessId> {
        self.pending.as_ref().map(|pending| pending.by).filter(|by| Some(*by) != process)
    }
}

/// The rows of one table, in the order a plain SELECT gives them: the order they were added in.
pub type Rows = Vec<Row>;

/// What is in the way of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Conflict {
    /// The row at this place owns the key.
    Owned(usize, Refusal),
    /// An open transaction of this process may come to own it, or give it up.
    Undecided(ProcessId),
}

/// The first UNIQUE of the table that `cells` of a row of `process` collide with. `except` is the place of the row that
/// is being changed, which cannot be in its own way; `indexed` says whether a row's cells are in a partial index.
///
/// SQLite asks its indexes from the last declared to the first, and names the first that refuses; tests/sqlite.rs
/// compares the order.
///
/// # Errors
/// Why a partial index cannot be told.
pub fn conflict<E>(
    (id, table): (TableId, &Table),
    rows: &[Row],
    cells: &[Value],
    except: Option<usize>,
    process: Option<ProcessId>,
    indexed: impl Fn(&Expr, &[Value]) -> Result<bool, E>,
) -> Result<Option<Conflict>, E> {
    for unique in table.uniques.iter().rev() {
        let in_index = |cells: &[Value]| unique.filter.as_ref().map_or(Ok(true), |filter| indexed(filter, cells));
        if !in_index(cells)? {
            continue;
        }
        for (at, row) in rows.iter().enumerate() {
            if Some(at) == except {
                continue;
            }
            let collides = |held: &[Value]| Ok(same_key(unique, held, cells) && in_index(held)?);
            if let Some(other) = row.held_by_other(process) {
                let after = match row.pending.as_ref().map(|pending| &pending.change) {
                    Some(Change::Changed(after)) => collides(after)?,
                    _ => false,
                };
                if after || collides(&row.cells)? {
                    return Ok(Some(Conflict::Undecided(other)));
                }
            } else if let Some(held) = row.seen_by(process)
                && collides(held)?
            {
                let refusal = Refusal { table: id, columns: unique.columns.clone(), primary: unique.primary };
                return Ok(Some(Conflict::Owned(at, refusal)));
            }
        }
    }
    Ok(None)
}

/// Are the two the same to this UNIQUE? Nulls are distinct unless it says otherwise.
fn same_key(unique: &Unique, held: &[Value], given: &[Value]) -> bool {
    unique.columns.iter().all(|column| {
        let (held, given) = (&held[column.index()], &given[column.index()]);
        held == given && (unique.nulls_equal || !matches!(given, Value::Null))
    })
}

/// The next serial id for a process: the largest plus one, 1 in an empty table, so ids restart after a delete of all. Rows
/// that are not committed count. None where that does not fit 64 bits.
#[must_use]
pub fn next_serial(rows: &[Row], column: ColumnId, process: Option<ProcessId>) -> Option<i64> {
    let mut largest = None;
    for row in rows {
        // The number of a row that the process has removed itself is free for it.
        let gone = row.seen_by(process).is_none() && row.held_by_other(process).is_none();
        if !gone && let Value::Int(id) = row.cells[column.index()] {
            largest = largest.max(Some(id));
        }
    }
    match largest {
        Some(id) => id.checked_add(1),
        None => Some(1),
    }
}
