//! A compiled program: instructions with jumps, each knowing where it stands in the text.
//!
//! Blocks are flattened once, when the file is checked, so the engine has no stack: a process is a place in the code
//! and its variables. `else` blocks stand behind their statement, with a jump over them:
//!
//! ```text
//! 0  insert keys (key: job.key)    on failure: 2
//! 1  jump 4
//! 2  say "refused"
//! 3  return
//! 4  do charges (key: job.key)
//! ```

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use super::claim::Condition;
use super::listing::ListedLine;
use super::scenario::{ColumnId, IntentId, TableId};
use super::span::{Lines, Span};
use super::value::{Name, Value};
/// What a worker or a process runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The handler's name, or the process's own.
    pub name: Name,
    /// A handler serves jobs; a process has none.
    pub handler: bool,
    /// The instructions.
    pub code: Vec<Instruction>,
    /// Names of the variables, by slot.
    pub variables: Vec<Name>,
    /// The whole declaration, from `handler` or `process` to the closing brace.
    pub span: Span,
    /// Its text, line by line: what this position of the switches leaves out is not there.
    pub listing: Vec<ListedLine>,
}

/// A place in a program's code; `code.len()` is its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeIndex(pub u32);

/// A variable's place in its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u16);

/// One statement, or a jump between statements.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// Where its `else` block starts; without one a failure ends the run. Only atomic statements have one.
    pub on_failure: Option<CodeIndex>,
    /// The statement in the text, without its `else` block.
    pub span: Span,
    /// The lines it stands on.
    pub lines: Lines,
}

impl Instruction {
    /// Is it one step?
    #[must_use]
    pub fn is_atomic(&self) -> bool {
        matches!(self.op, Op::Atomic(_))
    }
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// An atomic statement: one step.
    Atomic(Atomic),
    /// A local line: part of the step before it.
    Local(Local),
}

/// A statement that touches the store, an effect, the jobs or the clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Atomic {
    /// `read T where C as x`: the first matching row, or null.
    Read { table: TableId, filter: Option<Expr>, into: Slot },
    /// `count T where C as n`.
    Count { table: TableId, filter: Option<Expr>, into: Slot },
    /// `insert T (…)`.
    Insert { table: TableId, cells: Vec<(ColumnId, Expr)>, or: OnConflict },
    /// `update T set … where C as n`.
    Update { table: TableId, set: Vec<(ColumnId, Expr)>, filter: Option<Expr>, into: Option<Slot> },
    /// `delete T where C as n`.
    Delete { table: TableId, filter: Option<Expr>, into: Option<Slot> },
    /// `do E (…) with key K for NAME as x`: the side effect; without `intent` it serves the run's job. `key` is what the
    /// provider remembers it by.
    Do {
        effect: TableId,
        cells: Vec<(ColumnId, Expr)>,
        key: Option<Expr>,
        intent: Option<IntentId>,
        into: Option<Slot>,
    },
    /// `enqueue NAME (field: e)`: one more delivery of the intent; `key` stands first.
    Enqueue { intent: IntentId, fields: Vec<(Name, Expr)> },
    /// `sleep 2s`: moves the virtual clock.
    Sleep { duration_ms: Expr },
    /// `ack`: the queue is told that the job is done; the run goes on.
    Ack,
    /// `later "why"`: hands the job back and ends the run.
    Later { why: Option<Expr> },
    /// `fail "why"`: the same, as a failure.
    Fail { why: Option<Expr> },
    /// `until COND`: blocked until it holds.
    Until { condition: Condition },
    /// `begin`, `begin snapshot`.
    Begin { snapshot: bool },
    /// `commit`.
    Commit,
    /// `rollback`.
    Rollback,
}

/// What an insert does where a UNIQUE is in its way.
#[derive(Clone, Debug, PartialEq)]
pub enum OnConflict {
    /// It fails.
    Fail,
    /// `or wait`: it is blocked until nothing is.
    Wait,
    /// `or update (…)`: it changes the row that owns the key.
    Update(Vec<(ColumnId, Expr)>),
}

