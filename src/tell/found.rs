//! What a check found where something else was expected, in words.

use super::outcome::figure;
use super::printed::write_json;
use crate::check::count::Count;
use crate::check::expectation::Found;
use crate::lang::scenario::Scenario;
use crate::lang::value::Value;

/// What was found instead, as the second half of a report.
#[must_use]
pub fn words(scenario: &Scenario, found: &Found) -> String {
    match found {
        Found::Performed(counts) if counts.is_empty() => "no program performs it for any job".to_owned(),
        Found::Performed(counts) => {
            let each: Vec<String> = counts
                .iter()
                .map(|(intent, times)| format!("{} {}", scenario.intents[intent.index()], often(*times)))
                .collect();
            each.join(", ")
        }
        Found::Rows(table, rows) => format!("{} {}", scenario.table(*table).name, counted(*rows)),
        Found::Cells(table, rows) => {
            let rows: Vec<String> = rows.iter().map(|row| cells(row)).collect();
            let name = &scenario.table(*table).name;
            if rows.is_empty() { format!("{name} 0 rows") } else { format!("{name} rows {}", rows.join(", ")) }
        }
        Found::Refused(times) => format!("refused {times}"),
        Found::Answered(None) => "it has not ended with an answer".to_owned(),
        Found::Answered(Some(answer)) => format!("answered {}", value(answer)),
        Found::Schedules { holds, of } => format!("{holds} of {of} schedules"),
        Found::States { holds: 0, .. } => "it holds in no moment of any schedule".to_owned(),
        Found::States { holds, of } if holds == of => "it holds in every moment of every schedule".to_owned(),
        Found::States { .. } => "it holds in some moments, and in others it does not".to_owned(),
        Found::Unknown { states } => {
            let states = figure(Count::from(*states as u64));
            format!("not known: there are more states than the {states} that were looked at")
        }
        Found::NotAcked { left: 1 } => "one delivery of it is not acked".to_owned(),
        Found::NotAcked { left } => format!("{left} deliveries of it are not acked"),
        Found::NotDead => "no delivery of it is dead".to_owned(),
        Found::NotStuck => "nothing is stuck".to_owned(),
        Found::ConditionFalse => "the condition is false at the end of the run".to_owned(),
        Found::Unevaluable(reason) => format!("it cannot be told: {reason}"),
    }
}

/// `never`, `once`, `twice`, `3 times`.
pub fn often(times: u32) -> String {
    match times {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

fn counted(rows: usize) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}

fn cells(row: &[Value]) -> String {
    let cells: Vec<String> = row.iter().map(value).collect();
    format!("({})", cells.join(", "))
}

fn value(value: &Value) -> String {
    let mut text = String::new();
    write_json(&mut text, value);
    text
}
