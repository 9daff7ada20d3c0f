//! Schedules: whose turn it is, and the schedule that the page opens with.

use std::sync::Arc;

use super::Checker;
use crate::lang::limits::{SCHEDULE_ITEMS_MAX, SCHEDULES_MAX};
use crate::lang::nearest::nearest;
use crate::lang::problems::Problems;
use crate::lang::scenario::{Fault, Move, ProcessId, Role, Scenario, Schedule, ScheduleItem};
use crate::lang::syntax::{self, Declaration, Ident, ScheduleVerb};

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
        let first = declared.items.first()?;
        let is_process =
            |name: &str| self.scenario.processes.iter().any(|process| process.name.eq_ignore_ascii_case(name));
        let name = &first.process;
        let free = first.verb == ScheduleVerb::Step && !is_process(&name.name) && !self.problems.is_unread(&name.name);
        let slip = self.is_numbered_like_a_process(&name.name)
            || is_all_but_crash(&name.name)
            || nearest(&name.name, self.scenario.processes.iter().map(|process| &*process.name)).is_some();
        (free && !slip).then_some(name)
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

/// `crsh` or `Crash`: the word of the fault, misspelt, and no name of a schedule. `crash1` and `crashed` are names.
fn is_all_but_crash(name: &str) -> bool {
    const WORD: &str = "crash";
    let letters = name.chars().all(char::is_alphabetic) && name.len() <= WORD.len() + 1;
    name.eq_ignore_ascii_case(WORD) || (letters && nearest(name, [WORD]).is_some())
}

/// The items with their processes looked up. Unknown processes and faults that the file does not allow are reported.
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
        let name = &item.process.name;
        let Some(process) = scenario.process_named(name) else {
            if !problems.may_be_nameless(&["worker", "process"]) {
                let known = scenario.processes.iter().map(|process| &*process.name).chain(["crash"]);
                problems.add_unknown(name, item.process.span, format!("There is no process named `{name}`."), known);
            }
            continue;
        };
        let move_ = match item.verb {
            ScheduleVerb::Step => Move::Step(process),
            ScheduleVerb::Finish => Move::Finish(process),
            ScheduleVerb::Crash => {
                if !may_crash(scenario, process) && !problems.is_unread("faults") {
                    problems.add(item.span, no_crash_allowed(scenario, process));
                }
                Move::Crash(process)
            }
        };
        moves.push(ScheduleItem { move_, span: item.span });
    }
    moves
}

fn may_crash(scenario: &Scenario, process: ProcessId) -> bool {
    let worker = is_worker(scenario, process);
    scenario.faults.iter().any(|budget| match budget.fault {
        Fault::Crash => budget.of.map_or(worker, |of| of == process),
    })
}

fn is_worker(scenario: &Scenario, process: ProcessId) -> bool {
    match scenario.process(process).role {
        Role::Worker(_) => true,
        Role::Other => false,
    }
}

fn no_crash_allowed(scenario: &Scenario, process: ProcessId) -> String {
    let name = &scenario.process(process).name;
    let line =
        if is_worker(scenario, process) { "faults crash 1".to_owned() } else { format!("faults crash 1 of {name}") };
    format!("The file does not allow `{name}` to crash: it needs a line `{line}`.")
}
