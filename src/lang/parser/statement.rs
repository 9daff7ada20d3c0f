//! The lines of a program.

use super::cursor::{Parser, Read, Skip};
use crate::lang::limits::TRIES_MAX;
use crate::lang::nearest::nearest;
use crate::lang::span::Span;
use crate::lang::syntax::{Atomic, Block, Branch, Ident, Statement, When};
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
            "ack" => self.atomic(|_| Ok(Atomic::Ack)),
            "later" => self.atomic(Self::later),
            "fail" => self.atomic(Self::failure),
            "until" => self.atomic(Self::until),
            "begin" => self.atomic(Self::begin),
            "commit" => self.atomic(|_| Ok(Atomic::Commit)),
            "rollback" => self.atomic(|_| Ok(Atomic::Rollback)),
            "let" => self.local(Self::assignment),
            "say" => self.local(Self::say),
            "return" => self.local(Self::answer),
            "if" => self.choice(),
            "try" => self.tries(),
            "again" => self.local(Self::again),
            "when" => Ok(Statement::When(self.when(Self::statement)?)),
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
        } else if let Some(hint) = self.in_capitals() {
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

    /// `try N times { … }`.
    fn tries(&mut self) -> Read<Statement> {
        let start = self.next().span;
        self.tries_open += 1;
        let tried = self.tried(start);
        self.tries_open -= 1;
        let tried = tried?;
        if self.is_word("else") && !self.begins_line() {
            let span = self.next().span;
            let message = "`try` has no `else` block: what is done when a statement fails stands behind that statement, as in `insert keys (key: job.key) else { again }`.";
            self.problems.add(span, message);
            _ = self.block_after_mistake(BLOCK, Self::statement);
        }
        Ok(tried)
    }

    fn tried(&mut self, start: Span) -> Read<Statement> {
        let times = match self.tries_header() {
            Ok(times) => times,
            Err(Skip) => return Err(self.lines_after_mistake("`try`", Self::statement)),
        };
        let span = self.since(start);
        let body = self.block("`try`", Self::statement)?;
        Ok(Statement::Try { times, body, span })
    }

    /// `N times`.
    fn tries_header(&mut self) -> Read<u32> {
        if self.is_symbol(0, Symbol::OpenBrace) {
            let message = "`try` says how many turns there are: `try 3 times { … }`. What is done when a statement fails stands behind that statement, in `else { … }`.";
            return Err(self.fail(self.peek(0).span, message));
        }
        let times =
            self.number_within("how many turns there are, as in `try 3 times { … }`: a number", 1, TRIES_MAX)?;
        if self.eat_word("time").is_none() {
            self.need_word("times", "`times` behind the number, as in `try 3 times { … }`")?;
        }
        Ok(times)
    }

    fn again(&mut self, start: Span) -> Read<Statement> {
        if self.tries_open == 0 {
            let message = "`again` belongs to nothing: it stands inside `try 3 times { … }` and starts its next turn.";
            self.problems.add(start, message);
        }
        Ok(Statement::Again { span: start })
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
        let counts = self.is_word("count") && !self.word(1).is_empty() && !words::is_reserved(self.word(1));
        if counts || self.condition_stands(0) {
            self.rows_in_if();
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

    /// Reports a condition on rows where a value is asked.
    fn rows_in_if(&mut self) {
        let span = self.peek(0).span;
        let message = "Only `until` and `expect` look at rows by themselves. Here they are read first: `read T where C as seen`, then `if seen { … }`; or `count T where C as n`, then `if n > 0 { … }`.";
        self.problems.add(span, message);
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
}
