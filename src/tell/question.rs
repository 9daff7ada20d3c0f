//! The guess before the run, and its answer.

use super::every::Predicted;
use super::inline::{Sentence, marked};
use super::moment::Moment;
use super::words::capital;
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
    pub came: bool,
    /// Is it right: of every schedule where they are counted, else of this run; and is that shown?
    pub right: bool,
}

/// The question at this moment; none where the file asks none. The answer shows once the playhead is at the end of a
/// complete run; `all` is what the question comes to over every schedule, where that is known: the guess is held against it.
#[must_use]
pub fn question(moment: Moment<'_>, guess: Option<Guess>, all: Option<&Predicted>) -> Option<Question> {
    let predict = moment.scenario.predict.as_ref()?;
    let answer = answer(moment.scenario, moment.trace.last(), &predict.answer).ok().map(|answer| match answer {
        Answer::Count(rows) => Guess::Count(rows),
        Answer::Holds(holds) => Guess::Holds(holds),
    });
    let ended = moment.at_end() && moment.trace.complete(moment.scenario);
    let shown = answer.filter(|_| ended);
    let right = shown.map(|came| all.map_or(came, Predicted::right));
    let mut choices = Vec::new();
    for offered in offered(&predict.answer, answer, all) {
        choices.push(Choice {
            guess: offered,
            label: label(offered),
            chosen: guess == Some(offered),
            came: shown == Some(offered),
            right: right == Some(offered),
        });
    }
    Some(Question {
        question: marked(&with_names(moment, &predict.question)),
        choices,
        words: words(guess, shown, all),
        answered: shown.is_some(),
    })
}

fn offered(asked: &Asked, answer: Option<Guess>, all: Option<&Predicted>) -> Vec<Guess> {
    let mut choices = match asked {
        Asked::Count(..) => vec![Guess::Count(0), Guess::Count(1), Guess::Count(2)],
        Asked::Holds(_) => vec![Guess::Holds(true), Guess::Holds(false)],
    };
    for given in answer.iter().chain(all.iter().flat_map(|all| &all.given)) {
        if !choices.contains(given) {
            choices.push(*given);
        }
    }
    choices.push(Guess::Depends);
    choices
}

pub(super) fn label(guess: Guess) -> String {
    match guess {
        Guess::Count(rows) => rows.to_string(),
        Guess::Holds(true) => "yes".to_owned(),
        Guess::Holds(false) => "no".to_owned(),
        Guess::Depends => "it depends".to_owned(),
    }
}

fn words(guess: Option<Guess>, shown: Option<Guess>, all: Option<&Predicted>) -> String {
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
    if let Some(all) = all {
        let said = match guess {
            None => String::new(),
            Some(guess) if guess == all.right() => format!("You said {}, and that is right. ", label(guess)),
            Some(guess) => format!("You said {}. ", label(guess)),
        };
        return format!("{said}{}. {}", capital(&ends), all.words);
    }
    match guess {
        None => capital(&format!("{ends}.")),
        Some(Guess::Depends) => {
            format!("You said it depends. {}; another schedule may end otherwise.", capital(&ends))
        }
        Some(guess) if guess == answer => format!("You said {}, and {ends}.", label(guess)),
        Some(guess) => format!("You said {}. {}.", label(guess), capital(&ends)),
    }
}

/// The question with names of tables as code, where the author has not marked any.
fn with_names(moment: Moment<'_>, question: &str) -> String {
    if question.contains('`') {
        return question.to_owned();
    }
    let mut text = String::new();
    let mut rest = question;
    while !rest.is_empty() {
        let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let mark = if moment.scenario.tables.iter().any(|table| &*table.name == word) { "`" } else { "" };
        text.push_str(mark);
        text.push_str(word);
        text.push_str(mark);
        let mut letters = after.chars();
        text.extend(letters.next());
        rest = letters.as_str();
    }
    text
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
