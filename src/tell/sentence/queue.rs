//! What happens between a worker and the queue, and what it means for the job.

use crate::check::trace::Transition;
use crate::lang::scenario::{DeliveryId, ProcessId};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::queue::{held, holder};
use crate::sim::state::Status;
use crate::tell::deed::Deed;
use crate::tell::deliveries::{Cause, cause, job_name};
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::words::duration;

/// What was done to a job. The subject, where it is a process, has been said.
pub(super) fn did(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    match deed {
        Deed::Took { delivery, attempt } => {
            write!(say, " took {}, {}", named(moment, *delivery), attempt_words(moment, *attempt));
        }
        Deed::Acked { delivery } => write!(say, " told the queue that {} is done", job_name(*delivery)),
        Deed::AckLost { delivery } => write!(say, " acked {}, and the ack was lost", job_name(*delivery)),
        Deed::Unheard { delivery, acked: false } => {
            write!(say, " told the queue of {} too late: its lease had ended", job_name(*delivery));
        }
        Deed::Unheard { delivery, acked: true } => {
            write!(say, " told the queue of {} once more: it had acked it before", job_name(*delivery));
        }
        Deed::HandedBack { delivery, failed } => {
            let job = delivery.map_or("its job".to_owned(), job_name);
            match (delivery, failed) {
                (Some(_), false) => write!(say, " handed {job} back{}", why_given(transition)),
                (Some(_), true) => write!(say, " failed {job}{}", why_given(transition)),
                (None, false) => write!(say, " put its job off{}", why_given(transition)),
                (None, true) => write!(say, " failed its job{}", why_given(transition)),
            }
        }
        Deed::LeaseEnded { delivery, attempt, working } => {
            write!(say, "The lease of {} ended", job_name(*delivery));
            match working {
                true => match worker_of(moment, *delivery, *attempt) {
                    Some(process) => {
                        say.words(" while ");
                        say.who(process);
                        say.words(" still works on it");
                    }
                    None => say.words(" while its holder still works on it"),
                },
                false => say.words(", and nobody works on it any more"),
            }
            for event in &transition.events {
                if let Event::ClockMoved { from_ms, to_ms } = event {
                    write!(say, "; the clock moved on by {}", duration(to_ms - from_ms));
                }
            }
        }
        Deed::Redelivered { delivery } => {
            write!(say, "Somebody made {} ready again by hand", named(moment, *delivery));
        }
        _ => {}
    }
}

/// What it means for the job.
pub(super) fn why(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    match deed {
        Deed::Took { delivery, attempt } => took(moment, transition, *delivery, *attempt, say),
        Deed::Acked { .. } => say.words(" The queue will not hand it over again."),
        Deed::AckLost { delivery } => {
            say.words(" Nobody tells the worker.");
            handed_over_again(moment, *delivery, say);
        }
        Deed::Unheard { delivery, acked } => {
            say.words(" It changed nothing");
            match acked {
                true => say.words("."),
                false => {
                    say.words(": ");
                    say.words(&stands(moment, *delivery));
                    say.words(".");
                }
            }
        }
        Deed::HandedBack { delivery: Some(delivery), .. } => ready_again(moment, *delivery, say),
        Deed::LeaseEnded { delivery, attempt, working } => {
            ready_again(moment, *delivery, say);
            let ready = moment.state().queue[delivery.index()].status == Status::Ready;
            if let Some(process) = worker_of(moment, *delivery, *attempt).filter(|_| *working && ready) {
                say.words(" Whoever takes it works on it at the same time as ");
                say.who(process);
                say.words(".");
            }
        }
        Deed::Redelivered { delivery } => {
            let before = moment.trace.states[moment.playhead - 1].queue[delivery.index()].status;
            let was = if before == Status::Dead { "dead" } else { "acked" };
            write!(say, " It had been {was}. Nobody takes back what was done for it.");
        }
        _ => {}
    }
}

/// What becomes of the job of a run that is over in this step without a word to the queue, or that failed.
pub(super) fn afterwards(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    let Some(process) = transition.action.process() else { return };
    // These have said it themselves.
    let said = matches!(deed, Deed::HandedBack { .. } | Deed::Unheard { .. } | Deed::AckLost { .. });
    for event in &transition.events {
        match event {
            Event::RunFailed { failure, .. } if !matches!(deed, Deed::Failed { .. } | Deed::Refused { .. }) => {
                write!(say, " The run fails: {}.", failure.message(moment.scenario));
            }
            _ if said => {}
            Event::HandedBack { delivery, .. } => ready_again(moment, *delivery, say),
            Event::TooLate { .. } => say.words(" Its lease had ended, so the queue does not learn of it."),
            Event::Ended { .. } | Event::Crashed { .. } => {
                if let Some(job) = left(moment, process) {
                    if matches!(event, Event::Ended { .. }) {
                        say.words(" Its run is over, and the queue has not heard an ack.");
                    }
                    handed_over_again(moment, job, say);
                }
            }
            _ => {}
        }
    }
}

