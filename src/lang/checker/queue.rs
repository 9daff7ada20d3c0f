//! How jobs reach the workers: handed to each directly, or through a queue; and who may speak to that.

use super::Checker;
use crate::lang::limits::TURNS_MAX;
use crate::lang::program::{Atomic, Program};
use crate::lang::scenario::{Process, Queue, Role};
use crate::lang::syntax::Declaration;

/// The line that a file needs whose workers take jobs.
const QUEUE_LINE: &str = "`queue (lease: 30s, attempts: 3)`";

impl Checker<'_> {
    pub(super) fn add_queue(&mut self) {
        let mut first = None;
        for declaration in self.declarations.clone() {
            let Declaration::Queue(queue) = declaration else { continue };
            if let Some(first) = first.replace(queue.span) {
                self.second("a `queue`", queue.span, first);
            }
            self.scenario.queue = Some(Queue { lease_ms: queue.lease_ms, attempts: queue.attempts });
        }
        self.queue_span = first;
    }

    /// A file has one kind of worker, and a queue where they take jobs.
    pub(super) fn check_delivered(&mut self) {
        let workers: Vec<Process> =
            self.scenario.processes.iter().filter(|process| process.role != Role::Other).cloned().collect();
        for Process { name, role, program, span, .. } in &workers {
            let message = match (role, &self.scenario.queue) {
                (Role::Taker, Some(_)) | (Role::Worker(_), None) | (Role::Other, _) => continue,
                (Role::Taker, None) if self.problems.is_unread("queue") => continue,
                (Role::Taker, None) => {
                    format!("`{name}` takes jobs from a queue, and the file has none: it needs a line {QUEUE_LINE}.")
                }
                (Role::Worker(_), Some(_)) => format!(
                    "The file has a queue, so its workers take their jobs from that: `worker {name} takes jobs with {}`. A job is handed over directly only where there is none.",
                    self.scenario.programs[program.index()].name
                ),
            };
            self.problems.add(*span, message);
        }
        if workers.is_empty()
            && self.problems.is_complete()
            && let Some(span) = self.queue_span
        {
            let message = "Nobody takes jobs from the queue: it needs a worker, as in `worker W1 takes jobs with H`.";
            self.problems.add(span, message);
        }
        self.check_words_to_the_queue();
        self.check_attempts();
    }

    /// `ack`, `later` and `fail` are said of a job that was taken.
    fn check_words_to_the_queue(&mut self) {
        for index in 0..self.scenario.programs.len() {
            let program = &self.scenario.programs[index];
            let direct =
                self.runs_as(index, |role| matches!(role, Role::Worker(_))).map(|process| process.name.clone());
            let mut wrong = Vec::new();
            for (_, instruction, atomic) in program.atomics() {
                let verb = atomic.verb();
                let ends = matches!(atomic, Atomic::Later { .. } | Atomic::Fail { .. });
                let message = match (&direct, atomic) {
                    (_, _) if !(ends || *atomic == Atomic::Ack) => continue,
                    (None, _) if program.handler => continue,
                    (Some(_), _) if ends => continue,
                    (Some(worker), _) => format!(
                        "There is no queue to `ack` to: `{worker}` is handed its job directly. A queue is declared by {QUEUE_LINE}, and then `worker {worker} takes jobs with {}`.",
                        program.name
                    ),
                    (None, _) if ends => {
                        format!(
                            "A process has no job to give back: it ends by `return`, and `{verb}` stands in a handler."
                        )
                    }
                    (None, _) => {
                        format!("A process has no job: `{verb}` stands in the handler of a worker that takes jobs.")
                    }
                };
                wrong.push((instruction.span, message));
            }
            wrong.into_iter().for_each(|(span, message)| self.problems.add(span, message));
        }
    }

    /// A process that runs the program at this index in such a role.
    fn runs_as(&self, index: usize, role: impl Fn(Role) -> bool) -> Option<&Process> {
        self.scenario.processes.iter().find(|process| process.program.index() == index && role(process.role))
    }

    /// The attempts of the queue count like turns of the handler.
    fn check_attempts(&mut self) {
        let Some(Queue { attempts, .. }) = self.scenario.queue else { return };
        for index in 0..self.scenario.programs.len() {
            if self.runs_as(index, |role| role == Role::Taker).is_some() {
                let Program { name, span, .. } = &self.scenario.programs[index];
                let (name, span, tries) = (name.clone(), *span, self.tries[index]);
                if attempts * tries > TURNS_MAX {
                    let message = format!(
                        "`{name}` is run up to {attempts} times for a job, and tries up to {tries} times in each: together more than {TURNS_MAX}."
                    );
                    self.problems.add(span, message);
                }
            }
        }
    }
}
