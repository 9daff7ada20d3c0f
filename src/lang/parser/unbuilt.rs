//! Forms that belong to the language and are not built yet: each is known by name, none passes in silence.

use super::cursor::{Parser, Skip};
use crate::lang::span::Span;

impl Parser<'_> {
    /// Reports a form that is not built yet.
    pub(super) fn not_built(&mut self, span: Span, form: &str) -> Skip {
        self.not_built_as(span, &format!("`{form}`"))
    }

    /// Reports a form that is not built yet and that is more than one word of the language.
    pub(super) fn not_built_as(&mut self, span: Span, form: &str) -> Skip {
        self.fail(span, format!("{form} is part of the language but not built yet."))
    }
}
