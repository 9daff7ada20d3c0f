//! How a run goes on between its atomic statements, from where it begins to where it ends.

use std::sync::Arc;

use super::event::Event;
use super::failure::Failure;
use super::process::Phase;
use super::step::Turn;
use crate::lang::program::{CodeIndex, Local, Op};
use crate::lang::scenario::{ProcessId, Role};
use crate::lang::value::Value;

impl Turn<'_> {
    /// Local lines from `at`, up to the next atomic statement or the end of the run; a turn that is over leads to the next.
    ///
    /// Only `again` jumps back, and each `try` counts it; turns are bounded by
    /// [`TURNS_MAX`](crate::lang::limits::TURNS_MAX).
    pub(super) fn go_on(&mut self, process: ProcessId, mut at: CodeIndex) {
        let scenario = self.scenario;
        loop {
            let ended = match scenario.program_of(process).at(at).map(|instruction| &instruction.op) {
                Some(Op::Atomic(_)) => {
                    let made = self.fresh.take();
                    let state = self.of(process);
                    state.phase = Phase::Running { at };
                    state.fresh += made;
                    return;
                }
                Some(Op::Local(Local::Return { answer: Some(answer) })) => {
                    self.scope(Some(process)).value(answer).map_err(Failure::Unevaluable)
                }
                Some(Op::Local(Local::Return { answer: None })) | None => Ok(Value::Null),
                Some(Op::Local(local)) => match self.local(process, at, local) {
                    Ok(place) => {
                        at = place;
                        continue;
                    }
                    Err(reason) => Err(reason),
                },
            };
            match ended {
                Ok(_) if self.begins_turn(process) => at = CodeIndex(0),
                Ok(answer) => return self.end_run(process, answer),
                Err(reason) => return self.fail_run(process, Arc::new(reason)),
            }
        }
    }

    /// Is there a turn after the one that is over?
    fn begins_turn(&mut self, process: ProcessId) -> bool {
        let turns = self.scenario.process(process).turns;
        let state = self.of(process);
        if state.turn == turns {
            return false;
        }
        state.turn += 1;
        state.begun = false;
        let turn = state.turn;
        self.events.push(Event::TurnBegan { process, turn });
        true
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
            Local::Return { .. } => unreachable!("`go_on` ends there"),
        }
    }

    pub(super) fn end_run(&mut self, process: ProcessId, answer: Value) {
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
    pub(super) fn end(&mut self, process: ProcessId, phase: Phase) {
        self.roll_back(process);
        self.let_go(process);
        self.fresh.set(0);
        let taker = self.scenario.process(process).role == Role::Taker;
        let state = self.of(process);
        state.phase = phase;
        state.begun = false;
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
