//! Walks the expressions of a program.

use super::program::{Atomic, Expr, Instruction, Local, Op, Piece, Program};
use super::scenario::TableId;

/// Calls `each` with every expression of the program, and the table whose columns its bare names are.
pub fn for_each_expr(program: &Program, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    for instruction in &program.code {
        for_each_of(instruction, each);
    }
}

/// Calls `each` with every expression of one instruction, and the table whose columns its bare names are.
pub fn for_each_of(instruction: &Instruction, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    match &instruction.op {
        Op::Atomic(atomic) => for_each_of_atomic(atomic, each),
        Op::Local(Local::Let { value, .. }) => each(None, value),
        Op::Local(Local::Say { text }) => each(None, text),
        // Only the truth of a condition counts: as good as `not not`.
        Op::Local(Local::Branch { condition, .. }) => each(None, &Expr::Not(Box::new(condition.clone()))),
        Op::Local(Local::Return { answer }) => answer.iter().for_each(|answer| each(None, answer)),
        Op::Local(Local::Jump { .. }) => {}
    }
}

fn for_each_of_atomic(atomic: &Atomic, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    match atomic {
        Atomic::Read { table, filter, .. }
        | Atomic::Count { table, filter, .. }
        | Atomic::Delete { table, filter, .. } => {
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Insert { table, cells, or_update } => {
            cells.iter().for_each(|(_, expr)| each(None, expr));
            or_update.iter().flatten().for_each(|(_, expr)| each(Some(*table), expr));
        }
        Atomic::Update { table, set, filter, .. } => {
            set.iter().for_each(|(_, expr)| each(Some(*table), expr));
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Do { cells, .. } => cells.iter().for_each(|(_, expr)| each(None, expr)),
        Atomic::Enqueue { fields, .. } => fields.iter().for_each(|(_, expr)| each(None, expr)),
        Atomic::Sleep { duration_ms } => each(None, duration_ms),
    }
}

/// Is `wanted` true of the expression, or of anything it is made of?
#[must_use]
pub fn contains(expr: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = wanted(expr);
    for_each_part(expr, &mut |part| found |= contains(part, wanted));
    found
}

/// Calls `each` with the parts that an expression is made of.
pub fn for_each_part(expr: &Expr, each: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Template(pieces) => {
            for piece in pieces {
                if let Piece::Filled(expr) = piece {
                    each(expr);
                }
            }
        }
        Expr::Not(inner) | Expr::Negate(inner) => each(inner),
        Expr::Binary(_, left, right) => {
            each(left);
            each(right);
        }
        Expr::Literal(_)
        | Expr::Now
        | Expr::Me
        | Expr::Run
        | Expr::JobField(_)
        | Expr::JobId
        | Expr::JobAttempt
        | Expr::Error(_)
        | Expr::Variable(_)
        | Expr::Field(..)
        | Expr::Column(_) => {}
    }
}
