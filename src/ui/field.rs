//! The field of the editor: what stands in it, what is underlined behind it, and how text comes into it so that the browser's
//! undo takes it out again.

use super::drafts::Drafts;
use super::settle::find;
use crate::app::drafts::Draft;
use crate::app::own::Writing;
use crate::app::palette::Piece;
use crate::app::reading::Mistake;
use crate::app::underlined::{Stretches, bytes, moved, units};
use crate::draw::text::underlined;
use gloo_timers::callback::Timeout;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Event, EventInit, HtmlDocument, HtmlElement, HtmlTextAreaElement};
use yew::NodeRef;

/// Longer texts take the place of others at once and not as if they were typed: some browsers take seconds for that.
const TYPED_BYTES_MAX: usize = 32 * 1024;
/// The same for those of more lines: Chromium takes a minute for five thousand.
const TYPED_LINES_MAX: usize = 300;

/// The editor, as far as only the browser knows it.
#[derive(Default)]
pub struct Editor {
    /// The field, and the layer behind it.
    pub nodes: [NodeRef; 2],
    /// What the browser did not do, in words.
    pub told: Option<String>,
    /// What the reader has to know of the text.
    pub word: &'static str,
    /// What the palette offers, once it was opened.
    pub palette: Vec<(String, Vec<Piece>)>,
    /// What was written here before.
    pub drafts: Vec<Draft>,
    /// Keeps what is typed.
    pub keeper: Drafts,
    /// The draft that is gone on with, until its text stands there.
    pub resumed: Option<Draft>,
    /// Is it to be brought back by itself?
    pub restores: bool,
    /// Waits until nobody types.
    pub rest: Option<Timeout>,
    /// Is the focus to go into the field?
    pub enters: bool,
    /// Is the next text to come as if it were typed?
    pub types: bool,
    text: String,
    stretches: Stretches,
    /// Which text of the model's stands there, and which mistakes of it are shown.
    placed: Option<u32>,
    shown: Arc<[Mistake]>,
}

impl Editor {
    /// What stands there now, where it differs from what did.
    pub fn wrote(&mut self) -> Option<&str> {
        let now = self.field()?.value();
        if now == self.text {
            return None;
        }
        self.stretches = moved(&self.stretches, &self.text, &now);
        self.text = now;
        self.draw();
        Some(&self.text)
    }

    /// Keeps this text where it stands in the field as it came, and nothing was typed into it.
    #[inline(never)]
    pub fn keep_new(&mut self, text: &str) {
        if self.keeper.is_new() && self.text == text {
            self.keeper.keep(text);
        }
    }

    /// What stands there.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Shows what the model has: another text, or the mistakes of this one. Was it another text?
    pub fn settle(&mut self, writing: &Writing) -> bool {
        let Some(field) = self.field() else { return false };
        let placed = self.placed != Some(writing.placed);
        if placed {
            // What was typed before is not what stands there now.
            self.rest = None;
            self.placed = Some(writing.placed);
            self.place(&field, &writing.text);
        }
        let read = writing.text.len() == self.text.len() && *writing.text == *self.text;
        if placed || (read && !Arc::ptr_eq(&self.shown, &writing.mistakes)) {
            self.shown = writing.mistakes.clone();
            self.stretches = self.shown.iter().map(|mistake| mistake.stretch).collect();
            self.draw();
        }
        if std::mem::take(&mut self.enters) {
            let _ = field.focus();
        }
        placed
    }

    /// The field is gone: the next one is empty, and what was typed in this one is not read where the reader is now.
    pub fn put_away(&mut self) {
        self.rest = None;
        self.placed = None;
    }

    /// The layer goes where the field goes.
    pub fn scroll(&self) {
        if let (Some(field), Some(layer)) = (self.field(), self.nodes[1].cast::<HtmlElement>()) {
            layer.set_scroll_top(field.scroll_top());
        }
    }

    /// The field, at a mistake.
    pub fn seek(&self, mistake: &Mistake) {
        let (Some(field), Some(layer)) = (self.field(), self.nodes[1].cast::<HtmlElement>()) else { return };
        // It may have moved since it was told.
        let known = self.shown.iter().position(|shown| shown == mistake);
        let read = known.and_then(|at| self.stretches.get(at).copied());
        let [from, to] = read.unwrap_or(mistake.stretch).map(|at| units(&self.text, at));
        let _ = field.focus();
        let _ = field.set_selection_range(from, to);
        let number = known.map_or_else(String::new, |at| at.to_string());
        if let Some(mark) = find(&layer, &["[data-mistake=\"", &number, "\"]"].concat()) {
            field.set_scroll_top(mark.offset_top() - field.client_height() / 2);
        }
    }

    /// Writes something of the palette where the caret is.
    pub fn write(&self, piece: &Piece) {
        let Some(field) = self.field() else { return };
        let caret = field.selection_end().ok().flatten().unwrap_or(0);
        let (at, written) =
            crate::app::palette::placed(&self.text, bytes(&self.text, caret), &piece.text, piece.inside);
        let at = units(&self.text, at);
        let _ = field.focus();
        let _ = field.set_selection_range(at, at);
        type_in(&field, &written);
    }

    /// The text of the model stands there from now on.
    fn place(&mut self, field: &HtmlTextAreaElement, text: &str) {
        let types = std::mem::take(&mut self.types);
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        // WebKit types a tab as an element with a style of its own, which a policy forbids.
        if types
            && text.len() <= TYPED_BYTES_MAX
            && lines <= TYPED_LINES_MAX
            && !text.contains('\t')
            && !field.read_only()
        {
            let _ = field.focus();
            field.select();
            type_in(field, text);
        }
        if field.value() != text {
            field.set_value(text);
        }
        // A browser has its own mind about the ends of lines.
        self.text = field.value();
        let _ = field.set_selection_range(0, 0);
        field.set_scroll_top(0);
    }

    fn draw(&self) {
        if let Some(layer) = self.nodes[1].cast::<HtmlElement>() {
            // A long text is drawn again only where something in it is underlined.
            let none = self.stretches.is_empty();
            layer.set_inner_html(&if none { String::new() } else { underlined(&self.text, &self.stretches) });
            self.scroll();
        }
    }

    fn field(&self) -> Option<HtmlTextAreaElement> {
        self.nodes[0].cast()
    }
}

/// Types a text in place of what is selected, so that the browser's undo takes it out again; where it does not do so, the text
/// is set and the field says that it was.
fn type_in(field: &HtmlTextAreaElement, text: &str) {
    let document = super::document();
    let typed = document.unchecked_ref::<HtmlDocument>().exec_command_with_show_ui_and_value("insertText", false, text);
    if typed != Ok(true) {
        let [from, to] = [field.selection_start(), field.selection_end()].map(|at| at.ok().flatten().unwrap_or(0));
        let _ = field.set_range_text_with_start_and_end(text, from, to);
        let behind = from + text.encode_utf16().count() as u32;
        let _ = field.set_selection_range(behind, behind);
        let told = EventInit::new();
        told.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict("input", &told) {
            let _ = field.dispatch_event(&event);
        }
    }
}
