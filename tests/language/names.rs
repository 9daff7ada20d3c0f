//! Names: unknown ones, ones that mean something else, ones given twice.

use crate::check_errors;

#[test]
fn an_unknown_table_is_reported_once_with_the_nearest_name() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert kyes (key: job.key) else { return }
  read kyes where key = job.key as seen
  if seen { return }
}"#,
        r#"
a.twice:6:10: There is no table or effect named `kyes`. The nearest name is keys.
  |
6 |   insert kyes (key: job.key) else { return }
  |          ^^^^
"#,
    );
}

#[test]
fn a_table_that_is_missing_everywhere_is_reported_where_the_text_names_it_first() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
switch key = plain or unique
job c-1
worker W1 runs h on job 1
handler h {
  when key is plain { read seen_keys as a }
  when key is unique { read seen_keys as a }
  count seen_keys as n
  do charges (key: job.key)
}
row seen_keys (key: "c-1")
expect seen_keys 1 row"#,
        r#"
a.twice:7:28: There is no table or effect named `seen_keys`.
  |
7 |   when key is plain { read seen_keys as a }
  |                            ^^^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_column_names_its_table() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert keys (kee: job.key)
}"#,
        r#"
a.twice:6:16: `keys` has no column named `kee`. The nearest name is key.
  |
6 |   insert keys (kee: job.key)
  |                ^^^
"#,
    );
}

#[test]
fn a_column_given_twice() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert keys (key: job.key, key: "x")
}"#,
        r#"
a.twice:6:30: `key` is given twice.
  |
6 |   insert keys (key: job.key, key: "x")
  |                              ^^^
"#,
    );
}

#[test]
fn a_serial_column_is_not_given() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  do charges (id: 7, key: job.key)
}"#,
        r#"
a.twice:6:15: `id` is serial: the store gives it, so it is left out here.
  |
6 |   do charges (id: 7, key: job.key)
  |               ^^
"#,
    );
}

#[test]
fn an_effect_is_not_inserted_and_a_table_is_not_done() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert charges (key: job.key)
  do keys (key: job.key)
  delete charges
}"#,
        r#"
a.twice:6:10: `charges` is an effect: write `do charges (…)`.
  |
6 |   insert charges (key: job.key)
  |          ^^^^^^^
a.twice:7:6: `keys` is a table of the store: write `insert keys (…)`.
  |
7 |   do keys (key: job.key)
  |      ^^^^
a.twice:8:10: `charges` is an effect: it cannot be changed or taken back, so there is no `delete`; only `do charges (…)`.
  |
8 |   delete charges
  |          ^^^^^^^
"#,
    );
}

#[test]
fn a_forgotten_job_field_is_written_out() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  insert keys (key: key)
}"#,
        r#"
a.twice:6:21: There is no variable named `key`. The nearest name is job.key.
  |
6 |   insert keys (key: key)
  |                     ^^^
"#,
    );
}

#[test]
fn a_column_is_not_compared_with_itself() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  read keys where key = key as seen
}"#,
        r#"
a.twice:6:19: `key` is compared with itself: both are the column. The job's is written `job.key`.
  |
6 |   read keys where key = key as seen
  |                   ^^^^^^^^^
"#,
    );
}

#[test]
fn a_variable_may_not_have_the_name_of_a_column_beside_it() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  let key = job.key
  read keys where key = key as seen
}"#,
        r#"
a.twice:7:19: `key` is a column of `keys` and a variable of this program, and a bare name is the column here. Give the variable another name, such as `this_key`.
  |
7 |   read keys where key = key as seen
  |                   ^^^
a.twice:7:25: `key` is a column of `keys` and a variable of this program, and a bare name is the column here. Give the variable another name, such as `this_key`.
  |
7 |   read keys where key = key as seen
  |                         ^^^
"#,
    );
}

#[test]
fn a_variable_that_is_set_nowhere_is_unknown() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  say "{sen}"
  read keys where key = job.key as seen
}"#,
        r#"
a.twice:6:9: There is no variable named `sen`. The nearest name is seen.
  |
6 |   say "{sen}"
  |         ^^^
"#,
    );
}

#[test]
fn a_variable_is_not_used_before_it_is_set() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  if seen { return }
  read keys where key = job.key as seen
}"#,
        r#"
a.twice:6:6: `seen` is used here before anything sets it.
  |
6 |   if seen { return }
  |      ^^^^
"#,
    );
}

#[test]
fn a_number_of_rows_is_no_condition() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  delete keys where key = job.key as n
  if n { return }
  if not n { return }
}"#,
        r#"
a.twice:7:6: `n` is a number of rows, and 0 counts as true as well: write `n > 0` or `n = 0`.
  |
7 |   if n { return }
  |      ^
a.twice:8:10: `n` is a number of rows, and 0 counts as true as well: write `n > 0` or `n = 0`.
  |
8 |   if not n { return }
  |          ^
"#,
    );
}

#[test]
fn a_field_of_a_row_is_a_column_of_its_table() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h {
  read keys where key = job.key as seen
  say "{seen.ta}"
  count keys as n
  say "{n.at}"
}"#,
        r#"
a.twice:7:14: `seen` holds a row of `keys`, which has no column named `ta`. The nearest name is at.
  |
7 |   say "{seen.ta}"
  |              ^^
a.twice:9:11: `n` holds a number, so it has no field `at`.
  |
9 |   say "{n.at}"
  |           ^^
"#,
    );
}

#[test]
fn a_job_field_that_no_job_has() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1 (amount: 5)
worker W1 runs h on job 1
handler h {
  say "{job.amuont}"
}"#,
        r#"
a.twice:6:13: No job of this file has a field named `amuont`. The nearest name is amount.
  |
6 |   say "{job.amuont}"
  |             ^^^^^^
"#,
    );
}

#[test]
fn a_process_has_no_job() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h { return }
process p {
  say "{job.key}"
  do charges (key: "x")
}"#,
        r#"
a.twice:7:9: A process has no job: `job.key` is known only in a handler.
  |
7 |   say "{job.key}"
  |         ^^^^^^^
a.twice:8:6: A process has no job: say what the effect is for, as in `do charges (…) for NAME`.
  |
8 |   do charges (key: "x")
  |      ^^^^^^^
"#,
    );
}
