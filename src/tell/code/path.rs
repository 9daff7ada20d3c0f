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
use crate::tell::deed::{Deed, deed, statement};

/// The instruction at which the run of `process` ended or failed in the transition at `step` (from 0): a `return`, or
/// the line that failed. None where it ran off the end of its program.
pub(super) fn end_of_run(scenario: &Scenario, trace: &Trace, step: usize, process: ProcessId) -> Option<CodeIndex> {
    let transition = &trace.transitions[step];
    if transition.action.process() != process {
        return None;
    }
    let (instruction, atomic) = statement(scenario, transition)?;
    let before = &trace.states[step];
    // The state between the statement and its local lines: new tables and clock, the process still as it was.
    let mut state = trace.states[step + 1].clone();
    state.processes.clone_from(&before.processes);
    let mut walk = Walk { scenario, state, process };
    let failure = match deed(scenario, transition) {
        Deed::Refused { refusal, .. } => Arc::new(Failure::Refused(refusal.clone())),
        Deed::Failed { failure } => failure.clone(),
        deed => {
            walk.assign(atomic, &deed, before);
            return walk.walked(CodeIndex(transition.at.0 + 1));
        }
    };
    walk.state.processes[process.index()].error = Some(failure);
    match instruction.on_failure {
        Some(at) => walk.walked(at),
        None => Some(transition.at),
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
        let row = |rows: &State, table: TableId, row: usize| Value::Row(table, rows.rows(table)[row].cells.clone());
        let value = match deed {
            Deed::Looked { found: None, .. } => Value::Null,
            Deed::Looked { table, found: Some(at) } => row(before, *table, *at),
            Deed::Counted { rows, .. } | Deed::Changed { rows, .. } | Deed::Removed { rows, .. } => {
                Value::Int(*rows as i64)
            }
            Deed::Performed { effect, row: at, .. } => row(&self.state, *effect, *at),
            Deed::Added { .. }
            | Deed::Enqueued { .. }
            | Deed::Slept { .. }
            | Deed::Refused { .. }
            | Deed::Failed { .. }
            | Deed::Crashed
            | Deed::Paused => return,
        };
        if let Some(slot) = into(atomic) {
            self.set(slot, value);
        }
    }

    fn set(&mut self, slot: Slot, value: Value) {
        if let Some(variable) = self.state.processes[self.process.index()].variables.get_mut(slot.0 as usize) {
            *variable = value;
        }
    }

    /// Where the run ends. Jumps only go forward, so each line is taken at most once a turn.
    fn walked(&mut self, mut at: CodeIndex) -> Option<CodeIndex> {
        let program = self.scenario.program_of(self.process);
        loop {
            let instruction = program.at(at)?;
            let local = match &instruction.op {
                Op::Atomic(_) => return None,
                Op::Local(local) => local,
            };
            let scope = Scope { scenario: self.scenario, state: &self.state, process: Some(self.process), row: None };
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
        Atomic::Insert { .. } | Atomic::Enqueue { .. } | Atomic::Sleep { .. } => None,
    }
}
