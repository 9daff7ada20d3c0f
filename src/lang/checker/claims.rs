//! What stands around a run: the clock, the question, the takeaway, and what is expected of its end.

use std::sync::Arc;

use super::expression::Scope;
use super::jobs::job_ref;
use super::{Checker, plain};
use crate::lang::claim::{Asked, Claim, Expect, Predict};
use crate::lang::limits::EXPECTS_MAX;
use crate::lang::scenario::JobRef;
use crate::lang::span::Span;
use crate::lang::syntax::{self, Declaration, Ident, JobName};

/// What conditions know that look at the end of a run: columns, `now`, and values that are written out.
const AT_THE_END: &Scope<'_> = &Scope::constant();

impl Checker<'_> {
    pub(super) fn add_claims(&mut self) {
        // One declaration of each: where it was.
        let [mut clock, mut question, mut takeaway, mut fixed] = [None; 4];
        for declaration in self.declarations.clone() {
            if let Declaration::Clock { clock_ms, span } = declaration {
                self.once("a `clock`", *span, &mut clock);
                self.scenario.clock_ms = *clock_ms;
            } else if let Declaration::Predict(predict) = declaration {
                self.once("a `predict`", predict.span, &mut question);
                self.scenario.predict = self.predict(predict).map(Arc::new);
            } else if let Declaration::Takeaway(text) = declaration {
                self.once("a `takeaway`", text.span, &mut takeaway);
                self.scenario.takeaway = Some(plain(text));
            } else if let Declaration::FixedBy { name, .. } = declaration {
                self.once("a `fixed by`", name.span, &mut fixed);
                self.scenario.fixed_by = Some(name.name.clone());
            } else if let Declaration::Expect(expect) = declaration {
                self.add_expect(expect);
            }
        }
    }

    /// Reports a form that stands once and stands here again.
    fn once(&mut self, what: &str, at: Span, first: &mut Option<Span>) {
        if let Some(first) = first.replace(at) {
            self.second(what, at, first);
        }
    }

    fn predict(&mut self, declared: &syntax::Predict) -> Option<Predict> {
        let answer = match &declared.answer {
            syntax::Asked::Count(rows) => {
                self.rows(rows, AT_THE_END).map(|(table, filter)| Asked::Count(table, filter))
            }
            syntax::Asked::Holds(condition) => self.condition(condition, AT_THE_END).map(Asked::Holds),
        };
        Some(Predict { question: plain(&declared.question), answer: answer?, span: declared.span })
    }

    fn add_expect(&mut self, declared: &syntax::Expect) {
        if self.scenario.expects.len() == EXPECTS_MAX {
            return self.problems.add(declared.span, format!("A file has at most {EXPECTS_MAX} lines with `expect`."));
        }
        if let Some(claim) = self.claim(&declared.claim) {
            Arc::make_mut(&mut self.scenario.expects).push(Expect {
                claim,
                scope: declared.scope,
                span: declared.span,
            });
        }
    }

    fn claim(&mut self, claim: &syntax::Claim) -> Option<Claim> {
        match claim {
            syntax::Claim::Effect { effect, times, words } => {
                let table = self.shared_table(effect)?;
                if !self.scenario.table(table).is_effect() {
                    let words = words.text(self.source);
                    let message =
                        format!("`{words}` counts an effect, and `{0}` is a table: write `{0} 1 row`.", effect.name);
                    self.problems.add(effect.span, message);
                    return None;
                }
                Some(Claim::Effect { effect: table, times: *times })
            }
            syntax::Claim::RowCount { table, rows } => {
                Some(Claim::RowCount { table: self.shared_table(table)?, rows: *rows })
            }
            syntax::Claim::Rows { table, rows } => self.rows_claim(table, rows),
            syntax::Claim::Refused { times } => Some(Claim::Refused { times: *times }),
            syntax::Claim::Answered { process, answer } => {
                let answer = self.value(answer, &Scope::constant());
                Some(Claim::Answered { process: self.process_id(process)?, answer })
            }
            syntax::Claim::Stuck => Some(Claim::Stuck),
            syntax::Claim::Acked { job, span } => Some(Claim::Acked { job: self.claimed_job(job, *span)? }),
            syntax::Claim::Dead { job, span } => Some(Claim::Dead { job: self.claimed_job(job, *span)? }),
            syntax::Claim::Condition(condition) => self.condition(condition, AT_THE_END).map(Claim::Condition),
        }
    }

    /// A job in a claim about the queue.
    fn claimed_job(&mut self, job: &JobName, span: Span) -> Option<JobRef> {
        if self.scenario.queue.is_none() && !self.problems.is_unread("queue") {
            let message = "Only a queue knows of `acked` and `dead`, and the file has none: it needs a line `queue (lease: 30s, attempts: 3)`.";
            self.problems.add(span, message);
            return None;
        }
        job_ref(job, &self.scenario, &mut self.problems)
    }

    /// `T rows (…), (…)`: each row gives a value for every column.
    fn rows_claim(&mut self, name: &Ident, rows: &[(Vec<syntax::Expr>, Span)]) -> Option<Claim> {
        let table = self.shared_table(name)?;
        let columns: Vec<String> =
            self.scenario.table(table).columns.iter().map(|column| (*column.name).to_owned()).collect();
        let mut values = Vec::new();
        for (row, span) in rows {
            if row.len() != columns.len() {
                let columns = columns.join(", ");
                let message =
                    format!("A row of `{}` gives `{columns}`, a value each; this one has {}.", name.name, row.len());
                self.problems.add(*span, message);
            }
            values.push(row.iter().map(|value| self.value(value, &Scope::constant())).collect());
        }
        Some(Claim::Rows { table, rows: values })
    }
}
