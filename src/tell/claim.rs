//! A claim of an `expect` line as the language writes it: the page has no text of a file, and one form of many is enough.

use std::fmt::Write as _;

use super::deliveries::job_name;
use super::printed::write_json;
use crate::lang::claim::{Claim, Condition, Expect, Quantity, Scope, Share, Times};
use crate::lang::program::{Binary, ErrorField, Expr, Piece};
use crate::lang::scenario::{JobRef, Scenario, TableId};

/// `18 of 20 schedules: charges twice`: the line without its `expect`.
#[must_use]
pub fn words(scenario: &Scenario, expect: &Expect) -> String {
    let mut text = String::new();
    let (share, over) = match expect.scope {
        Scope::ShownRun => (None, ""),
        Scope::Schedules(share) => (Some(share), "schedule"),
        Scope::States(share) => (Some(share), "state"),
    };
    match share {
        None => {}
        Some(Share::Every) => _ = write!(text, "every {over}: "),
        Some(Share::Some) => _ = write!(text, "some {over}: "),
        Some(Share::No) => _ = write!(text, "no {over}s: "),
        Some(Share::Exactly { holds, of }) => _ = write!(text, "{holds} of {of} {over}s: "),
    }
    claim(&mut text, scenario, &expect.claim);
    text
}

/// The claim alone: `some jobs where status = "done"`.
pub(super) fn claim_words(scenario: &Scenario, stated: &Claim) -> String {
    let mut text = String::new();
    claim(&mut text, scenario, stated);
    text
}

fn claim(text: &mut String, scenario: &Scenario, claim: &Claim) {
    let name = |table: &TableId| scenario.table(*table).name.clone();
    let _ = match claim {
        Claim::Effect { effect, times } => write!(text, "{} {}", name(effect), often(*times)),
        Claim::RowCount { table, rows: 1 } => write!(text, "{} 1 row", name(table)),
        Claim::RowCount { table, rows } => write!(text, "{} {rows} rows", name(table)),
        Claim::Rows { table, rows } => {
            let _ = write!(text, "{} rows ", name(table));
            for (at, row) in rows.iter().enumerate() {
                text.push_str(if at == 0 { "(" } else { ", (" });
                for (at, cell) in row.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    expr(text, scenario, *table, cell, 0);
                }
                text.push(')');
            }
            Ok(())
        }
        Claim::Refused { times } => write!(text, "refused {times}"),
        Claim::Answered { process, answer } => {
            let _ = write!(text, "{} answered ", scenario.process(*process).name);
            // Nothing in it is of a table.
            expr(text, scenario, TableId(0), answer, 0);
            Ok(())
        }
        Claim::Stuck => write!(text, "stuck"),
        Claim::Acked { job } => write!(text, "{} acked", named(scenario, *job)),
        Claim::Dead { job } => write!(text, "{} dead", named(scenario, *job)),
        Claim::Condition(inner) => {
            condition(text, scenario, inner, 0);
            Ok(())
        }
    };
}

fn named(scenario: &Scenario, job: JobRef) -> String {
    match job {
        JobRef::Delivery(delivery) => job_name(delivery),
        JobRef::Intent(intent) => scenario.intents[intent.index()].to_string(),
    }
}

fn often(times: Times) -> String {
    match times {
        Times::MoreThanOnce => "more than once".to_owned(),
        Times::Exactly(times) => super::found::often(times),
    }
}

/// `binding` is how closely what stands around it binds: what binds less stands in brackets.
fn condition(text: &mut String, scenario: &Scenario, shown: &Condition, binding: u8) {
    let mut join = |operator: Binary, left: &Condition, right: &Condition| {
        let (sign, own) = sign(operator);
        bracketed(text, own < binding, |text| {
            condition(text, scenario, left, own);
            let _ = write!(text, " {sign} ");
            condition(text, scenario, right, own + 1);
        });
    };
    match shown {
        Condition::And(left, right) => join(Binary::And, left, right),
        Condition::Or(left, right) => join(Binary::Or, left, right),
        Condition::Some(table, filter) => rows(text, scenario, "some ", *table, filter.as_ref()),
        Condition::None(table, filter) => rows(text, scenario, "no ", *table, filter.as_ref()),
        Condition::Not(inner) => {
            text.push_str("not ");
            condition(text, scenario, inner, NOT);
        }
        Condition::Compare(operator, left, right) => {
            quantity(text, scenario, left);
            let _ = write!(text, " {} ", sign(*operator).0);
            quantity(text, scenario, right);
        }
    }
}

