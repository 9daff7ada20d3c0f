//! On a projector: what the keys of a clicker do, the bar over the figure, the QR code of the moment, and the window of whoever
//! presents (static/notes.js), which is told of every moment.

use super::explorer::dress;
use super::happened::Happened;
use super::page::Page;
use super::settle::{fit, unfit};
use super::words::{On, button, escaped, fill, raw, send, text_of};
use super::{address, shell};
use crate::app::message::{Direction, Msg};
use crate::app::presentation::Mode;
use crate::draw::code::{BYTES_MAX, code};
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, Element, HtmlDialogElement, HtmlElement, KeyboardEvent, MessageEvent, Window};
use yew::prelude::*;

/// What both windows call each other by; static/notes.js has the same.
const CHANNEL: &str = "ran-twice.present";
/// Nothing of the page is seen.
const BLANK: &str = "data-blank";

/// What whoever presents wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// To begin, or to leave.
    Turn(bool),
    /// Nothing to be seen, or the page again.
    Blank,
    /// The whole screen, or the window again.
    FullScreen,
    /// A window of their own.
    Notes,
    /// The QR code of this moment, or no longer.
    Code(bool),
}

/// What a key asks for, wherever it was pressed. A dialog keeps its own; a letter is one where something is typed.
#[inline(never)]
fn meaning(key: &KeyboardEvent, single: bool) -> Option<Happened> {
    if key.ctrl_key() || key.alt_key() || key.meta_key() {
        return None;
    }
    // What has brought the code takes it away, and so does a clicker, which has no Escape.
    if found("dialog.code[open]") && matches!(&*key.key(), "q" | "Q" | "PageDown" | "PageUp") {
        return Some(Happened::Presents(Act::Code(false)));
    }
    if found("dialog[open], :popover-open") {
        return None;
    }
    let typing = found("input:not([type=range]):focus, textarea:focus, select:focus");
    let act = match &*key.key() {
        // The first press only shows the page again.
        "PageDown" | "PageUp" | "Escape" if is_blank() => Act::Blank,
        "PageDown" => return Some(Happened::Told(Msg::Clicked(Direction::Next))),
        "PageUp" => return Some(Happened::Told(Msg::Clicked(Direction::Previous))),
        "F5" => Act::FullScreen,
        "Escape" => Act::Turn(false),
        "." | "b" | "B" if single && !typing => Act::Blank,
        "q" | "Q" if single && !typing => Act::Code(true),
        _ => return None,
    };
    Some(Happened::Presents(act))
}

fn found(selector: &str) -> bool {
    super::document().query_selector(selector).is_ok_and(|found| found.is_some())
}

/// Asks for the whole screen. Where it is refused, the window stays as it is.
fn fill_screen(root: &Element) {
    let asked = Reflect::get(root, &"requestFullscreen".into()).and_then(|ask| Function::from(ask).call0(root));
    if let Some(promise) = asked.ok().and_then(|promise| promise.dyn_into::<Promise>().ok()) {
        let refused = Closure::<dyn FnMut(JsValue)>::new(|_| {});
        let _ = promise.catch(&refused);
        // It is heard once, whenever that is.
        refused.forget();
    }
}

fn is_blank() -> bool {
    super::document().document_element().is_some_and(|root| root.has_attribute(BLANK))
}

/// The button that begins.
pub fn opener(page: &Page) -> Html {
    let attributes = [("aria-label", "Present"), ("title", "Present"), ("data-test", "present")];
    let words = r#"<svg aria-hidden="true" class="icon icon--drawn" viewBox="0 0 14 14"><path d="M1.5 2h11v7.5h-11zM7 9.5v3M4.5 12.5h5"/></svg><span class="page__theme-word">Present</span>"#;
    button(
        "button page__present",
        &attributes,
        words.to_owned(),
        send(&page.on, Happened::Presents(Act::Turn(true))),
        "present",
    )
}

