//! What the future of a scenario depends on: which columns, which order of rows, which variables, and which workers
//! are alike. Everything else is cleared while exploring, so that equal situations merge.
//!
//! Clearing never changes a count: what is cleared is read by no program, no UNIQUE, no outcome and no claim over every
//! schedule. Where it is not plain that a thing is never read, it counts as read.

use std::sync::Arc;

use super::liveness::{Live, liveness};
use crate::lang::claim::{Claim, Condition, Quantity, Scope};
use crate::lang::limits::{NAME_CHARS_MAX, TEXT_BYTES_MAX};
use crate::lang::program::{Atomic, Expr, Local, Op, Piece, Program, Slot};
use crate::lang::scenario::{ColumnId, DeliveryId, ProcessId, Role, Scenario, TableId};
use crate::lang::value::Value;
use crate::sim::process::{Phase, ProcessState};
use crate::sim::state::State;

/// What the future of one scenario depends on.
#[derive(Clone, Debug)]
pub struct Relevance {
    tables: Vec<TableUse>,
    /// For each program, what is still read from each place on.
    live: Vec<Vec<Live>>,
    /// For each program, which variables hold a row that is only asked whether it is there.
    presence: Vec<Vec<bool>>,
    /// For each process, is its answer claimed?
    answers: Vec<bool>,
    /// For each process, the first one that is like it.
    alike: Vec<ProcessId>,
}

/// What is read of one table.
#[derive(Clone, Debug, Default)]
struct TableUse {
    columns: Vec<bool>,
    ordered: bool,
}

/// What to leave as it is, for tests that hold the one against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merging {
    /// Are workers that are alike interchangeable?
    pub symmetry: bool,
    /// Is what is never read again cleared?
    pub clearing: bool,
}

impl Default for Merging {
    fn default() -> Self {
        Self { symmetry: true, clearing: true }
    }
}

impl Relevance {
    /// What the future of this scenario depends on.
    #[must_use]
    pub fn of(scenario: &Scenario, merging: Merging) -> Self {
        let mut uses = Uses::of(scenario);
        if !merging.clearing {
            uses.everything();
        }
        let answers = scenario.process_ids().map(|id| !merging.clearing || answered(scenario, id)).collect();
        let presence = scenario.programs.iter().map(|program| presence(program, merging)).collect();
        let live = scenario.programs.iter().map(|program| liveness(program, merging.clearing)).collect();
        let alike = scenario.process_ids().map(|id| first_like(scenario, &uses.tables, id, merging)).collect();
        Self { tables: uses.tables, live, presence, answers, alike }
    }

    /// The first process, in order of declaration, that is like this one: itself where none before it is.
    #[must_use]
    pub fn like(&self, process: ProcessId) -> ProcessId {
        self.alike[process.index()]
    }

    /// Clears what is not private to a process.
    pub fn clear_shared(&self, state: &mut State) {
        for (rows, uses) in state.tables.iter_mut().zip(&self.tables) {
            let clears =
                |cells: &[Value]| cells.iter().zip(&uses.columns).any(|(cell, used)| !used && *cell != Value::Null);
            if rows.iter().any(|row| clears(&row.cells)) {
                for row in Arc::make_mut(rows) {
                    row.cells = cleared(&row.cells, uses);
                }
            }
            if !uses.ordered && !rows.is_sorted() {
                Arc::make_mut(rows).sort_unstable();
            }
        }
    }

    /// Clears what is private to one process. `state` is its own; workers that are alike hold the same delivery.
    pub fn clear_private(&self, scenario: &Scenario, process: ProcessId, state: &mut ProcessState) {
        if let Role::Worker(delivery) = scenario.process(self.like(process)).role {
            state.delivery = Some(delivery);
        }
        let program = scenario.process(process).program.index();
        match &mut state.phase {
            Phase::Running { at } => {
                let live = &self.live[program][at.0 as usize];
                for (slot, value) in state.variables.iter_mut().enumerate() {
                    self.clear_variable(program, slot, live.variables[slot], value);
                }
                if !live.error {
                    state.error = None;
                }
            }
            Phase::Ended { answer } if !self.answers[process.index()] => *answer = Value::Null,
            Phase::Waiting | Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => {}
        }
    }

