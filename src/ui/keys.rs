//! Help for the keys, where single keys can be turned off; and what each key means.

use super::page::{Happened, Page};
use super::words::{On, button, send};
use super::{filter, hand};
use crate::app::message::{Direction, Msg};
use crate::app::model::Presentation;
use crate::app::presentation::Keys;
use crate::app::screen::Screen;
use crate::tell::decide::Decide;
use crate::tell::transport::Neighbour;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

/// What the help lists: keys, and what they do. As text it is a tenth of the code that its elements are.
const KEYS: &str = "\
<dt><kbd>→</kbd><kbd>←</kbd></dt><dd>one step on, one step back</dd>\
<dt><kbd>Space</kbd></dt><dd>play and pause</dd>\
<dt><kbd>Home</kbd><kbd>End</kbd></dt><dd>to the start, to the end</dd>\
<dt><kbd>[</kbd><kbd>]</kbd></dt><dd>to the step marked before, or next: a refusal, a crash, an effect</dd>\
<dt><kbd>1</kbd><kbd>…</kbd><kbd>9</kbd></dt><dd>let that process go first</dd>\
<dt><kbd>P</kbd><kbd>N</kbd></dt><dd>to the previous scenario, to the next</dd>\
<dt><kbd>/</kbd></dt><dd>find a scenario</dd>\
<dt><kbd>Alt</kbd> <kbd>←</kbd><kbd>→</kbd></dt><dd>move the step that has the focus</dd>\
<dt><kbd>Page Up</kbd><kbd>Page Down</kbd></dt><dd>while presenting, a step back, a step on</dd>\
<dt><kbd>.</kbd><kbd>Q</kbd><kbd>Esc</kbd></dt><dd>and there: blank, a QR code, leave</dd>\
<dt><kbd>?</kbd></dt><dd>this help</dd>";

/// What a key asks for that was pressed while the focus was inside the player, or nothing. A slider has its own arrows,
/// a button its own space. Alt and an arrow are no single key.
#[inline(never)]
pub fn meaning(key: &KeyboardEvent, screen: &Screen, single: bool) -> Option<Happened> {
    if let Some(moved) = hand::moved(key) {
        return Some(Happened::Told(moved));
    }
    if !single || key.ctrl_key() || key.alt_key() || key.meta_key() {
        return None;
    }
    let target: Element = key.target()?.dyn_into().ok()?;
    if target.closest("dialog, .menu, .every, .reading").ok()?.is_some() {
        return None;
    }
    let tag = target.tag_name();
    let (slider, button) = (tag == "INPUT", tag == "BUTTON");
    let key = key.key();
    let message = match &*key {
        "ArrowRight" if !slider => Msg::Advanced,
        "ArrowLeft" if !slider => Msg::WentBack,
        "Home" if !slider => Msg::Restarted,
        "End" if !slider => Msg::WentToEnd,
        " " if !button => Msg::PlayToggled,
        "[" => Msg::MarkSought(Direction::Previous),
        "]" => Msg::MarkSought(Direction::Next),
        "?" => return Some(Happened::HelpTurned(true)),
        "p" => beside(&screen.around[0])?,
        "n" => beside(&screen.around[1])?,
        _ => return first(&key, &screen.decide).map(Happened::Told),
    };
    Some(Happened::Told(message))
}

/// Another scenario, where there is one.
fn beside(neighbour: &Option<Neighbour>) -> Option<Msg> {
    Some(Msg::ScenarioChosen(neighbour.as_ref()?.name.clone()))
}

/// The process of this number goes first, where it can.
fn first(key: &str, decide: &Decide) -> Option<Msg> {
    let [digit @ b'1'..=b'9'] = key.as_bytes() else { return None };
    // Each process has its choice, before any death.
    let action = decide.choices.get(usize::from(digit - b'1'))?.action?;
    (!action.is_fault()).then_some(Msg::ActionChosen(action))
}

impl Page {
    /// A key inside the player finishes what moves, whether or not it means anything.
    pub fn pressed(&mut self, key: &KeyboardEvent) -> bool {
        if self.model.presentation.keys == Keys::Off {
            return false;
        }
        let moved = !std::mem::take(&mut self.motion).is_empty();
        self.hand.pressed(key);
        let meaning = self.screen.as_ref().and_then(|screen| meaning(key, screen, self.keys_active));
        if meaning.is_some() {
            key.prevent_default();
        }
        let changed = match meaning {
            Some(Happened::Told(message)) => self.told(message),
            Some(_) => {
                turn_help(&self.nodes[2], true);
                return moved;
            }
            None => false,
        };
        if !changed {
            self.handed(key);
        }
        changed || moved
    }

    /// A key anywhere on the page: one that leads to the list, or where it is wished so one for the player.
    pub fn typed(&mut self, key: &KeyboardEvent) -> bool {
        if self.presented(key) {
            return false;
        }
        let Presentation { keys, embed, .. } = self.model.presentation;
        if keys == Keys::Page && !taken(key) {
            return self.pressed(key);
        }
        if self.keys_active && !embed && keys != Keys::Off {
            filter::pressed(key);
        }
        false
    }
}

/// Does the key belong to what has the focus, or to the player, which has heard it itself?
fn taken(key: &KeyboardEvent) -> bool {
    let target = key.target().and_then(|target| target.dyn_into::<Element>().ok());
    let within = |target: Element| target.closest(".player, input, select, textarea, dialog").ok().flatten();
    target.and_then(within).is_some()
}

/// Opens the help, or closes it.
pub fn turn_help(dialog: &NodeRef, open: bool) {
    let Some(dialog) = dialog.cast::<HtmlDialogElement>() else { return };
    if open && !dialog.open() {
        let _ = dialog.show_modal();
    } else if !open && dialog.open() {
        dialog.close();
    }
}

/// The help, as the browser's own dialog: Escape closes it and the focus goes back.
pub fn keys(dialog: &NodeRef, active: bool, on: &On) -> Html {
    let (turned, closed) = (on.clone(), on.clone());
    let onchange = Callback::from(move |change: Event| {
        turned.emit(Happened::KeysTurned(change.target_unchecked_into::<HtmlInputElement>().checked()));
    });
    let onclose = Callback::from(move |_: Event| closed.emit(Happened::HelpTurned(false)));
    html! {
        <dialog ref={dialog} class="keys" aria-labelledby="keys-title" {onclose}>
            <div class="keys__head">
                <h2 class="keys__title" id="keys-title">{ "Keys" }</h2>
                { button("button", &[], "Close".to_owned(), send(on, Happened::HelpTurned(false)), "close") }
            </div>
            <dl class="keys__list">{ Html::from_html_unchecked(KEYS.into()) }</dl>
            <p class="keys__note">{ "They work while the focus is inside the player, / everywhere on the page." }</p>
            <label class="keys__off"><input type="checkbox" checked={active} {onchange} />{ "Single keys are on" }</label>
        </dialog>
    }
}
