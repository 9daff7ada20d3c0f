//! Every job of a queue with its deliveries: who took each, how it went, and why the next one came.
//!
//! All of it is read from the run's events. A repeat never comes out of nowhere: each delivery but the first has a cause,
//! and the delivery that it repeats.

mod cause;
mod standing;

pub(super) use cause::cause;
pub use cause::{Cause, CauseKind};
pub use standing::Standing;
pub(super) use standing::holding;

use super::caption::counted;
use super::inline::Who;
use super::moment::Moment;
use super::words::capital;
use crate::check::trace::Transition;
use crate::lang::scenario::DeliveryId;
use crate::lang::value::{Name, Value};
use crate::sim::event::Event;
use crate::sim::state::Status;
use crate::tell::death::death;

/// One job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which: its number is one more.
    pub id: DeliveryId,
    /// The intent it serves.
    pub intent: Name,
    /// Where it comes from; nothing to say of one that the file hands over first.
    pub sent: Option<Sent>,
    /// Its deliveries, in order.
    pub deliveries: Vec<Delivered>,
    /// Where it stands in the queue at this moment.
    pub standing: Standing,
}

/// Where a job comes from that is not the first of its intent, or that a process enqueued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The job of the same intent before it.
    pub again: Option<DeliveryId>,
    /// Who enqueued it; none for the file itself.
    pub by: Option<Who>,
    /// At which step, from 1; 0 for the file itself.
    pub step: usize,
    /// `sender enqueued it at step 6`, `it was handed over again`.
    pub words: String,
}

/// One delivery of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// The how-manieth of its job, from 1.
    pub attempt: u32,
    /// Who took it.
    pub who: Who,
    /// At which step, from 1.
    pub step: usize,
    /// Why it came, where it is not the first: the delivery it repeats is the one before it.
    pub cause: Option<Cause>,
    /// What became of it so far, in order.
    pub course: Vec<Happening>,
}

/// Something that happened to a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// What.
    pub kind: HappeningKind,
    /// At which step, from 1.
    pub step: usize,
    /// `acked`, `died after the charge, before the ack`, `its lease ended`, `its ack came too late`.
    pub words: String,
}

/// What can happen to a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HappeningKind {
    /// The queue learned that it is done.
    Acked,
    /// The queue did not learn it.
    AckLost,
    /// Its holder handed it back.
    HandedBack,
    /// Its holder's run failed.
    Failed,
    /// Its holder died.
    Died,
    /// Its lease ended while its holder still worked.
    LeaseEndedAtWork,
    /// Its lease ended, and nobody worked on it any more.
    LeaseEnded,
    /// Its holder told the queue something, too late.
    TooLate,
    /// Its holder came to its end without a word to the queue.
    Silent,
    /// It was the last one that the queue gives.
    Dead,
}

/// Every job at this moment, in the order they were handed over; none without a queue.
#[must_use]
pub fn deliveries(moment: Moment<'_>) -> Vec<Job> {
    let mut jobs = Vec::new();
    if moment.scenario.queue.is_none() {
        return jobs;
    }
    for (at, delivery) in moment.state().deliveries.iter().enumerate() {
        let id = DeliveryId::new(at);
        let job = Job {
            id,
            intent: moment.scenario.intents[delivery.intent.index()].clone(),
            sent: sent(moment, id),
            deliveries: delivered(moment, id),
            standing: standing::standing(moment, id),
        };
        jobs.push(job);
    }
    jobs
}

/// `job 2`, as schedules name it.
#[must_use]
pub fn job_name(id: DeliveryId) -> String {
    format!("job {}", id.index() + 1)
}

/// `One job, two deliveries.`
#[must_use]
pub fn summary(jobs: &[Job]) -> String {
    let deliveries = jobs.iter().map(|job| job.deliveries.len()).sum();
    format!("{}, {}.", capital(&counted(jobs.len(), "job")), counted(deliveries, "delivery"))
}

/// The deliveries of a job up to this moment.
fn delivered(moment: Moment<'_>, job: DeliveryId) -> Vec<Delivered> {
    let mut all: Vec<Delivered> = Vec::new();
    for (at, transition) in moment.trace.transitions[..moment.playhead].iter().enumerate() {
        for event in &transition.events {
            match event {
                Event::Taken { process, delivery, attempt } if *delivery == job => all.push(Delivered {
                    attempt: *attempt,
                    who: moment.who(*process),
                    step: at + 1,
                    cause: cause(moment, job, *attempt),
                    course: Vec::new(),
                }),
                _ => {
                    if let Some((attempt, happening)) = happening(moment, job, at, transition, event)
                        && let Some(delivered) = all.iter_mut().find(|delivered| delivered.attempt == attempt)
                    {
                        delivered.course.push(happening);
                    }
                }
            }
        }
    }
    all
}

