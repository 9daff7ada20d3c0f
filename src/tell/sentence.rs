//! What just happened and why, in one or two sentences of plain words.

mod did;
mod why;

use super::deed::deed;
use super::inline::{Inline, Sentence, Who, names, words};
use super::moment::Moment;
use super::words::number;
use crate::lang::scenario::IntentId;
use crate::sim::event::Event;

/// What just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The process that acted; none at the start.
    pub who: Option<Who>,
    /// What it did and why.
    pub sentence: Sentence,
}

/// What just happened at the playhead, and why.
#[must_use]
pub fn told(moment: Moment<'_>) -> Told {
    let (who, mut sentence) = match moment.last() {
        None => (None, start(moment)),
        Some(transition) => {
            let who = moment.who(transition.action.process());
            let deed = deed(moment.scenario, transition);
            let mut sentence = did::did(moment, transition, &deed);
            sentence.extend(why::why(moment, transition, &deed));
            sentence.extend(begun(moment, &transition.events));
            (Some(who), sentence)
        }
    };
    if moment.at_end() && !moment.trace.complete(moment.scenario) {
        sentence.extend(unfinished(moment));
    }
    Told { who, sentence: joined(sentence) }
}

/// `The schedule ends here, though W2 could go on.`
pub(super) fn unfinished(moment: Moment<'_>) -> Sentence {
    let able: Vec<Who> = moment
        .scenario
        .process_ids()
        .filter(|process| moment.trace.last().processes[process.index()].next().is_some())
        .map(|process| moment.who(process))
        .collect();
    let mut sentence = vec![words(" The schedule ends here, though ")];
    sentence.extend(names(&able));
    sentence.push(words(" could go on."));
    sentence
}

fn start(moment: Moment<'_>) -> Sentence {
    let mut sentence = vec![words("Nothing has happened yet.")];
    let mut holders: Vec<(IntentId, Vec<Who>)> = Vec::new();
    let mut others: Vec<Who> = Vec::new();
    for process in moment.scenario.process_ids() {
        let state = &moment.state().processes[process.index()];
        match state.delivery.map(|delivery| moment.state().delivery(delivery).intent) {
            None => others.push(moment.who(process)),
            Some(intent) => match holders.iter_mut().find(|(held, _)| *held == intent) {
                Some((_, whos)) => whos.push(moment.who(process)),
                None => holders.push((intent, vec![moment.who(process)])),
            },
        }
    }
    for (intent, whos) in &holders {
        let name = &moment.scenario.intents[intent.index()];
        sentence.push(words(" "));
        sentence.extend(names(whos));
        let holds = if whos.len() == 1 { "holds" } else { "each hold" };
        sentence.push(words(format!(" {holds} one delivery of {name}.")));
    }
    if holders.is_empty() && !others.is_empty() {
        sentence.push(words(" "));
        sentence.extend(names(&others));
        let has = if others.len() == 1 { "has" } else { "have" };
        sentence.push(words(format!(" {has} yet to take a first step.")));
    }
    sentence
}

/// `purger can start now.`
fn begun(moment: Moment<'_>, events: &[Event]) -> Sentence {
    let mut sentence = Vec::new();
    for event in events {
        let piece = match event {
            Event::Started { process } => (*process, " can start now.".to_owned()),
            Event::TurnBegan { process, turn } => (*process, format!(" begins turn {}.", number(u64::from(*turn)))),
            _ => continue,
        };
        sentence.extend([words(" "), Inline::Process(moment.who(piece.0)), words(piece.1)]);
    }
    sentence
}

/// Words next to words become one piece.
pub(super) fn joined(pieces: Sentence) -> Sentence {
    let mut sentence: Sentence = Vec::new();
    for piece in pieces {
        match (sentence.last_mut(), piece) {
            (Some(Inline::Plain(last)), Inline::Plain(more)) => last.push_str(&more),
            (_, piece) => sentence.push(piece),
        }
    }
    sentence
}
