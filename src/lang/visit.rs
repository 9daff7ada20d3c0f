//! Walks the expressions of a program.

use super::claim::{Condition, Quantity};
use super::program::{Atomic, Expr, Instruction, Local, OnConflict, Op, Piece, Program};
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
        Op::Local(Local::Jump { .. } | Local::Try { .. } | Local::Again { .. }) => {}
    }
}

fn for_each_of_atomic(atomic: &Atomic, each: &mut impl FnMut(Option<TableId>, &Expr)) {
    match atomic {
        Atomic::Read { table, filter, .. }
        | Atomic::Count { table, filter, .. }
        | Atomic::Delete { table, filter, .. } => {
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Insert { table, cells, or } => {
            cells.iter().for_each(|(_, expr)| each(None, expr));
            if let OnConflict::Update(set) = or {
                set.iter().for_each(|(_, expr)| each(Some(*table), expr));
            }
        }
        Atomic::Update { table, set, filter, .. } => {
            set.iter().for_each(|(_, expr)| each(Some(*table), expr));
            filter.iter().for_each(|filter| each(Some(*table), filter));
        }
        Atomic::Do { cells, key, .. } => {
            cells.iter().for_each(|(_, expr)| each(None, expr));
            key.iter().for_each(|key| each(None, key));
        }
        Atomic::Enqueue { fields, .. } => fields.iter().for_each(|(_, expr)| each(None, expr)),
        Atomic::Sleep { duration_ms } => each(None, duration_ms),
        Atomic::Later { why } | Atomic::Fail { why } => why.iter().for_each(|why| each(None, why)),
        Atomic::Until { condition } => for_each_filter(condition, &mut |table, filter| each(Some(table), filter)),
        Atomic::Ack | Atomic::Begin { .. } | Atomic::Commit | Atomic::Rollback => {}
    }
}

/// Calls `each` with every `where` of a condition, and its table.
pub fn for_each_filter(condition: &Condition, each: &mut dyn FnMut(TableId, &Expr)) {
    let mut filtered = |table: &TableId, filter: &Option<Expr>| {
        if let Some(filter) = filter {
            each(*table, filter);
        }
    };
    match condition {
        Condition::Some(table, filter) | Condition::None(table, filter) => filtered(table, filter),
        Condition::Compare(_, left, right) => {
            for quantity in [left, right] {
                if let Quantity::Count(table, filter) = quantity {
                    filtered(table, filter);
                }
            }
        }
        Condition::Not(inner) => for_each_filter(inner, each),
        Condition::And(left, right) | Condition::Or(left, right) => {
            for_each_filter(left, each);
            for_each_filter(right, each);
        }
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
        Expr::Not(inner) | Expr::Negate(inner) | Expr::Alive(inner) => each(inner),
        Expr::Binary(_, left, right) => {
            each(left);
            each(right);
        }
        Expr::Literal(_)
        | Expr::Now
        | Expr::Fresh
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
