//! A checked scenario as bytes: shipped files are checked when the page is built, so the page carries no parser.
//!
//! The bytes belong to the build that made them: they are no format, and nothing outside a build reads them.

use super::diagnostic::Diagnostic;
use super::document::Document;

/// A text that has been read: a document, or what is wrong with it.
pub type Checked = Result<Document, Vec<Diagnostic>>;

/// The bytes of a text that has been read.
#[must_use]
pub fn pack(checked: &Checked) -> Vec<u8> {
    borsh::to_vec(checked).expect("writing to memory cannot fail")
}

/// What [`pack`] was given; none where the bytes are another build's.
#[must_use]
pub fn unpack(bytes: &[u8]) -> Option<Checked> {
    borsh::from_slice(bytes).ok()
}