fn quantity(text: &mut String, scenario: &Scenario, shown: &Quantity) {
    match shown {
        Quantity::Number(number) => _ = write!(text, "{number}"),
        Quantity::Count(table, filter) => {
            rows(text, scenario, "(count ", *table, filter.as_ref());
            text.push(')');
        }
    }
}

fn rows(text: &mut String, scenario: &Scenario, word: &str, table: TableId, filter: Option<&Expr>) {
    let _ = write!(text, "{word}{}", scenario.table(table).name);
    if let Some(filter) = filter {
        text.push_str(" where ");
        expr(text, scenario, table, filter, 0);
    }
}

/// How closely `not` and `-` bind.
const NOT: u8 = 3;
const NEGATE: u8 = 6;

/// Each operator as it is written, and how closely it binds.
fn sign(operator: Binary) -> (&'static str, u8) {
    match operator {
        Binary::Or => ("or", 1),
        Binary::And => ("and", 2),
        Binary::Equal => ("=", 4),
        Binary::NotEqual => ("!=", 4),
        Binary::Less => ("<", 4),
        Binary::LessOrEqual => ("<=", 4),
        Binary::Greater => (">", 4),
        Binary::GreaterOrEqual => (">=", 4),
        Binary::Add => ("+", 5),
        Binary::Subtract => ("-", 5),
    }
}

/// What is asked of a row of `table`, or stands for itself.
fn expr(text: &mut String, scenario: &Scenario, table: TableId, shown: &Expr, binding: u8) {
    match shown {
        Expr::Literal(value) => write_json(text, value),
        Expr::Template(pieces) => {
            text.push('"');
            for piece in pieces {
                match piece {
                    Piece::Text(plain) => text.push_str(plain),
                    Piece::Filled(inner) => {
                        text.push('{');
                        expr(text, scenario, table, inner, 0);
                        text.push('}');
                    }
                }
            }
            text.push('"');
        }
        Expr::Fresh => text.push_str("fresh"),
        Expr::Alive(inner) => {
            text.push_str("alive(");
            expr(text, scenario, table, inner, 0);
            text.push(')');
        }
        Expr::Now => text.push_str("now"),
        Expr::Me => text.push_str("me"),
        Expr::Run => text.push_str("run"),
        Expr::JobField(name) => _ = write!(text, "job.{name}"),
        Expr::JobId => text.push_str("job.id"),
        Expr::JobAttempt => text.push_str("job.attempt"),
        Expr::Error(field) => text.push_str(match field {
            ErrorField::Unique => "error.unique",
            ErrorField::Code => "error.code",
            ErrorField::Message => "error.message",
        }),
        Expr::Variable(_) => unreachable!("a claim stands outside of every program"),
        Expr::Field(_, name) => text.push_str(name),
        Expr::Column(column) => text.push_str(&scenario.table(table).columns[column.index()].name),
        Expr::Not(inner) => bracketed(text, NOT < binding, |text| {
            text.push_str("not ");
            expr(text, scenario, table, inner, NOT);
        }),
        Expr::Negate(inner) => {
            text.push('-');
            expr(text, scenario, table, inner, NEGATE);
        }
        Expr::Binary(operator, left, right) => {
            let (sign, own) = sign(*operator);
            bracketed(text, own < binding, |text| {
                expr(text, scenario, table, left, own);
                let _ = write!(text, " {sign} ");
                expr(text, scenario, table, right, own + 1);
            });
        }
    }
}

fn bracketed(text: &mut String, brackets: bool, inner: impl FnOnce(&mut String)) {
    text.push_str(if brackets { "(" } else { "" });
    inner(text);
    text.push_str(if brackets { ")" } else { "" });
}
