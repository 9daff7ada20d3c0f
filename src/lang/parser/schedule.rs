//! `schedule W1 crash W1 W2*`.

use super::cursor::{Parser, Read, Skip};
use crate::lang::scenario::Fault;
use crate::lang::syntax::{Declaration, Ident, Move, Schedule, ScheduleItem};
use crate::lang::token::{Symbol, TokenKind};

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
        let move_ = match Fault::named(self.word(0)) {
            Some(fault) => self.strike(fault)?,
            None => {
                let process = self.scheduled()?;
                if self.eat_symbol(Symbol::Star) { Move::Finish(process) } else { Move::Step(process) }
            }
        };
        Ok(ScheduleItem { move_, span: self.since(start) })
    }

    /// `crash W1`, `lease job 1`.
    fn strike(&mut self, fault: Fault) -> Read<Move> {
        let start = self.next().span;
        if self.at_statement_end() {
            return Err(self.expected(match fault {
                Fault::Crash => "the process that dies, as in `crash W1`",
                Fault::Lost | Fault::Fail | Fault::Reply | Fault::Store | Fault::Commit => {
                    "the process that it strikes, as in `fail W1`"
                }
                Fault::Lease | Fault::Redeliver => "the job that it strikes, as in `lease job 1`",
            }));
        }
        let move_ = if fault.strikes_job() {
            Move::StrikeJob(fault, self.job_name()?)
        } else {
            Move::Strike(fault, self.scheduled()?)
        };
        if self.is_symbol(0, Symbol::Star) {
            let item = self.since(start).text(self.source);
            let message = if fault.strikes_job() {
                "A fault is one step, so no `*` stands behind it.".to_owned()
            } else {
                format!("A fault is one step, so no `*` stands behind it: write `{item}`.")
            };
            let star = self.next().span;
            self.problems.add(star, message);
        }
        Ok(move_)
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
