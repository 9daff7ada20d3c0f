//! The house keeps its order: a file uses its own floor and those below, never one above; and each floor only what it
//! may. The rules are functions over text, so that planted violations can show that they bite.

use std::fs;
use std::path::{Path, PathBuf};

/// Floors from the ground up; two names on one floor are two sides of it.
const FLOORS: &[(&str, usize)] = &[
    ("lang", 0),
    ("sim", 1),
    ("check", 2),
    ("tell", 3),
    ("app", 4),
    ("draw", 5),
    ("ui", 5),
    ("worker", 5),
    ("cli", 5),
];

/// Lines a file may have. One purpose a file; longer ones hold two.
const FILE_LINES_MAX: usize = 330;

/// What must not be named below a floor, and why.
const ABSENT: &[(&[&str], usize, &str)] = &[
    (&["yew", "web_sys", "js_sys", "wasm_bindgen", "gloo_timers"], 4, "nothing below the page knows the browser"),
    (&["serde", "borsh", "rusqlite"], 3, "the floors below the page's model stand on std alone"),
    (&["clap", "serde_json", "pulldown_cmark"], 4, "nothing below the terminal knows the terminal"),
    (
        &["HashMap", "HashSet", "f32", "f64", "Instant", "SystemTime", "thread", "rand", "async", "static mut"],
        1,
        "the language and the engine have no order of their own, no clock, no randomness, no threads",
    ),
    (&["Instant", "SystemTime", "thread", "rand", "static mut"], 3, "equal scenario and schedule, equal trace"),
];

#[test]
fn no_file_reaches_above_its_floor() {
    let mut wrong = Vec::new();
    let files = sources();
    assert!(files.len() > 30, "the tree was found: {} files", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file can be read");
        wrong.extend(violations(&name(&path), &text));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn planted_violations_are_found() {
    let planted = [
        ("sim/step.rs", "//! x\nuse crate::check::trace::Trace;\n", "sim/step.rs:2: floor 1 uses `check` of floor 2"),
        ("lang/parser.rs", "//! x\nuse crate::{sim, tell};\n", "lang/parser.rs:2: floor 0 uses `sim` of floor 1"),
        ("tell.rs", "//! x\nfn f(model: &crate::app::model::Model) {}\n", "tell.rs:2: floor 3 uses `app` of floor 4"),
        ("sim/state.rs", "//! x\nuse std::collections::HashMap;\n", "sim/state.rs:2: `HashMap` on floor 1"),
        ("sim/state.rs", "//! x\nlet share = 0.5 as f64;\n", "sim/state.rs:2: `f64` on floor 1"),
        ("sim/step.rs", "//! x\nuse yew::prelude::*;\n", "sim/step.rs:2: `yew` on floor 1"),
        ("lang/value.rs", "//! x\nuse serde::Serialize;\n", "lang/value.rs:2: `serde` on floor 0"),
        ("app/update.rs", "//! x\nuse web_sys::Window;\n", "app/update.rs:2: `web_sys` on floor 4"),
        ("check/load.rs", "use std::fmt;\n", "check/load.rs:1: a file opens with `//!`"),
        ("tell/code.rs", "//! x\nlet x = format!(\"{y:?}\");\n", "tell/code.rs:2: `{:?}` in words"),
        ("app/link.rs", "//! x\nlet x = y.unwrap();\n", "app/link.rs:2: unwrap outside a test"),
    ];
    for (file, text, expected) in planted {
        let found = violations(file, text);
        assert!(found.iter().any(|found| found.starts_with(expected)), "{expected:?} in {found:?}");
    }
    assert!(!violations("tell.rs", &format!("//! x\n{}", "\n".repeat(FILE_LINES_MAX))).is_empty());
    assert_eq!(violations("ui/page.rs", "//! x\nuse crate::lang::value::Name; // crate::cli is not used\n"), [""; 0]);
}

/// Every rule that a file breaks, as `file:line: words`.
fn violations(file: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    if !text.starts_with("//!") {
        wrong.push(format!("{file}:1: a file opens with `//!` and one sentence: what it is for"));
    }
    let lines = text.lines().count();
    if lines > FILE_LINES_MAX {
        wrong.push(format!("{file}:{lines}: a file has at most {FILE_LINES_MAX} lines"));
    }
    let floor = floor_of(file);
    let mut in_tests = false;
    for (at, line) in text.lines().enumerate() {
        in_tests |= line.contains("#[cfg(test)]");
        let code = without_comment(line);
        let here = |words: String| format!("{file}:{}: {words}", at + 1);
        if let Some(floor) = floor {
            wrong.extend(above(floor, code).into_iter().map(here));
            wrong.extend(absent(floor, code).into_iter().map(here));
        }
        if floor.is_some() && line_has_debug(line) && !in_tests && !is_for_the_log(line) {
            wrong.push(here("`{:?}` in words: a release is built without it, and stops there".to_owned()));
        }
        if code.contains(".unwrap()") && !in_tests {
            wrong.push(here("unwrap outside a test: `expect` with the invariant as its text".to_owned()));
        }
    }
    wrong
}

/// Is a value written as Debug has it? Inside a text, so what stands in quotes counts.
fn line_has_debug(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.contains(":?}") || code.contains(":#?}")
}

/// What stops the program may say more where it is built for tests.
fn is_for_the_log(line: &str) -> bool {
    ["panic!(", "unreachable!(", "assert!(", "assert_eq!(", "debug_assert!("].iter().any(|name| line.contains(name))
}

/// Uses of a floor above: `crate::NAME` and `crate::{NAME, …}`.
fn above(floor: usize, code: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for root in ["crate::", "ran_twice::"] {
        for (at, _) in code.match_indices(root) {
            let rest = &code[at + root.len()..];
            let names: Vec<&str> = match rest.strip_prefix('{') {
                Some(list) => list.split(['}', ',']).map(str::trim).collect(),
                None => vec![rest],
            };
            for (name, other) in FLOORS.iter().filter(|(_, other)| *other > floor) {
                if names.iter().any(|used| starts_with_word(used, name)) {
                    wrong.push(format!("floor {floor} uses `{name}` of floor {other}"));
                }
            }
        }
    }
    wrong
}

fn absent(floor: usize, code: &str) -> Vec<String> {
    ABSENT
        .iter()
        .filter(|(_, highest, _)| floor <= *highest)
        .flat_map(|(words, _, why)| words.iter().map(move |word| (*word, *why)))
        .filter(|(word, _)| has_word(code, word))
        .map(|(word, why)| format!("`{word}` on floor {floor}: {why}"))
        .collect()
}

fn floor_of(file: &str) -> Option<usize> {
    let first = file.split('/').next()?.trim_end_matches(".rs");
    FLOORS.iter().find(|(name, _)| *name == first).map(|(_, floor)| *floor)
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

fn has_word(text: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(letter) && !text[at + word.len()..].starts_with(letter))
}

/// The line without its comment and without what stands in quotes.
fn without_comment(line: &str) -> &str {
    let code = line.split("//").next().unwrap_or_default();
    code.split('"').next().unwrap_or_default()
}

fn sources() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn name(path: &Path) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    path.strip_prefix(root).expect("below src").to_string_lossy().replace('\\', "/")
}
