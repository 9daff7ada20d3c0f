//! What a process did: the first sentence.

use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Binary, Expr};
use crate::lang::scenario::{ColumnId, IntentId, ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::evaluate::{Scope, write_plain};
use crate::sim::failure::Failure;
use crate::sim::store::Row;
use crate::tell::death::death;
use crate::tell::deed::{Deed, statement};
use crate::tell::inline::{Inline, Sentence, code, words};
use crate::tell::moment::Moment;
use crate::tell::words::{duration, ordinal};

/// What the process did, in a sentence.
pub(super) fn did(moment: Moment<'_>, transition: &Transition, deed: &Deed) -> Sentence {
    let process = transition.action.process();
    let mut sentence = vec![Inline::Process(moment.who(process))];
    match deed {
        Deed::Refused { refusal, .. } => {
            let failure = Failure::Refused(refusal.clone());
            sentence.push(words(format!(" was refused by UNIQUE: errcode {}, ", failure.code())));
            sentence.push(code(refusal.message(moment.scenario)));
            sentence.push(words("."));
        }
        Deed::Failed { failure } => {
            let message = failure.message(moment.scenario);
            sentence.push(words(format!("'s statement failed: {message}.")));
        }
        Deed::Looked { .. }
        | Deed::Counted { .. }
        | Deed::Added { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. }
        | Deed::Performed { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. }
        | Deed::Crashed => sentence.push(words(format!(" {}.", done(moment, transition, deed)))),
    }
    sentence
}

/// What was done, after the name and without the full stop.
fn done(moment: Moment<'_>, transition: &Transition, deed: &Deed) -> String {
    let name = |table: &TableId| &moment.scenario.table(*table).name;
    let sought = || target(moment, transition.action.process(), filter(moment, transition));
    match deed {
        Deed::Looked { table, found: None } => format!("looked for {} in {} and found no row", sought(), name(table)),
        Deed::Looked { table, found: Some(_) } => format!("looked for {} in {} and found a row", sought(), name(table)),
        Deed::Counted { table, rows: 1 } => format!("counted {}: 1 row", name(table)),
        Deed::Counted { table, rows } => format!("counted {}: {rows} rows", name(table)),
        Deed::Added { table, row } => added(moment, *table, *row),
        Deed::Changed { table, rows: 0 } => format!("found no row of {} to change", name(table)),
        Deed::Changed { table, rows } => changed(moment, transition, *table, *rows),
        Deed::Removed { table, rows: 0 } => format!("found no row of {} to drop", name(table)),
        Deed::Removed { table, rows } => {
            format!("dropped {} from {}", crate::tell::words::rows(*rows), name(table))
        }
        Deed::Performed { effect, intent, .. } => performed(moment, *effect, *intent),
        Deed::Enqueued { delivery } => {
            let intent = moment.state().delivery(*delivery).intent;
            let earlier = &moment.state().deliveries[..=delivery.index()];
            let nth = earlier.iter().filter(|earlier| earlier.intent == intent).count();
            let name = &moment.scenario.intents[intent.index()];
            format!("handed over {name}, the {} delivery of it", ordinal(nth))
        }
        Deed::Slept { duration_ms } => format!("slept {}, and the clock moved on", duration(*duration_ms)),
        Deed::Crashed => format!("died {}", death(moment.scenario, moment.trace, moment.playhead - 1).text()),
        Deed::Refused { .. } | Deed::Failed { .. } => String::new(),
    }
}

fn added(moment: Moment<'_>, table: TableId, row: usize) -> String {
    let named = moment.scenario.table(table);
    match (&named.noun, label(&moment.state().rows(table)[row])) {
        (Some(noun), Some(label)) => format!("wrote {noun} into {}: {label}", named.name),
        (Some(noun), None) => format!("wrote {noun} into {}", named.name),
        (None, Some(label)) => format!("added a row to {}: {label}", named.name),
        (None, None) => format!("added a row to {}", named.name),
    }
}

/// `set status to done in job_runs`, where one row was changed; else how many.
fn changed(moment: Moment<'_>, transition: &Transition, table: TableId, rows: usize) -> String {
    let named = moment.scenario.table(table);
    let atomic = statement(moment.scenario, transition).map(|(_, atomic)| atomic);
    if let Some(Atomic::Insert { .. }) = atomic {
        return format!("found its row in {} already there and changed it", named.name);
    }
    let one = transition.events.iter().find_map(|event| match event {
        crate::sim::event::Event::RowChanged { row, before, .. } => Some((*row, before)),
        _ => None,
    });
    let (Some((row, before)), 1) = (one, rows) else {
        return format!("changed {} of {}", crate::tell::words::rows(rows), named.name);
    };
    let after = &moment.state().rows(table)[row];
    let sets: Vec<String> = (0..named.columns.len())
        .filter(|at| before.cells[*at] != after.cells[*at])
        .map(|at| format!("{} to {}", named.columns[at].name, plain_value(&after.cells[at])))
        .collect();
    if sets.is_empty() {
        return format!("set a row of {} to what it was", named.name);
    }
    format!("set {} in {}", sets.join(" and "), named.name)
}

fn performed(moment: Moment<'_>, effect: TableId, intent: IntentId) -> String {
    let table = moment.scenario.table(effect);
    let name = &moment.scenario.intents[intent.index()];
    match &table.noun {
        Some(noun) => format!("performed {noun} for {name}"),
        None => format!("performed {} for {name}", table.name),
    }
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
    let state = &moment.trace.states[step];
    let scope = Scope { scenario: moment.scenario, state, process: Some(process), row: None };
    let Some(pairs) = equalities(filter) else {
        return "a matching row".to_owned();
    };
    let table = statement(moment.scenario, &moment.trace.transitions[step]).and_then(|(_, atomic)| atomic.table());
    let mut with = Vec::new();
    for (column, expr) in &pairs {
        match (scope.value(expr), table) {
            (Ok(Value::Text(text)), _) if pairs.len() == 1 => return text.to_string(),
            (Ok(value), Some(table)) => {
                let name = &moment.scenario.table(table).columns[column.index()].name;
                with.push(format!("{name} {}", plain_value(&value)));
            }
            (Ok(_), None) | (Err(_), _) => return "a matching row".to_owned(),
        }
    }
    format!("a row with {}", with.join(" and "))
}

/// The columns that must equal something, where the condition says nothing else.
fn equalities(filter: &Expr) -> Option<Vec<(ColumnId, &Expr)>> {
    match filter {
        Expr::Binary(Binary::And, left, right) => {
            let mut pairs = equalities(left)?;
            pairs.extend(equalities(right)?);
            Some(pairs)
        }
        Expr::Binary(Binary::Equal, left, right) => match (&**left, &**right) {
            (Expr::Column(column), other) | (other, Expr::Column(column)) if !has_column(other) => {
                Some(vec![(*column, other)])
            }
            _ => None,
        },
        _ => None,
    }
}

fn has_column(expr: &Expr) -> bool {
    match expr {
        Expr::Column(_) => true,
        Expr::Not(inner) | Expr::Negate(inner) => has_column(inner),
        Expr::Binary(_, left, right) => has_column(left) || has_column(right),
        Expr::Template(pieces) => pieces.iter().any(|piece| match piece {
            crate::lang::program::Piece::Text(_) => false,
            crate::lang::program::Piece::Filled(inner) => has_column(inner),
        }),
        Expr::Literal(_)
        | Expr::Now
        | Expr::Me
        | Expr::Run
        | Expr::JobField(_)
        | Expr::JobId
        | Expr::JobAttempt
        | Expr::Error(_)
        | Expr::Variable(_)
        | Expr::Field(..) => false,
    }
}

/// What a row can be called: its first text.
pub(super) fn label(row: &Row) -> Option<&str> {
    row.cells.iter().find_map(|cell| match cell {
        Value::Text(text) => Some(&**text),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Row(..) => None,
    })
}

fn plain_value(value: &Value) -> String {
    let mut text = String::new();
    write_plain(&mut text, value);
    text
}