    fn clear_variable(&self, program: usize, slot: usize, live: bool, value: &mut Value) {
        if !live {
            *value = Value::Null;
        } else if let Value::Row(table, cells) = value {
            if self.presence[program][slot] {
                *value = Value::Bool(true);
            } else {
                let cells = cleared(cells, &self.tables[table.index()]);
                *value = Value::Row(*table, cells);
            }
        }
    }
}

fn cleared(cells: &[Value], uses: &TableUse) -> Arc<[Value]> {
    cells.iter().zip(&uses.columns).map(|(cell, used)| if *used { cell.clone() } else { Value::Null }).collect()
}

/// Is the answer of this process claimed over every schedule?
fn answered(scenario: &Scenario, process: ProcessId) -> bool {
    scenario.expects.iter().any(|expect| {
        expect.scope != Scope::ShownRun
            && matches!(&expect.claim, Claim::Answered { process: of, .. } if *of == process)
    })
}

/// Which variables of the program hold a row that is only asked whether it is there.
fn presence(program: &Program, merging: Merging) -> Vec<bool> {
    let mut only_presence = vec![merging.clearing; program.variables.len()];
    for_each_expr(program, &mut |_, expr| note_whole(expr, false, &mut only_presence));
    only_presence
}

/// Marks variables that are read for more than their presence; `asked` is where only truth counts.
fn note_whole(expr: &Expr, asked: bool, only_presence: &mut [bool]) {
    match expr {
        Expr::Variable(slot) if !asked => only_presence[slot.0 as usize] = false,
        Expr::Field(slot, _) => only_presence[slot.0 as usize] = false,
        Expr::Not(inner) => note_whole(inner, true, only_presence),
        Expr::Binary(crate::lang::program::Binary::And | crate::lang::program::Binary::Or, left, right) => {
            note_whole(left, true, only_presence);
            note_whole(right, true, only_presence);
        }
        _ => for_each_part(expr, &mut |part| note_whole(part, false, only_presence)),
    }
}

/// What is read of each table, by programs, by UNIQUE and by claims over every schedule.
struct Uses<'a> {
    scenario: &'a Scenario,
    tables: Vec<TableUse>,
}

impl<'a> Uses<'a> {
    fn of(scenario: &'a Scenario) -> Self {
        let unused = |table: &crate::lang::scenario::Table| TableUse {
            columns: vec![false; table.columns.len()],
            ordered: false,
        };
        let mut uses = Self { scenario, tables: scenario.tables.iter().map(unused).collect() };
        for (at, table) in scenario.tables.iter().enumerate() {
            for column in table.uniques.iter().flat_map(|unique| &unique.columns) {
                uses.tables[at].columns[column.index()] = true;
            }
        }
        for program in &scenario.programs {
            uses.program(program);
        }
        for expect in scenario.expects.iter().filter(|expect| expect.scope != Scope::ShownRun) {
            uses.claim(&expect.claim);
        }
        uses
    }

    fn everything(&mut self) {
        for table in &mut self.tables {
            table.columns.fill(true);
            table.ordered = true;
        }
    }

    fn whole(&mut self, table: TableId) {
        self.tables[table.index()].columns.fill(true);
        self.tables[table.index()].ordered = true;
    }

    fn columns(&mut self, table: TableId, expr: &Expr) {
        if let Expr::Column(column) = expr {
            self.tables[table.index()].columns[column.index()] = true;
        }
        for_each_part(expr, &mut |part| self.columns(table, part));
    }

    fn program(&mut self, program: &Program) {
        let holds = rows_held(program);
        for_each_expr(program, &mut |table, expr| {
            if let Some(table) = table {
                self.columns(table, expr);
            }
            self.rows(expr, false, &holds);
        });
        for (_, _, atomic) in program.atomics() {
            if let Atomic::Update { table, set, .. } = atomic {
                // Which of several rows is refused first depends on their order.
                let uniques = &self.scenario.table(*table).uniques;
                let sets_unique = uniques
                    .iter()
                    .flat_map(|unique| &unique.columns)
                    .any(|column| set.iter().any(|(at, _)| at == column));
                self.tables[table.index()].ordered |= sets_unique;
            }
        }
    }

