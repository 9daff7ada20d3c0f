//! The steps of a chapter as HTML, for a page without script and for the moment before the code has loaded.

use super::inline::{Inline, Sentence, marked};
use super::printed::printed;
use crate::check::replay::shown;
use crate::lang::document::Document;

/// Where the stretch begins in `index.html`.
pub const BEGIN: &str = "<!-- still:begin -->";
/// Where it ends.
pub const END: &str = "<!-- still:end -->";

/// What the page says of itself before the steps.
const HEAD: &str =
    "<h1>Ran Twice</h1>\n<p>A background job that runs twice: why it does, and which design stops it.</p>\n";

/// The documents as HTML, in order: title, about, program, what the shown run prints, takeaway. A line break after
/// each element, none before the first.
#[must_use]
pub fn still(documents: &[&Document]) -> String {
    let mut html = HEAD.to_owned();
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
        let output = printed(scenario, &run.trace, run.trace.len());
        html.push_str(&format!("<dt>Printed</dt><dd><pre>{}</pre></dd>\n", escaped(output.trim_end())));
        if let Some(takeaway) = &scenario.takeaway {
            html.push_str(&format!("<dt>Takeaway</dt><dd>{}</dd>\n", sentence(&marked(takeaway))));
        }
        html.push_str("</dl>\n</section>\n");
    }
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
