//! The filter over every scenario: by its title, by what it is about, and by where it was told in public. What is searched
//! beside titles is a file of its own, fetched when the filter is first used.

use std::sync::Arc;

use super::catalogue;
use crate::lang::packed::unsealed;

/// What parts one field from the next in a line of the words that are looked through.
pub const FIELDS_PARTED: char = '\t';

/// Bytes that are shown before what was found in a text, and after it, at most.
const BEFORE_MAX: usize = 32;
const AFTER_MAX: usize = 72;

/// How a scenario says what is sought: what stands before it, it, and what stands after it. Empty where the title says it.
pub type Excerpt = [String; 3];

/// Which scenarios the list is kept to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// What stands in the field.
    pub text: Arc<str>,
    words: Words,
    /// What each scenario of the catalogue says of it, in their order; empty where nothing is sought.
    hits: Arc<[Option<Excerpt>]>,
}

/// What is searched beside titles: a line for each scenario of the catalogue, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
enum Words {
    /// Nobody has used the filter yet.
    #[default]
    Unasked,
    /// It is to be fetched.
    Wanted,
    /// It could not be fetched.
    Missed,
    /// Here it is.
    Here(Arc<str>),
}

impl Filter {
    /// Is the file of words to be fetched?
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.words == Words::Wanted
    }

    /// Is only known what titles say?
    #[must_use]
    pub fn is_titles_only(&self) -> bool {
        self.words == Words::Missed
    }

    /// Is something sought?
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.hits.is_empty()
    }

    /// How many scenarios say it.
    #[must_use]
    pub fn count(&self) -> usize {
        self.hits.iter().flatten().count()
    }

    /// How the scenario at this place of the catalogue says it; none where it does not. Nothing sought is said by every one.
    #[must_use]
    pub fn hit(&self, place: usize) -> Option<&Excerpt> {
        static TITLE: Excerpt = [String::new(), String::new(), String::new()];
        if self.is_on() { self.hits.get(place)?.as_ref() } else { Some(&TITLE) }
    }

    /// This stands in the field now.
    pub(super) fn type_in(&mut self, text: Arc<str>) {
        if self.words == Words::Unasked {
            self.words = Words::Wanted;
        }
        if *self.text != *text {
            self.text = text;
            self.search();
        }
    }

    /// What is searched is here, as [`sealed`](crate::lang::packed::sealed) bytes; or there is none.
    pub(super) fn receive(&mut self, sealed: Option<&[u8]>) {
        let text = sealed.and_then(unsealed).and_then(|bytes| std::str::from_utf8(bytes).ok());
        // One line too few or too many is another build's.
        let text = text.filter(|text| text.lines().count() == catalogue::count());
        self.words = text.map_or(Words::Missed, |text| Words::Here(text.into()));
        self.search();
    }

    /// Does it show the same as another one?
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        *self.text == *other.text && self.words == other.words && Arc::ptr_eq(&self.hits, &other.hits)
    }

    fn search(&mut self) {
        let words = if let Words::Here(words) = &self.words { words } else { "" };
        let terms: Vec<&str> = self.text.split_ascii_whitespace().collect();
        let mut hits = Vec::new();
        if !terms.is_empty() {
            hits = searched(&terms, words, false);
            // What no word begins with may stand in the middle of one.
            if hits.iter().all(Option::is_none) {
                hits = searched(&terms, words, true);
            }
        }
        self.hits = hits.into();
    }
}

/// How each scenario of the catalogue says all of these terms.
fn searched(terms: &[&str], words: &str, anywhere: bool) -> Vec<Option<Excerpt>> {
    let mut lines = words.lines();
    let mut hits = Vec::new();
    for chapter in catalogue::chapters() {
        for entry in chapter.entries {
            let titles = [entry.title, chapter.title];
            hits.push(excerpt(terms, titles, lines.next().unwrap_or_default(), anywhere));
        }
    }
    hits
}

/// How these titles and this line say all of the terms; none where they do not.
fn excerpt(terms: &[&str], titles: [&str; 2], line: &str, anywhere: bool) -> Option<Excerpt> {
    let mut shown = Excerpt::default();
    for term in terms {
        if titles.iter().any(|title| place(title, term, anywhere).is_some()) {
            continue;
        }
        let (field, at) = line.split(FIELDS_PARTED).find_map(|field| Some((field, place(field, term, anywhere)?)))?;
        if shown[1].is_empty() {
            shown = around(field, at, at + term.len());
        }
    }
    Some(shown)
}

/// Where a term begins in a text, small letters as good as capitals: at the start of a word, or anywhere.
fn place(text: &str, term: &str, anywhere: bool) -> Option<usize> {
    let (text, term) = (text.as_bytes(), term.as_bytes());
    (0..=text.len().checked_sub(term.len())?).find(|at| {
        text[*at..*at + term.len()].eq_ignore_ascii_case(term)
            && (anywhere || *at == 0 || !text[*at - 1].is_ascii_alphanumeric())
    })
}

/// What stands there, with whole words before and after it.
fn around(text: &str, at: usize, end: usize) -> Excerpt {
    let bytes = text.as_bytes();
    let mut before = text[..at].to_owned();
    if let Some(from) = at.checked_sub(BEFORE_MAX) {
        let space = bytes[from..at].iter().position(|byte| *byte == b' ');
        before = ["…", &text[space.map_or(at, |space| from + space + 1)..at]].concat();
    }
    let mut after = text[end..].to_owned();
    if bytes.len() - end > AFTER_MAX {
        let space = bytes[end..end + AFTER_MAX].iter().rposition(|byte| *byte == b' ');
        after = [&text[end..end + space.unwrap_or(0)], " …"].concat();
    }
    [before, text[at..end].to_owned(), after]
}
