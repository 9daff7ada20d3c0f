//! What the reader can decide at this moment: who goes on, what goes wrong, and why somebody cannot go.

use super::inline::{Who, placed};
use super::lanes::{job_words, next_words, struck_words};
use super::moment::Moment;
use super::waits::reason_text;
use crate::lang::scenario::{DeliveryId, Fault, ProcessId};
use crate::sim::action::Action;
use crate::sim::queue::holder;
use crate::sim::readiness::{readiness, struck as struck_by};

/// What can happen next, all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decide {
    /// What stands before the choices.
    pub label: &'static str,
    /// One choice a process, in the order of the lanes, blocked ones too; then each lease that can end by itself; then
    /// what can go wrong.
    pub choices: Vec<Choice>,
}

/// One thing that can happen next, or why it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its key: the same whatever can happen beside it.
    pub key: usize,
    /// Whom it happens to.
    pub who: Who,
    /// What choosing it does; none where the words say why it cannot happen.
    pub action: Option<Action>,
    /// Is it what comes next in this run?
    pub planned: bool,
    /// `W2 do charges`, `W1 dies here`, `W2's run has ended`.
    pub words: String,
}

/// The choices at this moment.
#[must_use]
pub fn decide(moment: Moment<'_>) -> Decide {
    let planned = moment.next().map(|next| next.action);
    let mut label = "Nothing more can happen";
    let mut choices = Vec::new();
    for action in offered(moment) {
        let who = Who::acting(moment.scenario, action);
        let (possible, words) = match (readiness(moment.scenario, moment.state(), action), action) {
            (Ok(()), Action::Step(process)) => {
                (true, [&who.name, " ", &*next_words(moment, process).unwrap_or_default()].concat())
            }
            (Ok(()), Action::LeaseEnds(_)) => (true, job_words(action)),
            (Ok(()), Action::Strike(fault, process)) => (true, struck(moment, fault, process)),
            (Ok(()), Action::StrikeJob(fault, job)) => (true, struck_job(moment, fault, job)),
            (Err(blocked), Action::Step(_)) => (false, reason_text(moment, &blocked)),
            // What could only go wrong elsewhere is nobody's question, and nor is a lease that does not end.
            (Err(_), Action::LeaseEnds(_) | Action::Strike(..) | Action::StrikeJob(..)) => continue,
        };
        if possible {
            label = "You decide what happens next";
        }
        let (key, action) = (key(action), possible.then_some(action));
        choices.push(Choice { key, who, action, planned: action.is_some() && planned == action, words });
    }
    Decide { label, choices }
}

/// A number for each action: what kind it is, then whom it happens to.
fn key(action: Action) -> usize {
    let kind = action.fault().map_or(usize::from(action.process().is_none()), |fault| 2 + fault as usize);
    let whom = action.process().map(ProcessId::index).or(action.delivery().map(DeliveryId::index));
    kind * (usize::from(u16::MAX) + 1) + whom.unwrap_or(0)
}

/// Everything that could happen, in the order of the lanes: steps, leases that end, then what may go wrong.
fn offered(moment: Moment<'_>) -> Vec<Action> {
    let mut processes = Vec::new();
    let mut faults = Vec::new();
    for process in placed(moment.scenario) {
        processes.push(Action::Step(process));
        for fault in struck_by(moment.scenario).filter(|fault| !fault.strikes_job()) {
            faults.push(Action::Strike(fault, process));
        }
    }
    for job in (0..moment.state().queue.len()).map(DeliveryId::new) {
        processes.push(Action::LeaseEnds(job));
        for fault in struck_by(moment.scenario).filter(|fault| fault.strikes_job()) {
            faults.push(Action::StrikeJob(fault, job));
        }
    }
    processes.append(&mut faults);
    processes
}

/// `W1 dies here`, `W1: the ack is lost`.
fn struck(moment: Moment<'_>, fault: Fault, process: ProcessId) -> String {
    let name = &moment.scenario.process(process).name;
    match fault {
        Fault::Crash => [name, " dies here"].concat(),
        _ => {
            let next = next_words(moment, process).unwrap_or_default();
            [&**name, " ", &next, ", but ", struck_words(fault)].concat()
        }
    }
}

/// `lease of job 1 ends while W1 works`, `redeliver job 1`.
fn struck_job(moment: Moment<'_>, fault: Fault, job: DeliveryId) -> String {
    let words = job_words(Action::StrikeJob(fault, job));
    match holder(moment.state(), job) {
        Some(process) if fault == Fault::Lease => {
            [&words, " while ", &*moment.scenario.process(process).name, " works"].concat()
        }
        Some(_) | None => words,
    }
}
