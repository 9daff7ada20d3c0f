//! What a statement looked for, out of its `where`: `charge-77`, `a row with key a and owner not alive`.

use super::moment::Moment;
use super::words::list;
use crate::lang::program::{Binary, Expr};
use crate::lang::scenario::{ColumnId, ProcessId, TableId};
use crate::lang::value::Value;
use crate::lang::visit::contains;
use crate::sim::evaluate::{Scope, plain};

/// What a process looks for in a table, in the state after `step` steps: the value of the one text that is asked for, `a
/// row with key a and status free`, or `a matching row` where the condition asks for what has no short words.
pub(super) fn sought(
    moment: Moment<'_>,
    step: usize,
    process: ProcessId,
    table: TableId,
    filter: Option<&Expr>,
) -> String {
    match asked(moment, step, process, filter).as_deref() {
        Some([Asked::Equal(_, Value::Text(text))]) => text.to_string(),
        asked => row(moment, table, filter, asked),
    }
}

/// The same, always as a row: `a row with key charge-77`.
pub(super) fn sought_row(
    moment: Moment<'_>,
    step: usize,
    process: ProcessId,
    table: TableId,
    filter: Option<&Expr>,
) -> String {
    row(moment, table, filter, asked(moment, step, process, filter).as_deref())
}

fn row(moment: Moment<'_>, table: TableId, filter: Option<&Expr>, asked: Option<&[Asked]>) -> String {
    let mut with = Vec::new();
    match asked {
        None if filter.is_none() => return "a row".to_owned(),
        None => return "a matching row".to_owned(),
        Some(asked) => {
            for asked in asked {
                let (column, how) = match asked {
                    Asked::Equal(column, value) => (column, [" ", &plain(value)].concat()),
                    Asked::Is(column, how) => (column, [" ", how].concat()),
                };
                with.push([&moment.scenario.table(table).columns[column.index()].name, &*how].concat());
            }
        }
    }
    format!("a row with {}", list(&with, " and "))
}

/// One thing that is asked of a row.
enum Asked {
    /// A column equals something.
    Equal(ColumnId, Value),
    /// Something else of a column: `below 5`, `not alive`.
    Is(ColumnId, String),
}

/// All that is asked of a row; none where some of it has no short words.
fn asked(moment: Moment<'_>, step: usize, process: ProcessId, filter: Option<&Expr>) -> Option<Vec<Asked>> {
    let state = &moment.trace.states[step];
    let scope = Scope { scenario: moment.scenario, state, process: Some(process), row: None, fresh: None };
    let mut all = Vec::new();
    add(scope, filter?, &mut all)?;
    Some(all)
}

/// Adds what the condition asks.
fn add(scope: Scope<'_>, filter: &Expr, all: &mut Vec<Asked>) -> Option<()> {
    all.push(match filter {
        Expr::Binary(Binary::And, left, right) => {
            add(scope, left, all)?;
            return add(scope, right, all);
        }
        Expr::Binary(operator, left, right) => compared(scope, *operator, left, right)?,
        Expr::Alive(inner) => Asked::Is(column(inner)?, "alive".to_owned()),
        Expr::Not(inner) => match &**inner {
            Expr::Alive(inner) => Asked::Is(column(inner)?, "not alive".to_owned()),
            _ => return None,
        },
        _ => return None,
    });
    Some(())
}

/// A column beside something that has a value without the row, whichever stands first.
fn compared(scope: Scope<'_>, operator: Binary, left: &Expr, right: &Expr) -> Option<Asked> {
    let turned = column(left).is_none();
    let (column, other) = if turned { (column(right)?, left) } else { (column(left)?, right) };
    if contains(other, &|part| matches!(part, Expr::Column(_))) {
        return None;
    }
    let value = scope.value(other).ok()?;
    let how = match (operator, turned) {
        (Binary::Equal, _) => return Some(Asked::Equal(column, value)),
        (Binary::NotEqual, _) => "other than ",
        (Binary::Less, false) | (Binary::Greater, true) => "below ",
        (Binary::LessOrEqual, false) | (Binary::GreaterOrEqual, true) => "up to ",
        (Binary::Greater, false) | (Binary::Less, true) => "above ",
        (Binary::GreaterOrEqual, false) | (Binary::LessOrEqual, true) => "from ",
        (Binary::Add | Binary::Subtract | Binary::And | Binary::Or, _) => return None,
    };
    Some(Asked::Is(column, [how, &plain(&value)].concat()))
}

fn column(expr: &Expr) -> Option<ColumnId> {
    match expr {
        Expr::Column(column) => Some(*column),
        _ => None,
    }
}
