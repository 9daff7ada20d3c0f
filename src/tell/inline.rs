//! Sentences made of plain words, process names and code, so that a page can colour a name without reading the words.

use crate::lang::order::sort_by_key;
use crate::lang::scenario::{ProcessId, Role, Scenario};
use crate::lang::value::Name;

/// A process with its name. The page picks the colour by the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Which process.
    pub id: ProcessId,
    /// Its name.
    pub name: Name,
    /// Its place on the page, from 0: workers in order of declaration, then everybody else. Lanes stand in this order
    /// and colours go by it, so that a purger declared first does not take the first worker's.
    pub place: usize,
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Plain(String),
    /// The name of a process.
    Process(Who),
    /// A name or a message out of the store or the program.
    Code(String),
    /// Words that carry the point.
    Strong(String),
}

/// A sentence, or a few.
pub type Sentence = Vec<Inline>;

impl Who {
    /// The process with this id.
    #[must_use]
    pub fn of(scenario: &Scenario, id: ProcessId) -> Self {
        let place = placed(scenario).iter().position(|other| *other == id).unwrap_or(id.index());
        Self { id, name: scenario.process(id).name.clone(), place }
    }
}

/// The processes in the order of the page: workers first, each group in order of declaration.
#[must_use]
pub fn placed(scenario: &Scenario) -> Vec<ProcessId> {
    let mut ids: Vec<ProcessId> = scenario.process_ids().collect();
    sort_by_key(&mut ids, |id| match scenario.process(*id).role {
        Role::Worker(_) => 0,
        Role::Other => 1,
    });
    ids
}

/// The sentence as plain text.
#[must_use]
pub fn plain(sentence: &[Inline]) -> String {
    sentence
        .iter()
        .map(|piece| match piece {
            Inline::Plain(text) | Inline::Code(text) | Inline::Strong(text) => text.as_str(),
            Inline::Process(who) => &who.name,
        })
        .collect()
}

/// An author's text: `` `charges` `` is code, `**taken**` is strong, everything else stands as it is. A mark that is
/// not closed stands as it is, too.
///
/// ```
/// use ran_twice::tell::inline::{Inline, marked};
///
/// let sentence = marked("A key can say **taken**.");
/// assert_eq!(sentence[1], Inline::Strong("taken".to_owned()));
/// ```
#[must_use]
pub fn marked(text: &str) -> Sentence {
    let mut sentence = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (before, piece, after) = first_mark(rest).unwrap_or((rest, None, ""));
        if !before.is_empty() {
            sentence.push(Inline::Plain(before.to_owned()));
        }
        sentence.extend(piece);
        rest = after;
    }
    sentence
}

/// The text before the first closed mark, the mark's piece, and the text after it.
fn first_mark(text: &str) -> Option<(&str, Option<Inline>, &str)> {
    let code = between(text, "`").map(|(at, inner, after)| (at, Inline::Code(inner.to_owned()), after));
    let strong = between(text, "**").map(|(at, inner, after)| (at, Inline::Strong(inner.to_owned()), after));
    let (at, piece, after) = code.into_iter().chain(strong).min_by_key(|(at, ..)| *at)?;
    Some((&text[..at], Some(piece), after))
}

/// Where the first pair of `mark` begins, what stands inside it, and what after it. Nothing inside is no pair.
fn between<'a>(text: &'a str, mark: &str) -> Option<(usize, &'a str, &'a str)> {
    let at = text.find(mark)?;
    let (inner, after) = text[at + mark.len()..].split_once(mark)?;
    (!inner.is_empty()).then_some((at, inner, after))
}

/// Plain words as a sentence.
#[must_use]
pub fn words_of(text: &str) -> Sentence {
    vec![words(text)]
}

/// Words as a piece.
pub(super) fn words(text: impl Into<String>) -> Inline {
    Inline::Plain(text.into())
}

/// A name or a message as a piece.
pub(super) fn code(text: impl Into<String>) -> Inline {
    Inline::Code(text.into())
}

/// `W1`, `W1 and W2`, `W1, W2 and W3`.
pub(super) fn names(whos: &[Who]) -> Sentence {
    let mut sentence = Vec::new();
    for (at, who) in whos.iter().enumerate() {
        match at {
            0 => {}
            at if at + 1 == whos.len() => sentence.push(words(" and ")),
            _ => sentence.push(words(", ")),
        }
        sentence.push(Inline::Process(who.clone()));
    }
    sentence
}
