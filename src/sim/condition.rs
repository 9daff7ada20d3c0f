//! Does a condition on committed rows hold? What `until` waits for and `expect` claims.

use std::cmp::Ordering;

use super::evaluate::{Scope, compares};
use super::failure::Unevaluable;
use crate::lang::claim::{Condition, Quantity};
use crate::lang::program::Expr;
use crate::lang::scenario::TableId;

/// Does the condition hold, seen from here?
///
/// # Errors
/// Why it cannot be told.
pub fn holds(scope: Scope<'_>, condition: &Condition) -> Result<bool, Unevaluable> {
    Ok(match condition {
        Condition::Some(table, filter) => count(scope, *table, filter.as_ref())? > 0,
        Condition::None(table, filter) => count(scope, *table, filter.as_ref())? == 0,
        Condition::Compare(operator, left, right) => {
            let order: Ordering = quantity(scope, left)?.cmp(&quantity(scope, right)?);
            compares(*operator, order)
        }
        Condition::Not(inner) => !holds(scope, inner)?,
        Condition::And(left, right) => holds(scope, left)? && holds(scope, right)?,
        Condition::Or(left, right) => holds(scope, left)? || holds(scope, right)?,
    })
}

/// How many committed rows match.
///
/// # Errors
/// Why it cannot be told.
pub fn count(scope: Scope<'_>, table: TableId, filter: Option<&Expr>) -> Result<u64, Unevaluable> {
    let mut rows = 0;
    for cells in scope.state.committed(table) {
        rows += u64::from(scope.with_row(cells).holds(filter)?);
    }
    Ok(rows)
}

fn quantity(scope: Scope<'_>, quantity: &Quantity) -> Result<i128, Unevaluable> {
    Ok(match quantity {
        Quantity::Count(table, filter) => i128::from(count(scope, *table, filter.as_ref())?),
        Quantity::Number(number) => i128::from(*number),
    })
}
