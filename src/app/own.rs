//! A scenario of the reader's own: what is being written, what of it runs, and the link that carries it. No first view runs
//! any of it, so what is called from one place is kept from being put there: it comes with the second part of the wasm.

mod linked;

use std::sync::Arc;

use super::catalogue;
use super::link;
use super::model::{Body, Model, Open};
use super::reading::{Mistake, Read, Reading, Source, Text};
use crate::lang::document::Document;
use crate::lang::packed::{unpack, unsealed};
use crate::lang::value::Name;

/// What the reader's own scenario is called where shipped ones go by the names of their files.
pub const OWN: &str = "your-own";

/// Its title, until its text gives it one.
const TITLE: &str = "A scenario of your own";

/// Small texts to begin with: the name of each, and what it is called.
pub const SHAPES: [(&str, &str); 3] = [
    ("shape-key", "Two deliveries, one key"),
    ("shape-queue", "A queue, a lease and a crash"),
    ("shape-choice", "Two designs behind a switch"),
];

/// A scenario of the reader's own that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// Its text.
    pub text: Arc<str>,
    /// What a link carries for it; none where it is too long for one.
    pub payload: Option<Arc<str>>,
    /// It, checked, as [`pack`](crate::lang::packed::pack) made it.
    pub checked: Arc<[u8]>,
    /// The shipped scenario that it began as.
    pub from: Option<Name>,
    /// Tells it from what it was before the last change.
    pub edition: u32,
    /// Tells it from other scenarios of the reader's: the browser's Back goes from one to the one before.
    pub begun: u32,
}

/// What is being written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Writing {
    /// Does it stand beside the page?
    pub open: bool,
    /// The text, as far as the page has been told.
    pub text: Arc<str>,
    /// How often the text came from elsewhere than the reader's hands.
    pub placed: u32,
    /// Its mistakes, once it was read; what runs is the last text without one.
    pub mistakes: Arc<[Mistake]>,
    /// Why it cannot be read, or is not here, in words.
    pub told: Option<Arc<str>>,
    /// The text to be fetched.
    pub wanted: Option<Name>,
    /// The open scenario that it is the text of.
    of: Name,
    /// The shipped scenario that it began as.
    from: Option<Name>,
    pending: Option<Arc<Pending>>,
    number: u32,
    editions: u32,
    begun: u32,
}

/// A text that is being read.
#[derive(Clone, Debug, PartialEq)]
struct Pending {
    read: Read,
    origin: Origin,
}

/// Where a text comes from that is being read.
#[derive(Clone, Debug, PartialEq)]
enum Origin {
    /// It is the one on screen, changed: it goes on at the same moment.
    Changed,
    /// It is another one: it begins at its start.
    Placed,
    /// A link, by its hash; and what was open before it, to go back to where it holds no text.
    Link(String, Option<Box<Open>>),
}

impl Writing {
    /// How it stands with the text, in words; does something run?
    #[must_use]
    pub fn state(&self, runs: bool) -> String {
        let rest = if runs { "The page shows the last text without one." } else { "It runs once there is none." };
        match (&self.told, self.mistakes.len()) {
            (Some(told), _) => told.to_string(),
            (None, _) if self.wanted.is_some() => "The text is on its way …".to_owned(),
            (None, 0) => "No mistakes: the page shows this text.".to_owned(),
            (None, 1) => ["1 mistake. ", rest].concat(),
            (None, many) => format!("{many} mistakes. {rest}"),
        }
    }

    /// Does it show the same as another one?
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        self.open == other.open
            && self.number == other.number
            && self.placed == other.placed
            && self.editions == other.editions
            && self.pending.is_some() == other.pending.is_some()
            && Arc::ptr_eq(&self.mistakes, &other.mistakes)
            && self.told == other.told
            && self.wanted == other.wanted
    }

    /// Another text than was typed stands there now.
    fn place(&mut self, text: Arc<str>) {
        self.text = text;
        self.placed += 1;
        self.mistakes = Arc::default();
        self.told = None;
        self.wanted = None;
    }

    fn ask(&mut self, source: Source, origin: Origin) {
        self.number += 1;
        self.pending = Some(Arc::new(Pending { read: Read { number: self.number, source }, origin }));
    }

    /// What is being read is of no interest any more: another scenario is opened. What was typed is kept with the drafts.
    pub(super) fn forget_asked(&mut self) {
        self.pending = None;
        // One to begin with would take the place of what is opened, however late it came.
        if self.wanted.as_ref().is_some_and(|wanted| *wanted != self.of) {
            self.wanted = None;
        }
    }
}

