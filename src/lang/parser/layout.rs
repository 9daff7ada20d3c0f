//! Which line ends count: none inside brackets, none before a line that goes on with the one before it.

use crate::lang::span::Span;
use crate::lang::token::{Symbol, Token, TokenKind, lex_at};
use crate::lang::words::{CONTINUATIONS, DECLARATIONS, STATEMENTS};

/// The tokens of `piece`, which begins at byte `start` of the whole text, without comments and without the line ends
/// that end nothing. The last token is always a break, so a reader never runs out of tokens.
pub(super) fn significant(piece: &str, start: usize) -> Vec<Token> {
    let all: Vec<Token> = lex_at(piece, start).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut kept: Vec<Token> = Vec::with_capacity(all.len() + 1);
    let mut brackets = 0_usize;
    let mut at = 0;
    while at < all.len() {
        let run = all[at..].iter().take_while(|token| token.kind == TokenKind::Break).count();
        if run == 0 {
            brackets = brackets_after(all[at].kind, brackets);
            kept.push(all[at]);
            at += 1;
            continue;
        }
        let next = Line { tokens: &all[at + run..], piece, start };
        if ends(&next, brackets) {
            // The break stands right behind what it ends, so that an error at it points there.
            let end = kept.last().map_or(all[at].span.start, |token| token.span.end) as usize;
            kept.push(Token { kind: TokenKind::Break, span: Span::new(end, end) });
            brackets = 0;
        }
        at += run;
    }
    let end = kept.last().map_or(start as u32, |token| token.span.end) as usize;
    kept.push(Token { kind: TokenKind::Break, span: Span::new(end, end) });
    kept
}

fn brackets_after(kind: TokenKind, brackets: usize) -> usize {
    match kind {
        TokenKind::Symbol(Symbol::OpenBracket) => brackets + 1,
        TokenKind::Symbol(Symbol::CloseBracket) => brackets.saturating_sub(1),
        // No brace stands inside brackets: whoever wrote it forgot the bracket.
        TokenKind::Symbol(Symbol::OpenBrace | Symbol::CloseBrace) => 0,
        TokenKind::Symbol(_)
        | TokenKind::Word
        | TokenKind::Number
        | TokenKind::Duration
        | TokenKind::Text
        | TokenKind::OpenText
        | TokenKind::Break
        | TokenKind::Comment
        | TokenKind::Unknown => brackets,
    }
}

/// The tokens from the start of a line.
struct Line<'a> {
    tokens: &'a [Token],
    piece: &'a str,
    start: usize,
}

impl Line<'_> {
    fn word(&self, index: usize) -> &str {
        match self.tokens.get(index) {
            Some(token) if token.kind == TokenKind::Word => {
                &self.piece[token.span.start as usize - self.start..token.span.end as usize - self.start]
            }
            Some(_) | None => "",
        }
    }
}

/// Does a line end before `next` count?
fn ends(next: &Line<'_>, brackets: usize) -> bool {
    if brackets > 0 {
        return begins_anew(next);
    }
    !CONTINUATIONS.contains(&next.word(0))
}

/// Inside brackets: does the line look like a statement of its own, so that the bracket was forgotten? A column on
/// its own line is followed by a comma, a colon, or one of a column's words.
fn begins_anew(next: &Line<'_>) -> bool {
    let first = next.word(0);
    let second = next.tokens.get(1).map(|token| token.kind);
    let followed = match second {
        Some(TokenKind::Word) => !["unique", "primary", "serial", "and", "or", "as"].contains(&next.word(1)),
        Some(TokenKind::Text) => true,
        Some(_) | None => false,
    };
    followed && (STATEMENTS.contains(&first) || DECLARATIONS.contains(&first))
}
