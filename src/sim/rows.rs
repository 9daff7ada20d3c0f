//! Rows of a table as a statement finds, adds, changes and removes them.

use super::event::Event;
use super::failure::{Failure, Refusal, Unevaluable};
use super::readiness::Blocked;
use super::statement::{Done, Halt};
use super::step::Turn;
use super::store::{Change, Conflict, Pending, Row, conflict, next_serial};
use super::transaction::Seen;
use crate::lang::limits::ROWS_MAX;
use crate::lang::program::Expr;
use crate::lang::scenario::{ColumnId, ProcessId, TableId};
use crate::lang::value::Value;

/// The rows that the process sees and for which the condition holds, in order.
pub(super) fn matching(
    turn: &Turn<'_>,
    process: ProcessId,
    table: TableId,
    filter: Option<&Expr>,
) -> Result<Vec<Seen>, Unevaluable> {
    let scope = turn.scope(Some(process));
    let mut found = Vec::new();
    for seen in turn.seen(process, table) {
        if scope.with_row(&seen.cells).holds(filter)? {
            found.push(seen);
        }
    }
    Ok(found)
}

/// The row that `given` describes, with defaults taken now and serial ids given.
pub(super) fn made(
    turn: &Turn<'_>,
    process: Option<ProcessId>,
    table: TableId,
    given: &[(ColumnId, Expr)],
) -> Result<Vec<Value>, Failure> {
    let scope = turn.scope(process);
    let columns = &turn.scenario.table(table).columns;
    let mut cells = vec![Value::Null; columns.len()];
    for (at, column) in columns.iter().enumerate() {
        let id = ColumnId::new(at);
        let expr = given.iter().find(|(given, _)| *given == id).map(|(_, expr)| expr).or(column.default.as_ref());
        if column.serial {
            let serial =
                next_serial(turn.rows(process, table), id, process).ok_or(Failure::from(Unevaluable::Overflow))?;
            cells[at] = Value::Int(serial);
        } else if let Some(expr) = expr {
            cells[at] = cell(scope.value(expr)?)?;
        }
    }
    Ok(cells)
}

/// Adds a row; `process` is none for what is there from the start and for `jobs`. Returns its place.
pub(super) fn add(
    turn: &mut Turn<'_>,
    process: Option<ProcessId>,
    table: TableId,
    cells: Vec<Value>,
    or_wait: bool,
) -> Done<usize> {
    let by = turn.in_transaction(process, table);
    let pending = by.map(|by| Pending { by, change: Change::Added });
    let row = Row { pending, ..Row::of(cells.into()) };
    match in_the_way(turn, process, table, &row.cells, None)? {
        None => {}
        Some((owner, refusal)) => {
            if let (true, Some(process)) = (or_wait, process) {
                return Err(Halt::Waits(Blocked::Owned { process, table, row: owner, refusal }));
            }
            turn.events.push(Event::RowRefused { table, owner, attempted: row, refusal: refusal.clone() });
            return Err(Failure::Refused(refusal).into());
        }
    }
    let at = place_for_one_more(turn, process, table)?;
    turn.rows_mut(process, table).push(row);
    turn.events.push(Event::RowAdded { table, row: at });
    Ok(at)
}

/// Where the next row of a table, an effect or the process's own memory comes to stand.
pub(super) fn place_for_one_more(
    turn: &Turn<'_>,
    process: Option<ProcessId>,
    table: TableId,
) -> Result<usize, Failure> {
    let at = turn.rows(process, table).len();
    if at < ROWS_MAX { Ok(at) } else { Err(Failure::TooManyRows) }
}

/// The row whose key collides with `cells`, or the wait for a transaction that has not decided.
fn in_the_way(
    turn: &Turn<'_>,
    process: Option<ProcessId>,
    table: TableId,
    cells: &[Value],
    except: Option<usize>,
) -> Done<Option<(usize, Refusal)>> {
    let scope = turn.scope(None);
    let indexed = |filter: &Expr, cells: &[Value]| scope.with_row(cells).holds(Some(filter));
    let declared = (table, turn.scenario.table(table));
    match conflict(declared, turn.rows(process, table), cells, except, process, indexed)? {
        None => Ok(None),
        Some(Conflict::Owned(owner, refusal)) => Ok(Some((owner, refusal))),
        Some(Conflict::Undecided(by)) => Err(held(process, by)),
    }
}

/// Who is no process waits for nobody: its row is refused as if the transaction had failed.
fn held(process: Option<ProcessId>, by: ProcessId) -> Halt {
    match process {
        Some(process) => Halt::Waits(Blocked::Held { process, by }),
        None => Failure::Serialization.into(),
    }
}

/// Insert, or change the row that owns the key.
pub(super) fn upsert(
    turn: &mut Turn<'_>,
    process: ProcessId,
    table: TableId,
    cells: &[(ColumnId, Expr)],
    set: &[(ColumnId, Expr)],
) -> Done<()> {
    let new = made(turn, Some(process), table, cells)?;
    match in_the_way(turn, Some(process), table, &new, None)? {
        None => add(turn, Some(process), table, new, false).map(|_| ()),
        Some((owner, _)) => {
            // Under a snapshot, a row that came since cannot be changed.
            let seen = turn.seen(process, table).into_iter().find(|seen| seen.place == Some(owner));
            let seen = seen.ok_or(Failure::Serialization)?;
            change(turn, process, table, &seen, set)
        }
    }
}

