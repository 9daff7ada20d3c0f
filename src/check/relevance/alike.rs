//! Which workers are alike: nothing that matters can tell them apart, so they are interchangeable.

use super::{Merging, TableUse, answered};
use crate::lang::limits::{NAME_CHARS_MAX, TEXT_BYTES_MAX};
use crate::lang::program::{Atomic, Expr, Local, Op, Piece, Program};
use crate::lang::scenario::{ColumnId, DeliveryId, ProcessId, Role, Scenario};
use crate::lang::visit::{for_each_of, for_each_part};

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

/// Does the program read its own name, its life or the number of its delivery anywhere that is read again?
fn name_matters(program: &Program, tables: &[TableUse]) -> bool {
    let mut matters = false;
    for instruction in &program.code {
        match &instruction.op {
            Op::Atomic(Atomic::Insert { table, cells, or_update }) => {
                let kept = |(column, _): &&(ColumnId, Expr)| tables[table.index()].columns[column.index()];
                matters |= cells.iter().chain(or_update.iter().flatten()).filter(kept).any(|(_, expr)| names(expr));
            }
            Op::Atomic(Atomic::Do { effect, cells, .. }) => {
                let kept = |(column, _): &&(ColumnId, Expr)| tables[effect.index()].columns[column.index()];
                matters |= cells.iter().filter(kept).any(|(_, expr)| names(expr));
            }
            // A line that is said is no state, unless it may be too long to be said.
            Op::Local(Local::Say { text }) => matters |= names(text) && may_be_too_long(text),
            Op::Atomic(_) | Op::Local(_) => for_each_of(instruction, &mut |_, expr| matters |= names(expr)),
        }
    }
    matters
}

fn names(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Me | Expr::Run | Expr::JobId);
    for_each_part(expr, &mut |part| found |= names(part));
    found
}

fn may_be_too_long(text: &Expr) -> bool {
    let Expr::Template(pieces) = text else { return false };
    let bytes = |piece: &Piece| match piece {
        Piece::Text(plain) => plain.len(),
        // A name, or a name and a life; other fills are the same for both workers.
        Piece::Filled(_) => 4 * NAME_CHARS_MAX,
    };
    pieces.iter().map(bytes).sum::<usize>() > TEXT_BYTES_MAX / 2
}
