//! What just happened and why, in one or two sentences of plain words.

mod again;
mod did;
mod queue;
mod transaction;
mod why;

pub(super) use did::struck_words;
pub(super) use queue::worker_of;

use super::deed::deed;
use super::deliveries::job_name;
use super::inline::{Saying, Sentence, Who};
use super::moment::Moment;
use super::words::{capital, list, number};
use crate::lang::scenario::{IntentId, ProcessId, Role};
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::readiness::enabled;

/// What just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whose doing it was; none at the start.
    pub who: Option<Who>,
    /// What it did and why.
    pub sentence: Sentence,
}

/// What just happened at the playhead, and why.
#[must_use]
pub fn told(moment: Moment<'_>) -> Told {
    let mut say = Saying::new(moment.scenario);
    let who = match moment.last() {
        None => {
            start(moment, &mut say);
            None
        }
        Some(transition) => {
            let deed = deed(moment.scenario, transition);
            did::did(moment, transition, &deed, &mut say);
            why::why(moment, transition, &deed, &mut say);
            begun(&transition.events, &mut say);
            Some(moment.acting(transition))
        }
    };
    if moment.at_end() && !moment.trace.complete(moment.scenario) {
        say.next();
        unfinished(moment, &mut say);
    }
    Told { who, sentence: say.said() }
}

/// What the step before the playhead did, without its reasons; nothing at the start.
pub(super) fn done(moment: Moment<'_>) -> Sentence {
    let mut say = Saying::new(moment.scenario);
    if let Some(transition) = moment.last() {
        did::did(moment, transition, &deed(moment.scenario, transition), &mut say);
    }
    say.said()
}

/// `The schedule ends here, though W2 could go on.`
pub(super) fn unfinished(moment: Moment<'_>, say: &mut Saying<'_>) {
    let (mut able, mut leases) = (Vec::new(), Vec::new());
    for action in enabled(moment.scenario, moment.trace.last()) {
        match action {
            Action::Step(process) => able.push(process),
            Action::LeaseEnds(job) => leases.push(["the lease of ", &job_name(job)].concat()),
            Action::Strike(..) | Action::StrikeJob(..) => {}
        }
    }
    say.words("The schedule ends here, though ");
    say.names(&able);
    if !able.is_empty() {
        say.words(" could go on");
    }
    if !leases.is_empty() {
        write!(say, "{}{} could end", if able.is_empty() { "" } else { ", and " }, list(&leases, " and "));
    }
    say.words(".");
}

fn start(moment: Moment<'_>, say: &mut Saying<'_>) {
    let mut holders: Vec<(IntentId, Vec<ProcessId>)> = Vec::new();
    let (mut others, mut takers): (Vec<ProcessId>, Vec<ProcessId>) = (Vec::new(), Vec::new());
    for process in moment.scenario.process_ids() {
        if moment.scenario.process(process).role == Role::Taker {
            takers.push(process);
            continue;
        }
        let held = moment.state().processes[process.index()].delivery;
        match held.map(|delivery| moment.state().delivery(delivery).intent) {
            None => others.push(process),
            Some(intent) => match holders.iter_mut().find(|(held, _)| *held == intent) {
                Some((_, workers)) => workers.push(process),
                None => holders.push((intent, vec![process])),
            },
        }
    }
    say.words("Nothing has happened yet.");
    for (intent, workers) in &holders {
        let name = &moment.scenario.intents[intent.index()];
        say.next();
        say.names(workers);
        write!(say, " {} one delivery of {name}.", if workers.len() == 1 { "holds" } else { "each hold" });
    }
    if !takers.is_empty() {
        say.next();
        match moment.state().queue.len() {
            0 => say.words("No job is in the queue yet. "),
            1 => say.words("One job is ready in the queue. "),
            jobs => write!(say, "{} jobs are ready in the queue. ", capital(&number(jobs))),
        }
        say.names(&takers);
        say.words(if takers.len() == 1 { " is idle." } else { " are idle." });
    }
    if holders.is_empty() && takers.is_empty() && !others.is_empty() {
        say.next();
        say.names(&others);
        write!(say, " {} yet to take a first step.", if others.len() == 1 { "has" } else { "have" });
    }
}

/// `purger can start now.`
fn begun(events: &[Event], say: &mut Saying<'_>) {
    for event in events {
        match event {
            Event::Started { process } => {
                say.next();
                say.who(*process);
                say.words(" can start now.");
            }
            Event::TurnBegan { process, turn } => {
                say.next();
                say.who(*process);
                write!(say, " begins turn {}.", number(*turn as usize));
            }
            _ => {}
        }
    }
}