/// Changes every matching row; a statement that fails leaves the table as it was. Returns how many.
pub(super) fn update(
    turn: &mut Turn<'_>,
    process: ProcessId,
    table: TableId,
    set: &[(ColumnId, Expr)],
    filter: Option<&Expr>,
) -> Done<usize> {
    let hit = matching(turn, process, table, filter)?;
    wait_for_holders(turn, process, table, &hit)?;
    let (before, events) = (turn.state.clone(), turn.events.len());
    // Row by row against the rows as changed so far, as SQLite does.
    for seen in &hit {
        if let Err(halt) = change(turn, process, table, seen, set) {
            turn.state = before;
            let refused: Vec<Event> = turn.events.drain(events..).filter(is_refusal).collect();
            turn.events.extend(refused);
            return Err(halt);
        }
    }
    turn.events.push(Event::RowsHit { table, rows: hit.len() });
    Ok(hit.len())
}

fn is_refusal(event: &Event) -> bool {
    matches!(event, Event::RowRefused { .. })
}

/// A row that another's open transaction has changed is waited for; one that was changed since a snapshot fails.
fn wait_for_holders(turn: &Turn<'_>, process: ProcessId, table: TableId, hit: &[Seen]) -> Done<()> {
    for seen in hit {
        let place = seen.place.ok_or(Failure::Serialization)?;
        if let Some(by) = turn.rows(Some(process), table)[place].held_by_other(Some(process)) {
            return Err(held(Some(process), by));
        }
    }
    Ok(())
}

fn change(turn: &mut Turn<'_>, process: ProcessId, table: TableId, seen: &Seen, set: &[(ColumnId, Expr)]) -> Done<()> {
    let at = seen.place.ok_or(Failure::Serialization)?;
    let mut cells = seen.cells.to_vec();
    let scope = turn.scope(Some(process)).with_row(&seen.cells);
    for (column, expr) in set {
        cells[column.index()] = cell(scope.value(expr)?)?;
    }
    let row = turn.rows(Some(process), table)[at].clone();
    let attempted = Row { cells: cells.into(), pending: None, ..row.clone() };
    if let Some((owner, refusal)) = in_the_way(turn, Some(process), table, &attempted.cells, Some(at))? {
        turn.events.push(Event::RowRefused { table, owner, attempted, refusal: refusal.clone() });
        return Err(Failure::Refused(refusal).into());
    }
    let before = Row { cells: seen.cells.clone(), ..row.clone() };
    let added = matches!(row.pending, Some(Pending { change: Change::Added, .. }));
    let changed = match turn.in_transaction(Some(process), table) {
        Some(by) if !added => Row { pending: Some(Pending { by, change: Change::Changed(attempted.cells) }), ..row },
        _ => Row { cells: attempted.cells, ..row },
    };
    if changed.pending.is_none() && !added {
        turn.outdate(process, table, &seen.cells);
    }
    turn.rows_mut(Some(process), table)[at] = changed;
    turn.events.push(Event::RowChanged { table, row: at, before });
    Ok(())
}

/// Removes every matching row. Returns how many.
pub(super) fn delete(turn: &mut Turn<'_>, process: ProcessId, table: TableId, filter: Option<&Expr>) -> Done<usize> {
    let hit = matching(turn, process, table, filter)?;
    wait_for_holders(turn, process, table, &hit)?;
    let by = turn.in_transaction(Some(process), table);
    let mut removed = Vec::new();
    for at in hit.iter().filter_map(|seen| seen.place) {
        let row = turn.rows(Some(process), table)[at].clone();
        let added = matches!(row.pending, Some(Pending { change: Change::Added, .. }));
        match by {
            Some(by) if !added => {
                turn.rows_mut(Some(process), table)[at].pending = Some(Pending { by, change: Change::Removed });
                turn.events.push(Event::RowMarked { table, row: at });
            }
            _ => {
                if !added {
                    turn.outdate(process, table, &row.cells);
                }
                turn.events.push(Event::RowRemoved { table, row: at, before: row });
                removed.push(at);
            }
        }
    }
    let rows = turn.rows_mut(Some(process), table);
    for at in removed.iter().rev() {
        rows.remove(*at);
    }
    turn.events.push(Event::RowsHit { table, rows: hit.len() });
    Ok(hit.len())
}

/// A row as a variable holds it.
pub(super) fn row_value(turn: &Turn<'_>, table: TableId, at: usize) -> Value {
    Value::Row(table, turn.state.rows(table)[at].cells.clone())
}

/// A value that a cell can hold.
pub(super) fn cell(value: Value) -> Result<Value, Unevaluable> {
    match value {
        Value::Row(..) => Err(Unevaluable::RowAsValue),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Text(_) => Ok(value),
    }
}
