//! Values: every word looked up where it stands.

use super::Checker;
use super::variables::{ProgramScope, Variable};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::nearest::nearest;
use crate::lang::program::{Binary, ErrorField, Expr, Piece};
use crate::lang::scenario::TableId;
use crate::lang::span::Span;
use crate::lang::syntax::{self, ExprKind, Ident, TextPiece};
use crate::lang::value::Value;

/// Builtin words that are values by themselves.
const BARE: [&str; 4] = ["now", "me", "run", "fresh"];

/// Fields of `error`.
const ERROR_FIELDS: [(&str, ErrorField); 3] =
    [("unique", ErrorField::Unique), ("code", ErrorField::Code), ("message", ErrorField::Message)];

/// What is known where a value stands.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    /// The program around it; none in a declaration, where only literals and `now` are known.
    pub(super) program: Option<&'s ProgramScope>,
    /// The table whose columns bare names are.
    pub(super) row: Option<TableId>,
}

impl<'s> Scope<'s> {
    /// Only literals and `now`.
    pub(super) fn constant() -> Self {
        Self { program: None, row: None }
    }

    /// The same, with the columns of a row as bare names.
    pub(super) fn with_row(self, table: TableId) -> Self {
        Self { row: Some(table), ..self }
    }

    fn variable(&self, name: &str) -> Option<&'s Variable> {
        self.program.and_then(|program| program.variables.get(name))
    }
}

/// What stands for a value that was reported.
fn unknown() -> Expr {
    Expr::Literal(Value::Null)
}

