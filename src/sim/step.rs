//! The only way to a new state: one action, applied whole or not at all.
//!
//! A step is one atomic statement and all local lines after it, up to the next atomic statement or the end. Leading
//! local lines belong to what lets the run start.

use std::cell::Cell;
use std::sync::Arc;

use super::action::Action;
use super::evaluate::Scope;
use super::event::Event;
use super::failure::Failure;
use super::process::{Phase, ProcessState};
use super::readiness::{Blocked, budget, job_budget, readiness};
use super::state::State;
use super::statement::{self, Halt, Then};
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
    let mut turn = Turn::new(scenario, state.clone());
    match action {
        Action::Step(process) => turn.step(process),
        Action::Strike(fault, process) => {
            let paying = budget(scenario, state, fault, process)?;
            turn.state.faults_left[paying] -= 1;
            turn.strike(fault, process);
        }
        Action::LeaseEnds(job) => turn.end_lease(job),
        Action::StrikeJob(fault, job) => {
            let paying = job_budget(scenario, state, fault, job)?;
            turn.state.faults_left[paying] -= 1;
            match fault {
                Fault::Redeliver => turn.redeliver(job),
                _ => turn.end_lease(job),
            }
        }
    }
    turn.settle_views_of_waiting();
    Ok(Step { state: turn.state, events: turn.events })
}

/// An action being carried out: the state as far as it has come, and what was done so far.
pub(super) struct Turn<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) state: State,
    pub(super) events: Vec<Event>,
    /// How many texts nobody else has were made that the process has not counted yet.
    fresh: Cell<u32>,
}

impl<'a> Turn<'a> {
    /// Before anything is done.
    pub(super) fn new(scenario: &'a Scenario, state: State) -> Self {
        Self { scenario, state, events: Vec::new(), fresh: Cell::new(0) }
    }
}

