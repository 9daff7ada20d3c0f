//! What the page does with what happens in the editor.

use super::Page;
use crate::app::drafts;
use crate::app::files::name;
use crate::app::link::{TOO_LONG, parse};
use crate::app::message::Msg;
use crate::app::model::Body;
use crate::ui::editor::{Done, close_menus};
use crate::ui::fetcher::palette;
use crate::ui::happened::Happened;
use crate::ui::settle::find;
use crate::ui::storage::{self, Browser};
use crate::ui::{address, files};
use gloo_timers::callback::Timeout;
use std::rc::Rc;

/// How long nobody types before the text is read: shorter than the pause between two words.
const REST_MS: u32 = 150;

/// What is said of a draft that is back.
const BACK: &str = "What you had typed is back.";
/// Where nothing is kept.
const NOT_KEPT: &str =
    "This browser keeps nothing for the page: save the text as a file before you leave. The address holds what runs.";

impl Page {
    /// Something happened in the editor. Is there something else to show?
    #[inline(never)]
    pub(super) fn edited(&mut self, done: &Done) -> bool {
        match done {
            Done::Opened => {
                self.editor.enters = true;
                self.explorer.warm(&self.on);
                self.tell(Msg::TextWanted)
            }
            Done::Closed => {
                self.rested();
                self.editor.word = "";
                if let Some(opener) = find_opener() {
                    let _ = opener.focus();
                }
                self.tell(Msg::TextPutAway)
            }
            Done::Wrote => self.wrote(),
            Done::Rested => self.rested(),
            Done::Scrolled => {
                self.editor.scroll();
                false
            }
            Done::Sought(mistake) => {
                self.editor.seek(mistake);
                false
            }
            Done::Wanted(piece) => {
                self.editor.write(piece);
                false
            }
            Done::PaletteOpened => {
                if self.editor.palette.is_empty() {
                    palette(&self.on);
                }
                false
            }
            Done::PaletteFetched(groups) => {
                self.editor.palette.clone_from(groups);
                true
            }
            Done::Begun(shape) => {
                self.takes_another();
                self.tell(Msg::ShapeChosen((*shape).into()))
            }
            Done::TakenUp(name) => {
                self.takes_another();
                let Some(draft) = drafts::kept(&Browser, name) else { return true };
                let text = draft.text.as_str().into();
                self.editor.resumed = Some(draft);
                self.tell(Msg::TextPlaced(text))
            }
            Done::Listed => {
                self.editor.drafts = drafts::all(&Browser);
                true
            }
            Done::Picked(file) => {
                files::read(file, &self.on);
                false
            }
            Done::Read(Ok(text)) => {
                self.takes_another();
                self.tell(Msg::TextPlaced(text.as_str().into()))
            }
            Done::Read(Err(words)) => {
                self.editor.told = Some(words.clone());
                self.model.writing.open || self.edited(&Done::Opened)
            }
            Done::Saved => {
                files::save(&name(&self.model.open.title), self.editor.text());
                false
            }
        }
    }

    /// What was typed is kept at once, and read once nobody types.
    #[inline(never)]
    fn wrote(&mut self) -> bool {
        let Some(text) = self.editor.wrote().map(str::to_owned) else { return false };
        let kept = self.editor.keeper.keep(&text);
        let on = self.on.clone();
        self.editor.rest = Some(Timeout::new(REST_MS, move || on.emit(Happened::Edited(Rc::new(Done::Rested)))));
        if !kept {
            // Should the code stop, static/start.js finds it here.
            storage::hold(&text);
        }
        let told = (!kept).then(|| NOT_KEPT.to_owned());
        std::mem::replace(&mut self.editor.told, told) != self.editor.told
    }

    /// What was typed is read now.
    fn rested(&mut self) -> bool {
        if self.editor.rest.take().is_none() {
            return false;
        }
        self.tell(Msg::TextTyped(self.editor.text().into()))
    }

    /// Another text is about to take the place of this one, which is kept.
    fn takes_another(&mut self) {
        self.rested();
        close_menus();
        self.editor.types = true;
        self.editor.enters = true;
        self.editor.told = None;
        self.editor.word = "";
        self.explorer.warm(&self.on);
    }

    /// Shows in the field what the model has, and brings back what was typed before the page was loaded.
    pub(super) fn settle_editor(&mut self, first: bool) {
        if first && !self.model.presentation.embed {
            let hash = address::hash();
            self.editor.resumed = self.editor.keeper.resume(&beside(&hash));
            self.editor.restores = self.editor.resumed.is_some();
            if self.editor.restores && hash.ends_with(TOO_LONG) {
                self.resume_at(hash);
            }
        }
        if self.editor.restores && !matches!(self.model.open.body, Body::Awaited(_)) {
            self.editor.restores = false;
            self.restore();
        }
        if self.model.writing.open {
            self.settle_text();
        } else {
            self.editor.put_away();
        }
    }

    #[inline(never)]
    fn settle_text(&mut self) {
        self.editor.keeper.stands_beside(&beside(&self.model.hash()));
        if self.editor.settle(&self.model.writing) {
            // What is typed from here on is a draft of its own, but where one is gone on with.
            match self.editor.resumed.take_if(|draft| *draft.text == *self.model.writing.text) {
                Some(draft) => self.editor.keeper.take_up(&draft),
                None if self.model.writing.wanted.is_none() => {
                    self.editor.keeper.begin();
                    self.editor.word = "";
                }
                None => {}
            }
        }
        if let Some(own) = self.model.own().filter(|own| own.payload.is_none()) {
            // No address brings it back.
            self.editor.keep_new(&own.text);
        }
    }

    /// What stayed in this browser because it is too long for an address is opened at the moment that the address names.
    #[inline(never)]
    fn resume_at(&self, hash: String) {
        if let Some(draft) = &self.editor.resumed {
            self.on.emit(Happened::Told(Msg::CameBack(hash, draft.text.as_str().into())));
        }
    }

    #[inline(never)]
    fn restore(&mut self) {
        let Some(draft) = self.editor.resumed.clone() else { return };
        self.explorer.warm(&self.on);
        let runs = self.model.own().is_some_and(|own| *own.text == *draft.text);
        let message = if runs { Msg::TextWanted } else { Msg::TextRestored(draft.text.as_str().into()) };
        self.editor.word = if runs { "" } else { BACK };
        self.on.emit(Happened::Told(message));
    }
}

/// What tells the scenario of an address from others: its text, else its name.
fn beside(hash: &str) -> String {
    let link = parse("", hash).link;
    link.text.or(link.scenario).unwrap_or_default()
}

fn find_opener() -> Option<web_sys::HtmlElement> {
    find(&crate::ui::document().document_element()?, ".page__edit")
}
