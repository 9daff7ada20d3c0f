//! The language: texts, and what becomes of them. One room for each kind of mistake, one for what is compiled.

mod queue;
mod faults;
mod waiting;
mod transactions;
mod names;
mod writing;
mod slips;
mod files;
mod bounds;
mod compiled;
mod reference;

use ran_twice::lang::document::{Document, read};

/// Checks that the text has exactly these mistakes, as the terminal prints them.
#[track_caller]
fn check_errors(text: &str, expected: &str) {
    let found = read(text).expect_err("the text has mistakes");
    let printed: Vec<String> =
        found.iter().map(|diagnostic| diagnostic.rendered("a.twice", text, 1).to_string()).collect();
    assert_eq!(printed.join("\n"), expected.trim_matches('\n'), "printed:\n{}", printed.join("\n"));
}

/// Checks that the text has exactly these mistakes, by their sentences alone.
#[track_caller]
fn check_messages(text: &str, expected: &[&str]) {
    let found = read(text).map_or_else(|found| found, |_| Vec::new());
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
}

/// The text, read; its mistakes are printed where it has some.
#[track_caller]
fn readable(text: &str) -> Document {
    match read(text) {
        Ok(document) => document,
        Err(found) => {
            let printed: Vec<_> = found.iter().map(|it| it.rendered("a.twice", text, 1).to_string()).collect();
            panic!("the text has mistakes:\n{}", printed.join("\n"));
        }
    }
}
