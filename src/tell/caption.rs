//! The quiet words beside a table's name, and where the table stands among the others.

use super::history::TableHistory;
use super::inline::Who;
use super::moment::Moment;
use super::words::{list, number, plural};
use crate::check::outcome::{running, served, times};
use crate::lang::program::Atomic;
use crate::lang::scenario::{IntentId, ProcessId, Scenario, Table, TableId, Unique};
use crate::lang::value::Value;
use crate::sim::state::State;

/// `the side effect`, `key is UNIQUE`, `no constraint`, `two deliveries of one job`.
pub(super) fn note(scenario: &Scenario, state: &State, id: TableId, memory_of: Option<&Who>) -> String {
    let table = scenario.table(id);
    if let Some(who) = memory_of {
        return [&who.name, "'s memory, gone when it dies"].concat();
    }
    if table.is_effect() {
        let other = scenario.tables.iter().enumerate().any(|(at, table)| table.is_effect() && at != id.index());
        return if other { "a side effect" } else { "the side effect" }.to_owned();
    }
    if scenario.jobs_table == Some(id) {
        return match scenario.queue {
            Some(_) => jobs(state),
            None => deliveries(state),
        };
    }
    if table.uniques.is_empty() {
        return "no constraint".to_owned();
    }
    let mut notes = Vec::new();
    for unique in &table.uniques {
        notes.push(unique_note(table, unique));
    }
    list(&notes, ", ")
}

/// `two deliveries of one job`.
pub(super) fn deliveries(state: &State) -> String {
    if state.deliveries.is_empty() {
        return "no deliveries yet".to_owned();
    }
    format!("{} of {}", counted(state.deliveries.len(), "delivery"), counted(intents(state), "job"))
}

/// The same with a queue, where a job is what it hands over, once or more: `two jobs of one intent`.
fn jobs(state: &State) -> String {
    match state.deliveries.len() {
        0 => "no jobs yet".to_owned(),
        1 => "one job".to_owned(),
        jobs => format!("{} of {}", counted(jobs, "job"), counted(intents(state), "intent")),
    }
}

/// How many intents the deliveries serve.
fn intents(state: &State) -> usize {
    let mut intents: Vec<IntentId> = Vec::new();
    for delivery in &state.deliveries {
        if !intents.contains(&delivery.intent) {
            intents.push(delivery.intent);
        }
    }
    intents.len()
}

/// `one job`, `two deliveries`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let nouns = if count == 1 { noun.to_owned() } else { plural(noun) };
    format!("{} {nouns}", number(count))
}

fn unique_note(table: &Table, unique: &Unique) -> String {
    let mut names = Vec::new();
    for column in &unique.columns {
        names.push(table.columns[column.index()].name.to_string());
    }
    let what = if unique.primary { "the primary key" } else { "UNIQUE" };
    let names_in_a_row = list(&names, ", ");
    if names.len() == 1 { format!("{names_in_a_row} is {what}") } else { format!("({names_in_a_row}) is {what}") }
}

/// What stands for the whole table where it is folded: `2 rows, one key`.
pub(super) fn short(scenario: &Scenario, past: &TableHistory, id: TableId) -> String {
    let rows = past.stands().count();
    if rows == 0 {
        return "no rows".to_owned();
    }
    let count = super::words::rows(rows);
    match scenario.table(id).column_named("key") {
        Some(column) if scenario.jobs_table == Some(id) => {
            let mut keys: Vec<&Value> = Vec::new();
            for row in past.stands() {
                let key = &row.cells[column.index()];
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
            format!("{count}, {}", counted(keys.len(), "key"))
        }
        Some(_) | None => count,
    }
}

/// Where a table stands: effects that are performed, tables that are touched, then what stays as it is, `jobs` last.
pub(super) fn rank(scenario: &Scenario, id: TableId) -> u8 {
    match (touched(scenario, id), scenario.table(id).is_effect(), scenario.jobs_table == Some(id)) {
        (true, true, _) => 0,
        (true, false, _) => 1,
        (false, true, _) => 2,
        (false, false, false) => 3,
        (false, false, true) => 4,
    }
}

/// Does a program that a process runs touch the table?
pub(super) fn touched(scenario: &Scenario, id: TableId) -> bool {
    let jobs = scenario.jobs_table == Some(id);
    running(scenario)
        .iter()
        .any(|atomic| atomic.table() == Some(id) || (jobs && matches!(atomic, Atomic::Enqueue { .. })))
}

/// Does the program of this process touch the table?
pub(super) fn touches(scenario: &Scenario, process: ProcessId, id: TableId) -> bool {
    scenario.program_of(process).atomics().any(|(_, _, atomic)| atomic.table() == Some(id))
}

/// Is an intent of this effect lost: is the run over, and it never happened?
pub(super) fn lost(moment: Moment<'_>, effect: TableId) -> bool {
    let state = moment.state();
    moment.at_end()
        && moment.trace.complete(moment.scenario)
        && served(moment.scenario)
            .iter()
            .any(|(served, intent)| *served == effect && times(state, effect, *intent) == 0)
}
