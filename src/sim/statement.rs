//! What each atomic statement does to the store, the effects, the deliveries and the clock.

use std::sync::Arc;

use super::event::Event;
use super::failure::{Failure, Unevaluable};
use super::state::Delivery;
use super::step::Turn;
use super::store::{Row, Rows, next_serial, refused};
use crate::lang::program::{Atomic, Expr, Slot};
use crate::lang::scenario::{ColumnId, DeliveryId, IntentId, ProcessId, TableId};
use crate::lang::value::{Name, Value};

/// Carries out one atomic statement of a process. A statement that fails leaves every table as it was.
///
/// # Errors
/// Why it failed.
pub(super) fn run(turn: &mut Turn<'_>, process: ProcessId, atomic: &Atomic) -> Result<(), Failure> {
    match atomic {
        Atomic::Read { table, filter, into } => {
            let found = matching(turn, process, *table, filter.as_ref())?.first().copied();
            turn.events.push(Event::RowRead { table: *table, found });
            let row = found.map_or(Value::Null, |at| row_value(turn, *table, at));
            assign(turn, process, Some(*into), row);
        }
        Atomic::Count { table, filter, into } => {
            let rows = matching(turn, process, *table, filter.as_ref())?.len();
            turn.events.push(Event::Counted { table: *table, rows });
            assign(turn, process, Some(*into), Value::Int(rows as i64));
        }
        Atomic::Insert { table, cells, or_update } => match or_update {
            None => insert_row(turn, Some(process), *table, cells).map(|_| ())?,
            Some(set) => upsert(turn, process, *table, cells, set)?,
        },
        Atomic::Update { table, set, filter, into } => {
            let hit = update(turn, process, *table, set, filter.as_ref())?;
            assign(turn, process, *into, Value::Int(hit as i64));
        }
        Atomic::Delete { table, filter, into } => {
            let hit = delete(turn, process, *table, filter.as_ref())?;
            assign(turn, process, *into, Value::Int(hit as i64));
        }
        Atomic::Do { effect, cells, intent, into } => {
            let row = perform(turn, process, *effect, cells, *intent)?;
            let performed = row_value(turn, *effect, row);
            assign(turn, process, *into, performed);
        }
        Atomic::Enqueue { intent, fields } => hand_over(turn, Some(process), *intent, fields)?,
        Atomic::Sleep { duration_ms } => sleep(turn, process, duration_ms)?,
    }
    Ok(())
}

/// Adds a row; `process` is none for what is there from the start. Returns its place.
pub(super) fn insert_row(
    turn: &mut Turn<'_>,
    process: Option<ProcessId>,
    table: TableId,
    cells: &[(ColumnId, Expr)],
) -> Result<usize, Failure> {
    let row = made(turn, process, table, cells)?;
    add(turn, table, row)
}

/// Hands over one more delivery, and adds its row to `jobs` where that table is declared.
pub(super) fn hand_over(
    turn: &mut Turn<'_>,
    process: Option<ProcessId>,
    intent: IntentId,
    fields: &[(Name, Expr)],
) -> Result<(), Failure> {
    let scope = turn.scope(process);
    let mut given: Vec<(Name, Value)> = Vec::new();
    for (name, expr) in fields {
        given.push((name.clone(), cell(scope.value(expr)?)?));
    }
    let fields = given;
    let delivery = DeliveryId::new(turn.state.deliveries.len());
    if let Some(jobs) = turn.scenario.jobs_table {
        let given = job_row(turn, jobs, delivery, &fields);
        insert_row(turn, process, jobs, &given)?;
    }
    turn.state.deliveries.push(Arc::new(Delivery { intent, fields }));
    turn.events.push(Event::Enqueued { delivery });
    Ok(())
}

/// The cells of a delivery's row: the fields that are columns, and its number where `id` is no serial.
fn job_row(turn: &Turn<'_>, jobs: TableId, delivery: DeliveryId, fields: &[(Name, Value)]) -> Vec<(ColumnId, Expr)> {
    let table = turn.scenario.table(jobs);
    let mut cells = Vec::new();
    let mut give = |name: &str, value: &Value| {
        if let Some(column) = table.column_named(name)
            && !table.columns[column.index()].serial
        {
            cells.push((column, Expr::Literal(value.clone())));
        }
    };
    give("id", &Value::Int(delivery.index() as i64 + 1));
    for (name, value) in fields {
        give(name, value);
    }
    cells
}

/// The row that `cells` describe, with defaults taken now and serial ids given.
fn made(
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
            let serial = next_serial(turn.state.rows(table), id).ok_or(Failure::from(Unevaluable::Overflow))?;
            cells[at] = Value::Int(serial);
        } else if let Some(expr) = expr {
            cells[at] = cell(scope.value(expr)?)?;
        }
    }
    Ok(cells)
}

fn add(turn: &mut Turn<'_>, table: TableId, cells: Vec<Value>) -> Result<usize, Failure> {
    let row = Row { cells: cells.into(), intent: None };
    if let Some((owner, refusal)) = refused(table, turn.scenario.table(table), turn.state.rows(table), &row.cells, None)
    {
        turn.events.push(Event::RowRefused { table, owner, attempted: row, refusal: refusal.clone() });
        return Err(Failure::Refused(refusal));
    }
    let at = turn.state.rows(table).len();
    rows_mut(turn, table).push(row);
    turn.events.push(Event::RowAdded { table, row: at });
    Ok(at)
}