impl Turn<'_> {
    /// Where expressions of this process stand.
    pub(super) fn scope(&self, process: Option<ProcessId>) -> Scope<'_> {
        Scope { scenario: self.scenario, state: &self.state, process, row: None, fresh: Some(&self.fresh) }
    }

    /// What a statement would wait for; none where it would come to its end.
    pub(super) fn would_wait(mut self, process: ProcessId, atomic: &Atomic) -> Option<Blocked> {
        match statement::run(&mut self, process, atomic) {
            Err(Halt::Waits(blocked)) => Some(blocked),
            Ok(_) | Err(Halt::Fails(_)) => None,
        }
    }

    fn of(&mut self, process: ProcessId) -> &mut ProcessState {
        &mut self.state.processes[process.index()]
    }

    /// One atomic statement and the local lines after it; for an idle worker, the take.
    fn step(&mut self, process: ProcessId) {
        let scenario = self.scenario;
        let Some(at) = self.of(process).next() else { return self.take(process) };
        let (instruction, atomic) = atomic_at(scenario, process, at);
        match statement::run(self, process, atomic) {
            Ok(Then::GoesOn) => self.go_on(process, CodeIndex(at.0 + 1)),
            Ok(Then::Ends(answer)) => self.end_run(process, answer),
            Err(Halt::Fails(failure)) => self.fail(process, instruction, failure),
            // What waits may step only where those that wait for one another stand in a ring.
            Err(Halt::Waits(_)) => self.fail(process, instruction, Failure::Deadlock),
        }
    }

    /// A fault strikes a process.
    fn strike(&mut self, fault: Fault, process: ProcessId) {
        if fault == Fault::Crash {
            return self.crash(process);
        }
        let scenario = self.scenario;
        let at = self.of(process).next().expect("readiness asked for a run in progress");
        let (instruction, atomic) = atomic_at(scenario, process, at);
        self.events.push(Event::Struck { process, fault });
        match fault {
            Fault::Lost => {
                self.ack(process, true);
                self.go_on(process, CodeIndex(at.0 + 1));
            }
            Fault::Reply => {
                let variables = self.of(process).variables.clone();
                let failure = match statement::run(self, process, atomic) {
                    Err(Halt::Fails(failure)) => failure,
                    Ok(_) | Err(Halt::Waits(_)) => Failure::NoAnswer,
                };
                self.of(process).variables = variables;
                self.fail(process, instruction, failure);
            }
            Fault::Commit => {
                self.roll_back(process);
                self.fail(process, instruction, Failure::CommitFailed);
            }
            Fault::Store => self.fail(process, instruction, Failure::NoStore),
            Fault::Fail | Fault::Crash | Fault::Lease | Fault::Redeliver => {
                self.fail(process, instruction, Failure::NoAnswer);
            }
        }
    }

    /// A process dies. A worker that takes jobs is there again at once, and knows nothing.
    fn crash(&mut self, process: ProcessId) {
        self.events.push(Event::Crashed { process });
        let phase = match self.scenario.process(process).role {
            Role::Taker => Phase::Idle { answer: Value::Null },
            Role::Worker(_) | Role::Other => Phase::Crashed,
        };
        for rows in &mut self.of(process).memory {
            *rows = Arc::default();
        }
        self.end(process, phase);
    }

    fn fail(&mut self, process: ProcessId, instruction: &Instruction, failure: Failure) {
        let failure = Arc::new(failure);
        if !failure.is_unique() {
            self.events.push(Event::StatementFailed { failure: failure.clone() });
        }
        // A refused insert leaves the transaction as it is; any other failure ends it.
        if !failure.is_unique() || !matches!(instruction.op, Op::Atomic(Atomic::Insert { .. })) {
            self.roll_back(process);
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
        let phase = match self.scenario.process(process).role {
            Role::Taker => {
                self.hand_back(process, true);
                Phase::Idle { answer: Value::Null }
            }
            Role::Worker(_) | Role::Other => Phase::Failed(failure),
        };
        self.end(process, phase);
    }

    /// Local lines from `at`, up to the next atomic statement, the next turn or the end of the run.
    ///
    /// Only `again` jumps back, and each `try` counts it; turns are bounded by
    /// [`TURNS_MAX`](crate::lang::limits::TURNS_MAX).
    fn go_on(&mut self, process: ProcessId, mut at: CodeIndex) {
        let scenario = self.scenario;
        loop {
            let Some(instruction) = scenario.program_of(process).at(at) else {
                return self.end_turn(process, Value::Null);
            };
            let next = match &instruction.op {
                Op::Atomic(_) => {
                    let made = self.fresh.take();
                    let state = self.of(process);
                    state.phase = Phase::Running { at };
                    state.fresh += made;
                    return;
                }
                Op::Local(Local::Return { answer }) => return self.give_back(process, answer.as_ref()),
                Op::Local(local) => self.local(process, at, local),
            };
            match next {
                Ok(place) => at = place,
                Err(reason) => return self.fail_run(process, Arc::new(reason)),
            }
        }
    }

    fn local(&mut self, process: ProcessId, at: CodeIndex, local: &Local) -> Result<CodeIndex, Failure> {
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
            Local::Try { turns, times } => {
                let left = i64::from(times.saturating_sub(1));
                self.of(process).variables[turns.0 as usize] = Value::Int(left);
                Ok(next)
            }
            Local::Again { turns, to } => match &mut self.of(process).variables[turns.0 as usize] {
                Value::Int(left @ 1..) => {
                    *left -= 1;
                    Ok(*to)
                }
                _ => Err(Failure::TriesUsedUp),
            },
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
        self.end_run(process, answer);
    }

    fn end_run(&mut self, process: ProcessId, answer: Value) {
        self.events.push(Event::Ended { process, answer: answer.clone() });
        let phase = match self.scenario.process(process).role {
            Role::Taker => Phase::Idle { answer },
            Role::Worker(_) | Role::Other => Phase::Ended { answer },
        };
        self.end(process, phase);
    }

    /// Fresh variables for a run; its turns share them.
    fn forget(&mut self, process: ProcessId) {
        let variables = self.scenario.program_of(process).variables.len();
        let state = self.of(process);
        state.variables = vec![Value::Null; variables];
        state.error = None;
        state.fresh = 0;
    }

    pub(super) fn begin(&mut self, process: ProcessId) {
        self.forget(process);
        self.go_on(process, CodeIndex(0));
    }

    /// A run is over: its transaction is rolled back, its variables are gone, and what waited for it begins.
    fn end(&mut self, process: ProcessId, phase: Phase) {
        self.roll_back(process);
        self.let_go(process);
        self.fresh.set(0);
        let taker = self.scenario.process(process).role == Role::Taker;
        let state = self.of(process);
        state.phase = phase;
        state.variables = Vec::new();
        state.error = None;
        state.fresh = 0;
        if taker {
            state.delivery = None;
            state.attempt = 0;
            return;
        }
        for follower in self.scenario.process_ids() {
            if self.scenario.process(follower).after == Some(process) {
                self.events.push(Event::Started { process: follower });
                self.begin(follower);
            }
        }
    }
}

/// The atomic statement a running process stands before.
pub(super) fn atomic_at(scenario: &Scenario, process: ProcessId, at: CodeIndex) -> (&Instruction, &Atomic) {
    let instruction = scenario.program_of(process).at(at).expect("a running process stands inside its program");
    match &instruction.op {
        Op::Atomic(atomic) => (instruction, atomic),
        Op::Local(_) => unreachable!("a running process stands before an atomic statement"),
    }
}
