//! The values a scenario computes with: whole numbers, text, true, false and null.

use std::sync::Arc;

/// A name or a piece of text; shared, never changed.
pub type Name = Arc<str>;

/// One value of a cell, a variable or an answer.
///
/// `Ord` is a canonical order for states, not the language's `<`, which only orders numbers with numbers and text
/// with text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Nothing: unset, not found, or written `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A 64-bit whole number; durations are milliseconds.
    Int(i64),
    /// Text of at most [`TEXT_BYTES_MAX`](super::limits::TEXT_BYTES_MAX) bytes.
    Text(Arc<str>),
    /// A row that was read, with its table: `x.status` looks a column up in it. Never stored in a cell.
    Row(super::scenario::TableId, Arc<[Value]>),
}

impl Value {
    /// Text as a value.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// What `if`, `and`, `or` and `not` take it for: null and false are false, everything else is true.
    #[must_use]
    pub fn holds(&self) -> bool {
        match self {
            Self::Null | Self::Bool(false) => false,
            Self::Bool(true) | Self::Int(_) | Self::Text(_) | Self::Row(..) => true,
        }
    }
}
