//! The local lines a step ran through after its statement, walked again to find where the run ended.
//!
//! Events say that a run ended, not at which line: the engine's states leave out what has no future. The walk takes the
//! same branches because it is given the same variables.

use std::sync::Arc;

use crate::check::trace::Trace;
use crate::lang::program::{Atomic, CodeIndex, Local, Op, Slot};
use crate::lang::scenario::{ProcessId, Scenario, TableId};
use crate::lang::value::Value;
use crate::sim::evaluate::Scope;
use crate::sim::failure::Failure;
use crate::sim::state::State;
use crate::sim::store::Row;
use crate::tell::deed::{Deed, deed, statement};

/// The instruction at which the run of `process` ended or failed in the transition at `step` (from 0): a `return`, or
/// the line that failed. None where it ran off the end of its program.
pub(super) fn end_of_run(scenario: &Scenario, trace: &Trace, step: usize, process: ProcessId) -> Option<CodeIndex> {
    let transition = &trace.transitions[step];
    if transition.action.process() != Some(process) {
        return None;
    }
    let (instruction, atomic) = statement(scenario, transition)?;
    let (before, at) = (&trace.states[step], transition.at?);
    // The state between the statement and its local lines: new tables and clock, the process still as it was.
    let mut state = trace.states[step + 1].clone();
    state.processes.clone_from(&before.processes);
    let mut walk = Walk { scenario, state, process };
    let failure = match deed(scenario, transition) {
        Deed::Refused { refusal, .. } => Arc::new(Failure::Refused(refusal.clone())),
        Deed::Failed { failure, .. } => failure.clone(),
        deed => {
            walk.assign(atomic, &deed, before);
            // `later` and `fail` end the run where they stand.
            let ends = matches!(deed, Deed::HandedBack { .. });
            return if ends { Some(at) } else { walk.walked(CodeIndex(at.0 + 1)) };
        }
    };
    walk.state.processes[process.index()].error = Some(failure);
    match instruction.on_failure {
        Some(otherwise) => walk.walked(otherwise),
        None => Some(at),
    }
}

struct Walk<'a> {
    scenario: &'a Scenario,
    state: State,
    process: ProcessId,
}

impl Walk<'_> {
    /// Gives the statement's variable what the statement found.
    fn assign(&mut self, atomic: &Atomic, deed: &Deed<'_>, before: &State) {
        let value = match deed {
            Deed::Looked { found: None, .. } => Value::Null,
            Deed::Looked { table, found: Some(at) } => self.seen(before, *table, *at),
            Deed::LookedBack { table } => self.seen_then(before, *table, atomic),
            Deed::Counted { rows, .. } | Deed::Changed { rows, .. } | Deed::Removed { rows, .. } => {
                Value::Int(*rows as i64)
            }
            Deed::Performed { effect, row, .. } | Deed::Repeated { effect, row } => {
                self.seen(&self.state, *effect, *row)
            }
            _ => return,
        };
        if let Some(slot) = into(atomic) {
            self.set(slot, value);
        }
    }

    /// A row as the process sees it, of its memory or of a table.
    fn seen(&self, state: &State, table: TableId, at: usize) -> Value {
        let rows = match self.scenario.table(table).is_memory() {
            true => &state.processes[self.process.index()].memory[table.index()],
            false => state.rows(table),
        };
        let cells = rows.get(at).and_then(|row| row.seen_by(Some(self.process)));
        cells.map_or(Value::Null, |cells| Value::Row(table, cells.clone()))
    }

    /// A row as it was when the snapshot was taken.
    fn seen_then(&self, before: &State, table: TableId, atomic: &Atomic) -> Value {
        let transaction = before.processes[self.process.index()].transaction.as_ref();
        let (Some(view), Atomic::Read { filter, .. }) = (transaction.and_then(|open| open.view.as_ref()), atomic)
        else {
            return Value::Null;
        };
        let scope =
            Scope { scenario: self.scenario, state: before, process: Some(self.process), row: None, fresh: None };
        let matches = |row: &&Row| scope.with_row(&row.cells).holds(filter.as_ref()) == Ok(true);
        let then = view[table.index()].iter().find(matches);
        then.map_or(Value::Null, |row| Value::Row(table, row.cells.clone()))
    }

    fn set(&mut self, slot: Slot, value: Value) {
        if let Some(variable) = self.state.processes[self.process.index()].variables.get_mut(slot.0 as usize) {
            *variable = value;
        }
    }

    /// Where the run ends. Only `again` jumps back, and it counts its turns.
    fn walked(&mut self, mut at: CodeIndex) -> Option<CodeIndex> {
        let program = self.scenario.program_of(self.process);
        loop {
            let instruction = program.at(at)?;
            let local = match &instruction.op {
                Op::Atomic(_) => return None,
                Op::Local(local) => local,
            };
            let process = Some(self.process);
            let scope = Scope { scenario: self.scenario, state: &self.state, process, row: None, fresh: None };
            let next = CodeIndex(at.0 + 1);
            let moved = match local {
                Local::Let { into, value } => scope.value(value).map(|value| {
                    self.set(*into, value);
                    next
                }),
                Local::Say { text } => scope.value(text).map(|_| next),
                Local::Branch { condition, otherwise } => {
                    scope.holds(Some(condition)).map(|holds| if holds { next } else { *otherwise })
                }
                Local::Jump { to } => Ok(*to),
                Local::Return { .. } => return Some(at),
                Local::Try { turns, times } => {
                    self.set(*turns, Value::Int(i64::from(times.saturating_sub(1))));
                    Ok(next)
                }
                Local::Again { turns, to } => {
                    match self.state.processes[self.process.index()].variables.get(turns.0 as usize) {
                        Some(Value::Int(left @ 1..)) => {
                            let left = left - 1;
                            self.set(*turns, Value::Int(left));
                            Ok(*to)
                        }
                        _ => return Some(at),
                    }
                }
            };
            match moved {
                Ok(next) => at = next,
                Err(_) => return Some(at),
            }
        }
    }
}

/// The variable that a statement gives a value to.
pub(super) fn into(atomic: &Atomic) -> Option<Slot> {
    match atomic {
        Atomic::Read { into, .. } | Atomic::Count { into, .. } => Some(*into),
        Atomic::Update { into, .. } | Atomic::Delete { into, .. } | Atomic::Do { into, .. } => *into,
        _ => None,
    }
}