    /// Marks what is read through variables that hold rows.
    fn rows(&mut self, expr: &Expr, asked: bool, holds: &[(Slot, TableId)]) {
        let tables = |slot: Slot| holds.iter().filter(move |(held, _)| *held == slot).map(|(_, table)| *table);
        match expr {
            Expr::Variable(slot) if !asked => tables(*slot).for_each(|table| self.whole(table)),
            Expr::Field(slot, name) => {
                for table in tables(*slot) {
                    self.tables[table.index()].ordered = true;
                    if let Some(column) = self.scenario.table(table).column_named(name) {
                        self.tables[table.index()].columns[column.index()] = true;
                    }
                }
            }
            Expr::Not(inner) => self.rows(inner, true, holds),
            Expr::Binary(crate::lang::program::Binary::And | crate::lang::program::Binary::Or, left, right) => {
                self.rows(left, true, holds);
                self.rows(right, true, holds);
            }
            _ => for_each_part(expr, &mut |part| self.rows(part, false, holds)),
        }
    }

    fn claim(&mut self, claim: &Claim) {
        match claim {
            Claim::Rows { table, .. } => self.whole(*table),
            Claim::Condition(condition) => self.condition(condition),
            Claim::Effect { .. }
            | Claim::RowCount { .. }
            | Claim::Refused { .. }
            | Claim::Answered { .. }
            | Claim::Stuck => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let mut filtered = |table: &TableId, filter: &Option<Expr>| {
            if let Some(filter) = filter {
                self.columns(*table, filter);
            }
        };
        match condition {
            Condition::Some(table, filter) | Condition::None(table, filter) => filtered(table, filter),
            Condition::Compare(_, left, right) => {
                for quantity in [left, right] {
                    if let Quantity::Count(table, filter) = quantity {
                        filtered(table, filter);
                    }
                }
            }
            Condition::Not(inner) => self.condition(inner),
            Condition::And(left, right) | Condition::Or(left, right) => {
                self.condition(left);
                self.condition(right);
            }
        }
    }
}

/// The variables of a program that may hold a row, each with every table it may be of.
fn rows_held(program: &Program) -> Vec<(Slot, TableId)> {
    let mut held: Vec<(Slot, TableId)> = program
        .atomics()
        .filter_map(|(_, _, atomic)| match atomic {
            Atomic::Read { table, into, .. } => Some((*into, *table)),
            Atomic::Do { effect, into: Some(into), .. } => Some((*into, *effect)),
            _ => None,
        })
        .collect();
    // `let y = x` hands a row on; a whole row that is read marks its table, so one round of it is enough.
    let handed: Vec<(Slot, TableId)> = program
        .code
        .iter()
        .filter_map(|instruction| match &instruction.op {
            Op::Local(Local::Let { into, value: Expr::Variable(from) }) => Some((*into, *from)),
            _ => None,
        })
        .flat_map(|(into, from)| {
            held.iter().filter(move |(slot, _)| *slot == from).map(move |(_, table)| (into, *table))
        })
        .collect();
    held.extend(handed);
    held
}

/// The first process that is like this one.
fn first_like(scenario: &Scenario, tables: &[TableUse], id: ProcessId, merging: Merging) -> ProcessId {
    let like = |other: &ProcessId| *other == id || (merging.symmetry && alike(scenario, tables, *other, id));
    scenario.process_ids().find(like).unwrap_or(id)
}

/// Can nothing tell the two workers apart?
fn alike(scenario: &Scenario, tables: &[TableUse], left: ProcessId, right: ProcessId) -> bool {
    let (one, other) = (scenario.process(left), scenario.process(right));
    let (Role::Worker(first), Role::Worker(second)) = (one.role, other.role) else { return false };
    let named = |id: ProcessId| {
        scenario.process_ids().any(|process| scenario.process(process).after == Some(id))
            || scenario.faults.iter().any(|budget| budget.of == Some(id))
            || answered(scenario, id)
    };
    one.program == other.program
        && one.turns == other.turns
        && one.after == other.after
        && same_delivery(scenario, first, second)
        && !named(left)
        && !named(right)
        && !name_matters(scenario.program_of(left), tables)
}

fn same_delivery(scenario: &Scenario, left: DeliveryId, right: DeliveryId) -> bool {
    let (left, right) = (&scenario.jobs[left.index()], &scenario.jobs[right.index()]);
    left.intent == right.intent && left.fields == right.fields
}

/// Does the program read its own name, its life or the number of its delivery anywhere that is read again?
fn name_matters(program: &Program, tables: &[TableUse]) -> bool {
    let mut matters = false;
    for instruction in &program.code {
        match &instruction.op {
            Op::Atomic(Atomic::Insert { table, cells, or_update }) => {
                let kept = |(column, _): &&(ColumnId, Expr)| tables[table.index()].columns[column.index()];
                matters |= cells.iter().chain(or_update.iter().flatten()).filter(kept).any(|(_, expr)| names(expr));
            }
            Op::Atomic(Atomic::Do { effect, cells, .. }) => {
                let kept = |(column, _): &&(ColumnId, Expr)| tables[effect.index()].columns[column.index()];
                matters |= cells.iter().filter(kept).any(|(_, expr)| names(expr));
            }
            // A line that is said is no state, unless it may be too long to be said.
            Op::Local(Local::Say { text }) => matters |= names(text) && may_be_too_long(text),
            Op::Atomic(_) | Op::Local(_) => for_each_of(instruction, &mut |_, expr| matters |= names(expr)),
        }
    }
    matters
}

fn names(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Me | Expr::Run | Expr::JobId);
    for_each_part(expr, &mut |part| found |= names(part));
    found
}

