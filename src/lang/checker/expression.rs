//! Values: every word looked up where it stands.

use super::Checker;
use super::variables::{ProgramScope, Variable};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::nearest::nearest;
use crate::lang::program::{Binary, Expr, Piece};
use crate::lang::scenario::TableId;
use crate::lang::span::Span;
use crate::lang::syntax::{self, ExprKind, TextPiece};
use crate::lang::value::Value;

/// Builtin words that are values by themselves.
const BARE: [&str; 4] = ["now", "me", "run", "fresh"];

/// Words of the language that are no values by themselves, and how they become one.
const INCOMPLETE: [(&str, &str); 3] = [("job", "job.key"), ("error", "error.code"), ("alive", "alive(owner)")];

/// What other languages make a text of that nobody else has.
const RANDOM: [&str; 7] = ["random", "rand", "uuid", "uuid4", "guid", "nonce", "unique_id"];

/// What is known where a value stands.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    /// The program around it; none in a declaration, where only literals and `now` are known.
    pub(super) program: Option<&'s ProgramScope>,
    /// The table whose columns bare names are.
    pub(super) row: Option<TableId>,
    /// Does the value only look for rows? What is looked for is made before.
    pub(super) looks: bool,
}

impl<'s> Scope<'s> {
    /// Only literals and `now`.
    pub(super) const fn constant() -> Self {
        Self { program: None, row: None, looks: false }
    }

    /// What a value inside the program knows.
    pub(super) fn inside(program: &'s ProgramScope) -> Self {
        Self { program: Some(program), row: None, looks: false }
    }

    /// The same, with the columns of a row as bare names.
    pub(super) fn with_row(self, table: TableId) -> Self {
        Self { row: Some(table), ..self }
    }

    /// What a `where` over the rows of this table knows.
    pub(super) fn looking(self, table: TableId) -> Self {
        Self { row: Some(table), looks: true, ..self }
    }

    pub(super) fn variable(&self, name: &str) -> Option<&'s Variable> {
        self.program.and_then(|program| program.variables.get(name))
    }
}

/// What stands for a value that was reported.
pub(super) fn unknown() -> Expr {
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
            ExprKind::Alive(run) => self.alive(run, value.span, scope),
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
            ("fresh", Some(_)) => return self.fresh(span, scope),
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

    /// A text that nobody else has is a new one each time it is asked for, so no row can hold it already.
    fn fresh(&mut self, span: Span, scope: &Scope<'_>) -> Expr {
        if scope.looks {
            let message = "No row holds what is made here only now: make it before, as in `let token = fresh`, and look for that.";
            self.problems.add(span, message);
        }
        Expr::Fresh
    }

    /// `alive(e)`: what others do decides it, so it is known only while something runs.
    fn alive(&mut self, run: &syntax::Expr, span: Span, scope: &Scope<'_>) -> Expr {
        if scope.program.is_none() {
            self.problems.add(span, "`alive` is known only inside a handler or a process.");
        }
        Expr::Alive(Box::new(self.value(run, scope)))
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
    pub(super) fn check_set_before(&mut self, name: &str, span: Span, variable: &Variable, scope: &Scope<'_>) {
        let set = Span { start: variable.set_from, end: variable.set_from };
        let tried = |tries: &[Span]| tries.iter().any(|tried| tried.holds(span) && tried.holds(set));
        let repeats = scope.program.is_some_and(|program| program.turns > 1 || tried(&program.tries));
        // A line that could not be read may have set it further up.
        if !repeats && span.start < variable.set_from && !self.problems.is_unread(name) {
            self.problems.add(span, format!("`{name}` is used here before anything sets it."));
        }
    }

    pub(super) fn report_unknown_word(&mut self, name: &str, span: Span, scope: &Scope<'_>) {
        let Some(program) = scope.program else {
            let message = if matches!(name, "me" | "run" | "job" | "error" | "fresh" | "alive") {
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
        if let Some((_, example)) = INCOMPLETE.iter().find(|(word, _)| *word == name) {
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
        known.extend(BARE.map(str::to_owned));
        let near = nearest(name, known.iter().map(|name| &**name)).is_some();
        let message = match near {
            true => message,
            false if RANDOM.contains(&&*name.to_ascii_lowercase()) => {
                format!("{message} A text that nobody else has is written `fresh`.")
            }
            false => format!("{message} A text stands in quotes: \"{name}\"."),
        };
        self.problems.add_unknown(name, span, message, known.iter().map(|name| &**name));
    }

    fn row_columns(&self, scope: &Scope<'_>) -> Vec<String> {
        let columns = scope.row.map(|table| &self.scenario.table(table).columns);
        columns.into_iter().flatten().map(|column| (*column.name).to_owned()).collect()
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
