//! The syntax tree: what the text says, each part with its place, before any name is looked up.

use super::program::Binary;
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
    Faults(Vec<FaultBudget>),
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
    Open(Ident),
    /// `fixed by NAME`.
    FixedBy(Ident),
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
    /// The quotes and what is between them.
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
        times: super::claim::Times,
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
        /// What is set where the row is there already.
        or_update: Option<Vec<Cell>>,
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
    /// `do E (…) for NAME as x`.
    Do {
        /// The effect.
        effect: Ident,
        /// What is given.
        cells: Vec<Cell>,
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
            Self::Let { .. } | Self::Say { .. } | Self::Return { .. } => Vec::new(),
        }
    }
}
