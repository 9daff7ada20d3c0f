//! Transactions: what closes one asks for what opens one.

use super::Checker;
use crate::lang::program::{Atomic, Program};

impl Checker<'_> {
    /// Reports a `commit` or a `rollback` of a program that never opens a transaction: it could only fail.
    pub(super) fn check_transactions(&mut self, program: &Program) {
        let begins = program.atomics().any(|(_, _, atomic)| matches!(atomic, Atomic::Begin { .. }));
        if begins || self.problems.is_unread("begin") {
            return;
        }
        for (_, instruction, atomic) in program.atomics() {
            if matches!(atomic, Atomic::Commit | Atomic::Rollback) {
                let message = format!(
                    "`{}` opens no transaction that `{}` could close: it needs `begin` before.",
                    program.name,
                    atomic.verb()
                );
                self.problems.add(instruction.span, message);
            }
        }
    }
}
