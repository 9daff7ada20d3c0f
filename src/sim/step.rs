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
use crate::lang::program::{Atomic, CodeIndex, Instruction, Op};
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
    pub(super) fresh: Cell<u32>,
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

    pub(super) fn of(&mut self, process: ProcessId) -> &mut ProcessState {
        &mut self.state.processes[process.index()]
    }

    /// One atomic statement and the local lines after it; for an idle worker, the take.
    fn step(&mut self, process: ProcessId) {
        let scenario = self.scenario;
        let Some(at) = self.of(process).next() else { return self.take(process) };
        self.begin_turn(process);
        let (instruction, atomic) = atomic_at(scenario, process, at);
        match statement::run(self, process, atomic) {
            Ok(Then::GoesOn) => self.go_on(process, CodeIndex(at.0 + 1)),
            Ok(Then::Ends(answer)) => self.end_run(process, answer),
            Err(Halt::Fails(failure)) => self.fail(process, instruction, failure),
            // What waits may step only where those that wait for one another stand in a ring.
            Err(Halt::Waits(_)) => self.fail(process, instruction, Failure::Deadlock),
        }
    }

    /// The turn of a process is under way. Of a worker nobody asks.
    fn begin_turn(&mut self, process: ProcessId) {
        let role = self.scenario.process(process).role;
        self.of(process).begun = role == Role::Other;
    }

    /// A fault strikes a process.
    fn strike(&mut self, fault: Fault, process: ProcessId) {
        if fault == Fault::Crash {
            return self.crash(process);
        }
        let scenario = self.scenario;
        let at = self.of(process).next().expect("readiness asked for a run in progress");
        let (instruction, atomic) = atomic_at(scenario, process, at);
        self.begin_turn(process);
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

    pub(super) fn fail_run(&mut self, process: ProcessId, failure: Arc<Failure>) {
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
}

/// The atomic statement a running process stands before.
pub(super) fn atomic_at(scenario: &Scenario, process: ProcessId, at: CodeIndex) -> (&Instruction, &Atomic) {
    let instruction = scenario.program_of(process).at(at).expect("a running process stands inside its program");
    match &instruction.op {
        Op::Atomic(atomic) => (instruction, atomic),
        Op::Local(_) => unreachable!("a running process stands before an atomic statement"),
    }
}
