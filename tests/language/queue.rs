//! The queue: who takes jobs, what is said to it, and what it would ask of a file that has none.

use crate::{check_errors, check_messages, readable};
use ran_twice::lang::claim::Claim;
use ran_twice::lang::program::Atomic;
use ran_twice::lang::scenario::{DeliveryId, IntentId, JobRef, Queue, Role};

/// A right file, so that a slip is one line in place of another.
const RIGHT: &str = r#"effect charges (id serial, key)
queue (lease: 30s, attempts: 3)
job charge-77
job charge-78
worker W1 takes jobs with charge
worker W2 takes jobs with charge
handler charge {
  do charges (key: job.key) else { later "no answer" }
  if job.attempt > 2 { fail }
  ack
}
process operator {
  enqueue charge-79
}
expect charge-77 acked
expect no schedules: job 1 dead
"#;

/// Checks that the file with `written` in place of `right`, everywhere, has exactly these mistakes.
#[track_caller]
fn check(right: &str, written: &str, messages: &[&str]) {
    assert!(RIGHT.contains(right), "{right}");
    check_messages(&RIGHT.replace(right, written), messages);
}

#[test]
fn a_queue_its_takers_and_what_is_said_to_it() {
    let document = readable(RIGHT);
    let scenario = &document.designs[0];
    assert_eq!(scenario.queue, Some(Queue { lease_ms: 30_000, attempts: 3 }));
    let roles: Vec<Role> = scenario.processes.iter().map(|process| process.role).collect();
    assert_eq!(roles, [Role::Taker, Role::Taker, Role::Other]);
    let verbs: Vec<&str> = scenario.programs[0].atomics().map(|(_, _, atomic)| atomic.verb()).collect();
    assert_eq!(verbs, ["do", "later", "fail", "ack"]);
    let reasons: Vec<bool> = scenario.programs[0]
        .atomics()
        .filter_map(|(_, _, atomic)| match atomic {
            Atomic::Later { why } | Atomic::Fail { why } => Some(why.is_some()),
            _ => None,
        })
        .collect();
    assert_eq!(reasons, [true, false]);
    assert_eq!(scenario.expects[0].claim, Claim::Acked { job: JobRef::Intent(IntentId(0)) });
    assert_eq!(scenario.expects[1].claim, Claim::Dead { job: JobRef::Delivery(DeliveryId(0)) });
}

#[test]
fn a_queue_says_how_long_and_how_often() {
    const FOR_EVER: &str = "The queue does not say how often a job is handed over: without `attempts: 3` one that nobody acks could go on for ever.";
    const LOST: &str = "The queue does not say how long a job is its worker's: without `lease: 30s` a job whose worker died would be lost for ever.";
    check("queue (lease: 30s, attempts: 3)", "queue (lease: 30s)", &[FOR_EVER]);
    check("queue (lease: 30s, attempts: 3)", "queue (attempts: 3)", &[LOST]);
    check("queue (lease: 30s, attempts: 3)", "queue ()", &[LOST, FOR_EVER]);
    check("lease: 30s, attempts: 3", "attempts: 3, lease: 30s", &[]);
    check(
        "queue (lease: 30s, attempts: 3)",
        "queue",
        &["Expected `(` and what the queue says: `queue (lease: 30s, attempts: 3)`, found the end of the line."],
    );
    for (right, written, word, meant) in [
        (
            "attempts: 3",
            "retries: 3",
            "retries",
            "How often a job is handed over, the first time included, is `attempts: 3`.",
        ),
        (
            "attempts: 3",
            "max_retries: 3",
            "max_retries",
            "How often a job is handed over, the first time included, is `attempts: 3`.",
        ),
        (
            "lease: 30s",
            "visibility_timeout: 30s",
            "visibility_timeout",
            "How long a job is its worker's is `lease: 30s`.",
        ),
        ("lease: 30s", "timeout: 30s", "timeout", "How long a job is its worker's is `lease: 30s`."),
    ] {
        check(right, written, &[&format!("`{word}` says nothing about a queue. {meant}")]);
    }
    check("lease: 30s", "lease: 30", &["Of what? A duration ends in ms, s, m or h: `30s` or `30ms`."]);
    check("attempts: 3", "atempts: 3", &["`atempts` says nothing about a queue. The nearest name is attempts."]);
    check("attempts: 3", "attempts: 3, attempts: 4", &["`attempts` is given twice."]);
    check("attempts: 3", "attempts: 0", &["Expected how often a job is handed over, a number from 1 to 25."]);
    check("attempts: 3", "attempts: 26", &["Expected how often a job is handed over, a number from 1 to 25."]);
    check("lease: 30s", "lease: 0s", &["Expected how long a lease lasts, from 1ms to 168h."]);
    check("lease: 30s", "lease: 169h", &["Expected how long a lease lasts, from 1ms to 168h."]);
    check("lease: 30s", "lease: long", &["Expected how long a lease lasts, as in `lease: 30s`, found `long`."]);
}

