//! Restart, back, the main button that names what it does, play and pause, the place in the run, the speed.

use super::icons::{Icon, icon};
use crate::app::message::Msg;
use crate::app::model::Speed;
use crate::tell::transport::{Does, MainButton, Transport as Words};
use js_sys::Date;
use yew::prelude::*;

/// How long the main button stays deaf to what it has just turned into: the second half of a double click, or a key
/// that is held down, must not leave the scenario that has just ended.
const SETTLE_MS: f64 = 600.0;

/// The buttons.
#[derive(PartialEq, Properties)]
pub struct TransportProps {
    /// Their words.
    pub words: Words,
    /// Does it play?
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Hears what was pressed.
    pub on: Callback<Msg>,
    /// What stands at the right: the scrubber in a small frame, help elsewhere.
    pub children: Html,
}

/// The row of buttons under the sentence.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let Words { main, beside, place, place_short, can_go_back, can_advance } = &props.words;
    let on = &props.on;
    let turned = use_mut_ref(Date::now);
    let advances = main.does == Does::Advance;
    {
        let turned = turned.clone();
        use_effect_with(advances, move |_| *turned.borrow_mut() = Date::now());
    }
    let pressed = use_callback((main.does.clone(), on.clone()), move |_: MouseEvent, (does, on)| {
        if *does == Does::Advance || Date::now() - *turned.borrow() > SETTLE_MS {
            on.emit(message(does));
        }
    });
    let (play, play_word) = if props.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    html! {
        <div class="transport">
            <button type="button" class="button" aria-label="Restart" title="Restart" data-test="restart" aria-disabled={idle(!can_go_back)}
                onclick={on.reform(|_| Msg::Restarted)}>{ icon(Icon::Restart) }</button>
            <button type="button" class="button" aria-label="Back" data-test="back" aria-disabled={idle(!can_go_back)}
                onclick={on.reform(|_| Msg::WentBack)}>{ icon(Icon::Back) }<span class="transport__word">{ "Back" }</span></button>
            <button type="button" class="button button--main transport__main" data-test={if advances { "next" } else { "onward" }} onclick={pressed}>
                { words(main) }{ icon(Icon::Next) }
            </button>
            if let Some(beside) = beside {
                { aside(beside, on) }
            }
            <button type="button" class="button transport__play" aria-label={play_word} data-test="play" aria-disabled={idle(!can_advance)}
                onclick={on.reform(|_| Msg::PlayToggled)}>{ icon(play) }<span class="transport__word">{ play_word }</span></button>
            <output class="transport__count" data-test="step-count" aria-live="off">
                <span class="transport__place">{ place }</span>
                <span class="transport__place-short" aria-hidden="true">{ place_short }</span>
            </output>
            { speeds(props.speed, on) }
            { props.children.clone() }
        </div>
    }
}

/// A button that has nothing to do keeps the focus it has; one that is disabled would lose it, and the keys with it.
fn idle(holds: bool) -> Option<&'static str> {
    holds.then_some("true")
}

fn words(button: &MainButton) -> Html {
    html! { <><span>{ button.label }</span><span class="button__detail">{ &button.detail }</span></> }
}

fn aside(button: &MainButton, on: &Callback<Msg>) -> Html {
    let does = button.does.clone();
    html! {
        <button type="button" class="button transport__beside" onclick={on.reform(move |_| message(&does))}>{ words(button) }</button>
    }
}

fn message(does: &Does) -> Msg {
    match does {
        Does::Advance => Msg::Advanced,
        Does::Open(name) => Msg::ScenarioChosen(name.clone()),
        Does::Restart => Msg::Restarted,
    }
}

fn speeds(chosen: Speed, on: &Callback<Msg>) -> Html {
    let item = |speed: Speed| {
        html! {
            <button key={speed.label()} type="button" class="choice__item" aria-pressed={(speed == chosen).to_string()}
                onclick={on.reform(move |_| Msg::SpeedChosen(speed))}>{ speed.label() }</button>
        }
    };
    html! { <div class="choice transport__speed" role="group" aria-label="Speed">{ for Speed::ALL.into_iter().map(item) }</div> }
}
