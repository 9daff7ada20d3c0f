//! The only way to a new state: one action, applied whole or not at all.
//!
//! A step is one atomic statement and all local lines after it, up to the next atomic statement or the end. Leading
//! local lines belong to what lets the run start.

use std::sync::Arc;

use super::action::{Action, Blocked, budget, readiness};
use super::evaluate::Scope;
use super::event::Event;
use super::failure::{Failure, Unevaluable};
use super::process::{Phase, ProcessState};
use super::state::State;
use super::statement;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::program::{Atomic, CodeIndex, Instruction, Local, Op};
use crate::lang::scenario::{Fault, ProcessId, Role, Scenario};
use crate::lang::value::Value;

/// What an action made of a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The new state.
    pub state: State,
    /// What was done, in order.
    pub events: Vec<Event>,
}

/// Applies one action to a state. Equal arguments give an equal result, on every target.
///
/// # Errors
/// Why the action cannot happen now.
pub fn apply(scenario: &Scenario, state: &State, action: Action) -> Result<Step, Blocked> {
    readiness(scenario, state, action)?;
    let mut turn = Turn { scenario, state: state.clone(), events: Vec::new() };
    match action {
        Action::Step(process) => turn.step(process),
        Action::Crash(process) => {
            let paying = budget(scenario, state, Fault::Crash, process)?;
            turn.state.faults_left[paying] -= 1;
            turn.events.push(Event::Crashed { process });
            turn.end(process, Phase::Crashed);
        }
    }
    Ok(Step { state: turn.state, events: turn.events })
}

/// The state before the first step, and what leading local lines did on the way there.
///
/// # Errors
/// A row or a job that the tables refuse from the start.
pub fn start(scenario: &Scenario) -> Result<(State, Vec<Event>), Diagnostic> {
    let mut turn = Turn { scenario, state: empty(scenario), events: Vec::new() };
    for row in scenario.rows.iter() {
        let added = statement::insert_row(&mut turn, None, row.table, &row.cells);
        added.map_err(|failure| refused_at_start(scenario, row.span, "row", &failure))?;
    }
    for job in &scenario.jobs {
        let added = statement::hand_over(&mut turn, None, job.intent, &job.fields);
        added.map_err(|failure| refused_at_start(scenario, job.span, "job", &failure))?;
    }
    // What is there from the start is no event of the run.
    turn.events.clear();
    for process in scenario.process_ids() {
        if scenario.process(process).after.is_none() {
            turn.begin(process);
        }
    }
    Ok((turn.state, turn.events))
}

fn refused_at_start(scenario: &Scenario, span: crate::lang::span::Span, what: &str, failure: &Failure) -> Diagnostic {
    Diagnostic::new(span, format!("This {what} cannot be there at the start: {}.", failure.message(scenario)))
}

fn empty(scenario: &Scenario) -> State {
    let mut state = State {
        tables: vec![Arc::default(); scenario.tables.len()],
        processes: Vec::new(),
        deliveries: Vec::new(),
        clock_ms: scenario.clock_ms,
        faults_left: Vec::new(),
    };
    for process in &scenario.processes {
        state.processes.push(waiting(process.role));
    }
    for budget in &scenario.faults {
        state.faults_left.push(budget.times);
    }
    state
}

fn waiting(role: Role) -> ProcessState {
    let delivery = match role {
        Role::Worker(delivery) => Some(delivery),
        Role::Other => None,
    };
    ProcessState { phase: Phase::Waiting, life: 1, turn: 1, delivery, variables: Vec::new(), error: None }
}

/// An action being carried out: the state as far as it has come, and what was done so far.
pub(super) struct Turn<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

