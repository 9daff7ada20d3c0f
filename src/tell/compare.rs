//! One schedule on two designs, step by step: where they part, who was skipped, what stands in the tables, how each ends.

use super::deed::{Deed, deed};
use super::ending::ending;
use super::inline::{Inline, Sentence, Who, plain};
use super::lanes::job_words;
use super::moment::Moment;
use super::sentence::done;
use super::tables::{TableView, views};
use crate::check::outcome::Sign;
use crate::lang::scenario::Scenario;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The design on screen, then the other one, at the same step: there, a step that was skipped is a pause.
    pub sides: [Moment<'a>; 2],
    /// For each step: why it was skipped; nothing where it was taken.
    pub skipped: &'a [String],
    /// What the two are called.
    pub labels: [&'a str; 2],
}

/// Two designs at the same step of the same schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Where they part.
    pub difference: Sentence,
    /// The design on screen, then the other one.
    pub sides: [Side; 2],
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub label: String,
    /// Earlier steps that were skipped, each with its reason; then what happened at the last step.
    pub lines: Vec<Sentence>,
    /// Its tables, as far as they are in use.
    pub tables: Vec<TableView>,
    /// The ring of its end; none where it has none, or before the end.
    pub sign: Option<Sign>,
    /// At the end of the schedule `One charge`, or who could go on.
    pub end: Sentence,
}

/// Both designs at the playhead.
#[must_use]
pub fn compare(pair: &Pair<'_>) -> Compared {
    Compared { difference: difference(pair), sides: [side(pair, 0), side(pair, 1)] }
}

fn side(pair: &Pair<'_>, which: usize) -> Side {
    let moment = pair.sides[which];
    let mut lines = Vec::new();
    for step in 1..moment.playhead {
        if pauses(pair, which, step) {
            lines.push(said(pair, which, step));
        }
    }
    lines.push(said(pair, which, moment.playhead));
    let mut tables = views(moment);
    tables.retain(|table| table.used);
    let (mut sign, mut end) = (None, Sentence::new());
    if moment.at_end() {
        let ending = ending(moment);
        sign = ending.sign;
        end = if ending.finished { vec![Inline::Plain(ending.headline)] } else { ending.sentence };
    }
    Side { label: pair.labels[which].to_owned(), lines, tables, sign, end }
}

/// Was this step (from 1) skipped on this side?
fn pauses(pair: &Pair<'_>, which: usize, step: usize) -> bool {
    which == 1 && !pair.skipped[step - 1].is_empty()
}

/// What this step was on this side: `W1 performed the charge for charge-77.`
fn said(pair: &Pair<'_>, which: usize, step: usize) -> Sentence {
    if step == 0 {
        return words("Nothing has happened yet.");
    }
    if pauses(pair, which, step) {
        let [shown, _] = pair.sides;
        let action = shown.trace.transitions[step - 1].action;
        let mut sentence = words(&["Step ", &step.to_string(), ": "].concat());
        sentence.push(match action.process() {
            Some(process) => Inline::Process(Who::of(shown.scenario, process)),
            None => Inline::Plain(job_words(action)),
        });
        sentence.push(Inline::Plain(" is skipped, ".to_owned()));
        sentence.extend(with_names(shown.scenario, &pair.skipped[step - 1]));
        sentence.push(Inline::Plain(".".to_owned()));
        return sentence;
    }
    done(Moment { playhead: step, ..pair.sides[which] })
}

/// The words with each name of a process as that.
fn with_names(scenario: &Scenario, text: &str) -> Sentence {
    let mut sentence = Sentence::new();
    // A name ends where something else than a letter, a digit or what joins them stands.
    for piece in text.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-') {
        let name = piece.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        match scenario.process_named(name) {
            Some(process) => {
                sentence.push(Inline::Process(Who::of(scenario, process)));
                sentence.push(Inline::Plain(piece[name.len()..].to_owned()));
            }
            None => sentence.push(Inline::Plain(piece.to_owned())),
        }
    }
    sentence
}

fn words(text: &str) -> Sentence {
    vec![Inline::Plain(text.to_owned())]
}

/// Where the two part, whatever the playhead: the first step at which only one of them stops whoever takes it, else the first
/// that does something else.
fn difference(pair: &Pair<'_>) -> Sentence {
    let (mut step, mut other) = (0, 0);
    for at in (1..=pair.skipped.len()).rev() {
        if stops(pair, 0, at) != stops(pair, 1, at) {
            step = at;
        }
        if plain(&said(pair, 0, at)) != plain(&said(pair, 1, at)) {
            other = at;
        }
    }
    let mut text = match (step, other) {
        (0, 0) => return words("Every step of this schedule goes the same way on both."),
        (0, _) => "Neither stops anybody whom the other lets go on.".to_owned(),
        (1, _) => String::new(),
        _ => ["Up to step ", &(step - 1).to_string(), " both let everybody go on alike."].concat(),
    };
    if step == 0 {
        step = other;
    }
    text.push_str(&[" At step ", &step.to_string(), " they part."].concat());
    let mut sentence = words(text.trim_start());
    for which in 0..2 {
        sentence.push(Inline::Plain([" On ", pair.labels[which], ": "].concat()));
        sentence.extend(said(pair, which, step));
    }
    sentence
}

/// Does this side stop whoever takes this step?
fn stops(pair: &Pair<'_>, which: usize, step: usize) -> bool {
    let Moment { scenario, trace, .. } = pair.sides[which];
    let deed = deed(scenario, &trace.transitions[step - 1]);
    matches!(deed, Deed::Paused | Deed::Refused { .. } | Deed::Failed { .. })
}
