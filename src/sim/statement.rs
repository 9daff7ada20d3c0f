//! What each atomic statement does to the store, the effects, the jobs and the clock.

use super::condition::holds;
use super::event::Event;
use super::failure::{Failure, Unevaluable};
use super::queue;
use super::readiness::Blocked;
use super::rows::{add, cell, delete, made, matching, place_for_one_more, row_value, update, upsert};
use super::state::Delivery;
use super::step::Turn;
use super::store::Row;
use crate::lang::limits::{DELIVERIES_MAX, GENERATIONS_MAX};
use crate::lang::program::{Atomic, Expr, OnConflict, Slot};
use crate::lang::scenario::{ColumnId, DeliveryId, IntentId, ProcessId, TableId};
use crate::lang::value::{Name, Value};
use std::sync::Arc;

/// Why a statement did not come to its end.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Halt {
    /// It failed.
    Fails(Failure),
    /// It waits.
    Waits(Blocked),
}

/// How a statement went.
pub(super) type Done<T> = Result<T, Halt>;

/// What the run does after a statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    /// It goes on.
    GoesOn,
    /// `later`, `fail`: it ends with this answer.
    Ends(Value),
}

/// Carries out one atomic statement of a process. A statement that does not come to its end leaves every table as it was.
///
/// # Errors
/// Why it failed, or what it waits for.
pub(super) fn run(turn: &mut Turn<'_>, process: ProcessId, atomic: &Atomic) -> Done<Then> {
    if atomic.table().is_some() {
        turn.settle_view(process);
    }
    match atomic {
        Atomic::Read { table, filter, into } => {
            let found = matching(turn, process, *table, filter.as_ref())?.into_iter().next();
            turn.events.push(match &found {
                Some(seen) if seen.place.is_none() => Event::OldRowRead { table: *table },
                _ => Event::RowRead { table: *table, found: found.as_ref().and_then(|seen| seen.place) },
            });
            let row = found.map_or(Value::Null, |seen| Value::Row(*table, seen.cells));
            assign(turn, process, Some(*into), row);
        }
        Atomic::Count { table, filter, into } => {
            let rows = matching(turn, process, *table, filter.as_ref())?.len();
            turn.events.push(Event::Counted { table: *table, rows });
            assign(turn, process, Some(*into), Value::Int(rows as i64));
        }
        Atomic::Insert { table, cells, or: OnConflict::Update(set) } => upsert(turn, process, *table, cells, set)?,
        Atomic::Insert { table, cells, or } => {
            let cells = made(turn, Some(process), *table, cells)?;
            add(turn, Some(process), *table, cells, *or == OnConflict::Wait)?;
        }
        Atomic::Update { table, set, filter, into } => {
            let hit = update(turn, process, *table, set, filter.as_ref())?;
            assign(turn, process, *into, Value::Int(hit as i64));
        }
        Atomic::Delete { table, filter, into } => {
            let hit = delete(turn, process, *table, filter.as_ref())?;
            assign(turn, process, *into, Value::Int(hit as i64));
        }
        Atomic::Do { effect, cells, key, intent, into } => {
            let row = perform(turn, process, (*effect, cells), key.as_ref(), *intent)?;
            let performed = row_value(turn, *effect, row);
            assign(turn, process, *into, performed);
        }
        Atomic::Enqueue { intent, fields } => hand_over(turn, Some(process), *intent, fields)?,
        Atomic::Sleep { duration_ms } => sleep(turn, process, duration_ms)?,
        Atomic::Ack => turn.ack(process, false),
        Atomic::Later { why } | Atomic::Fail { why } => {
            let why = why.as_ref().map_or(Ok(Value::Null), |why| turn.scope(Some(process)).value(why))?;
            turn.hand_back(process, matches!(atomic, Atomic::Fail { .. }));
            return Ok(Then::Ends(why));
        }
        Atomic::Until { condition } => {
            if !holds(turn.scope(Some(process)), condition)? {
                return Err(Halt::Waits(Blocked::Until { process }));
            }
            turn.events.push(Event::ConditionHeld { process });
        }
        Atomic::Begin { snapshot } => {
            if turn.state.processes[process.index()].transaction.is_some() {
                return Err(Failure::TransactionOpen.into());
            }
            turn.open_transaction(process, *snapshot);
        }
        Atomic::Commit | Atomic::Rollback => {
            if turn.state.processes[process.index()].transaction.is_none() {
                return Err(Failure::NoTransaction.into());
            }
            if *atomic == Atomic::Commit {
                turn.commit(process);
            } else {
                turn.roll_back(process);
            }
        }
    }
    Ok(Then::GoesOn)
}

