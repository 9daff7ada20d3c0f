//! Texts in quotes: escapes and `{…}`.

use super::cursor::{Parser, Read, Skip};
use crate::lang::limits::TEXT_BYTES_MAX;
use crate::lang::span::Span;
use crate::lang::syntax::{Text, TextPiece};
use crate::lang::token::TokenKind;
use crate::lang::words::{DECLARATIONS, STATEMENTS};

impl Parser<'_> {
    /// A text in quotes; `what` says which, with its article.
    pub(super) fn text(&mut self, what: &str) -> Read<Text> {
        let token = self.peek(0);
        let quoted = token.span.text(self.source);
        let inner = match token.kind {
            TokenKind::Text => &quoted[1..quoted.len() - 1],
            TokenKind::OpenText => {
                self.problems.add(token.span, "The text has no closing `\"` on its line.");
                if let Some(end) = self.end_on_a_later_line() {
                    self.at = end;
                    return Err(Skip);
                }
                &quoted[1..]
            }
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Duration
            | TokenKind::Symbol(_)
            | TokenKind::Break
            | TokenKind::Comment
            | TokenKind::Unknown => return Err(self.expected(&format!("{what} in double quotes"))),
        };
        self.next();
        if inner.len() > TEXT_BYTES_MAX {
            self.problems.add(token.span, format!("A text has at most {TEXT_BYTES_MAX} bytes."));
        }
        let pieces = self.pieces(inner, token.span.start as usize + 1)?;
        Ok(Text { pieces, span: token.span })
    }

    /// Where the text that stands next ends further down: at a quote that opens another text without an end, before any
    /// line that begins something of its own.
    fn end_on_a_later_line(&self) -> Option<usize> {
        let mut first = false;
        for ahead in 1..self.tokens.len() - self.at {
            let token = self.peek(ahead);
            let begins = DECLARATIONS.contains(&self.word(ahead)) || STATEMENTS.contains(&self.word(ahead));
            match token.kind {
                TokenKind::Break => first = true,
                TokenKind::Word if first && begins => return None,
                TokenKind::OpenText => return Some(self.at + ahead + 1),
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Duration
                | TokenKind::Text
                | TokenKind::Symbol(_)
                | TokenKind::Comment
                | TokenKind::Unknown => first = false,
            }
        }
        None
    }

    /// The parts of what stands between the quotes, which begins at byte `start`.
    fn pieces(&mut self, inner: &str, start: usize) -> Read<Vec<TextPiece>> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = inner;
        while let Some(c) = rest.chars().next() {
            let at = start + inner.len() - rest.len();
            let length = match c {
                '\\' => {
                    let (escaped, length) = self.escape(rest, at);
                    plain.push_str(escaped);
                    length
                }
                '{' => {
                    if plain.ends_with('$') {
                        let filled = rest.find('}').map_or(rest, |close| &rest[..=close]);
                        let message = format!("A value is filled in by braces alone: `{filled}`, without the `$`.");
                        self.problems.add(Span::new(at - 1, at + filled.len()), message);
                    }
                    if !plain.is_empty() {
                        pieces.push(TextPiece::Text(std::mem::take(&mut plain).into()));
                    }
                    let (piece, length) = self.hole(rest, at)?;
                    pieces.push(piece);
                    length
                }
                _ => {
                    plain.push(c);
                    c.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        if !plain.is_empty() || pieces.is_empty() {
            pieces.push(TextPiece::Text(plain.into()));
        }
        Ok(pieces)
    }

    /// What the escape at the start of `rest` stands for, and its length.
    fn escape<'t>(&mut self, rest: &'t str, at: usize) -> (&'t str, usize) {
        let escaped = rest[1..].chars().next();
        let length = 1 + escaped.map_or(0, char::len_utf8);
        match escaped {
            Some('n') => ("\n", length),
            Some('"' | '\\' | '{' | '}') => (&rest[1..length], length),
            Some(_) | None => {
                let span = Span::new(at, at + length);
                self.problems.add(span, "Expected `\\n`, `\\\"`, `\\\\`, `\\{` or `\\}` after a backslash.");
                (&rest[..length], length)
            }
        }
    }

    /// `{e}` at the start of `rest`, and its length.
    fn hole(&mut self, rest: &str, at: usize) -> Read<(TextPiece, usize)> {
        let Some(close) = rest.find('}') else {
            let message =
                "The `{` in the text has no `}`. A plain brace is written `\\{`; no text stands inside the braces.";
            return Err(self.fail(Span::new(at, at + 1), message));
        };
        let tokens = super::layout::significant(&rest[1..close], at + 1);
        let outer_tokens = std::mem::replace(&mut self.tokens, tokens);
        let outer_at = std::mem::replace(&mut self.at, 0);
        let value = self.filled(close == 1, Span::new(at, at + close + 1));
        self.tokens = outer_tokens;
        self.at = outer_at;
        Ok((TextPiece::Filled(value?), close + 1))
    }

    fn filled(&mut self, empty: bool, span: Span) -> Read<crate::lang::syntax::Expr> {
        if empty {
            return Err(self.fail(span, "Expected a value between `{` and `}`. A plain brace is written `\\{`."));
        }
        let value = self.expression()?;
        if self.at_end() { Ok(value) } else { Err(self.expected("`}`")) }
    }

    /// A text that nothing is filled in.
    pub(super) fn plain_text(&mut self, what: &str) -> Read<Text> {
        let mut text = self.text(what)?;
        let filled = text.pieces.iter().find_map(|piece| match piece {
            TextPiece::Filled(value) => Some(value.span),
            TextPiece::Text(_) => None,
        });
        if let Some(span) = filled {
            self.problems.add(span, "Nothing is filled in here: only texts of a program, a row or a job have `{…}`. A plain brace is written `\\{`.");
            text.pieces.retain(|piece| matches!(piece, TextPiece::Text(_)));
        }
        Ok(text)
    }
}
