//! What every schedule comes to, in a headline and a legend.

use super::icons::{ring_text, sign_class};
use super::markup::{add, fill};
use crate::tell::every::{Kind, Verdict};

/// The sentence, and what the others do.
pub fn headline(verdict: &Verdict) -> String {
    let sign = verdict.kinds[0].sign;
    fill(
        r#"<h2 class="every__title $">%<span title="$">$</span></h2><p class="every__aside">$</p>"#,
        &[sign_class(sign), &ring_text(sign), &verdict.all.exact, &verdict.headline, &verdict.aside],
    )
}

/// How many schedules end each way.
pub fn legend(verdict: &Verdict) -> String {
    let mut text = "<ul class=\"every__legend\">".to_owned();
    for kind in &verdict.kinds {
        let Kind { sign, schedules, words, percent, .. } = kind;
        add(
            &mut text,
            r#"<li class="$">%<b title="$">$</b> <span>$, $</span></li>"#,
            &[sign_class(*sign), &ring_text(*sign), &schedules.exact, &schedules.shown, words, percent],
        );
    }
    if !verdict.cells.is_empty() {
        text.push_str("<li>filled: still possible from here · ringed: the one shown</li>");
    }
    text.push_str("</ul>");
    text
}
