//! `run`: what a run prints, and what it says of schedules and switches that do not fit.

use std::fs;

use crate::support::{Done, all_scenarios, golden, guide, guide_file, ran, scratch};

#[test]
fn the_seven_files_print_the_seven_transcripts_byte_for_byte() {
    let files = guide();
    assert_eq!(files.len(), 7);
    for file in files {
        let done = ran(&["run", &file.display().to_string()]);
        assert_eq!((done.code, &*done.stdout, &*done.stderr), (0, &*golden(&file), ""), "{}", file.display());
    }
}

/// The worker dies before the ack, and the next one does it again: the query finds it, and two lines of the log are the bug.
const TWICE: &str = r#"effect charges (id serial, key) as "the charge"
table keys (key unique) as "the key"
queue (lease: 30s, attempts: 3)
job charge-77
worker W1 takes jobs with charge
worker W2 takes jobs with charge
faults crash 1
handler charge {
  do charges (key: job.key)
  insert keys (key: job.key)
  ack
  say "{me} is done"
}
schedule W1 W1 crash W1 lease job 1 W2*
"#;

#[test]
fn production_shows_the_query_and_the_log() {
    let file = scratch("production", TWICE);
    let done = ran(&["run", &file, "--production"]);
    let expected = "SELECT key, count(*) FROM charges GROUP BY key HAVING count(*) > 1;
 key       | count
-----------+-------
 charge-77 |     2
(1 row)

t=0s worker=W1 job=charge-77 attempt=1 received
t=0s worker=W1 job=charge-77 attempt=1 charge done
t=30s worker=W2 job=charge-77 attempt=2 received
t=30s worker=W2 job=charge-77 attempt=2 charge done
t=30s worker=W2 job=charge-77 attempt=2 acked
t=30s worker=W2 job=charge-77 attempt=2 \"W2 is done\"
";
    assert_eq!(done, Done { code: 0, stdout: expected.to_owned(), stderr: String::new() });
    let json: serde_json::Value =
        serde_json::from_str(&ran(&["run", &file, "--production", "--json"]).stdout).expect("JSON");
    assert_eq!(json["production"]["queries"][0]["rows"], serde_json::json!([{ "key": "charge-77", "count": 2 }]));
    assert_eq!(json["production"]["log"].as_array().map(Vec::len), Some(6));

    // Handed over directly, the how-manieth delivery of the intent is the attempt.
    let race = ran(&["run", &guide_file("4-race-claim").display().to_string(), "--production"]).stdout;
    assert!(race.contains("\n(0 rows)\n"), "{race}");
    assert!(race.contains("worker=W1 job=charge-77 attempt=1 charge done\n"), "{race}");
}

/// Another order of steps, other bytes: what is printed comes out of the run.
#[test]
fn another_schedule_prints_other_bytes() {
    let others = [
        ("2-in-sequence", "W1 W2 W1 W2 W1 W2"),
        ("3-race-loose", "W2 W1 W2 W1 W2 W1"),
        ("4-race-claim", "W2 W2 W1"),
        ("5-crash-after-charge", "W1 W1 W2*"),
        ("6-crash-after-key", "crash W1 W2*"),
        ("7-key-expires", "purger* W1* W2*"),
    ];
    for (name, schedule) in others {
        let file = guide_file(name);
        let done = ran(&["run", &file.display().to_string(), "--schedule", schedule]);
        assert_eq!((done.code, &*done.stderr), (0, ""), "{name} {schedule}");
        assert_ne!(done.stdout, golden(&file), "{name} {schedule}");
    }
    // Step 1 has one process; half of it is another run.
    let half = ran(&["run", &guide_file("1-enqueue-twice").display().to_string(), "--schedule", "producer"]);
    assert_eq!(half.stdout.lines().next(), Some(r#"jobs         [{"id":1,"key":"charge-77"}]"#));
}

#[test]
fn no_shipped_file_holds_what_the_engine_must_find_out() {
    for file in all_scenarios() {
        let text = fs::read_to_string(&file).expect("readable");
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("expect ")) {
            for printed in ["2067", "UNIQUE constraint", "1555", "[{", "\"id\":"] {
                assert!(!line.contains(printed), "{}:{}: {printed}", file.display(), at + 1);
            }
        }
    }
}

#[test]
fn an_impossible_step_is_named_with_its_reason() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "W1 W2 W2 W1"]);
    let expected = "--schedule: item 3 of 4, W2, cannot happen: W2's run has ended\n";
    assert_eq!(done, Done { code: 1, stdout: String::new(), stderr: expected.to_owned() });

    let crash = guide_file("6-crash-after-key").display().to_string();
    let done = ran(&["run", &crash, "--schedule", "crash W1 crash W2"]);
    assert_eq!(done.code, 1);
    assert!(done.stderr.contains("item 2 of 2, crash W2, cannot happen"), "{}", done.stderr);
}

#[test]
fn a_schedule_that_names_nobody_or_a_fault_that_is_not_allowed_is_underlined() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "W1 W3 crash W1"]);
    assert_eq!((done.code, &*done.stdout), (1, ""));
    for words in ["--schedule:1:4:", "W3", "^^", "crash"] {
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}

