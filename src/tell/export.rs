//! The tables to take away: Markdown, CSV, JSON, and as printed.

use super::moment::Moment;
use super::printed::{write_json_text, write_rows};
use crate::lang::scenario::{Scenario, Table};
use crate::lang::value::Value;
use crate::sim::evaluate::write_plain;
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
    let each: Vec<String> = with_rows(scenario, state).map(|(table, rows)| markdown_table(table, rows)).collect();
    each.join("\n")
}

fn markdown_table(table: &Table, rows: &[Row]) -> String {
    let mut text = format!("**{}**\n\n", markdown_cell(&table.name));
    let names: Vec<String> = table.columns.iter().map(|column| markdown_cell(&column.name)).collect();
    text.push_str(&format!("| {} |\n|{}\n", names.join(" | "), " --- |".repeat(names.len())));
    for row in rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| markdown_cell(&plain(cell))).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

/// A cell stays on its line, in its column, and says what it says: nothing in it is Markdown.
fn markdown_cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' => cell.extend(['\\', letter]),
            '\n' | '\r' => cell.push(' '),
            _ => cell.push(letter),
        }
    }
    cell
}

/// One sheet with every row of every table: the table's name, then each column there is, by name, in order of first
/// mention. Lines end in CR LF (RFC 4180).
#[must_use]
pub fn csv(scenario: &Scenario, state: &State) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for column in scenario.tables.iter().flat_map(|table| &table.columns) {
        if !columns.contains(&&*column.name) {
            columns.push(&column.name);
        }
    }
    let mut lines = vec![csv_line(std::iter::once("table").chain(columns.iter().copied()).map(csv_text))];
    for (table, rows) in with_rows(scenario, state) {
        for row in rows {
            let cell =
                |name: &&str| table.column_named(name).map_or_else(String::new, |at| csv_cell(&row.cells[at.index()]));
            lines.push(csv_line(std::iter::once(csv_text(&table.name)).chain(columns.iter().map(cell))));
        }
    }
    lines.concat()
}

fn csv_line(cells: impl Iterator<Item = String>) -> String {
    format!("{}\r\n", cells.collect::<Vec<_>>().join(","))
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
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

/// One object: for each table the list of its rows.
#[must_use]
pub fn json(scenario: &Scenario, state: &State) -> String {
    let mut text = String::from("{");
    for (at, (table, rows)) in with_rows(scenario, state).enumerate() {
        text.push_str(if at == 0 { "\n  " } else { ",\n  " });
        write_json_text(&mut text, &table.name);
        text.push_str(": ");
        write_rows(&mut text, table, rows);
    }
    text.push_str("\n}\n");
    text
}

fn with_rows<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = (&'a Table, &'a [Row])> {
    scenario.tables.iter().zip(state.tables.iter().map(|rows| rows.as_slice()))
}

fn plain(value: &Value) -> String {
    let mut text = String::new();
    write_plain(&mut text, value);
    text
}
