//! Restart, back, the main button that names what it does, play and pause, the place in the run, the speed.

use super::icons::{Icon, icon_text};
use super::page::Happened;
use super::words::{On, button, choice, each, fill, press, raw, send, when};
use crate::app::message::Msg;
use crate::app::model::Speed;
use crate::tell::transport::{Does, MainButton, Transport};
use yew::prelude::*;

/// The row of buttons under the sentence; `more` stands at its end.
pub fn transport(words: &Transport, playing: bool, speed: Speed, more: Html, on: &On) -> Html {
    let Transport { main, beside, place, place_short, can_go_back, can_advance } = words;
    let (play, play_word) = if playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let test = if main.does == Does::Advance { "next" } else { "onward" };
    let pace = |each: &Speed| choice(each.label(), *each == speed, None, press(on, Msg::SpeedChosen(*each)));
    let simple = |name: &'static str, label: &str, idle: &str, markup: String, message: Msg| {
        let class = if name == "play" { "button transport__play" } else { "button" };
        let title = if name == "restart" { label } else { "" };
        let attributes = [("aria-label", label), ("title", title), ("data-test", name), ("aria-disabled", idle)];
        button(class, &attributes, markup, press(on, message), name)
    };
    let back = idle(!can_go_back);
    let counted = fill(
        r#"<span class="transport__place">$</span><span class="transport__place-short" aria-hidden="true">$</span>"#,
        &[place, place_short],
    );
    html! {
        <div class="transport">
            { simple("restart", "Restart", back, icon_text(Icon::Restart), Msg::Restarted) }
            { simple("back", "Back", back, worded(Icon::Back, "Back"), Msg::WentBack) }
            { button("button button--main transport__main", &[("data-test", test)], label(main) + &icon_text(Icon::Next), does(main, on), "main") }
            if let Some(beside) = beside {
                { button("button transport__beside", &[], label(beside), does(beside, on), "beside") }
            }
            { simple("play", play_word, idle(!can_advance), worded(play, play_word), Msg::PlayToggled) }
            <output key="count" class="transport__count" data-test="step-count" aria-live="off">{ raw(counted) }</output>
            <div key="speed" class="choice transport__speed" role="group" aria-label="Speed">{ each(&Speed::ALL, &pace) }</div>
            { more }
        </div>
    }
}

/// A button that has nothing to do keeps the focus it has; one that is disabled would lose it, and the keys with it.
fn idle(holds: bool) -> &'static str {
    when(holds, "true")
}

fn worded(icon: Icon, word: &str) -> String {
    fill(r#"%<span class="transport__word">$</span>"#, &[&icon_text(icon), word])
}

fn label(button: &MainButton) -> String {
    fill(r#"<span>$</span><span class="button__detail">$</span>"#, &[button.label, &button.detail])
}

fn does(button: &MainButton, on: &On) -> Callback<MouseEvent> {
    match &button.does {
        Does::Advance => press(on, Msg::Advanced),
        Does::Open(name) => send(on, Happened::Left(Msg::ScenarioChosen(name.clone()))),
        Does::Restart => send(on, Happened::Left(Msg::Restarted)),
    }
}