/// The job that a process held before this step, of which the lease runs on though nobody works on it.
fn left(moment: Moment<'_>, process: ProcessId) -> Option<DeliveryId> {
    let before = &moment.trace.states[moment.playhead - 1];
    let job = held(before, process).or_else(|| {
        // It began and ended in this step.
        moment.last()?.events.iter().find_map(|event| match event {
            Event::Taken { delivery, .. } => Some(*delivery),
            _ => None,
        })
    })?;
    let status = moment.state().queue[job.index()].status;
    matches!(status, Status::Leased { working: false, .. }).then_some(job)
}

/// `When the lease ends, the queue hands job 1 over again.`, or that it will be dead.
fn handed_over_again(moment: Moment<'_>, job: DeliveryId, say: &mut Saying<'_>) {
    let name = job_name(job);
    match moment.state().queue[job.index()].left {
        0 => write!(say, " When its lease ends, {name} is dead: that was its last delivery."),
        _ => write!(say, " When its lease ends, the queue hands {name} over again."),
    }
}

/// `It is ready again, with 1 delivery left.`, or that it is dead.
fn ready_again(moment: Moment<'_>, job: DeliveryId, say: &mut Saying<'_>) {
    let queued = &moment.state().queue[job.index()];
    match (queued.status, queued.left) {
        (Status::Dead, _) => write!(say, " That was its last delivery: {} is dead.", job_name(job)),
        (_, 1) => write!(say, " {} is ready again, for one more delivery.", capital_job(job)),
        (_, left) => write!(say, " {} is ready again, for {left} more deliveries.", capital_job(job)),
    }
}

fn took(moment: Moment<'_>, transition: &Transition, job: DeliveryId, attempt: u32, say: &mut Saying<'_>) {
    if let Some(Cause { words, step, .. }) = cause(moment, job, attempt) {
        write!(say, " It comes again because {words} (step {step}).");
    }
    let mut at_work = Vec::new();
    for process in moment.scenario.process_ids() {
        if Some(process) != transition.action.process()
            && moment.state().processes[process.index()].delivery == Some(job)
        {
            at_work.push(process);
        }
    }
    if !at_work.is_empty() {
        say.next();
        say.names(&at_work);
        write!(say, " still {} on it: {} work on it at once now.", works(&at_work), both(&at_work));
    }
}

fn works(processes: &[ProcessId]) -> &'static str {
    if processes.len() == 1 { "works" } else { "work" }
}

fn both(processes: &[ProcessId]) -> &'static str {
    if processes.len() == 1 { "both" } else { "all" }
}

/// Who holds this delivery of the job, be its lease over or not.
pub(in crate::tell) fn worker_of(moment: Moment<'_>, job: DeliveryId, attempt: u32) -> Option<ProcessId> {
    let of = |process: &ProcessId| {
        let process = &moment.state().processes[process.index()];
        process.delivery == Some(job) && process.attempt == attempt
    };
    moment.scenario.process_ids().find(of)
}

/// `job 1 is W2's now`, where a worker came too late.
fn stands(moment: Moment<'_>, job: DeliveryId) -> String {
    let name = job_name(job);
    match (moment.state().queue[job.index()].status, holder(moment.state(), job)) {
        (_, Some(process)) => format!("{name} is with {} now", moment.scenario.process(process).name),
        (Status::Ready, None) => format!("{name} is ready for whoever takes it next"),
        (Status::Leased { .. }, None) => format!("{name} has been handed over again since"),
        (Status::Acked, None) => format!("{name} has been acked since"),
        (Status::Dead, None) => format!("{name} is dead"),
    }
}

/// `job 1 (charge-77)`.
fn named(moment: Moment<'_>, job: DeliveryId) -> String {
    let intent = moment.state().delivery(job).intent;
    format!("{} ({})", job_name(job), moment.scenario.intents[intent.index()])
}

/// `attempt 2 of 3`; past the number that the queue allows only `attempt 4`.
fn attempt_words(moment: Moment<'_>, attempt: u32) -> String {
    match moment.scenario.queue {
        Some(queue) if attempt <= queue.attempts => format!("attempt {attempt} of {}", queue.attempts),
        Some(_) | None => format!("attempt {attempt}"),
    }
}

/// `: busy`, what `later` or `fail` said.
fn why_given(transition: &Transition) -> String {
    for event in &transition.events {
        if let Event::Ended { answer: Value::Text(text), .. } = event {
            return format!(": {text}");
        }
    }
    String::new()
}

fn capital_job(job: DeliveryId) -> String {
    crate::tell::words::capital(&job_name(job))
}
