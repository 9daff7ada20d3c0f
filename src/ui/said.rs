//! One sentence: what happened and why; at the end what came of it. The page's only live region.

use super::icons::{ring, sign_class};
use super::words::{class, hue, sentence};
use crate::tell::ending::Ending;
use crate::tell::sentence::Told;
use yew::prelude::*;

/// What is said.
#[derive(PartialEq, Properties)]
pub struct SaidProps {
    /// What just happened.
    pub told: Told,
    /// The end, where the playhead stands there.
    pub ending: Option<Ending>,
    /// How many steps have been taken: a new step is a new sentence.
    pub step: usize,
    /// Is it playing? Then nobody is told.
    pub silent: bool,
}

/// The sentence, or the ending.
#[component]
pub fn Said(props: &SaidProps) -> Html {
    html! {
        <div role="status" aria-live={if props.silent { "off" } else { "polite" }} data-test="said">
            if let Some(ending) = &props.ending {
                { end(ending) }
            } else {
                { happened(&props.told, props.step) }
            }
        </div>
    }
}

fn happened(told: &Told, step: usize) -> Html {
    let who = told.who.as_ref().map(|who| hue(who.id));
    html! {
        <div class={class("said", &[(who.is_some(), who.unwrap_or_default())])}>
            <p key={step} class="said__text">{ sentence(&told.sentence) }</p>
        </div>
    }
}

fn end(ending: &Ending) -> Html {
    html! {
        <div class={class("ending", &[(true, sign_class(ending.sign))])}>
            if let Some(sign) = ending.sign {
                { ring(sign, "ending__ring") }
            }
            <div class="ending__words">
                <h2 class="ending__title">{ &ending.headline }</h2>
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
