//! What waits, what tries again, what only one worker sees, and what nobody else has.

use crate::{check_errors, check_messages, readable};
use ran_twice::lang::program::{Atomic, CodeIndex, Expr, Local, OnConflict, Op, Slot};
use ran_twice::lang::scenario::TableKind;

/// A right file, so that a slip is one line in place of another.
const RIGHT: &str = r#"table runs (key unique, owner, at = now)
table plain (key)
memory cache (key unique, n = 0)
effect mails (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  let token = fresh
  insert runs (key: job.key, owner: run) or wait
  until no runs where key = token and not alive(owner) and (count mails where key = job.key) < 2 else { return }
  try 3 times {
    do mails (key: job.key) with key token as sent else { again }
  }
  insert cache (key: job.key) or update (n: n + 1)
  count cache where key = job.key as many
}
expect no runs
"#;

#[track_caller]
fn check(right: &str, written: &str, messages: &[&str]) {
    assert!(RIGHT.contains(right), "{right}");
    check_messages(&RIGHT.replace(right, written), messages);
}

#[test]
fn the_words_are_compiled() {
    let document = readable(RIGHT);
    let scenario = &document.designs[0];
    assert_eq!(scenario.tables[2].kind, TableKind::Memory);
    let program = &scenario.programs[0];
    let names: Vec<&str> = program.variables.iter().map(|name| &**name).collect();
    assert_eq!(names, ["token", "sent", "many", ""], "the counter of `try` has no name");
    let [first, second, third, ..] = &program.code[..] else { panic!("{} instructions", program.code.len()) };
    assert_eq!(first.op, Op::Local(Local::Let { into: Slot(0), value: Expr::Fresh }));
    assert!(matches!(&second.op, Op::Atomic(Atomic::Insert { or: OnConflict::Wait, .. })));
    assert!(matches!(&third.op, Op::Atomic(Atomic::Until { .. })) && third.on_failure.is_some());
    let head = program.code.iter().position(|it| it.op == Op::Local(Local::Try { turns: Slot(3), times: 3 }));
    let head = head.expect("the try block has a head") as u32;
    let again = Op::Local(Local::Again { turns: Slot(3), to: CodeIndex(head + 1) });
    assert!(program.code.iter().any(|it| it.op == again));
}

#[test]
fn try_blocks_in_each_other_count_apart_and_side_by_side_together() {
    let document =
        readable("process p {\n  try 2 times {\n    try 3 times { again }\n    again\n  }\n  try 4 times { again }\n}");
    let program = &document.designs[0].programs[0];
    assert_eq!(program.variables.len(), 2);
    let counted: Vec<(u16, Option<u32>)> = program
        .code
        .iter()
        .filter_map(|it| match &it.op {
            Op::Local(Local::Try { turns, .. }) => Some((turns.0, None)),
            Op::Local(Local::Again { turns, to }) => Some((turns.0, Some(to.0))),
            _ => None,
        })
        .collect();
    assert_eq!(counted, [(0, None), (1, None), (1, Some(2)), (0, Some(1)), (0, None), (0, Some(5))]);
}

#[test]
fn what_stands_further_down_in_a_try_block_may_have_been_set() {
    check_messages(
        "table t (k)\nprocess p {\n  try 2 times {\n    if seen { return }\n    read t as seen\n    again\n  }\n}",
        &[],
    );
    check_messages(
        "table t (k)\nprocess p {\n  try 2 times {\n    if seen { return }\n  }\n  read t as seen\n}",
        &["`seen` is used here before anything sets it."],
    );
}

#[test]
fn again_belongs_to_a_try() {
    check_errors(
        &RIGHT.replace("  insert cache (key: job.key) or update (n: n + 1)", "  insert cache (key: me) else { again }"),
        r#"
a.twice:14:33: `again` belongs to nothing: it stands inside `try 3 times { … }` and starts its next turn.
   |
14 |   insert cache (key: me) else { again }
   |                                 ^^^^^
"#,
    );
}

#[test]
fn slips_of_a_try() {
    const TIMES: &str = "Expected how many turns there are, as in `try 3 times { … }`: a number";
    check("try 3 times {", "try 0 times {", &[&format!("{TIMES} from 1 to 20.")]);
    check("try 3 times {", "try 21 times {", &[&format!("{TIMES} from 1 to 20.")]);
    check(
        "try 3 times {",
        "try {",
        &[
            "`try` says how many turns there are: `try 3 times { … }`. What is done when a statement fails stands behind that statement, in `else { … }`.",
        ],
    );
    check("try 3 times {", "try 3 {", &["Expected `times` behind the number, as in `try 3 times { … }`, found `{`."]);
    check("try 3 times {", "try 1 time {", &[]);
    check(
        "  }\n  insert cache",
        "  } else { return }\n  insert cache",
        &[
            "`try` has no `else` block: what is done when a statement fails stands behind that statement, as in `insert keys (key: job.key) else { again }`.",
        ],
    );
    check("try 3 times {", "retry 3 times {", &["`retry` begins no statement. Write `try 3 times { … again … }`."]);
}

