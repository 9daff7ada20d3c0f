//! The steps of a chapter as HTML, for a page without script and for the moment before the code has loaded.

use crate::lang::document::Document;

/// Where the stretch begins in `index.html`.
pub const BEGIN: &str = "<!-- still:begin -->";
/// Where it ends.
pub const END: &str = "<!-- still:end -->";

/// The documents as HTML, in order: title, about, program, what the shown run prints, takeaway.
#[must_use]
pub fn still(documents: &[&Document]) -> String {
    let _ = documents;
    todo!()
}
