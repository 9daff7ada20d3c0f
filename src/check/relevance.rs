//! What the future of a scenario depends on: which columns, which order of rows, which variables, and which workers
//! are alike. Everything else is cleared while exploring, so that equal situations merge.
//!
//! Clearing never changes a count: what is cleared is read by no program, no UNIQUE, no outcome and no claim over every
//! schedule. Where it is not plain that a thing is never read, it counts as read.

mod alike;
mod uses;

use std::sync::Arc;

use self::alike::first_like;
use self::uses::{Uses, presence};
use super::liveness::{Live, liveness};
use crate::lang::claim::{Claim, Scope};
use crate::lang::order::sort_by;
use crate::lang::program::{Expr, Instruction, Local, Op, Program};
use crate::lang::scenario::{ProcessId, Role, Scenario};
use crate::lang::value::Value;
use crate::lang::visit::{contains, for_each_of};
use crate::sim::failure::Failure;
use crate::sim::process::{Phase, ProcessState};
use crate::sim::state::{State, Status};
use crate::sim::store::Rows;

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
    /// Is it read what time it is, or could the clock run out of numbers?
    clock: bool,
    /// Is it read which run of its process a run is?
    lives: bool,
    /// Does what a process does hang on where others stand?
    whole: bool,
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
        // What is committed and what is not yet makes rows differ that are equal else.
        if !merging.clearing || scenario.has_transactions() {
            uses.everything();
        }
        let answers = scenario.process_ids().map(|id| !merging.clearing || answered(scenario, id)).collect();
        let presence = scenario.programs.iter().map(|program| presence(program, merging)).collect();
        // The next turn of a program reads what the last one left.
        let one_turn =
            |at: usize| scenario.processes.iter().all(|process| process.program.index() != at || process.turns == 1);
        let live = scenario.programs.iter().enumerate();
        let live = live.map(|(at, program)| liveness(program, merging.clearing && one_turn(at))).collect();
        let alike = scenario.process_ids().map(|id| first_like(scenario, &uses.tables, id, merging)).collect();
        let reads = |wanted: &dyn Fn(&Expr) -> bool| scenario.programs.iter().any(|program| reads(program, wanted));
        let alive = reads(&|part| matches!(part, Expr::Alive(_)));
        Self {
            clock: !merging.clearing || uses.clock(),
            lives: !merging.clearing || alive || reads(&|part| matches!(part, Expr::Run | Expr::Fresh)),
            whole: scenario.has_transactions() || alive,
            tables: uses.tables,
            live,
            presence,
            answers,
            alike,
        }
    }

    /// The first process, in order of declaration, that is like this one: itself where none before it is.
    #[must_use]
    pub fn like(&self, process: ProcessId) -> ProcessId {
        self.alike[process.index()]
    }

    /// Does what a process does hang on where others stand, and not only on what is shared?
    #[must_use]
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// Clears what is not private to a process.
    pub fn clear_shared(&self, state: &mut State) {
        self.clear_rows(&mut state.tables);
        if !self.clock {
            state.clock_ms = 0;
            for queued in &mut state.queue {
                if let Status::Leased { until_ms, .. } = &mut queued.status {
                    *until_ms = 0;
                }
            }
        }
    }

    fn clear_rows(&self, tables: &mut [Arc<Rows>]) {
        for (rows, uses) in tables.iter_mut().zip(&self.tables) {
            let clears =
                |cells: &[Value]| cells.iter().zip(&uses.columns).any(|(cell, used)| !used && *cell != Value::Null);
            if rows.iter().any(|row| clears(&row.cells)) {
                for row in Arc::make_mut(rows) {
                    row.cells = cleared(&row.cells, uses);
                }
            }
            if !uses.ordered && !rows.is_sorted() {
                sort_by(Arc::make_mut(rows).as_mut_slice(), |one, other| one > other);
            }
        }
    }

    /// Clears what is private to one process. `state` is its own; workers that are alike hold the same delivery.
    pub fn clear_private(&self, scenario: &Scenario, process: ProcessId, state: &mut ProcessState) {
        if let Role::Worker(delivery) = scenario.process(self.like(process)).role {
            state.delivery = Some(delivery);
        }
        self.clear_rows(&mut state.memory);
        if !self.lives && scenario.process(process).role == Role::Taker {
            state.life = 0;
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
            Phase::Ended { answer } | Phase::Idle { answer } if !self.answers[process.index()] => *answer = Value::Null,
            // That it failed counts; nobody reads any more how.
            Phase::Failed(failure) => *failure = Arc::new(Failure::NoAnswer),
            Phase::Waiting | Phase::Idle { .. } | Phase::Ended { .. } | Phase::Crashed => {}
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

/// Does the program read this anywhere but in what it says?
fn reads(program: &Program, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let says = |instruction: &&Instruction| matches!(instruction.op, Op::Local(Local::Say { .. }));
    program.code.iter().filter(|instruction| !says(instruction)).any(|instruction| {
        let mut found = false;
        for_each_of(instruction, &mut |_, expr| found |= contains(expr, wanted));
        found
    })
}

/// Is the answer of this process claimed over every schedule?
fn answered(scenario: &Scenario, process: ProcessId) -> bool {
    scenario.expects.iter().any(|expect| {
        expect.scope != Scope::ShownRun
            && matches!(&expect.claim, Claim::Answered { process: of, .. } if *of == process)
    })
}
