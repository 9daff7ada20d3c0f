//! Restart, back, the main button that names what it does, play and pause, the place in the run, the speed.

use super::icons::{Icon, icon};
use super::page::Happened;
use super::words::{On, choice, each, press, send, text_of};
use crate::app::message::Msg;
use crate::app::model::Speed;
use crate::tell::transport::{Does, MainButton, Transport};
use yew::prelude::*;

/// The row of buttons under the sentence; `more` stands at its end.
pub fn transport(words: &Transport, playing: bool, speed: Speed, more: Html, on: &On) -> Html {
    let Transport { main, beside, place, place_short, can_go_back, can_advance } = words;
    let (play, play_word) = if playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let test = if main.does == Does::Advance { "next" } else { "onward" };
    let main_class = "button button--main transport__main";
    let pace = |each: &Speed| choice(each.label(), *each == speed, None, press(on, Msg::SpeedChosen(*each)));
    html! {
        <div class="transport">
            <button type="button" class="button" aria-label="Restart" title="Restart" data-test="restart"
                aria-disabled={idle(!can_go_back)} onclick={press(on, Msg::Restarted)}>{ icon(Icon::Restart) }</button>
            <button type="button" class="button" aria-label="Back" data-test="back" aria-disabled={idle(!can_go_back)}
                onclick={press(on, Msg::WentBack)}>{ icon(Icon::Back) }<span class="transport__word">{ "Back" }</span></button>
            <button type="button" class={main_class} data-test={test} onclick={does(main, on)}>
                { label(main) }{ icon(Icon::Next) }
            </button>
            if let Some(beside) = beside {
                <button type="button" class="button transport__beside" onclick={does(beside, on)}>{ label(beside) }</button>
            }
            <button type="button" class="button transport__play" aria-label={play_word} data-test="play" aria-disabled={idle(!can_advance)}
                onclick={press(on, Msg::PlayToggled)}>{ icon(play) }<span class="transport__word">{ play_word }</span></button>
            <output class="transport__count" data-test="step-count" aria-live="off">
                <span class="transport__place">{ text_of(place) }</span>
                <span class="transport__place-short" aria-hidden="true">{ text_of(place_short) }</span>
            </output>
            <div class="choice transport__speed" role="group" aria-label="Speed">{ each(&Speed::ALL, &pace) }</div>
            { more }
        </div>
    }
}

/// A button that has nothing to do keeps the focus it has; one that is disabled would lose it, and the keys with it.
fn idle(holds: bool) -> Option<&'static str> {
    holds.then_some("true")
}

fn label(button: &MainButton) -> Html {
    html! { <><span>{ button.label }</span><span class="button__detail">{ text_of(&button.detail) }</span></> }
}

fn does(button: &MainButton, on: &On) -> Callback<MouseEvent> {
    match &button.does {
        Does::Advance => press(on, Msg::Advanced),
        Does::Open(name) => send(on, Happened::Left(Msg::ScenarioChosen(name.clone()))),
        Does::Restart => send(on, Happened::Left(Msg::Restarted)),
    }
}