/// What an event of the step at `at` (from 0) is to a delivery of this job, and to which.
fn happening(
    moment: Moment<'_>,
    job: DeliveryId,
    at: usize,
    transition: &Transition,
    event: &Event,
) -> Option<(u32, Happening)> {
    if let Event::LeaseEnded { delivery, attempt, working } = event
        && *delivery == job
    {
        let (kind, words) = match working {
            true => (HappeningKind::LeaseEndedAtWork, "its lease ended, and its holder worked on"),
            false => (HappeningKind::LeaseEnded, "its lease ended"),
        };
        return Some((*attempt, Happening { kind, step: at + 1, words: words.to_owned() }));
    }
    if let Event::Died { delivery } = event
        && *delivery == job
    {
        let attempts = moment.trace.states[at].queue[job.index()].attempts;
        let words = "it was the last delivery".to_owned();
        return Some((attempts, Happening { kind: HappeningKind::Dead, step: at + 1, words }));
    }
    let attempt = held_in(moment, job, at, transition)?;
    let (kind, words) = match event {
        Event::Acked { .. } => (HappeningKind::Acked, "acked".to_owned()),
        Event::AckLost { .. } => (HappeningKind::AckLost, "its ack was lost".to_owned()),
        Event::TooLate { .. } => (HappeningKind::TooLate, "its word to the queue came too late".to_owned()),
        Event::HandedBack { failed, .. } => match (failed, why(moment, transition)) {
            (false, why) => (HappeningKind::HandedBack, ["handed back", &why].concat()),
            (true, why) => (HappeningKind::Failed, ["failed", &why].concat()),
        },
        Event::Crashed { .. } => {
            (HappeningKind::Died, ["died ", &death(moment.scenario, moment.trace, at).text()].concat())
        }
        Event::Ended { .. } if silent(moment, job, at, attempt) => {
            (HappeningKind::Silent, "ended without a word to the queue".to_owned())
        }
        _ => return None,
    };
    Some((attempt, Happening { kind, step: at + 1, words }))
}

/// Which delivery of this job whoever acts in this step holds.
fn held_in(moment: Moment<'_>, job: DeliveryId, at: usize, transition: &Transition) -> Option<u32> {
    let before = &moment.trace.states[at].processes[transition.action.process()?.index()];
    let held = (before.delivery == Some(job)).then_some(before.attempt);
    // Where a run begins and ends in one step, only the take knows what it held.
    held.or_else(|| taken(transition, job))
}

/// Which delivery of this job the step took.
fn taken(transition: &Transition, job: DeliveryId) -> Option<u32> {
    transition.events.iter().find_map(|event| match event {
        Event::Taken { delivery, attempt, .. } if *delivery == job => Some(*attempt),
        _ => None,
    })
}

/// Did the run that held this delivery leave its lease to end by itself, without so much as an ack that was lost?
fn silent(moment: Moment<'_>, job: DeliveryId, at: usize, attempt: u32) -> bool {
    let queued = &moment.trace.states[at + 1].queue[job.index()];
    let left = matches!(queued.status, Status::Leased { working: false, .. }) && queued.attempts == attempt;
    left && !acked_in_vain(moment, job, attempt, at)
}

/// Was an ack of this delivery lost before this step?
fn acked_in_vain(moment: Moment<'_>, job: DeliveryId, attempt: u32, at: usize) -> bool {
    (0..=at).any(|step| cause::ack_lost(moment, job, attempt, step))
}

/// What a run said as it handed its job back, or why it failed: `: busy`.
pub(super) fn why(moment: Moment<'_>, transition: &Transition) -> String {
    let text = transition.events.iter().find_map(|event| match event {
        Event::Ended { answer: Value::Text(text), .. } => Some(text.to_string()),
        Event::RunFailed { failure, .. } => Some(failure.message(moment.scenario)),
        _ => None,
    });
    text.map(|text| [": ", &text].concat()).unwrap_or_default()
}

/// Where a job comes from, where that is something to say.
pub(super) fn sent(moment: Moment<'_>, job: DeliveryId) -> Option<Sent> {
    let intent = moment.state().delivery(job).intent;
    let earlier = &moment.state().deliveries[..job.index()];
    let again = earlier.iter().rposition(|other| other.intent == intent).map(DeliveryId::new);
    let enqueued = |transition: &Transition| {
        transition.events.iter().any(|event| matches!(event, Event::Enqueued { delivery } if *delivery == job))
    };
    let step = moment.trace.transitions[..moment.playhead].iter().position(enqueued);
    let by = step.and_then(|step| moment.trace.transitions[step].action.process()).map(|by| moment.who(by));
    let once_more = if again.is_some() { " again" } else { "" };
    let words = match (&by, step) {
        (Some(who), Some(step)) => format!("{} enqueued it{once_more} at step {}", who.name, step + 1),
        _ if again.is_some() => "it was handed over again".to_owned(),
        _ => return None,
    };
    Some(Sent { again, by, step: step.map_or(0, |step| step + 1), words })
}