impl Model {
    /// The text to be read now.
    #[must_use]
    pub fn reading(&self) -> Option<&Read> {
        Some(&self.writing.pending.as_ref()?.read)
    }

    /// What is open as the browser's history tells it from others: each has an entry of its own there.
    #[must_use]
    pub fn entry_key(&self) -> String {
        let own = self.own().map_or_else(String::new, |own| own.begun.to_string());
        [&*self.open.name, &own].concat()
    }

    /// The reader's own scenario, where it is open.
    #[must_use]
    pub fn own(&self) -> Option<&Arc<Own>> {
        self.open.own.as_ref()
    }

    /// The text of the open scenario is wanted beside it; from the start page, one to begin with.
    #[inline(never)]
    pub(super) fn write(&mut self) -> Option<()> {
        let here = self.writing.of == self.open.name && !self.writing.text.is_empty();
        match (&self.open.body, self.open.own.clone()) {
            (Body::Awaited(_), _) => return None,
            (Body::Start, _) => self.begin_with(SHAPES[0].0),
            // What was put away comes back as it was.
            (Body::Player(_) | Body::Broken(_), _) if here => {}
            (Body::Player(_) | Body::Broken(_), Some(own)) => self.place_own(&own),
            (Body::Player(_) | Body::Broken(_), None) => self.want_text(self.open.name.clone()),
        }
        self.writing.open = true;
        Some(())
    }

    /// The text is put away; what runs goes on.
    pub(super) fn put_away(&mut self) {
        self.writing.open = false;
        self.writing.wanted = None;
    }

    /// This was typed.
    #[inline(never)]
    pub(super) fn type_text(&mut self, text: Arc<str>) {
        self.writing.told = None;
        self.writing.text = text.clone();
        // What the reader is on the way to takes its place; it is kept with the drafts.
        if !matches!(self.open.body, Body::Awaited(_)) {
            self.writing.ask(Source::Text(text), Origin::Changed);
        }
    }

    /// This text comes from a file: it takes the place of what stood there, and of the scenario on screen.
    #[inline(never)]
    pub(super) fn place_text(&mut self, text: Arc<str>) {
        self.writing.from = None;
        self.put_in(text, Origin::Placed);
    }

    /// This was typed before the page was loaded.
    #[inline(never)]
    pub(super) fn restore_text(&mut self, text: Arc<str>) {
        self.writing.from = match &self.open.own {
            Some(own) => own.from.clone(),
            None => catalogue::entry(&self.open.name).map(|entry| entry.name.into()),
        };
        self.put_in(text, Origin::Changed);
    }

    #[inline(never)]
    fn put_in(&mut self, text: Arc<str>, origin: Origin) {
        // Nobody waits for the text of a link any more.
        if let (Body::Awaited(_), Some(Pending { origin: Origin::Link(_, before), .. })) =
            (&self.open.body, self.writing.pending.take().as_deref())
        {
            self.open = before.as_ref().map_or_else(|| Open::first(&self.packs), |before| (**before).clone());
        }
        self.writing.open |= self.leaves_list(origin == Origin::Placed);
        self.writing.of = self.open.name.clone();
        self.writing.place(text.clone());
        self.writing.ask(Source::Text(text), origin);
    }

    /// A small text to begin with is wanted.
    pub(super) fn begin_with(&mut self, shape: &str) {
        self.writing.open = true;
        self.writing.told = None;
        // What stands there stays until it is here, so that undo brings it back.
        self.writing.wanted = Some(shape.into());
    }