fn may_be_too_long(text: &Expr) -> bool {
    let Expr::Template(pieces) = text else { return false };
    let bytes = |piece: &Piece| match piece {
        Piece::Text(plain) => plain.len(),
        // A name, or a name and a life; other fills are the same for both workers.
        Piece::Filled(_) => 4 * NAME_CHARS_MAX,
    };
    pieces.iter().map(bytes).sum::<usize>() > TEXT_BYTES_MAX / 2
}

/// Calls `each` with every expression of the program, and the table whose columns its bare names are.
fn for_each_expr(program: &Program, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    for instruction in &program.code {
        for_each_of(instruction, each);
    }
}

fn for_each_of(instruction: &crate::lang::program::Instruction, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    match &instruction.op {
        Op::Atomic(atomic) => for_each_of_atomic(atomic, each),
        Op::Local(Local::Let { value, .. }) => each(None, value),
        Op::Local(Local::Say { text }) => each(None, text),
        // Only the truth of a condition counts: as good as `not not`.
        Op::Local(Local::Branch { condition, .. }) => each(None, &Expr::Not(Box::new(condition.clone()))),
        Op::Local(Local::Return { answer }) => answer.iter().for_each(|answer| each(None, answer)),
        Op::Local(Local::Jump { .. }) => {}
    }
}

fn for_each_of_atomic(atomic: &Atomic, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    match atomic {
        Atomic::Read { table, filter, .. }
        | Atomic::Count { table, filter, .. }
        | Atomic::Delete { table, filter, .. } => {
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Insert { table, cells, or_update } => {
            cells.iter().for_each(|(_, expr)| each(None, expr));
            or_update.iter().flatten().for_each(|(_, expr)| each(Some(*table), expr));
        }
        Atomic::Update { table, set, filter, .. } => {
            set.iter().for_each(|(_, expr)| each(Some(*table), expr));
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Do { cells, .. } => cells.iter().for_each(|(_, expr)| each(None, expr)),
        Atomic::Enqueue { fields, .. } => fields.iter().for_each(|(_, expr)| each(None, expr)),
        Atomic::Sleep { duration_ms } => each(None, duration_ms),
    }
}

/// Calls `each` with the parts that an expression is made of.
pub(super) fn for_each_part(expr: &Expr, each: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Template(pieces) => {
            for piece in pieces {
                if let Piece::Filled(expr) = piece {
                    each(expr);
                }
            }
        }
        Expr::Not(inner) | Expr::Negate(inner) => each(inner),
        Expr::Binary(_, left, right) => {
            each(left);
            each(right);
        }
        Expr::Literal(_)
        | Expr::Now
        | Expr::Me
        | Expr::Run
        | Expr::JobField(_)
        | Expr::JobId
        | Expr::JobAttempt
        | Expr::Error(_)
        | Expr::Variable(_)
        | Expr::Field(..)
        | Expr::Column(_) => {}
    }
}