#[test]
fn two_queues() {
    check_errors(
        &RIGHT.replace("job charge-78", "queue (lease: 5s, attempts: 1)"),
        r#"
a.twice:4:1: There is a `queue` already, on line 2.
  |
4 | queue (lease: 5s, attempts: 1)
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_file_has_one_kind_of_worker() {
    check_errors(
        &RIGHT.replace("worker W2 takes jobs with charge", "worker W2 runs charge on job 2"),
        r#"
a.twice:6:1: The file has a queue, so its workers take their jobs from that: `worker W2 takes jobs with charge`. A job is handed over directly only where there is none.
  |
6 | worker W2 runs charge on job 2
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
a.twice:10:3: There is no queue to `ack` to: `W2` is handed its job directly. A queue is declared by `queue (lease: 30s, attempts: 3)`, and then `worker W2 takes jobs with charge`.
   |
10 |   ack
   |   ^^^
"#,
    );
}

#[test]
fn who_takes_jobs_takes_them_from_a_queue() {
    let none = |worker: &str| {
        format!(
            "`{worker}` takes jobs from a queue, and the file has none: it needs a line `queue (lease: 30s, attempts: 3)`."
        )
    };
    let claimed = "Only a queue knows of `acked` and `dead`, and the file has none: it needs a line `queue (lease: 30s, attempts: 3)`.";
    check("queue (lease: 30s, attempts: 3)", "", &[&none("W1"), &none("W2"), claimed, claimed]);
    // A queue that cannot be read is no second mistake.
    check(
        "queue (lease: 30s",
        "queue (30s",
        &["`30s` says nothing about a queue. It says `lease: 30s` and `attempts: 3`."],
    );
    check_messages(
        "queue (lease: 30s, attempts: 3)\nprocess p { enqueue c-1 }",
        &["Nobody takes jobs from the queue: it needs a worker, as in `worker W1 takes jobs with H`."],
    );
}

#[test]
fn slips_of_a_worker_that_takes_jobs() {
    for (written, message) in [
        (
            "takes job with charge",
            "Expected `jobs with` and a handler, as in `worker W1 takes jobs with charge`, found `job`.",
        ),
        (
            "takes jobs charge",
            "Expected `with` and a handler, as in `worker W1 takes jobs with charge`, found `charge`.",
        ),
        ("takes jobs with", "Expected the name of a handler, found the end of the line."),
        ("takes jobs with chrage", "There is no handler named `chrage`. The nearest name is charge."),
        ("takes jobs with operator", "`operator` is a process: it runs by itself, and a worker runs a handler."),
    ] {
        check("takes jobs with charge", written, &[message, message]);
    }
}

#[test]
fn nobody_starts_after_a_worker_that_has_no_end() {
    check_errors(
        &RIGHT.replace("process operator {", "process operator after W1 {"),
        r#"
a.twice:12:24: `W1` takes one job after another and has no end that anybody could wait for. Rows are waited for by `until some T where C`.
   |
12 | process operator after W1 {
   |                        ^^
"#,
    );
    check("worker W2 takes jobs with charge", "worker W2 takes jobs with charge after operator", &[]);
}

#[test]
fn a_process_has_no_job_to_speak_of() {
    check(
        "  enqueue charge-79",
        "  ack",
        &["A process has no job: `ack` stands in the handler of a worker that takes jobs."],
    );
    for word in ["later", "fail"] {
        let message =
            format!("A process has no job to give back: it ends by `return`, and `{word}` stands in a handler.");
        check("  enqueue charge-79", &format!("  {word} \"no\""), &[&message]);
    }
}

#[test]
fn a_direct_run_ends_by_later_and_fail_and_acks_nothing() {
    let direct =
        "job c-1\nhandler h {\n  if job.id = 2 { later \"why\" }\n  fail \"why\"\n}\nworker W1 runs h on job 1\n";
    check_messages(direct, &[]);
    check_messages(
        &direct.replace("fail \"why\"", "ack"),
        &[
            "There is no queue to `ack` to: `W1` is handed its job directly. A queue is declared by `queue (lease: 30s, attempts: 3)`, and then `worker W1 takes jobs with h`.",
        ],
    );
}

#[test]
fn what_is_said_to_the_queue_in_other_words() {
    const BACK: &str = "A job is handed back to the queue by `later \"why\"`, or as a failure by `fail \"why\"`.";
    check("  ack\n", "  nack\n", &[&format!("`nack` begins no statement. {BACK}")]);
    check("  ack\n", "  requeue\n", &[&format!("`requeue` begins no statement. {BACK}")]);
    check("  ack\n", "  ack job\n", &["Expected the end of the line, found `job`."]);
    check(
        "{ fail }",
        "{ raise \"x\" }",
        &["`raise` begins no statement. A run is ended as a failure by `fail \"why\"`."],
    );
    check(
        "later \"no answer\"",
        "later 5s",
        &[
            "`later` hands the job back at once. What stands behind it says why, as in `later \"it is being worked on\"`; time is passed by `sleep 5s` before it.",
        ],
    );
}

#[test]
fn claims_about_jobs() {
    check("charge-77 acked", "charge-7 acked", &["There is no job named `charge-7`. The nearest name is charge-77."]);
    check("charge-77 acked", "W1 acked", &["`W1` is a process, and this is said of a job: `job 1`, or its name."]);
    check("charge-77 acked", "acked charge-77", &["`acked` stands behind the job: `charge-77 acked`."]);
    check("charge-77 acked", "charge-77 is acked", &["A claim has no `is`: `charge-77 acked`."]);
    check("charge-77 acked", "job charge-77 acked", &["A job is called `job 1`, or by its name alone: `charge-77`."]);
    check("charge-77 acked", "job 1 done", &["Expected `acked` or `dead` behind a job, found `done`."]);
    // `operator` enqueues more than the file hands over; how many is known only while it runs.
    check("job 1 dead", "job 3 dead", &[]);
    check("job 1 dead", "job 257 dead", &["There is no job 257: the file hands over 2 jobs."]);
    check("  enqueue charge-79", "  sleep 1s", &[]);
    check_messages(
        "job c-1\nhandler h { enqueue c-2 }\nworker W1 runs h on job 2",
        &["There is no job 2: the file hands over one job."],
    );
    let fewer = RIGHT.replace("  enqueue charge-79", "  sleep 1s").replace("job 1 dead", "job 3 dead");
    check_messages(&fewer, &["There is no job 3: the file hands over 2 jobs."]);
}

#[test]
fn the_attempts_count_like_turns() {
    let tries = |times: u32| format!("  try {times} times {{ do charges (key: job.key) else {{ again }} }}\n  ack\n");
    check("  ack\n", &tries(20), &[]);
    let many = RIGHT.replace("attempts: 3", "attempts: 6").replace("  ack\n", &tries(20));
    check_messages(
        &many,
        &["`charge` is run up to 6 times for a job, and tries up to 20 times in each: together more than 100."],
    );
}
