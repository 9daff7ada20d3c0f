//! Sentences made of plain words, process names and code, so that a page can colour a name without reading the words.

use std::fmt;

use crate::lang::order::sort_by_key;
use crate::lang::scenario::{ProcessId, Role, Scenario};
use crate::lang::value::Name;
use crate::sim::action::Action;

/// Who acts: a process, or the queue, whose doing the end of a lease and a redelivery are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// This process.
    Process(ProcessId),
    /// The queue.
    Queue,
}

/// What the queue is called where a process would have its name.
pub const QUEUE: &str = "queue";

impl Actor {
    /// Whose doing an action is.
    #[must_use]
    pub fn of(action: Action) -> Self {
        action.process().map_or(Self::Queue, Self::Process)
    }

    /// Its name.
    #[must_use]
    pub fn name(self, scenario: &Scenario) -> &str {
        match self {
            Self::Process(process) => &scenario.process(process).name,
            Self::Queue => QUEUE,
        }
    }
}

/// A process or the queue with its name. The page picks the colour by the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Which.
    pub id: Actor,
    /// Its name.
    pub name: Name,
    /// Its place on the page, from 0: workers in order of declaration, then everybody else, the queue last. Lanes stand in
    /// this order and colours go by it, so that a purger declared first does not take the first worker's.
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
        Self { id: Actor::Process(id), name: scenario.process(id).name.clone(), place }
    }

    /// Whose doing an action is.
    #[must_use]
    pub fn acting(scenario: &Scenario, action: Action) -> Self {
        action.process().map_or_else(|| Self::queue(scenario), |process| Self::of(scenario, process))
    }

    /// The queue.
    #[must_use]
    pub fn queue(scenario: &Scenario) -> Self {
        Self { id: Actor::Queue, name: QUEUE.into(), place: scenario.processes.len() }
    }
}

/// The processes in the order of the page: workers first, each group in order of declaration.
#[must_use]
pub fn placed(scenario: &Scenario) -> Vec<ProcessId> {
    let mut ids: Vec<ProcessId> = scenario.process_ids().collect();
    sort_by_key(&mut ids, |id| match scenario.process(*id).role {
        Role::Worker(_) | Role::Taker => 0,
        Role::Other => 1,
    });
    ids
}

/// The sentence as plain text.
#[must_use]
pub fn plain(sentence: &[Inline]) -> String {
    let mut text = String::new();
    for piece in sentence {
        text.push_str(match piece {
            Inline::Plain(text) | Inline::Code(text) | Inline::Strong(text) => text,
            Inline::Process(who) => &who.name,
        });
    }
    text
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
    while let Some((before, piece, after)) = first_mark(rest) {
        if !before.is_empty() {
            sentence.push(Inline::Plain(before.to_owned()));
        }
        sentence.push(piece);
        rest = after;
    }
    if !rest.is_empty() {
        sentence.push(Inline::Plain(rest.to_owned()));
    }
    sentence
}

/// The text before the first closed mark, the mark's piece, and the text after it.
fn first_mark(text: &str) -> Option<(&str, Inline, &str)> {
    let code = between(text, "`");
    let strong = between(text, "**");
    match (code, strong) {
        (Some((before, inner, after)), strong) if strong.is_none_or(|(other, ..)| before.len() <= other.len()) => {
            Some((before, Inline::Code(inner.to_owned()), after))
        }
        (_, Some((before, inner, after))) => Some((before, Inline::Strong(inner.to_owned()), after)),
        (_, None) => None,
    }
}

/// What stands before the first pair of `mark`, inside it, and after it. Nothing inside is no pair.
fn between<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = cut(text, mark)?;
    let (inner, after) = cut(rest, mark)?;
    (!inner.is_empty()).then_some((before, inner, after))
}

/// `str::split_once` without std's search, which is made for long texts and costs 3 kB of wasm.
fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let at = text.as_bytes().windows(mark.len()).position(|here| here == mark.as_bytes())?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}

/// Plain words as a sentence.
#[must_use]
pub fn words_of(text: &str) -> Sentence {
    vec![Inline::Plain(text.to_owned())]
}

/// A sentence as it grows: words next to words are one piece. `write!` adds words.
pub(super) struct Saying<'a> {
    scenario: &'a Scenario,
    sentence: Sentence,
}

impl<'a> Saying<'a> {
    /// Nothing said yet.
    pub fn new(scenario: &'a Scenario) -> Self {
        Self { scenario, sentence: Vec::new() }
    }

    /// What was said.
    pub fn said(self) -> Sentence {
        self.sentence
    }

    /// Begins the next sentence: a blank, where one stands before it.
    pub fn next(&mut self) {
        if !self.is_empty() {
            self.words(" ");
        }
    }

    /// Has nothing been said?
    pub fn is_empty(&self) -> bool {
        self.sentence.is_empty()
    }

    /// Adds words.
    pub fn words(&mut self, words: &str) {
        match self.sentence.last_mut() {
            Some(Inline::Plain(last)) => last.push_str(words),
            _ => self.sentence.push(Inline::Plain(words.to_owned())),
        }
    }

    /// Adds a name or a message.
    pub fn code(&mut self, text: String) {
        self.sentence.push(Inline::Code(text));
    }

    /// Adds the name of a process.
    pub fn who(&mut self, process: ProcessId) {
        self.sentence.push(Inline::Process(Who::of(self.scenario, process)));
    }

    /// Adds `W1`, `W1 and W2`, `W1, W2 and W3`.
    pub fn names(&mut self, processes: &[ProcessId]) {
        for (at, process) in processes.iter().enumerate() {
            if at > 0 {
                self.words(if at + 1 == processes.len() { " and " } else { ", " });
            }
            self.who(*process);
        }
    }

    /// What `write!` calls. Saying cannot fail, so nothing comes back.
    pub fn write_fmt(&mut self, words: fmt::Arguments<'_>) {
        let _ = fmt::Write::write_fmt(self, words);
    }
}

impl fmt::Write for Saying<'_> {
    fn write_str(&mut self, words: &str) -> fmt::Result {
        self.words(words);
        Ok(())
    }
}
