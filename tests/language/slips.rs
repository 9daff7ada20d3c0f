//! What a beginner writes with the words of other languages in mind, and that one slip is one mistake: nothing that only
//! follows from it is reported beside it.

use crate::check_messages;

/// A right file, line by line, so that a slip is one line in place of another.
const RIGHT: &str = r#"title "Two workers, one job"
table jobs (id serial, key)
effect charges (id serial, key, worker)
table keys (key)
job charge-77
job charge-77
faults crash 1
switch way = look or claim
handler pay {
  read keys where key = job.key as seen
  if seen {
    say "{me} skipped {job.key}"
    return
  }
  do charges (key: job.key, worker: me)
  insert keys (key: job.key)
}
process purger {
  delete keys where key = "old" as n
  say "{n}"
  sleep 2s
}
when way is look {
  worker W1 runs pay on job 1
  worker W2 runs pay on job 2
} else {
  worker W1 runs pay on job 1
  worker W2 runs pay on job 2 after W1
}
schedule W1 crash W1 W2*
predict "How many?" answer count charges
expect charges once
"#;

/// Checks that the file with `written` in place of `right`, everywhere, has exactly this one mistake.
#[track_caller]
fn check(right: &str, written: &str, message: &str) {
    check_all(right, written, &[message]);
}

#[track_caller]
fn check_all(right: &str, written: &str, messages: &[&str]) {
    assert!(RIGHT.contains(right), "{right}");
    check_messages(&RIGHT.replace(right, written), messages);
}

#[test]
fn the_file_is_right_before_the_slips() {
    crate::readable(RIGHT);
}

#[test]
fn a_fault_misspelt_in_a_schedule_is_no_name_of_a_schedule() {
    let message = |word| format!("There is no process named `{word}`. The nearest name is crash.");
    for word in ["crsh", "crahs", "Crash", "CRASH"] {
        check("schedule W1 crash W1", &format!("schedule W1 {word} W1"), &message(word));
        check("schedule W1 crash W1", &format!("schedule {word} W1"), &message(word));
    }
    for name in ["crash1", "crashed", "crash-first"] {
        crate::readable(&RIGHT.replace("schedule W1 crash W1", &format!("schedule {name} W1 crash W1")));
    }
}

#[test]
fn a_death_and_a_repetition_in_other_words_are_no_names_of_schedules() {
    let death = |word| format!("There is no process named `{word}`: a death is written `crash W1`.");
    for word in ["die", "kill"] {
        check("schedule W1 crash W1", &format!("schedule {word} W1"), &death(word));
        check("schedule W1 crash W1", &format!("schedule W1 {word} W1"), &death(word));
    }
    let repeated = "Each step is written out: `W1 W1`, or `W1*` for all the rest.";
    check("schedule W1 crash W1", "schedule W1x3 W2", repeated);
    check("schedule W1 crash W1", "schedule W2 W1x3", repeated);
}

#[test]
fn a_word_in_capitals_and_a_sign_too_many_are_named() {
    let capitals = |expected: &str, word: &str, small: &str| {
        format!("Expected {expected}, found `{word}`. The words of the language are in small letters: `{small}`.")
    };
    let which = "`where` and which rows, or `as` and a name for the row, as in `as seen`";
    check("read keys where", "read keys WHERE", &capitals(which, "WHERE", "where"));
    check(
        "\"{me} skipped {job.key}\"",
        "\"{me} skipped ${job.key}\"",
        "A value is filled in by braces alone: `{job.key}`, without the `$`.",
    );
    check(
        "table jobs (id serial, key)",
        "create table jobs (id serial, key)",
        "`create` begins no declaration. A table is declared by `table NAME (columns)`, a row is added by `insert T (…)`.",
    );
    check(
        "expect charges once",
        "assert charges once",
        "`assert` begins no declaration. What is claimed of the end of a run stands outside of the programs: `expect …`.",
    );
    check(
        "do charges (key: job.key, worker: me)",
        "do charges (key: job.key, idempotency_key: job.key)",
        "`charges` has no column named `idempotency_key`. The key that a provider remembers stands behind the brackets: `do charges (…) with key job.key`.",
    );
    check(
        "faults crash 1",
        "faults flood 1",
        "There is no fault named `flood`. There is `crash`, `lease`, `lost`, `redeliver`, `fail`, `reply`, `store`, `commit`.",
    );
}

