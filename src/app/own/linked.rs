//! A scenario of somebody's own that comes with a link: awaited until it is read, then opened, or left for what was there.

use std::sync::Arc;

use super::{OWN, Origin, Pending, TITLE, broken, document};
use crate::app::catalogue;
use crate::app::link::{self, Link};
use crate::app::model::{Awaited, Body, Model, Notice, Open};
use crate::app::reading::{Source, Text};

impl Model {
    /// Opens what a link names of the shipped scenarios.
    pub(in crate::app) fn follow_name(&mut self, link: &Link, hash: &str) {
        self.writing.forget_asked();
        let resolved = link::resolve(link, &self.packs);
        if let Some(open) = resolved.open {
            self.open = open;
            if let Body::Awaited(awaited) = &mut self.open.body {
                hash.clone_into(&mut awaited.hash);
            }
        }
        self.notice = link::notice(resolved.troubles);
    }

    /// Opens the text that a link carries, once it is read.
    #[inline(never)]
    pub(in crate::app) fn follow_text(&mut self, link: &Link, payload: &str, hash: &str) {
        self.notice = None;
        match &self.open {
            // The same text at another moment, without what was typed since.
            Open { own: Some(own), body: Body::Player(player), .. } if own.payload.as_deref() == Some(payload) => {
                let (player, troubles) = link::resolved(player.document.clone(), link);
                let own = own.clone();
                self.open.body = Body::Player(player);
                self.notice = link::notice(troubles);
                if self.writing.pending.is_some() {
                    self.place_own(&own);
                }
                self.writing.forget_asked();
            }
            _ => self.await_text(Source::Payload(payload.into()), hash),
        }
    }

    /// Waits for the text of a link. What is open is kept, for the case that it holds none.
    #[inline(never)]
    pub(in crate::app) fn await_text(&mut self, source: Source, hash: &str) {
        let body = Body::Awaited(Awaited { hash: hash.to_owned(), told: None, wanted: false });
        let before = std::mem::replace(&mut self.open, Open { name: OWN.into(), title: TITLE.into(), body, own: None });
        let before = match (&before.body, self.writing.pending.take().as_deref()) {
            (Body::Awaited(_), Some(Pending { origin: Origin::Link(_, before), .. })) => before.clone(),
            (Body::Awaited(_), _) => None,
            _ => Some(Box::new(before)),
        };
        self.writing.forget_asked();
        self.writing.ask(source, Origin::Link(hash.to_owned(), before));
    }

    /// What was open before the page was is nothing to go back to.
    pub(in crate::app) fn forget_before(&mut self) {
        if let Some(pending) = &mut self.writing.pending
            && let Pending { origin: Origin::Link(_, before), .. } = Arc::make_mut(pending)
        {
            *before = None;
        }
    }

    /// The text of a link is here: the moment that it names, or the nearest.
    #[inline(never)]
    pub(super) fn open_link(&mut self, text: &Text, hash: &str) {
        let link = link::parse(&self.query, hash).link;
        let from = link.scenario.as_deref().and_then(catalogue::entry).map(|entry| entry.name.into());
        self.notice = None;
        let body = match document(text) {
            Some(document) => {
                let (player, troubles) = link::resolved(document, &link);
                self.notice = link::notice(troubles);
                Body::Player(player)
            }
            None => broken(text),
        };
        let to_mend = matches!(body, Body::Broken(_)) && !self.presentation.embed;
        self.writing.begun += 1;
        self.show_own(text, from, body);
        if let Some(own) = self.open.own.clone() {
            self.place_own(&own);
        }
        self.writing.mistakes = text.mistakes.clone().into();
        self.writing.open |= to_mend;
    }

    /// A link holds no text: what the reader had stays, else the scenario that it names is the nearest.
    #[inline(never)]
    pub(super) fn leave_link(&mut self, words: &str, hash: &str, before: Option<Box<Open>>) {
        let mut link = Link { text: None, ..link::parse(&self.query, hash).link };
        link.unreadable.insert(0, words.to_owned());
        match before {
            Some(before) => {
                self.open = *before;
                self.notice = Some(Notice {
                    headline: "This link cannot be opened. You see what you had before.".to_owned(),
                    details: vec![words.to_owned()],
                });
            }
            // Its hash without the text.
            None => {
                let parts: Vec<&str> = hash.split('&').filter(|part| !part.starts_with("text=")).collect();
                let hash = match catalogue::first().filter(|_| link.scenario.is_none()) {
                    Some(entry) => link::start(entry.name),
                    None => parts.join("&"),
                };
                self.follow_name(&link, &hash);
            }
        }
    }
}
