//! The schedule on another design, in step with the playhead: both sets of tables, where the two part, how each ends.

use super::icons::{ring_text, sign_class};
use super::markup::{add, fill, sentence_text};
use super::tables::{boxed, table};
use crate::tell::compare::{Compared, Side};

/// Both designs, one beside the other.
#[must_use]
pub fn panel(compared: &Compared) -> String {
    let mut markup = fill("<p>%</p>", &[&sentence_text(&compared.difference)]);
    for side in &compared.sides {
        self::side(&mut markup, side);
    }
    markup
}

fn side(markup: &mut String, side: &Side) {
    add(markup, r#"<div class="compare__side"><h3>$</h3>"#, &[&side.label]);
    for line in &side.lines {
        add(markup, "<p>%</p>", &[&sentence_text(line)]);
    }
    add(
        markup,
        r#"<p class="compare__end $">%<span>%</span></p>"#,
        &[sign_class(side.sign), &ring_text(side.sign), &sentence_text(&side.end)],
    );
    for view in &side.tables {
        add(markup, r#"<div class="$">%</div>"#, &[&boxed(view), &table(view)]);
    }
    markup.push_str("</div>");
}
