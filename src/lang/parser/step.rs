//! Statements that are one step, behind their first word.

use super::cursor::{Parser, Read};
use crate::lang::span::Span;
use crate::lang::syntax::{Atomic, Cell, Expr, Ident, OnConflict, Rows};
use crate::lang::token::{Symbol, TokenKind};

/// How an insert says what it does where a UNIQUE refuses it.
const REFUSED: &str = "is written `or update (…)`, `or wait`, or `else { … }` for all else";

impl Parser<'_> {
    pub(super) fn read(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        let into = self.need_variable(&rows, "`as` and a name for the row, as in `as seen`")?;
        Ok(Atomic::Read { rows, into })
    }

    pub(super) fn count(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        let into = self.need_variable(&rows, "`as` and a name for the number, as in `as n`")?;
        Ok(Atomic::Count { rows, into })
    }

    pub(super) fn insert(&mut self) -> Read<Atomic> {
        self.pass_over("into");
        let table = self.name("a table")?;
        let cells = self.cells("the columns of the row")?;
        let or = match self.eat_word("or") {
            Some(or) => self.on_conflict(or)?,
            None if self.is_word("on") && self.word(1) == "conflict" => {
                let span = self.peek(0).span.to(self.peek(1).span);
                return Err(self.fail(span, format!("What happens where a row is in the way {REFUSED}.")));
            }
            None => OnConflict::Fail,
        };
        Ok(Atomic::Insert { table, cells, or })
    }

    /// `wait` or `update (…)`, behind the `or`.
    fn on_conflict(&mut self, or: Span) -> Read<OnConflict> {
        if let Some(wait) = self.eat_word("wait") {
            return Ok(OnConflict::Wait(or.to(wait)));
        }
        if matches!(self.word(0), "ignore" | "nothing" | "skip" | "fail" | "replace") {
            let span = or.to(self.peek(0).span);
            return Err(self.fail(span, format!("What happens where a row is in the way {REFUSED}.")));
        }
        self.need_word("update", "`update` and what is set, or `wait`")?;
        Ok(OnConflict::Update(self.cells("the columns that are set")?))
    }

    pub(super) fn update(&mut self) -> Read<Atomic> {
        let table = self.name("a table")?;
        self.need_word("set", "`set` and what is set, as in `set left = left - 1`")?;
        let mut set = vec![self.setting()?];
        while self.eat_symbol(Symbol::Comma) {
            set.push(self.setting()?);
        }
        let filter = self.filter()?;
        Ok(Atomic::Update { rows: Rows { table, filter }, set, into: self.variable()? })
    }

    /// `column = e`.
    fn setting(&mut self) -> Read<Cell> {
        let name = self.name("a column")?;
        self.need_symbol(Symbol::Equal, &format!("`=` and the new value of `{}`", name.name))?;
        Ok(Cell { name, value: self.expression()? })
    }

    pub(super) fn delete(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        Ok(Atomic::Delete { rows, into: self.variable()? })
    }

    pub(super) fn effect(&mut self) -> Read<Atomic> {
        let effect = self.name("an effect")?;
        let cells = self.cells("the columns of the effect")?;
        let mut key = None;
        let mut intent = None;
        let mut into = None;
        loop {
            if key.is_none() && self.eat_word("with").is_some() {
                self.need_word("key", "`key` and what the provider remembers it by, as in `with key job.key`")?;
                key = Some(self.expression()?);
            } else if intent.is_none() && self.eat_word("for").is_some() {
                intent = Some(self.hyphenated("a job")?);
            } else if into.is_none() && self.is_word("as") {
                into = self.variable()?;
            } else {
                return Ok(Atomic::Do { effect, cells, key, intent, into });
            }
        }
    }

    pub(super) fn enqueue(&mut self) -> Read<Atomic> {
        let intent = self.hyphenated("a job")?;
        let fields = if self.is_symbol(0, Symbol::OpenBracket) { self.cells("the job's fields")? } else { Vec::new() };
        Ok(Atomic::Enqueue { intent, fields })
    }

    pub(super) fn sleep(&mut self) -> Read<Atomic> {
        let start = self.peek(0).span;
        let duration_ms = self.expression()?;
        if self.peek(0).kind == TokenKind::Word && !self.at_statement_end() && !self.is_word("else") {
            let message = "A duration is written in one: `500ms`, `2s`, `5m` or `1h`.";
            return Err(self.fail(start.to(self.peek(0).span), message));
        }
        Ok(Atomic::Sleep { duration_ms })
    }

    pub(super) fn later(&mut self) -> Read<Atomic> {
        if matches!(self.peek(0).kind, TokenKind::Duration | TokenKind::Number) {
            let message = "`later` hands the job back at once. What stands behind it says why, as in `later \"it is being worked on\"`; time is passed by `sleep 5s` before it.";
            return Err(self.fail(self.peek(0).span, message));
        }
        Ok(Atomic::Later { why: self.why()? })
    }

    pub(super) fn failure(&mut self) -> Read<Atomic> {
        Ok(Atomic::Fail { why: self.why()? })
    }

    /// Why, where it is said.
    fn why(&mut self) -> Read<Option<Expr>> {
        if self.at_statement_end() || self.is_word("else") {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    pub(super) fn until(&mut self) -> Read<Atomic> {
        if self.peek(0).kind == TokenKind::Duration {
            let message =
                "`until` waits for rows, as in `until some keys where key = job.key`. Time is passed by `sleep 5s`.";
            return Err(self.fail(self.peek(0).span, message));
        }
        Ok(Atomic::Until { condition: self.condition()? })
    }

    pub(super) fn begin(&mut self) -> Read<Atomic> {
        if matches!(self.word(0), "transaction" | "work" | "tran") {
            return Err(
                self.fail(self.peek(0).span, "A transaction is opened by `begin` alone, or by `begin snapshot`.")
            );
        }
        if self.is_symbol(0, Symbol::OpenBrace) {
            let message = "A transaction has no braces: it goes from `begin` to `commit` or `rollback`.";
            return Err(self.fail(self.peek(0).span, message));
        }
        let snapshot = self.eat_word("snapshot").is_some();
        if !snapshot && !self.at_statement_end() && !self.is_word("else") {
            return Err(self.expected("`snapshot` or the end of the line"));
        }
        Ok(Atomic::Begin { snapshot })
    }

    /// `T where C`.
    pub(super) fn rows(&mut self) -> Read<Rows> {
        self.pass_over("from");
        let table = self.name("a table or an effect")?;
        Ok(Rows { table, filter: self.filter()? })
    }

    /// Reports a word that other languages have before a table, and goes on behind it.
    fn pass_over(&mut self, word: &str) {
        if self.is_word(word) && !matches!(self.word(1), "" | "where" | "as" | "set" | "else") {
            let span = self.next().span;
            self.problems.add(span, format!("The name of the table stands here, without `{word}`."));
        }
    }

    /// `as x`, where it stands.
    fn variable(&mut self) -> Read<Option<Ident>> {
        match self.eat_word("as") {
            Some(_) => Ok(Some(self.name("a variable")?)),
            None => Ok(None),
        }
    }

    fn need_variable(&mut self, rows: &Rows, what: &str) -> Read<Ident> {
        if !self.is_word("as") {
            // The name that is missing here is used further down; that is no second mistake.
            self.problems.leave_unread("as");
        }
        if rows.filter.is_none() && !self.at_statement_end() {
            self.need_word("as", &format!("`where` and which rows, or {what}"))?;
        } else {
            self.need_word("as", what)?;
        }
        self.name("a variable")
    }
}
