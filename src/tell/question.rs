//! The guess before the run, and its answer.

use super::inline::Sentence;
use super::moment::Moment;

/// What a reader guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Guess {
    /// This many.
    Count(u64),
    /// Yes or no.
    Holds(bool),
    /// It depends on the schedule.
    Depends,
}

/// The question with its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub question: Sentence,
    /// What can be answered.
    pub choices: Vec<Choice>,
    /// The words after the choices: `A guess first, if you like.`, `You said 1. Answered when the run ends.`
    pub words: String,
    /// Is the answer shown: a guess was made and the run is at its end?
    pub answered: bool,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The guess it makes.
    pub guess: Guess,
    /// `0`, `it depends`.
    pub label: String,
    /// Did the reader choose it?
    pub chosen: bool,
    /// Is it what this run ended with, and is that shown?
    pub right: bool,
}

/// The question at this moment; none where the file asks none. The answer shows once the playhead is at the end of a
/// complete run and a guess was made.
#[must_use]
pub fn question(moment: Moment<'_>, guess: Option<Guess>) -> Option<Question> {
    let _ = (moment, guess);
    todo!()
}
