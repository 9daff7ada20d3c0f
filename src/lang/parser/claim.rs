//! `expect` and `predict`: claims, and conditions on rows.

use super::cursor::{Parser, Read};
use crate::lang::claim::{Scope, Share, Times};
use crate::lang::span::Span;
use crate::lang::syntax::{Asked, Claim, Condition, Declaration, Expect, Ident, Predict, Quantity};
use crate::lang::token::{Symbol, TokenKind};

/// The most that a claim may count: more than any run makes.
const CLAIMED_MAX: u32 = 1_000_000;

impl Parser<'_> {
    pub(super) fn predict(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let question = self.plain_text("a question")?;
        self.need_word("answer", "`answer` and what answers it: `count T where C`, or a condition")?;
        let answer = if self.is_word("count") {
            self.next();
            Asked::Count(self.rows()?)
        } else {
            Asked::Holds(self.condition()?)
        };
        Ok(Declaration::Predict(Predict { question, answer, span: self.since(start) }))
    }

    pub(super) fn expect(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let scope = self.scope()?;
        let at = self.peek(0).span;
        let claim = match scope {
            Scope::ShownRun | Scope::Schedules(_) => self.claim()?,
            Scope::States(_) => Claim::Condition(self.condition()?),
        };
        if let (Scope::Schedules(_), Claim::Refused { .. }) = (scope, &claim) {
            return Err(self.fail(
                at,
                "`refused` counts in the shown run only: leave `schedules:` out, or claim what the refusal leads to.",
            ));
        }
        Ok(Declaration::Expect(Expect { scope, claim, span: self.since(start) }))
    }

    /// `every schedule:`, `no state:`, `18 of 20 schedules:`; nothing of the kind for the shown run.
    fn scope(&mut self) -> Read<Scope> {
        let counted = self.peek(0).kind == TokenKind::Number && self.word(1) == "of";
        let (share, length) = match self.word(0) {
            _ if counted => (Share::Exactly { holds: self.schedules_counted()?, of: self.schedules_in_all()? }, 0),
            "every" => (Share::Every, 1),
            "some" => (Share::Some, 1),
            "no" => (Share::No, 1),
            _ => return Ok(Scope::ShownRun),
        };
        // `some schedules where …` is a condition on a table of that name.
        let colon = self.is_symbol(length + 1, Symbol::Colon);
        let scope = match self.word(length) {
            "schedule" | "schedules" if colon => Scope::Schedules(share),
            "state" | "states" if colon && !counted => Scope::States(share),
            _ if counted || share == Share::Every => {
                self.skip(length);
                return Err(self.expected("`schedules:` or `state:` and what is claimed of them"));
            }
            _ => return Ok(Scope::ShownRun),
        };
        self.skip(length + 2);
        Ok(scope)
    }

    fn schedules_counted(&mut self) -> Read<u64> {
        Ok(self.number("how many schedules")?.unsigned_abs())
    }

    fn schedules_in_all(&mut self) -> Read<u64> {
        self.need_word("of", "`of` and how many there are")?;
        self.schedules_counted()
    }

    fn claim(&mut self) -> Read<Claim> {
        let ends = matches!(self.peek(1).kind, TokenKind::Break | TokenKind::Symbol(Symbol::CloseBrace));
        match self.word(0) {
            "stuck" if ends => {
                self.next();
                Ok(Claim::Stuck)
            }
            "refused" if self.peek(1).kind == TokenKind::Number => {
                self.next();
                Ok(Claim::Refused { times: self.number_within("how often, a number", 0, CLAIMED_MAX)? })
            }
            "job" if self.peek(1).kind == TokenKind::Number => Err(self.job_claim(2)),
            "" | "some" | "no" | "not" => Ok(Claim::Condition(self.condition()?)),
            _ => self.claim_about(),
        }
    }

    /// `NAME once`, `NAME 2 rows`, `NAME answered e`.
    fn claim_about(&mut self) -> Read<Claim> {
        if matches!(self.word(1), "acked" | "dead") {
            return Err(self.job_claim(1));
        }
        let subject = self.hyphenated("a table, an effect or a process")?;
        let start = self.peek(0).span;
        if self.peek(0).kind == TokenKind::Number {
            return self.counted_claim(subject);
        }
        let times = match self.word(0) {
            "answered" => {
                self.next();
                return Ok(Claim::Answered { process: subject, answer: self.expression()? });
            }
            "rows" => {
                self.next();
                return self.rows_claim(subject);
            }
            "never" => Times::Exactly(0),
            "once" => Times::Exactly(1),
            "twice" => Times::Exactly(2),
            "more" => {
                self.next();
                self.need_word("than", "`more than once`")?;
                if !self.is_word("once") {
                    return Err(self.expected("`more than once`"));
                }
                Times::MoreThanOnce
            }
            _ => return Err(self.no_claim(&subject)),
        };
        self.next();
        Ok(Claim::Effect { effect: subject, times, words: self.since(start) })
    }

    fn no_claim(&mut self, subject: &Ident) -> super::cursor::Skip {
        let name = &subject.name;
        let forms = format!(
            "a claim about `{name}`: `{name} once` (or `never`, `twice`, `3 times`, `more than once`), `{name} 2 rows`, `{name} rows (…)`, or `{name} answered …`"
        );
        self.expected(&forms)
    }

    /// `NAME 2 rows` or `NAME 3 times`.
    fn counted_claim(&mut self, subject: Ident) -> Read<Claim> {
        let start: Span = self.peek(0).span;
        let number = self.number_within("a number", 0, CLAIMED_MAX)?;
        match self.word(0) {
            "row" | "rows" => {
                self.next();
                Ok(Claim::RowCount { table: subject, rows: number })
            }
            "time" | "times" => {
                self.next();
                Ok(Claim::Effect { effect: subject, times: Times::Exactly(number), words: self.since(start) })
            }
            _ => Err(self.expected("`rows` or `times`")),
        }
    }

    /// `(1, "a"), (2, "b")`.
    fn rows_claim(&mut self, table: Ident) -> Read<Claim> {
        let mut rows = Vec::new();
        loop {
            let start =
                self.need_symbol(Symbol::OpenBracket, "`(` and the values of a row; for none at all write `0 rows`")?;
            let mut values = Vec::new();
            while !self.eat_symbol(Symbol::CloseBracket) {
                values.push(self.expression()?);
                if !self.is_symbol(0, Symbol::CloseBracket) {
                    self.need_symbol(Symbol::Comma, "`,` or `)`")?;
                }
            }
            rows.push((values, self.since(start)));
            if !self.eat_symbol(Symbol::Comma) {
                return Ok(Claim::Rows { table, rows });
            }
        }
    }

    /// `JOB acked`, `JOB dead`; `behind` words stand before the claim's own.
    fn job_claim(&mut self, behind: usize) -> super::cursor::Skip {
        let token = self.peek(behind);
        match self.word(behind) {
            "acked" => self.not_built(token.span, "JOB acked"),
            "dead" => self.not_built(token.span, "JOB dead"),
            _ => self.fail(token.span, "Expected `acked` or `dead` behind a job."),
        }
    }

    /// A condition on rows: `no T where C and (count T) <= 1`.
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let around = std::mem::replace(&mut self.in_condition, true);
        let operators_around = std::mem::replace(&mut self.operators, 0);
        let condition = self.nested(Self::either_condition);
        self.in_condition = around;
        self.operators = operators_around;
        condition
    }

    fn either_condition(&mut self) -> Read<Condition> {
        let mut left = self.both_conditions()?;
        while self.eat_word("or").is_some() {
            self.count_operator()?;
            left = Condition::Or(Box::new(left), Box::new(self.both_conditions()?));
        }
        Ok(left)
    }

    fn both_conditions(&mut self) -> Read<Condition> {
        let mut left = self.one_condition()?;
        while self.eat_word("and").is_some() {
            self.count_operator()?;
            left = Condition::And(Box::new(left), Box::new(self.one_condition()?));
        }
        Ok(left)
    }

    fn one_condition(&mut self) -> Read<Condition> {
        let counts = self.is_symbol(0, Symbol::OpenBracket) && self.word(1) == "count";
        match self.word(0) {
            "not" => {
                self.next();
                Ok(Condition::Not(Box::new(self.nested(Self::one_condition)?)))
            }
            "some" => {
                self.next();
                Ok(Condition::Some(self.rows()?))
            }
            "no" => {
                self.next();
                Ok(Condition::None(self.rows()?))
            }
            _ if counts || self.peek(0).kind == TokenKind::Number => self.compared(),
            _ if self.eat_symbol(Symbol::OpenBracket) => {
                let inner = self.nested(Self::either_condition)?;
                self.need_symbol(Symbol::CloseBracket, "`)`")?;
                Ok(inner)
            }
            _ => Err(self.expected("a condition: `some T where C`, `no T where C`, or `(count T where C) <= 1`")),
        }
    }

    fn compared(&mut self) -> Read<Condition> {
        let left = self.quantity()?;
        let Some(operator) = self.comparison_operator() else {
            return Err(self.expected("a comparison, as in `(count T) <= 1`"));
        };
        self.next();
        Ok(Condition::Compare(operator, left, self.quantity()?))
    }

    fn quantity(&mut self) -> Read<Quantity> {
        if !self.eat_symbol(Symbol::OpenBracket) {
            return Ok(Quantity::Number(self.number("a number or `(count T where C)`")?));
        }
        self.need_word("count", "`count` and a table")?;
        let rows = self.rows()?;
        self.need_symbol(Symbol::CloseBracket, "`)`")?;
        Ok(Quantity::Count(rows))
    }

    /// Behind the `and` or `or` that stands next: does another condition begin, so that the `where` before it ends?
    pub(super) fn condition_follows(&self) -> bool {
        if !self.in_condition {
            return false;
        }
        let mut ahead = 1;
        // A bracket or a `not` may stand before it; how many is bounded by what `nested` lets through.
        while ahead <= crate::lang::limits::NESTING_MAX
            && (self.word(ahead) == "not" || self.is_symbol(ahead, Symbol::OpenBracket))
        {
            ahead += 1;
        }
        let counts = self.is_symbol(ahead - 1, Symbol::OpenBracket) && self.word(ahead) == "count";
        let named = self.peek(ahead + 1).kind == TokenKind::Word;
        named && (counts || matches!(self.word(ahead), "some" | "no"))
    }
}
