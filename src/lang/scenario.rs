//! A checked scenario: what is fixed before a run. One of these for each combination of switch positions.

use std::sync::Arc;

use super::claim::{Expect, Predict, Want};
use super::program::{Expr, Program};
pub use super::schedule::{Fault, FaultBudget, JobRef, Move, Schedule, ScheduleItem};
use super::span::Span;
use super::value::Name;
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(pub u16);

        impl $id {
            /// The id of the thing at `index` (from 0).
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u16::try_from(index).expect("limits.rs keeps every list shorter than 65,536"))
            }

            /// Where the thing stands in its list, from 0.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Names a table or an effect: an index into [`Scenario::tables`].
    TableId
    /// Names a column of a table: an index into [`Table::columns`].
    ColumnId
    /// Names a worker or another process: an index into [`Scenario::processes`].
    ProcessId
    /// Names a program: an index into [`Scenario::programs`].
    ProgramId
    /// Names an intent, the NAME of jobs: an index into [`Scenario::intents`].
    IntentId
    /// Names one delivery, counted from 0 in the order of hand-over; `job.id` is one more.
    DeliveryId
}

/// What a scenario has in common with those made of it in another size: they share it.
pub type Shared<T> = Arc<Vec<T>>;

/// Everything that is fixed before a run, for one position of each switch.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Tables and effects in order of declaration.
    pub tables: Shared<Table>,
    /// The declared table `jobs`, where there is one: each delivery adds its row.
    pub jobs_table: Option<TableId>,
    /// Rows that are there from the start.
    pub rows: Shared<SeedRow>,
    /// Names of intents in order of first mention.
    pub intents: Shared<Name>,
    /// Deliveries handed over at the start.
    pub jobs: Vec<Job>,
    /// Handlers and the programs of processes.
    pub programs: Shared<Program>,
    /// Workers and other processes, in order of declaration.
    pub processes: Vec<Process>,
    /// How jobs reach the workers that take them; none where each is handed its job directly.
    pub queue: Option<Queue>,
    /// How often each fault may strike.
    pub faults: Vec<FaultBudget>,
    /// Schedules by name; the one without a name is the run shown first.
    pub schedules: Shared<Schedule>,
    /// The schedule the page opens with, where it is not the unnamed one: an index into `schedules`.
    pub opens_with: Option<usize>,
    /// Where the virtual clock starts, in milliseconds.
    pub clock_ms: i64,
    /// Asked before the run.
    pub predict: Option<Arc<Predict>>,
    /// Shown after the run.
    pub takeaway: Option<Name>,
    /// The scenario (file name without number) that shows the fix, where the author named one.
    pub fixed_by: Option<Name>,
    /// What must hold.
    pub expects: Shared<Expect>,
    /// What its rows are to be at the end of every run: what it claims of every schedule, and where it claims nothing of a
    /// table, what another design of the file does.
    pub wants: Shared<Want>,
}

/// A table of the store, or an effect outside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// Table or effect.
    pub kind: TableKind,
    /// Columns in order of declaration.
    pub columns: Vec<Column>,
    /// Every UNIQUE of one or more columns, in order of declaration, `primary` included, `serial` not.
    pub uniques: Vec<Unique>,
    /// What a crash calls it: `as "the key"`.
    pub noun: Option<Name>,
    /// Where it is declared.
    pub span: Span,
}

/// What keeps the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The store: statements on it are refused by UNIQUE.
    Store,
    /// Private to each worker: lost when it dies, never printed.
    Memory,
    /// An effect: performed outside the store, never rolled back, never read back by UNIQUE.
    Effect,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: Name,
    /// Is it `serial`: given by the store, the largest plus one?
    pub serial: bool,
    /// The value where none is given, taken when the row is made.
    pub default: Option<Expr>,
}

/// A UNIQUE over one or more columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Unique {
    /// The columns, in the order the message names them.
    pub columns: Vec<ColumnId>,
    /// Is it the primary key? The refusal then has another extended code.
    pub primary: bool,
    /// `nulls equal`: does a null collide with a null?
    pub nulls_equal: bool,
    /// `where C`: only rows for which it holds are in the index.
    pub filter: Option<Expr>,
}

/// A row that is there from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRow {
    /// Its table.
    pub table: TableId,
    /// The cells that are given.
    pub cells: Vec<(ColumnId, Expr)>,
    /// Where it is declared.
    pub span: Span,
}

/// One delivery that is handed over at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The intent it serves.
    pub intent: IntentId,
    /// Fields, `key` first; `key` defaults to the intent's name.
    pub fields: Shared<(Name, Expr)>,
    /// Where it is declared.
    pub span: Span,
}

/// A worker or another process.
#[derive(Clone, Debug, PartialEq)]
pub struct Process {
    /// Its name.
    pub name: Name,
    /// What it runs.
    pub program: ProgramId,
    /// What it is.
    pub role: Role,
    /// How many turns its program takes, at least 1.
    pub turns: u32,
    /// It starts when this one has ended.
    pub after: Option<ProcessId>,
    /// Where it is declared.
    pub span: Span,
}

/// A queue that delivers at least once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// How long a job is its taker's, in milliseconds.
    pub lease_ms: i64,
    /// How often a job is handed over at most.
    pub attempts: u32,
}

/// What a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A worker that was handed this delivery directly.
    Worker(DeliveryId),
    /// A worker that takes jobs from the queue, one at a time.
    Taker,
    /// A purger, a sweeper, a producer: anything that is no worker.
    Other,
}

impl Scenario {
    /// The table or effect with this id.
    #[must_use]
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.index()]
    }

    /// The process with this id.
    #[must_use]
    pub fn process(&self, id: ProcessId) -> &Process {
        &self.processes[id.index()]
    }

    /// The program that this process runs.
    #[must_use]
    pub fn program_of(&self, id: ProcessId) -> &Program {
        &self.programs[self.process(id).program.index()]
    }

    /// Does any program open a transaction?
    #[must_use]
    pub fn has_transactions(&self) -> bool {
        self.programs.iter().any(|program| {
            program.atomics().any(|(_, _, atomic)| matches!(atomic, super::program::Atomic::Begin { .. }))
        })
    }

    /// The ids of all processes, in order of declaration.
    pub fn process_ids(&self) -> impl DoubleEndedIterator<Item = ProcessId> + use<> {
        (0..self.processes.len()).map(ProcessId::new)
    }

    /// The process of this name.
    #[must_use]
    pub fn process_named(&self, name: &str) -> Option<ProcessId> {
        self.process_ids().find(|id| &*self.process(*id).name == name)
    }

    /// The run shown first, where the file gives one.
    #[must_use]
    pub fn shown_schedule(&self) -> Option<&Schedule> {
        self.schedules.iter().find(|schedule| schedule.name.is_none())
    }
}

impl Table {
    /// What a sentence calls it: its noun, else its name.
    #[must_use]
    pub fn called(&self) -> &str {
        self.noun.as_deref().unwrap_or(&self.name)
    }

    /// The column of this name.
    #[must_use]
    pub fn column_named(&self, name: &str) -> Option<ColumnId> {
        self.columns.iter().position(|column| &*column.name == name).map(ColumnId::new)
    }

    /// Is it private to each worker?
    #[must_use]
    pub fn is_memory(&self) -> bool {
        self.kind == TableKind::Memory
    }

    /// Is it an effect?
    #[must_use]
    pub fn is_effect(&self) -> bool {
        self.kind == TableKind::Effect
    }
}
