//! What a file is made of: declarations that do not fit each other.

use crate::check_errors;

#[test]
fn two_declarations_of_one_name() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
table keys (key)
handler h { return }
handler h { return }
worker W1 runs h on job 1"#,
        r#"
a.twice:5:7: There is a table or an effect named `keys` already, on line 1.
  |
5 | table keys (key)
  |       ^^^^
a.twice:7:9: There is a handler or a process named `h` already, on line 6.
  |
7 | handler h { return }
  |         ^
a.twice:8:8: There is a process named `W1` already, on line 4.
  |
8 | worker W1 runs h on job 1
  |        ^^
"#,
    );
}

#[test]
fn a_worker_on_nothing() {
    check_errors(
        r#"job c-1
handler h { return }
process p { sleep 1s }
worker W1 runs g on job 1
worker W2 runs p on job 1
worker W3 runs h on job 2"#,
        r#"
a.twice:4:16: There is no handler named `g`.
  |
4 | worker W1 runs g on job 1
  |                ^
a.twice:5:16: `p` is a process: it runs by itself, and a worker runs a handler.
  |
5 | worker W2 runs p on job 1
  |                ^
a.twice:6:25: There is no job 2: the file hands over one job.
  |
6 | worker W3 runs h on job 2
  |                         ^
"#,
    );
}

#[test]
fn a_ring_of_after_is_named() {
    check_errors(
        r#"process a after c { sleep 1s }
process b after a { sleep 1s }
process c after b { sleep 1s }
process d after e { sleep 1s }"#,
        r#"
a.twice:1:17: None of these can start first: a after c after b after a.
  |
1 | process a after c { sleep 1s }
  |                 ^
a.twice:4:17: There is no process named `e`.
  |
4 | process d after e { sleep 1s }
  |                 ^
"#,
    );
}

#[test]
fn a_schedule_of_nobody_and_a_fault_that_is_not_allowed() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h { return }
schedule W1 crash W1 w1 W2
schedule other W3*
open othr"#,
        r#"
a.twice:6:13: The file does not allow `W1` to crash: it needs a line `faults crash 1`.
  |
6 | schedule W1 crash W1 w1 W2
  |             ^^^^^^^^
a.twice:6:22: There is no process named `w1`. The nearest name is W1.
  |
6 | schedule W1 crash W1 w1 W2
  |                      ^^
a.twice:6:25: There is no process named `W2`. The nearest name is W1.
  |
6 | schedule W1 crash W1 w1 W2
  |                         ^^
a.twice:7:16: There is no process named `W3`. The nearest name is W1.
  |
7 | schedule other W3*
  |                ^^
a.twice:8:6: There is no schedule named `othr`. The nearest name is other.
  |
8 | open othr
  |      ^^^^
"#,
    );
}

/// It is no name of the schedule: that would leave out a step, and nobody would be told.
#[test]
fn a_first_word_that_is_all_but_a_process_is_a_slip() {
    check_errors(
        r#"effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h { do charges (key: job.key) }
process sweeper { sleep 1s }
schedule V1 W1
schedule other swepeer* W1
schedule swepeer W1"#,
        r#"
a.twice:6:10: There is no process named `V1`. The nearest name is W1.
  |
6 | schedule V1 W1
  |          ^^
a.twice:7:16: There is no process named `swepeer`. The nearest name is sweeper.
  |
7 | schedule other swepeer* W1
  |                ^^^^^^^
a.twice:8:1: There is a schedule without a name already, on line 6.
  |
8 | schedule swepeer W1
  | ^^^^^^^^^^^^^^^^^^^
"#,
    );
    crate::readable("job c-1\nworker W1 runs h on job 1\nhandler h { return }\nschedule swept W1\nschedule z W1");
}

#[test]
fn a_switch_position_that_is_none() {
    check_errors(
        r#"switch key = plain or unique
when key is uniqe { table keys (key unique) }
when kye is plain { table keys (key) }
process p { insert keys (key: 1) }"#,
        r#"
a.twice:2:13: `uniqe` is no position of the switch `key`. The nearest name is unique.
  |
2 | when key is uniqe { table keys (key unique) }
  |             ^^^^^
a.twice:3:6: There is no switch named `kye`. The nearest name is key.
  |
3 | when kye is plain { table keys (key) }
  |      ^^^
"#,
    );
}

