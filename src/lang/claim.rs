//! What a scenario claims of its run: `expect`, and the question of `predict`.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use super::program::{Binary, Expr};
use super::scenario::{JobRef, ProcessId, TableId};
use super::span::Span;
use super::value::Name;
/// One `expect` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// What must hold.
    pub claim: Claim,
    /// Over which runs.
    pub scope: Scope,
    /// The line, for reports.
    pub span: Span,
}

/// What every run is to end with, or none: what a file claims of the rows that every schedule of one of its designs leaves
/// behind is what it wants of the others, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// A claim about rows.
    pub claim: Claim,
    /// Is it to hold? Else it is to hold of none.
    pub holds: bool,
}

/// Over which runs an `expect` speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The end of the run shown first.
    ShownRun,
    /// The ends of all schedules.
    Schedules(Share),
    /// All moments of all schedules; the claim is a condition.
    States(Share),
}

/// For how many a claim must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// `every`.
    Every,
    /// `no`.
    No,
    /// `some`: at least one.
    Some,
    /// `18 of 20`: exactly so many, of exactly so many. For schedules only.
    Exactly { holds: u64, of: u64 },
}

/// What can be claimed of the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// `E once`: how often each intent took effect.
    Effect { effect: TableId, times: Times },
    /// `T 2 rows`.
    RowCount { table: TableId, rows: u32 },
    /// `T rows (1, "charge-77"), …`: exactly these, in order.
    Rows { table: TableId, rows: Vec<Vec<Expr>> },
    /// `refused 1`: how many inserts UNIQUE refused in the run.
    Refused { times: u32 },
    /// `W1 answered e`.
    Answered { process: ProcessId, answer: Expr },
    /// `stuck`: a process waits and nothing can free it.
    Stuck,
    /// `JOB acked`: every delivery of it.
    Acked { job: JobRef },
    /// `JOB dead`: a delivery of it ran out of attempts.
    Dead { job: JobRef },
    /// A condition on the store.
    Condition(Condition),
}

impl Claim {
    /// The first table whose rows it is about; none where it is about no rows.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        let mut tables = Vec::new();
        self.add_tables(&mut tables);
        tables.first().copied()
    }

    /// Is it about rows of this table?
    #[must_use]
    pub fn is_about(&self, table: TableId) -> bool {
        let mut tables = Vec::new();
        self.add_tables(&mut tables);
        tables.contains(&table)
    }

    fn add_tables(&self, tables: &mut Vec<TableId>) {
        match self {
            Self::RowCount { table, .. } | Self::Rows { table, .. } => tables.push(*table),
            Self::Condition(condition) => condition.add_tables(tables),
            Self::Effect { .. }
            | Self::Refused { .. }
            | Self::Answered { .. }
            | Self::Stuck
            | Self::Acked { .. }
            | Self::Dead { .. } => {}
        }
    }
}

impl Condition {
    fn add_tables(&self, tables: &mut Vec<TableId>) {
        match self {
            Self::Some(table, _) | Self::None(table, _) => tables.push(*table),
            Self::Compare(_, left, right) => {
                for side in [left, right] {
                    if let Quantity::Count(table, _) = side {
                        tables.push(*table);
                    }
                }
            }
            Self::Not(inner) => inner.add_tables(tables),
            Self::And(left, right) | Self::Or(left, right) => {
                left.add_tables(tables);
                right.add_tables(tables);
            }
        }
    }
}

/// How often an effect was performed for an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// `never`, `once`, `twice`, `N times`. `once` must hold for every intent; the others for at least one.
    Exactly(u32),
    /// `more than once`, for at least one intent.
    MoreThanOnce,
}

/// A condition on the rows of tables and effects, for `expect` and `until`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `some T where C`.
    Some(TableId, Option<Expr>),
    /// `no T where C`.
    None(TableId, Option<Expr>),
    /// A comparison of numbers that may be counted: `(count T where C) <= 1`.
    Compare(Binary, Quantity, Quantity),
    /// `not COND`.
    Not(Box<Condition>),
    /// `COND and COND`.
    And(Box<Condition>, Box<Condition>),
    /// `COND or COND`.
    Or(Box<Condition>, Box<Condition>),
}

/// A number in a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// `(count T where C)`.
    Count(TableId, Option<Expr>),
    /// A number as written.
    Number(i64),
}

/// A question before the run. The right answer is computed from the run, never written.
#[derive(Clone, Debug, PartialEq)]
pub struct Predict {
    /// The question.
    pub question: Name,
    /// What answers it.
    pub answer: Asked,
    /// Where it is declared.
    pub span: Span,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// `answer count T where C`: how many rows at the end.
    Count(TableId, Option<Expr>),
    /// `answer COND`: yes or no at the end.
    Holds(Condition),
}
