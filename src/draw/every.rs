//! What every schedule comes to: a headline, the kinds of end, what the file expects, what is still possible.

use super::icons::{ring_text, sign_class};
use super::markup::{add, escaped, fill};
use crate::tell::every::{Figure, Onward, Phrase, Report};

/// A tick and a cross, in the square of the page's icons.
const HOLDS: &str =
    r#"<svg class="icon icon--drawn" viewBox="0 0 14 14" aria-hidden="true"><path d="M2 7.5l3.5 3.5L12 3.5"/></svg>"#;
const BROKEN: &str =
    r#"<svg class="icon icon--drawn" viewBox="0 0 14 14" aria-hidden="true"><path d="M3 3l8 8M11 3l-8 8"/></svg>"#;

/// The sentence, and what the others do; where there are too many for a strip, one bar for all of them.
pub fn headline(report: &Report) -> String {
    let sign = report.verdict.kinds[0].sign;
    let mut text = fill(
        r#"<h2 class="every__title $">%<span>%</span></h2><p class="every__aside">%</p>"#,
        &[sign_class(sign), &ring_text(sign), &phrase(&report.headline), &phrase(&report.aside)],
    );
    if report.verdict.cells.is_empty() {
        let shares: Vec<u16> = report.kinds.iter().map(|kind| kind.share).collect();
        bar(&mut text, report, &shares);
    }
    text
}

/// What is said of them under the strip, and the schedules that can be opened.
pub fn under(report: &Report) -> String {
    let mut text = legend(report);
    let note =
        if report.verdict.cells.is_empty() { "" } else { " Filled: still possible from here; ringed: the one shown." };
    add(
        &mut text,
        r#"<p class="every__note" data-test="note">%$Percentages are of the orders, not chances.$</p>"#,
        &[&phrase(&report.refused), if report.refused.text.is_empty() { "" } else { " " }, note],
    );
    digits(&mut text, report);
    text.push_str(r#"<div class="every__row">"#);
    let only = report.kinds.len() == 1;
    for (at, kind) in report.verdict.kinds.iter().enumerate() {
        let words = if only { "A simplest one".to_owned() } else { ["Simplest with ", &*kind.words].concat() };
        open(&mut text, at, &words);
    }
    text.push_str("</div>");
    claims(&mut text, report);
    text
}

/// How many schedules end each way.
fn legend(report: &Report) -> String {
    let mut text = r#"<ul class="every__legend">"#.to_owned();
    for (kind, share) in report.verdict.kinds.iter().zip(&report.kinds) {
        add(
            &mut text,
            r#"<li class="$">%<b>%</b> <span>$, $</span></li>"#,
            &[sign_class(kind.sign), &ring_text(kind.sign), &figure(&share.schedules), &kind.words, &share.percent],
        );
    }
    text.push_str("</ul>");
    text
}

/// What the file expects of every schedule: each with whether it holds, and the schedule that shows it where it does not.
fn claims(text: &mut String, report: &Report) {
    if report.claims.is_empty() {
        return;
    }
    text.push_str(r#"<h3 class="claims__title">What the file expects of every schedule</h3><ul class="claims" data-test="claims">"#);
    for (claim, shown_by) in report.claims.iter().zip(&report.shown_by) {
        let (class, icon, word) = match claim.holds {
            true => ("sign--once", HOLDS, "holds"),
            false => ("sign--twice", BROKEN, "does not hold"),
        };
        add(
            text,
            r#"<li class="claims__one $"><b class="claims__verdict">%$</b> <code>$</code>"#,
            &[class, icon, word, &claim.words],
        );
        if !claim.holds {
            add(text, r#" <span class="claims__found">%</span>"#, &[&phrase(&claim.found)]);
        }
        if let Some(run) = shown_by {
            open(text, *run, "Open the simplest that shows it");
        }
        text.push_str("</li>");
    }
    text.push_str("</ul>");
}

/// Every digit of the figures that are shown short, for who has no pointer to rest on them.
fn digits(text: &mut String, report: &Report) {
    let mut rows = vec![("all schedules", &report.all)];
    for (kind, share) in report.verdict.kinds.iter().zip(&report.kinds) {
        rows.push((&*kind.words, &share.schedules));
    }
    if rows.iter().all(|(_, figure)| figure.is_whole()) {
        return;
    }
    text.push_str(r#"<details class="digits" data-test="digits"><summary>Every digit</summary><dl>"#);
    for (words, figure) in rows {
        add(text, "<dt>$</dt><dd>$</dd>", &[words, &figure.exact]);
    }
    text.push_str("</dl></details>");
}

/// A button that opens a schedule by its place.
fn open(text: &mut String, run: usize, words: &str) {
    add(text, r#" <button type="button" class="button" data-run="$">$</button>"#, &[&run.to_string(), words]);
}

/// A moment: what is still possible, and under the bar for all schedules one for those, where it takes bars.
pub fn onward(report: &Report, onward: &Onward) -> [String; 2] {
    let words = phrase(&onward.words);
    if !report.verdict.cells.is_empty() {
        return [words, String::new()];
    }
    let mut text = String::new();
    bar(&mut text, report, &onward.shares);
    text.push_str(
        r#"<small class="every__aside">Above: all schedules. Below: those still possible from here.</small>"#,
    );
    [words, text]
}

/// One bar in parts.
fn bar(text: &mut String, report: &Report, shares: &[u16]) {
    text.push_str(r#"<svg class="every__bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">"#);
    let mut from = 0;
    for (kind, share) in report.verdict.kinds.iter().zip(shares) {
        // The least share can still be seen.
        let width = if *share == 0 { 0 } else { (*share).max(4) };
        add(
            text,
            r#"<rect class="$" height="10" x="$" width="$"/>"#,
            &[sign_class(kind.sign), &from.to_string(), &width.to_string()],
        );
        from += share;
    }
    text.push_str("</svg>");
}

/// A sentence with the figures in it.
pub fn phrase(phrase: &Phrase) -> String {
    let mut text = String::new();
    for (words, behind) in phrase.pieces() {
        text.push_str(&escaped(words));
        text.push_str(&behind.map_or_else(String::new, figure));
    }
    text
}

/// A figure. One that is shown short has all its digits under what is seen of it: they are what is marked and copied.
fn figure(figure: &Figure) -> String {
    if figure.is_whole() {
        return escaped(&figure.shown);
    }
    fill(
        r#"<span class="figure" title="$" data-shown="$"><span class="aside">$</span><span class="figure__digits" aria-hidden="true">$</span></span>"#,
        &[&figure.exact, &figure.shown, &figure.shown, &figure.exact.replace(',', "")],
    )
}
