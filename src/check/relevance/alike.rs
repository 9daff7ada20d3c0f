//! Which workers are alike: nothing that matters can tell them apart, so they are interchangeable.

use super::{Merging, TableUse, answered};
use crate::lang::program::{Atomic, Expr, Local, Op, Piece, Program};
use crate::lang::scenario::{ColumnId, DeliveryId, ProcessId, Role, Scenario};
use crate::lang::visit::{contains, for_each_of};

/// The first process that is like this one.
pub(super) fn first_like(scenario: &Scenario, tables: &[TableUse], id: ProcessId, merging: Merging) -> ProcessId {
    let like = |other: &ProcessId| *other == id || (merging.symmetry && alike(scenario, tables, *other, id));
    scenario.process_ids().find(like).unwrap_or(id)
}

/// Can nothing tell the two workers apart?
fn alike(scenario: &Scenario, tables: &[TableUse], left: ProcessId, right: ProcessId) -> bool {
    let (one, other) = (scenario.process(left), scenario.process(right));
    let (Role::Worker(first), Role::Worker(second)) = (one.role, other.role) else { return false };
    let named = |id: ProcessId| {
        scenario.process_ids().any(|process| scenario.process(process).after == Some(id))
            || scenario.faults.iter().any(|budget| budget.of == Some(id))
            || answered(scenario, id)
    };
    one.program == other.program
        && one.name.len() == other.name.len()
        && one.turns == other.turns
        && one.after == other.after
        && same_delivery(scenario, first, second)
        && !named(left)
        && !named(right)
        && !name_matters(scenario.program_of(left), tables)
}

fn same_delivery(scenario: &Scenario, left: DeliveryId, right: DeliveryId) -> bool {
    let (left, right) = (&scenario.jobs[left.index()], &scenario.jobs[right.index()]);
    left.intent == right.intent && left.fields == right.fields
}

/// Does the program read its own name, its life or the number of its delivery anywhere that could make a difference?
///
/// Not where the bare word is written into a column that nothing reads, nor where it is filled into a line that is said:
/// there it can neither fail nor be read again. Anywhere else it may, inside arithmetic say, or a comparison.
fn name_matters(program: &Program, tables: &[TableUse]) -> bool {
    let mut matters = false;
    for instruction in &program.code {
        match &instruction.op {
            Op::Atomic(Atomic::Insert { table, cells, or_update }) => {
                let uses = &tables[table.index()];
                matters |= cells.iter().chain(or_update.iter().flatten()).any(|cell| cell_matters(cell, uses));
            }
            Op::Atomic(Atomic::Do { effect, cells, .. }) => {
                let uses = &tables[effect.index()];
                matters |= cells.iter().any(|cell| cell_matters(cell, uses));
            }
            Op::Local(Local::Say { text: Expr::Template(pieces) }) => matters |= pieces.iter().any(piece_matters),
            Op::Atomic(_) | Op::Local(_) => for_each_of(instruction, &mut |_, expr| matters |= names(expr)),
        }
    }
    matters
}

fn cell_matters((column, expr): &(ColumnId, Expr), uses: &TableUse) -> bool {
    let bare = matches!(expr, Expr::Me | Expr::Run | Expr::JobId);
    names(expr) && (uses.columns[column.index()] || !bare)
}

/// Names of alike workers are equally long, so a line that is too long with one is too long with the other. The number
/// of a delivery need not be.
fn piece_matters(piece: &Piece) -> bool {
    match piece {
        Piece::Text(_) | Piece::Filled(Expr::Me | Expr::Run) => false,
        Piece::Filled(expr) => names(expr),
    }
}

fn names(expr: &Expr) -> bool {
    contains(expr, &|part| matches!(part, Expr::Me | Expr::Run | Expr::JobId))
}
