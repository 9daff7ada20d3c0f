//! Has the scenario fetched that the page wants, and what its filter searches. static/start.js knows where the bytes are.

use super::editor::Done;
use super::happened::Happened;
use super::share::Act;
use super::words::On;
use crate::app::message::Msg;
use crate::app::model::{Body, Model};
use crate::app::palette::groups;
use crate::lang::packed::unsealed;
use crate::lang::value::Name;
use js_sys::{Function, Reflect, Uint8Array};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// The file of a scenario. A page that can read a text has it read, for less is carried like that.
const SCENARIO: &str = if cfg!(feature = "reading") { ".text" } else { ".pack" };

/// Asks for one scenario after the other.
#[derive(Default)]
pub struct Fetcher {
    /// The one that was asked for last, until there is an answer.
    asked: Option<Name>,
    /// Was it the reader who wanted it again?
    retried: bool,
    /// Was asked for what the filter searches?
    words: bool,
    /// The text that was asked for last, until there is an answer.
    text: Option<Name>,
}

impl Fetcher {
    /// Asks for what the page wants; it is told [`Msg::ScenarioFetched`] or [`Msg::ScenarioMissed`].
    pub fn fetch(&mut self, model: &Model, on: &On) {
        if let Some(entry) = model.wanted()
            && self.asked.as_deref() != Some(entry.name)
        {
            let name: Name = entry.name.into();
            self.asked = Some(name.clone());
            ask(&[entry.name, SCENARIO].concat(), on, move |said| {
                Happened::Told(match said {
                    Ok(bytes) => Msg::ScenarioFetched(name.clone(), as_checked(bytes)),
                    Err(words) => Msg::ScenarioMissed(name.clone(), words),
                })
            });
        }
        if model.filter.is_wanted() && !std::mem::replace(&mut self.words, true) {
            ask("words.txt", on, |said| Happened::Told(Msg::WordsFetched(said.ok())));
        }
        if let Some(name) = &model.writing.wanted
            && self.text.as_ref() != Some(name)
        {
            let name = name.clone();
            self.text = Some(name.clone());
            ask(&[&*name, ".text"].concat(), on, move |said| Happened::Told(Msg::TextFetched(name.clone(), said)));
        }
    }

    /// Hears what the page is told.
    pub fn hear(&mut self, message: &Msg) {
        if let Msg::ScenarioFetched(name, _) | Msg::ScenarioMissed(name, _) = message
            && self.asked.as_ref() == Some(name)
        {
            self.asked = None;
        }
        if let Msg::TextFetched(..) = message {
            self.text = None;
        }
        self.retried |= matches!(message, Msg::FetchRetried);
    }

    /// Is what the reader had to ask for again on screen now?
    pub fn landed(&mut self, model: &Model) -> bool {
        model.player().is_some() && std::mem::take(&mut self.retried)
    }
}

/// Is a scenario on its way of which there is nothing to tell? What was on screen stays there meanwhile.
pub fn waits(model: &Model) -> bool {
    matches!(&model.open.body, Body::Awaited(awaited) if awaited.told.is_none())
}

#[cfg(feature = "reading")]
fn as_checked(text: Arc<[u8]>) -> Arc<[u8]> {
    // Bytes that are damaged are told by whoever opens them.
    crate::app::reader::file_of(&text).map_or(text, Into::into)
}

#[cfg(not(feature = "reading"))]
fn as_checked(bytes: Arc<[u8]>) -> Arc<[u8]> {
    bytes
}

/// Asks for what the editor's palette offers; the page is told [`Done::PaletteFetched`].
pub fn palette(on: &On) {
    ask("palette.txt", on, |said| {
        let groups = said.ok().and_then(|sealed| groups(&sealed));
        Happened::Edited(Rc::new(Done::PaletteFetched(groups.unwrap_or_default())))
    });
}

/// Asks for the text of a shipped scenario; the Share dialog is told [`Act::TextCame`].
pub fn text(name: &Name, on: &On) {
    let asked = name.clone();
    ask(&[name, ".text"].concat(), on, move |said| {
        let text = said.and_then(|sealed| {
            let text = unsealed(&sealed).and_then(|bytes| std::str::from_utf8(bytes).ok());
            text.map(Arc::from).ok_or_else(|| "It is damaged, or belongs to another version of this page.".into())
        });
        Happened::Shares(Act::TextCame(asked.clone(), text))
    });
}

/// start.js calls back with the bytes, or with words where there are none; with both where they come late.
fn ask(file: &str, on: &On, told: impl Fn(Result<Arc<[u8]>, Arc<str>>) -> Happened + 'static) {
    let (asked, on) = (JsValue::from_str(file), on.clone());
    let heard = Closure::<dyn FnMut(JsValue)>::new(move |said: JsValue| {
        let said = said.dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec().into());
        on.emit(told(said.map_err(|words| words.as_string().unwrap_or_default().into())));
    });
    let fetch = Reflect::get(&super::window(), &JsValue::from_str("ranTwiceScenario"));
    if let Ok(fetch) = fetch {
        let _ = fetch.unchecked_into::<Function>().call2(&JsValue::NULL, &asked, &heard.into_js_value());
    }
}
