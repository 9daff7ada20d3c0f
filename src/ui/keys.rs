//! Help for the keys, where single keys can be turned off; and what each key means.

use crate::app::message::{Direction, Msg};
use crate::tell::lanes::{Lanes, PillState, Press};
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

/// What the help lists: keys, and what they do.
const KEYS: [(&[&str], &str); 6] = [
    (&["→", "←"], "one step on, one step back"),
    (&["Space"], "play and pause"),
    (&["Home", "End"], "to the start, to the end"),
    (&["[", "]"], "to the step marked before, or next: a refusal, a crash, an effect"),
    (&["1", "…", "9"], "let that process go first"),
    (&["?"], "this help"),
];

/// What a key asks for.
pub enum Meaning {
    /// Something happens to the model.
    Message(Msg),
    /// The help opens.
    Help,
}

/// What this key means, or nothing. `native` holds for a slider, which has its own arrows, and for a button, which
/// has its own space.
pub fn meaning(key: &str, slider: bool, button: bool, lanes: &Lanes) -> Option<Meaning> {
    let message = match key {
        "ArrowRight" if !slider => Msg::Advanced,
        "ArrowLeft" if !slider => Msg::WentBack,
        "Home" if !slider => Msg::Restarted,
        "End" if !slider => Msg::WentToEnd,
        " " if !button => Msg::PlayToggled,
        "[" => Msg::MarkSought(Direction::Previous),
        "]" => Msg::MarkSought(Direction::Next),
        "?" => return Some(Meaning::Help),
        _ => return first(key, lanes).map(Meaning::Message),
    };
    Some(Meaning::Message(message))
}

/// The process of this number goes first, where it can.
fn first(key: &str, lanes: &Lanes) -> Option<Msg> {
    let number: usize = key.parse().ok()?;
    let lane = lanes.lanes.get(number.checked_sub(1)?)?;
    let pill = lane.pills.iter().find(|pill| matches!(pill.state, PillState::Next | PillState::Alternative))?;
    pill.press.map(pressed)
}

/// What pressing a pill says.
pub fn pressed(press: Press) -> Msg {
    match press {
        Press::Seek(step) => Msg::Seeked(step),
        Press::Choose(action) => Msg::ActionChosen(action),
    }
}

/// The help.
#[derive(PartialEq, Properties)]
pub struct KeysProps {
    /// Is it open?
    pub open: bool,
    /// Are single keys on?
    pub active: bool,
    /// Hears that it was closed.
    pub closed: Callback<()>,
    /// Hears that single keys were turned on or off.
    pub turned: Callback<bool>,
}

/// The help, as the browser's own dialog: Escape closes it and the focus goes back.
#[component]
pub fn Keys(props: &KeysProps) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with(props.open, move |open| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                if *open && !dialog.open() {
                    let _ = dialog.show_modal();
                } else if !open && dialog.open() {
                    dialog.close();
                }
            }
        });
    }
    let key = |key: &&'static str| html! { <kbd class="keys__key">{ key }</kbd> };
    let row = |(keys, does): &(&'static [&'static str], &'static str)| {
        html! { <><dt class="keys__keys">{ for keys.iter().map(key) }</dt><dd>{ *does }</dd></> }
    };
    let onchange = props.turned.reform(|change: Event| change.target_unchecked_into::<HtmlInputElement>().checked());
    let close = props.closed.reform(|_: MouseEvent| ());
    html! {
        <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onclose={props.closed.reform(|_| ())}>
            <div class="keys__head">
                <h2 class="keys__title" id="keys-title">{ "Keys" }</h2>
                <button type="button" class="button" onclick={close}>{ "Close" }</button>
            </div>
            <dl class="keys__list">{ for KEYS.iter().map(row) }</dl>
            <p class="keys__note">{ "They work while the focus is inside the player, and nowhere else." }</p>
            <label class="keys__off"><input type="checkbox" checked={props.active} {onchange} />{ "Single keys are on" }</label>
        </dialog>
    }
}
