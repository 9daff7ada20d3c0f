//! The quiet words beside a table's name, and where the table stands among the others.

use super::moment::Moment;
use super::words::{number, plural};
use crate::check::outcome::{served, times};
use crate::lang::order::sort_by_key;
use crate::lang::program::{Atomic, Op};
use crate::lang::scenario::{Scenario, Table, TableId, Unique};
use crate::lang::value::Value;
use crate::sim::state::State;

/// `the side effect`, `key is UNIQUE`, `no constraint`, `two deliveries of one job`.
pub(super) fn note(scenario: &Scenario, state: &State, id: TableId) -> String {
    let table = scenario.table(id);
    if table.is_effect() {
        let effects = scenario.tables.iter().filter(|table| table.is_effect()).count();
        return if effects == 1 { "the side effect" } else { "a side effect" }.to_owned();
    }
    if scenario.jobs_table == Some(id) {
        return deliveries(state);
    }
    if table.uniques.is_empty() {
        return "no constraint".to_owned();
    }
    let all: Vec<String> = table.uniques.iter().map(|unique| unique_note(table, unique)).collect();
    all.join(", ")
}

/// `two deliveries of one job`.
pub(super) fn deliveries(state: &State) -> String {
    let mut intents: Vec<_> = state.deliveries.iter().map(|delivery| delivery.intent).collect();
    let count = intents.len();
    sort_by_key(&mut intents, |one| *one);
    intents.dedup();
    match (count, intents.len()) {
        (0, _) => "no deliveries yet".to_owned(),
        (count, jobs) => format!("{} of {}", counted(count, "delivery"), counted(jobs, "job")),
    }
}

/// `one job`, `two deliveries`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let nouns = if count == 1 { noun.to_owned() } else { plural(noun) };
    format!("{} {nouns}", number(count as u64))
}

fn unique_note(table: &Table, unique: &Unique) -> String {
    let names: Vec<&str> = unique.columns.iter().map(|column| &*table.columns[column.index()].name).collect();
    let what = if unique.primary { "the primary key" } else { "UNIQUE" };
    match names.as_slice() {
        [one] => format!("{one} is {what}"),
        many => format!("({}) is {what}", many.join(", ")),
    }
}

/// What stands for the whole table where it is folded: `2 rows, one key`.
pub(super) fn short(scenario: &Scenario, state: &State, id: TableId) -> String {
    let rows = state.rows(id);
    let count = match rows.len() {
        0 => return "no rows".to_owned(),
        count => super::words::rows(count),
    };
    let Some(column) = scenario.table(id).column_named("key").filter(|_| scenario.jobs_table == Some(id)) else {
        return count;
    };
    let mut keys: Vec<&Value> = rows.iter().map(|row| &row.cells[column.index()]).collect();
    sort_by_key(&mut keys, |one| *one);
    keys.dedup();
    format!("{count}, {}", counted(keys.len(), "key"))
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
    let hands_over = |atomic: &Atomic| matches!(atomic, Atomic::Enqueue { .. });
    let jobs = scenario.jobs_table == Some(id);
    running(scenario).any(|atomic| atomic.table() == Some(id) || (jobs && hands_over(atomic)))
}

/// Every atomic statement of a program that a process runs, once for each process.
pub(super) fn running(scenario: &Scenario) -> impl Iterator<Item = &Atomic> {
    scenario.process_ids().flat_map(|process| &scenario.program_of(process).code).filter_map(|instruction| {
        match &instruction.op {
            Op::Atomic(atomic) => Some(atomic),
            Op::Local(_) => None,
        }
    })
}

/// Is an intent of this effect lost: is the run over, and it never happened?
pub(super) fn lost(moment: Moment<'_>, effect: TableId) -> bool {
    let state = moment.state();
    let never = || {
        let mut intents = served(moment.scenario).into_iter().filter(|(served, _)| *served == effect);
        intents.any(|(effect, intent)| times(state, effect, intent) == 0)
    };
    moment.at_end() && moment.trace.complete(moment.scenario) && never()
}
