//! `docs/language.md` tells the truth: its examples are read, run and checked, and its table of bounds is complete.

use ran_twice::check::expectation::{Verdict, judge};
use ran_twice::check::load::open;
use ran_twice::check::replay::shown;
use ran_twice::lang::claim::Scope;
use ran_twice::lang::fragment::join;

const REFERENCE: &str = include_str!("../../docs/language.md");

/// One fenced block: its info string, its text, its first line's number.
fn blocks() -> Vec<(&'static str, String, usize)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String, usize)> = None;
    for (index, line) in REFERENCE.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => open = Some((info, String::new(), index + 2)),
            (None, Some((_, text, _))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn every_example_holds() {
    let mut base = String::new();
    let mut checked = 0;
    for (info, text, line) in blocks() {
        let source = if info == "ran-twice" { text.clone() } else { join(&base, &text).source };
        match info {
            "ran-twice" => base.clone_from(&text),
            "ran-twice,fragment" | "ran-twice,error" => {}
            _ => continue,
        }
        checked += 1;
        let says = text.lines().next().and_then(|line| line.strip_prefix("# error: "));
        match (open(&source), says) {
            (Err(found), Some(says)) if info == "ran-twice,error" => {
                let said = found.iter().any(|diagnostic| diagnostic.to_string().contains(says));
                assert!(said, "line {line}: none says {says:?}: {found:#?}");
            }
            (Err(found), _) => {
                let printed: Vec<_> =
                    found.iter().map(|it| it.rendered("language.md", &source, 1).to_string()).collect();
                panic!("line {line}:\n{}", printed.join("\n"));
            }
            (Ok(_), _) if info == "ran-twice,error" => panic!("line {line}: there is no mistake in\n{source}"),
            (Ok(document), _) => {
                for design in &document.designs {
                    let trace = shown(design).trace;
                    // Claims over every schedule are checked with these files by tests/terminal.rs.
                    for expect in design.expects.iter().filter(|expect| expect.scope == Scope::ShownRun) {
                        let verdict = judge(design, &trace, expect);
                        assert!(verdict == Verdict::Holds, "line {line}: {}: {verdict:?}", expect.span.text(&source));
                    }
                }
            }
        }
    }
    assert!(checked > 20, "only {checked} examples were found");
}

#[test]
fn every_bound_is_in_the_table() {
    let limits = include_str!("../../src/lang/limits.rs");
    let table = REFERENCE.split("## Bounds").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or("");
    let rows = table.lines().filter(|line| line.starts_with("| ")).count() - 2;
    let constants = limits.lines().filter(|line| line.starts_with("pub const")).count();
    assert_eq!(rows, constants);
}
