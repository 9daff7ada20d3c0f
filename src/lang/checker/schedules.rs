//! Schedules: whose turn it is, and the schedule that the page opens with.

use std::sync::Arc;

use super::Checker;
use super::faults::{is_worker, may_strike};
use super::jobs::job_ref;
use crate::lang::limits::{SCHEDULE_ITEMS_MAX, SCHEDULES_MAX};
use crate::lang::nearest::nearest;
use crate::lang::problems::Problems;
use crate::lang::scenario::{Fault, Move, ProcessId, Scenario, Schedule, ScheduleItem};
use crate::lang::span::Span;
use crate::lang::syntax::{self, Declaration, Ident};

impl Checker<'_> {
    pub(super) fn add_schedules(&mut self) {
        for declaration in self.declarations.clone() {
            let Declaration::Schedule(schedule) = declaration else { continue };
            if self.scenario.schedules.len() == SCHEDULES_MAX {
                return self.problems.add(schedule.span, format!("A file has at most {SCHEDULES_MAX} schedules."));
            }
            self.add_schedule(schedule);
        }
        let mut opened = None;
        for declaration in self.declarations.clone() {
            let Declaration::Open { name, .. } = declaration else { continue };
            if let Some(first) = opened.replace(name.span) {
                self.second("an `open`", name.span, first);
            }
            self.open(name);
        }
    }

    fn add_schedule(&mut self, declared: &syntax::Schedule) {
        let name = self.schedule_name(declared).cloned();
        let items = &declared.items[usize::from(name.is_some())..];
        let named = name.as_ref().map(|name| &name.name);
        let first = self.scenario.schedules.iter().find(|known| known.name.as_ref() == named).map(|known| known.span);
        match (&name, first) {
            (Some(name), Some(first)) => {
                return self.second(&format!("a schedule named `{}`", name.name), name.span, first);
            }
            (None, Some(first)) => return self.second("a schedule without a name", declared.span, first),
            (Some(_) | None, None) => {}
        }
        if items.is_empty() {
            let message = "Expected the processes in the order in which they step, behind the name of the schedule.";
            self.problems.add(declared.span, message);
        }
        let items = resolved(items, &self.scenario, &mut self.problems);
        Arc::make_mut(&mut self.scenario.schedules).push(Schedule {
            name: name.map(|name| name.name),
            items,
            span: declared.span,
        });
    }

    /// The first word is the schedule's name where it is no process. A process in other letters is a slip, and so is what one
    /// slip of the hand makes of a process.
    fn schedule_name<'s>(&self, declared: &'s syntax::Schedule) -> Option<&'s Ident> {
        let first = declared.first_word()?;
        let is_process =
            |name: &str| self.scenario.processes.iter().any(|process| process.name.eq_ignore_ascii_case(name));
        let free = !is_process(&first.name) && !self.problems.is_unread(&first.name);
        let slip = self.is_numbered_like_a_process(&first.name)
            || is_all_but_a_fault(&first.name)
            || is_death(&first.name)
            || repeated(&first.name, &self.scenario).is_some()
            || nearest(&first.name, self.scenario.processes.iter().map(|process| &*process.name)).is_some();
        (free && !slip).then_some(first)
    }

    /// Where there are W1 and W2, W3 is a process that is missing and no name of a schedule.
    fn is_numbered_like_a_process(&self, name: &str) -> bool {
        let stem = |name: &str| {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            (stem.len() < name.len()).then(|| stem.to_owned())
        };
        let wanted = stem(name);
        wanted.is_some() && self.scenario.processes.iter().any(|process| stem(&process.name) == wanted)
    }

    fn open(&mut self, name: &Ident) {
        let named = |schedule: &Schedule| schedule.name.as_ref() == Some(&name.name);
        self.scenario.opens_with = self.scenario.schedules.iter().position(named);
        if self.scenario.opens_with.is_none() {
            let message = format!("There is no schedule named `{}`.", name.name);
            let known = self.scenario.schedules.iter().filter_map(|schedule| schedule.name.as_deref());
            self.problems.add_unknown(&name.name, name.span, message, known);
        }
    }
}

/// `crsh` or `Crash`: the word of a fault, misspelt, and no name of a schedule. `crash1` and `crashed` are names, and so
/// is what is near to one of the shorter words: `last`, `replay`.
fn is_all_but_a_fault(name: &str) -> bool {
    const TELLING: [Fault; 3] = [Fault::Crash, Fault::Commit, Fault::Redeliver];
    let letters = name.chars().all(char::is_alphabetic);
    let near = |word: &str| letters && name.len() <= word.len() + 1 && nearest(name, [word]).is_some();
    Fault::ALL
        .into_iter()
        .any(|fault| name.eq_ignore_ascii_case(fault.word()) || (TELLING.contains(&fault) && near(fault.word())))
}