#[test]
fn a_mistake_at_one_position_says_which() {
    check_errors(
        r#"switch key = plain or unique
when key is unique { table keys (key unique) }
process p { insert keys (key: 1) }"#,
        r#"
a.twice:3:20: There is no table or effect named `keys`. This is so where key is plain.
  |
3 | process p { insert keys (key: 1) }
  |                    ^^^^
"#,
    );
}

#[test]
fn nothing_runs() {
    check_errors(
        r#"table keys (key)
handler h { return }"#,
        r#"
a.twice:1:1: Nothing runs: a file has a worker, as in `worker W1 runs HANDLER on job 1`, or a process.
  |
1 | table keys (key)
  | ^
"#,
    );
}

#[test]
fn claims_that_fit_nothing() {
    check_errors(
        r#"table keys (key unique, at)
effect charges (id serial, key)
job c-1
worker W1 runs h on job 1
handler h { return }
expect keys once
expect chages once
expect keys rows ("a")
expect W1 answered job.key
expect charges"#,
        r#"
a.twice:6:8: `once` counts an effect, and `keys` is a table: write `keys 1 row`.
  |
6 | expect keys once
  |        ^^^^
a.twice:7:8: There is no table or effect named `chages`. The nearest name is charges.
  |
7 | expect chages once
  |        ^^^^^^
a.twice:8:18: A row of `keys` gives `key, at`, a value each; this one has 1.
  |
8 | expect keys rows ("a")
  |                  ^^^^^
a.twice:9:20: `job.key` is known only inside a handler.
  |
9 | expect W1 answered job.key
  |                    ^^^^^^^
a.twice:10:15: Expected a claim about `charges`: `charges once` (or `never`, `twice`, `3 times`, `more than once`), `charges 2 rows`, `charges rows (…)`, `charges answered …`, or `charges acked` or `dead`, found the end of the text.
   |
10 | expect charges
   |               ^
"#,
    );
}

#[test]
fn several_mistakes_of_one_file_in_its_order() {
    check_errors(
        r#"titel "x"
table keys (key uniqe)
table more (a, a, unique (b))
effect charges (key unique)
job c-1
handler h {
  do charges (key: job.key, worker: me)
  insert keys (key: job.key)
  if x = { return }
  sleep 60x
}
worker W1 runs h on job c-1
faults crsh 1
clock now"#,
        r#"
a.twice:1:1: `titel` begins no declaration. The nearest name is title.
  |
1 | titel "x"
  | ^^^^^
a.twice:2:17: `uniqe` says nothing about a column: expected `unique`, `primary`, `serial`, `= value`, `,` or `)`. The nearest name is unique.
  |
2 | table keys (key uniqe)
  |                 ^^^^^
a.twice:3:16: `more` has a column named `a` already.
  |
3 | table more (a, a, unique (b))
  |                ^
a.twice:3:27: `more` has no column named `b`.
  |
3 | table more (a, a, unique (b))
  |                           ^
a.twice:4:21: Nothing refuses an effect: it stands outside of the store, so it has no UNIQUE. Put a row with the key into a table, or give the provider a key: `do … with key K`.
  |
4 | effect charges (key unique)
  |                     ^^^^^^
a.twice:9:10: Expected a value, found `{`.
  |
9 |   if x = { return }
  |          ^
a.twice:10:9: `60x` is not part of the language. A duration ends in ms, s, m or h: `60s`.
   |
10 |   sleep 60x
   |         ^^^
a.twice:12:25: Expected the number of a delivery: `job 1` is the first line that begins with `job`, found `c-1`.
   |
12 | worker W1 runs h on job c-1
   |                         ^^^
a.twice:13:8: There is no fault named `crsh`. The nearest name is crash.
   |
13 | faults crsh 1
   |        ^^^^
a.twice:14:7: Expected the start of the clock, a number of milliseconds, found `now`.
   |
14 | clock now
   |       ^^^
"#,
    );
}