    /// The text of a shipped scenario or of a shape is here; or it is not, for this reason.
    #[inline(never)]
    pub(super) fn receive_text(&mut self, name: &str, sealed: Result<&[u8], &Arc<str>>) -> Option<()> {
        self.writing.wanted.take_if(|wanted| **wanted == *name)?;
        let text = sealed.map(|sealed| unsealed(sealed).and_then(|bytes| std::str::from_utf8(bytes).ok()));
        match text {
            Ok(Some(text)) if catalogue::entry(name).is_some() => self.writing.place(text.into()),
            Ok(Some(text)) => self.place_text(text.into()),
            Ok(None) => {
                self.writing.told = Some("The text is damaged, or belongs to another version of this page.".into())
            }
            Err(reason) => self.writing.told = Some(reason.clone()),
        }
        Some(())
    }

    /// A text was read; none where it is not the one that was to be read last.
    #[inline(never)]
    pub(super) fn read(&mut self, reading: &Reading) -> Option<()> {
        let pending = self.writing.pending.take_if(|pending| pending.read.number == reading.number)?;
        match (&reading.text, &pending.origin) {
            (Ok(text), Origin::Link(hash, _)) => self.open_link(text, hash),
            (Ok(text), origin) => self.note_written(text, origin),
            (Err(words), Origin::Link(hash, before)) => self.leave_link(words, hash, before.clone()),
            (Err(words), _) => self.writing.told = Some(words.clone()),
        }
        Some(())
    }

    /// Another scenario is open than the text is of: its own takes its place.
    pub(super) fn settle_text(&mut self) {
        if !self.writing.open || self.writing.wanted.is_some() || self.writing.of == self.open.name {
            return;
        }
        match (&self.open.body, self.open.own.clone()) {
            (Body::Awaited(_), _) => {}
            (Body::Start, _) => self.writing.open = false,
            (Body::Player(_) | Body::Broken(_), Some(own)) => self.place_own(&own),
            (Body::Player(_) | Body::Broken(_), None) => self.want_text(self.open.name.clone()),
        }
    }

    #[inline(never)]
    fn want_text(&mut self, name: Name) {
        self.writing.place("".into());
        self.writing.of = self.open.name.clone();
        self.writing.from = catalogue::entry(&name).map(|entry| entry.name.into());
        self.writing.wanted = Some(name);
    }

    #[inline(never)]
    fn place_own(&mut self, own: &Own) {
        self.writing.place(own.text.clone());
        self.writing.of = OWN.into();
        self.writing.from.clone_from(&own.from);
    }

    /// What was written runs from here on; or it has mistakes, and what ran goes on.
    #[inline(never)]
    fn note_written(&mut self, text: &Text, origin: &Origin) {
        self.writing.mistakes = text.mistakes.clone().into();
        // It cannot be played, so it is there to be mended.
        self.writing.open |= *origin == Origin::Placed && !text.mistakes.is_empty();
        let body = match document(text) {
            Some(document) => {
                let hash = if matches!(origin, Origin::Changed) { link::print(&self.open) } else { String::new() };
                Body::Player(link::resolved(document, &link::parse("", &hash).link).0)
            }
            // The start page has nothing that could go on.
            None if self.at_start() => broken(text),
            None => return,
        };
        self.writing.begun += u32::from(matches!(origin, Origin::Placed));
        self.show_own(text, self.writing.from.clone(), body);
        self.playing = false;
        self.uncover();
    }

    #[inline(never)]
    fn show_own(&mut self, text: &Text, from: Option<Name>, body: Body) {
        self.writing.editions += 1;
        self.writing.of = OWN.into();
        let title = match &body {
            Body::Player(player) => player.document.title.clone(),
            Body::Start | Body::Broken(_) | Body::Awaited(_) => TITLE.into(),
        };
        let (checked, edition, begun) = (text.checked.as_slice().into(), self.writing.editions, self.writing.begun);
        let own = Own { text: text.text.clone(), payload: text.payload.clone(), checked, from, edition, begun };
        self.open = Open { name: OWN.into(), title, body, own: Some(Arc::new(own)) };
    }
}

fn broken(text: &Text) -> Body {
    Body::Broken(text.mistakes.iter().map(Mistake::in_line).collect())
}

fn document(text: &Text) -> Option<Arc<Document>> {
    let checked = if text.mistakes.is_empty() { unpack(&text.checked) } else { None };
    Some(Arc::new(checked?.ok()?))
}
