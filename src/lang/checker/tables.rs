//! Tables, effects, and the rows that are there from the start.

use std::sync::Arc;

use super::Checker;
use super::expression::Scope;
use crate::lang::diagnostic::NO_TABLE;
use crate::lang::limits::{COLUMNS_MAX, SEED_ROWS_MAX, TABLES_MAX};
use crate::lang::program::Expr;
use crate::lang::scenario::{Column, ColumnId, SeedRow, Table, TableId, TableKind};
use crate::lang::syntax::{self, Cell, Declaration, Ident, TableItem};

impl Checker<'_> {
    pub(super) fn add_tables(&mut self) {
        for declaration in self.declarations.clone() {
            let Declaration::Table(table) = declaration else { continue };
            let first = self.scenario.tables.iter().find(|known| known.name == table.name.name).map(|known| known.span);
            if self.is_second("a table or an effect", &table.name, first) {
                continue;
            }
            if self.scenario.tables.len() == TABLES_MAX {
                return self.problems.add(table.span, format!("A file has at most {TABLES_MAX} tables and effects."));
            }
            let checked = self.table(table);
            Arc::make_mut(&mut self.scenario.tables).push(checked);
            let id = TableId::new(self.scenario.tables.len() - 1);
            let uniques = self.uniques(id, table);
            Arc::make_mut(&mut self.scenario.tables)[id.index()].uniques = uniques;
        }
        let is_jobs = |table: &Table| &*table.name == "jobs" && table.kind == TableKind::Store;
        self.scenario.jobs_table = self.scenario.tables.iter().position(is_jobs).map(TableId::new);
    }

    fn table(&mut self, declared: &syntax::Table) -> Table {
        let mut table = Table {
            name: declared.name.name.clone(),
            kind: declared.kind,
            columns: Vec::new(),
            uniques: Vec::new(),
            noun: declared.noun.as_ref().map(super::plain),
            span: declared.span,
        };
        for item in &declared.items {
            if let TableItem::Column(column) = item {
                self.add_column(&mut table, column);
            }
        }
        if table.columns.is_empty() {
            self.problems.add(declared.name.span, format!("`{}` has no columns.", table.name));
        }
        table
    }

    fn add_column(&mut self, table: &mut Table, declared: &syntax::Column) {
        let name = &declared.name;
        if table.column_named(&name.name).is_some() {
            return self
                .problems
                .add(name.span, format!("`{}` has a column named `{}` already.", table.name, name.name));
        }
        if table.columns.len() == COLUMNS_MAX {
            return self.problems.add(name.span, format!("A table has at most {COLUMNS_MAX} columns."));
        }
        let default = declared.default.as_ref().map(|default| self.value(default, &Scope::constant()));
        if let Some(serial) = declared.serial {
            if table.columns.iter().any(|column| column.serial) {
                self.problems.add(serial, format!("`{}` has a serial column already.", table.name));
            }
            if let Some(default) = &declared.default {
                self.problems.add(default.span, "A serial column has no value of its own: the store gives it.");
            }
        }
        table.columns.push(Column { name: name.name.clone(), serial: declared.serial.is_some(), default });
    }

    pub(super) fn add_rows(&mut self) {
        for declaration in self.declarations.clone() {
            let Declaration::Row(row) = declaration else { continue };
            if self.scenario.rows.len() == SEED_ROWS_MAX {
                return self.problems.add(row.span, format!("A file has at most {SEED_ROWS_MAX} rows from the start."));
            }
            let Some(table) = self.table_id(&row.table) else { continue };
            if self.scenario.table(table).is_memory() {
                let message =
                    format!("`{}` is memory: each process has its own, and it is empty at the start.", row.table.name);
                self.problems.add(row.table.span, message);
            }
            let cells = self.cells(table, &row.cells, &Scope::constant());
            Arc::make_mut(&mut self.scenario.rows).push(SeedRow { table, cells, span: row.span });
        }
    }

    /// The table or effect of this name; an unknown one is reported.
    pub(super) fn table_id(&mut self, name: &Ident) -> Option<TableId> {
        let found = self.scenario.tables.iter().position(|table| table.name == name.name).map(TableId::new);
        let nameless = self.problems.may_be_nameless(&["table", "effect"]);
        if found.is_none() && !nameless && !self.problems.misses_table(&name.name, name.span) {
            let message = format!("{NO_TABLE}`{}`.", name.name);
            let known = self.scenario.tables.iter().map(|table| &*table.name);
            self.problems.add_unknown(&name.name, name.span, message, known);
        }
        found
    }

    /// The column of this name; an unknown one is reported.
    pub(super) fn column(&mut self, table: &Table, name: &Ident) -> Option<ColumnId> {
        let found = table.column_named(&name.name);
        if found.is_none() {
            let mut message = format!("`{}` has no column named `{}`.", table.name, name.name);
            let plain = name.name.replace('_', "").to_ascii_lowercase();
            if table.is_effect() && matches!(&*plain, "idempotencykey" | "idempotency" | "requestid" | "dedupekey") {
                message += &format!(
                    " The key that a provider remembers stands behind the brackets: `do {} (…) with key job.key`.",
                    table.name
                );
            }
            let known = table.columns.iter().map(|column| &*column.name);
            self.problems.add_unknown(&name.name, name.span, message, known);
        }
        found
    }

    /// What is given or set, by column. Unknown columns, columns named twice and serial columns are reported.
    pub(super) fn cells(&mut self, table: TableId, given: &[Cell], scope: &Scope<'_>) -> Vec<(ColumnId, Expr)> {
        let declared = self.scenario.table(table).clone();
        let mut cells: Vec<(ColumnId, Expr)> = Vec::new();
        for cell in given {
            let value = self.value(&cell.value, scope);
            let Some(column) = self.column(&declared, &cell.name) else { continue };
            if cells.iter().any(|(known, _)| *known == column) {
                self.problems.add(cell.name.span, format!("`{}` is given twice.", cell.name.name));
                continue;
            }
            if declared.columns[column.index()].serial {
                let message = format!("`{}` is serial: the store gives it, so it is left out here.", cell.name.name);
                self.problems.add(cell.name.span, message);
            }
            cells.push((column, value));
        }
        cells
    }
}