#[test]
fn conditions_on_rows_stand_in_until_and_expect() {
    const READ_FIRST: &str = "Only `until` and `expect` look at rows by themselves. Here they are read first: `read T where C as seen`, then `if seen { … }`; or `count T where C as n`, then `if n > 0 { … }`.";
    for condition in ["some runs where key = job.key", "no runs", "not some runs", "(count runs) > 0", "count runs > 0"]
    {
        check("  count cache", &format!("  if {condition} {{ return }}\n  count cache"), &[READ_FIRST]);
    }
    check(
        "until no runs where",
        "until runs where",
        &["Expected a condition: `some T where C`, `no T where C`, or `(count T where C) <= 1`, found `runs`."],
    );
    check(
        "until no runs where key = token",
        "until no runs where key = tokn",
        &["`runs` has no column named `tokn`, and no variable has that name. The nearest name is token."],
    );
    check(
        "  count cache",
        "  until 5s\n  count cache",
        &["`until` waits for rows, as in `until some keys where key = job.key`. Time is passed by `sleep 5s`."],
    );
    check(
        "  count cache",
        "  wait 5s\n  count cache",
        &[
            "`wait` begins no statement. The clock is moved by `sleep 2s`; rows are waited for by `until some T where C`.",
        ],
    );
}

#[test]
fn memory_is_nobody_elses() {
    const NOBODY: &str = "`cache` is memory: each process has its own and nobody else sees it, so nothing is expected of it or waited for in it.";
    for claim in ["cache 1 row", "cache rows (\"a\", 1)", "cache once", "some cache", "every state: (count cache) < 2"]
    {
        check("expect no runs\n", &format!("expect {claim}\n"), &[NOBODY]);
    }
    check("expect no runs\n", "predict \"?\" answer count cache\n", &[NOBODY]);
    check("until no runs", "until some cache", &[NOBODY]);
    check(
        "expect no runs\n",
        "row cache (key: \"a\")\n",
        &["`cache` is memory: each process has its own, and it is empty at the start."],
    );
    check(
        "or update (n: n + 1)",
        "or wait",
        &["`cache` is memory, so nobody else could take the row away that is in the way: it would wait for ever."],
    );
    check(
        "insert cache (key: job.key) or update (n: n + 1)",
        "do cache (key: job.key)",
        &["`cache` is memory: write `insert cache (…)`."],
    );
    check_messages("memory jobs (id serial, key)\njob c-1\nprocess p { insert jobs (key: me) }", &[]);
}

#[test]
fn a_wait_needs_a_unique() {
    check(
        "insert runs (key: job.key, owner: run) or wait",
        "insert plain (key: job.key) or wait",
        &["`plain` has no UNIQUE that could refuse the row, so `or wait` would never happen."],
    );
    const REFUSED: &str =
        "What happens where a row is in the way is written `or update (…)`, `or wait`, or `else { … }` for all else.";
    check("or wait", "or ignore", &[REFUSED]);
    check("or wait", "on conflict do nothing", &[REFUSED]);
    check("or wait", "or weit", &["Expected `update` and what is set, or `wait`, found `weit`."]);
}

#[test]
fn fresh_is_made_before_it_is_looked_for() {
    const BEFORE: &str =
        "No row holds what is made here only now: make it before, as in `let token = fresh`, and look for that.";
    check("where key = token and", "where key = fresh and", &[BEFORE]);
    check("count cache where key = job.key", "count cache where key = fresh", &[BEFORE]);
    check("with key token", "with key fresh", &[]);
    check("at = now)", "at = fresh)", &["`fresh` is known only inside a handler or a process."]);
    check(
        "let token = fresh",
        "let token = uuid",
        &["There is no variable named `uuid`. A text that nobody else has is written `fresh`."],
    );
}

#[test]
fn alive_asks_about_a_run() {
    check("not alive(owner)", "not alive", &["`alive` is no value by itself: write `alive(owner)`."]);
    check(
        "not alive(owner)",
        "not alive(ownr)",
        &["`runs` has no column named `ownr`, and no variable has that name. The nearest name is owner."],
    );
    check(
        "expect no runs\n",
        "expect no runs where alive(owner)\n",
        &["`alive` is known only inside a handler or a process."],
    );
}

#[test]
fn slips_of_an_effect_with_a_key() {
    check(
        "with key token",
        "with token",
        &["Expected `key` and what the provider remembers it by, as in `with key job.key`, found `token`."],
    );
    check("with key token as sent", "as sent with key token", &[]);
    check("with key token", "with key token with key token", &["Expected the end of the line, found `with`."]);
}

#[test]
fn uniques_of_some_rows_and_of_nulls() {
    let table = |items: &str| format!("table t (a, b, {items})\nprocess p {{ insert t (a: 1) }}");
    let document =
        readable(&table("c unique nulls equal, unique (a) where b = \"open\", unique (a, b) nulls equal where not c"));
    let uniques = &document.designs[0].tables[0].uniques;
    let kinds: Vec<(usize, bool, bool)> =
        uniques.iter().map(|unique| (unique.columns.len(), unique.nulls_equal, unique.filter.is_some())).collect();
    assert_eq!(kinds, [(1, true, false), (1, false, true), (2, true, true)]);
    for (items, message) in [
        ("c unique nulls", "Expected `equal`: by `nulls equal` two nulls are the same value, found `)`."),
        ("unique (a) where d = 1", "There is no column named `d`."),
        (
            "unique (a) where b < now",
            "Which rows are unique is told by the rows alone: with `now` they would come and go with nobody touching them.",
        ),
        (
            "c unique where b = 1",
            "A UNIQUE over some of the rows stands by itself among the columns: `unique (key) where status = \"open\"`.",
        ),
        (
            "primary nulls equal",
            "`nulls` says nothing about a column: expected `unique`, `primary`, `serial`, `= value`, `,` or `)`.",
        ),
    ] {
        check_messages(&table(items), &[message]);
    }
}
