//! What a process did to the store or outside it: the first sentence.

use super::queue;
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Expr};
use crate::lang::scenario::{Fault, ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::evaluate::plain;
use crate::sim::event::Event;
use crate::sim::store::Row;
use crate::tell::death::{death, thing};
use crate::tell::deed::{Deed, statement};
use crate::tell::deliveries::job_name;
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::sought::sought;
use crate::tell::waits::condition_words;
use crate::tell::words::{duration, list, ordinal, rows as rows_words};

/// What was done, in a sentence.
pub(super) fn did(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    if let Some(process) = transition.action.process() {
        say.who(process);
        did_by(moment, transition, process, deed, say);
    }
    queue::did(moment, transition, deed, say);
    say.words(".");
}

fn did_by(moment: Moment<'_>, transition: &Transition, process: ProcessId, deed: &Deed<'_>, say: &mut Saying<'_>) {
    let name = |table: &TableId| place(moment, *table);
    match deed {
        Deed::Looked { table, found } => {
            let sought = target(moment, process, *table, filter(moment, transition));
            let found = if found.is_some() { "a row" } else { "no row" };
            write!(say, " looked for {sought} in {} and found {found}", name(table));
        }
        Deed::LookedBack { table } => {
            let sought = target(moment, process, *table, filter(moment, transition));
            write!(say, " looked for {sought} in {} and found a row as its snapshot has it", name(table));
        }
        Deed::Counted { table, rows } => write!(say, " counted {}: {}", name(table), rows_words(*rows)),
        Deed::Added { table, row } => added(moment, process, *table, *row, say),
        Deed::Changed { table, rows: 0 } => write!(say, " found no row of {} to change", name(table)),
        Deed::Changed { table, rows } => changed(moment, transition, process, (*table, *rows), say),
        Deed::Removed { table, rows: 0 } => write!(say, " found no row of {} to drop", name(table)),
        Deed::Removed { table, rows } => write!(say, " dropped {} from {}", rows_words(*rows), name(table)),
        Deed::Performed { effect, intent, .. } => {
            let intent = &moment.scenario.intents[intent.index()];
            write!(say, " performed {} for {intent}", moment.scenario.table(*effect).called());
        }
        Deed::Repeated { effect, row } => {
            write!(say, " asked for {} once more", moment.scenario.table(*effect).called());
            if let Some(key) = &moment.state().rows(*effect)[*row].key {
                write!(say, ", with the key {}", plain(key));
            }
        }
        Deed::Enqueued { delivery } if moment.scenario.queue.is_some() => {
            let intent = moment.state().delivery(*delivery).intent;
            write!(say, " enqueued {} as {}", moment.scenario.intents[intent.index()], job_name(*delivery));
        }
        Deed::Enqueued { delivery } => {
            let intent = moment.state().delivery(*delivery).intent;
            let earlier = &moment.state().deliveries[..=delivery.index()];
            let nth = earlier.iter().filter(|earlier| earlier.intent == intent).count();
            let name = &moment.scenario.intents[intent.index()];
            write!(say, " handed over {name}, the {} delivery of it", ordinal(nth));
        }
        Deed::Slept { duration_ms } => write!(say, " slept {}, and the clock moved on", duration(*duration_ms)),
        Deed::Waited => match statement(moment.scenario, transition) {
            Some((_, Atomic::Until { condition })) => {
                write!(say, " goes on: {}", condition_words(before(moment), process, condition));
            }
            _ => say.words(" goes on: what it waited for holds"),
        },
        Deed::Began { snapshot: false } => say.words(" opened a transaction"),
        Deed::Began { snapshot: true } => say.words(" opened a transaction with a snapshot"),
        Deed::Committed => say.words(" committed its transaction"),
        Deed::RolledBack => say.words(" rolled its transaction back"),
        Deed::Crashed => write!(say, " died {}", death(moment.scenario, moment.trace, moment.playhead - 1).text()),
        Deed::Refused { refusal, .. } => {
            write!(say, " was refused by UNIQUE: errcode {}, ", refusal.code());
            say.code(refusal.message(moment.scenario));
        }
        Deed::Paused => say.words(" is skipped"),
        Deed::Failed { failure, struck } => match struck.map(|fault| struck_words(moment, transition, fault)) {
            Some(words) => say.words(&words),
            None => write!(say, "'s statement failed: {}", failure.message(moment.scenario)),
        },
        Deed::Took { .. }
        | Deed::Acked { .. }
        | Deed::AckLost { .. }
        | Deed::Unheard { .. }
        | Deed::HandedBack { .. }
        | Deed::LeaseEnded { .. }
        | Deed::Redelivered { .. } => {}
    }
}

/// The moment before the step: what a statement asked for is worth what it was worth then.
fn before(moment: Moment<'_>) -> Moment<'_> {
    Moment { playhead: moment.playhead - 1, ..moment }
}

/// `'s charge happened, and the reply was lost`.
pub(in crate::tell) fn struck_words(moment: Moment<'_>, transition: &Transition, fault: Fault) -> String {
    let what = statement(moment.scenario, transition).map(|(_, atomic)| thing(moment.scenario, atomic));
    let what = what.unwrap_or_default();
    let what = what.strip_prefix("the ").unwrap_or(&what);
    match fault {
        Fault::Reply if known(transition) => format!("'s {what} reached the provider, and the reply was lost"),
        Fault::Reply => format!("'s {what} happened, and the reply was lost"),
        Fault::Fail => format!("'s {what} raised before it happened"),
        Fault::Store => "'s statement did not reach the store".to_owned(),
        Fault::Commit => "'s commit failed, and the store rolled everything back".to_owned(),
        Fault::Crash | Fault::Lost | Fault::Lease | Fault::Redeliver => String::new(),
    }
}

/// Did the provider know the key?
fn known(transition: &Transition) -> bool {
    transition.events.iter().any(|event| matches!(event, Event::EffectRepeated { .. }))
}

/// A table's name; what is private says so.
fn place(moment: Moment<'_>, table: TableId) -> String {
    let table = moment.scenario.table(table);
    if table.is_memory() { format!("{}, its own memory,", table.name) } else { table.name.to_string() }
}

/// The row at this place as the process sees it.
pub(super) fn row_of(moment: Moment<'_>, process: ProcessId, table: TableId, row: usize) -> Option<&Row> {
    if moment.scenario.table(table).is_memory() {
        return moment.state().processes[process.index()].memory.get(table.index())?.get(row);
    }
    moment.state().rows(table).get(row)
}

fn added(moment: Moment<'_>, process: ProcessId, table: TableId, row: usize, say: &mut Saying<'_>) {
    let named = moment.scenario.table(table);
    let name = if named.is_memory() { format!("{} in its memory", named.name) } else { named.name.to_string() };
    match &named.noun {
        Some(noun) => write!(say, " wrote {noun} into {name}"),
        None => write!(say, " added a row to {name}"),
    }
    if let Some(label) = row_of(moment, process, table, row).and_then(label) {
        write!(say, ": {label}");
    }
}

/// `set status to done in job_runs`, where one row was changed; else how many.
fn changed(
    moment: Moment<'_>,
    transition: &Transition,
    process: ProcessId,
    (table, rows): (TableId, usize),
    say: &mut Saying<'_>,
) {
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
        let Some(after) = row_of(moment, process, table, *row).and_then(|row| row.seen_by(Some(process))) else {
            break;
        };
        let mut sets = Vec::new();
        for (at, column) in named.columns.iter().enumerate() {
            if before.cells[at] != after[at] {
                sets.push(format!("{} to {}", column.name, plain(&after[at])));
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
        _ => None,
    }
}

/// What the step before the playhead looked for.
fn target(moment: Moment<'_>, process: ProcessId, table: TableId, filter: Option<&Expr>) -> String {
    sought(moment, moment.playhead - 1, process, table, filter)
}

/// What a row can be called: its first text.
pub(super) fn label(row: &Row) -> Option<&str> {
    row.cells.iter().find_map(|cell| match cell {
        Value::Text(text) => Some(&**text),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Row(..) => None,
    })
}
