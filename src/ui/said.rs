//! One sentence: what happened and why; at the end what came of it. The page's only live region.

use super::icons::{ring, sign_class};
use super::words::{class, hue_of, sentence, text_of};
use crate::tell::ending::Ending;
use crate::tell::sentence::Told;
use yew::prelude::*;

/// The sentence, or the ending. A new step is a new sentence, and the one `before` it fades away; while it plays, nobody
/// is told.
pub fn said(told: &Told, before: &str, ending: Option<&Ending>, future: &str, step: usize, silent: bool) -> Html {
    html! {
        <div role="status" aria-live={if silent { "off" } else { "polite" }} data-test="said">
            if let Some(ending) = ending {
                { end(ending) }
            } else {
                <div key={step} class={class(&["said", hue_of(told.who.as_ref())])} data-before={before.to_owned()}>
                    <p class="said__text">{ sentence(&told.sentence) }</p>
                    if !future.is_empty() {
                        <p class="said__future" data-test="future">{ text_of(future) }</p>
                    }
                </div>
            }
        </div>
    }
}

fn end(ending: &Ending) -> Html {
    html! {
        <div class={class(&["ending", sign_class(ending.sign)])}>
            if let Some(sign) = ending.sign {
                { ring(sign, "ending__ring") }
            }
            <div class="ending__words">
                <h2 class="ending__title">{ text_of(&ending.headline) }</h2>
                <p class="ending__what">{ sentence(&ending.sentence) }</p>
            </div>
            if let Some(takeaway) = &ending.takeaway {
                <div class="ending__takeaway">
                    <h3 class="ending__label">{ "Takeaway" }</h3>
                    <p>{ sentence(takeaway) }</p>
                </div>
            }
        </div>
    }
}
