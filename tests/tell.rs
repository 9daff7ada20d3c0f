//! What the page says of a run: the printed form, and the sentence of each step.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "tell/support.rs"]
mod support;

use ran_twice::app::catalogue;
use ran_twice::check::replay::{follow, shown};
use ran_twice::lang::document::Document;
use ran_twice::tell::inline::plain;
use ran_twice::tell::printed::{lines, printed};
use ran_twice::tell::sentence::told;
use support::{moment, read, run, shipped};

/// Each step of a run as it is told, the start first.
#[track_caller]
fn check_told(document: &Document, schedule: &str, expected: &[&str]) {
    let trace = run(document.scenario(&[]), schedule);
    let found: Vec<String> = (0..=trace.len()).map(|at| plain(&told(moment(document, &trace, at)).sentence)).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_seven_steps_print_what_the_guide_prints() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/guide");
    let mut compared = 0;
    for entry in catalogue::chapters().iter().filter(|chapter| chapter.folder == "guide").flat_map(|c| c.entries) {
        let document = shipped(entry.name);
        let scenario = document.scenario(&[]);
        let run = shown(scenario);
        let file = format!("{golden}/{}-{}.txt", entry.number.unwrap_or(0), entry.name);
        let wanted = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(printed(scenario, &run.trace, run.trace.len()), wanted, "{}", entry.name);
        compared += 1;
    }
    assert_eq!(compared, 7);
}

#[test]
fn another_schedule_prints_other_bytes() {
    let document = shipped("race-loose");
    let scenario = document.scenario(&[]);
    let trace = run(scenario, "W1 W1 W1 W2");
    assert_eq!(lines(scenario, &trace, trace.len()), ["W1 charged charge-77", "W2 skipped charge-77"]);
}

#[test]
fn a_race_is_told_step_by_step() {
    check_told(
        &shipped("race-loose"),
        "W1 W2 W1 W2 W1 W2",
        &[
            "Nothing has happened yet. W1 and W2 each hold one delivery of charge-77.",
            "W1 looked for charge-77 in keys_plain and found no row.",
            "W2 looked for charge-77 in keys_plain and found no row. W1 had looked before it and found none either.",
            "W1 performed the charge for charge-77.",
            "W2 performed the charge for charge-77. It is the second for charge-77: W1 performed one at step 3, and W2 goes \
         by its look at step 2.",
            "W1 wrote the key into keys_plain: charge-77.",
            "W2 wrote the key into keys_plain: charge-77. It stands there twice now: no constraint was in the way.",
        ],
    );
}

#[test]
fn a_refusal_says_whose_key_it_is_and_what_the_loser_stops_before() {
    check_told(
        &shipped("crash-after-key"),
        "W1 crash W1 W2",
        &[
            "Nothing has happened yet. W1 and W2 each hold one delivery of charge-77.",
            "W1 wrote the key into keys_unique: charge-77. From now on UNIQUE refuses another one.",
            "W1 died after the key, before the charge. What it did stays: the key.",
            "W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key. The key has been W1's since \
         step 1, so W2 stops before the charge.",
        ],
    );
}

#[test]
fn a_purger_is_told_by_what_it_dropped() {
    check_told(
        &shipped("key-expires"),
        "W1 W1 purger purger purger W2 W2",
        &[
            "Nothing has happened yet. W1 and W2 each hold one delivery of charge-77.",
            "W1 wrote the key into keys_unique: charge-77. From now on UNIQUE refuses another one.",
            "W1 performed the charge for charge-77.",
            "purger found no row of keys_unique to drop.",
            "purger slept 2 s, and the clock moved on.",
            "purger dropped 1 row from keys_unique. Nothing in keys_unique says any more that charge-77 was taken.",
            "W2 wrote the key into keys_unique: charge-77. From now on UNIQUE refuses another one.",
            "W2 performed the charge for charge-77. It is the second for charge-77: W1 performed one at step 2, and purger \
         dropped the key at step 5.",
        ],
    );
}

#[test]
fn a_run_that_stops_early_says_who_could_go_on() {
    check_told(
        &shipped("race-claim"),
        "W1",
        &[
            "Nothing has happened yet. W1 and W2 each hold one delivery of charge-77.",
            "W1 wrote the key into keys_unique: charge-77. From now on UNIQUE refuses another one. The schedule ends here, \
         though W1 and W2 could go on.",
        ],
    );
}

/// A text with every kind of statement and no noun.
const PLAIN: &str = r#"
title "Everything once"
table runs (key unique, status)
table log (text)
effect mails (id serial, to)
job mail-1 (to: "ann")
handler send {
  count runs where key = job.key as n
  insert runs (key: job.key, status: "running")
  insert runs (key: job.key, status: "again") or update (status: "again")
  do mails (to: job.to)
  update runs set status = "done" where key = job.key
  insert runs (key: job.key) else {
    insert log (text: error.message)
  }
  delete runs
  sleep 1500ms
  enqueue mail-1 (to: "bob")
}
worker W1 runs send on job 1
faults crash 1
"#;

#[test]
fn tables_without_a_noun_are_told_by_their_names() {
    check_told(
        &read(PLAIN),
        "W1 W1 W1 W1 W1 W1 W1 W1 W1 W1",
        &[
            "Nothing has happened yet. W1 holds one delivery of mail-1.",
            "W1 counted runs: 0 rows.",
            "W1 added a row to runs: mail-1. From now on UNIQUE refuses another one.",
            "W1 found its row in runs already there and changed it.",
            "W1 performed mails for mail-1.",
            "W1 set status to done in runs.",
            "W1 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: runs.key. It goes on to log.",
            "W1 added a row to log: UNIQUE constraint failed: runs.key.",
            "W1 dropped 1 row from runs. Nothing in runs says any more that mail-1 was taken.",
            "W1 slept 1500 ms, and the clock moved on.",
            "W1 handed over mail-1, the second delivery of it. There are now two deliveries of one job.",
        ],
    );
}

#[test]
fn a_death_is_named_by_the_statements_around_it() {
    let document = read(PLAIN);
    let scenario = document.scenario(&[]);
    let deaths: Vec<String> = (0..10)
        .map(|steps| {
            let trace = run(scenario, &format!("{} crash W1", "W1 ".repeat(steps)));
            lines(scenario, &trace, trace.len()).join("; ")
        })
        .collect();
    assert_eq!(
        deaths,
        [
            "W1 died before looking for runs",
            "W1 died after looking for runs, before runs",
            "W1 died after runs, before runs",
            "W1 died after runs, before mails",
            "W1 died after mails, before runs",
            "W1 died after runs, before runs",
            "W1 died after runs was refused, before log",
            "W1 died after log, before runs",
            "W1 died after runs, before the sleep",
            "W1 died after the sleep, before the enqueue",
        ]
    );
}

#[test]
fn a_schedule_of_the_file_is_followed_as_written() {
    let document = shipped("race-claim");
    let scenario = document.scenario(&[]);
    let overlap = &scenario.schedules[scenario.opens_with.unwrap()];
    let trace = follow(scenario, &overlap.items).trace;
    assert_eq!(
        plain(&told(moment(&document, &trace, 2)).sentence),
        "W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key. The key has been W1's since \
         step 1, so W2 stops before the charge."
    );
}
