//! The lines of a file around its programs.

use super::cursor::{Parser, Read, Skip};
use crate::lang::limits::TURNS_MAX;
use crate::lang::scenario::TableKind;
use crate::lang::syntax::{Block, Declaration, File, Handler, Ident, Job, Process, Statement, Switch, Text, TextPiece};
use crate::lang::token::{Symbol, TokenKind};

impl Parser<'_> {
    /// The whole file.
    pub(super) fn file(&mut self) -> File {
        let mut declarations = Vec::new();
        while !self.at_end() {
            if self.peek(0).kind == TokenKind::Break {
                self.next();
                continue;
            }
            if self.is_symbol(0, Symbol::CloseBrace) {
                self.stray_brace();
                continue;
            }
            let start = self.at;
            match self.declaration() {
                Ok(declaration) => declarations.push(declaration),
                Err(Skip) => self.skip_statement(start),
            }
            self.need_statement_end();
        }
        File { declarations }
    }

    /// One declaration.
    pub(super) fn declaration(&mut self) -> Read<Declaration> {
        let start = self.peek(0).span;
        match self.word(0) {
            "title" => Ok(Declaration::Title(self.line_text("the title")?)),
            "about" => Ok(Declaration::About(self.line_text("what it is about")?)),
            "takeaway" => Ok(Declaration::Takeaway(self.line_text("what to take away")?)),
            "source" => self.source(),
            "table" => self.table(TableKind::Store),
            "memory" => self.table(TableKind::Memory),
            "effect" => self.table(TableKind::Effect),
            "row" => self.row(),
            "job" => self.job(),
            "handler" => self.handler(),
            "process" => self.process(),
            "worker" => self.worker(),
            "queue" => self.queue(),
            "faults" => self.faults(),
            "clock" => self.clock(),
            "switch" => self.switch(),
            "schedule" => self.schedule(),
            "open" => self.open(),
            "fixed" => self.fixed_by(),
            "predict" => self.predict(),
            "expect" => self.expect(),
            "when" => Ok(Declaration::When(self.when(Self::declaration)?)),
            word => Err(self.no_declaration(word, start)),
        }
    }

    fn line_text(&mut self, what: &str) -> Read<Text> {
        let start = self.next().span;
        let mut text = self.plain_text(what)?;
        text.span = self.since(start);
        Ok(text)
    }

    /// `source "https://…"`: where what the file is about was told in public.
    fn source(&mut self) -> Read<Declaration> {
        let text = self.line_text("an address, as in `source \"https://…\"`,")?;
        let address = text.pieces.iter().all(|piece| match piece {
            TextPiece::Text(address) => is_address(address),
            TextPiece::Filled(_) => false,
        });
        if !address {
            let message = "A source is an address on the web, as in `source \"https://…\"`.";
            self.problems.add(text.span, message);
        }
        Ok(Declaration::Source(text))
    }

    fn job(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let intent = self.hyphenated("a job, as in `job charge-77`")?;
        let fields = if self.is_symbol(0, Symbol::OpenBracket) { self.cells("the job's fields")? } else { Vec::new() };
        Ok(Declaration::Job(Job { intent, fields, span: self.since(start) }))
    }

    fn handler(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let name = match self.name("a handler") {
            Ok(name) => name,
            Err(Skip) => {
                return Err(self.lines_after_mistake("the handler", Self::statement));
            }
        };
        let body = self.program(&name)?;
        Ok(Declaration::Handler(Handler { name, body, span: self.since(start) }))
    }

    fn process(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let (name, turns, after) = match self.process_header() {
            Ok(header) => header,
            Err(Skip) => {
                return Err(self.lines_after_mistake("the process", Self::statement));
            }
        };
        let body = self.program(&name)?;
        Ok(Declaration::Process(Process { name, turns, after, body, span: self.since(start) }))
    }

    /// The lines of a handler or a process.
    fn program(&mut self, name: &Ident) -> Read<Block<Statement>> {
        let body = self.block(&format!("`{}`", name.name), Self::statement)?;
        self.closed = Some((name.clone(), self.tokens[self.at - 1].span, self.at));
        Ok(body)
    }

    /// `NAME repeats N after NAME`.
    fn process_header(&mut self) -> Read<(Ident, u32, Option<Ident>)> {
        let name = self.name("a process")?;
        let mut turns = None;
        let mut after = None;
        loop {
            if turns.is_none() && self.eat_word("repeats").is_some() {
                turns = Some(self.number_within("a number of turns", 1, TURNS_MAX)?);
            } else if after.is_none() && self.is_word("after") {
                after = self.after()?;
            } else {
                return Ok((name, turns.unwrap_or(1), after));
            }
        }
    }

    /// `after NAME`, where it stands.
    pub(super) fn after(&mut self) -> Read<Option<Ident>> {
        match self.eat_word("after") {
            Some(_) => Ok(Some(self.name("a process")?)),
            None => Ok(None),
        }
    }

    fn clock(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let clock_ms = self.number("the start of the clock, a number of milliseconds")?;
        if !self.at_statement_end() {
            return Err(self.expected("the end of the line: the clock is one number of milliseconds"));
        }
        Ok(Declaration::Clock { clock_ms, span: self.since(start) })
    }

    /// `switch key = plain "plain key" or unique`.
    fn switch(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let name = self.name("a switch")?;
        self.need_symbol(Symbol::Equal, &format!("`=` and the positions of `{}`", name.name))?;
        let mut positions = vec![self.switch_position()?];
        if self.at_statement_end() {
            let first = &positions[0].0.name;
            let message = format!("A switch has two positions or more: `switch {} = {first} or …`.", name.name);
            return Err(self.fail(self.since(start), message));
        }
        if !self.is_word("or") {
            return Err(self.expected("`or` and another position"));
        }
        while self.eat_word("or").is_some() {
            positions.push(self.switch_position()?);
        }
        Ok(Declaration::Switch(Switch { name, positions, span: self.since(start) }))
    }

    fn switch_position(&mut self) -> Read<(Ident, Option<Text>)> {
        let name = self.name("a position")?;
        let label = match self.peek(0).kind {
            TokenKind::Text | TokenKind::OpenText => Some(self.plain_text("a label")?),
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Duration
            | TokenKind::Symbol(_)
            | TokenKind::Break
            | TokenKind::Comment
            | TokenKind::Unknown => None,
        };
        Ok((name, label))
    }

    fn open(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let name = self.hyphenated("a schedule")?;
        Ok(Declaration::Open { name, span: self.since(start) })
    }

    fn fixed_by(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        self.need_word("by", "`by` and the name of a scenario, as in `fixed by claim-first`")?;
        let name = self.hyphenated("a scenario")?;
        Ok(Declaration::FixedBy { name, span: self.since(start) })
    }
}

/// Does it lead to a page, and to nothing else that a browser may do with an address?
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c))
    })
}
