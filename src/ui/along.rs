//! What the worker draws of the run: where its result sits, the deliveries, what production would show.

use super::page::{Happened, Page};
use super::words::{attribute, raw};
use crate::app::asking::Along;
use crate::app::message::Msg;
use yew::prelude::*;

/// The sections under the count, as far as there is something to show in them at this moment.
pub fn along(along: &Along, page: &Page, ended: bool) -> Html {
    let step = page.place().0;
    let at = |moments: &[String]| moments.get(step).or(moments.last()).cloned().unwrap_or_default();
    let (deliveries, production) = (at(&along.deliveries), at(&along.production));
    let on = page.on.clone();
    let onclick = Callback::from(move |click: MouseEvent| {
        if let Some(step) = attribute(&click, "data-step").and_then(|step| step.parse().ok()) {
            on.emit(Happened::ToldAndGone(Msg::Seeked(step)));
        }
    });
    html! {
        <>
            <section class="reading deliveries" aria-labelledby="deliveries-title" hidden={deliveries.is_empty()} data-test="deliveries" {onclick}>
                { raw(deliveries) }
            </section>
            <section class="reading" aria-labelledby="reading-title" hidden={!ended || along.reading.is_empty()}>{ raw(along.reading.clone()) }</section>
            <details class="reading production" hidden={production.is_empty()} data-test="production">
                <summary class="production__title">{ "What production would show" }</summary>
                { raw(production) }
            </details>
        </>
    }
}
