//! What a statement answered there, beside what its step did here.

use ran_twice::lang::program::Atomic;
use ran_twice::lang::scenario::ProcessId;
use ran_twice::lang::value::Value;
use ran_twice::sim::event::Event;
use ran_twice::sim::failure::Failure;
use ran_twice::sim::step::Step;
use ran_twice_postgres::reply::{Cells, Refused, Reply};

use crate::here::{Here, failure};
use crate::sql::constraint;

/// How the answer to the statement of a process differs from what its step does here.
pub fn difference(here: &Here<'_>, process: ProcessId, step: &Step, reply: &Reply) -> Option<String> {
    let failed = failure(&step.events);
    match (failed, reply.refused()) {
        // PostgreSQL only warns, with the same code; SQLite fails.
        (Some(Failure::TransactionOpen | Failure::NoTransaction), None) => None,
        (None, None) => given_back_differ(here, process, step, reply),
        (Some(failure), Some(refused)) if alike(here, &failure, refused) => None,
        (failure, refused) => Some(format!("here {failure:?}, there {refused:?}")),
    }
}

/// The same SQLSTATE, and the same UNIQUE.
fn alike(here: &Here<'_>, failure: &Failure, refused: &Refused) -> bool {
    match failure {
        Failure::Refused(refusal) => {
            let table = here.scenario.table(refusal.table);
            let names = |at: &usize| Some(constraint(table, *at).replace('"', "")) == refused.constraint;
            let named = (0..table.uniques.len()).find(names).map(|at| &table.uniques[at].columns);
            refused.sqlstate == "23505" && named == Some(&refusal.columns)
        }
        other => other.code() == Value::text(&refused.sqlstate),
    }
}

fn given_back_differ(here: &Here<'_>, process: ProcessId, step: &Step, reply: &Reply) -> Option<String> {
    let Reply::Rows(there) = reply else { return None };
    let hit = step.events.iter().find_map(|event| match event {
        Event::RowsHit { rows, .. } => Some(*rows),
        _ => None,
    });
    if hit.is_some_and(|hit| hit != there.len()) {
        return Some(format!("here {hit:?} rows"));
    }
    let given = given_back(here, process, step)?;
    let alike = match here.statement(process)? {
        // A `read` gives the first row; where SQL knows no order, that is any.
        Atomic::Read { table, .. } if given.is_empty() || here.serial(*table).is_none() => {
            given.is_empty() == there.is_empty() && given.iter().all(|row| there.contains(row))
        }
        Atomic::Read { .. } => given.first() == there.first(),
        _ => sorted(given.clone()) == sorted(there.clone()),
    };
    (!alike).then(|| format!("here {given:?}"))
}

/// The rows that the statement gives back here; none where the run ended with it, and nothing holds them any more.
fn given_back(here: &Here<'_>, process: ProcessId, step: &Step) -> Option<Vec<Cells>> {
    let after = &step.state.processes[process.index()];
    if after.is_over() {
        return None;
    }
    match here.statement(process)? {
        Atomic::Read { into, .. } => Some(match after.variables.get(into.0 as usize)? {
            Value::Row(_, row) => vec![cells(row)],
            _ => Vec::new(),
        }),
        Atomic::Count { .. } => step.events.iter().find_map(|event| match event {
            Event::Counted { rows, .. } => Some(vec![vec![Some(rows.to_string())]]),
            _ => None,
        }),
        Atomic::Insert { .. } | Atomic::Update { .. } => {
            let changed = step.events.iter().filter_map(|event| match event {
                Event::RowAdded { table, row } | Event::RowChanged { table, row, .. } => {
                    step.state.rows(*table)[*row].seen_by(Some(process)).map(|row| cells(row))
                }
                _ => None,
            });
            Some(changed.collect())
        }
        _ => None,
    }
}

/// Rows in an order of their own: SQL leaves it open.
pub fn sorted(mut rows: Vec<Cells>) -> Vec<Cells> {
    rows.sort();
    rows
}

/// A row as PostgreSQL writes it.
pub fn cells(row: &[Value]) -> Cells {
    row.iter()
        .map(|value| match value {
            Value::Null => None,
            Value::Bool(flag) => Some(if *flag { "t" } else { "f" }.to_owned()),
            Value::Int(number) => Some(number.to_string()),
            Value::Text(text) => Some(text.to_string()),
            Value::Row(..) => panic!("a row is no value of a cell"),
        })
        .collect()
}
