//! What happens next is the reader's choice: one row under the lanes, and over it the sentence for a step that stays.

use super::page::Happened;
use super::words::{On, class, each, hue, send, text_of, when};
use crate::app::message::Msg;
use crate::app::screen::Screen;
use crate::tell::decide::Choice;
use yew::prelude::*;

/// Why a step was not moved, next to the lanes; then the row: every choice, blocked ones with their reason.
pub fn decide(screen: &Screen, on: &On) -> Html {
    let item = |view: &Choice| item(view, on);
    html! {
        <div class="decide">
            <div class="decide__stays" role="status" data-test="stays">
                if let Some((sentence, at)) = &screen.stays {
                    <p key={*at}>{ text_of(sentence) }</p>
                }
            </div>
            <span class="decide__label" id="decide">{ screen.decide.label }</span>
            <div class="decide__list" role="group" aria-labelledby="decide">{ each(&screen.decide.choices, &item) }</div>
            if screen.can_restore {
                <button type="button" class="button button--quiet decide__hint"
                    onclick={send(on, Happened::ToldAndGone(Msg::BranchRestored))}>{ "Back to the run before" }</button>
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
    html! {
        <button key={choice.key} type="button" class={class(&["button decide__item", hue(&choice.who), planned, dies])}
            aria-disabled={choice.action.is_none().then_some("true")} {onclick}>
            { text_of(&choice.words) }
            if choice.planned {
                <span class="decide__planned">{ "as planned" }</span>
            }
        </button>
    }
}
