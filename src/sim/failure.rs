//! Why a statement failed, with the store's own code and message.

use std::fmt;

use crate::lang::scenario::{ColumnId, Scenario, TableId};

/// Why a statement failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Failure {
    /// A UNIQUE refused the row.
    Refused(Refusal),
    /// An expression has no value.
    Unevaluable(Unevaluable),
}

/// A UNIQUE's refusal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Refusal {
    /// The table.
    pub table: TableId,
    /// The columns of the UNIQUE.
    pub columns: Vec<ColumnId>,
    /// Is it the primary key?
    pub primary: bool,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unevaluable {
    /// The number does not fit 64 bits.
    Overflow,
    /// `<` and its kin between a number and a text, say.
    DifferentTypes,
    /// Arithmetic on what is no number, or text joined with a number.
    NotNumbers,
    /// A text longer than [`TEXT_BYTES_MAX`](crate::lang::limits::TEXT_BYTES_MAX).
    TextTooLong,
    /// A whole row where one value is wanted.
    RowAsValue,
    /// A sleep that is no number of milliseconds, or goes back in time.
    NoDuration,
}

/// SQLite's extended code for a UNIQUE constraint (SQLITE_CONSTRAINT_UNIQUE, sqlite.org/rescode.html).
pub const CODE_UNIQUE: i64 = 2067;
/// SQLite's extended code for a primary key (SQLITE_CONSTRAINT_PRIMARYKEY).
pub const CODE_PRIMARY: i64 = 1555;
/// SQLite's code for an error of the statement itself (SQLITE_ERROR).
pub const CODE_ERROR: i64 = 1;
/// PostgreSQL's SQLSTATE for unique_violation, for display.
pub const SQLSTATE_UNIQUE: &str = "23505";

impl Failure {
    /// SQLite's extended code.
    #[must_use]
    pub fn code(&self) -> i64 {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::Unevaluable(_) => CODE_ERROR,
        }
    }

    /// Did a UNIQUE refuse it?
    #[must_use]
    pub fn is_unique(&self) -> bool {
        match self {
            Self::Refused(_) => true,
            Self::Unevaluable(_) => false,
        }
    }

    /// SQLite's message: `UNIQUE constraint failed: keys_unique.key`.
    #[must_use]
    pub fn message(&self, scenario: &Scenario) -> String {
        match self {
            Self::Refused(refusal) => refusal.message(scenario),
            Self::Unevaluable(unevaluable) => unevaluable.to_string(),
        }
    }
}

impl Refusal {
    /// SQLite's extended code.
    #[must_use]
    pub fn code(&self) -> i64 {
        if self.primary { CODE_PRIMARY } else { CODE_UNIQUE }
    }

    /// SQLite's message: every column of the UNIQUE, with its table.
    #[must_use]
    pub fn message(&self, scenario: &Scenario) -> String {
        let table = scenario.table(self.table);
        let mut message = "UNIQUE constraint failed: ".to_owned();
        for (at, column) in self.columns.iter().enumerate() {
            message.push_str(if at == 0 { "" } else { ", " });
            message.push_str(&table.name);
            message.push('.');
            message.push_str(&table.columns[column.index()].name);
        }
        message
    }
}

impl fmt::Display for Unevaluable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overflow => "the number does not fit 64 bits",
            Self::DifferentTypes => "values of different types have no order",
            Self::NotNumbers => "+ and - want two numbers, + also two texts",
            Self::TextTooLong => "the text is longer than a value may be",
            Self::RowAsValue => "a whole row is no value: name one of its columns",
            Self::NoDuration => "a sleep wants a duration of zero or more",
        })
    }
}
