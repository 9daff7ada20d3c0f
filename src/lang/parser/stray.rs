//! What stands where no declaration begins: braces too many, lines of programs, words of other languages.

use super::cursor::{Parser, Skip};
use crate::lang::nearest::nearest;
use crate::lang::span::{Span, position};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words;

impl Parser<'_> {
    /// A closing brace that closes nothing; the lines of a program behind it belong to the mistake.
    pub(super) fn stray_brace(&mut self) {
        let span = self.next().span;
        if !std::mem::replace(&mut self.braces_reported, true) {
            self.problems.add(span, "The `}` closes nothing: take it out, or write the `{` it belongs to further up.");
        }
        self.skip_program_lines();
    }

    /// Goes past lines that could only stand inside a program, up to the end of the line before the next declaration
    /// or to the brace that closes what is around.
    fn skip_program_lines(&mut self) {
        let start = self.at;
        let mut braces = 0_usize;
        while !self.at_end() {
            let breaks = self.peek(0).kind == TokenKind::Break;
            if breaks && words::DECLARATIONS.contains(&self.word(1)) {
                break;
            }
            if self.is_symbol(0, Symbol::OpenBrace) {
                braces += 1;
            } else if self.is_symbol(0, Symbol::CloseBrace) {
                if braces == 0 {
                    break;
                }
                braces -= 1;
            }
            self.next();
        }
        let skipped = self.since(self.tokens[start].span);
        self.problems.leave_unread(skipped.text(self.source));
    }

    /// A word that begins no declaration, with what is likely meant.
    pub(super) fn no_declaration(&mut self, word: &str, start: Span) -> Skip {
        if word.is_empty() {
            return self.expected("a declaration, such as `table`, `handler` or `worker`");
        }
        if words::STATEMENTS.contains(&word) {
            if !std::mem::replace(&mut self.braces_reported, true) {
                let closed = self.closed_before();
                let message = format!("`{word}` is a statement: it stands inside a handler or a process.{closed}");
                self.problems.add(start, message);
            }
            self.skip_program_lines();
            return Skip;
        }
        if let Some(hint) = self.foreign_word() {
            return self.fail(start, format!("`{word}` begins no declaration. {hint}"));
        }
        if words::FAULTS.contains(&word) {
            self.problems.leave_unread("faults");
            return self
                .fail(start, format!("`{word}` begins no declaration. What may strike is said by `faults {word} 1`."));
        }
        if self.is_symbol(1, Symbol::OpenBrace) {
            self.problems.leave_unread("handler process");
            return self.fail(
                start,
                format!("`{word}` begins no declaration. A program is written `handler {word} {{ … }}`."),
            );
        }
        let message = format!("{} begins no declaration.", self.described(self.peek(0)));
        if let Some(meant) = nearest(word, words::DECLARATIONS) {
            // What it would have declared is missing; that is no second mistake.
            self.problems.leave_unread(&meant);
        }
        self.unknown_word(message, words::DECLARATIONS)
    }

    /// Where the line stands right behind a program: which brace closed that.
    fn closed_before(&self) -> String {
        match &self.closed {
            Some((name, brace, behind))
                if self.tokens[*behind..self.at].iter().all(|it| it.kind == TokenKind::Break) =>
            {
                let line = position(self.source, brace.start).line;
                if line == position(self.source, name.span.start).line {
                    return String::new();
                }
                format!(" The `}}` on line {line} closes `{}`: is it, or one before it, one too many?", name.name)
            }
            Some(_) | None => String::new(),
        }
    }
}
