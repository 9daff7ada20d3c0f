//! Transactions: how they are opened and closed.

use crate::{check_messages, readable};
use ran_twice::lang::program::Atomic;

fn process(lines: &str) -> String {
    format!("table t (a unique, b)\nprocess p {{\n{lines}\n}}")
}

#[track_caller]
fn check(lines: &str, messages: &[&str]) {
    check_messages(&process(lines), messages);
}

#[test]
fn a_transaction_is_opened_and_closed_by_words_that_stand_alone() {
    let document = readable(&process(
        "begin\ninsert t (a: 1) else { rollback; return }\ncommit else { return }\nbegin snapshot else { return }\nrollback",
    ));
    let program = &document.designs[0].programs[0];
    let verbs: Vec<&str> = program.atomics().map(|(_, _, atomic)| atomic.verb()).collect();
    assert_eq!(verbs, ["begin", "insert", "rollback", "commit", "begin", "rollback"]);
    let snapshots: Vec<bool> = program
        .atomics()
        .filter_map(|(_, _, atomic)| match atomic {
            Atomic::Begin { snapshot } => Some(*snapshot),
            _ => None,
        })
        .collect();
    assert_eq!(snapshots, [false, true]);
    assert!(document.designs[0].has_transactions());
}

#[test]
fn what_is_closed_was_opened() {
    check("insert t (a: 1)\ncommit", &["`p` opens no transaction that `commit` could close: it needs `begin` before."]);
    check("rollback", &["`p` opens no transaction that `rollback` could close: it needs `begin` before."]);
    // Another line may open it: which comes first is seen while it runs.
    check("if me = \"p\" { begin }\ncommit", &[]);
}

#[test]
fn the_words_of_other_languages() {
    check("begin transaction\ncommit", &["A transaction is opened by `begin` alone, or by `begin snapshot`."]);
    check(
        "begin {\n insert t (a: 1)\n}",
        &["A transaction has no braces: it goes from `begin` to `commit` or `rollback`."],
    );
    check("begin snapshto\ncommit", &["Expected `snapshot` or the end of the line, found `snapshto`."]);
    check("begin\ncommit work", &["Expected the end of the line, found `work`."]);
    check(
        "transaction {\n insert t (a: 1)\n}",
        &[
            "`transaction` begins no statement. A transaction is opened by `begin` and closed by `commit` or `rollback`.",
        ],
    );
}
