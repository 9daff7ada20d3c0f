//! Who runs, and what may go wrong: workers, the queue, faults.

use super::cursor::{Parser, Read, Skip};
use crate::lang::limits::{ATTEMPTS_MAX, FAULT_TIMES_MAX, LEASE_MS_MAX};
use crate::lang::nearest::nearest;
use crate::lang::scenario::Fault;
use crate::lang::span::Span;
use crate::lang::syntax::{Declaration, FaultBudget, Ident, JobName, JobNumber, Queue, Worker};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words;

/// What a queue may say.
const QUEUE_WORDS: [&str; 2] = ["lease", "attempts"];

impl Parser<'_> {
    /// `worker W1 runs H on job 1` or `worker W1 takes jobs with H`.
    pub(super) fn worker(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        if self.is_word("runs") && self.word(1) != "runs" {
            return Err(self.expected("the name of a worker, as in `worker W1 runs charge on job 1`"));
        }
        let name = self.name("a worker")?;
        let (handler, job) = match self.eat_word("takes") {
            Some(_) => (self.taken()?, None),
            None => self.handed()?,
        };
        let after = self.after()?;
        Ok(Declaration::Worker(Worker { name, handler, job, after, span: self.since(start) }))
    }

    /// `jobs with H`.
    fn taken(&mut self) -> Read<Ident> {
        self.need_word("jobs", "`jobs with` and a handler, as in `worker W1 takes jobs with charge`")?;
        self.need_word("with", "`with` and a handler, as in `worker W1 takes jobs with charge`")?;
        self.name("a handler")
    }

    /// `runs H on job 1`.
    fn handed(&mut self) -> Read<(Ident, Option<JobNumber>)> {
        self.need_word(
            "runs",
            "`runs` and a handler, as in `worker W1 runs charge on job 1`, or `takes jobs with` and a handler",
        )?;
        let handler = self.name("a handler")?;
        self.need_word("on", "`on job 1`: which delivery it gets")?;
        self.need_word("job", "`job 1`: which delivery it gets")?;
        let job = self.job_number()?;
        Ok((handler, Some(job)))
    }

    /// The 1 of `job 1`.
    fn job_number(&mut self) -> Read<JobNumber> {
        let span = self.peek(0).span;
        let number = self.number("the number of a delivery: `job 1` is the first line that begins with `job`")?;
        Ok(JobNumber { number, span })
    }

    /// `job 1` or NAME.
    pub(super) fn job_name(&mut self) -> Read<JobName> {
        if self.is_word("job") && self.peek(1).kind == TokenKind::Number {
            self.next();
            return self.job_number().map(JobName::Number);
        }
        if self.peek(0).kind != TokenKind::Word {
            return Err(self.expected("a job, as in `job 1`, or the name of one"));
        }
        if self.is_word("job") && !self.word(1).is_empty() {
            let span = self.peek(0).span.to(self.peek(1).span);
            let message = format!("A job is called `job 1`, or by its name alone: `{}`.", self.word(1));
            return Err(self.fail(span, message));
        }
        self.hyphenated("a job").map(JobName::Name)
    }

    /// `queue (lease: 30s, attempts: 3)`.
    pub(super) fn queue(&mut self) -> Read<Declaration> {
        const WHOLE: &str = "`(` and what the queue says: `queue (lease: 30s, attempts: 3)`";
        let start = self.next().span;
        self.need_symbol(Symbol::OpenBracket, WHOLE)?;
        let (mut lease_ms, mut attempts) = (None, None);
        while !self.eat_symbol(Symbol::CloseBracket) {
            let (word, span) = (self.word(0), self.peek(0).span);
            if !QUEUE_WORDS.contains(&word) {
                return Err(self.no_queue_word(word));
            }
            self.next();
            self.need_symbol(Symbol::Colon, &format!("`:` behind `{word}`"))?;
            let second = match word {
                "lease" => lease_ms.replace(self.lease()?).is_some(),
                _ => attempts.replace(self.attempts()?).is_some(),
            };
            if second {
                self.problems.add(span, format!("`{word}` is given twice."));
            }
            if !self.is_symbol(0, Symbol::CloseBracket) {
                self.need_symbol(Symbol::Comma, "`,` or `)`")?;
            }
        }
        let span = self.since(start);
        if lease_ms.is_none() {
            let message = "The queue does not say how long a job is its worker's: without `lease: 30s` a job whose worker died would be lost for ever.";
            self.problems.add(span, message);
        }
        if attempts.is_none() {
            let message = "The queue does not say how often a job is handed over: without `attempts: 3` one that nobody acks could go on for ever.";
            self.problems.add(span, message);
        }
        Ok(Declaration::Queue(Queue { lease_ms: lease_ms.unwrap_or(1), attempts: attempts.unwrap_or(1), span }))
    }

    /// A word that a queue does not know, with the one that other queues mean by it.
    fn no_queue_word(&mut self, word: &str) -> Skip {
        let message = format!("{} says nothing about a queue.", self.described(self.peek(0)));
        if nearest(word, QUEUE_WORDS).is_some() {
            return self.unknown_word(message, QUEUE_WORDS);
        }
        let plain = word.replace('_', "").to_ascii_lowercase();
        let known = match &*plain {
            "retries" | "maxretries" | "maxattempts" | "tries" | "deliveries" | "maxreceivecount" => {
                "How often a job is handed over, the first time included, is `attempts: 3`."
            }
            "visibility" | "visibilitytimeout" | "timeout" | "acktimeout" | "ackdeadline" | "ttl" => {
                "How long a job is its worker's is `lease: 30s`."
            }
            _ => "It says `lease: 30s` and `attempts: 3`.",
        };
        self.fail(self.peek(0).span, format!("{message} {known}"))
    }

    fn lease(&mut self) -> Read<i64> {
        let span = self.peek(0).span;
        let lease_ms = match self.peek(0).kind {
            TokenKind::Duration => self.duration()?,
            TokenKind::Number => {
                let figure = span.text(self.source);
                let message = format!("Of what? A duration ends in ms, s, m or h: `{figure}s` or `{figure}ms`.");
                self.problems.add(span, message);
                self.next();
                1
            }
            TokenKind::Word
            | TokenKind::Text
            | TokenKind::OpenText
            | TokenKind::Symbol(_)
            | TokenKind::Break
            | TokenKind::Comment
            | TokenKind::Unknown => return Err(self.expected("how long a lease lasts, as in `lease: 30s`")),
        };
        if !(1..=LEASE_MS_MAX).contains(&lease_ms) {
            let hours = LEASE_MS_MAX / 3_600_000;
            self.problems.add(span, format!("Expected how long a lease lasts, from 1ms to {hours}h."));
        }
        Ok(lease_ms)
    }

    fn attempts(&mut self) -> Read<u32> {
        self.number_within("how often a job is handed over, a number", 1, ATTEMPTS_MAX)
    }

    /// `faults crash 1, crash 1 of purger`.
    pub(super) fn faults(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let mut budgets = Vec::new();
        loop {
            budgets.push(self.fault_budget()?);
            if !self.eat_symbol(Symbol::Comma) {
                return Ok(Declaration::Faults { budgets, span: self.since(start) });
            }
        }
    }

    /// `crash 1 of NAME`.
    fn fault_budget(&mut self) -> Read<FaultBudget> {
        let start = self.peek(0).span;
        let word = self.word(0);
        let Some(fault) = Fault::named(word) else {
            if self.peek(0).kind == TokenKind::Number && Fault::named(self.word(1)).is_some() {
                let span = self.peek(0).span.to(self.peek(1).span);
                let (times, word) = (self.peek(0).span.text(self.source), self.word(1));
                return Err(self.fail(span, format!("How often stands behind the fault: `{word} {times}`.")));
            }
            if word.is_empty() {
                return Err(self.expected("a fault, as in `faults crash 1`"));
            }
            let message = format!("There is no fault named {}.", self.described(self.peek(0)));
            if nearest(word, words::FAULTS).is_none() {
                let message = format!("{message} There is `{}`.", words::FAULTS.join("`, `"));
                return Err(self.fail(self.peek(0).span, message));
            }
            return Err(self.unknown_word(message, words::FAULTS));
        };
        self.next();
        let times = self.number_within(
            &format!("how often `{word}` may strike, as in `faults {word} 1`: a number"),
            1,
            FAULT_TIMES_MAX,
        )?;
        let of = match self.eat_word("of") {
            Some(of) => self.struck(fault, of)?,
            None => None,
        };
        Ok(FaultBudget { fault, times, of, span: self.since(start) })
    }

    /// NAME behind `of`.
    fn struck(&mut self, fault: Fault, of: Span) -> Read<Option<Ident>> {
        let name = self.name("a process")?;
        if fault.strikes_job() {
            let word = fault.word();
            let message = format!("`{word}` strikes a job and no process: leave `of {}` out.", name.name);
            self.problems.add(of.to(name.span), message);
            return Ok(None);
        }
        Ok(Some(name))
    }
}
