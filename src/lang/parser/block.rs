//! Blocks in braces, and how reading goes on behind a mistake.

use super::cursor::{Parser, Read, Skip, Suspect};
use crate::lang::span::{Span, position};
use crate::lang::syntax::Block;
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words::DECLARATIONS;

impl Parser<'_> {
    /// `{ … }` with `item` for each statement in it. Mistakes inside are reported and skipped.
    pub(super) fn block<T>(&mut self, whose: &str, item: fn(&mut Self) -> Read<T>) -> Read<Block<T>> {
        if !self.is_symbol(0, Symbol::OpenBrace) {
            self.expected(&format!("`{{` and the lines of {whose}"));
            return Err(self.lines_after_mistake(whose, item));
        }
        let open = self.next().span;
        self.nested(|parser| {
            parser.blocks_open += 1;
            let items = parser.items(item);
            parser.blocks_open -= 1;
            let close = parser.peek(0).span;
            if !parser.eat_symbol(Symbol::CloseBrace) {
                parser.report_unclosed(whose, open);
            } else if parser.suspect.is_none() && parser.closes_further_left(open, close) {
                parser.suspect = Some(Suspect { open, whose: whose.to_owned(), close });
            }
            Ok(Block { items, span: parser.since(open) })
        })
    }

    /// Reports a block that nothing closes, once: at the block that is likely meant.
    fn report_unclosed(&mut self, whose: &str, open: Span) {
        if std::mem::replace(&mut self.braces_reported, true) {
            return;
        }
        // Only a block inside this one can have taken its brace.
        if let Some(Suspect { open: inner, whose, close }) = self.suspect.take().filter(|it| it.open.start > open.start)
        {
            let line = |span: Span| position(self.source, span.start).line;
            let (closed, opened) = (line(close), line(inner));
            let message = format!(
                "The `{{` of {whose} is not closed: the `}}` on line {closed} stands further left than line {opened}, so it closes something else."
            );
            self.fail(inner, message);
        } else {
            let before = self.described(self.peek(0));
            self.fail(open, format!("The `{{` of {whose} is not closed before {before}."));
        }
    }

    /// Does the closing brace begin its line further left than the line of the opening one begins?
    fn closes_further_left(&self, open: Span, close: Span) -> bool {
        let indented = |span: Span| {
            let before = &self.source[..span.start as usize];
            let line = &self.source[before.rfind('\n').map_or(0, |at| at + 1)..];
            line.find(|c: char| c != ' ' && c != '\t').unwrap_or(0)
        };
        let column = position(self.source, close.start).column - 1;
        column == indented(close) && column < indented(open)
    }

    /// The blocks behind a header that could not be read, an `else` among them: their lines are read all the same.
    /// Where none begins on the line, nobody knows which lines are its own, nor which brace closes them.
    pub(super) fn lines_after_mistake<T>(&mut self, whose: &str, item: fn(&mut Self) -> Read<T>) -> Skip {
        let mut found = self.block_after_mistake(whose, item);
        self.braces_reported |= !found;
        while found && self.eat_word("else").is_some() {
            found = self.block_after_mistake(whose, item);
        }
        Skip
    }

    /// The block further down a line that could not be read: its lines are read all the same. Is there one?
    pub(super) fn block_after_mistake<T>(&mut self, whose: &str, item: fn(&mut Self) -> Read<T>) -> bool {
        while !self.at_statement_end() && !self.is_symbol(0, Symbol::OpenBrace) {
            self.next();
        }
        let found = self.is_symbol(0, Symbol::OpenBrace);
        if found {
            _ = self.block(whose, item);
        }
        found
    }

    /// Statements up to a closing brace, a declaration that shows a brace was forgotten, or the end.
    fn items<T>(&mut self, item: fn(&mut Self) -> Read<T>) -> Vec<T> {
        let mut items = Vec::new();
        loop {
            while self.peek(0).kind == TokenKind::Break && !self.at_end() {
                self.next();
            }
            if self.at_end() || self.is_symbol(0, Symbol::CloseBrace) || self.blocks_end_at == Some(self.at) {
                return items;
            }
            let start = self.at;
            match item(self) {
                Ok(read) => items.push(read),
                Err(Skip) if self.blocks_end_at == Some(self.at) => return items,
                Err(Skip) => self.skip_statement(start),
            }
            // Whoever has an `else` has read it: the block around this line was not closed before its own.
            if self.is_word("else") {
                return items;
            }
            self.need_statement_end();
        }
    }

    /// Reports what stands between a statement and the end of its line, and goes past it.
    pub(super) fn need_statement_end(&mut self) {
        if !self.at_statement_end() {
            _ = self.expected("the end of the line");
            self.skip_statement(self.at);
        }
    }

    /// Goes to the end of the statement that began at token `start`, past its blocks, and remembers its words.
    pub(super) fn skip_statement(&mut self, start: usize) {
        let mut braces = 0_usize;
        while !self.at_end() {
            match self.peek(0).kind {
                TokenKind::Break if braces == 0 => break,
                TokenKind::Word if braces > 0 && self.begins_declaration() => break,
                TokenKind::Symbol(Symbol::CloseBrace) if braces == 0 => break,
                TokenKind::Symbol(Symbol::CloseBrace) => braces -= 1,
                TokenKind::Symbol(Symbol::OpenBrace) => braces += 1,
                TokenKind::Symbol(_)
                | TokenKind::Break
                | TokenKind::Word
                | TokenKind::Number
                | TokenKind::Duration
                | TokenKind::Text
                | TokenKind::OpenText
                | TokenKind::Comment
                | TokenKind::Unknown => {}
            }
            self.next();
        }
        let skipped = self.since(self.tokens[start].span);
        self.problems.leave_unread(skipped.text(self.source));
        let word = self.tokens[start].span.text(self.source);
        let named = start + 1 < self.at
            && self.tokens[start + 1].kind == TokenKind::Word
            && !["runs", "on"].contains(&self.tokens[start + 1].span.text(self.source));
        if let Some(kind) = DECLARATIONS.iter().find(|kind| **kind == word).filter(|_| !named) {
            self.problems.leave_nameless(kind);
        }
    }

    /// Does a declaration begin here, at the start of a line? `when` may stand inside a program too.
    pub(super) fn begins_declaration(&self) -> bool {
        let first = self.at == 0 || self.tokens[self.at - 1].kind == TokenKind::Break;
        let followed = matches!(self.peek(1).kind, TokenKind::Word | TokenKind::Text | TokenKind::Number);
        first && followed && !self.is_word("when") && DECLARATIONS.contains(&self.word(0))
    }
}
