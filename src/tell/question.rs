//! The guess before the run, and its answer.

use super::inline::{Sentence, marked};
use super::moment::Moment;
use crate::check::expectation::{Answer, answer};
use crate::lang::claim::Asked;

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
    /// Is the answer shown?
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

/// Counts to choose from, whatever the answer is.
const COUNTS: [u64; 3] = [0, 1, 2];

/// The question at this moment; none where the file asks none. The answer shows once the playhead is at the end of a
/// complete run.
#[must_use]
pub fn question(moment: Moment<'_>, guess: Option<Guess>) -> Option<Question> {
    let predict = moment.scenario.predict.as_ref()?;
    let answer = answer(moment.scenario, moment.trace.last(), &predict.answer).ok().map(|answer| match answer {
        Answer::Count(rows) => Guess::Count(rows),
        Answer::Holds(holds) => Guess::Holds(holds),
    });
    let ended = moment.at_end() && moment.trace.complete(moment.scenario);
    let shown = answer.filter(|_| ended);
    let choice = |offered: Guess| Choice {
        guess: offered,
        label: label(offered),
        chosen: guess == Some(offered),
        right: shown == Some(offered),
    };
    Some(Question {
        question: marked(&with_names(moment, &predict.question)),
        choices: offered(&predict.answer, answer).into_iter().map(choice).collect(),
        words: words(guess, shown),
        answered: shown.is_some(),
    })
}

fn offered(asked: &Asked, answer: Option<Guess>) -> Vec<Guess> {
    let mut choices: Vec<Guess> = match asked {
        Asked::Count(..) => COUNTS.map(Guess::Count).to_vec(),
        Asked::Holds(_) => vec![Guess::Holds(true), Guess::Holds(false)],
    };
    choices.extend(answer.filter(|answer| !choices.contains(answer)));
    choices.push(Guess::Depends);
    choices
}

fn label(guess: Guess) -> String {
    match guess {
        Guess::Count(rows) => rows.to_string(),
        Guess::Holds(true) => "yes".to_owned(),
        Guess::Holds(false) => "no".to_owned(),
        Guess::Depends => "it depends".to_owned(),
    }
}

fn words(guess: Option<Guess>, shown: Option<Guess>) -> String {
    let Some(answer) = shown else {
        return match guess {
            None => "A guess first, if you like.".to_owned(),
            Some(guess) => format!("You said {}. Answered when the run ends.", label(guess)),
        };
    };
    let ends = match answer {
        Guess::Holds(_) => format!("the answer of this run is {}", label(answer)),
        Guess::Count(_) | Guess::Depends => format!("this run ends with {}", label(answer)),
    };
    match guess {
        None => format!("{}.", super::words::capital(&ends)),
        Some(Guess::Depends) => {
            format!("You said it depends. {}; another schedule may end otherwise.", super::words::capital(&ends))
        }
        Some(guess) if guess == answer => format!("You said {}, and {ends}.", label(guess)),
        Some(guess) => format!("You said {}. {}.", label(guess), super::words::capital(&ends)),
    }
}

/// The question with names of tables as code, where the author has not marked any.
fn with_names(moment: Moment<'_>, question: &str) -> String {
    if question.contains('`') {
        return question.to_owned();
    }
    let table = |word: &str| moment.scenario.tables.iter().any(|table| &*table.name == word);
    let mut text = String::with_capacity(question.len() + 2);
    for word in question.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_') {
        let name = word.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
        if table(name) {
            text.push_str(&format!("`{name}`{}", &word[name.len()..]));
        } else {
            text.push_str(word);
        }
    }
    text
}
