//! The address bar: read at the start and whenever it changes, written so that it always names the moment on screen.

use crate::app::message::Msg;
use crate::app::model::Model;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// How long the address stays as it is while steps go by: browsers allow a hundred changes in ten seconds.
const WRITE_MS_MIN: f64 = 250.0;
/// Entries of the history of which is kept what their addresses do not say: as many as a browser keeps.
const LEFT_MAX: usize = 50;

/// The query without `?`.
pub fn query() -> String {
    without(super::window().location().search(), '?')
}

/// The hash without `#`.
pub fn hash() -> String {
    without(super::window().location().hash(), '#')
}

/// Where this document stands, without query and hash.
pub fn path() -> String {
    super::window().location().pathname().unwrap_or_default()
}

/// This document's address without query and hash.
pub fn here() -> String {
    // The origin of a file has no words in some browsers.
    let address = super::window().location().href().unwrap_or_default();
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Where others find this page: what was given when it was built, else where it is, unless that is this machine.
pub fn public() -> Option<String> {
    let app = super::document().get_element_by_id("app");
    let given = app.and_then(|app| app.get_attribute("data-public")).filter(|address| !address.is_empty());
    let location = super::window().location();
    let host = location.hostname().ok()?;
    let local = host == "localhost" || host.starts_with("127.") || host == "[::1]";
    given.or_else(|| (is_served() && !local).then(here))
}

/// Does the page come from a server?
pub fn is_served() -> bool {
    super::window().location().protocol().is_ok_and(|protocol| protocol.starts_with("http"))
}

/// Gives a key of the query a value, or takes it away; the page is not loaded again.
pub fn turn(key: &str, value: Option<&str>) {
    let mut kept: Vec<String> = query().split('&').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    kept.retain(|part| part.split('=').next() != Some(key));
    kept.extend(value.map(|value| [key, "=", value].concat()));
    let query = if kept.is_empty() { String::new() } else { ["?", &kept.join("&")].concat() };
    let address = [path(), query, super::window().location().hash().unwrap_or_default()].concat();
    if let Ok(history) = super::window().history() {
        let _ = history.replace_state_with_url(&history.state().unwrap_or_default(), "", Some(&address));
    }
}

fn without(part: Result<String, JsValue>, sign: char) -> String {
    let part = part.unwrap_or_default();
    part.strip_prefix(sign).unwrap_or(&part).to_owned()
}

/// Writes the address of the moment on screen, not oftener than the browser allows. What an entry of the history was left with
/// that its address does not say is kept as long as the page lives: what was still to be written, and a text that is too long.
#[derive(Clone, Default)]
pub struct Writer(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    /// What is on screen, as `Model::entry_key` tells it; nothing until something is.
    scenario: Option<String>,
    /// The hash of the moment on screen.
    wanted: String,
    /// The text of the moment on screen, where no address holds it.
    text: Option<Arc<str>>,
    /// The hash in the address bar.
    there: String,
    /// The entry of the history that the reader is at: each has a number of its own, its state. 0 until something is written.
    entry: f64,
    /// The number that was given last.
    given: f64,
    /// Is the entry of what is shown next there already? The reader followed a link to it, or went back.
    came: bool,
    written_ms: f64,
    waiting: Option<Timeout>,
    left: Vec<Left>,
}

/// What an entry was left with.
struct Left {
    entry: f64,
    hash: String,
    text: Option<Arc<str>>,
}

impl Writer {
    /// The page begins at this hash.
    pub fn begins(&self, hash: String) {
        let mut inner = self.0.borrow_mut();
        inner.came = !hash.is_empty();
        inner.there = hash;
    }

    /// The reader is at another entry, or another hash than the one the page has written or read last: what is to be shown. What
    /// was still to be written is of the entry that was left.
    #[inline(never)]
    pub fn hears(&self, hash: String) -> Option<Msg> {
        let mut inner = self.0.borrow_mut();
        let entry = state();
        let news = inner.there != hash || entry.is_some_and(|entry| entry != inner.entry);
        if news {
            inner.leave();
            inner.came = true;
            inner.there = hash;
            inner.entry = entry.unwrap_or_else(|| inner.next());
        }
        if entry.is_none() {
            inner.put(&inner.there, false);
        }
        if !news {
            return None;
        }
        let entry = inner.entry;
        let Some(at) = inner.left.iter().position(|left| left.entry == entry) else {
            return Some(Msg::AddressChanged(inner.there.clone()));
        };
        let left = inner.left.remove(at);
        inner.wanted.clone_from(&left.hash);
        write(&mut inner, false);
        Some(match left.text {
            Some(text) => Msg::CameBack(left.hash, text),
            None => Msg::AddressChanged(left.hash),
        })
    }

    /// What is shown next is not what the address named: the reader has chosen something else meanwhile.
    pub fn departs(&self) {
        self.0.borrow_mut().came = false;
    }

    /// Writes at once what was put off.
    #[inline(never)]
    pub fn ends(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.waiting.take().is_some() {
            write(&mut inner, false);
        }
    }

    /// The moment on screen has changed: another scenario is a new entry of the history, another step is not. A moment
    /// that came out of the address leaves it as it is; but where the address names nothing that can be shown, and what was on
    /// screen stays, the address says so: whoever comes back to it finds what they left.
    pub fn shows(&self, model: &Model, from_address: bool) {
        let (scenario, hash) = (model.entry_key(), model.hash());
        let mut inner = self.0.borrow_mut();
        let came = std::mem::take(&mut inner.came);
        let stayed = came && inner.scenario.as_ref() == Some(&scenario) && inner.wanted == hash;
        let other = inner.scenario.as_deref().unwrap_or_default() != scenario && !came;
        if other && inner.waiting.take().is_some() {
            // The last step of the scenario that is left belongs to its entry of the history.
            write(&mut inner, false);
        }
        if other && inner.text.is_some() {
            inner.leave();
        }
        inner.scenario = Some(scenario);
        inner.wanted = hash;
        if inner.text.is_some() || model.own().is_some() {
            inner.hold(model);
        }
        if stayed {
            write(&mut inner, false);
        } else if from_address {
            inner.waiting = None;
        } else if other && !model.presentation.embed {
            inner.waiting = None;
            write(&mut inner, true);
        } else if inner.waiting.is_none() {
            let wait = WRITE_MS_MIN - (Date::now() - inner.written_ms);
            if wait <= 0.0 {
                return write(&mut inner, false);
            }
            let later = Rc::clone(&self.0);
            inner.waiting = Some(Timeout::new(wait as u32 + 1, move || {
                let mut inner = later.borrow_mut();
                inner.waiting = None;
                write(&mut inner, false);
            }));
        }
    }
}

impl Inner {
    /// A number that no entry has: the time, as the page may begin anew between two entries.
    fn next(&mut self) -> f64 {
        self.given = Date::now().max(self.given + 1.0);
        self.given
    }

    /// The text on screen, where no address holds it.
    #[inline(never)]
    fn hold(&mut self, model: &Model) {
        self.text = model.own().filter(|own| own.payload.is_none()).map(|own| own.text.clone());
        if self.text.is_some() && self.entry == 0.0 {
            // The page began here, and has written nothing yet.
            self.entry = state().unwrap_or_else(|| self.next());
            self.put(&self.there, false);
        }
    }

    /// Keeps what the address of the entry does not say, before another takes its place.
    #[inline(never)]
    fn leave(&mut self) {
        let text = self.text.take();
        if self.waiting.take().is_some() || text.is_some() {
            self.keep(text);
        }
    }

    #[inline(never)]
    fn keep(&mut self, text: Option<Arc<str>>) {
        let entry = self.entry;
        self.left.retain(|left| left.entry != entry);
        if self.left.len() == LEFT_MAX {
            self.left.remove(0);
        }
        self.left.push(Left { entry, hash: self.wanted.clone(), text });
    }

    /// Has the reader gone to another entry than the one that is written?
    #[inline(never)]
    fn is_elsewhere(&self) -> bool {
        match state() {
            Some(entry) => self.entry != 0.0 && self.entry != entry,
            None => self.there != hash(),
        }
    }

    /// Gives the entry its address and its number.
    #[inline(never)]
    fn put(&self, hash: &str, push: bool) {
        let mut address = ["#", hash].concat();
        if hash.is_empty() {
            // The start page has no hash, and no sign of one; an address without words would change nothing.
            address = path() + &super::window().location().search().unwrap_or_default();
        }
        let Ok(history) = super::window().history() else { return };
        let state = JsValue::from_f64(self.entry);
        // A frame without an origin of its own may be refused; the page goes on without its address.
        let _ = if push {
            history.push_state_with_url(&state, "", Some(&address))
        } else {
            history.replace_state_with_url(&state, "", Some(&address))
        };
    }
}

/// The number of the entry that the reader is at; none of one that the page has not made.
fn state() -> Option<f64> {
    super::window().history().ok()?.state().ok()?.as_f64()
}

fn write(inner: &mut Inner, push: bool) {
    // Of texts that are too long all addresses are alike.
    if inner.there == inner.wanted && !(push && inner.text.is_some()) {
        return;
    }
    if inner.is_elsewhere() {
        // The page has yet to hear of it: what is on screen is of the entry that was left.
        if !push {
            inner.keep(None);
        }
        return;
    }
    inner.written_ms = Date::now();
    inner.there.clone_from(&inner.wanted);
    if push {
        // Those ahead are gone, and were all made after this one.
        let entry = inner.entry;
        inner.left.retain(|left| left.entry <= entry);
        inner.entry = inner.next();
    } else if inner.entry == 0.0 {
        inner.entry = state().unwrap_or_else(|| inner.next());
    }
    inner.put(&inner.wanted, push);
}
