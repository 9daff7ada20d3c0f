//! The Share dialog: the moment on screen as a link, a figure, a file, a text for an issue. What is said and copied is made in
//! `app::share`; no first view has any of this but the button.

mod panels;
mod preview;

use self::preview::Preview;
use super::clipboard;
use super::explorer::dress;
use super::happened::Happened;
use super::page::Page;
use super::settle::find;
use super::words::{On, button, each, send, text_of, truth};
use super::{address, fetcher, files};
use crate::app::files::name as name_of;
use crate::app::message::Msg;
use crate::app::share::{Options, Reach, Share, Site, Way};
use crate::lang::value::Name;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

/// A text that was to be fetched; or why it is not here, in words.
type Text = Result<Arc<str>, Arc<str>>;

/// What happened in the dialog, or to it.
#[derive(Clone)]
pub enum Act {
    /// It is wanted.
    Opened,
    /// It was closed.
    Closed,
    /// Another way was chosen.
    Chosen(Way),
    /// Something was chosen of what is handed on.
    Set(Options),
    /// What stands in this field is to be copied.
    Copy(&'static str),
    /// It was, or the browser did not allow it.
    Copied(&'static str, bool),
    /// The text is to be saved.
    Saved,
    /// The text of a shipped scenario is here; or it is not, for this reason.
    TextCame(Name, Text),
    /// The frame of the preview has said something, or nothing.
    Previewed(preview::Word),
}

/// The dialog, as far as it is there.
#[derive(Default)]
pub struct Sharing {
    /// What was chosen in it; none while it is closed.
    chosen: Option<Options>,
    way: Way,
    dialog: NodeRef,
    /// What came of the last press on a button that copies: its field, what stood there, and whether it is on the clipboard.
    copied: Option<(&'static str, String, bool)>,
    /// The text of a shipped scenario, by its name.
    text: Option<(Name, Text)>,
    preview: Preview,
}

impl Sharing {
    /// Is it wanted? No first view asks further.
    pub fn is_open(&self) -> bool {
        self.chosen.is_some()
    }
}

/// A press that says this.
fn does(act: Act, on: &On) -> Callback<MouseEvent> {
    send(on, Happened::Shares(act))
}

/// The button that opens it.
pub fn opener(page: &Page) -> Html {
    let attributes = [("aria-label", "Share"), ("title", "Share this moment"), ("data-test", "share")];
    let words = r#"<svg aria-hidden="true" class="icon icon--drawn" viewBox="0 0 14 14"><path d="M7 9V1.75M4 4.5l3-3 3 3M3.5 7H2v5.5h10V7h-1.5"/></svg><span class="page__theme-word">Share</span>"#;
    button("button page__share", &attributes, words.to_owned(), does(Act::Opened, &page.on), "share")
}

/// The dialog.
#[inline(never)]
pub fn dialog(page: &Page) -> Html {
    let (site, sharing) = (site(), &page.sharing);
    let Some(share) = sharing.chosen.as_ref().and_then(|options| Share::of(&page.model, &site, options)) else {
        return Html::default();
    };
    let closed = page.on.clone();
    let onclose = Callback::from(move |_: Event| closed.emit(Happened::Shares(Act::Closed)));
    let dialog = sharing.dialog.clone();
    let close = Callback::from(move |_: MouseEvent| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            dialog.close();
        }
    });
    let class = ["share share--", sharing.way.name()].concat();
    html! {
        <dialog ref={sharing.dialog.clone()} {class} aria-labelledby="share-title" {onclose} data-test="share-dialog">
            <div class="share__head">
                <h2 id="share-title" class="share__title">{ "Share" }</h2>
                <p class="share__moment">{ text_of(&share.title()) }</p>
                { button("button", &[("data-test", "share-close")], "Close".to_owned(), close, "close") }
            </div>
            { tabs(page) }
            <div id="share-panel" class="share__panel" role="tabpanel" aria-labelledby={tab_of(sharing.way)} data-test="share-panel">
                <p class="share__note" hidden={share.aside().is_empty()}>{ text_of(share.aside()) }</p>
                { panels::panel(page, &share) }
            </div>
        </dialog>
    }
}

fn tab_of(way: Way) -> String {
    ["share-tab-", way.name()].concat()
}

/// One tab a way: the arrows go from one to the next, and its panel comes with it.
fn tabs(page: &Page) -> Html {
    let chosen = page.sharing.way;
    let on = page.on.clone();
    let onkeydown = Callback::from(move |key: KeyboardEvent| {
        let (at, all) = (Way::ALL.iter().position(|way| *way == chosen).unwrap_or(0), Way::ALL.len());
        let to = match &*key.key() {
            "ArrowRight" => (at + 1) % all,
            "ArrowLeft" => (at + all - 1) % all,
            "Home" => 0,
            "End" => all - 1,
            _ => return,
        };
        key.prevent_default();
        on.emit(Happened::Shares(Act::Chosen(Way::ALL[to])));
        focus_tab(Way::ALL[to]);
    });
    let tab = |way: &Way| {
        let (way, selected) = (*way, *way == chosen);
        html! {
            <button key={way.name()} type="button" role="tab" id={tab_of(way)} class="share__tab" aria-selected={truth(selected)}
                aria-controls={selected.then_some("share-panel")} tabindex={if selected { "0" } else { "-1" }} onclick={does(Act::Chosen(way), &page.on)}>
                { text_of(way.label()) }
            </button>
        }
    };
    html! {
        <div class="share__tabs" role="tablist" aria-label="Ways to share" {onkeydown}>{ each(&Way::ALL, &tab) }</div>
    }
}

fn focus_tab(way: Way) {
    let tab = super::document().get_element_by_id(&tab_of(way)).and_then(|tab| tab.dyn_into::<HtmlElement>().ok());
    if let Some(tab) = tab {
        let _ = tab.focus();
    }
}

/// Where the page stands, and who can open it there.
fn site() -> Site {
    match address::public() {
        Some(address) => Site { address, reach: Reach::Everybody },
        None if address::is_served() => Site { address: address::here(), reach: Reach::Machine },
        None => Site { address: address::here(), reach: Reach::File },
    }
}

impl Page {
    /// Something happened in the dialog. Is there something else to show?
    #[inline(never)]
    pub fn shares(&mut self, act: Act) -> bool {
        match act {
            Act::Opened => {
                self.sharing.chosen = Some(Options::of(&self.model));
                self.sharing.copied = None;
                // What is handed on stands still.
                if self.model.playing {
                    self.tell(Msg::PlayToggled);
                }
                self.look();
            }
            Act::Closed => {
                self.sharing.chosen = None;
                self.sharing.preview = Preview::default();
                let page = super::document().document_element();
                if let Some(opener) = page.and_then(|page| find(&page, ".page__share")) {
                    let _ = opener.focus();
                }
            }
            Act::Chosen(way) => {
                self.sharing.way = way;
                self.look();
            }
            Act::Set(options) => self.sharing.chosen = Some(options),
            Act::Copy(field) => {
                self.copy_field(field);
                return false;
            }
            Act::Copied(field, copied) => {
                self.sharing.copied = field_of(field).map(|shown| (field, shown.value(), copied));
            }
            Act::Saved => {
                if let Some((name, text)) = self.shared_file() {
                    files::save(&name, &text);
                }
                return false;
            }
            Act::TextCame(name, text) => self.sharing.text = Some((name, text)),
            Act::Previewed(word) => return self.sharing.preview.heard(word),
        }
        true
    }

