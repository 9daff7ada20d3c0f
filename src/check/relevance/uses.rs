//! What is read: of each table by programs, by UNIQUE and by claims over every schedule, and of each variable.

use super::{Merging, TableUse};
use crate::lang::claim::{Asked, Claim, Condition, Scope};
use crate::lang::program::{Atomic, Binary, Expr, Local, Op, Program, Slot};
use crate::lang::scenario::{Scenario, Table, TableId};
use crate::lang::value::Value;
use crate::lang::visit::{contains, for_each_expr, for_each_filter, for_each_of, for_each_part};

/// What is read of each table, by programs, by UNIQUE and by claims over every schedule.
pub(super) struct Uses<'a> {
    scenario: &'a Scenario,
    pub(super) tables: Vec<TableUse>,
}

impl<'a> Uses<'a> {
    pub(super) fn of(scenario: &'a Scenario) -> Self {
        let unused = |table: &Table| TableUse { columns: vec![false; table.columns.len()], ordered: false };
        let mut uses = Self { scenario, tables: scenario.tables.iter().map(unused).collect() };
        for (at, table) in scenario.tables.iter().enumerate() {
            for column in table.uniques.iter().flat_map(|unique| &unique.columns) {
                uses.tables[at].columns[column.index()] = true;
            }
            for filter in table.uniques.iter().filter_map(|unique| unique.filter.as_ref()) {
                uses.columns(TableId::new(at), filter);
            }
        }
        for program in scenario.programs.iter() {
            uses.program(program);
        }
        for expect in scenario.expects.iter().filter(|expect| expect.scope != Scope::ShownRun) {
            uses.claim(&expect.claim);
        }
        for want in scenario.wants.iter() {
            uses.claim(&want.claim);
        }
        match scenario.predict.as_ref().map(|predict| &predict.answer) {
            Some(Asked::Count(table, Some(filter))) => uses.columns(*table, filter),
            Some(Asked::Holds(condition)) => uses.condition(condition),
            Some(Asked::Count(_, None)) | None => {}
        }
        uses
    }

    pub(super) fn everything(&mut self) {
        for table in &mut self.tables {
            table.columns.fill(true);
            table.ordered = true;
        }
    }

    /// Is the time read, by a program, by a default that could fail or stands in a column that is read, or by a claim? Where the
    /// clock could come near its end it counts as read, because moving it fails there.
    pub(super) fn clock(&self) -> bool {
        const NEAR_ITS_END: i64 = i64::MAX / 2;
        // As often as all programs together may sleep, this is far from the end.
        const SLEEP_MAX_MS: i64 = 1_000_000_000_000;
        let now = |expr: &Expr| contains(expr, &|part| matches!(part, Expr::Now));
        let mut claimed = false;
        let scenario = self.scenario;
        let mut condition = |condition: &Condition| for_each_filter(condition, &mut |_, filter| claimed |= now(filter));
        let claims = scenario.expects.iter().map(|expect| &expect.claim);
        for claim in claims.chain(scenario.wants.iter().map(|want| &want.claim)) {
            if let Claim::Condition(claim) = claim {
                condition(claim);
            }
        }
        match scenario.predict.as_ref().map(|predict| &predict.answer) {
            Some(Asked::Count(_, Some(filter))) => claimed |= now(filter),
            Some(Asked::Holds(asked)) => condition(asked),
            Some(Asked::Count(_, None)) | None => {}
        }
        let held = |(table, uses): (&Table, &TableUse)| {
            let mut columns = table.columns.iter().zip(&uses.columns);
            columns.any(|(column, used)| {
                column.default.as_ref().is_some_and(|default| now(default) && (*used || *default != Expr::Now))
            })
        };
        let mut told = false;
        for program in scenario.programs.iter() {
            for_each_expr(program, &mut |_, expr| told |= now(expr));
            for (_, _, atomic) in program.atomics() {
                if let Atomic::Sleep { duration_ms } = atomic {
                    told |= !matches!(duration_ms, Expr::Literal(Value::Int(..=SLEEP_MAX_MS)));
                }
            }
        }
        claimed || told || scenario.clock_ms > NEAR_ITS_END || scenario.tables.iter().zip(&self.tables).any(held)
    }

    fn whole(&mut self, table: TableId) {
        self.tables[table.index()].columns.fill(true);
        self.tables[table.index()].ordered = true;
    }

    fn columns(&mut self, table: TableId, expr: &Expr) {
        if let Expr::Column(column) = expr {
            self.tables[table.index()].columns[column.index()] = true;
        }
        for_each_part(expr, &mut |part| self.columns(table, part));
    }

