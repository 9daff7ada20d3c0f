//! Slips of the pen: marks, brackets, words that begin nothing.

use crate::check_errors;

#[test]
fn a_double_equals_sign_and_other_foreign_marks() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  read keys where key == job.key as a
  let x = 'text'
  let y = x && a
  let z = 1.5
}"#,
        r#"
a.twice:6:23: `==` is not part of the language. Equality is written `=`.
  |
6 |   read keys where key == job.key as a
  |                       ^^
a.twice:7:11: `'` is not part of the language. A text stands in straight double quotes: "…".
  |
7 |   let x = 'text'
  |           ^
a.twice:8:13: `&&` is not part of the language. Write `and`.
  |
8 |   let y = x && a
  |             ^^
a.twice:9:11: Numbers are whole: money is counted in its smallest unit.
  |
9 |   let z = 1.5
  |           ^^^
"#,
    );
}

#[test]
fn a_minus_needs_blanks() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  let left = 3
  let less = left-1
}"#,
        r#"
a.twice:7:14: A minus needs a space on both sides: `left - 1`. (A job's name is a text here: "left-1".)
  |
7 |   let less = left-1
  |              ^^^^^^
"#,
    );
}

#[test]
fn a_text_that_is_not_closed() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  say "charged
  say "{job.key"
  say "{}"
}"#,
        r#"
a.twice:6:7: The text has no closing `"` on its line.
  |
6 |   say "charged
  |       ^^^^^^^^
a.twice:7:8: The `{` in the text has no `}`. A plain brace is written `\{`; no text stands inside the braces.
  |
7 |   say "{job.key"
  |        ^
a.twice:8:8: Expected a value between `{` and `}`. A plain brace is written `\{`.
  |
8 |   say "{}"
  |        ^^
"#,
    );
}

#[test]
fn a_read_without_a_name() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  read keys where key = job.key
  if seen { return }
}"#,
        r#"
a.twice:6:32: Expected `as` and a name for the row, as in `as seen`, found the end of the line.
  |
6 |   read keys where key = job.key
  |                                ^
"#,
    );
}

#[test]
fn a_bracket_that_is_not_closed() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert keys (key: job.key
  do charges (key: job.key)
  return
}"#,
        r#"
a.twice:6:28: Expected `,` or `)`, found the end of the line.
  |
6 |   insert keys (key: job.key
  |                            ^
"#,
    );
}

#[test]
fn a_brace_that_is_not_closed() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
handler h {
  if true {
    return

worker W1 runs h on job 1"#,
        r#"
a.twice:5:11: The `{` of `if` is not closed before `worker`.
  |
5 |   if true {
  |           ^
"#,
    );
}

#[test]
fn a_brace_too_many() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  return
}
}
"#,
        r#"
a.twice:8:1: The `}` closes nothing: take it out, or write the `{` it belongs to further up.
  |
8 | }
  | ^
"#,
    );
}

#[test]
fn a_misspelt_statement_and_a_misspelt_declaration() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  inser keys (key: job.key)
}
tabel more (key)"#,
        r#"
a.twice:6:3: `inser` begins no statement. The nearest name is insert.
  |
6 |   inser keys (key: job.key)
  |   ^^^^^
a.twice:8:1: `tabel` begins no declaration. The nearest name is table.
  |
8 | tabel more (key)
  | ^^^^^
"#,
    );
}

#[test]
fn a_statement_outside_of_a_program() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h { return }
insert keys (key: "a")
say "x""#,
        r#"
a.twice:6:1: `insert` is a statement: it stands inside a handler or a process.
  |
6 | insert keys (key: "a")
  | ^^^^^^
"#,
    );
}