#[test]
fn a_schedule_is_names_side_by_side() {
    const SIDE_BY_SIDE: &str =
        "Names stand side by side in a schedule, with nothing between them: `schedule W1 W2 W1`.";
    check("W1 crash W1 W2*", "W1, W2", SIDE_BY_SIDE);
    check("W1 crash W1 W2*", "W1 -> W2", SIDE_BY_SIDE);
    check("W1 crash W1 W2*", "overlap: W1 W2", SIDE_BY_SIDE);
    check("W1 crash W1 W2*", "W1 crash W1*", "A fault is one step, so no `*` stands behind it: write `crash W1`.");
    check(
        "W1 crash W1 W2*",
        "W1 W1 crash",
        "Expected the process that dies, as in `crash W1`, found the end of the line.",
    );
}

/// The workers on its deliveries, and everything about those workers, fall with it.
#[test]
fn a_job_that_cannot_be_read_is_the_only_mistake() {
    let message = |found: &str| format!("Expected the name of a job, as in `job charge-77`, found {found}");
    for (written, found) in [
        ("job (charge-77)", "`(`."),
        ("job \"charge-77\"", "a text: a name has no quotes."),
        ("job 77", "`77`: a name begins with a letter or `_`."),
    ] {
        check_all("job charge-77", written, &[&*message(found), &message(found)]);
    }
    let misspelt = "`jbo` begins no declaration. The nearest name is job.";
    check_all("job charge-77", "jbo charge-77", &[misspelt, misspelt]);
}

#[test]
fn a_declaration_that_cannot_be_read_is_not_missed_anywhere() {
    check("handler pay {", "handler {", "Expected the name of a handler, found `{`.");
    check("handler pay {", "pay {", "`pay` begins no declaration. A program is written `handler pay { … }`.");
    check(
        "handler pay {",
        "function pay(job) {",
        "`function` begins no declaration. A program is written `handler NAME { … }` or `process NAME { … }`.",
    );
    check("table keys (key)", "table (key)", "Expected the name of a table, found `(`.");
    check("table keys (key)", "table keys key", "Expected `(` and the columns of `keys`, found `key`.");
    check("faults crash", "fault crash", "`fault` begins no declaration. The nearest name is faults.");
    check("faults crash", "crash", "`crash` begins no declaration. What may strike is said by `faults crash 1`.");
    check("look or claim", "look | claim", "`|` is not part of the language. Write `or`.");
    check("look or claim", "look", "A switch has two positions or more: `switch way = look or …`.");
    check("when way is look {", "when way = look {", "Expected `is` and a position of the switch, found `=`.");
    let no_name = "Expected the name of a worker, as in `worker W1 runs charge on job 1`, found `runs`.";
    check_all("worker W1 runs", "worker runs", &[no_name, no_name]);
    let no_runs = "Expected `runs` and a handler, as in `worker W1 runs charge on job 1`, or `takes jobs with` and a handler, found `does`.";
    check_all("worker W1 runs", "worker W1 does", &[no_runs, no_runs]);
}

#[test]
fn braces_that_do_not_match_are_told_once_and_where_they_are_missing() {
    const STRAY: &str = "The `}` closes nothing: take it out, or write the `{` it belongs to further up.";
    check("charges once", "charges once }", STRAY);
    check(
        "charges once",
        "charges 2 }",
        "Expected `rows` or `times` behind the number: `charges 2 rows`, found a `}` that closes nothing.",
    );
    check(
        "    return\n  }\n",
        "    return\n",
        "The `{` of `if` is not closed: the `}` on line 16 stands further left than line 11, so it closes something else.",
    );
    check(
        "    return\n  }\n",
        "    return\n  }\n  }\n",
        "`do` is a statement: it stands inside a handler or a process. The `}` on line 15 closes `pay`: is it, or one before it, one too many?",
    );
    check("on job 2\n} else", "on job 2\n else", "The `{` of `when` is not closed before `else`.");
    check(
        "    return\n  }\n",
        "    return\n  else { say \"x\" }\n  }\n",
        "The `{` of `if` is not closed before `else`.",
    );
    for (written, found) in [("pay", "the end of the line"), ("pay:", "`:`"), ("pay(job) {", "`(`")] {
        let message = format!("Expected `{{` and the lines of `pay`, found {found}.");
        check("handler pay {", &format!("handler {written}"), &message);
    }
    check("if seen {", "if seen:", "Expected `{` and the lines of `if`, found `:`.");
    check("if seen {", "if {", "Expected a condition, as in `if seen { … }`, found `{`.");
    check(
        "insert keys (key: job.key)",
        "insert keys {key: job.key}",
        "Expected `(` and the columns of the row, found `{`.",
    );
}

