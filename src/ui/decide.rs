//! What happens next is the reader's choice: one row under the lanes.

use super::page::Happened;
use super::words::{On, button, classes, each, fill, hue, send, when};
use crate::app::message::Msg;
use crate::app::screen::Screen;
use crate::tell::decide::Choice;
use yew::prelude::*;

/// The row: every choice, blocked ones with their reason.
pub fn decide(screen: &Screen, on: &On) -> Html {
    let item = |view: &Choice| item(view, on);
    html! {
        <div class="decide">
            <span class="decide__label" id="decide">{ screen.decide.label }</span>
            <div class="decide__list" role="group" aria-labelledby="decide">{ each(&screen.decide.choices, &item) }</div>
            if screen.can_restore {
                { button("button button--quiet decide__hint", &[], "Back to the run before".to_owned(), send(on, Happened::ToldAndGone(Msg::BranchRestored)), "") }
            } else {
                <span class="decide__hint">{ "or drag a step (Alt ← →)" }</span>
            }
        </div>
    }
}

/// A button, also where there is nothing to choose: it keeps its place and the focus, and its reason can be reached.
fn item(choice: &Choice, on: &On) -> Html {
    let fault = choice.action.is_some_and(|action| action.is_fault());
    let onclick = choice.action.map_or_else(Callback::noop, |action| {
        let message = Msg::ActionChosen(action);
        // Whoever dies takes the button along.
        send(on, if fault { Happened::ToldAndGone(message) } else { Happened::Told(message) })
    });
    let (planned, dies) = (when(choice.planned, "decide__item--planned"), when(fault, "decide__item--fault"));
    let class = classes(&["button decide__item", hue(&choice.who), planned, dies]);
    let attributes = [("aria-disabled", when(choice.action.is_none(), "true"))];
    let as_planned = when(choice.planned, r#"<span class="decide__planned">as planned</span>"#);
    let key = choice.key.to_string();
    button(&class, &attributes, fill("$%", &[&choice.words, as_planned]), onclick, &key)
}
