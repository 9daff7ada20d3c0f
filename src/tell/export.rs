//! The tables to take away: Markdown, CSV, JSON, and as printed.

use super::moment::Moment;
use super::printed::{shown, write_json_text, write_rows};
use super::words::list;
use crate::lang::scenario::{Scenario, Table};
use crate::lang::value::Value;
use crate::sim::evaluate::plain;
use crate::sim::state::State;
use crate::sim::store::Row;

/// A form to take the tables away in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table with a heading each.
    Markdown,
    /// One sheet: a column for the table's name, then every column there is (RFC 4180).
    Csv,
    /// One object, a list of rows each.
    Json,
    /// What the guide prints.
    Printed,
}

impl Form {
    /// Every form, in the order a menu shows them.
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Csv, Self::Json, Self::Printed];

    /// Its name in a menu.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Markdown => "Markdown",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Printed => "as printed",
        }
    }
}

/// The tables at this moment in this form.
#[must_use]
pub fn export(moment: Moment<'_>, form: Form) -> String {
    let state = moment.state();
    match form {
        Form::Markdown => markdown(moment.scenario, state),
        Form::Csv => csv(moment.scenario, state),
        Form::Json => json(moment.scenario, state),
        Form::Printed => super::printed::printed(moment.scenario, moment.trace, moment.playhead),
    }
}

/// Each table under its name, as Markdown.
#[must_use]
pub fn markdown(scenario: &Scenario, state: &State) -> String {
    let mut each = Vec::new();
    for (table, rows) in shown(scenario, state) {
        each.push(markdown_table(table, rows));
    }
    list(&each, "\n")
}

fn markdown_table(table: &Table, rows: &[Row]) -> String {
    let mut names = Vec::new();
    for column in &table.columns {
        names.push(markdown_cell(&column.name));
    }
    let mut text = format!("**{}**\n\n| {} |\n|", markdown_cell(&table.name), list(&names, " | "));
    for _ in names {
        text.push_str(" --- |");
    }
    text.push('\n');
    for row in rows.iter().filter_map(|row| row.seen_by(None)) {
        let mut cells = Vec::new();
        for cell in &**row {
            cells.push(markdown_cell(&plain(cell)));
        }
        text.push_str(&format!("| {} |\n", list(&cells, " | ")));
    }
    text
}

/// A cell stays on its line, in its column, and says what it says: nothing in it is Markdown.
fn markdown_cell(text: &str) -> String {
    let mut cell = String::new();
    for letter in text.chars() {
        if let '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' = letter {
            cell.push('\\');
        }
        cell.push(if let '\n' | '\r' = letter { ' ' } else { letter });
    }
    cell
}

/// One sheet with every row of every table: the table's name, then each column there is, by name, in order of first
/// mention. Lines end in CR LF (RFC 4180).
#[must_use]
pub fn csv(scenario: &Scenario, state: &State) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (table, _) in shown(scenario, state) {
        for column in &table.columns {
            if !columns.contains(&&*column.name) {
                columns.push(&column.name);
            }
        }
    }
    let mut text = "table".to_owned();
    for column in &columns {
        text.push(',');
        text.push_str(&csv_text(column));
    }
    text.push_str("\r\n");
    for (table, rows) in shown(scenario, state) {
        for cells in rows.iter().filter_map(|row| row.seen_by(None)) {
            text.push_str(&csv_text(&table.name));
            for column in &columns {
                text.push(',');
                if let Some(at) = table.column_named(column) {
                    text.push_str(&csv_cell(&cells[at.index()]));
                }
            }
            text.push_str("\r\n");
        }
    }
    text
}

fn csv_cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(_) | Value::Int(_) | Value::Row(..) => plain(value),
        Value::Text(text) => csv_text(text),
    }
}

/// A text in quotes where it needs them. A spreadsheet takes what begins with one of these signs for a formula, so a
/// `'` goes before it.
fn csv_text(text: &str) -> String {
    let mut guarded = String::new();
    if let Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r') = text.as_bytes().first() {
        guarded.push('\'');
    }
    guarded.push_str(text);
    if !text.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\n' | b'\r')) {
        return guarded;
    }
    let mut quoted = "\"".to_owned();
    for letter in guarded.chars() {
        if letter == '"' {
            quoted.push('"');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

/// One object: for each table the list of its rows.
#[must_use]
pub fn json(scenario: &Scenario, state: &State) -> String {
    let mut text = String::from("{");
    for (at, (table, rows)) in shown(scenario, state).enumerate() {
        text.push_str(if at == 0 { "\n  " } else { ",\n  " });
        write_json_text(&mut text, &table.name);
        text.push_str(": ");
        write_rows(&mut text, table, rows);
    }
    text.push_str("\n}\n");
    text
}