#[test]
fn words_of_other_languages_are_answered_with_those_of_this_one() {
    check("read keys", "read from keys", "The name of the table stands here, without `from`.");
    check("delete keys", "delete from keys", "The name of the table stands here, without `from`.");
    check("insert keys", "insert into keys", "The name of the table stands here, without `into`.");
    check("read keys", "select keys", "`select` begins no statement. A row is looked for by `read T where C as x`.");
    check(
        "  if seen",
        "  while seen",
        "`while` begins no statement. There is no loop; `try 3 times { … again … }` tries again, and `process NAME repeats 3 { … }` runs a program several times.",
    );
    check(
        "    return\n  }",
        "    return\n  } elif seen { }",
        "Expected the end of the line, found `elif`. Write `else if`.",
    );
    check(
        "if seen {",
        "if seen is null {",
        "Expected `{` and the lines of `if`, found `is`. Equality is written `=`, also with null: `x = null`.",
    );
    check(
        "do charges",
        "charges",
        "`charges` begins no statement. An effect is performed by `do charges (…)`, a row is added by `insert charges (…)`.",
    );
    check("  do charges", "  x = 1\n  do charges", "`x` begins no statement. A variable is set by `let x = …`.");
    check(
        "  do charges",
        "  let c = do charges",
        "Expected a value; `do` is a statement. What it finds is named at its end: `as c`.",
    );
    check(
        "insert keys (key: job.key)",
        "insert keys (job.key)",
        "Each value stands behind the name of its column: `(key: job.key)`.",
    );
    check("worker: me", "worker: W1", "There is no variable named `W1`. A text stands in quotes: \"W1\".");
    check("table keys (key)", "table keys (key text)", "Columns have no types: leave `text` out.");
    check("sleep 2s", "sleep 2 seconds", "A duration is written in one: `500ms`, `2s`, `5m` or `1h`.");
    check(
        "read keys where key",
        "read keys key",
        "Expected `where` and which rows, or `as` and a name for the row, as in `as seen`, found `key`.",
    );
}

#[test]
fn what_a_line_would_have_set_is_not_missed_where_it_cannot_be_read() {
    check("key = \"old\" as n", "key = now() as n", "`now` is written without brackets.");
}

#[test]
fn a_text_over_two_lines_is_one_mistake() {
    const OPEN: &str = "The text has no closing `\"` on its line.";
    check("title \"Two workers, one job\"", "title \"Two workers,\n  for one job\"", OPEN);
    check("title \"Two workers, one job\"", "title \"Two workers,\none job\"", OPEN);
    check("title \"Two workers, one job\"", "title \"Two workers", OPEN);
}

#[test]
fn a_claim_in_other_words_is_answered_with_one_that_is_known() {
    for (written, message) in [
        ("charges = 1", "A count stands in brackets and is compared: `(count charges) = 1`."),
        ("charges <= 1", "A count stands in brackets and is compared: `(count charges) <= 1`."),
        ("count charges = 1", "A count stands in brackets and is compared: `(count charges) = 1`."),
        ("count(charges) = 1", "A count stands in brackets and is compared: `(count charges) = 1`."),
        ("never: charges twice", "Write `no schedules: …`."),
        ("not stuck", "Only conditions on rows have a `not`. Write `expect no schedules: stuck`."),
        ("no stuck", "Only conditions on rows have a `not`. Write `expect no schedules: stuck`."),
        ("not charges twice", "Only conditions on rows have a `not`. Write `expect no schedules: charges twice`."),
        (
            "charges at most once",
            "At most once is `expect no schedules: E more than once`, at least once is `expect no schedules: E never`; rows are compared: `(count T) <= 1`.",
        ),
        (
            "charges once in overlap",
            "An expectation speaks of the run shown first, of the schedule without a name: leave the `in` out. Of every order speaks `expect every schedule: …`.",
        ),
        ("1 charges", "A number stands behind what it counts: `charges 1 row`."),
        ("never charges", "`never` stands behind what it counts: `charges never`."),
        ("all schedules: charges once", "Write `every`, as in `every schedule: …`."),
        ("always charges once", "Write `every schedule: …`."),
        ("every schedule charges once", "Expected `:` and what is claimed, found `charges`."),
        (
            "2 schedules: charges once",
            "So many schedules of how many: `2 of 20 schedules: …`. `ran-twice explore` counts them.",
        ),
        (
            "2/20 schedules: charges once",
            "So many schedules of how many: `2 of 20 schedules: …`. `ran-twice explore` counts them.",
        ),
        (
            "charges once and refused 0",
            "An `expect` makes one claim: write another line. Only conditions on rows can be joined.",
        ),
    ] {
        check("charges once", written, message);
    }
    check(
        "answer count charges",
        "answer 2",
        "The answer is computed, never written: `answer count T where C`, or a condition.",
    );
}
