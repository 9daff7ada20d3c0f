//! The lines of a program.

use super::cursor::{Parser, Read, Skip};
use crate::lang::nearest::nearest;
use crate::lang::span::Span;
use crate::lang::syntax::{Atomic, Block, Branch, Cell, Ident, Rows, Statement, When};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words;

/// A block of a program, as errors call it.
const BLOCK: &str = "the block";

impl Parser<'_> {
    /// One statement with its blocks.
    pub(super) fn statement(&mut self) -> Read<Statement> {
        let start = self.peek(0).span;
        match self.word(0) {
            "read" => self.atomic(Self::read),
            "count" => self.atomic(Self::count),
            "insert" => self.atomic(Self::insert),
            "update" => self.atomic(Self::update),
            "delete" => self.atomic(Self::delete),
            "do" => self.atomic(Self::effect),
            "enqueue" => self.atomic(Self::enqueue),
            "sleep" => self.atomic(Self::sleep),
            "let" => self.local(Self::assignment),
            "say" => self.local(Self::say),
            "return" => self.local(Self::answer),
            "if" => self.choice(),
            "when" => Ok(Statement::When(self.when(Self::statement)?)),
            word if words::STATEMENTS_NOT_BUILT.contains(&word) => Err(self.not_built(start, word)),
            _ if self.begins_declaration() => {
                self.blocks_end_at = Some(self.at);
                Err(Skip)
            }
            "" => Err(self.expected("a statement")),
            "else" => Err(self
                .fail(start, "The `else` belongs to nothing: it stands behind a statement or the block of an `if`.")),
            _ => Err(self.no_statement()),
        }
    }

    /// A word that begins no statement, with what is likely meant.
    fn no_statement(&mut self) -> Skip {
        let span = self.peek(0).span;
        let word = self.described(self.peek(0));
        let name = self.word(0);
        let mut message = format!("{word} begins no statement.");
        let slip = nearest(name, words::STATEMENTS).is_some();
        if let Some(hint) = self.foreign_word() {
            message = format!("{message} {hint}");
        } else if !slip && self.is_symbol(1, Symbol::Equal) {
            message = format!("{message} A variable is set by `let {name} = …`.");
        } else if !slip && self.is_symbol(1, Symbol::OpenBracket) {
            message =
                format!("{message} An effect is performed by `do {name} (…)`, a row is added by `insert {name} (…)`.");
        } else {
            return self.unknown_word(message, words::STATEMENTS);
        }
        self.fail(span, message)
    }

    /// A statement that is one step, with its `else` block.
    fn atomic(&mut self, read: fn(&mut Self) -> Read<Atomic>) -> Read<Statement> {
        let start = self.next().span;
        let atomic = match read(self) {
            Ok(atomic) => atomic,
            Err(Skip) => {
                self.else_after_mistake(start);
                return Err(Skip);
            }
        };
        let span = self.since(start);
        let otherwise = self.otherwise()?;
        Ok(Statement::Atomic { atomic, span, otherwise })
    }

    /// Behind a statement that could not be read: reads the lines of its `else` block all the same.
    fn else_after_mistake(&mut self, start: Span) {
        while !self.at_statement_end() && !self.is_symbol(0, Symbol::OpenBrace) {
            self.next();
        }
        let skipped = self.since(start);
        self.problems.leave_unread(skipped.text(self.source));
        _ = self.block_after_mistake(BLOCK, Self::statement);
    }

    /// A line that touches nothing but the run's own variables.
    fn local(&mut self, read: fn(&mut Self, Span) -> Read<Statement>) -> Read<Statement> {
        let start = self.next().span;
        let statement = read(self, start)?;
        // On a line of its own it belongs to a block that was not closed before it.
        if self.is_word("else") && !self.begins_line() {
            let word = start.text(self.source);
            let span = self.peek(0).span;
            self.problems.add(span, format!("`{word}` has no `else` block: only a statement that is a step can fail."));
            self.next();
            _ = self.block_after_mistake(BLOCK, Self::statement);
        }
        Ok(statement)
    }

    /// `else { … }`, where it stands.
    fn otherwise(&mut self) -> Read<Option<Block<Statement>>> {
        match self.eat_word("else") {
            Some(_) => Ok(Some(self.block("`else`", Self::statement)?)),
            None => Ok(None),
        }
    }

    fn read(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        let into = self.need_variable(&rows, "`as` and a name for the row, as in `as seen`")?;
        Ok(Atomic::Read { rows, into })
    }

    fn count(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        let into = self.need_variable(&rows, "`as` and a name for the number, as in `as n`")?;
        Ok(Atomic::Count { rows, into })
    }

    fn insert(&mut self) -> Read<Atomic> {
        self.pass_over("into");
        let table = self.name("a table")?;
        let cells = self.cells("the columns of the row")?;
        let mut or_update = None;
        if let Some(or) = self.eat_word("or") {
            if let Some(wait) = self.eat_word("wait") {
                self.not_built(or.to(wait), "insert … or wait");
            } else {
                self.need_word("update", "`update` and what is set")?;
                or_update = Some(self.cells("the columns that are set")?);
            }
        }
        Ok(Atomic::Insert { table, cells, or_update })
    }

    fn update(&mut self) -> Read<Atomic> {
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

    fn delete(&mut self) -> Read<Atomic> {
        let rows = self.rows()?;
        Ok(Atomic::Delete { rows, into: self.variable()? })
    }

    fn effect(&mut self) -> Read<Atomic> {
        let effect = self.name("an effect")?;
        let cells = self.cells("the columns of the effect")?;
        let mut intent = None;
        let mut into = None;
        loop {
            if let Some(with) = self.eat_word("with") {
                self.need_word("key", "`key` and the provider's key")?;
                self.expression()?;
                let span = self.since(with);
                self.not_built(span, "with key");
            } else if intent.is_none() && self.eat_word("for").is_some() {
                intent = Some(self.hyphenated("a job")?);
            } else if into.is_none() && self.is_word("as") {
                into = self.variable()?;
            } else {
                return Ok(Atomic::Do { effect, cells, intent, into });
            }
        }
    }

    fn enqueue(&mut self) -> Read<Atomic> {
        let intent = self.hyphenated("a job")?;
        let fields = if self.is_symbol(0, Symbol::OpenBracket) { self.cells("the job's fields")? } else { Vec::new() };
        Ok(Atomic::Enqueue { intent, fields })
    }

    fn sleep(&mut self) -> Read<Atomic> {
        let start = self.peek(0).span;
        let duration_ms = self.expression()?;
        if self.peek(0).kind == TokenKind::Word && !self.at_statement_end() && !self.is_word("else") {
            let message = "A duration is written in one: `500ms`, `2s`, `5m` or `1h`.";
            return Err(self.fail(start.to(self.peek(0).span), message));
        }
        Ok(Atomic::Sleep { duration_ms })
    }

    fn assignment(&mut self, start: Span) -> Read<Statement> {
        let into = self.name("a variable")?;
        self.need_symbol(Symbol::Equal, &format!("`=` and the value of `{}`", into.name))?;
        if words::STATEMENTS.contains(&self.word(0)) && self.peek(1).kind == TokenKind::Word {
            let (span, word) = (self.peek(0).span, self.word(0));
            let message = format!(
                "Expected a value; `{word}` is a statement. What it finds is named at its end: `as {}`.",
                into.name
            );
            return Err(self.fail(span, message));
        }
        let value = self.expression()?;
        Ok(Statement::Let { into, value, span: self.since(start) })
    }

    fn say(&mut self, start: Span) -> Read<Statement> {
        let text = self.expression()?;
        Ok(Statement::Say { text, span: self.since(start) })
    }

    fn answer(&mut self, start: Span) -> Read<Statement> {
        let answer = if self.at_statement_end() || self.is_word("else") { None } else { Some(self.expression()?) };
        Ok(Statement::Return { answer, span: self.since(start) })
    }

    /// `if C { … } else if D { … } else { … }`, read in a row so that a long chain is no deep nesting.
    fn choice(&mut self) -> Read<Statement> {
        let mut branches = vec![self.branch()?];
        while let Some(otherwise) = self.eat_word("else") {
            if !self.is_word("if") {
                let block = self.block("`else`", Self::statement)?;
                return Ok(Statement::If { branches, otherwise: Some(block) });
            }
            let mut branch = self.branch()?;
            branch.span = otherwise.to(branch.span);
            branches.push(branch);
        }
        Ok(Statement::If { branches, otherwise: None })
    }

    /// `if C { … }`.
    fn branch(&mut self) -> Read<Branch> {
        let start = self.next().span;
        if self.is_symbol(0, Symbol::OpenBrace) {
            self.expected("a condition, as in `if seen { … }`");
            return Err(self.lines_after_mistake("`if`", Self::statement));
        }
        let condition = match self.expression() {
            Ok(condition) => condition,
            Err(Skip) => {
                return Err(self.lines_after_mistake("`if`", Self::statement));
            }
        };
        let span = self.since(start);
        let then = self.block("`if`", Self::statement)?;
        Ok(Branch { condition, then, span })
    }

    /// `when SWITCH is A or B { … } else { … }` around `item`s.
    pub(super) fn when<T>(&mut self, item: fn(&mut Self) -> Read<T>) -> Read<When<T>> {
        let start = self.next().span;
        let (switch, positions) = match self.when_header() {
            Ok(header) => header,
            Err(Skip) => {
                return Err(self.lines_after_mistake("`when`", item));
            }
        };
        let then = self.block("`when`", item)?;
        let otherwise = match self.eat_word("else") {
            Some(_) => Some(self.block("`else`", item)?),
            None => None,
        };
        Ok(When { switch, positions, then, otherwise, span: self.since(start) })
    }

    fn when_header(&mut self) -> Read<(Ident, Vec<Ident>)> {
        let switch = self.name("a switch")?;
        self.need_word("is", "`is` and a position of the switch")?;
        let mut positions = vec![self.name("a position")?];
        while self.eat_word("or").is_some() {
            positions.push(self.name("a position")?);
        }
        Ok((switch, positions))
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