/// Insert, or change the row that owns the key.
fn upsert(
    turn: &mut Turn<'_>,
    process: ProcessId,
    table: TableId,
    cells: &[(ColumnId, Expr)],
    set: &[(ColumnId, Expr)],
) -> Result<(), Failure> {
    let new = made(turn, Some(process), table, cells)?;
    match refused(table, turn.scenario.table(table), turn.state.rows(table), &new, None) {
        None => add(turn, table, new).map(|_| ()),
        Some((owner, _)) => {
            let mut rows = turn.state.tables[table.index()].clone();
            let change = change(turn, process, table, &mut rows, owner, set)?;
            turn.state.tables[table.index()] = rows;
            turn.events.push(change);
            Ok(())
        }
    }
}

fn update(
    turn: &mut Turn<'_>,
    process: ProcessId,
    table: TableId,
    set: &[(ColumnId, Expr)],
    filter: Option<&Expr>,
) -> Result<usize, Failure> {
    let hit = matching(turn, process, table, filter)?;
    // Row by row against the rows as changed so far, as SQLite does; a refusal leaves the table as it was.
    let mut rows = turn.state.tables[table.index()].clone();
    let mut changes = Vec::with_capacity(hit.len());
    for at in &hit {
        changes.push(change(turn, process, table, &mut rows, *at, set)?);
    }
    turn.state.tables[table.index()] = rows;
    turn.events.append(&mut changes);
    turn.events.push(Event::RowsHit { table, rows: hit.len() });
    Ok(hit.len())
}

/// Changes the row at `at` of `rows`, which are not the table's yet.
fn change(
    turn: &mut Turn<'_>,
    process: ProcessId,
    table: TableId,
    rows: &mut Arc<Rows>,
    at: usize,
    set: &[(ColumnId, Expr)],
) -> Result<Event, Failure> {
    let before = rows[at].clone();
    let mut cells = before.cells.to_vec();
    let scope = turn.scope(Some(process)).with_row(&before.cells);
    for (column, expr) in set {
        cells[column.index()] = cell(scope.value(expr)?)?;
    }
    let after = Row { cells: cells.into(), intent: before.intent };
    if let Some((owner, refusal)) = refused(table, turn.scenario.table(table), rows, &after.cells, Some(at)) {
        turn.events.push(Event::RowRefused { table, owner, attempted: after, refusal: refusal.clone() });
        return Err(Failure::Refused(refusal));
    }
    Arc::make_mut(rows)[at] = after;
    Ok(Event::RowChanged { table, row: at, before })
}

fn delete(turn: &mut Turn<'_>, process: ProcessId, table: TableId, filter: Option<&Expr>) -> Result<usize, Failure> {
    let hit = matching(turn, process, table, filter)?;
    for row in &hit {
        let before = turn.state.rows(table)[*row].clone();
        turn.events.push(Event::RowRemoved { table, row: *row, before });
    }
    let rows = rows_mut(turn, table);
    for row in hit.iter().rev() {
        rows.remove(*row);
    }
    turn.events.push(Event::RowsHit { table, rows: hit.len() });
    Ok(hit.len())
}

/// The side effect, for the intent named, else the one of the run's job.
fn perform(
    turn: &mut Turn<'_>,
    process: ProcessId,
    effect: TableId,
    cells: &[(ColumnId, Expr)],
    named: Option<IntentId>,
) -> Result<usize, Failure> {
    let held = turn.state.processes[process.index()].delivery;
    let intent = named
        .or_else(|| held.map(|delivery| turn.state.delivery(delivery).intent))
        .expect("the checker asks for `for` where there is no job");
    let row = Row { cells: made(turn, Some(process), effect, cells)?.into(), intent: Some(intent) };
    let at = turn.state.rows(effect).len();
    rows_mut(turn, effect).push(row);
    turn.events.push(Event::EffectPerformed { effect, row: at, intent });
    Ok(at)
}

fn sleep(turn: &mut Turn<'_>, process: ProcessId, duration_ms: &Expr) -> Result<(), Failure> {
    let Value::Int(duration_ms @ 0..) = turn.scope(Some(process)).value(duration_ms)? else {
        return Err(Unevaluable::NoDuration.into());
    };
    let from_ms = turn.state.clock_ms;
    let to_ms = from_ms.checked_add(duration_ms).ok_or(Failure::from(Unevaluable::Overflow))?;
    turn.state.clock_ms = to_ms;
    turn.events.push(Event::ClockMoved { from_ms, to_ms });
    Ok(())
}

/// The places of the rows for which the condition holds, in order.
fn matching(
    turn: &Turn<'_>,
    process: ProcessId,
    table: TableId,
    filter: Option<&Expr>,
) -> Result<Vec<usize>, Unevaluable> {
    let scope = turn.scope(Some(process));
    let mut places = Vec::new();
    for (at, row) in turn.state.rows(table).iter().enumerate() {
        if scope.with_row(&row.cells).holds(filter)? {
            places.push(at);
        }
    }
    Ok(places)
}

fn row_value(turn: &Turn<'_>, table: TableId, at: usize) -> Value {
    Value::Row(table, turn.state.rows(table)[at].cells.clone())
}

fn assign(turn: &mut Turn<'_>, process: ProcessId, into: Option<Slot>, value: Value) {
    if let Some(slot) = into {
        turn.state.processes[process.index()].variables[slot.0 as usize] = value;
    }
}

fn rows_mut<'a>(turn: &'a mut Turn<'_>, table: TableId) -> &'a mut Rows {
    Arc::make_mut(&mut turn.state.tables[table.index()])
}

/// A value that a cell can hold.
fn cell(value: Value) -> Result<Value, Unevaluable> {
    match value {
        Value::Row(..) => Err(Unevaluable::RowAsValue),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Text(_) => Ok(value),
    }
}

impl From<Unevaluable> for Failure {
    fn from(reason: Unevaluable) -> Self {
        Self::Unevaluable(reason)
    }
}
