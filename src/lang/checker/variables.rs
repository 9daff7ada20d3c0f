//! The variables of a program: what sets them, and what they may hold.

use std::collections::BTreeMap;

use super::Checker;
use crate::lang::limits::VARIABLES_MAX;
use crate::lang::program::Slot;
use crate::lang::scenario::TableId;
use crate::lang::span::Span;
use crate::lang::syntax::{Atomic, Block, ExprKind, Ident, Statement};
use crate::lang::value::Name;
use crate::lang::words::BUILTINS;

/// What the values of a program know of it.
pub(super) struct ProgramScope {
    /// A handler has a job; a process has none.
    pub(super) handler: bool,
    /// How often the program starts again with the variables it had.
    pub(super) turns: u32,
    /// Every variable that any line of the program sets, whatever the switches say.
    pub(super) variables: BTreeMap<Name, Variable>,
    /// Names of the variables that these positions set, by slot.
    pub(super) slots: Vec<Name>,
    /// The `try` blocks: what stands further down in one may have happened before.
    pub(super) tries: Vec<Span>,
}

/// One variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// Its place; none where only a branch that is not taken sets it, so that it is always null.
    pub(super) slot: Option<Slot>,
    /// The byte of the text from which on it may be set.
    pub(super) set_from: u32,
    /// Tables whose rows it may hold.
    pub(super) tables: Vec<TableId>,
    /// May it hold a number of rows?
    number: bool,
    /// May it hold some other value, which is no row?
    plain: bool,
    /// May it hold what another variable held?
    pub(super) anything: bool,
}

impl Variable {
    /// Can it only hold a number from `count`, `update` or `delete`?
    pub(super) fn only_a_number(&self) -> bool {
        self.number && !self.plain && !self.anything && self.tables.is_empty()
    }
}

/// What a statement puts into a variable.
enum Source<'b> {
    Row(&'b Ident),
    Number,
    Plain,
    Anything,
}

impl Checker<'_> {
    /// The variables of a program. Names that cannot be one are reported.
    pub(super) fn program_scope(&mut self, handler: bool, turns: u32, body: &Block<Statement>) -> ProgramScope {
        let mut scope =
            ProgramScope { handler, turns, variables: BTreeMap::new(), slots: Vec::new(), tries: Vec::new() };
        let mut set = Vec::new();
        self.each_statement(body, &mut |statement| {
            set.extend(setting(statement));
            if let Statement::Try { body, .. } = statement {
                scope.tries.push(body.span);
            }
        });
        for (into, from, source) in set {
            self.add_setting(&mut scope, into, from, &source);
        }
        let mut elsewhere = Vec::new();
        each_of_all(body, &mut |statement| elsewhere.extend(setting(statement)));
        for (into, _, _) in elsewhere {
            scope
                .variables
                .entry(into.name.clone())
                .or_insert_with(|| Variable { anything: true, ..Variable::default() });
        }
        scope
    }

    fn add_setting(&mut self, scope: &mut ProgramScope, into: &Ident, from: u32, source: &Source<'_>) {
        if BUILTINS.contains(&&*into.name) {
            let message = format!("`{}` is a word of the language: give the variable another name.", into.name);
            return self.problems.add(into.span, message);
        }
        if !scope.variables.contains_key(&into.name) {
            if scope.slots.len() == VARIABLES_MAX {
                return self.problems.add(into.span, format!("A program has at most {VARIABLES_MAX} variables."));
            }
            let slot = Some(Slot(scope.slots.len() as u16));
            scope.slots.push(into.name.clone());
            scope.variables.insert(into.name.clone(), Variable { slot, set_from: from, ..Variable::default() });
        }
        let tables = &self.scenario.tables;
        let Some(variable) = scope.variables.get_mut(&into.name) else { return };
        match source {
            Source::Number => variable.number = true,
            Source::Plain => variable.plain = true,
            Source::Anything => variable.anything = true,
            Source::Row(name) => match tables.iter().position(|table| table.name == name.name).map(TableId::new) {
                Some(table) if variable.tables.contains(&table) => {}
                Some(table) => variable.tables.push(table),
                // The unknown table is reported where it stands.
                None => variable.anything = true,
            },
        }
    }
}

/// The variable that a statement sets, the byte from which on it is set, and what it is set to.
fn setting(statement: &Statement) -> Option<(&Ident, u32, Source<'_>)> {
    match statement {
        Statement::Let { into, value, .. } => {
            let source = if matches!(value.kind, ExprKind::Word(_)) { Source::Anything } else { Source::Plain };
            Some((into, value.span.end, source))
        }
        Statement::Atomic { atomic, .. } => {
            let (into, source) = match atomic {
                Atomic::Read { rows, into } => (Some(into), Source::Row(&rows.table)),
                Atomic::Count { into, .. } => (Some(into), Source::Number),
                Atomic::Update { into, .. } | Atomic::Delete { into, .. } => (into.as_ref(), Source::Number),
                Atomic::Do { effect, into, .. } => (into.as_ref(), Source::Row(effect)),
                Atomic::Insert { .. }
                | Atomic::Enqueue { .. }
                | Atomic::Sleep { .. }
                | Atomic::Ack
                | Atomic::Later { .. }
                | Atomic::Fail { .. }
                | Atomic::Until { .. }
                | Atomic::Begin { .. }
                | Atomic::Commit
                | Atomic::Rollback => (None, Source::Plain),
            };
            into.map(|into| (into, into.span.end, source))
        }
        Statement::Say { .. }
        | Statement::If { .. }
        | Statement::Try { .. }
        | Statement::Again { .. }
        | Statement::Return { .. }
        | Statement::When(_) => None,
    }
}

/// Calls `visit` with every statement of the block, whatever the switches say.
fn each_of_all<'b>(block: &'b Block<Statement>, visit: &mut dyn FnMut(&'b Statement)) {
    for statement in &block.items {
        visit(statement);
        for inner in statement.blocks() {
            each_of_all(inner, visit);
        }
    }
}
