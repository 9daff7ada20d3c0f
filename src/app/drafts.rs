//! What was typed, kept letter by letter: a reload, a crash or a closed tab loses none of it. Where it is kept is the page's
//! affair. What is found there may be anything: another version of the page, another page of the same host, or a hand wrote it.

use crate::lang::limits::SOURCE_BYTES_MAX;

/// The drafts that are kept, by number, the latest last; each stands under its own name behind [`DRAFT`].
pub const DRAFTS: &str = "ran-twice.drafts";
/// In the tab's own storage: the draft that is written in it, and beside what; static/start.js reads it, too.
pub const DRAFT: &str = "ran-twice.draft";

/// How many drafts are kept: as many as fit the storage that browsers give a page, however long they are.
pub const DRAFTS_MAX: usize = 8;
/// Letters of a title that are shown in the list of drafts: more than a line of it holds.
const TITLE_LETTERS_MAX: usize = 80;
/// Letters of a draft's name: it is a time in milliseconds.
const NAME_LETTERS_MAX: usize = 20;

/// Letters of a text that is offered as a draft: far more than a scenario may have, and no more than a field shows at once.
const TEXT_BYTES_MAX: usize = 2 * SOURCE_BYTES_MAX;

/// Where things are kept by name: it may be missing, full or forbidden.
pub trait Shelf {
    /// What is kept under this name.
    fn read(&self, name: &str) -> Option<String>;
    /// Keeps it, if it can. Does it?
    fn keep(&self, name: &str, value: &str) -> bool;
    /// Keeps it no longer.
    fn forget(&self, name: &str);
}

/// A draft that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it goes by.
    pub name: String,
    /// Its title, as it stands in it.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// Every draft, the latest first.
#[inline(never)]
#[must_use]
pub fn all(shelf: &dyn Shelf) -> Vec<Draft> {
    names(shelf).iter().rev().filter_map(|name| kept(shelf, name)).collect()
}

/// The latest draft.
#[must_use]
pub fn latest(shelf: &dyn Shelf) -> Option<Draft> {
    names(shelf).iter().rev().find_map(|name| kept(shelf, name))
}

/// The draft of this name, as it was kept last.
#[must_use]
pub fn kept(shelf: &dyn Shelf, name: &str) -> Option<Draft> {
    let text = Some(name).filter(|name| is_name(name)).and_then(|name| shelf.read(&item(name)))?;
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("title")).unwrap_or_default();
    let title: String = line.trim().trim_matches('"').chars().take(TITLE_LETTERS_MAX).collect();
    let title = if title.is_empty() { "without a title".to_owned() } else { title };
    Some(Draft { name: name.to_owned(), title, text })
}

/// Keeps the text as the latest draft; false where nothing is kept.
#[inline(never)]
pub fn keep(shelf: &dyn Shelf, name: &str, text: &str) -> bool {
    let mut names = names(shelf);
    names.retain(|known| known != name);
    names.push(name.to_owned());
    if names.len() > DRAFTS_MAX {
        shelf.forget(&item(&names.remove(0)));
    }
    // Where there is no room for it, the oldest draft makes room.
    while !shelf.keep(&item(name), text) {
        if names.len() < 2 {
            return false;
        }
        shelf.forget(&item(&names.remove(0)));
    }
    shelf.keep(DRAFTS, &names.join(" "))
}

/// What a tab has noted of the draft that is written in it: its name, and beside what it is written.
#[must_use]
pub fn noted(note: &str) -> Option<(&str, &str)> {
    note.split_once(' ').filter(|(name, _)| is_name(name))
}

/// The names of drafts, the latest last.
fn names(shelf: &dyn Shelf) -> Vec<String> {
    let listed = shelf.read(DRAFTS).unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for name in listed.rsplit(' ') {
        if names.len() < DRAFTS_MAX && is_name(name) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names.reverse();
    names
}

fn is_name(name: &str) -> bool {
    (1..=NAME_LETTERS_MAX).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn item(name: &str) -> String {
    [DRAFT, ".", name].concat()
}
