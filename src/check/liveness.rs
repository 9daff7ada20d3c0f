//! Which variables of a program are still read from each of its places on.

use crate::lang::program::{Atomic, CodeIndex, Expr, Instruction, Local, Op, Program, Slot};
use crate::lang::visit::{for_each_of, for_each_part};

/// What is still read from one place on, before it is written again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// Each variable, by slot.
    pub variables: Vec<bool>,
    /// The last failure: `error.code` and its kin.
    pub error: bool,
}

/// What is live before each instruction of the program, and at its end; everything, where nothing is to be cleared.
///
/// Only `again` jumps back: passes from the end are made until nothing changes, one and a last where there is none.
#[must_use]
pub fn liveness(program: &Program, clearing: bool) -> Vec<Live> {
    let nothing = Live { variables: vec![!clearing; program.variables.len()], error: !clearing };
    let mut live = vec![nothing.clone(); program.code.len() + 1];
    let mut changed = clearing;
    while changed {
        changed = false;
        for (at, instruction) in program.code.iter().enumerate().rev() {
            let now = before(instruction, at, &live, &nothing);
            changed |= now != live[at];
            live[at] = now;
        }
    }
    live
}

fn before(instruction: &Instruction, at: usize, live: &[Live], nothing: &Live) -> Live {
    let place = |index: CodeIndex| &live[index.0 as usize];
    let next = &live[at + 1];
    let mut now = match &instruction.op {
        Op::Local(Local::Jump { to }) => place(*to).clone(),
        Op::Local(Local::Branch { otherwise, .. }) => both(next, place(*otherwise)),
        Op::Local(Local::Try { turns, .. }) => without(next.clone(), Some(*turns)),
        Op::Local(Local::Again { turns, to }) => with(place(*to).clone(), *turns),
        Op::Local(Local::Return { .. }) => nothing.clone(),
        Op::Local(Local::Let { into, .. }) => without(next.clone(), Some(*into)),
        Op::Local(Local::Say { .. }) => next.clone(),
        Op::Atomic(atomic) => {
            let went_well = match atomic {
                Atomic::Later { .. } | Atomic::Fail { .. } => nothing.clone(),
                _ => without(next.clone(), written(atomic)),
            };
            match instruction.on_failure {
                None => went_well,
                // The failure itself writes the error.
                Some(otherwise) => both(&went_well, &Live { error: false, ..place(otherwise).clone() }),
            }
        }
    };
    for_each_of(instruction, &mut |_, expr| note(expr, &mut now));
    now
}

fn both(left: &Live, right: &Live) -> Live {
    let variables = left.variables.iter().zip(&right.variables).map(|(left, right)| *left || *right).collect();
    Live { variables, error: left.error || right.error }
}

fn without(mut live: Live, written: Option<Slot>) -> Live {
    if let Some(slot) = written {
        live.variables[slot.0 as usize] = false;
    }
    live
}

fn with(mut live: Live, read: Slot) -> Live {
    live.variables[read.0 as usize] = true;
    live
}

fn written(atomic: &Atomic) -> Option<Slot> {
    match atomic {
        Atomic::Read { into, .. } | Atomic::Count { into, .. } => Some(*into),
        Atomic::Update { into, .. } | Atomic::Delete { into, .. } | Atomic::Do { into, .. } => *into,
        _ => None,
    }
}

fn note(expr: &Expr, live: &mut Live) {
    match expr {
        Expr::Variable(slot) | Expr::Field(slot, _) => live.variables[slot.0 as usize] = true,
        Expr::Error(_) => live.error = true,
        _ => for_each_part(expr, &mut |part| note(part, live)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::load::open;

    #[test]
    fn a_variable_is_live_until_it_is_read_for_the_last_time() {
        let text = "table t (k)\nprocess p {\n read t as seen\n count t as n\n insert t (k: n) else { say \"{error.code}\" }\n if seen { return }\n insert t (k: 2)\n}";
        let document = open(text).expect("the text is right");
        let program = &document.scenario(&[]).programs[0];
        let live = liveness(program, true);
        let at = |n: usize| {
            let (index, ..) = program.atomics().nth(n).expect("four statements");
            let live = &live[index.0 as usize];
            (live.variables.clone(), live.error)
        };
        assert_eq!(at(0), (vec![false, false], false));
        assert_eq!(at(1), (vec![true, false], false));
        assert_eq!(at(2), (vec![true, true], false));
        assert_eq!(at(3), (vec![false, false], false));
    }
}