impl Turn<'_> {
    /// Where expressions of this process stand.
    pub(super) fn scope(&self, process: Option<ProcessId>) -> Scope<'_> {
        Scope { scenario: self.scenario, state: &self.state, process, row: None }
    }

    fn of(&mut self, process: ProcessId) -> &mut ProcessState {
        &mut self.state.processes[process.index()]
    }

    /// One atomic statement and the local lines after it.
    fn step(&mut self, process: ProcessId) {
        let scenario = self.scenario;
        let at = self.of(process).next().expect("readiness asked for a run in progress");
        let (instruction, atomic) = atomic_at(scenario, process, at);
        match statement::run(self, process, atomic) {
            Ok(()) => self.go_on(process, CodeIndex(at.0 + 1)),
            Err(failure) => self.fail(process, instruction, Arc::new(failure)),
        }
    }

    fn fail(&mut self, process: ProcessId, instruction: &Instruction, failure: Arc<Failure>) {
        if let Failure::Unevaluable(_) = &*failure {
            self.events.push(Event::StatementFailed { failure: failure.clone() });
        }
        match instruction.on_failure {
            Some(otherwise) => {
                self.of(process).error = Some(failure);
                self.go_on(process, otherwise);
            }
            None => self.fail_run(process, failure),
        }
    }

    fn fail_run(&mut self, process: ProcessId, failure: Arc<Failure>) {
        self.events.push(Event::RunFailed { process, failure: failure.clone() });
        self.end(process, Phase::Failed(failure));
    }

    /// Local lines from `at`, up to the next atomic statement, the next turn or the end of the run.
    ///
    /// Jumps only go forward, so a turn takes each line at most once, and turns are bounded by
    /// [`TURNS_MAX`](crate::lang::limits::TURNS_MAX).
    fn go_on(&mut self, process: ProcessId, mut at: CodeIndex) {
        let scenario = self.scenario;
        loop {
            let Some(instruction) = scenario.program_of(process).at(at) else {
                return self.end_turn(process, Value::Null);
            };
            let next = match &instruction.op {
                Op::Atomic(_) => {
                    self.of(process).phase = Phase::Running { at };
                    return;
                }
                Op::Local(Local::Return { answer }) => return self.give_back(process, answer.as_ref()),
                Op::Local(local) => self.local(process, at, local),
            };
            match next {
                Ok(place) => at = place,
                Err(reason) => return self.fail_run(process, Arc::new(Failure::Unevaluable(reason))),
            }
        }
    }

    fn local(&mut self, process: ProcessId, at: CodeIndex, local: &Local) -> Result<CodeIndex, Unevaluable> {
        let next = CodeIndex(at.0 + 1);
        match local {
            Local::Let { into, value } => {
                let value = self.scope(Some(process)).value(value)?;
                self.of(process).variables[into.0 as usize] = value;
                Ok(next)
            }
            Local::Say { text } => {
                let mut line = String::new();
                super::evaluate::write_plain(&mut line, &self.scope(Some(process)).value(text)?);
                self.events.push(Event::Said { text: line.into() });
                Ok(next)
            }
            Local::Branch { condition, otherwise } => {
                let holds = self.scope(Some(process)).holds(Some(condition))?;
                Ok(if holds { next } else { *otherwise })
            }
            Local::Jump { to } => Ok(*to),
            Local::Return { .. } => Ok(CodeIndex(u32::MAX)),
        }
    }

    fn give_back(&mut self, process: ProcessId, answer: Option<&crate::lang::program::Expr>) {
        let answer = answer.map_or(Ok(Value::Null), |answer| self.scope(Some(process)).value(answer));
        match answer {
            Ok(answer) => self.end_turn(process, answer),
            Err(reason) => self.fail_run(process, Arc::new(Failure::Unevaluable(reason))),
        }
    }

    /// A turn of the program is over: the next one begins, or the run ends.
    fn end_turn(&mut self, process: ProcessId, answer: Value) {
        if self.of(process).turn < self.scenario.process(process).turns {
            self.of(process).turn += 1;
            let turn = self.of(process).turn;
            self.events.push(Event::TurnBegan { process, turn });
            return self.go_on(process, CodeIndex(0));
        }
        self.events.push(Event::Ended { process, answer: answer.clone() });
        self.end(process, Phase::Ended { answer });
    }

    /// Fresh variables for a run; its turns share them.
    fn forget(&mut self, process: ProcessId) {
        let variables = self.scenario.program_of(process).variables.len();
        let state = self.of(process);
        state.variables = vec![Value::Null; variables];
        state.error = None;
    }

    fn begin(&mut self, process: ProcessId) {
        self.forget(process);
        self.go_on(process, CodeIndex(0));
    }

    /// A run is over: its variables are gone, and what waited for it begins.
    fn end(&mut self, process: ProcessId, phase: Phase) {
        let state = self.of(process);
        state.phase = phase;
        state.variables = Vec::new();
        state.error = None;
        for follower in self.scenario.process_ids() {
            if self.scenario.process(follower).after == Some(process) {
                self.events.push(Event::Started { process: follower });
                self.begin(follower);
            }
        }
    }
}

/// The atomic statement a running process stands before.
fn atomic_at(scenario: &Scenario, process: ProcessId, at: CodeIndex) -> (&Instruction, &Atomic) {
    let instruction = scenario.program_of(process).at(at).expect("a running process stands inside its program");
    match &instruction.op {
        Op::Atomic(atomic) => (instruction, atomic),
        Op::Local(_) => unreachable!("a running process stands before an atomic statement"),
    }
}
