//! What production would show of a run: the query for duplicates, and a log that knows no more than who writes it.

#[path = "tell/support.rs"]
#[expect(dead_code, reason = "no shipped scenario is asked for here")]
mod support;

use ran_twice::lang::document::Document;
use ran_twice::tell::production::{production, text};
use support::{moment, read, run};

/// What production shows after this schedule; `*` stands behind a line that says what another has said before.
#[track_caller]
fn check(document: &Document, schedule: &str, rows: &[(&str, usize)], log: &[&str]) {
    let trace = run(document.scenario(&[]), schedule);
    let shown = production(moment(document, &trace, trace.len()));
    let found: Vec<(&str, usize)> = shown.queries[0].rows.iter().map(|(value, count)| (&**value, *count)).collect();
    assert_eq!(found, rows);
    let mark = |again: bool| if again { " *" } else { "" };
    let found: Vec<String> = shown.log.iter().map(|line| format!("{}{}", line.text, mark(line.again))).collect();
    assert_eq!(found, log);
}

fn queue(key: &str, rest: &str) -> String {
    format!(
        "effect charges (id serial, {key}) as \"the charge\"\nqueue (lease: 30s, attempts: 3)\njob charge-77\n\
         worker W1 takes jobs with h\nworker W2 takes jobs with h\nfaults lost 1, lease 1, reply 1\n\
         handler h {{\n{rest}\n  ack\n}}\n"
    )
}

#[test]
fn a_worker_whose_ack_is_lost_writes_that_it_acked() {
    check(
        &read(&queue("key", "  do charges (key: job.key)")),
        "W1 W1 lost W1 lease job 1 W2 W2 W2",
        &[("charge-77", 2)],
        &[
            "t=0s worker=W1 job=charge-77 attempt=1 received",
            "t=0s worker=W1 job=charge-77 attempt=1 charge done",
            "t=0s worker=W1 job=charge-77 attempt=1 acked",
            "t=30s worker=W2 job=charge-77 attempt=2 received",
            "t=30s worker=W2 job=charge-77 attempt=2 charge done *",
            "t=30s worker=W2 job=charge-77 attempt=2 acked",
        ],
    );
}

/// One who comes too late writes so as well, and one whose charge was answered from memory writes that it charged.
#[test]
fn the_log_cannot_tell_a_charge_from_an_answer_out_of_memory_and_the_query_can() {
    check(
        &read(&queue("key", "  do charges (key: job.key) with key job.key")),
        "W1 W1 lease job 1 W2 W1 W2 W2",
        &[],
        &[
            "t=0s worker=W1 job=charge-77 attempt=1 received",
            "t=0s worker=W1 job=charge-77 attempt=1 charge done",
            "t=30s worker=W2 job=charge-77 attempt=2 received",
            "t=30s worker=W1 job=charge-77 attempt=1 acked",
            "t=30s worker=W2 job=charge-77 attempt=2 charge done *",
            "t=30s worker=W2 job=charge-77 attempt=2 acked",
        ],
    );
}

#[test]
fn a_reply_that_is_lost_is_no_charge_to_the_log() {
    check(
        &read(&queue("key", "  do charges (key: job.key)")),
        "W1 reply W1 W2 W2 W2",
        &[("charge-77", 2)],
        &[
            "t=0s worker=W1 job=charge-77 attempt=1 received",
            "t=0s worker=W1 job=charge-77 attempt=1 failed: no answer",
            "t=0s worker=W2 job=charge-77 attempt=2 received",
            "t=0s worker=W2 job=charge-77 attempt=2 charge done",
            "t=0s worker=W2 job=charge-77 attempt=2 acked",
        ],
    );
}

/// A column of another name that holds the job's key is grouped by; without one there is nothing to group by.
#[test]
fn the_query_groups_by_what_should_be_unique() {
    let sql = |key: &str, given: &str| {
        let document = read(&queue(key, &format!("  do charges ({given})")));
        let trace = run(document.scenario(&[]), "W1 W1");
        let shown = production(moment(&document, &trace, trace.len()));
        assert!(text(&shown).ends_with("charge done\n"));
        shown.queries[0].sql.clone()
    };
    let grouped = "SELECT order_id, count(*) FROM charges GROUP BY order_id HAVING count(*) > 1";
    assert_eq!(sql("order_id", "order_id: job.key"), Ok(grouped.to_owned()));
    let nothing = "no column of charges tells one job from another: there is nothing to group by";
    assert_eq!(sql("worker", "worker: me"), Err(nothing.to_owned()));
}
