//! What to write instead of what other languages know and this one does not.

use super::cursor::{Parser, Skip};
use crate::lang::token::{FOREIGN, Symbol, Token, TokenKind};
use crate::lang::words::{CONTINUATIONS, FOREIGN_WORDS};

impl Parser<'_> {
    /// Reports that something else was expected where the parser stands.
    pub(super) fn expected(&mut self, what: &str) -> Skip {
        let token = self.peek(0);
        let found = self.described(token);
        let message = match (self.hint(token), self.foreign_word().map(str::to_owned).or_else(|| self.in_capitals())) {
            (Some(hint), _) => hint,
            (None, Some(hint)) => format!("Expected {what}, found {found}. {hint}"),
            (None, None) if self.closes_nothing() => format!("Expected {what}, found a `}}` that closes nothing."),
            (None, None) => format!("Expected {what}, found {found}."),
        };
        self.fail(token.span, message)
    }

    /// Does a `}` stand here that no block is open for? Whoever reports what stands here reports the brace with it.
    fn closes_nothing(&mut self) -> bool {
        let stray = self.is_symbol(0, Symbol::CloseBrace) && self.blocks_open == 0;
        if stray {
            self.braces_reported = true;
        }
        stray
    }

    /// What to write instead of a word that begins or joins something in other languages.
    pub(super) fn foreign_word(&self) -> Option<&'static str> {
        let word = self.word(0).to_ascii_lowercase();
        FOREIGN_WORDS.iter().find(|(words, _)| words.contains(&&*word)).map(|(_, hint)| *hint)
    }

    /// A word that goes on with a line, in capitals.
    pub(super) fn in_capitals(&self) -> Option<String> {
        let (word, small) = (self.word(0), self.word(0).to_ascii_lowercase());
        (word != small && CONTINUATIONS.contains(&&*small))
            .then(|| format!("The words of the language are in small letters: `{small}`."))
    }

    /// What to write instead of a token that other languages know and this one does not.
    fn hint(&self, token: Token) -> Option<String> {
        if token.kind != TokenKind::Unknown {
            return None;
        }
        let text = token.span.text(self.source);
        let what = self.described(token);
        let foreign = FOREIGN.iter().find(|(foreign, _)| *foreign == text).map(|(_, hint)| *hint);
        let hint = match text.chars().next() {
            _ if foreign.is_some() => foreign.unwrap_or_default(),
            Some('!') => "Write `not`.",
            Some('|') => "Write `or`.",
            Some('&') => "Write `and`.",
            Some('[' | ']') => "Lists stand in round brackets: `(…)`.",
            Some('\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»') => {
                "A text stands in straight double quotes: \"…\"."
            }
            Some('/' | '%') => "There are `+` and `-`, no division.",
            Some(c) if c.is_ascii_digit() => "A duration ends in ms, s, m or h: `60s`.",
            Some(c) if c.is_alphabetic() => "A name is made of the letters a to z, digits and `_`.",
            Some(_) | None => "Nothing in the language is written so.",
        };
        Some(format!("{what} is not part of the language. {hint}"))
    }
}
