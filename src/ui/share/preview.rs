//! The figure as it is embedded, in a frame of the page itself: as tall as it says, and nothing else of it is heard.

use super::Act;
use crate::app::host::NAMESPACE;
use crate::app::share::Column;
use crate::ui::address;
use crate::ui::happened::Happened;
use crate::ui::words::{On, text_of};
use gloo_timers::callback::Timeout;
use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, MessageEvent};
use yew::prelude::*;

/// How long a frame may take before it is told that it has not come.
const COMES_MS_MAX: u32 = 10_000;
/// Its height until it has said one.
const HEIGHT_PX: u32 = 480;

const REFUSED: &str = "The policy of this site lets the page show no frame of itself, so there is no preview (frame-src 'self' \
                       allows one). What you copy is the same.";
const LATE: &str = "The preview has not come. Where a host forbids its pages to be shown in frames (X-Frame-Options, \
                    frame-ancestors), a figure cannot come either.";

/// What the frame has said, or what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// It is there.
    Ready,
    /// It has to be so tall, in px.
    Tall(u32),
    /// A policy forbids it.
    Refused,
    /// It has said nothing for long.
    Late,
}

/// The frame.
#[derive(Default)]
pub struct Preview {
    /// How tall it has to be, where it has said so.
    pub height: Option<u32>,
    /// What it shows: query and hash.
    shown: String,
    is_there: bool,
    told: &'static str,
    frame: NodeRef,
    waiting: Option<Timeout>,
    listens: Option<Listens>,
}

/// Two listeners, for as long as the frame is there.
struct Listens {
    said: Closure<dyn FnMut(MessageEvent)>,
    refused: Closure<dyn FnMut(Event)>,
}

impl Preview {
    /// The frame, or why there is none. Another address is another frame: the history of the page has no part in it.
    pub fn view(&self, shown: &str, column: Column) -> Html {
        let width = column.width();
        let height = self.height.unwrap_or(HEIGHT_PX).to_string();
        // A policy refuses every frame, and may have said so while this one was drawn.
        let told = if self.told == REFUSED || *self.shown == *shown { self.told } else { "" };
        html! {
            <>
                <p class="share__note" role="status" data-test="share-preview-told">{ text_of(told) }</p>
                if told != REFUSED {
                    <div class="share__column">
                        <iframe key={shown.to_owned()} ref={self.frame.clone()} class="share__frame" title="Preview of the figure"
                            src={[&address::path(), shown].concat()} {width} {height} data-test="share-preview" />
                    </div>
                }
            </>
        }
    }

    /// Hears the frame, and a policy that forbids it.
    pub fn listen(&mut self, on: &On) {
        if self.listens.is_none() {
            self.listens = Some(Listens::to(&self.frame, on));
        }
    }

    /// The frame shows this from now on; nothing where there is none.
    pub fn settle(&mut self, shown: Option<String>, on: &On) {
        let Some(shown) = shown else {
            if !self.shown.is_empty() {
                *self = Self::default();
            }
            return;
        };
        self.listen(on);
        if self.shown != shown {
            self.shown = shown;
            self.is_there = false;
            if self.told != REFUSED {
                self.told = "";
            }
            let on = on.clone();
            let late = move || on.emit(Happened::Shares(Act::Previewed(Word::Late)));
            self.waiting = Some(Timeout::new(COMES_MS_MAX, late));
        }
    }

    /// Is there something else to show?
    pub fn heard(&mut self, word: Word) -> bool {
        match word {
            Word::Ready => {
                self.is_there = true;
                self.waiting = None;
                !std::mem::take(&mut self.told).is_empty()
            }
            Word::Tall(px) => self.height.replace(px) != Some(px),
            Word::Refused => std::mem::replace(&mut self.told, REFUSED) != REFUSED,
            Word::Late => {
                let tells = !self.is_there && self.told.is_empty();
                if tells {
                    self.told = LATE;
                }
                tells
            }
        }
    }
}

impl Listens {
    fn to(frame: &NodeRef, on: &On) -> Self {
        let (frame, told, forbidden) = (frame.clone(), on.clone(), on.clone());
        let said = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            let ours = frame.cast::<Element>().and_then(|frame| get(&frame, "contentWindow"));
            let source = message.source().map(JsValue::from);
            if ours.is_some()
                && ours == source
                && let Some(word) = word(&message.data())
            {
                told.emit(Happened::Shares(Act::Previewed(word)));
            }
        });
        let refused = Closure::<dyn FnMut(Event)>::new(move |violation: Event| {
            let directive = get(&violation, "effectiveDirective").and_then(|directive| directive.as_string());
            if directive.is_some_and(|directive| directive.starts_with("frame-src")) {
                forbidden.emit(Happened::Shares(Act::Previewed(Word::Refused)));
            }
        });
        let listens = Self { said, refused };
        let [message, violation] = listens.functions();
        let _ = crate::ui::window().add_event_listener_with_callback("message", message);
        let _ = crate::ui::document().add_event_listener_with_callback("securitypolicyviolation", violation);
        listens
    }

    fn functions(&self) -> [&Function; 2] {
        [self.said.as_ref().unchecked_ref(), self.refused.as_ref().unchecked_ref()]
    }
}

impl Drop for Listens {
    fn drop(&mut self) {
        let [message, violation] = self.functions();
        let _ = crate::ui::window().remove_event_listener_with_callback("message", message);
        let _ = crate::ui::document().remove_event_listener_with_callback("securitypolicyviolation", violation);
    }
}

/// What a message of the frame means here.
fn word(data: &JsValue) -> Option<Word> {
    let text = |name: &str| get(data, name)?.as_string();
    if !data.is_object() || text("ns")? != NAMESPACE {
        return None;
    }
    match &*text("type")? {
        "ready" => Some(Word::Ready),
        "resize" => get(data, "height")?.as_f64().map(|px| Word::Tall(px as u32)),
        _ => None,
    }
}

fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &JsValue::from_str(name)).ok()
}
