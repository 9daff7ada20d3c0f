//! Where this result sits: six readings, and the one that this run decides.

use super::icons::sign_class;
use super::words::{class, each, sentence, when};
use crate::check::outcome::Sign;
use crate::tell::reading::{Placed, PlacedReading};
use yew::prelude::*;

/// Six readings as a table, the one that applies marked.
pub fn reading(placed: &Placed, sign: Option<Sign>) -> Html {
    let row = |placed: &PlacedReading| {
        let reading = placed.reading;
        let classes = class(&[
            "reading__row",
            when(placed.here, "reading__row--here"),
            if placed.here { sign_class(sign) } else { "" },
        ]);
        html! {
            <tr key={reading.step} class={classes} aria-current={placed.here.then_some("true")}>
                <td class="reading__number">{ reading.step }</td>
                <td>{ reading.you_see }</td>
                <td>{ reading.it_means }</td>
                <td>{ reading.do_next }</td>
            </tr>
        }
    };
    html! {
        <section class="reading" aria-labelledby="reading-title">
            <h2 class="reading__title" id="reading-title">{ "Where this result sits" }</h2>
            if let Some(note) = &placed.note {
                <p class="reading__note">{ sentence(note) }</p>
            }
            <div class="reading__box">
                <table class="reading__table">
                    <thead class="reading__head"><tr>
                        <th scope="col"><span class="aside">{ "Step" }</span></th>
                        <th scope="col">{ "You see" }</th>
                        <th scope="col">{ "It means" }</th>
                        <th scope="col">{ "Do next" }</th>
                    </tr></thead>
                    <tbody>{ each(&placed.rows, &row) }</tbody>
                </table>
            </div>
        </section>
    }
}
