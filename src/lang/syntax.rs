//! The syntax tree: what the text says, each part with its place, before any name is looked up.

mod claim;
mod program;

pub use claim::{Asked, Claim, Condition, Expect, Predict, Quantity, Rows};
pub use program::{Atomic, Branch, Expr, ExprKind, Statement};

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
    /// `table` or `effect`.
    Table(Table),
    /// `row T (…)`.
    Row(Row),
    /// `job NAME (…)`.
    Job(Job),
    /// `handler NAME { … }`.
    Handler(Handler),
    /// `process NAME { … }`.
    Process(Process),
    /// `worker W1 runs H on job 1`.
    Worker(Worker),
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

/// `table T (…) as "…"` or `effect E (…) as "…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Ident,
    /// Table or effect.
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
    /// `unique (a, b)`.
    Unique {
        /// The columns.
        columns: Vec<Ident>,
        /// From `unique` to the bracket.
        span: Span,
    },
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

/// `worker W1 runs H on job 1 after W2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its name.
    pub name: Ident,
    /// The handler it runs.
    pub handler: Ident,
    /// The number of its delivery, from 1 as written.
    pub job: i64,
    /// Where that number stands.
    pub job_span: Span,
    /// It starts when this one has ended.
    pub after: Option<Ident>,
    /// The line.
    pub span: Span,
}

/// `crash 1 of W1`.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultBudget {
    /// How often at most.
    pub times: u32,
    /// Of which process; any worker where nothing is said.
    pub of: Option<Ident>,
    /// From the fault's word to the end of the item.
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

/// `schedule overlap W1 crash W1 W2*`.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Its items; the first may turn out to be the name.
    pub items: Vec<ScheduleItem>,
    /// The line.
    pub span: Span,
}

/// One item of a schedule, before its name is looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleItem {
    /// The process.
    pub process: Ident,
    /// What it does.
    pub verb: ScheduleVerb,
    /// The whole item.
    pub span: Span,
}

/// What an item of a schedule asks of its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleVerb {
    /// `W1`.
    Step,
    /// `W1*`.
    Finish,
    /// `crash W1`.
    Crash,
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