#[test]
fn a_schedule_of_the_file_can_be_asked_for_by_its_name() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "overlap"]);
    let lines: Vec<&str> = done.stdout.lines().take(2).collect();
    let refused = "W2 refused charge-77: errcode 2067, UNIQUE constraint failed: keys_unique.key";
    assert_eq!((done.code, lines), (0, vec![refused, "W1 charged charge-77"]));
}

#[test]
fn what_is_passed_over_and_what_is_unfinished_is_said_on_stderr() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["run", &race, "--switch", "key=unique"]);
    assert_eq!(done.code, 0);
    assert!(
        done.stderr.starts_with("passed over: W2, item 4 of the schedule: W2's run has ended\n"),
        "{}",
        done.stderr
    );
    let done = ran(&["run", &race, "--schedule", "W1"]);
    assert_eq!(done.stderr, "the schedule ends before the run does: W1, W2 can still step\n");
}

/// Who waits for ever, which job is dead, whose changes are gone.
#[test]
fn how_things_end_is_said_on_stderr() {
    let dead = "effect charges (id serial, key)\ntable order (order)\nqueue (lease: 30s, attempts: 1)\njob pay-1\n\
        worker W1 takes jobs with pay\nhandler pay {\n  begin\n  insert order (order: job.key)\n  do charges (key: job.key)\n}\n\
        process late {\n  let mine = me\n  insert order (order: mine)\n  until some order where order = \"pay-1\"\n}\n";
    let file = scratch("dead.twice", dead);
    let done = ran(&["run", &file]);
    let expected = "W1's transaction was never committed: the end of its run rolled it back\n\
        job 1, pay-1, is dead: it was handed over once, and nobody acked it\n\
        stuck: late waits until there is a row with order pay-1 in order, and nothing can free it\n";
    assert_eq!((done.code, &*done.stderr), (0, expected));
    let read: serde_json::Value = serde_json::from_str(&ran(&["run", &file, "--json"]).stdout).expect("an object");
    assert_eq!(read["ends"].as_array().map(Vec::len), Some(3));
}

/// `order` is a word of SQL.
#[test]
fn a_query_for_production_quotes_what_sql_keeps_for_itself() {
    let text =
        TWICE.replace("(id serial, key)", "(id serial, order)").replace("do charges (key:", "do charges (order:");
    let done = ran(&["run", &scratch("order.twice", &text), "--production"]);
    let query = "SELECT \"order\", count(*) FROM charges GROUP BY \"order\" HAVING count(*) > 1;\n";
    assert!(done.stdout.starts_with(query), "{}", done.stdout);
}

#[test]
fn a_switch_puts_another_design_in_its_place() {
    let crash = guide_file("5-crash-after-charge").display().to_string();
    let done = ran(&["run", &crash, "--switch", "key_goes=before"]);
    assert!(done.stdout.contains("charges      []\n"), "{}", done.stdout);
    for (switch, words) in [
        ("key_goes=later", "there is after, before"),
        ("kex=before", "no switch is named kex; there is key_goes"),
        ("before", "write SWITCH=POSITION"),
    ] {
        let done = ran(&["run", &crash, "--switch", switch]);
        assert_eq!((done.code, &*done.stdout), (2, ""));
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}

#[test]
fn a_run_can_be_read_by_a_machine() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    assert_eq!(read["schedule"], serde_json::json!(["W1", "W1", "W2"]));
    assert_eq!(read["complete"], true);
    assert_eq!(read["tables"]["keys_unique"], serde_json::json!([{ "key": "charge-77", "at": 1_789_236_681_983_i64 }]));
    assert_eq!(read["lines"][0], "W1 charged charge-77");
}

/// What `explore` finds in another size can be run in that size.
#[test]
fn a_run_takes_the_size_that_an_exploration_was_made_in() {
    let race = guide_file("3-race-loose").display().to_string();
    let schedule = "W3 crash W3 W1 W2 W1* W2*";
    let size = ["--workers", "3", "--faults", "crash=1"];
    let done = ran(&[&["run", &race, "--schedule", schedule], &size[..]].concat());
    assert_eq!((done.code, &*done.stderr), (0, ""));
    assert!(done.stdout.starts_with("W3 died after looking for the key, before the charge\n"), "{}", done.stdout);

    let done = ran(&["run", &race, "--schedule", "crash W1"]);
    assert!(done.stderr.ends_with("With `--faults crash=1` one worker may die in this run.\n"), "{}", done.stderr);
    let done = ran(&["run", &race, "--workers", "1"]);
    assert_eq!(
        (done.code, &*done.stderr),
        (2, "--workers 1: the scenario has 2 workers of its own; ask for 2 or more\n")
    );
}

#[test]
fn a_schedule_from_a_link_is_told_once_how_it_is_written() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["run", &race, "--schedule", "W1.W2.W1.W2"]);
    assert_eq!(done.stderr.matches("Names stand side by side").count(), 1, "{}", done.stderr);
}
