//! Claims and questions as they are written.

use super::{Expr, Ident, JobName, Text};
use crate::lang::claim::{Scope, Times};
use crate::lang::program::Binary;
use crate::lang::span::Span;

/// `predict "…" answer …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Predict {
    /// The question.
    pub question: Text,
    /// What answers it.
    pub answer: Asked,
    /// The line.
    pub span: Span,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// `count T where C`.
    Count(Rows),
    /// `COND`.
    Holds(Condition),
}

/// `expect CLAIM`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// Over which runs it speaks.
    pub scope: Scope,
    /// The claim.
    pub claim: Claim,
    /// The line.
    pub span: Span,
}

/// What is claimed of the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// `E once`.
    Effect {
        /// The effect.
        effect: Ident,
        /// How often.
        times: Times,
        /// The words after the effect's name.
        words: Span,
    },
    /// `T 2 rows`.
    RowCount {
        /// The table.
        table: Ident,
        /// How many.
        rows: u32,
    },
    /// `T rows (1, "a"), (2, "b")`.
    Rows {
        /// The table.
        table: Ident,
        /// Each row with its place.
        rows: Vec<(Vec<Expr>, Span)>,
    },
    /// `refused 1`.
    Refused {
        /// How often.
        times: u32,
    },
    /// `W1 answered e`.
    Answered {
        /// The process.
        process: Ident,
        /// Its answer.
        answer: Expr,
    },
    /// `stuck`.
    Stuck,
    /// `JOB acked`.
    Acked {
        /// The job.
        job: JobName,
        /// The claim.
        span: Span,
    },
    /// `JOB dead`.
    Dead {
        /// The job.
        job: JobName,
        /// The claim.
        span: Span,
    },
    /// A condition on the store.
    Condition(Condition),
}

/// `T where C` in a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The table.
    pub table: Ident,
    /// Which rows; all where nothing is said.
    pub filter: Option<Expr>,
}

/// A condition on rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `some T where C`.
    Some(Rows),
    /// `no T where C`.
    None(Rows),
    /// `(count T where C) <= 1`.
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
    Count(Rows),
    /// A number.
    Number(i64),
}
