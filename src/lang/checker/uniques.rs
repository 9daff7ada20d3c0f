//! UNIQUE: of one column, of several together, over all rows or some.

use super::Checker;
use super::expression::Scope;
use crate::lang::program::Expr;
use crate::lang::scenario::{ColumnId, Table, TableId, Unique};
use crate::lang::span::Span;
use crate::lang::syntax::{self, TableItem};
use crate::lang::visit::contains;

impl Checker<'_> {
    /// Every UNIQUE of the table, in order of declaration. Its columns are known already.
    pub(super) fn uniques(&mut self, id: TableId, declared: &syntax::Table) -> Vec<Unique> {
        let table = self.scenario.table(id).clone();
        let mut uniques = Vec::new();
        for item in &declared.items {
            let unique = match item {
                TableItem::Column(column) => self.column_unique(&table, column, &uniques),
                TableItem::Unique(unique) => self.unique_group(id, &table, unique),
            };
            uniques.extend(unique);
        }
        uniques
    }

    /// `c unique` and `c primary`.
    fn column_unique(&mut self, table: &Table, declared: &syntax::Column, known: &[Unique]) -> Option<Unique> {
        let column = table.column_named(&declared.name.name)?;
        let span = declared.primary.or(declared.unique)?;
        if declared.serial.is_some() {
            self.problems.add(span, "A serial column is unique as it is: write `serial` alone.");
            return None;
        }
        let primary = declared.primary.is_some();
        if primary && declared.unique.is_some() {
            self.problems.add(span, "A primary key is unique as it is: write `primary` alone.");
        }
        if primary && known.iter().any(|unique| unique.primary) {
            self.problems.add(span, format!("`{}` has a primary key already.", table.name));
        }
        let unique = Unique { columns: vec![column], primary, nulls_equal: declared.nulls_equal, filter: None };
        self.refusing(table, unique, span)
    }

    /// `unique (a, b) nulls equal where C`.
    fn unique_group(&mut self, id: TableId, table: &Table, declared: &syntax::Unique) -> Option<Unique> {
        let mut columns: Vec<ColumnId> = Vec::new();
        for name in &declared.columns {
            match self.column(table, name) {
                Some(column) if columns.contains(&column) => {
                    self.problems.add(name.span, format!("`{}` stands in this group already.", name.name));
                }
                Some(column) => columns.push(column),
                None => {}
            }
        }
        if declared.columns.is_empty() {
            let message = "Expected the columns that are unique together, as in `unique (shop, number)`.";
            self.problems.add(declared.span, message);
            return None;
        }
        let filter = declared.filter.as_ref().map(|filter| self.indexed(id, filter));
        let unique = Unique { columns, primary: false, nulls_equal: declared.nulls_equal, filter };
        self.refusing(table, unique, declared.span)
    }

    /// C of `unique (a) where C`: the row alone decides, whenever it is looked at.
    fn indexed(&mut self, id: TableId, filter: &syntax::Expr) -> Expr {
        let value = self.value(filter, &Scope::constant().looking(id));
        if contains(&value, &|part| *part == Expr::Now) {
            let message = "Which rows are unique is told by the rows alone: with `now` they would come and go with nobody touching them.";
            self.problems.add(filter.span, message);
        }
        value
    }

    /// The UNIQUE, where something is there that can refuse.
    fn refusing(&mut self, table: &Table, unique: Unique, span: Span) -> Option<Unique> {
        if table.is_effect() {
            let message = "Nothing refuses an effect: it stands outside of the store, so it has no UNIQUE. Put a row with the key into a table, or give the provider a key: `do … with key K`.";
            self.problems.add(span, message);
            return None;
        }
        Some(unique)
    }
}
