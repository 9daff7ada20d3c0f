//! The schedule on another design, in step with the playhead: both sets of tables, where the two part, how each ends.

use super::icons::{ring_text, sign_class};
use super::tables::table;
use super::words::{escaped, list, raw};
use crate::tell::compare::{Compared, Side};
use yew::prelude::*;

/// Both designs, one beside the other.
pub fn panel(compared: &Compared) -> Html {
    let difference = ["<p>", &*escaped(&compared.difference), "</p>"];
    html! {
        <div class="compare" role="group" aria-label="Same schedule, other design" data-test="compare">
            { raw(difference.concat()) }
            { side(&compared.sides[0]) }
            { side(&compared.sides[1]) }
        </div>
    }
}

fn side(side: &Side) -> Html {
    let mut words = ["<h3>", &*escaped(&side.label), "</h3>"].concat();
    for line in &side.lines {
        for part in ["<p>", &*escaped(line), "</p>"] {
            words.push_str(part);
        }
    }
    for part in
        ["<p class=\"compare__end ", sign_class(side.sign), "\">", ring_text(side.sign), &*escaped(&side.end), "</p>"]
    {
        words.push_str(part);
    }
    let mut parts = vec![raw(words)];
    for view in &side.tables {
        parts.push(table(view));
    }
    html! { <div class="compare__side">{ list(parts) }</div> }
}
