//! Workers and other processes, and who starts after whom.

use super::Checker;
use super::jobs::handed_over;
use crate::lang::limits::PROCESSES_MAX;
use crate::lang::scenario::{Process, ProcessId, ProgramId, Role};
use crate::lang::span::Span;
use crate::lang::syntax::{self, Declaration, Ident};
use crate::lang::words::FAULTS;

impl<'a> Checker<'a> {
    pub(super) fn add_processes(&mut self) {
        let mut after: Vec<Option<&'a Ident>> = Vec::new();
        for declaration in self.declarations.clone() {
            let (name, follows) = if let Declaration::Worker(worker) = declaration {
                (&worker.name, worker.after.as_ref())
            } else if let Declaration::Process(process) = declaration {
                (&process.name, process.after.as_ref())
            } else {
                continue;
            };
            if self.is_refused(declaration, name) {
                continue;
            }
            let process = if let Declaration::Worker(worker) = declaration {
                self.worker(worker)
            } else if let Declaration::Process(process) = declaration {
                self.process(process)
            } else {
                None
            };
            match process {
                Some(process) => {
                    self.scenario.processes.push(process);
                    after.push(follows);
                }
                None => self.problems.leave_unread(&name.name),
            }
        }
        self.resolve_after(&after);
        self.check_delivered();
        self.check_something_runs();
    }

    /// Reports a process too many, or one whose name is taken.
    fn is_refused(&mut self, declaration: &Declaration, name: &Ident) -> bool {
        let first = self.scenario.process_named(&name.name).map(|id| self.scenario.process(id).span);
        // Two processes with programs of their own have been reported as programs.
        let reported = first.is_some() && declaration.program().is_some() && self.is_process(&name.name);
        if reported || self.is_second("a process", name, first) {
            return true;
        }
        if self.scenario.processes.len() == PROCESSES_MAX {
            self.problems.add(name.span, format!("A file has at most {PROCESSES_MAX} workers and processes."));
            self.problems.leave_unread(&name.name);
            return true;
        }
        if FAULTS.contains(&&*name.name) {
            let message =
                format!("`{}` is the word of a fault in a schedule: give the process another name.", name.name);
            self.problems.add(name.span, message);
        }
        false
    }

    fn is_process(&self, name: &str) -> bool {
        let own = |process: &Process| &*process.name == name && process.role == Role::Other;
        self.scenario.processes.iter().any(own)
    }

    fn process(&mut self, declared: &syntax::Process) -> Option<Process> {
        let program = self.program_named(&declared.name.name)?;
        Some(Process {
            name: declared.name.name.clone(),
            program,
            role: Role::Other,
            turns: declared.turns,
            after: None,
            span: declared.span,
        })
    }

    fn worker(&mut self, declared: &syntax::Worker) -> Option<Process> {
        let role = match declared.job {
            Some(number) => handed_over(number, &self.scenario, &mut self.problems).map(Role::Worker),
            None => Some(Role::Taker),
        };
        let program = self.handler(&declared.handler);
        Some(Process {
            name: declared.name.name.clone(),
            program: program?,
            role: role?,
            turns: 1,
            after: None,
            span: declared.span,
        })
    }

    fn program_named(&self, name: &str) -> Option<ProgramId> {
        self.scenario.programs.iter().position(|program| &*program.name == name).map(ProgramId::new)
    }

    fn handler(&mut self, name: &Ident) -> Option<ProgramId> {
        let found = self.program_named(&name.name);
        match found {
            Some(program) if self.scenario.programs[program.index()].handler => {}
            Some(_) => {
                let message = format!("`{}` is a process: it runs by itself, and a worker runs a handler.", name.name);
                self.problems.add(name.span, message);
            }
            None if self.problems.may_be_nameless(&["handler"]) => {}
            None => {
                let message = format!("There is no handler named `{}`.", name.name);
                let known =
                    self.scenario.programs.iter().filter(|program| program.handler).map(|program| &*program.name);
                self.problems.add_unknown(&name.name, name.span, message, known);
            }
        }
        found
    }

    /// The process of this name; an unknown one is reported.
    pub(super) fn process_id(&mut self, name: &Ident) -> Option<ProcessId> {
        let found = self.scenario.process_named(&name.name);
        if found.is_none() && !self.problems.may_be_nameless(&["worker", "process"]) {
            let message = format!("There is no process named `{}`.", name.name);
            let known = self.scenario.processes.iter().map(|process| &*process.name);
            self.problems.add_unknown(&name.name, name.span, message, known);
        }
        found
    }

    fn resolve_after(&mut self, after: &[Option<&Ident>]) {
        for (index, name) in after.iter().enumerate() {
            if let Some(name) = name {
                self.scenario.processes[index].after = self.process_id(name);
                self.check_has_end(index, name);
            }
        }
        for id in self.scenario.process_ids() {
            let Some(ring) = self.ring_from(id) else { continue };
            let Some(name) = after[id.index()] else { continue };
            // A ring is reported once, at its first process in order of declaration.
            if ring.iter().all(|other| id <= *other) {
                let names: Vec<&str> = ring.iter().chain([&id]).map(|id| &*self.scenario.process(*id).name).collect();
                let message = format!("None of these can start first: {}.", names.join(" after "));
                self.problems.add(name.span, message);
            }
        }
    }

    /// Reports a process that waits for the end of a worker that has none.
    fn check_has_end(&mut self, index: usize, name: &Ident) {
        let Some(after) = self.scenario.processes[index].after else { return };
        if self.scenario.process(after).role == Role::Taker {
            let message = format!(
                "`{}` takes one job after another and has no end that anybody could wait for. Rows are waited for by `until some T where C`.",
                name.name
            );
            self.problems.add(name.span, message);
            self.scenario.processes[index].after = None;
        }
    }

    /// The ring of `after` that leads from this process back to it.
    fn ring_from(&self, start: ProcessId) -> Option<Vec<ProcessId>> {
        let mut ring = vec![start];
        let mut at = self.scenario.process(start).after?;
        while at != start && ring.len() <= PROCESSES_MAX {
            ring.push(at);
            at = self.scenario.process(at).after?;
        }
        (at == start).then_some(ring)
    }

    fn check_something_runs(&mut self) {
        if self.scenario.processes.is_empty() && self.problems.is_complete() {
            let message = "Nothing runs: a file has a worker, as in `worker W1 runs HANDLER on job 1`, or a process.";
            self.problems.add(Span::default(), message);
        }
    }
}
