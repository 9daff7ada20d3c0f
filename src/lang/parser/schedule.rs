//! `schedule W1 crash W1 W2*`.

use super::cursor::{Parser, Read, Skip};
use crate::lang::syntax::{Declaration, Ident, Schedule, ScheduleItem, ScheduleVerb};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words::FAULTS;

impl Parser<'_> {
    pub(super) fn schedule(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let mut items = Vec::new();
        while !self.at_statement_end() {
            items.push(self.schedule_item()?);
        }
        if items.is_empty() {
            return Err(self.expected("the processes in the order in which they step, as in `schedule W1 W2`"));
        }
        Ok(Declaration::Schedule(Schedule { items, span: self.since(start) }))
    }

    /// The items of a schedule that stands alone, over any number of lines.
    pub(super) fn lone_schedule(&mut self) -> Vec<ScheduleItem> {
        let mut items = Vec::new();
        while !self.at_end() {
            if self.peek(0).kind == TokenKind::Break {
                self.next();
                continue;
            }
            match self.schedule_item() {
                Ok(item) => items.push(item),
                Err(Skip) => _ = self.next(),
            }
        }
        items
    }

    fn schedule_item(&mut self) -> Read<ScheduleItem> {
        let start = self.peek(0).span;
        let word = self.word(0);
        let faulty = FAULTS.contains(&word);
        if faulty && word != "crash" {
            return Err(self.not_built_as(start, &format!("`{word}` in a schedule")));
        }
        if faulty {
            self.next();
            if self.at_statement_end() {
                return Err(self.expected("the process that dies, as in `crash W1`"));
            }
            let process = self.scheduled()?;
            if self.is_symbol(0, Symbol::Star) {
                let message =
                    format!("A crash is one step, so no `*` stands behind it: write `crash {}`.", process.name);
                let star = self.next().span;
                self.problems.add(star, message);
            }
            return Ok(ScheduleItem { process, verb: ScheduleVerb::Crash, span: self.since(start) });
        }
        let process = self.scheduled()?;
        let verb = if self.eat_symbol(Symbol::Star) { ScheduleVerb::Finish } else { ScheduleVerb::Step };
        Ok(ScheduleItem { process, verb, span: self.since(start) })
    }

    /// The name of a process; the first word of a schedule may be its own name and hold a minus.
    fn scheduled(&mut self) -> Read<Ident> {
        if self.peek(0).kind != TokenKind::Word {
            let symbol = self.peek(0).span.text(self.source);
            if matches!(symbol, "," | "-" | "->" | ">" | ":" | "|" | ".") {
                let span = self.peek(0).span;
                let message = "Names stand side by side in a schedule, with nothing between them: `schedule W1 W2 W1`.";
                // Once for a schedule, however many stand in it.
                return Err(if self.problems.says(message) { Skip } else { self.fail(span, message) });
            }
            return Err(self.expected("the name of a process, as in `W1` or `W1*`"));
        }
        self.hyphenated("a process")
    }
}
