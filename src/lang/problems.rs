//! The mistakes found so far, and the words of lines that could not be read: a name among them is no second mistake.

use std::collections::BTreeSet;

use super::diagnostic::{Diagnostic, NO_TABLE};
use super::limits::DIAGNOSTICS_MAX;
use super::order::sort_by_key;
use super::span::Span;
use super::token::{TokenKind, lex};

/// A list of mistakes that stops growing at [`DIAGNOSTICS_MAX`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    found: Vec<Diagnostic>,
    unread: BTreeSet<String>,
    nameless: BTreeSet<&'static str>,
    /// Were there mistakes before this list began?
    incomplete: bool,
}

impl Problems {
    /// An empty list that knows the words of `other`'s unread lines.
    #[must_use]
    pub fn after(other: &Self) -> Self {
        let incomplete = other.incomplete || !other.is_empty();
        Self { found: Vec::new(), incomplete, ..other.clone() }
    }

    /// Adds a mistake; the same one at the same place is kept once.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() && !self.found.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    /// Adds a mistake without a name to write instead.
    pub fn add(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::new(span, message));
    }

    /// Adds a mistake about a name nobody declared, unless a line that could not be read mentions it: the line may
    /// have been its declaration.
    pub fn add_unknown<'a>(
        &mut self,
        name: &str,
        span: Span,
        message: impl Into<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        if !self.is_full() && !self.unread.contains(name) {
            self.push(Diagnostic::new(span, message).with_nearest(super::nearest::nearest(name, known)));
        }
    }

    /// Has it been told that there is no table of this name? Then at the place that comes first in the text.
    pub fn misses_table(&mut self, name: &str, span: Span) -> bool {
        let told = self.found.iter_mut().find(|told| {
            let named = told.message.strip_prefix(NO_TABLE).and_then(|rest| rest.strip_prefix('`'));
            named.and_then(|rest| rest.strip_suffix("`.")) == Some(name)
        });
        if let Some(told) = told {
            told.span = told.span.min(span);
            return true;
        }
        false
    }

    /// Remembers the words of a stretch of text that could not be read.
    pub fn leave_unread(&mut self, text: &str) {
        for token in lex(text) {
            match token.kind {
                TokenKind::Word => _ = self.unread.insert(token.span.text(text).to_owned()),
                // `{seen}` in a text is a use, never a declaration.
                TokenKind::Number
                | TokenKind::Duration
                | TokenKind::Text
                | TokenKind::OpenText
                | TokenKind::Symbol(_)
                | TokenKind::Break
                | TokenKind::Comment
                | TokenKind::Unknown => {}
            }
        }
    }

    /// Did a line that could not be read mention this word?
    #[must_use]
    pub fn is_unread(&self, word: &str) -> bool {
        self.unread.contains(word)
    }

    /// Remembers a declaration that could not be read as far as its name: whatever name is not known may be its own.
    pub fn leave_nameless(&mut self, kind: &'static str) {
        self.nameless.insert(kind);
    }

    /// May a declaration of one of these kinds be there whose name could not be read?
    #[must_use]
    pub fn may_be_nameless(&self, kinds: &[&'static str]) -> bool {
        kinds.iter().any(|kind| self.nameless.contains(kind))
    }

    /// Was everything read so far, without a mistake? Only then is what is not there known to be missing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.found.is_empty() && !self.incomplete
    }

    /// Has this been said already, at whatever place?
    #[must_use]
    pub fn says(&self, message: &str) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.message == message)
    }

    /// Has nothing gone wrong so far?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// No more are kept.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.found.len() >= DIAGNOSTICS_MAX
    }

    /// The mistakes, in the order of the text.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        sort_by_key(&mut self.found, |diagnostic| diagnostic.span);
        self.found
    }
}
