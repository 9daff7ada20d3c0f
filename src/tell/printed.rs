//! What the guide prints: lines said and deaths in order, then each table and effect as compact JSON.

use std::fmt::Write as _;

use super::death::death;
use crate::check::trace::Trace;
use crate::lang::scenario::{Scenario, Table};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::state::State;
use crate::sim::store::Row;

/// How wide a table's name is padded, as the guide's `padEnd(12)` does.
pub const NAME_WIDTH: usize = 12;

/// What was said up to this playhead, a line for each `say` and each death, in order.
#[must_use]
pub fn lines(scenario: &Scenario, trace: &Trace, playhead: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let steps = trace.transitions[..playhead].iter().enumerate();
    let all = trace
        .opening
        .iter()
        .map(|event| (None, event))
        .chain(steps.flat_map(|(step, transition)| transition.events.iter().map(move |event| (Some(step), event))));
    for (step, event) in all {
        match (event, step) {
            (Event::Said { text }, _) => lines.push(text.to_string()),
            (Event::Crashed { process }, Some(step)) => {
                lines.push(format!("{} died {}", scenario.process(*process).name, death(scenario, trace, step).text()));
            }
            _ => {}
        }
    }
    lines
}

/// A line for each table and effect, in order of declaration: the name padded to [`NAME_WIDTH`], a space, the rows.
#[must_use]
pub fn tables(scenario: &Scenario, state: &State) -> Vec<String> {
    let line = |(table, rows): (&Table, &std::sync::Arc<Vec<Row>>)| {
        let mut line = format!("{:NAME_WIDTH$} ", table.name);
        write_rows(&mut line, table, rows);
        line
    };
    scenario.tables.iter().zip(&state.tables).map(line).collect()
}

/// All of it at this playhead, a newline after every line.
#[must_use]
pub fn printed(scenario: &Scenario, trace: &Trace, playhead: usize) -> String {
    let mut text = String::new();
    let all = lines(scenario, trace, playhead).into_iter().chain(tables(scenario, &trace.states[playhead]));
    for line in all {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds the rows of a table as a JSON array of objects, keys in the order of the columns.
pub fn write_rows(text: &mut String, table: &Table, rows: &[Row]) {
    text.push('[');
    for (at, row) in rows.iter().enumerate() {
        text.push_str(if at == 0 { "{" } else { ",{" });
        for (column, (named, cell)) in table.columns.iter().zip(row.cells.iter()).enumerate() {
            text.push_str(if column == 0 { "" } else { "," });
            write_json_text(text, &named.name);
            text.push(':');
            write_json(text, cell);
        }
        text.push('}');
    }
    text.push(']');
}

/// Adds a value as `JSON.stringify` writes it. A row is an array of its cells; no cell ever holds one.
pub fn write_json(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => write!(text, "{number}").expect("writing to a String cannot fail"),
        Value::Text(plain) => write_json_text(text, plain),
        Value::Row(_, cells) => {
            for (at, cell) in cells.iter().enumerate() {
                text.push(if at == 0 { '[' } else { ',' });
                write_json(text, cell);
            }
            text.push(']');
        }
    }
}

/// Adds a text in quotes, escaped as ECMA-262's QuoteJSONString does.
pub(super) fn write_json_text(text: &mut String, plain: &str) {
    text.push('"');
    for character in plain.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\0'..'\u{20}' => {
                write!(text, "\\u{:04x}", u32::from(character)).expect("writing to a String cannot fail");
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
