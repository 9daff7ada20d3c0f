//! The address bar: read at the start and whenever it changes, written so that it always names the moment on screen.

use gloo_timers::callback::Timeout;
use js_sys::Date;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// How long the address stays as it is while steps go by: browsers allow a hundred changes in ten seconds.
const WRITE_MS_MIN: f64 = 250.0;

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
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

fn without(part: Result<String, JsValue>, sign: char) -> String {
    let part = part.unwrap_or_default();
    part.strip_prefix(sign).unwrap_or(&part).to_owned()
}

/// Writes the address of the moment on screen, not oftener than the browser allows.
#[derive(Clone, Default)]
pub struct Writer(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    scenario: String,
    /// The hash of the moment on screen.
    wanted: String,
    /// The hash in the address bar.
    there: String,
    /// Is the entry of what is shown next there already? The reader followed a link to it, or went back.
    came: bool,
    written_ms: f64,
    waiting: Option<Timeout>,
}

impl Writer {
    /// Is this another hash than the one the page has written or read last? Then what was to be written over it is not.
    pub fn is_news(&self, hash: &str) -> bool {
        let mut inner = self.0.borrow_mut();
        let news = inner.there != hash;
        if news {
            inner.waiting = None;
            inner.came = true;
        }
        hash.clone_into(&mut inner.there);
        news
    }

    /// What is shown next is not what the address named: the reader has chosen something else meanwhile.
    pub fn departs(&self) {
        self.0.borrow_mut().came = false;
    }

    /// The moment on screen has changed: another scenario is a new entry of the history, another step is not. A moment
    /// that came out of the address leaves it as it is; but where the address names nothing that can be shown, and what was on
    /// screen stays, the address says so: whoever comes back to it finds what they left.
    pub fn shows(&self, scenario: &str, hash: &str, from_address: bool, embed: bool) {
        let mut inner = self.0.borrow_mut();
        let came = std::mem::take(&mut inner.came);
        let stayed = came && !inner.scenario.is_empty() && inner.scenario == scenario && inner.wanted == hash;
        let other = inner.scenario != scenario && !came;
        if other && inner.waiting.take().is_some() {
            // The last step of the scenario that is left belongs to its entry of the history.
            write(&mut inner, false);
        }
        scenario.clone_into(&mut inner.scenario);
        hash.clone_into(&mut inner.wanted);
        if stayed {
            write(&mut inner, false);
        } else if from_address {
            inner.waiting = None;
        } else if other && !embed {
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

fn write(inner: &mut Inner, push: bool) {
    if inner.there == inner.wanted {
        return;
    }
    inner.written_ms = Date::now();
    inner.there.clone_from(&inner.wanted);
    let Ok(history) = super::window().history() else { return };
    let mut address = ["#", &inner.wanted].concat();
    if inner.wanted.is_empty() {
        // The start page has no hash, and no sign of one; an address without words would change nothing.
        address = path() + &super::window().location().search().unwrap_or_default();
    }
    // A frame without an origin of its own may be refused; the page goes on without its address.
    let _ = if push {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    };
}