    fn program(&mut self, program: &Program) {
        let holds = rows_held(program);
        for_each_expr(program, &mut |table, expr| {
            if let Some(table) = table {
                self.columns(table, expr);
            }
            self.rows(expr, false, &holds);
        });
        let asks_why = reads_error(program);
        for (_, _, atomic) in program.atomics() {
            if let (true, Some(table)) = (asks_why, atomic.table()) {
                // Which of several rows a condition fails on first decides what the message says.
                self.tables[table.index()].ordered = true;
            }
            if let Atomic::Do { effect, cells, key: Some(_), .. } = atomic {
                // A provider that knows the key compares what it is given, and answers with its row.
                for (column, _) in cells {
                    self.tables[effect.index()].columns[column.index()] = true;
                }
            }
            if let Atomic::Update { table, set, .. } = atomic {
                // Which of several rows is refused first depends on their order.
                let uniques = &self.scenario.table(*table).uniques;
                let sets_unique = uniques
                    .iter()
                    .flat_map(|unique| &unique.columns)
                    .any(|column| set.iter().any(|(at, _)| at == column));
                self.tables[table.index()].ordered |= sets_unique;
            }
        }
    }

    /// Marks what is read through variables that hold rows.
    fn rows(&mut self, expr: &Expr, asked: bool, holds: &[(Slot, TableId)]) {
        let tables = |slot: Slot| holds.iter().filter(move |(held, _)| *held == slot).map(|(_, table)| *table);
        match expr {
            Expr::Variable(slot) if !asked => tables(*slot).for_each(|table| self.whole(table)),
            Expr::Field(slot, name) => {
                for table in tables(*slot) {
                    self.tables[table.index()].ordered = true;
                    if let Some(column) = self.scenario.table(table).column_named(name) {
                        self.tables[table.index()].columns[column.index()] = true;
                    }
                }
            }
            Expr::Not(inner) => self.rows(inner, true, holds),
            Expr::Binary(Binary::And | Binary::Or, left, right) => {
                self.rows(left, true, holds);
                self.rows(right, true, holds);
            }
            _ => for_each_part(expr, &mut |part| self.rows(part, false, holds)),
        }
    }

    fn claim(&mut self, claim: &Claim) {
        match claim {
            Claim::Rows { table, .. } => self.whole(*table),
            Claim::Condition(condition) => self.condition(condition),
            Claim::Effect { .. }
            | Claim::RowCount { .. }
            | Claim::Refused { .. }
            | Claim::Answered { .. }
            | Claim::Acked { .. }
            | Claim::Dead { .. }
            | Claim::Stuck => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        for_each_filter(condition, &mut |table, filter| self.columns(table, filter));
    }
}

/// Does the program read why a statement failed?
fn reads_error(program: &Program) -> bool {
    let reads = |expr: &Expr| contains(expr, &|part| matches!(part, Expr::Error(_)));
    // A line that is said with it is no state.
    program.code.iter().filter(|instruction| !matches!(instruction.op, Op::Local(Local::Say { .. }))).any(
        |instruction| {
            let mut found = false;
            for_each_of(instruction, &mut |_, expr| found |= reads(expr));
            found
        },
    )
}

/// The variables of a program that may hold a row, each with every table it may be of.
fn rows_held(program: &Program) -> Vec<(Slot, TableId)> {
    let mut held: Vec<(Slot, TableId)> = program
        .atomics()
        .filter_map(|(_, _, atomic)| match atomic {
            Atomic::Read { table, into, .. } => Some((*into, *table)),
            Atomic::Do { effect, into: Some(into), .. } => Some((*into, *effect)),
            _ => None,
        })
        .collect();
    // `let y = x` hands a row on; a whole row that is read marks its table, so one round of it is enough.
    let handed: Vec<(Slot, TableId)> = program
        .code
        .iter()
        .filter_map(|instruction| match &instruction.op {
            Op::Local(Local::Let { into, value: Expr::Variable(from) }) => Some((*into, *from)),
            _ => None,
        })
        .flat_map(|(into, from)| {
            held.iter().filter(move |(slot, _)| *slot == from).map(move |(_, table)| (into, *table))
        })
        .collect();
    held.extend(handed);
    held
}

/// Which variables of the program hold a row that is only asked whether it is there.
pub(super) fn presence(program: &Program, merging: Merging) -> Vec<bool> {
    let mut only_presence = vec![merging.clearing; program.variables.len()];
    for_each_expr(program, &mut |_, expr| note_whole(expr, false, &mut only_presence));
    only_presence
}

/// Marks variables that are read for more than their presence; `asked` is where only truth counts.
fn note_whole(expr: &Expr, asked: bool, only_presence: &mut [bool]) {
    match expr {
        Expr::Variable(slot) if !asked => only_presence[slot.0 as usize] = false,
        Expr::Field(slot, _) => only_presence[slot.0 as usize] = false,
        Expr::Not(inner) => note_whole(inner, true, only_presence),
        Expr::Binary(Binary::And | Binary::Or, left, right) => {
            note_whole(left, true, only_presence);
            note_whole(right, true, only_presence);
        }
        _ => for_each_part(expr, &mut |part| note_whole(part, false, only_presence)),
    }
}
