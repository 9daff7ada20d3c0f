//! What a statement looked for, out of its `where`: `charge-77`, `a row with key a and status free`.

use super::moment::Moment;
use super::words::list;
use crate::lang::program::{Binary, Expr};
use crate::lang::scenario::{ColumnId, ProcessId, TableId};
use crate::lang::value::Value;
use crate::lang::visit::contains;
use crate::sim::evaluate::{Scope, plain};

/// What a process looks for in a table, in the state after `step` steps: the value of the one text that is asked for, `a
/// row with key a and status free`, or `a matching row` where the condition asks more.
pub(super) fn sought(
    moment: Moment<'_>,
    step: usize,
    process: ProcessId,
    table: TableId,
    filter: Option<&Expr>,
) -> String {
    match asked(moment, step, process, filter).as_deref() {
        Some([(_, Value::Text(text))]) => text.to_string(),
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

fn row(moment: Moment<'_>, table: TableId, filter: Option<&Expr>, asked: Option<&[(ColumnId, Value)]>) -> String {
    let mut with = Vec::new();
    match asked {
        None if filter.is_none() => return "a row".to_owned(),
        None => return "a matching row".to_owned(),
        Some(asked) => {
            for (column, value) in asked {
                with.push(format!("{} {}", moment.scenario.table(table).columns[column.index()].name, plain(value)));
            }
        }
    }
    format!("a row with {}", list(&with, " and "))
}

/// The columns that must equal something, with what they must equal; none where the condition says more than that.
fn asked(moment: Moment<'_>, step: usize, process: ProcessId, filter: Option<&Expr>) -> Option<Vec<(ColumnId, Value)>> {
    let mut pairs = Vec::new();
    equalities(filter?, &mut pairs)?;
    let state = &moment.trace.states[step];
    let scope = Scope { scenario: moment.scenario, state, process: Some(process), row: None, fresh: None };
    let mut asked = Vec::new();
    for (column, expr) in pairs {
        asked.push((column, scope.value(expr).ok()?));
    }
    Some(asked)
}

/// Adds the columns that must equal something; none where the condition says more than that.
fn equalities<'a>(filter: &'a Expr, pairs: &mut Vec<(ColumnId, &'a Expr)>) -> Option<()> {
    match filter {
        Expr::Binary(Binary::And, left, right) => {
            equalities(left, pairs)?;
            equalities(right, pairs)
        }
        Expr::Binary(Binary::Equal, left, right) => match (&**left, &**right) {
            (Expr::Column(column), other) | (other, Expr::Column(column)) if !has_column(other) => {
                pairs.push((*column, other));
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}

fn has_column(expr: &Expr) -> bool {
    contains(expr, &|part| matches!(part, Expr::Column(_)))
}
