//! The local lines a step ran through after its statement, walked again to find where the run ended.
//!
//! Events say that a run ended, not at which line: the engine's states leave out what has no future. The walk takes the
//! same branches because it is given the same variables.

use std::sync::Arc;

use crate::check::trace::Trace;
use crate::lang::program::{Atomic, CodeIndex, Local, Op, Slot};
use crate::lang::scenario::{ProcessId, Scenario};
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
    let deed = deed(scenario, transition);
    let mut walk = Walk { scenario, state: after_statement(trace, step), process };
    let failure = match &deed {
        Deed::Refused { refusal, .. } => Some(Failure::Refused(refusal.clone())),
        Deed::Failed { failure } => Some((**failure).clone()),
        _ => None,
    };
    let at = match failure {
        Some(failure) => {
            walk.state.processes[process.index()].error = Some(Arc::new(failure));
            instruction.on_failure
        }
        None => {
            walk.assign(atomic, &deed, &trace.states[step]);
            Some(CodeIndex(transition.at.0 + 1))
        }
    };
    at.map_or(Some(transition.at), |at| walk.walked(at))
}

/// The state between a step's statement and its local lines: new tables and clock, the process still as it was.
fn after_statement(trace: &Trace, step: usize) -> State {
    let (before, after) = (&trace.states[step], &trace.states[step + 1]);
    State { processes: before.processes.clone(), ..after.clone() }
}

struct Walk<'a> {
    scenario: &'a Scenario,
    state: State,
    process: ProcessId,
}

impl Walk<'_> {
    /// Gives the statement's variable what the statement found.
    fn assign(&mut self, atomic: &Atomic, deed: &Deed, before: &State) {
        let value = match deed {
            Deed::Looked { table, found } => {
                found.map_or(Value::Null, |row| Value::Row(*table, before.rows(*table)[row].cells.clone()))
            }
            Deed::Counted { rows, .. } | Deed::Changed { rows, .. } | Deed::Removed { rows, .. } => {
                Value::Int(*rows as i64)
            }
            Deed::Performed { effect, row, .. } => Value::Row(*effect, self.state.rows(*effect)[*row].cells.clone()),
            Deed::Added { .. }
            | Deed::Enqueued { .. }
            | Deed::Slept { .. }
            | Deed::Refused { .. }
            | Deed::Failed { .. }
            | Deed::Crashed => return,
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
            at = match local {
                Local::Let { into, value } => match scope.value(value) {
                    Ok(value) => {
                        self.set(*into, value);
                        next
                    }
                    Err(_) => return Some(at),
                },
                Local::Say { text } => match scope.value(text) {
                    Ok(_) => next,
                    Err(_) => return Some(at),
                },
                Local::Branch { condition, otherwise } => match scope.holds(Some(condition)) {
                    Ok(true) => next,
                    Ok(false) => *otherwise,
                    Err(_) => return Some(at),
                },
                Local::Jump { to } => *to,
                Local::Return { .. } => return Some(at),
            };
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
