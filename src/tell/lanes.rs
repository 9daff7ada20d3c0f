//! The schedule: one lane a process, one column a step, and at the playhead a slot for each lane.

mod waiting;
mod words;

pub(super) use words::{job_words, next_words, struck_words, words};

use super::deed::{Deed, deed};
use super::deliveries::job_name;
use super::inline::{Actor, Who, placed};
use super::moment::Moment;
use crate::check::trace::Transition;
use crate::lang::order::sort_by_key;
use crate::lang::scenario::{DeliveryId, ProcessId};
use crate::sim::action::Action;
use crate::sim::process::Phase;
use crate::sim::readiness::readiness;

/// The whole schedule at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// What stands over each column: its number, or `next`. One more than the run has steps where the run stops
    /// before it is complete.
    pub columns: Vec<Column>,
    /// One lane a process: workers first, each group in order of declaration; the queue's last, where there is one.
    pub lanes: Vec<Lane>,
    /// The column the playhead stands before; equals the number of steps at the end.
    pub playhead: usize,
}

/// What stands over a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `3`, or `next`.
    pub head: String,
    /// Is it the one that comes next?
    pub next: bool,
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which.
    pub who: Who,
    /// Its pills, from left to right; they never overlap.
    pub pills: Vec<Pill>,
    /// Where its run is over at this moment: how, and the column after its last step.
    pub over: Option<Over>,
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The first column after it.
    pub column: usize,
    /// `done`, `stopped`, `failed`, `died`.
    pub word: &'static str,
}

/// A pill in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pill {
    /// Its column, from 0.
    pub column: usize,
    /// How many columns it spans, at least 1.
    pub span: usize,
    /// When it is, seen from the playhead.
    pub state: PillState,
    /// What came of it, or will in this run.
    pub result: PillResult,
    /// The words where there is room: `read keys_plain → none`, `or let W2 go first`.
    pub long: String,
    /// The words where there is little: `read`, `or W2 first`.
    pub short: String,
    /// The whole in words, for who hears it: `step 2, W2: read keys_plain, none`.
    pub label: String,
    /// What pressing it does; none for what cannot be pressed.
    pub press: Option<Press>,
}

/// When a pill is, seen from the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillState {
    /// Taken before.
    Done,
    /// Just taken.
    Now,
    /// Comes next in this run.
    Next,
    /// Comes later in this run.
    Planned,
    /// Another process that could go first.
    Alternative,
    /// Cannot go; the words say why.
    Blocked,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillResult {
    /// Nothing out of the way.
    Ordinary,
    /// A side effect was performed.
    Effect,
    /// UNIQUE refused it.
    Refused,
    /// It failed for another reason.
    Failed,
    /// The process died.
    Crashed,
}

/// What pressing a pill does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Goes to the moment after this many steps.
    Seek(usize),
    /// Takes another action here than the run does.
    Choose(Action),
}

/// The schedule at this moment.
#[must_use]
pub fn lanes(moment: Moment<'_>) -> Lanes {
    let complete = moment.trace.complete(moment.scenario);
    let count = moment.trace.len() + usize::from(!complete);
    let mut columns = Vec::new();
    for at in 0..count {
        let next = at == moment.playhead;
        columns.push(Column { head: if next { "next".to_owned() } else { (at + 1).to_string() }, next });
    }
    let mut lanes = Vec::new();
    for process in placed(moment.scenario) {
        lanes.push(lane(moment, process, count));
    }
    if moment.scenario.queue.is_some() {
        lanes.push(queue_lane(moment, count));
    }
    Lanes { columns, lanes, playhead: moment.playhead }
}

fn lane(moment: Moment<'_>, process: ProcessId, columns: usize) -> Lane {
    let mut pills = waiting::spans(moment, process, columns);
    pills.extend(all_taken(moment, Some(process)));
    pills.extend(slot(moment, process, columns));
    sort_by_key(&mut pills, |pill| pill.column);
    Lane { who: moment.who(process), pills, over: over(moment, process) }
}

/// The lane of what happens to jobs.
fn queue_lane(moment: Moment<'_>, columns: usize) -> Lane {
    let mut pills = all_taken(moment, None);
    pills.extend(queue_slot(moment, columns));
    sort_by_key(&mut pills, |pill| pill.column);
    Lane { who: Who::queue(moment.scenario), pills, over: None }
}

