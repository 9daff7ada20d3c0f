//! Fields: what stands behind a dot.

use super::Checker;
use super::expression::{Scope, unknown};
use super::variables::Variable;
use crate::lang::program::{ErrorField, Expr};
use crate::lang::syntax::Ident;

/// Fields of `error`.
const ERROR_FIELDS: [(&str, ErrorField); 3] =
    [("unique", ErrorField::Unique), ("code", ErrorField::Code), ("message", ErrorField::Message)];

impl Checker<'_> {
    /// `base.field`.
    pub(super) fn field(&mut self, base: &Ident, field: &Ident, scope: &Scope<'_>) -> Expr {
        match &*base.name {
            "job" => self.job_field(base, field, scope),
            "error" => self.error_field(base, field, scope),
            name => match scope.variable(name) {
                Some(variable) => {
                    self.check_set_before(name, base.span, variable, scope);
                    self.check_row_field(name, variable, field);
                    variable.slot.map_or_else(unknown, |slot| Expr::Field(slot, field.name.clone()))
                }
                None => {
                    self.report_unknown_base(base, field, scope);
                    unknown()
                }
            },
        }
    }

    fn job_field(&mut self, base: &Ident, field: &Ident, scope: &Scope<'_>) -> Expr {
        let span = base.span.to(field.span);
        match scope.program {
            Some(program) if program.handler => {}
            Some(_) => {
                let message = format!("A process has no job: `job.{}` is known only in a handler.", field.name);
                self.problems.add(span, message);
                return unknown();
            }
            None => {
                self.problems.add(span, format!("`job.{}` is known only inside a handler.", field.name));
                return unknown();
            }
        }
        match &*field.name {
            "id" => Expr::JobId,
            "attempt" => Expr::JobAttempt,
            name => {
                if !self.job_fields.contains(name) {
                    let message = format!("No job of this file has a field named `{name}`.");
                    let known = self.job_fields.iter().map(|name| &**name).chain(["id", "attempt"]);
                    self.problems.add_unknown(name, field.span, message, known);
                }
                Expr::JobField(field.name.clone())
            }
        }
    }

    fn error_field(&mut self, base: &Ident, field: &Ident, scope: &Scope<'_>) -> Expr {
        if scope.program.is_none() {
            let message = format!("`error.{}` is known only inside a handler or a process.", field.name);
            self.problems.add(base.span.to(field.span), message);
            return unknown();
        }
        match ERROR_FIELDS.iter().find(|(name, _)| **name == *field.name) {
            Some((_, field)) => Expr::Error(*field),
            None => {
                let message = format!("`error` has no field `{}`; it has `unique`, `code` and `message`.", field.name);
                self.problems.add_unknown(&field.name, field.span, message, ERROR_FIELDS.map(|(name, _)| name));
                unknown()
            }
        }
    }

    /// A field of a variable is a column of a row that it may hold.
    fn check_row_field(&mut self, name: &str, variable: &Variable, field: &Ident) {
        if variable.anything {
            return;
        }
        if variable.tables.is_empty() {
            let what = if variable.only_a_number() { "a number" } else { "no row" };
            let message = format!("`{name}` holds {what}, so it has no field `{}`.", field.name);
            return self.problems.add(field.span, message);
        }
        let tables: Vec<_> = variable.tables.iter().map(|table| self.scenario.table(*table)).collect();
        if tables.iter().any(|table| table.column_named(&field.name).is_some()) {
            return;
        }
        let names: Vec<String> = tables.iter().map(|table| format!("`{}`", table.name)).collect();
        let message =
            format!("`{name}` holds a row of {}, which has no column named `{}`.", names.join(" or "), field.name);
        let known: Vec<String> =
            tables.iter().flat_map(|table| &table.columns).map(|column| (*column.name).to_owned()).collect();
        self.problems.add_unknown(&field.name, field.span, message, known.iter().map(|name| &**name));
    }

    fn report_unknown_base(&mut self, base: &Ident, field: &Ident, scope: &Scope<'_>) {
        let is_table = self.scenario.tables.iter().any(|table| table.name == base.name);
        if is_table && scope.row.is_some() {
            let message = format!("A column is written without its table here: `{}`.", field.name);
            return self.problems.add(base.span.to(field.span), message);
        }
        self.report_unknown_word(&base.name, base.span, scope);
    }
}
