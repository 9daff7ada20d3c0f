//! What is said of a run beside its result: what of its schedule did not happen, and how things end.

use crate::check::outcome::stuck;
use crate::check::replay::Replay;
use crate::lang::scenario::{DeliveryId, Scenario};
use crate::lang::span::Span;
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::readiness::{enabled, readiness};
use crate::sim::state::Status;
use crate::tell::deliveries::job_name;
use crate::tell::found::often;
use crate::tell::moment::Moment;
use crate::tell::waits::reason_text;

/// Something of a schedule that did not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The item; none where the schedule is over too early.
    pub item: Option<Span>,
    /// `passed over: W2, item 4 of the schedule: W2's run has ended`.
    pub text: String,
}

/// Items that were passed over, and whether the schedule ends before the run does.
#[must_use]
pub fn of_schedule(source: &str, scenario: &Scenario, replay: &Replay) -> Vec<Note> {
    let mut notes = Vec::new();
    for passed in &replay.passed_over {
        let (item, number) = (passed.wanted.span.text(source), passed.item + 1);
        let reason = passed.reason.reason(scenario);
        let text = format!("passed over: {item}, item {number} of the schedule: {reason}");
        notes.push(Note { item: Some(passed.wanted.span), text });
    }
    if !replay.complete {
        let text = format!("the schedule ends before the run does: {}", can_still(scenario, replay));
        notes.push(Note { item: None, text });
    }
    notes
}

/// `W1, W2 can still step`, `the lease of job 1 can still end`.
fn can_still(scenario: &Scenario, replay: &Replay) -> String {
    let possible = enabled(scenario, replay.trace.last());
    let steps: Vec<&str> = possible
        .iter()
        .filter(|action| matches!(action, Action::Step(_)))
        .filter_map(|action| action.process())
        .map(|process| &*scenario.process(process).name)
        .collect();
    let mut can = Vec::new();
    if !steps.is_empty() {
        can.push(format!("{} can still step", steps.join(", ")));
    }
    for action in possible {
        if let Action::LeaseEnds(job) = action {
            can.push(format!("the lease of {} can still end", job_name(job)));
        }
    }
    can.join(", ")
}

/// Every run that failed, and why, in the order they did.
#[must_use]
pub fn failed(scenario: &Scenario, replay: &Replay) -> Vec<(String, String)> {
    let why = |event: &Event| match event {
        Event::RunFailed { process, failure } => {
            Some((scenario.process(*process).name.to_string(), failure.message(scenario)))
        }
        _ => None,
    };
    replay.trace.events(replay.trace.len()).filter_map(why).collect()
}

/// Transactions that nobody committed, jobs that nobody acked, processes that wait for ever.
#[must_use]
pub fn of_end(scenario: &Scenario, replay: &Replay) -> Vec<String> {
    let trace = &replay.trace;
    let mut notes = Vec::new();
    for transition in &trace.transitions {
        let mut ended = None;
        for event in &transition.events {
            match event {
                Event::Ended { process, .. } => ended = Some(*process),
                Event::RolledBack { process } if ended == Some(*process) => {
                    let name = &scenario.process(*process).name;
                    notes.push(format!("{name}'s transaction was never committed: the end of its run rolled it back"));
                }
                _ => {}
            }
        }
    }
    let moment = Moment { scenario, trace, playhead: trace.len() };
    for (at, queued) in trace.last().queue.iter().enumerate() {
        let id = DeliveryId::new(at);
        let intent = &scenario.intents[trace.last().delivery(id).intent.index()];
        let (job, times) = (job_name(id), often(queued.attempts));
        match queued.status {
            Status::Dead => {
                notes.push(format!("{job}, {intent}, is dead: it was handed over {times}, and nobody acked it"));
            }
            // Where the run goes on, somebody may still.
            Status::Ready | Status::Leased { .. } if replay.complete => {
                notes.push(format!("{job}, {intent}, is not acked at the end: it was handed over {times}"));
            }
            Status::Ready | Status::Leased { .. } | Status::Acked => {}
        }
    }
    for process in stuck(scenario, trace.last()) {
        let Err(blocked) = readiness(scenario, trace.last(), Action::Step(process)) else { continue };
        notes.push(format!("stuck: {}, and nothing can free it", reason_text(moment, &blocked)));
    }
    notes
}
