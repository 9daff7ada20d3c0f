//! `expect` and `predict`: claims, and conditions on rows.

use super::cursor::{Parser, Read, Skip};
use crate::lang::claim::{Scope, Share, Times};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::nearest::nearest;
use crate::lang::span::Span;
use crate::lang::syntax::{Asked, Claim, Declaration, Expect, Ident, Predict};
use crate::lang::token::{Symbol, TokenKind};

/// Words that may stand behind the name that a claim is about.
const CLAIM_WORDS: [&str; 8] = ["never", "once", "twice", "more", "rows", "answered", "acked", "dead"];

/// Those of a claim about a job.
const JOB_WORDS: [&str; 2] = ["acked", "dead"];

/// What says at most and at least.
const AT_MOST: &str = "At most once is `expect no schedules: E more than once`, at least once is `expect no schedules: E never`; rows are compared: `(count T) <= 1`.";

/// The most that a claim may count: more than any run makes.
const CLAIMED_MAX: u32 = 1_000_000;

impl Parser<'_> {
    pub(super) fn predict(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let question = self.plain_text("a question")?;
        self.need_word("answer", "`answer` and what answers it: `count T where C`, or a condition")?;
        let answer = if self.peek(0).kind == TokenKind::Number && self.peek(1).kind == TokenKind::Break {
            let message = "The answer is computed, never written: `answer count T where C`, or a condition.";
            return Err(self.fail(self.peek(0).span, message));
        } else if self.is_word("count") {
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
        if self.is_word("in") {
            let message = "An expectation speaks of the run shown first, of the schedule without a name: leave the `in` out. Of every order speaks `expect every schedule: …`.";
            return Err(self.fail(self.peek(0).span.to(self.peek(1).span), message));
        }
        if self.is_word("and") || self.is_word("or") {
            let message = "An `expect` makes one claim: write another line. Only conditions on rows can be joined.";
            return Err(self.fail(self.peek(0).span, message));
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
        let over = matches!(self.word(length), "schedule" | "schedules" | "state" | "states");
        if over && !colon && (share != Share::Some && share != Share::No) {
            self.skip(length + 1);
            return Err(self.expected("`:` and what is claimed"));
        }
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
            "job" if self.peek(1).kind == TokenKind::Number || JOB_WORDS.contains(&self.word(2)) => self.job_claim(),
            "" if self.peek(0).kind == TokenKind::Number
                && matches!(self.peek(1).kind, TokenKind::Word | TokenKind::Unknown) =>
            {
                Err(self.number_first())
            }
            "no" | "not" if self.denied().is_some() => {
                let claim = self.denied().unwrap_or_default();
                let message = format!("Only conditions on rows have a `not`. Write `expect no schedules: {claim}`.");
                Err(self.fail(self.peek(0).span, message))
            }
            "" | "some" | "no" | "not" => Ok(Claim::Condition(self.condition()?)),
            word => match self.slip(word) {
                Some(message) => Err(self.fail(self.peek(0).span, message)),
                None => self.claim_about(),
            },
        }
    }

    /// The claim behind a `no` or `not` that is none about rows: `stuck`, `charges twice`.
    fn denied(&self) -> Option<String> {
        let (first, second) = (self.word(1), self.word(2));
        match first {
            "stuck" if second.is_empty() => Some("stuck".to_owned()),
            "" => None,
            _ if second == "more" => Some(format!("{first} more than once")),
            _ => CLAIM_WORDS.contains(&second).then(|| format!("{first} {second}")),
        }
    }

    /// What to write instead of a claim that begins with a word of another place.
    fn slip(&self, word: &str) -> Option<String> {
        let next = self.word(1);
        match word {
            "all" if next.starts_with("schedule") || next.starts_with("state") => {
                Some(format!("Write `every`, as in `every {}: …`.", next.trim_end_matches('s')))
            }
            "never" if self.is_symbol(1, Symbol::Colon) => Some("Write `no schedules: …`.".to_owned()),
            "at" if matches!(next, "most" | "least") => Some(AT_MOST.to_owned()),
            "count" if self.is_symbol(1, Symbol::OpenBracket) && !self.word(2).is_empty() => {
                Some(format!("A count stands in brackets and is compared: `(count {}) = 1`.", self.word(2)))
            }
            "always" if !next.is_empty() => Some("Write `every schedule: …`.".to_owned()),
            "sometimes" if !next.is_empty() => Some("Write `some schedule: …`.".to_owned()),
            "count" if !next.is_empty() && !CLAIM_WORDS.contains(&next) => {
                Some(format!("A count stands in brackets and is compared: `(count {next}) = 1`."))
            }
            _ if next == "is" && CLAIM_WORDS.contains(&self.word(2)) => {
                Some(format!("A claim has no `is`: `{word} {}`.", self.word(2)))
            }
            "acked" | "dead" if !next.is_empty() && !CLAIM_WORDS.contains(&next) => {
                let job = if next == "job" { "job 1" } else { next };
                Some(format!("`{word}` stands behind the job: `{job} {word}`."))
            }
            "never" | "once" | "twice" if !next.is_empty() && !CLAIM_WORDS.contains(&next) => {
                Some(format!("`{word}` stands behind what it counts: `{next} {word}`."))
            }
            _ => None,
        }
    }

    /// `1 charges`, `18 schedules: …`, `18/20 schedules: …`.
    fn number_first(&mut self) -> Skip {
        let number = self.peek(0).span;
        let (figure, word) = (number.text(self.source), self.word(1));
        let message = if word.is_empty() || word.starts_with("schedule") {
            format!("So many schedules of how many: `{figure} of 20 schedules: …`. `ran-twice explore` counts them.")
        } else {
            let rows = if figure == "1" { "row" } else { "rows" };
            format!("A number stands behind what it counts: `{word} {figure} {rows}`.")
        };
        self.fail(number, message)
    }

    /// `NAME once`, `NAME 2 rows`, `NAME answered e`.
    fn claim_about(&mut self) -> Read<Claim> {
        if JOB_WORDS.contains(&self.word(1)) {
            return self.job_claim();
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

    fn no_claim(&mut self, subject: &Ident) -> Skip {
        let name = &subject.name;
        if self.comparison_operator().is_some() {
            let sign = self.peek(0).span.text(self.source);
            let message = format!("A count stands in brackets and is compared: `(count {name}) {sign} 1`.");
            return self.fail(self.peek(0).span, message);
        }
        if self.is_word("at") && matches!(self.word(1), "most" | "least") {
            return self.fail(self.peek(0).span.to(self.peek(1).span), AT_MOST);
        }
        let forms = format!(
            "a claim about `{name}`: `{name} once` (or `never`, `twice`, `3 times`, `more than once`), `{name} 2 rows`, `{name} rows (…)`, `{name} answered …`, or `{name} acked` or `dead`"
        );
        let near = nearest(self.word(0), CLAIM_WORDS);
        if near.is_none() {
            return self.expected(&forms);
        }
        let token = self.peek(0);
        let message = format!("Expected {forms}, found {}.", self.described(token));
        self.problems.push(Diagnostic::new(token.span, message).with_nearest(near));
        Skip
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
            _ => {
                let name = &subject.name;
                let rows = if number == 1 { "row" } else { "rows" };
                Err(self.expected(&format!("`rows` or `times` behind the number: `{name} {number} {rows}`")))
            }
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

    /// `JOB acked`, `JOB dead`.
    fn job_claim(&mut self) -> Read<Claim> {
        let start = self.peek(0).span;
        let job = self.job_name()?;
        let word = self.word(0);
        if !JOB_WORDS.contains(&word) {
            return Err(self.expected("`acked` or `dead` behind a job"));
        }
        self.next();
        let span = self.since(start);
        Ok(if word == "acked" { Claim::Acked { job, span } } else { Claim::Dead { job, span } })
    }
}
