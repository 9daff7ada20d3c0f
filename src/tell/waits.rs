//! For what and for whom a process waits, and what a condition asks for, in words.

use super::history::History;
use super::inline::{Saying, Sentence, plain, words_of};
use super::moment::Moment;
use super::sought::sought_row;
use super::words::list;
use crate::lang::claim::{Condition, Quantity};
use crate::lang::program::{Atomic, Binary, Expr, Op};
use crate::lang::scenario::{ProcessId, TableId};
use crate::sim::readiness::Blocked;

/// Why an action cannot happen at this moment: `W2 waits until there is no row with key a in locks`.
#[must_use]
pub fn reason(moment: Moment<'_>, blocked: &Blocked) -> Sentence {
    let mut say = Saying::new(moment.scenario);
    match blocked {
        Blocked::Until { process } => {
            say.who(*process);
            match waited_for(moment, *process) {
                Some(what) => write!(say, " waits until {what}"),
                None => say.words(" waits until its condition holds"),
            }
        }
        Blocked::Owned { process, table, row, .. } => {
            say.who(*process);
            let named = moment.scenario.table(*table);
            write!(say, " waits for {} in {}: ", named.noun.as_deref().unwrap_or("a row"), named.name);
            match History::of(moment).table(*table).at(*row).and_then(|entry| entry.added()) {
                Some(did) => {
                    say.who(did.process);
                    write!(say, " has it since step {}", did.step);
                }
                None => say.words("it is taken from the start"),
            }
        }
        Blocked::Held { process, by } => {
            say.who(*process);
            say.words(" waits for the transaction of ");
            say.who(*by);
            let held = changed_by(moment, *by);
            if !held.is_empty() {
                write!(say, ", which has changed {}", list(&held, " and "));
            }
        }
        _ => return words_of(&blocked.reason(moment.scenario).to_string()),
    }
    say.said()
}

/// The same as plain text.
#[must_use]
pub fn reason_text(moment: Moment<'_>, blocked: &Blocked) -> String {
    plain(&reason(moment, blocked))
}

/// Names of the tables in which the open transaction of this process has changed rows.
pub(super) fn changed_by(moment: Moment<'_>, process: ProcessId) -> Vec<String> {
    let own = |table: &TableId| {
        let mut rows = moment.state().rows(*table).iter();
        rows.any(|row| row.pending.as_ref().is_some_and(|pending| pending.by == process))
    };
    let mut names = Vec::new();
    for table in (0..moment.scenario.tables.len()).map(TableId::new).filter(own) {
        names.push(moment.scenario.table(table).name.to_string());
    }
    names
}

/// What the `until` asks for that a process stands before.
fn waited_for(moment: Moment<'_>, process: ProcessId) -> Option<String> {
    let at = moment.state().processes[process.index()].next()?;
    match &moment.scenario.program_of(process).at(at)?.op {
        Op::Atomic(Atomic::Until { condition }) => Some(condition_words(moment, process, condition)),
        Op::Atomic(_) | Op::Local(_) => None,
    }
}

/// A condition as this process sees it: `there is no row with key a in locks`.
pub(super) fn condition_words(moment: Moment<'_>, process: ProcessId, condition: &Condition) -> String {
    let words = |condition| condition_words(moment, process, condition);
    match condition {
        Condition::Some(table, filter) => format!("there is {}", rows_of(moment, process, *table, filter.as_ref())),
        Condition::None(table, filter) => {
            let row = rows_of(moment, process, *table, filter.as_ref());
            format!("there is no {}", row.strip_prefix("a ").unwrap_or(&row))
        }
        Condition::Compare(operator, left, right) => {
            let quantity = |quantity: &Quantity| match quantity {
                Quantity::Number(number) => number.to_string(),
                Quantity::Count(table, filter) => {
                    let row = rows_of(moment, process, *table, filter.as_ref());
                    let (rows, rest) = match row.strip_prefix("a row") {
                        Some(rest) => ("rows", rest),
                        None => ("matching rows", row.strip_prefix("a matching row").unwrap_or_default()),
                    };
                    format!("the number of {rows}{rest}")
                }
            };
            format!("{} is {}{}", quantity(left), operator_words(*operator), quantity(right))
        }
        Condition::Not(inner) => format!("it is not so that {}", words(inner)),
        Condition::And(left, right) => format!("{} and {}", words(left), words(right)),
        Condition::Or(left, right) => format!("{} or {}", words(left), words(right)),
    }
}

/// `a row with key a in locks`.
fn rows_of(moment: Moment<'_>, process: ProcessId, table: TableId, filter: Option<&Expr>) -> String {
    let row = sought_row(moment, moment.playhead, process, table, filter);
    format!("{row} in {}", moment.scenario.table(table).name)
}

fn operator_words(operator: Binary) -> &'static str {
    match operator {
        Binary::Equal => "",
        Binary::NotEqual => "not ",
        Binary::Less => "less than ",
        Binary::LessOrEqual => "at most ",
        Binary::Greater => "more than ",
        Binary::GreaterOrEqual => "at least ",
        Binary::Add | Binary::Subtract | Binary::And | Binary::Or => "",
    }
}
