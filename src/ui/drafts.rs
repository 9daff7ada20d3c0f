//! The draft that is written in this tab; `app::drafts` says how it is kept.

use super::storage::{self, Browser};
use crate::app::drafts::{self, DRAFT, Draft};
use js_sys::Date;

/// Which draft is written in this tab, beside what.
#[derive(Default)]
pub struct Drafts {
    current: Option<String>,
    beside: String,
}

impl Drafts {
    /// What was typed in this tab before the page was loaded, beside the scenario that it shows now: it goes on being written.
    pub fn resume(&mut self, beside: &str) -> Option<Draft> {
        let noted = storage::of_tab(DRAFT)?;
        let (name, then) = drafts::noted(&noted)?;
        let draft = drafts::kept(&Browser, name).filter(|_| then == beside)?;
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

    /// Is nothing kept yet of what stands there?
    pub fn is_new(&self) -> bool {
        self.current.is_none()
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
        let name = self.current.get_or_insert_with(|| (Date::now() as u64).to_string()).clone();
        self.note();
        drafts::keep(&Browser, &name, text)
    }
}
