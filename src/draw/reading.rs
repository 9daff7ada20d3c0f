//! Where this result sits: six readings, and the one that this run decides.

use super::icons::sign_class;
use super::markup::{add, fill, sentence_text, when};
use crate::check::outcome::Sign;
use crate::tell::reading::Placed;

/// Six readings as a table, the one that applies marked.
pub fn reading(placed: &Placed, sign: Option<Sign>) -> String {
    let note = placed
        .note
        .as_ref()
        .map_or_else(String::new, |note| fill(r#"<p class="reading__note">%</p>"#, &[&sentence_text(note)]));
    let mut markup = String::from(
        r#"<table class="reading__table"><thead class="reading__head"><tr><th scope="col"><span class="aside">Step</span></th><th scope="col">You see</th><th scope="col">It means</th><th scope="col">Do next</th></tr></thead><tbody>"#,
    );
    for row in &placed.rows {
        let reading = row.reading;
        let sign = if row.here { sign_class(sign) } else { "" };
        add(
            &mut markup,
            r#"<tr class="reading__row$ $"%><td class="reading__number">$</td><td>$</td><td>$</td><td>$</td></tr>"#,
            &[
                when(row.here, " reading__row--here"),
                sign,
                when(row.here, r#" aria-current="true""#),
                &reading.step.to_string(),
                reading.you_see,
                reading.it_means,
                reading.do_next,
            ],
        );
    }
    markup.push_str("</tbody></table>");
    fill(
        r#"<h2 class="reading__title" id="reading-title">Where this result sits</h2>%<div class="reading__box">%</div>"#,
        &[&note, &markup],
    )
}