/// The bar over the figure.
#[inline(never)]
pub fn bar(page: &Page) -> Html {
    let act = |label: &str, test: &str, act: Act| {
        let attributes = [("data-test", test)];
        button("button present__button", &attributes, escaped(label), send(&page.on, Happened::Presents(act)), test)
    };
    let list = &page.model.presentation.list;
    let place = page.model.listed_at().map(|place| format!("Scenario {} of {}", place + 1, list.len()));
    let closed = page.on.clone();
    let onclose = Callback::from(move |_: Event| closed.emit(Happened::Presents(Act::Code(false))));
    html! {
        <nav class="present" aria-label="Presenting" data-test="present">
            <p class="present__place">{ text_of(page.presenter.told.unwrap_or(place.as_deref().unwrap_or_default())) }</p>
            { act("Notes", "notes", Act::Notes) }
            { act("QR code", "code", Act::Code(true)) }
            { act("Full screen", "full", Act::FullScreen) }
            { act("Leave", "leave", Act::Turn(false)) }
            <dialog ref={page.presenter.dialog.clone()} class="code" aria-label="QR code of this moment" {onclose}>
                if page.presenter.code {
                    { raw(picture(&page.model.hash())) }
                    { button("button", &[], "Close".to_owned(), send(&page.on, Happened::Presents(Act::Code(false))), "close") }
                }
            </dialog>
        </nav>
    }
}

/// The code of a moment, or why there is none; and the address in letters.
#[inline(never)]
fn picture(hash: &str) -> String {
    let address = [&address::public().unwrap_or_else(address::here), "#", hash].concat();
    let why = match (address::public(), address.len()) {
        (None, _) => {
            "This page has no public address, so a phone could not follow a code. It is given when the page is built: \
                      RAN_TWICE_ADDRESS=https://… script/build. The address on this machine is:"
                .to_owned()
        }
        (Some(_), length) if length > BYTES_MAX => {
            format!(
                "This moment takes {length} bytes, and a code that is read across a room holds {BYTES_MAX}. Here is its link:"
            )
        }
        (Some(_), _) => String::new(),
    };
    let shown = if why.is_empty() { code(&address) } else { None };
    fill(
        r#"%<p class="code__why">$</p><p class="code__address"><a href="$">$</a></p>"#,
        &[&shown.unwrap_or_default(), &why, &address, &address],
    )
}

/// The windows of whoever presents.
#[derive(Default)]
pub struct Presenter {
    /// What has to be told of them.
    pub told: Option<&'static str>,
    /// Is the code wanted?
    pub code: bool,
    /// Where it is shown.
    pub dialog: NodeRef,
    channel: Option<BroadcastChannel>,
    window: Rc<RefCell<Option<Window>>>,
    /// What was said last: both ways say it.
    said: String,
    heard: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Presenter {
    /// Shows the code or closes it, and tells the other window of this moment.
    #[inline(never)]
    pub fn show(&mut self, page_title: &str, notes: Option<crate::tell::notes::Notes>, on: &On) {
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() {
            match (self.code, dialog.open()) {
                (true, false) => drop(dialog.show_modal()),
                (false, true) => dialog.close(),
                (true, true) | (false, false) => {}
            }
        }
        self.listen(on);
        if let Some(notes) = notes {
            let told = Array::new();
            let texts = [page_title, &notes.place, &notes.now, &notes.question, &notes.answer, &notes.takeaway];
            for text in texts.into_iter().chain(notes.ahead.iter().map(String::as_str)) {
                told.push(&JsValue::from_str(text));
            }
            self.post(&told);
        }
    }

    /// Opens the other window, or brings it to the front.
    #[inline(never)]
    pub fn open(&mut self) {
        let address = [&address::path(), "?notes"].concat();
        let features = "popup,width=760,height=860";
        let opened = super::window().open_with_url_and_target_and_features(&address, CHANNEL, features);
        let opened = opened.ok().flatten();
        self.told = opened.is_none().then_some("This browser or frame opened no second window");
        *self.window.borrow_mut() = opened;
    }

    /// What the other window wants, if it is news.
    #[inline(never)]
    pub fn hear(&mut self, said: &str) -> Option<Happened> {
        if std::mem::replace(&mut self.said, said.to_owned()) == said {
            return None;
        }
        match said.split(' ').next()? {
            "next" => Some(Happened::Told(Msg::Clicked(Direction::Next))),
            "previous" => Some(Happened::Told(Msg::Clicked(Direction::Previous))),
            "blank" => Some(Happened::Presents(Act::Blank)),
            _ => None,
        }
    }

    fn post(&self, told: &Array) {
        if let Some(channel) = &self.channel {
            let _ = channel.post_message(told);
        }
        // From a file: address some browsers let no channel through; what is told is no secret.
        if let Some(window) = &*self.window.borrow() {
            let _ = window.post_message(told, "*");
        }
    }

    fn listen(&mut self, on: &On) {
        if self.heard.is_some() {
            return;
        }
        let (on, window) = (on.clone(), Rc::clone(&self.window));
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            // What comes over the channel has no source; of windows only the one that was opened is heard.
            let ours = |source: Object| window.borrow().as_ref().is_some_and(|window| JsValue::from(window) == *source);
            if let Some(said) = message.data().as_string()
                && message.source().is_none_or(ours)
            {
                on.emit(Happened::NotesSaid(said));
            }
        });
        if Reflect::has(&super::window(), &JsValue::from_str("BroadcastChannel")).unwrap_or(false) {
            self.channel = BroadcastChannel::new(CHANNEL).ok();
        }
        if let Some(channel) = &self.channel {
            channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        }
        let _ = super::window().add_event_listener_with_callback("message", heard.as_ref().unchecked_ref());
        self.heard = Some(heard);
    }
}

