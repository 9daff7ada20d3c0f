//! Forms that belong to the language and are not built yet: each is known by name, none passes in silence.

use super::cursor::{Parser, Skip};
use crate::lang::span::Span;

/// Words that begin a statement that is not built yet.
pub(super) const STATEMENTS: [&str; 9] =
    ["ack", "later", "fail", "until", "begin", "commit", "rollback", "try", "again"];

/// Words that begin a declaration that is not built yet.
pub(super) const DECLARATIONS: [&str; 2] = ["queue", "memory"];

impl Parser<'_> {
    /// Reports a form that is not built yet.
    pub(super) fn not_built(&mut self, span: Span, form: &str) -> Skip {
        self.fail(span, format!("`{form}` is part of the language but not built yet."))
    }
}
