//! The syntax tree: what the text says, each part with its place, before any name is looked up.

mod claim;
mod program;
mod running;

pub use claim::{Asked, Claim, Condition, Expect, Predict, Quantity, Rows};
pub use program::{Atomic, Branch, Expr, ExprKind, OnConflict, Statement};
pub use running::{FaultBudget, JobName, JobNumber, Move, Queue, Schedule, ScheduleItem, Worker};

use super::scenario::TableKind;
use super::span::Span;
use super::value::Name;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its declarations in order.
    pub declarations: Vec<Declaration>,
}

/// A name or a word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// What it says.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A form at the outermost level, or inside a `when` there.
#[derive(Clone, Debug, PartialEq)]
pub enum Declaration {
    /// `title "…"`.
    Title(Text),
    /// `about "…"`.
    About(Text),
    /// `takeaway "…"`.
    Takeaway(Text),
    /// `source "https://…"`.
    Source(Text),
    /// `table`, `memory` or `effect`.
    Table(Table),
    /// `row T (…)`.
    Row(Row),
    /// `job NAME (…)`.
    Job(Job),
    /// `handler NAME { … }`.
    Handler(Handler),
    /// `process NAME { … }`.
    Process(Process),
    /// `worker W1 runs H on job 1` or `worker W1 takes jobs with H`.
    Worker(Worker),
    /// `queue (lease: 30s, attempts: 3)`.
    Queue(Queue),
    /// `faults crash 1`.
    Faults {
        /// What may strike, and how often.
        budgets: Vec<FaultBudget>,
        /// The line.
        span: Span,
    },
    /// `clock 1789236681983`.
    Clock {
        /// Where the clock starts, in milliseconds.
        clock_ms: i64,
        /// The line.
        span: Span,
    },
    /// `switch key = plain or unique`.
    Switch(Switch),
    /// `schedule W1 W2`.
    Schedule(Schedule),
    /// `open NAME`.
    Open {
        /// The schedule.
        name: Ident,
        /// The line.
        span: Span,
    },
    /// `fixed by NAME`.
    FixedBy {
        /// The scenario.
        name: Ident,
        /// The line.
        span: Span,
    },
    /// `predict "…" answer …`.
    Predict(Predict),
    /// `expect …`.
    Expect(Expect),
    /// `when key is unique { … } else { … }`.
    When(When<Declaration>),
}

/// `when SWITCH is POSITION or POSITION { … } else { … }`, around declarations or statements.
#[derive(Clone, Debug, PartialEq)]
pub struct When<T> {
    /// The switch.
    pub switch: Ident,
    /// The positions for which `then` holds.
    pub positions: Vec<Ident>,
    /// What holds for them.
    pub then: Block<T>,
    /// What holds for the others.
    pub otherwise: Option<Block<T>>,
    /// From `when` to the last brace.
    pub span: Span,
}

/// `{ … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<T> {
    /// What stands between the braces.
    pub items: Vec<T>,
    /// The braces and what is between them.
    pub span: Span,
}

/// A text in quotes, its escapes resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Its parts in order.
    pub pieces: Vec<TextPiece>,
    /// The quotes and what is between them; of `title`, `about` and `takeaway` the whole line.
    pub span: Span,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextPiece {
    /// As it stands.
    Text(Name),
    /// `{x}`.
    Filled(Expr),
}

/// `table T (…) as "…"`, `memory T (…)` or `effect E (…) as "…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Ident,
    /// Of the store, of a worker's memory, or an effect.
    pub kind: TableKind,
    /// Columns and UNIQUE groups in order.
    pub items: Vec<TableItem>,
    /// What a crash calls it.
    pub noun: Option<Text>,
    /// The line.
    pub span: Span,
}

/// What stands between the brackets of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableItem {
    /// `c unique`, `c primary`, `c serial`, `c = e`.
    Column(Column),
    /// `unique (a, b)`, `unique (a) nulls equal`, `unique (a) where C`.
    Unique(Unique),
}

/// `unique (a, b) nulls equal where C`.
#[derive(Clone, Debug, PartialEq)]
pub struct Unique {
    /// The columns.
    pub columns: Vec<Ident>,
    /// Does a null collide with a null?
    pub nulls_equal: bool,
    /// Which rows it is about; all where nothing is said.
    pub filter: Option<Expr>,
    /// From `unique` to the bracket.
    pub span: Span,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: Ident,
    /// Where `serial` stands.
    pub serial: Option<Span>,
    /// Where `unique` stands.
    pub unique: Option<Span>,
    /// Where `primary` stands.
    pub primary: Option<Span>,
    /// Does `nulls equal` stand behind that?
    pub nulls_equal: bool,
    /// The value where none is given.
    pub default: Option<Expr>,
}

/// `name: e` or, in `set`, `name = e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The column or field.
    pub name: Ident,
    /// Its value.
    pub value: Expr,
}

/// `row T (c: e)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The table.
    pub table: Ident,
    /// What is given.
    pub cells: Vec<Cell>,
    /// The line.
    pub span: Span,
}

/// `job NAME (field: e)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The intent.
    pub intent: Ident,
    /// What is given.
    pub fields: Vec<Cell>,
    /// The line.
    pub span: Span,
}

/// `handler NAME { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// Its name.
    pub name: Ident,
    /// Its statements.
    pub body: Block<Statement>,
    /// From `handler` to the closing brace.
    pub span: Span,
}

/// `process NAME repeats 3 after W1 { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Process {
    /// Its name.
    pub name: Ident,
    /// How many turns, 1 where nothing is said.
    pub turns: u32,
    /// It starts when this one has ended.
    pub after: Option<Ident>,
    /// Its statements.
    pub body: Block<Statement>,
    /// From `process` to the closing brace.
    pub span: Span,
}

/// `switch key = plain "plain key" or unique`.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// Its name.
    pub name: Ident,
    /// Its positions with their labels.
    pub positions: Vec<(Ident, Option<Text>)>,
    /// The line.
    pub span: Span,
}

impl Declaration {
    /// The name, the lines and the place of a handler or a process.
    #[must_use]
    pub fn program(&self) -> Option<(&Ident, &Block<Statement>, Span)> {
        if let Self::Handler(handler) = self {
            return Some((&handler.name, &handler.body, handler.span));
        }
        if let Self::Process(process) = self {
            return Some((&process.name, &process.body, process.span));
        }
        None
    }
}

impl<T> When<T> {
    /// Its blocks in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &Block<T>> {
        std::iter::once(&self.then).chain(&self.otherwise)
    }
}