/// A line that touches nothing but the run's own variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Local {
    /// `let x = e`.
    Let { into: Slot, value: Expr },
    /// `say "…"`.
    Say { text: Expr },
    /// `if C {`: goes on when C holds, else jumps.
    Branch { condition: Expr, otherwise: CodeIndex },
    /// The end of a block: goes on there.
    Jump { to: CodeIndex },
    /// `return` or `return e`: ends the run.
    Return { answer: Option<Expr> },
    /// `try N times {`: how many more turns there may be goes into a variable that no program can name.
    Try { turns: Slot, times: u32 },
    /// `again`: the next turn, back at the first line of the block; none left, the run fails.
    Again { turns: Slot, to: CodeIndex },
}

/// What a statement computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number, a duration in milliseconds, plain text, true, false, null.
    Literal(Value),
    /// Text with `{…}` to fill in.
    Template(Vec<Piece>),
    /// `fresh`: text that nobody else has, `fresh-W1-2-1`.
    Fresh,
    /// `alive(e)`: is the run of that name still going?
    Alive(Box<Expr>),
    /// `now`: the virtual clock, in milliseconds.
    Now,
    /// `me`: the process's name.
    Me,
    /// `run`: this life of it, `W1-2`.
    Run,
    /// `job.key`, `job.FIELD`: a field of the delivery; null where it has none of that name.
    JobField(Name),
    /// `job.id`: the number of the delivery, from 1.
    JobId,
    /// `job.attempt`: how many times the delivery was handed over.
    JobAttempt,
    /// `error.unique`, `error.code`, `error.message`.
    Error(ErrorField),
    /// A variable.
    Variable(Slot),
    /// A column of the row in a variable; null where the variable is null.
    Field(Slot, Name),
    /// In `where`, `set` and `or update`: a column of that row.
    Column(ColumnId),
    /// `not e`.
    Not(Box<Expr>),
    /// `-e`.
    Negate(Box<Expr>),
    /// `a + b` and its kin.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// A part of a text with `{…}`.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// As it stands.
    Text(Name),
    /// To be filled in.
    Filled(Expr),
}

/// What the last failure of the run said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorField {
    /// Did a UNIQUE refuse it?
    Unique,
    /// The store's extended code.
    Code,
    /// The store's message.
    Message,
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`: numbers add up, text joins.
    Add,
    /// `-`.
    Subtract,
    /// `=`; null equals null.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`; false with null.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `and`; the right side is left alone where the left is false.
    And,
    /// `or`.
    Or,
}

impl Program {
    /// The instruction at this place; none at the end of the code.
    #[must_use]
    pub fn at(&self, index: CodeIndex) -> Option<&Instruction> {
        self.code.get(index.0 as usize)
    }

    /// The atomic statements with their places, in the order of the text: what the page numbers.
    pub fn atomics(&self) -> impl Iterator<Item = (CodeIndex, &Instruction, &Atomic)> {
        self.code.iter().enumerate().filter_map(|(index, instruction)| match &instruction.op {
            Op::Atomic(atomic) => Some((CodeIndex(index as u32), instruction, atomic)),
            Op::Local(_) => None,
        })
    }
}

impl Atomic {
    /// The table or effect it touches, where it touches one.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        match self {
            Self::Read { table, .. }
            | Self::Count { table, .. }
            | Self::Insert { table, .. }
            | Self::Update { table, .. }
            | Self::Delete { table, .. }
            | Self::Do { effect: table, .. } => Some(*table),
            Self::Enqueue { .. }
            | Self::Sleep { .. }
            | Self::Ack
            | Self::Later { .. }
            | Self::Fail { .. }
            | Self::Until { .. }
            | Self::Begin { .. }
            | Self::Commit
            | Self::Rollback => None,
        }
    }

    /// Its word in the language: `read`, `insert`, `do`.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Read { .. } => "read",
            Self::Count { .. } => "count",
            Self::Insert { .. } => "insert",
            Self::Update { .. } => "update",
            Self::Delete { .. } => "delete",
            Self::Do { .. } => "do",
            Self::Enqueue { .. } => "enqueue",
            Self::Sleep { .. } => "sleep",
            Self::Ack => "ack",
            Self::Later { .. } => "later",
            Self::Fail { .. } => "fail",
            Self::Until { .. } => "until",
            Self::Begin { .. } => "begin",
            Self::Commit => "commit",
            Self::Rollback => "rollback",
        }
    }
}
