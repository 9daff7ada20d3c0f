//! What is compiled: code with jumps, hidden lines, and what a file declares.

use crate::readable;
use ran_twice::lang::document::Document;
use ran_twice::lang::listing::ListedLine;
use ran_twice::lang::program::{Local, Op, Program};

/// The code of a program, a line an instruction: its place, what it does, its text, where it goes on failure.
fn listed(document: &Document, program: &Program) -> String {
    let line = |(at, instruction): (usize, &ran_twice::lang::program::Instruction)| {
        let text = instruction.span.text(&document.source).split_whitespace().collect::<Vec<_>>().join(" ");
        let does = match &instruction.op {
            Op::Atomic(_) => text,
            Op::Local(Local::Jump { to }) => format!("jump {}", to.0),
            Op::Local(Local::Branch { otherwise, .. }) => format!("{text} otherwise {}", otherwise.0),
            Op::Local(Local::Again { to, .. }) => format!("{text} at {}", to.0),
            Op::Local(Local::Let { .. } | Local::Say { .. } | Local::Return { .. } | Local::Try { .. }) => text,
        };
        let failure = instruction.on_failure.map_or(String::new(), |to| format!("   on failure: {}", to.0));
        format!("{at} {does}{failure}\n")
    };
    program.code.iter().enumerate().map(line).collect()
}

/// Checks the code of the first program at a combination of the switches.
#[track_caller]
fn check_code(text: &str, design: usize, expected: &str) {
    let document = readable(text);
    assert_eq!(listed(&document, &document.designs[design].programs[0]), expected.trim_start());
}

/// Checks which lines of the first program are listed at a combination of the switches.
#[track_caller]
fn check_shown(text: &str, design: usize, expected: &[&str]) {
    let document = readable(text);
    let listing = &document.designs[design].programs[0].listing;
    let text = |line: &ListedLine| line.pieces.iter().map(|piece| &*piece.text).collect::<String>();
    assert_eq!(listing.iter().map(text).collect::<Vec<_>>(), expected);
}

const CLAIM: &str = r#"
table keys (key unique)
effect charges (id serial, key)
job c-1
handler h {
  insert keys (key: job.key) else {
    say "refused"
    return
  }
  do charges (key: job.key)
}
worker W1 runs h on job 1
"#;

#[test]
fn an_else_block_stands_behind_its_statement() {
    check_code(
        CLAIM,
        0,
        r#"
0 insert keys (key: job.key)   on failure: 2
1 jump 4
2 say "refused"
3 return
4 do charges (key: job.key)
"#,
    );
}

#[test]
fn a_chain_of_ifs_ends_in_one_place() {
    check_code(
        "job c-1 (amount: 5)\nworker W1 runs h on job 1\nhandler h {
  if job.amount < 5 { say \"few\" } else if job.amount < 9 { return 1 } else { say \"many\" }
  if job.amount = 0 {
  }
  say \"end\"
}",
        0,
        r#"
0 if job.amount < 5 otherwise 3
1 say "few"
2 jump 7
3 else if job.amount < 9 otherwise 6
4 return 1
5 jump 7
6 say "many"
7 if job.amount = 0 otherwise 8
8 say "end"
"#,
    );
}

const SWITCHED: &str = r#"
switch key = plain or unique
table keys (key unique)
job c-1
worker W1 runs h on job 1
handler h {
  say "first"
  when key is unique { # the better one
    insert keys (key: job.key)
  } else {
    read keys as seen
    when key is plain { say "plain" }
  }
  say "last"
}
"#;

#[test]
fn a_when_leaves_one_block() {
    check_code(SWITCHED, 0, "0 say \"first\"\n1 read keys as seen\n2 say \"plain\"\n3 say \"last\"\n");
    check_code(SWITCHED, 1, "0 say \"first\"\n1 insert keys (key: job.key)\n2 say \"last\"\n");
}

#[test]
fn the_lines_of_the_other_design_are_hidden() {
    check_shown(
        SWITCHED,
        0,
        &["handler h {", "say \"first\"", "read keys as seen", "say \"plain\"", "say \"last\"", "}"],
    );
    check_shown(SWITCHED, 1, &["handler h {", "say \"first\"", "insert keys (key: job.key)", "say \"last\"", "}"]);
}

#[test]
fn a_line_goes_on_before_where_set_as_else_and_or_with_for() {
    check_code(
        "table keys (key, at)\nworker W1 runs h on job 1\njob c-1\nhandler h {
  update keys   # comment

    set at = now
    where key = job.key
      # another
      and at = null
      or at = 0
    as n
  else {
    return; }
  say \"end\"; say \"more\"
}",
        0,
        r#"
0 update keys # comment set at = now where key = job.key # another and at = null or at = 0 as n   on failure: 2
1 jump 3
2 return
3 say "end"
4 say "more"
"#,
    );
}

#[test]
fn a_whole_file_is_compiled_once_for_each_combination() {
    let document = readable(include_str!("whole.twice"));
    assert_eq!(document.designs.len(), 4);
    assert_eq!(document.combinations(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert_eq!(&*document.title, "A little of everything");
    assert_eq!(&*document.switches[0].positions[1].label, "UNIQUE key");
    assert_eq!(&*document.switches[1].positions[1].label, "last");
    let scenario = document.scenario(&[0, 0]);
    assert_eq!(scenario.intents.iter().map(|name| &**name).collect::<Vec<_>>(), ["c-1", "c-2"]);
    assert_eq!(scenario.jobs[0].fields.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["key", "amount"]);
    assert_eq!(scenario.opens_with, Some(1));
    assert_eq!(scenario.fixed_by.as_deref(), Some("claim-first"));
    assert_eq!(scenario.expects.len(), 5);
    assert_eq!(document.scenario(&[1, 0]).expects.len(), 7);
    let uniques = &scenario.tables[1].uniques;
    assert_eq!((uniques.len(), uniques[0].primary, uniques[1].columns.len()), (2, true, 2));
    assert_eq!(
        (scenario.processes[0].turns, scenario.processes[0].after),
        (2, Some(ran_twice::lang::scenario::ProcessId(1)))
    );
}

#[test]
fn a_variable_that_only_the_other_design_sets_is_null() {
    let document = readable("switch s = a or b\nprocess p {\n  when s is a { let x = 1 }\n  say \"{x}\"\n}");
    assert_eq!(document.designs[1].programs[0].variables.len(), 0);
    assert_eq!(document.designs[0].programs[0].variables.len(), 1);
}

#[test]
fn a_file_without_a_title_has_one() {
    assert_eq!(&*readable("process p { sleep 1s }").title, "Untitled scenario");
}
