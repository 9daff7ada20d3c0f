//! The rows of a table or an effect, and the one thing that decides who is first: UNIQUE.

use std::sync::Arc;

use super::failure::Refusal;
use crate::lang::scenario::{ColumnId, IntentId, Table, TableId};
use crate::lang::value::Value;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// Its cells, in the order of the table's columns.
    pub cells: Arc<[Value]>,
    /// In an effect: the intent it was performed for.
    pub intent: Option<IntentId>,
}

/// The rows of one table, in the order a plain SELECT gives them: the order they were added in.
pub type Rows = Vec<Row>;

/// The first UNIQUE of the table that refuses `cells`, with the place of the row that owns the key. `except` is the
/// row that is being changed, which cannot be in its own way.
///
/// SQLite asks its indexes from the last declared to the first, and names the first that refuses; tests/sqlite.rs
/// compares the order. Nulls are distinct.
#[must_use]
pub fn refused(
    id: TableId,
    table: &Table,
    rows: &[Row],
    cells: &[Value],
    except: Option<usize>,
) -> Option<(usize, Refusal)> {
    for unique in table.uniques.iter().rev() {
        let owner = rows.iter().enumerate().position(|(at, row)| {
            Some(at) != except
                && unique.columns.iter().all(|column| {
                    let (held, given) = (&row.cells[column.index()], &cells[column.index()]);
                    held == given && !matches!(given, Value::Null)
                })
        });
        if let Some(owner) = owner {
            return Some((owner, Refusal { table: id, columns: unique.columns.clone(), primary: unique.primary }));
        }
    }
    None
}

/// The next serial id: the largest plus one, 1 in an empty table, so ids restart after a delete of all. None where
/// that does not fit 64 bits.
#[must_use]
pub fn next_serial(rows: &[Row], column: ColumnId) -> Option<i64> {
    let mut largest = None;
    for row in rows {
        if let Value::Int(id) = row.cells[column.index()] {
            largest = largest.max(Some(id));
        }
    }
    match largest {
        Some(id) => id.checked_add(1),
        None => Some(1),
    }
}