impl Page {
    /// Is it shown on a projector?
    pub fn presents(&self) -> bool {
        self.model.presentation.mode == Mode::Present && !self.model.presentation.embed
    }

    /// Shows the page as it is shown on a projector, where it is, and tells the other window.
    pub fn project(&mut self) {
        if !self.presents() {
            return;
        }
        if let Some(app) = super::document().get_element_by_id("app") {
            dress(&app);
        }
        if let Some(player) = self.nodes[0].cast::<HtmlElement>() {
            fit(&player);
        }
        self.presenter.show(&self.model.open.title, self.model.notes(), &self.on);
    }

    /// A key that means something to whoever presents; false where it means nothing of that.
    pub fn presented(&mut self, key: &KeyboardEvent) -> bool {
        let Some(happened) = meaning(key, self.keys_active).filter(|_| self.presents()) else { return false };
        key.prevent_default();
        self.on.emit(happened);
        true
    }

    /// The other window has said something; that it is there is answered by telling it of this moment.
    pub fn notes_said(&mut self, said: &str) -> bool {
        let happened = self.presenter.hear(said).filter(|_| self.presents());
        let asks = happened.is_none();
        if let Some(happened) = happened {
            self.on.emit(happened);
        }
        asks
    }

    /// Does what whoever presents wants; true where the page changes.
    pub fn presents_as(&mut self, act: Act) -> bool {
        match act {
            Act::Turn(on) => {
                let before = self.model.presentation.clone();
                self.model.presentation.mode = if on { Mode::Present } else { Mode::Explore };
                self.present(&before);
                if let Some(player) = self.nodes[0].cast::<HtmlElement>().filter(|_| !on) {
                    unfit(&player);
                }
                shell::root_attribute(BLANK, None);
                address::turn("mode", on.then_some("present"));
                true
            }
            Act::Blank => {
                shell::root_attribute(BLANK, (!is_blank()).then_some(""));
                false
            }
            Act::FullScreen => {
                let document = super::document();
                if document.fullscreen_element().is_some() {
                    document.exit_fullscreen();
                } else if let Some(root) = document.document_element() {
                    fill_screen(&root);
                }
                false
            }
            Act::Notes => {
                self.presenter.open();
                true
            }
            Act::Code(open) => std::mem::replace(&mut self.presenter.code, open) != open,
        }
    }
}
