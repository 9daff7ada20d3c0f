//! Why a job was handed over again.

use super::{job_name, why};
use crate::lang::scenario::{DeliveryId, ProcessId};
use crate::sim::event::Event;
use crate::tell::death::death;
use crate::tell::inline::Who;
use crate::tell::moment::Moment;

/// Why a job was handed over again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What it was.
    pub kind: CauseKind,
    /// Who held the delivery before; none where an operator did it.
    pub who: Option<Who>,
    /// The step that is the cause, from 1.
    pub step: usize,
    /// `W1 died after the charge, before the ack`.
    pub words: String,
}

/// What can be the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseKind {
    /// Its holder died before the ack.
    Died,
    /// The ack was lost.
    AckLost,
    /// The lease ended while its holder still worked.
    LeaseEnded,
    /// Its holder came to its end without an ack.
    NoAck,
    /// Its holder handed it back.
    HandedBack,
    /// Its holder's run failed.
    Failed,
    /// An operator made it ready again.
    ByHand,
}

/// Why this delivery of the job came; none for the first.
pub(in crate::tell) fn cause(moment: Moment<'_>, job: DeliveryId, attempt: u32) -> Option<Cause> {
    let before = attempt.checked_sub(1).filter(|before| *before > 0)?;
    let (holder, from) = take_of(moment, job, before)?;
    let (_, to) = take_of(moment, job, attempt)?;
    let name = &moment.scenario.process(holder).name;
    let made = |kind: CauseKind, at: usize, words: String| {
        let who = (kind != CauseKind::ByHand).then(|| moment.who(holder));
        Some(Cause { kind, who, step: at + 1, words })
    };
    // The latest thing that made the job ready again is the cause.
    for at in (from..to).rev() {
        let transition = &moment.trace.transitions[at];
        for event in &transition.events {
            match event {
                Event::Redelivered { delivery } if *delivery == job => {
                    return made(CauseKind::ByHand, at, format!("{} was redelivered by hand", job_name(job)));
                }
                Event::HandedBack { delivery, failed, .. } if *delivery == job => {
                    let why = why(moment, transition);
                    return match failed {
                        true => made(CauseKind::Failed, at, format!("{name} failed{why}")),
                        false => made(CauseKind::HandedBack, at, format!("{name} handed it back{why}")),
                    };
                }
                Event::LeaseEnded { delivery, working, .. } if *delivery == job => {
                    // What let it come to that is the cause, not the end of the lease itself.
                    if let Some(lost) = (from..at).find(|step| ack_lost(moment, job, before, *step)) {
                        return made(CauseKind::AckLost, lost, format!("the ack of {name} was lost"));
                    }
                    if *working {
                        let words = format!("its lease ended while {name} still worked on it");
                        return made(CauseKind::LeaseEnded, at, words);
                    }
                    return match (from..at).find(|step| crashed(moment, holder, (job, before), *step)) {
                        Some(died) => {
                            let death = death(moment.scenario, moment.trace, died).text();
                            made(CauseKind::Died, died, format!("{name} died {death}"))
                        }
                        None => {
                            let over = (from..at).find(|step| ends(moment, holder, (job, before), *step));
                            made(CauseKind::NoAck, over.unwrap_or(at), format!("{name} ended without an ack"))
                        }
                    };
                }
                _ => {}
            }
        }
    }
    None
}

/// Who took this delivery of the job, and at which step, from 0.
fn take_of(moment: Moment<'_>, job: DeliveryId, wanted: u32) -> Option<(ProcessId, usize)> {
    for (at, transition) in moment.trace.transitions[..moment.playhead].iter().enumerate() {
        for event in &transition.events {
            match event {
                Event::Taken { process, delivery, attempt } if *delivery == job && *attempt == wanted => {
                    return Some((*process, at));
                }
                _ => {}
            }
        }
    }
    None
}

/// Did the step lose the ack of this delivery?
pub(super) fn ack_lost(moment: Moment<'_>, job: DeliveryId, attempt: u32, step: usize) -> bool {
    moment.trace.transitions[step].events.iter().any(|event| match event {
        Event::AckLost { process, delivery } => {
            *delivery == job && moment.trace.states[step].processes[process.index()].attempt == attempt
        }
        _ => false,
    })
}

/// Was the process done with this delivery after the step?
fn ends(moment: Moment<'_>, process: ProcessId, (job, attempt): (DeliveryId, u32), step: usize) -> bool {
    let after = &moment.trace.states[step + 1].processes[process.index()];
    after.delivery != Some(job) || after.attempt != attempt
}

/// Did the step kill the process while it held this delivery?
fn crashed(moment: Moment<'_>, process: ProcessId, (job, attempt): (DeliveryId, u32), step: usize) -> bool {
    let before = &moment.trace.states[step].processes[process.index()];
    let events = &moment.trace.transitions[step].events;
    let held = before.delivery == Some(job) && before.attempt == attempt;
    held && events.iter().any(|event| matches!(event, Event::Crashed { process: died } if *died == process))
}
