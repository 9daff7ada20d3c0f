//! The door for everything above: a scenario's text, read, checked, and started once for each design.

use crate::lang::diagnostic::Diagnostic;
use crate::lang::document::{Document, read};
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