/// Adds a row that is there from the start.
pub(super) fn seed_row(turn: &mut Turn<'_>, table: TableId, cells: &[(ColumnId, Expr)]) -> Done<()> {
    let cells = made(turn, None, table, cells)?;
    add(turn, None, table, cells, false).map(|_| ())
}

/// Hands over one more delivery, and adds its row to `jobs` where that table is declared.
pub(super) fn hand_over(
    turn: &mut Turn<'_>,
    process: Option<ProcessId>,
    intent: IntentId,
    fields: &[(Name, Expr)],
) -> Done<()> {
    let scope = turn.scope(process);
    let mut given: Vec<(Name, Value)> = Vec::new();
    for (name, expr) in fields {
        given.push((name.clone(), cell(scope.value(expr)?)?));
    }
    let fields = given;
    if turn.state.deliveries.len() == DELIVERIES_MAX {
        return Err(Failure::TooManyDeliveries.into());
    }
    let delivery = DeliveryId::new(turn.state.deliveries.len());
    let handler_of = process.and_then(|process| turn.state.processes[process.index()].delivery);
    let generation = handler_of.map_or(0, |job| turn.state.delivery(job).generation + 1);
    if generation > GENERATIONS_MAX {
        return Err(Failure::TooManyGenerations.into());
    }
    if let Some(jobs) = turn.scenario.jobs_table {
        let given = job_row(turn, jobs, delivery, &fields);
        // Outside of any transaction, so it is no row of the process.
        let cells = made(turn, None, jobs, &given)?;
        add(turn, None, jobs, cells, false)?;
    }
    turn.state.deliveries.push(Arc::new(Delivery { intent, fields, generation }));
    if let Some(queue) = &turn.scenario.queue {
        turn.state.queue.push(queue::ready(queue));
    }
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

/// The side effect, for the intent named, else the one of the run's job. A provider that knows the key gives back what it
/// did then. Returns the place of the effect.
fn perform(
    turn: &mut Turn<'_>,
    process: ProcessId,
    (effect, cells): (TableId, &[(ColumnId, Expr)]),
    key: Option<&Expr>,
    named: Option<IntentId>,
) -> Done<usize> {
    let held = turn.state.processes[process.index()].delivery;
    let intent = named
        .or_else(|| held.map(|delivery| turn.state.delivery(delivery).intent))
        .expect("the checker asks for `for` where there is no job");
    let key = key.map_or(Ok(Value::Null), |key| turn.scope(Some(process)).value(key))?;
    let key = Some(cell(key)?).filter(|key| *key != Value::Null);
    let new = made(turn, Some(process), effect, cells)?;
    if key.is_some()
        && let Some(known) = turn.state.rows(effect).iter().position(|row| row.key == key)
    {
        let first = &turn.state.rows(effect)[known].cells;
        if cells.iter().any(|(column, _)| first[column.index()] != new[column.index()]) {
            return Err(Failure::KeyReused.into());
        }
        turn.events.push(Event::EffectRepeated { effect, row: known });
        return Ok(known);
    }
    let row = Row { intent: Some(intent), key, ..Row::of(new.into()) };
    let at = place_for_one_more(turn, None, effect)?;
    turn.rows_mut(None, effect).push(row);
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

fn assign(turn: &mut Turn<'_>, process: ProcessId, into: Option<Slot>, value: Value) {
    if let Some(slot) = into {
        turn.state.processes[process.index()].variables[slot.0 as usize] = value;
    }
}

impl From<Unevaluable> for Failure {
    fn from(reason: Unevaluable) -> Self {
        Self::Unevaluable(reason)
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Fails(failure)
    }
}

impl From<Unevaluable> for Halt {
    fn from(reason: Unevaluable) -> Self {
        Self::Fails(reason.into())
    }
}
