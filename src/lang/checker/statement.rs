//! Statements that are one step: tables, columns and jobs looked up.

use super::program::Compiler;
use crate::lang::program::{Atomic, Expr, OnConflict, Slot};
use crate::lang::scenario::TableId;
use crate::lang::span::Span;
use crate::lang::syntax::{self, Cell, Ident, Rows};

/// What a statement does to a table, for the check that the table allows it.
#[derive(Clone, Copy)]
enum Access {
    Insert,
    Change(&'static str),
    Perform,
}

impl Compiler<'_, '_> {
    /// The statement; none where its table is unknown.
    pub(super) fn atomic(&mut self, atomic: &syntax::Atomic) -> Option<Atomic> {
        match atomic {
            syntax::Atomic::Read { rows, into } => {
                let (table, filter) = self.rows(rows)?;
                Some(Atomic::Read { table, filter, into: self.slot(into)? })
            }
            syntax::Atomic::Count { rows, into } => {
                let (table, filter) = self.rows(rows)?;
                Some(Atomic::Count { table, filter, into: self.slot(into)? })
            }
            syntax::Atomic::Insert { table, cells, or } => self.insert(table, cells, or),
            syntax::Atomic::Update { rows, set, into } => {
                let (table, filter) = self.rows(rows)?;
                self.check_access(table, Access::Change("update"), rows.table.span);
                let set = self.checker.cells(table, set, &self.values().with_row(table));
                Some(Atomic::Update { table, set, filter, into: into.as_ref().and_then(|into| self.slot(into)) })
            }
            syntax::Atomic::Delete { rows, into } => {
                let (table, filter) = self.rows(rows)?;
                self.check_access(table, Access::Change("delete"), rows.table.span);
                Some(Atomic::Delete { table, filter, into: into.as_ref().and_then(|into| self.slot(into)) })
            }
            syntax::Atomic::Do { effect, cells, key, intent, into } => {
                self.perform(effect, cells, key.as_ref(), intent.as_ref(), into.as_ref())
            }
            syntax::Atomic::Enqueue { intent, fields } => {
                let fields = self.checker.fields(intent, fields, &self.values());
                Some(Atomic::Enqueue { intent: self.checker.intent(&intent.name), fields })
            }
            syntax::Atomic::Sleep { duration_ms } => {
                Some(Atomic::Sleep { duration_ms: self.checker.value(duration_ms, &self.values()) })
            }
            syntax::Atomic::Ack => Some(Atomic::Ack),
            syntax::Atomic::Later { why } => Some(Atomic::Later { why: self.why(why.as_ref()) }),
            syntax::Atomic::Fail { why } => Some(Atomic::Fail { why: self.why(why.as_ref()) }),
            syntax::Atomic::Until { condition } => {
                Some(Atomic::Until { condition: self.checker.condition(condition, &self.values())? })
            }
            syntax::Atomic::Begin { snapshot } => Some(Atomic::Begin { snapshot: *snapshot }),
            syntax::Atomic::Commit => Some(Atomic::Commit),
            syntax::Atomic::Rollback => Some(Atomic::Rollback),
        }
    }

    fn why(&mut self, why: Option<&syntax::Expr>) -> Option<Expr> {
        why.map(|why| self.checker.value(why, &self.values()))
    }

    fn insert(&mut self, name: &Ident, cells: &[Cell], or: &syntax::OnConflict) -> Option<Atomic> {
        let table = self.checker.table_id(name)?;
        self.check_access(table, Access::Insert, name.span);
        let cells = self.checker.cells(table, cells, &self.values());
        self.check_refusable(table, name, or);
        let or = match or {
            syntax::OnConflict::Fail => OnConflict::Fail,
            syntax::OnConflict::Wait(_) => OnConflict::Wait,
            syntax::OnConflict::Update(set) => {
                OnConflict::Update(self.checker.cells(table, set, &self.values().with_row(table)))
            }
        };
        Some(Atomic::Insert { table, cells, or })
    }

    /// What is done where a row is in the way asks for a UNIQUE; and whoever waits, for somebody who clears the way.
    fn check_refusable(&mut self, table: TableId, name: &Ident, or: &syntax::OnConflict) {
        let declared = self.checker.scenario.table(table);
        let words = match or {
            syntax::OnConflict::Fail => return,
            syntax::OnConflict::Wait(_) => "or wait",
            syntax::OnConflict::Update(_) => "or update",
        };
        if let syntax::OnConflict::Wait(span) = or
            && declared.is_memory()
        {
            let message = format!(
                "`{}` is memory, so nobody else could take the row away that is in the way: it would wait for ever.",
                name.name
            );
            self.checker.problems.add(*span, message);
        } else if declared.uniques.is_empty() && !declared.is_effect() {
            let message =
                format!("`{}` has no UNIQUE that could refuse the row, so `{words}` would never happen.", name.name);
            self.checker.problems.add(name.span, message);
        }
    }

    fn perform(
        &mut self,
        name: &Ident,
        cells: &[Cell],
        key: Option<&syntax::Expr>,
        intent: Option<&Ident>,
        into: Option<&Ident>,
    ) -> Option<Atomic> {
        let effect = self.checker.table_id(name)?;
        self.check_access(effect, Access::Perform, name.span);
        if intent.is_none() && !self.scope.handler {
            let message =
                format!("A process has no job: say what the effect is for, as in `do {} (…) for NAME`.", name.name);
            self.checker.problems.add(name.span, message);
        }
        let cells = self.checker.cells(effect, cells, &self.values());
        let intent = intent.map(|intent| self.checker.intent(&intent.name));
        let key = key.map(|key| self.checker.value(key, &self.values()));
        Some(Atomic::Do { effect, cells, key, intent, into: into.and_then(|into| self.slot(into)) })
    }

    /// `T where C`: bare names in C are columns.
    fn rows(&mut self, rows: &Rows) -> Option<(TableId, Option<Expr>)> {
        let table = self.checker.table_id(&rows.table)?;
        let scope = self.values().looking(table);
        if let Some(filter) = &rows.filter {
            self.checker.check_truth(filter, &scope);
        }
        Some((table, rows.filter.as_ref().map(|filter| self.checker.value(filter, &scope))))
    }

    /// Effects are performed and never taken back; tables are written.
    fn check_access(&mut self, table: TableId, access: Access, span: Span) {
        let table = self.checker.scenario.table(table);
        let name = &table.name;
        let what = if table.is_memory() { "memory" } else { "a table of the store" };
        let message = match (access, table.is_effect()) {
            (Access::Insert | Access::Change(_), false) | (Access::Perform, true) => return,
            (Access::Insert, true) => format!("`{name}` is an effect: write `do {name} (…)`."),
            (Access::Change(verb), true) => {
                format!(
                    "`{name}` is an effect: it cannot be changed or taken back, so there is no `{verb}`; only `do {name} (…)`."
                )
            }
            (Access::Perform, false) => format!("`{name}` is {what}: write `insert {name} (…)`."),
        };
        self.checker.problems.add(span, message);
    }

    /// The place of a variable; none where its name was refused.
    pub(super) fn slot(&self, into: &Ident) -> Option<Slot> {
        self.scope.variables.get(&into.name).and_then(|variable| variable.slot)
    }
}
