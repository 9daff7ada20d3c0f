//! Programs as they are written: statements and values.

use super::{Block, Cell, Condition, Ident, Rows, TextPiece, When};
use crate::lang::program::Binary;
use crate::lang::span::Span;
use crate::lang::value::Name;

/// A line of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A statement that is one step.
    Atomic {
        /// What it does.
        atomic: Atomic,
        /// The statement without its `else` block.
        span: Span,
        /// `else { … }`.
        otherwise: Option<Block<Statement>>,
    },
    /// `let x = e`.
    Let {
        /// The variable.
        into: Ident,
        /// Its value.
        value: Expr,
        /// The line.
        span: Span,
    },
    /// `say "…"`.
    Say {
        /// What is said.
        text: Expr,
        /// The line.
        span: Span,
    },
    /// `if C { … } else if D { … } else { … }`.
    If {
        /// Each condition with its block, in order.
        branches: Vec<Branch>,
        /// The last `else`.
        otherwise: Option<Block<Statement>>,
    },
    /// `return` or `return e`.
    Return {
        /// The answer.
        answer: Option<Expr>,
        /// The line.
        span: Span,
    },
    /// `try N times { … }`.
    Try {
        /// How many turns there are.
        times: u32,
        /// What is tried.
        body: Block<Statement>,
        /// `try N times`, without the block.
        span: Span,
    },
    /// `again`.
    Again {
        /// The line.
        span: Span,
    },
    /// `when …`.
    When(When<Statement>),
}

/// One condition of an `if` with its block.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// When the block runs.
    pub condition: Expr,
    /// What runs.
    pub then: Block<Statement>,
    /// `if C`, without the block.
    pub span: Span,
}

/// A statement that is one step.
#[derive(Clone, Debug, PartialEq)]
pub enum Atomic {
    /// `read T where C as x`.
    Read {
        /// Which rows.
        rows: Rows,
        /// Where the row goes.
        into: Ident,
    },
    /// `count T where C as n`.
    Count {
        /// Which rows.
        rows: Rows,
        /// Where the number goes.
        into: Ident,
    },
    /// `insert T (…) or update (…)`.
    Insert {
        /// The table.
        table: Ident,
        /// What is given.
        cells: Vec<Cell>,
        /// What is done where a row is in its way.
        or: OnConflict,
    },
    /// `update T set c = e where C as n`.
    Update {
        /// Which rows.
        rows: Rows,
        /// What is set.
        set: Vec<Cell>,
        /// Where the number of rows goes.
        into: Option<Ident>,
    },
    /// `delete T where C as n`.
    Delete {
        /// Which rows.
        rows: Rows,
        /// Where the number of rows goes.
        into: Option<Ident>,
    },
    /// `do E (…) with key K for NAME as x`.
    Do {
        /// The effect.
        effect: Ident,
        /// What is given.
        cells: Vec<Cell>,
        /// What the provider remembers it by.
        key: Option<Expr>,
        /// The intent it serves.
        intent: Option<Ident>,
        /// Where the effect's row goes.
        into: Option<Ident>,
    },
    /// `enqueue NAME (…)`.
    Enqueue {
        /// The intent.
        intent: Ident,
        /// What is given.
        fields: Vec<Cell>,
    },
    /// `sleep 2s`.
    Sleep {
        /// How long, in milliseconds.
        duration_ms: Expr,
    },
    /// `ack`.
    Ack,
    /// `later "why"`.
    Later {
        /// Why.
        why: Option<Expr>,
    },
    /// `fail "why"`.
    Fail {
        /// Why.
        why: Option<Expr>,
    },
    /// `until COND`.
    Until {
        /// What is waited for.
        condition: Condition,
    },
    /// `begin` or `begin snapshot`.
    Begin {
        /// Does it see the rows as they were at its first read or write?
        snapshot: bool,
    },
    /// `commit`.
    Commit,
    /// `rollback`.
    Rollback,
}

/// What an insert does where a row is in its way.
#[derive(Clone, Debug, PartialEq)]
pub enum OnConflict {
    /// It fails.
    Fail,
    /// `or wait`: where that stands.
    Wait(Span),
    /// `or update (…)`: what is set.
    Update(Vec<Cell>),
}

/// What is computed, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `null`; also what stands for a part that was reported.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number or a duration in milliseconds.
    Int(i64),
    /// `"…"`.
    Text(Vec<TextPiece>),
    /// `x`, `now`, a column.
    Word(Name),
    /// `x.status`, `job.key`.
    Field(Ident, Ident),
    /// `alive(e)`.
    Alive(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `-e`.
    Negate(Box<Expr>),
    /// `a + b`.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

impl Statement {
    /// The blocks that stand inside the statement, in the order of the text.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Block<Statement>> {
        match self {
            Self::Atomic { otherwise, .. } => otherwise.iter().collect(),
            Self::If { branches, otherwise } => {
                branches.iter().map(|branch| &branch.then).chain(otherwise.iter()).collect()
            }
            Self::When(when) => std::iter::once(&when.then).chain(when.otherwise.iter()).collect(),
            Self::Try { body, .. } => vec![body],
            Self::Let { .. } | Self::Say { .. } | Self::Return { .. } | Self::Again { .. } => Vec::new(),
        }
    }
}
