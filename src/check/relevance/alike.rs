//! Which workers are alike: nothing that matters can tell them apart, so they are interchangeable.

use super::{Merging, TableUse, answered};
use crate::lang::program::{Atomic, Expr, Local, OnConflict, Op, Piece, Program};
use crate::lang::scenario::{ColumnId, DeliveryId, ProcessId, Role, Scenario};
use crate::lang::visit::{contains, for_each_expr, for_each_of};

/// The first process that is like this one.
pub(super) fn first_like(scenario: &Scenario, tables: &[TableUse], id: ProcessId, merging: Merging) -> ProcessId {
    let like = |other: &ProcessId| *other == id || (merging.symmetry && alike(scenario, tables, *other, id));
    scenario.process_ids().find(like).unwrap_or(id)
}

/// Can nothing tell the two workers apart?
fn alike(scenario: &Scenario, tables: &[TableUse], left: ProcessId, right: ProcessId) -> bool {
    let (one, other) = (scenario.process(left), scenario.process(right));
    let same_jobs = match (one.role, other.role) {
        (Role::Worker(first), Role::Worker(second)) => same_delivery(scenario, first, second),
        (Role::Taker, Role::Taker) => true,
        _ => false,
    };
    let named = |id: ProcessId| {
        scenario.process_ids().any(|process| scenario.process(process).after == Some(id))
            || scenario.faults.iter().any(|budget| budget.of == Some(id))
            || answered(scenario, id)
    };
    one.program == other.program
        && one.name.len() == other.name.len()
        && one.turns == other.turns
        && one.after == other.after
        && same_jobs
        && !named(left)
        && !named(right)
        && !name_matters(scenario, one.role, scenario.program_of(left), tables)
}

fn same_delivery(scenario: &Scenario, left: DeliveryId, right: DeliveryId) -> bool {
    let (left, right) = (&scenario.jobs[left.index()], &scenario.jobs[right.index()]);
    left.intent == right.intent && left.fields == right.fields
}

/// Does the program read its own name, its life or the number of its delivery anywhere that could make a difference?
///
/// Not where the bare word is written into a column that nothing reads, nor where it is filled into a line that is said:
/// there it can neither fail nor be read again. Anywhere else it may, inside arithmetic say, or a comparison.
fn name_matters(scenario: &Scenario, role: Role, program: &Program, tables: &[TableUse]) -> bool {
    // Workers that take jobs all take the same ones.
    let told = |expr: &Expr| names(expr, role != Role::Taker);
    // Who asks whether a run is alive tells one worker from another.
    let asks = |program: &Program| {
        let mut found = false;
        for_each_expr(program, &mut |_, expr| found |= contains(expr, &|part| matches!(part, Expr::Alive(_))));
        found
    };
    let mut matters = scenario.has_transactions() || scenario.programs.iter().any(asks);
    for instruction in &program.code {
        match &instruction.op {
            Op::Atomic(Atomic::Insert { table, cells, or }) => {
                let uses = &tables[table.index()];
                matters |= cells.iter().chain(updated(or)).any(|cell| cell_matters(cell, uses, &told));
            }
            Op::Atomic(Atomic::Do { effect, cells, key, .. }) => {
                matters |= key.as_ref().is_some_and(told);
                let uses = &tables[effect.index()];
                matters |= cells.iter().any(|cell| cell_matters(cell, uses, &told));
            }
            Op::Local(Local::Say { text: Expr::Template(pieces) }) => {
                matters |= pieces.iter().any(|piece| piece_matters(piece, &told));
            }
            Op::Atomic(_) | Op::Local(_) => for_each_of(instruction, &mut |_, expr| matters |= told(expr)),
        }
    }
    matters
}

fn updated(or: &OnConflict) -> &[(ColumnId, Expr)] {
    match or {
        OnConflict::Update(set) => set,
        OnConflict::Fail | OnConflict::Wait => &[],
    }
}

fn cell_matters((column, expr): &(ColumnId, Expr), uses: &TableUse, told: &impl Fn(&Expr) -> bool) -> bool {
    let bare = matches!(expr, Expr::Me | Expr::Run | Expr::JobId | Expr::Fresh);
    told(expr) && (uses.columns[column.index()] || !bare)
}

/// Names of alike workers are equally long, so a line that is too long with one is too long with the other. The number
/// of a delivery need not be.
fn piece_matters(piece: &Piece, told: &impl Fn(&Expr) -> bool) -> bool {
    match piece {
        Piece::Text(_) | Piece::Filled(Expr::Me | Expr::Run) => false,
        Piece::Filled(expr) => told(expr),
    }
}

fn names(expr: &Expr, by_job: bool) -> bool {
    contains(expr, &|part| {
        matches!(part, Expr::Me | Expr::Run | Expr::Fresh | Expr::Alive(_)) || (by_job && matches!(part, Expr::JobId))
    })
}
