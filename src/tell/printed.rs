//! What the guide prints: lines said and deaths in order, then each table and effect as compact JSON.

use super::death::death;
use crate::check::trace::Trace;
use crate::lang::scenario::{Scenario, Table};
use crate::lang::value::Value;
use crate::sim::evaluate::write_plain;
use crate::sim::event::Event;
use crate::sim::state::State;
use crate::sim::store::{Row, Rows};

/// How wide a table's name is padded, as the guide's `padEnd(12)` does.
pub const NAME_WIDTH: usize = 12;

/// What was said up to this playhead, a line for each `say` and each death, in order.
#[must_use]
pub fn lines(scenario: &Scenario, trace: &Trace, playhead: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |step: Option<usize>, events: &[Event]| {
        for event in events {
            match (event, step) {
                (Event::Said { text }, _) => lines.push(text.to_string()),
                (Event::Crashed { process }, Some(step)) => {
                    let name = &scenario.process(*process).name;
                    lines.push(format!("{name} died {}", death(scenario, trace, step).text()));
                }
                _ => {}
            }
        }
    };
    add(None, &trace.opening);
    for (step, transition) in trace.transitions[..playhead].iter().enumerate() {
        add(Some(step), &transition.events);
    }
    lines
}

/// A line for each table and effect, in order of declaration: the name padded to [`NAME_WIDTH`], a space, the rows.
#[must_use]
pub fn tables(scenario: &Scenario, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for (table, rows) in shown(scenario, state) {
        let mut line = table.name.to_string();
        // Names are letters of ASCII: a byte is a place.
        for _ in line.len()..=NAME_WIDTH.max(line.len()) {
            line.push(' ');
        }
        write_rows(&mut line, table, rows);
        lines.push(line);
    }
    lines
}

/// The tables that are for everyone, with their rows: what is private to a worker is never printed.
pub fn shown<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = (&'a Table, &'a Rows)> {
    let all = scenario.tables.iter().zip(&state.tables).map(|(table, rows)| (table, &**rows));
    all.filter(|(table, _)| !table.is_memory())
}

/// All of it at this playhead, a newline after every line.
#[must_use]
pub fn printed(scenario: &Scenario, trace: &Trace, playhead: usize) -> String {
    let mut all = lines(scenario, trace, playhead);
    all.append(&mut tables(scenario, &trace.states[playhead]));
    let mut text = String::new();
    for line in all {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds the committed rows of a table as a JSON array of objects, keys in the order of the columns.
pub fn write_rows(text: &mut String, table: &Table, rows: &[Row]) {
    text.push('[');
    for (at, cells) in rows.iter().filter_map(|row| row.seen_by(None)).enumerate() {
        text.push_str(if at == 0 { "{" } else { ",{" });
        for (column, (named, cell)) in table.columns.iter().zip(cells.iter()).enumerate() {
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
        Value::Null | Value::Bool(_) | Value::Int(_) => write_plain(text, value),
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
                text.push_str(if character < '\u{10}' { "\\u000" } else { "\\u001" });
                text.extend(char::from_digit(u32::from(character) % 16, 16));
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
