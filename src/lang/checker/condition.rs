//! Conditions on rows, for `expect`, `predict` and `until`: what everybody sees of them.

use super::Checker;
use super::expression::Scope;
use crate::lang::claim::{Condition, Quantity};
use crate::lang::program::Expr;
use crate::lang::scenario::TableId;
use crate::lang::syntax::{self, Ident, Rows};

impl Checker<'_> {
    /// The condition; `scope` is what its `where`s know besides the columns.
    pub(super) fn condition(&mut self, condition: &syntax::Condition, scope: &Scope<'_>) -> Option<Condition> {
        match condition {
            syntax::Condition::Some(rows) => {
                self.rows(rows, scope).map(|(table, filter)| Condition::Some(table, filter))
            }
            syntax::Condition::None(rows) => {
                self.rows(rows, scope).map(|(table, filter)| Condition::None(table, filter))
            }
            syntax::Condition::Compare(operator, left, right) => {
                let (left, right) = (self.quantity(left, scope), self.quantity(right, scope));
                Some(Condition::Compare(*operator, left?, right?))
            }
            syntax::Condition::Not(inner) => Some(Condition::Not(Box::new(self.condition(inner, scope)?))),
            syntax::Condition::And(left, right) => {
                let (left, right) = (self.condition(left, scope), self.condition(right, scope));
                Some(Condition::And(Box::new(left?), Box::new(right?)))
            }
            syntax::Condition::Or(left, right) => {
                let (left, right) = (self.condition(left, scope), self.condition(right, scope));
                Some(Condition::Or(Box::new(left?), Box::new(right?)))
            }
        }
    }

    fn quantity(&mut self, quantity: &syntax::Quantity, scope: &Scope<'_>) -> Option<Quantity> {
        match quantity {
            syntax::Quantity::Count(rows) => {
                self.rows(rows, scope).map(|(table, filter)| Quantity::Count(table, filter))
            }
            syntax::Quantity::Number(number) => Some(Quantity::Number(*number)),
        }
    }

    /// `T where C`.
    pub(super) fn rows(&mut self, rows: &Rows, scope: &Scope<'_>) -> Option<(TableId, Option<Expr>)> {
        let table = self.shared_table(&rows.table)?;
        let scope = scope.looking(table);
        if let Some(filter) = &rows.filter {
            self.check_truth(filter, &scope);
        }
        Some((table, rows.filter.as_ref().map(|filter| self.value(filter, &scope))))
    }

    /// A table or an effect of which there is one for all; memory is reported.
    pub(super) fn shared_table(&mut self, name: &Ident) -> Option<TableId> {
        let table = self.table_id(name)?;
        if self.scenario.table(table).is_memory() {
            let message = format!(
                "`{}` is memory: each process has its own and nobody else sees it, so nothing is expected of it or waited for in it.",
                name.name
            );
            self.problems.add(name.span, message);
            return None;
        }
        Some(table)
    }
}
