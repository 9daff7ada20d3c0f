//! What a process did: the first sentence.

use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Binary, Expr};
use crate::lang::scenario::{ColumnId, ProcessId, TableId};
use crate::lang::value::Value;
use crate::lang::visit::contains;
use crate::sim::evaluate::{Scope, plain};
use crate::sim::event::Event;
use crate::sim::store::Row;
use crate::tell::death::death;
use crate::tell::deed::{Deed, statement};
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::words::{duration, list, ordinal, rows as rows_words};

/// What the process did, in a sentence.
pub(super) fn did(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    let name = |table: &TableId| &moment.scenario.table(*table).name;
    let process = transition.action.process();
    say.who(process);
    match deed {
        Deed::Looked { table, found } => {
            let sought = target(moment, process, filter(moment, transition));
            let found = if found.is_some() { "a row" } else { "no row" };
            write!(say, " looked for {sought} in {} and found {found}", name(table));
        }
        Deed::Counted { table, rows } => write!(say, " counted {}: {}", name(table), rows_words(*rows)),
        Deed::Added { table, row } => added(moment, *table, *row, say),
        Deed::Changed { table, rows: 0 } => write!(say, " found no row of {} to change", name(table)),
        Deed::Changed { table, rows } => changed(moment, transition, *table, *rows, say),
        Deed::Removed { table, rows: 0 } => write!(say, " found no row of {} to drop", name(table)),
        Deed::Removed { table, rows } => write!(say, " dropped {} from {}", rows_words(*rows), name(table)),
        Deed::Performed { effect, intent, .. } => {
            let intent = &moment.scenario.intents[intent.index()];
            write!(say, " performed {} for {intent}", moment.scenario.table(*effect).called());
        }
        Deed::Enqueued { delivery } => {
            let intent = moment.state().delivery(*delivery).intent;
            let earlier = &moment.state().deliveries[..=delivery.index()];
            let nth = earlier.iter().filter(|earlier| earlier.intent == intent).count();
            let name = &moment.scenario.intents[intent.index()];
            write!(say, " handed over {name}, the {} delivery of it", ordinal(nth));
        }
        Deed::Slept { duration_ms } => write!(say, " slept {}, and the clock moved on", duration(*duration_ms)),
        Deed::Crashed => write!(say, " died {}", death(moment.scenario, moment.trace, moment.playhead - 1).text()),
        Deed::Refused { refusal, .. } => {
            write!(say, " was refused by UNIQUE: errcode {}, ", refusal.code());
            say.code(refusal.message(moment.scenario));
        }
        Deed::Paused => say.words(" is skipped"),
        Deed::Failed { failure } => write!(say, "'s statement failed: {}", failure.message(moment.scenario)),
    }
    say.words(".");
}

fn added(moment: Moment<'_>, table: TableId, row: usize, say: &mut Saying<'_>) {
    let named = moment.scenario.table(table);
    match &named.noun {
        Some(noun) => write!(say, " wrote {noun} into {}", named.name),
        None => write!(say, " added a row to {}", named.name),
    }
    if let Some(label) = label(&moment.state().rows(table)[row]) {
        write!(say, ": {label}");
    }
}

/// `set status to done in job_runs`, where one row was changed; else how many.
fn changed(moment: Moment<'_>, transition: &Transition, table: TableId, rows: usize, say: &mut Saying<'_>) {
    let named = moment.scenario.table(table);
    let name = &named.name;
    if let Some((_, Atomic::Insert { .. })) = statement(moment.scenario, transition) {
        return write!(say, " found its row in {name} already there and changed it");
    }
    for event in &transition.events {
        let Event::RowChanged { row, before, .. } = event else { continue };
        if rows > 1 {
            break;
        }
        let after = &moment.state().rows(table)[*row];
        let mut sets = Vec::new();
        for (at, column) in named.columns.iter().enumerate() {
            if before.cells[at] != after.cells[at] {
                sets.push(format!("{} to {}", column.name, plain(&after.cells[at])));
            }
        }
        return if sets.is_empty() {
            write!(say, " set a row of {name} to what it was");
        } else {
            write!(say, " set {} in {name}", list(&sets, " and "));
        };
    }
    write!(say, " changed {} of {name}", rows_words(rows));
}

fn filter<'a>(moment: Moment<'a>, transition: &Transition) -> Option<&'a Expr> {
    let (_, atomic) = statement(moment.scenario, transition)?;
    match atomic {
        Atomic::Read { filter, .. }
        | Atomic::Count { filter, .. }
        | Atomic::Update { filter, .. }
        | Atomic::Delete { filter, .. } => filter.as_ref(),
        Atomic::Insert { .. } | Atomic::Do { .. } | Atomic::Enqueue { .. } | Atomic::Sleep { .. } => None,
    }
}

/// What the step before the playhead looked for: `charge-77`, `a row with key a and status free`, `a matching row`.
pub(super) fn target(moment: Moment<'_>, process: ProcessId, filter: Option<&Expr>) -> String {
    target_at(moment, moment.playhead - 1, process, filter)
}

/// What the transition at `step` (from 0) looked for.
pub(super) fn target_at(moment: Moment<'_>, step: usize, process: ProcessId, filter: Option<&Expr>) -> String {
    let Some(filter) = filter else {
        return "a row".to_owned();
    };
    with(moment, step, process, filter).unwrap_or_else(|| "a matching row".to_owned())
}

/// The value of the one column asked for, `a row with key a and status free`; none where the condition asks more.
fn with(moment: Moment<'_>, step: usize, process: ProcessId, filter: &Expr) -> Option<String> {
    let mut pairs = Vec::new();
    equalities(filter, &mut pairs)?;
    let (_, atomic) = statement(moment.scenario, &moment.trace.transitions[step])?;
    let table = moment.scenario.table(atomic.table()?);
    let state = &moment.trace.states[step];
    let scope = Scope { scenario: moment.scenario, state, process: Some(process), row: None };
    let mut with = Vec::new();
    for (column, expr) in &pairs {
        let value = scope.value(expr).ok()?;
        match value {
            Value::Text(text) if pairs.len() == 1 => return Some(text.to_string()),
            value => with.push(format!("{} {}", table.columns[column.index()].name, plain(&value))),
        }
    }
    Some(format!("a row with {}", list(&with, " and ")))
}

/// Adds the columns that must equal something; none where the condition says more than that.
fn equalities<'a>(filter: &'a Expr, pairs: &mut Vec<(ColumnId, &'a Expr)>) -> Option<()> {
    match filter {
        Expr::Binary(Binary::And, left, right) => {
            equalities(left, pairs)?;
            equalities(right, pairs)
        }
        Expr::Binary(Binary::Equal, left, right) => match (&**left, &**right) {
            (Expr::Column(column), other) | (other, Expr::Column(column)) if !has_column(other) => {
                pairs.push((*column, other));
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}

fn has_column(expr: &Expr) -> bool {
    contains(expr, &|part| matches!(part, Expr::Column(_)))
}

/// What a row can be called: its first text.
pub(super) fn label(row: &Row) -> Option<&str> {
    row.cells.iter().find_map(|cell| match cell {
        Value::Text(text) => Some(&**text),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Row(..) => None,
    })
}