    /// Opens the dialog once it is drawn, and what it shows of the figure.
    pub fn settle_share(&mut self) {
        if self.sharing.is_open() {
            self.settle_open();
        }
    }

    #[inline(never)]
    fn settle_open(&mut self) {
        let dialog = self.sharing.dialog.cast::<HtmlDialogElement>().filter(|dialog| dialog.is_connected());
        let Some(dialog) = dialog else {
            // What it was of is gone.
            self.sharing.chosen = None;
            return;
        };
        if !dialog.open() {
            if let Some(app) = super::document().get_element_by_id("app") {
                dress(&app);
            }
            let _ = dialog.show_modal();
            focus_tab(self.sharing.way);
        }
        let (site, options) = (site(), self.sharing.chosen.as_ref());
        let shown = options
            .filter(|_| self.sharing.way == Way::Embed)
            .and_then(|options| Share::of(&self.model, &site, options)?.preview());
        self.sharing.preview.settle(shown, &self.on);
    }

    /// Another way is looked at: the text of a shipped scenario comes with its file. A policy may forbid the preview as soon as it
    /// is drawn.
    fn look(&mut self) {
        if self.sharing.way == Way::Embed {
            self.sharing.preview.listen(&self.on);
        }
        let name = &self.model.open.name;
        let here = self.sharing.text.as_ref().is_some_and(|(of, text)| of == name && text.is_ok());
        if self.sharing.way == Way::File && self.model.own().is_none() && !here {
            fetcher::text(name, &self.on);
        }
    }

    /// The file: its name and its text; none where it is not here.
    fn shared_file(&self) -> Option<(String, Arc<str>)> {
        let (site, options) = (site(), self.sharing.chosen.as_ref()?);
        let name = Share::of(&self.model, &site, options)?.file_name();
        match (self.model.own(), &self.sharing.text) {
            (Some(own), _) => Some((name_of(&self.model.open.title), own.text.clone())),
            (None, Some((of, Ok(text)))) if *of == self.model.open.name => Some((name?, text.clone())),
            (None, _) => None,
        }
    }

    fn copy_field(&self, field: &'static str) {
        if let Some(shown) = field_of(field) {
            let on = self.on.clone();
            clipboard::copy_field(&shown, move |copied| on.emit(Happened::Shares(Act::Copied(field, copied))));
        }
    }
}

/// The field with something to copy.
fn field_of(name: &str) -> Option<HtmlTextAreaElement> {
    super::document().get_element_by_id(&["share-", name].concat())?.dyn_into().ok()
}
