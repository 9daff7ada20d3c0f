//! Blocks in braces, and how reading goes on behind a mistake.

use super::cursor::{Parser, Read, Skip};
use crate::lang::syntax::Block;
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words::DECLARATIONS;

impl Parser<'_> {
    /// `{ … }` with `item` for each statement in it. Mistakes inside are reported and skipped.
    pub(super) fn block<T>(&mut self, whose: &str, item: fn(&mut Self) -> Read<T>) -> Read<Block<T>> {
        let open = self.need_symbol(Symbol::OpenBrace, &format!("`{{` and the lines of {whose}"))?;
        self.nested(|parser| {
            let items = parser.items(item);
            if !parser.eat_symbol(Symbol::CloseBrace) && !std::mem::replace(&mut parser.braces_reported, true) {
                let before = parser.described(parser.peek(0));
                parser.fail(open, format!("The `{{` of {whose} is not closed before {before}."));
            }
            Ok(Block { items, span: parser.since(open) })
        })
    }

    /// `{ … }` behind a header that could not be read: its lines are read all the same.
    pub(super) fn block_after_mistake<T>(&mut self, whose: &str, item: fn(&mut Self) -> Read<T>) {
        while !self.at_statement_end() && !self.is_symbol(0, Symbol::OpenBrace) {
            self.next();
        }
        if self.is_symbol(0, Symbol::OpenBrace) {
            _ = self.block(whose, item);
        }
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
    }

    /// Does a declaration begin here, at the start of a line? `when` may stand inside a program too.
    pub(super) fn begins_declaration(&self) -> bool {
        let first = self.at == 0 || self.tokens[self.at - 1].kind == TokenKind::Break;
        let followed = matches!(self.peek(1).kind, TokenKind::Word | TokenKind::Text | TokenKind::Number);
        first && followed && !self.is_word("when") && DECLARATIONS.contains(&self.word(0))
    }
}
