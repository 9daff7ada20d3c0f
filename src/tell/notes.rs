//! What whoever presents sees in a window of their own: what comes next, the answer to the question, what to take away.

use super::ending::{ending, read};
use super::every::Predicted;
use super::inline::plain;
use super::moment::Moment;
use super::question::question;

/// Steps that are told ahead: so many fit beside what is said of this one.
const AHEAD: usize = 3;

/// The notes of a moment. What there is nothing to say of is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// `Step 2 of 6`.
    pub place: String,
    /// What the room reads now.
    pub now: String,
    /// What it reads after each of the next steps.
    pub ahead: Vec<String>,
    /// The question that the room was asked.
    pub question: String,
    /// Its answer, whether or not the room has seen it.
    pub answer: String,
    /// The author's takeaway.
    pub takeaway: String,
}

/// The notes of a moment; `all` is what its question comes to over every schedule, where that is known.
#[must_use]
pub fn notes(moment: Moment<'_>, all: Option<&Predicted>) -> Notes {
    let said = |playhead| plain(&read(Moment { playhead, ..moment }));
    let steps = moment.trace.len();
    let mut ahead = Vec::new();
    for playhead in moment.playhead + 1..=steps.min(moment.playhead + AHEAD) {
        ahead.push(said(playhead));
    }
    let asked = question(Moment { playhead: steps, ..moment }, None, all);
    let (question, answer) = asked.map_or_else(Default::default, |asked| {
        (plain(&asked.question), if asked.answered { asked.words } else { String::new() })
    });
    Notes {
        place: format!("Step {} of {steps}", moment.playhead),
        now: said(moment.playhead),
        ahead,
        question,
        answer,
        takeaway: ending(moment).takeaway.map_or_else(String::new, |takeaway| plain(&takeaway)),
    }
}
