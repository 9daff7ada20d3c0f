//! Why a statement failed, with the store's own code and message.

use std::fmt;

use crate::lang::limits::{DELIVERIES_MAX, GENERATIONS_MAX, ROWS_MAX};
use crate::lang::scenario::{ColumnId, Scenario, TableId};
use crate::lang::value::Value;

/// Why a statement failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Failure {
    /// A UNIQUE refused the row.
    Refused(Refusal),
    /// An expression has no value.
    Unevaluable(Unevaluable),
    /// An effect or the queue gave no answer. It may have happened or not: the caller cannot tell.
    NoAnswer,
    /// A statement did not reach the store.
    NoStore,
    /// A commit failed, and the store rolled back.
    CommitFailed,
    /// Under a snapshot: the row was changed by another transaction since (PostgreSQL's serialization_failure).
    Serialization,
    /// Transactions wait for one another in a ring (PostgreSQL's deadlock_detected).
    Deadlock,
    /// The provider knows the key, with other values.
    KeyReused,
    /// `again`, and no turn is left.
    TriesUsedUp,
    /// A job enqueued by a job's handler, that one by another's, and so on, too often.
    TooManyGenerations,
    /// More jobs than one run may have.
    TooManyDeliveries,
    /// More rows than one table may have.
    TooManyRows,
    /// `begin` inside a transaction.
    TransactionOpen,
    /// `commit` or `rollback` outside of one.
    NoTransaction,
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
/// PostgreSQL's SQLSTATE for serialization_failure.
pub const SQLSTATE_SERIALIZATION: &str = "40001";
/// PostgreSQL's SQLSTATE for deadlock_detected.
pub const SQLSTATE_DEADLOCK: &str = "40P01";
/// PostgreSQL's SQLSTATE for connection_failure.
pub const SQLSTATE_CONNECTION: &str = "08006";
/// PostgreSQL's SQLSTATE for active_sql_transaction.
pub const SQLSTATE_TRANSACTION_OPEN: &str = "25001";
/// PostgreSQL's SQLSTATE for no_active_sql_transaction.
pub const SQLSTATE_NO_TRANSACTION: &str = "25P01";

impl Failure {
    /// What `error.code` is: SQLite's extended code, PostgreSQL's SQLSTATE for what only that has, null where no store
    /// said anything.
    #[must_use]
    pub fn code(&self) -> Value {
        match self {
            Self::Refused(refusal) => Value::Int(refusal.code()),
            Self::Unevaluable(_) => Value::Int(CODE_ERROR),
            Self::NoAnswer
            | Self::KeyReused
            | Self::TriesUsedUp
            | Self::TooManyGenerations
            | Self::TooManyDeliveries
            | Self::TooManyRows => Value::Null,
            Self::NoStore | Self::CommitFailed => Value::text(SQLSTATE_CONNECTION),
            Self::Serialization => Value::text(SQLSTATE_SERIALIZATION),
            Self::Deadlock => Value::text(SQLSTATE_DEADLOCK),
            Self::TransactionOpen => Value::text(SQLSTATE_TRANSACTION_OPEN),
            Self::NoTransaction => Value::text(SQLSTATE_NO_TRANSACTION),
        }
    }

    /// Did a UNIQUE refuse it?
    #[must_use]
    pub fn is_unique(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// SQLite's message: `UNIQUE constraint failed: keys_unique.key`.
    #[must_use]
    pub fn message(&self, scenario: &Scenario) -> String {
        match self {
            Self::Refused(refusal) => refusal.message(scenario),
            Self::Unevaluable(unevaluable) => unevaluable.to_string(),
            Self::NoAnswer => "no answer".to_owned(),
            Self::NoStore => "the connection to the store was lost".to_owned(),
            Self::CommitFailed => "the commit failed, everything was rolled back".to_owned(),
            Self::Serialization => "could not serialize access due to concurrent update".to_owned(),
            Self::Deadlock => "deadlock detected".to_owned(),
            Self::KeyReused => "the provider knows this key with other values".to_owned(),
            Self::TriesUsedUp => "no try is left".to_owned(),
            Self::TooManyDeliveries => format!("a run has at most {DELIVERIES_MAX} jobs"),
            Self::TooManyRows => format!("a table has at most {ROWS_MAX} rows"),
            Self::TooManyGenerations => {
                format!("a job that a job enqueued, and so on: at most {GENERATIONS_MAX} generations")
            }
            Self::TransactionOpen => "a transaction is open already".to_owned(),
            Self::NoTransaction => "no transaction is open".to_owned(),
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