impl Checker<'_> {
    /// The value, with every word looked up.
    pub(super) fn value(&mut self, value: &syntax::Expr, scope: &Scope<'_>) -> Expr {
        match &value.kind {
            ExprKind::Null => Expr::Literal(Value::Null),
            ExprKind::Bool(value) => Expr::Literal(Value::Bool(*value)),
            ExprKind::Int(value) => Expr::Literal(Value::Int(*value)),
            ExprKind::Text(pieces) => self.text(pieces, scope),
            ExprKind::Word(name) => self.word(name, value.span, scope),
            ExprKind::Field(base, field) => self.field(base, field, scope),
            ExprKind::Not(inner) => {
                self.check_truth(inner, scope);
                Expr::Not(Box::new(self.value(inner, scope)))
            }
            ExprKind::Negate(inner) => Expr::Negate(Box::new(self.value(inner, scope))),
            ExprKind::Binary(operator, left, right) => {
                match operator {
                    Binary::And | Binary::Or => {
                        self.check_truth(left, scope);
                        self.check_truth(right, scope);
                    }
                    Binary::Add | Binary::Subtract => {}
                    Binary::Equal
                    | Binary::NotEqual
                    | Binary::Less
                    | Binary::LessOrEqual
                    | Binary::Greater
                    | Binary::GreaterOrEqual => self.check_compared(value.span, left, right, scope),
                }
                let left = self.value(left, scope);
                Expr::Binary(*operator, Box::new(left), Box::new(self.value(right, scope)))
            }
        }
    }

    /// A text; without anything to fill in it is a literal.
    fn text(&mut self, pieces: &[TextPiece], scope: &Scope<'_>) -> Expr {
        if let [TextPiece::Text(text)] = pieces {
            return Expr::Literal(Value::Text(text.clone()));
        }
        let pieces = pieces.iter().map(|piece| match piece {
            TextPiece::Text(text) => Piece::Text(text.clone()),
            TextPiece::Filled(value) => Piece::Filled(self.value(value, scope)),
        });
        Expr::Template(pieces.collect())
    }

    fn word(&mut self, name: &str, span: Span, scope: &Scope<'_>) -> Expr {
        if let Some(table) = scope.row
            && let Some(column) = self.scenario.table(table).column_named(name)
        {
            self.check_ambiguous(name, span, table, scope);
            return Expr::Column(column);
        }
        match (name, scope.program) {
            ("now", _) => return Expr::Now,
            ("me", Some(_)) => return Expr::Me,
            ("run", Some(_)) => return Expr::Run,
            ("fresh", _) => {
                self.problems.add(span, "`fresh` is part of the language but not built yet.");
                return unknown();
            }
            (_, Some(_) | None) => {}
        }
        match scope.variable(name) {
            Some(variable) => {
                self.check_set_before(name, span, variable, scope);
                variable.slot.map_or_else(unknown, Expr::Variable)
            }
            None => {
                self.report_unknown_word(name, span, scope);
                unknown()
            }
        }
    }

    /// In `where` and `set` a bare name is the column; a variable or a builtin word of that name could be meant too.
    fn check_ambiguous(&mut self, name: &str, span: Span, table: TableId, scope: &Scope<'_>) {
        let table = self.scenario.table(table).name.clone();
        if scope.variable(name).is_some() {
            let message = format!(
                "`{name}` is a column of `{table}` and a variable of this program, and a bare name is the column here. Give the variable another name, such as `this_{name}`."
            );
            self.problems.add(span, message);
        } else if BARE.contains(&name) {
            let message = format!(
                "`{name}` is a column of `{table}` and a word of the language. Give the column another name, such as `{name}_name`."
            );
            self.problems.add(span, message);
        }
    }

    /// A variable that is used before the first line that sets it is always null there.
    fn check_set_before(&mut self, name: &str, span: Span, variable: &Variable, scope: &Scope<'_>) {
        let repeats = scope.program.is_some_and(|program| program.turns > 1);
        // A line that could not be read may have set it further up.
        if !repeats && span.start < variable.set_from && !self.problems.is_unread(name) {
            self.problems.add(span, format!("`{name}` is used here before anything sets it."));
        }
    }

    fn report_unknown_word(&mut self, name: &str, span: Span, scope: &Scope<'_>) {
        let Some(program) = scope.program else {
            let message = if matches!(name, "me" | "run" | "job" | "error") {
                format!("`{name}` is known only inside a handler or a process.")
            } else if scope.row.is_some() {
                format!("There is no column named `{name}`.")
            } else {
                format!("`{name}` is not known here: a declaration knows only values that are written out, and `now`.")
            };
            let known: Vec<String> = self.row_columns(scope);
            return self.problems.add_unknown(name, span, message, known.iter().map(|name| &**name));
        };
        // A line that could not be read may have set it: `read T as seen`, `let x = …`.
        if self.problems.is_unread("as") || self.problems.is_unread("let") {
            return;
        }
        if program.handler && self.job_fields.contains(name) && scope.row.is_none() {
            let message = format!("There is no variable named `{name}`.");
            return self.problems.push(Diagnostic::new(span, message).with_nearest(Some(format!("job.{name}"))));
        }
        if matches!(name, "job" | "error") {
            let example = if name == "job" { "job.key" } else { "error.code" };
            return self.problems.add(span, format!("`{name}` is no value by itself: write `{example}`."));
        }
        let message = match scope.row {
            Some(table) => {
                format!(
                    "`{}` has no column named `{name}`, and no variable has that name.",
                    self.scenario.table(table).name
                )
            }
            None => format!("There is no variable named `{name}`."),
        };
        let mut known = self.row_columns(scope);
        known.extend(program.variables.keys().map(|name| (**name).to_owned()));
        known.extend(["now", "me", "run"].map(str::to_owned));
        let near = nearest(name, known.iter().map(|name| &**name)).is_some();
        let message = if near { message } else { format!("{message} A text stands in quotes: \"{name}\".") };
        self.problems.add_unknown(name, span, message, known.iter().map(|name| &**name));
    }

    fn row_columns(&self, scope: &Scope<'_>) -> Vec<String> {
        let columns = scope.row.map(|table| &self.scenario.table(table).columns);
        columns.into_iter().flatten().map(|column| (*column.name).to_owned()).collect()
    }

    /// `base.field`.
    fn field(&mut self, base: &Ident, field: &Ident, scope: &Scope<'_>) -> Expr {
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

    /// Reports a number of rows where true or false is asked: it would always hold.
    pub(super) fn check_truth(&mut self, value: &syntax::Expr, scope: &Scope<'_>) {
        let ExprKind::Word(name) = &value.kind else { return };
        let counted = scope.variable(name).is_some_and(Variable::only_a_number);
        if counted && scope.row.is_none() {
            let message = format!(
                "`{name}` is a number of rows, and 0 counts as true as well: write `{name} > 0` or `{name} = 0`."
            );
            self.problems.add(value.span, message);
        }
    }

    /// Reports a column that is compared with itself: the other side was meant to be something else.
    fn check_compared(&mut self, span: Span, left: &syntax::Expr, right: &syntax::Expr, scope: &Scope<'_>) {
        let (ExprKind::Word(one), ExprKind::Word(other)) = (&left.kind, &right.kind) else { return };
        let Some(table) = scope.row else { return };
        let ambiguous = scope.variable(one).is_some();
        if one == other && !ambiguous && self.scenario.table(table).column_named(one).is_some() {
            let instead = match scope.program {
                Some(program) if program.handler => format!(" The job's is written `job.{one}`."),
                Some(_) | None => String::new(),
            };
            self.problems.add(span, format!("`{one}` is compared with itself: both are the column.{instead}"));
        }
    }
}
