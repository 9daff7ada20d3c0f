//! What the reader has to be told: a link that broke, a file with errors. Nothing is lost by it.

use super::words::{On, each, press, text_of};
use crate::app::message::Msg;
use crate::app::model::Notice;
use yew::prelude::*;

/// A notice above the figure.
pub fn notice(notice: &Notice, on: &On) -> Html {
    html! {
        <section class="notice" aria-label="Notice" data-test="notice">
            <div class="notice__text">
                <p><b>{ text_of(&notice.headline) }</b></p>
                { each(&notice.details, &|detail| html! { <p>{ text_of(detail) }</p> }) }
            </div>
            <button type="button" class="button" onclick={press(on, Msg::Restarted)}>{ "From the start" }</button>
            <button type="button" class="button button--quiet" onclick={press(on, Msg::NoticeDismissed)}>{ "Dismiss" }</button>
        </section>
    }
}

/// A file that cannot be played, and why.
pub fn broken(mistakes: &[String]) -> Html {
    html! {
        <section class="notice" aria-label="Mistakes" data-test="notice">
            <div class="notice__text">
                <p><b>{ "This scenario has mistakes and cannot run." }</b></p>
                <ol>{ each(mistakes, &|mistake| html! { <li>{ text_of(mistake) }</li> }) }</ol>
            </div>
        </section>
    }
}