/// The pills of every step of this run that a process takes; without one, of what happens to jobs.
fn all_taken(moment: Moment<'_>, process: Option<ProcessId>) -> Vec<Pill> {
    let mut pills = Vec::new();
    for (at, transition) in moment.trace.transitions.iter().enumerate() {
        if transition.action.process() == process {
            pills.push(taken(moment, at, transition));
        }
    }
    pills
}

/// The pill of a step of this run, before or after the playhead.
fn taken(moment: Moment<'_>, at: usize, transition: &Transition) -> Pill {
    let state = if at + 1 < moment.playhead {
        PillState::Done
    } else if at + 1 == moment.playhead {
        PillState::Now
    } else if at == moment.playhead {
        PillState::Next
    } else {
        PillState::Planned
    };
    let past = at < moment.playhead;
    let deed = deed(moment.scenario, transition);
    let strikes = transition.action.is_fault();
    let words = if past { words::past(moment, at, transition, &deed) } else { words(moment.scenario, transition) };
    let name = Actor::of(transition.action).name(moment.scenario);
    let place = if state == PillState::Next { "next".to_owned() } else { format!("step {}", at + 1) };
    Pill {
        column: at,
        span: 1,
        state,
        result: if past || strikes { words::result(&deed) } else { PillResult::Ordinary },
        label: format!("{place}, {name}: {}", spoken(&words)),
        long: words,
        short: words::short(moment.scenario, transition, past),
        press: Some(Press::Seek(at + 1)),
    }
}

/// The slot of a lane at the playhead, where the run goes on with another process or stops.
fn slot(moment: Moment<'_>, process: ProcessId, columns: usize) -> Option<Pill> {
    let action = Action::Step(process);
    let planned = moment.next().is_some_and(|next| next.action.process() == Some(process));
    if planned || moment.playhead >= columns {
        return None;
    }
    let name = &moment.scenario.process(process).name;
    readiness(moment.scenario, moment.state(), action).ok()?;
    let next = next_words(moment, process).unwrap_or_default();
    let ended = moment.at_end();
    let first = if ended { "go on" } else { "go first" };
    let let_it = format!("let {name} {first}");
    Some(Pill {
        column: moment.playhead,
        span: 1,
        state: PillState::Alternative,
        result: PillResult::Ordinary,
        short: if ended { let_it.clone() } else { format!("or {name} first") },
        label: format!("{let_it}: {next}"),
        long: if ended { let_it } else { format!("or {let_it}") },
        press: Some(Press::Choose(action)),
    })
}

/// The slot of the queue: the first lease that can end by itself.
fn queue_slot(moment: Moment<'_>, columns: usize) -> Option<Pill> {
    let planned = moment.next().is_some_and(|next| next.action.process().is_none());
    if planned || moment.playhead >= columns {
        return None;
    }
    let jobs = (0..moment.state().queue.len()).map(|job| Action::LeaseEnds(DeliveryId::new(job)));
    let action = jobs.into_iter().find(|action| readiness(moment.scenario, moment.state(), *action).is_ok())?;
    let (job, words) = (action.delivery().map(job_name).unwrap_or_default(), job_words(action));
    Some(Pill {
        column: moment.playhead,
        span: 1,
        state: PillState::Alternative,
        result: PillResult::Ordinary,
        short: "or lease".to_owned(),
        label: ["let the lease of ", &job, " end"].concat(),
        long: ["or ", &words].concat(),
        press: Some(Press::Choose(action)),
    })
}

fn over(moment: Moment<'_>, process: ProcessId) -> Option<Over> {
    let last =
        moment.trace.transitions[..moment.playhead].iter().rposition(|step| step.action.process() == Some(process));
    let word = match &moment.state().processes[process.index()].phase {
        Phase::Waiting | Phase::Idle { .. } | Phase::Running { .. } => return None,
        Phase::Failed(_) => "failed",
        Phase::Crashed => "died",
        Phase::Ended { .. } => match last.map(|last| deed(moment.scenario, &moment.trace.transitions[last])) {
            Some(Deed::Refused { .. } | Deed::Failed { .. } | Deed::Looked { .. }) => "stopped",
            Some(_) | None => "done",
        },
    };
    Some(Over { column: last.map_or(0, |last| last + 1), word })
}

/// The words without their arrow, for who hears them.
fn spoken(words: &str) -> String {
    match words.split_once('→') {
        Some((did, came)) => [did.trim_end(), ", ", came.trim_start()].concat(),
        None => words.to_owned(),
    }
}