/// A death in other words.
fn is_death(name: &str) -> bool {
    matches!(&*name.to_ascii_lowercase(), "die" | "dies" | "died" | "kill" | "kills" | "killed" | "crashes")
}

/// The process of `W1x3`.
fn repeated<'n>(name: &'n str, scenario: &Scenario) -> Option<&'n str> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let process = stem.strip_suffix(['x', 'X']).filter(|_| stem.len() < name.len())?;
    scenario.process_named(process).map(|_| process)
}

/// The items with their names looked up. Unknown ones and faults that the file does not allow are reported.
pub(super) fn resolved(
    items: &[syntax::ScheduleItem],
    scenario: &Scenario,
    problems: &mut Problems,
) -> Vec<ScheduleItem> {
    if let Some(over) = items.get(SCHEDULE_ITEMS_MAX) {
        problems.add(over.span, format!("A schedule has at most {SCHEDULE_ITEMS_MAX} items."));
    }
    let mut moves = Vec::new();
    for item in items.iter().take(SCHEDULE_ITEMS_MAX) {
        let move_ = match &item.move_ {
            syntax::Move::Step(name) => process(name, scenario, problems).map(Move::Step),
            syntax::Move::Finish(name) => process(name, scenario, problems).map(Move::Finish),
            syntax::Move::Strike(fault, name) => process(name, scenario, problems).map(|process| {
                check_allowed(*fault, Some(process), item.span, scenario, problems);
                Move::Strike(*fault, process)
            }),
            syntax::Move::StrikeJob(fault, job) => job_ref(job, scenario, problems).map(|job| {
                check_allowed(*fault, None, item.span, scenario, problems);
                if *fault == Fault::Lease { Move::Lease(job) } else { Move::Redeliver(job) }
            }),
        };
        moves.extend(move_.map(|move_| ScheduleItem { move_, span: item.span }));
    }
    moves
}

/// The process of this name; an unknown one is reported.
fn process(name: &Ident, scenario: &Scenario, problems: &mut Problems) -> Option<ProcessId> {
    let found = scenario.process_named(&name.name);
    if found.is_none() && !problems.may_be_nameless(&["worker", "process"]) {
        let faults = scenario.faults.iter().map(|budget| budget.fault.word()).chain([Fault::Crash.word()]);
        let known = scenario.processes.iter().map(|process| &*process.name).chain(faults);
        let message = if scenario.intents.contains(&name.name) {
            format!(
                "`{0}` is a job and takes no step: name a process, or what strikes the job, as in `lease {0}`.",
                name.name
            )
        } else if is_death(&name.name) {
            let message = format!("There is no process named `{}`: a death is written `crash W1`.", name.name);
            problems.add(name.span, message);
            return None;
        } else if let Some(process) = repeated(&name.name, scenario) {
            let message = format!("Each step is written out: `{process} {process}`, or `{process}*` for all the rest.");
            problems.add(name.span, message);
            return None;
        } else {
            format!("There is no process named `{}`.", name.name)
        };
        problems.add_unknown(&name.name, name.span, message, known);
    }
    found
}

/// Reports a fault that the file does not allow: to this process, or to a job.
fn check_allowed(fault: Fault, process: Option<ProcessId>, span: Span, scenario: &Scenario, problems: &mut Problems) {
    let allowed = match (process, fault) {
        (Some(process), _) => may_strike(scenario, fault, process),
        // Free, where the job's holder is gone.
        (None, Fault::Lease) => scenario.queue.is_some(),
        (None, _) => scenario.faults.iter().any(|budget| budget.fault == fault),
    };
    if allowed || problems.is_unread("faults") || problems.is_unread("queue") {
        return;
    }
    let word = fault.word();
    let message = match process {
        None if scenario.queue.is_none() => {
            format!(
                "The file has no queue, so there is nothing to `{word}`: it needs a line `queue (lease: 30s, attempts: 3)`."
            )
        }
        None => format!("The file does not allow `{word}`: it needs a line `faults {word} 1`."),
        Some(process) => {
            let name = &scenario.process(process).name;
            let of = if is_worker(scenario, process) { String::new() } else { format!(" of {name}") };
            match fault {
                Fault::Crash => {
                    format!("The file does not allow `{name}` to crash: it needs a line `faults crash 1{of}`.")
                }
                _ => format!("The file does not allow `{word} {name}`: it needs a line `faults {word} 1{of}`."),
            }
        }
    };
    problems.add(span, message);
}
