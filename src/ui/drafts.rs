//! What was typed, kept in the browser's storage letter by letter: a reload, a crash or a closed tab loses none of it.

use super::storage::{self, DRAFT, DRAFTS};
use js_sys::Date;

/// How many drafts are kept: as many as fit the storage that browsers give a page, however long they are.
const DRAFTS_MAX: usize = 8;

/// The drafts, and which of them is written in this tab, beside what.
#[derive(Default)]
pub struct Drafts {
    current: Option<String>,
    beside: String,
}

/// A draft that is kept.
#[derive(Clone, PartialEq)]
pub struct Draft {
    /// What it goes by.
    pub name: String,
    /// Its title, as it stands in it.
    pub title: String,
    /// Its text.
    pub text: String,
}

impl Drafts {
    /// What was typed in this tab before the page was loaded, beside the scenario that it shows now: it goes on being written.
    pub fn resume(&mut self, beside: &str) -> Option<Draft> {
        let noted = storage::of_tab(DRAFT)?;
        let (name, then) = noted.split_once(' ')?;
        let draft = kept(name).filter(|_| then == beside)?;
        self.current = Some(name.to_owned());
        beside.clone_into(&mut self.beside);
        Some(draft)
    }

    /// What is written stands beside this scenario now.
    pub fn stands_beside(&mut self, beside: &str) {
        if self.beside != beside {
            beside.clone_into(&mut self.beside);
            self.note();
        }
    }

    fn note(&self) {
        let noted = self.current.as_ref().map(|name| [name, " ", &self.beside].concat());
        storage::keep_for_tab(DRAFT, noted.as_deref());
    }

    /// What is typed from here on is another draft.
    pub fn begin(&mut self) {
        self.current = None;
        self.note();
    }

    /// Goes on with one that is kept.
    pub fn take_up(&mut self, draft: &Draft) {
        self.current = Some(draft.name.clone());
        self.note();
    }

    /// Keeps the text; false where the browser keeps nothing for the page.
    pub fn keep(&mut self, text: &str) -> bool {
        let name = self.current.get_or_insert_with(|| Date::now().to_string()).clone();
        self.note();
        let mut names = names();
        names.retain(|known| *known != name);
        names.push(name.clone());
        while names.len() > DRAFTS_MAX {
            storage::forget(&item(&names.remove(0)));
        }
        // Where the storage is full, the oldest draft makes room.
        while !storage::keep(&item(&name), text) {
            if names.len() < 2 {
                return false;
            }
            storage::forget(&item(&names.remove(0)));
        }
        storage::keep(DRAFTS, &names.join(" "))
    }
}

/// Every draft, the latest first.
pub fn all() -> Vec<Draft> {
    names().iter().rev().filter_map(|name| kept(name)).collect()
}

/// The latest draft.
pub fn latest() -> Option<Draft> {
    names().iter().rev().find_map(|name| kept(name))
}

fn names() -> Vec<String> {
    storage::read(DRAFTS).unwrap_or_default().split_ascii_whitespace().map(str::to_owned).collect()
}

/// The draft of this name, as it was kept last.
pub fn kept(name: &str) -> Option<Draft> {
    let text = storage::read(&item(name))?;
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("title")).unwrap_or_default();
    let title = line.trim().trim_matches('"');
    let title = if title.is_empty() { "without a title" } else { title }.to_owned();
    Some(Draft { name: name.to_owned(), title, text })
}

fn item(name: &str) -> String {
    [DRAFT, ".", name].concat()
}
