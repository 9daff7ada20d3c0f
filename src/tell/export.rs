//! The tables to take away: Markdown, CSV, JSON, and as printed.

use super::moment::Moment;
use crate::lang::scenario::Scenario;
use crate::sim::state::State;

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
    let _ = (scenario, state);
    todo!()
}

/// One sheet with every row of every table.
#[must_use]
pub fn csv(scenario: &Scenario, state: &State) -> String {
    let _ = (scenario, state);
    todo!()
}

/// One object: for each table the list of its rows.
#[must_use]
pub fn json(scenario: &Scenario, state: &State) -> String {
    let _ = (scenario, state);
    todo!()
}
