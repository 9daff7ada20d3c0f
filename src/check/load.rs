//! The door for everything above: a scenario's text, read, checked, and started once for each design.

use crate::lang::diagnostic::Diagnostic;
use crate::lang::document::{Document, read};
use crate::lang::packed::{pack, sealed};
use crate::lang::span::position;
use crate::sim::start::start;

/// Reads and checks a text, and starts each of its designs once, so that whoever holds a [`Document`] from here can
/// start it without fail.
///
/// # Errors
/// Every mistake of the text, in its order.
pub fn open(source: &str) -> Result<Document, Vec<Diagnostic>> {
    let document = read(source)?;
    let mut refused: Vec<Diagnostic> = document.designs.iter().filter_map(|design| start(design).err()).collect();
    refused.dedup();
    if refused.is_empty() { Ok(document) } else { Err(refused) }
}

/// What the page has in place of a shipped text: its document, or its mistakes in words, as a file. The page shows programs by
/// their listings, so the text itself is no part of it. The document too, where there is one.
pub fn checked(source: &str) -> (Vec<u8>, Result<Document, Vec<String>>) {
    let told = |error: &Diagnostic| format!("Line {}: {error}", position(source, error.span.start).line);
    let document = open(source)
        .map(|document| Document { source: "".into(), ..document })
        .map_err(|errors| errors.iter().map(told).collect());
    (sealed(&pack(&document)), document)
}
