//! The steps of a chapter as HTML, for a page without script and for the moment before the code has loaded.

use super::inline::{Inline, Sentence, marked};
use super::printed::{lines, shown as printed};
use crate::check::replay::shown;
use crate::lang::document::Document;
use crate::lang::scenario::Table;
use crate::sim::evaluate::plain;
use crate::sim::store::Row;

/// Where the stretch begins in `index.html`.
pub const BEGIN: &str = "<!-- still:begin -->";
/// Where it ends.
pub const END: &str = "<!-- still:end -->";

/// What the page is for, in one sentence: beside its name, for those who search, and before the steps.
pub const SENTENCE: &str = "See a background job run twice, see why, and see which design stops it.";

/// The documents as HTML, in order: title, about, program, what the shown run says, the tables it ends with, takeaway. A
/// line break after each element, none before the first.
#[must_use]
pub fn still(documents: &[&Document]) -> String {
    let mut html = format!("<h1>Ran Twice</h1>\n<p>{SENTENCE}</p>\n");
    for (at, document) in documents.iter().enumerate() {
        let scenario = document.scenario(&[]);
        let run = shown(scenario);
        html.push_str("<section>\n");
        html.push_str(&format!("<h2>{}. {}</h2>\n", at + 1, escaped(&document.title)));
        if let Some(about) = &document.about {
            html.push_str(&format!("<p>{}</p>\n", sentence(&marked(about))));
        }
        html.push_str("<dl>\n");
        html.push_str(&format!("<dt>Handler</dt><dd><pre>{}</pre></dd>\n", escaped(&programs(document))));
        let said = lines(scenario, &run.trace, run.trace.len());
        if !said.is_empty() {
            html.push_str(&format!("<dt>What happens</dt><dd><pre>{}</pre></dd>\n", escaped(&said.join("\n"))));
        }
        html.push_str("<dt>What is left</dt><dd>\n");
        for (declared, rows) in printed(scenario, run.trace.last()) {
            html.push_str(&table(declared, rows));
        }
        html.push_str("</dd>\n");
        if let Some(takeaway) = &scenario.takeaway {
            html.push_str(&format!("<dt>Takeaway</dt><dd>{}</dd>\n", sentence(&marked(takeaway))));
        }
        html.push_str("</dl>\n</section>\n");
    }
    html
}

/// A table or an effect with its rows; one without rows says so.
fn table(declared: &Table, rows: &[Row]) -> String {
    let mut html = format!("<table><caption>{}</caption>\n<tr>", declared.name);
    for column in &declared.columns {
        html.push_str(&format!("<th scope=\"col\">{}</th>", column.name));
    }
    html.push_str("</tr>\n");
    for cells in rows.iter().filter_map(|row| row.seen_by(None)) {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{}</td>", escaped(&plain(cell)))).collect();
        html.push_str(&format!("<tr>{}</tr>\n", cells.concat()));
    }
    if rows.is_empty() {
        html.push_str(&format!("<tr><td colspan=\"{}\">no rows</td></tr>\n", declared.columns.len()));
    }
    html.push_str("</table>\n");
    html
}

/// The text of the programs that run in the first design, one after the other.
fn programs(document: &Document) -> String {
    let scenario = document.scenario(&[]);
    let run = shown(scenario);
    let moment = super::moment::Moment { scenario, trace: &run.trace, playhead: 0 };
    let texts: Vec<String> = super::code::listings(moment).iter().map(listing).collect();
    texts.join("\n\n")
}

fn listing(listing: &super::code::Listing) -> String {
    let line = |line: &super::code::Line| {
        let text: String = line.pieces.iter().map(|piece| &*piece.text).collect();
        format!("{:1$}{text}", "", line.indent)
    };
    let lines: Vec<String> = listing.lines.iter().map(line).collect();
    lines.join("\n")
}

fn sentence(sentence: &Sentence) -> String {
    sentence
        .iter()
        .map(|piece| match piece {
            Inline::Plain(text) => escaped(text),
            Inline::Process(who) => escaped(&who.name),
            Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
            Inline::Strong(text) => format!("<b>{}</b>", escaped(text)),
        })
        .collect()
}

/// Text that is no markup, between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
