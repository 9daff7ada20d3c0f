//! Reads a text on the page's behalf: what the worker does, and the tests in its place.

use super::payload::{decode, encode};
use super::reading::{Mistake, Read, Reading, Source, Text};
use crate::check::load::{checked, open};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::document::Document;
use crate::lang::packed::{pack, unsealed};
use crate::lang::span::position;

/// What comes of a text: its document or its mistakes, and what a link carries for it.
#[must_use]
pub fn read(asked: &Read) -> Reading {
    let text = match &asked.source {
        Source::Text(text) => Ok(text.clone()),
        Source::Payload(payload) => decode(payload).map(Into::into),
    };
    let text = text.map_err(|broken| broken.to_string().into()).map(|text| {
        let payload = match &asked.source {
            Source::Text(text) => encode(text).map(Into::into),
            // A link that is written again is the same one.
            Source::Payload(payload) => Some(payload.clone()),
        };
        let (checked, mistakes) = match open(&text) {
            // The page shows programs by their listings; the text it has.
            Ok(document) => (pack(&Ok(Document { source: "".into(), ..document })), Vec::new()),
            Err(errors) => (Vec::new(), errors.iter().map(|error| mistake(&text, error)).collect()),
        };
        Text { text, payload, checked, mistakes }
    });
    Reading { number: asked.number, text }
}

/// The file of a shipped scenario, of its text's: the single file carries texts alone. None where that is damaged.
#[must_use]
pub fn file_of(text: &[u8]) -> Option<Vec<u8>> {
    let text = unsealed(text)?;
    Some(checked(str::from_utf8(text).ok()?).0)
}

fn mistake(text: &str, error: &Diagnostic) -> Mistake {
    let at = position(text, error.span.start);
    let stretch = [error.span.start as usize, error.span.end as usize];
    Mistake { line: at.line, column: at.column, stretch, words: error.to_string() }
}
