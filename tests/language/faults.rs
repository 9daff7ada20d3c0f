//! Faults: which there are, whom they strike, which could never strike, and how a schedule asks for them.

use crate::{check_errors, check_messages, readable};
use ran_twice::lang::document::parse_schedule;
use ran_twice::lang::scenario::{DeliveryId, Fault, IntentId, JobRef, Move, ProcessId};

/// A right file in which every fault can strike.
const RIGHT: &str = r#"table keys (key unique)
effect charges (id serial, key)
queue (lease: 30s, attempts: 3)
job c-1
job c-2
worker W1 takes jobs with h
worker W2 takes jobs with h
handler h {
  begin
  insert keys (key: job.key) else { fail }
  commit
  do charges (key: job.key)
  ack
}
process p {
  delete keys
}
faults crash 1, lease 1, lost 1, redeliver 1, fail 1, reply 1, store 1, commit 1, crash 2 of p, store 1 of p
schedule W1 crash W1 lost W2 fail W1 reply W1 store W1 commit W1 lease job 1 redeliver c-2 crash p W1*
"#;

#[track_caller]
fn check(right: &str, written: &str, messages: &[&str]) {
    assert!(RIGHT.contains(right), "{right}");
    check_messages(&RIGHT.replace(right, written), messages);
}

#[test]
fn every_fault_and_every_item_of_a_schedule() {
    let document = readable(RIGHT);
    let scenario = &document.designs[0];
    let faults: Vec<_> = scenario.faults.iter().map(|budget| (budget.fault.word(), budget.times, budget.of)).collect();
    let p = Some(ProcessId(2));
    let named = ["crash", "lease", "lost", "redeliver", "fail", "reply", "store", "commit"].map(|word| (word, 1, None));
    assert_eq!(faults, [&named[..], &[("crash", 2, p), ("store", 1, p)]].concat());
    let (w1, w2) = (ProcessId(0), ProcessId(1));
    let moves: Vec<Move> = scenario.schedules[0].items.iter().map(|item| item.move_).collect();
    assert_eq!(
        moves,
        [
            Move::Step(w1),
            Move::Strike(Fault::Crash, w1),
            Move::Strike(Fault::Lost, w2),
            Move::Strike(Fault::Fail, w1),
            Move::Strike(Fault::Reply, w1),
            Move::Strike(Fault::Store, w1),
            Move::Strike(Fault::Commit, w1),
            Move::Lease(JobRef::Delivery(DeliveryId(0))),
            Move::Redeliver(JobRef::Intent(IntentId(1))),
            Move::Strike(Fault::Crash, ProcessId(2)),
            Move::Finish(w1),
        ]
    );
}

#[test]
fn a_fault_strikes_a_process_or_a_job() {
    check("lease 1,", "lease 1 of W1,", &["`lease` strikes a job and no process: leave `of W1` out."]);
    check("redeliver 1,", "redeliver 1 of p,", &["`redeliver` strikes a job and no process: leave `of p` out."]);
    check("lost 1,", "lst 1,", &["There is no fault named `lst`. The nearest name is lost."]);
    check("lost 1,", "lost,", &["Expected how often `lost` may strike, as in `faults lost 1`: a number, found `,`."]);
    check("lost 1,", "lost 1, lost 2,", &["How often this fault may strike has been said already."]);
    check("store 1 of p", "store 1 of q", &["There is no process named `q`."]);
}

#[test]
fn faults_of_a_queue_need_one() {
    check_errors(
        "effect e (id serial, key)\njob c-1\nhandler h { do e (key: me) }\nworker W1 runs h on job 1\nfaults lease 1, lost 1, redeliver 1, fail 1\n",
        r#"
a.twice:5:8: `lease` ends a lease, and the file has no queue: it needs a line `queue (lease: 30s, attempts: 3)`.
  |
5 | faults lease 1, lost 1, redeliver 1, fail 1
  |        ^^^^^^^
a.twice:5:17: `lost` loses an `ack`, and the file has no queue: it needs a line `queue (lease: 30s, attempts: 3)`.
  |
5 | faults lease 1, lost 1, redeliver 1, fail 1
  |                 ^^^^^^
a.twice:5:25: `redeliver` makes a job of the queue ready again, and the file has no queue: it needs a line `queue (lease: 30s, attempts: 3)`.
  |
5 | faults lease 1, lost 1, redeliver 1, fail 1
  |                         ^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_fault_that_could_never_strike_says_why() {
    check("  ack\n", "", &["`lost` could never strike: the workers have no `ack`."]);
    check("  begin\n", "", &["`h` opens no transaction that `commit` could close: it needs `begin` before."]);
    let plain = RIGHT.replace("  begin\n", "").replace("  commit\n", "");
    check_messages(&plain, &["`commit` could never strike: the workers have no `commit`."]);
    check(
        "  do charges (key: job.key)\n",
        "",
        &[
            "`fail` could never strike: the workers have no `do`, no `enqueue` and no look at an effect.",
            "`reply` could never strike: the workers have no `do` and no `enqueue`.",
        ],
    );
    check(
        "  do charges (key: job.key)\n",
        "  read charges as seen\n",
        &["`reply` could never strike: the workers have no `do` and no `enqueue`."],
    );
    check("store 1 of p", "reply 1 of p", &["`reply` could never strike: `p` has no `do` and no `enqueue`."]);
    check("  delete keys\n", "  sleep 1s\n", &["`store` could never strike: `p` has no statement on a table."]);
    check_messages(
        "process p { sleep 1s }\nfaults crash 1",
        &["`crash` strikes workers, and the file has none: say which process, as in `crash 1 of NAME`."],
    );
}

#[test]
fn a_fault_that_strikes_one_design_is_no_mistake_in_another() {
    let switched = |body: &str| {
        format!(
            "switch s = a or b\ntable t (k)\njob c-1\nhandler h {{\n  when s is b {{ begin }}\n  insert t (k: me)\n  {body}\n}}\nworker W1 runs h on job 1\nfaults commit 1\n"
        )
    };
    check_messages(&switched("when s is b { commit }"), &[]);
    check_messages(
        &switched("when s is b { rollback }"),
        &["`commit` could never strike: the workers have no `commit`."],
    );
}

#[test]
fn a_schedule_has_only_faults_that_the_file_allows() {
    const NONE: &str = "faults crash 1 of p, store 1 of p";
    let faults =
        "faults crash 1, lease 1, lost 1, redeliver 1, fail 1, reply 1, store 1, commit 1, crash 2 of p, store 1 of p";
    let line = |word: &str| format!("The file does not allow `{word} W1`: it needs a line `faults {word} 1`.");
    let crash = "The file does not allow `W1` to crash: it needs a line `faults crash 1`.";
    let lost = "The file does not allow `lost W2`: it needs a line `faults lost 1`.";
    let redeliver = "The file does not allow `redeliver`: it needs a line `faults redeliver 1`.";
    // The end of a lease is free where its holder is gone, so a schedule may always ask for it.
    check(faults, NONE, &[crash, lost, &line("fail"), &line("reply"), &line("store"), &line("commit"), redeliver]);
    check(
        "store 1 of p\n",
        "crash 1 of W2\nschedule other fail p\n",
        &["The file does not allow `fail p`: it needs a line `faults fail 1 of p`."],
    );
}

#[test]
fn jobs_in_a_schedule() {
    check("lease job 1", "lease job 3", &["There is no job 3: the file hands over 2 jobs."]);
    check("lease job 1", "lease c-3", &["There is no job named `c-3`. The nearest name is c-1."]);
    check("lease job 1", "lease W1", &["`W1` is a process, and this is said of a job: `job 1`, or its name."]);
    check("lease job 1", "lease job c-1", &["A job is called `job 1`, or by its name alone: `c-1`."]);
    check(
        "lease job 1",
        "c-1",
        &["`c-1` is a job and takes no step: name a process, or what strikes the job, as in `lease c-1`."],
    );
    check("faults crash 1,", "faults 1 crash,", &["How often stands behind the fault: `crash 1`."]);
    check("lease job 1", "lease job 1*", &["A fault is one step, so no `*` stands behind it."]);
    check(
        "crash p W1*",
        "lease",
        &["Expected the job that it strikes, as in `lease job 1`, found the end of the line."],
    );
    check(
        "crash p W1*",
        "fail",
        &["Expected the process that it strikes, as in `fail W1`, found the end of the line."],
    );
    check("crash p W1*", "lease, W1", &["Expected a job, as in `job 1`, or the name of one, found `,`."]);
}

#[test]
fn a_direct_file_has_no_lease_to_end() {
    let direct = "job c-1\nhandler h { sleep 1s }\nworker W1 runs h on job 1\nschedule lease c-1 redeliver job 1";
    let none = |word: &str| {
        format!(
            "The file has no queue, so there is nothing to `{word}`: it needs a line `queue (lease: 30s, attempts: 3)`."
        )
    };
    check_messages(direct, &[&none("lease"), &none("redeliver")]);
}

#[test]
fn the_words_of_faults_name_no_process_and_no_schedule() {
    for word in ["lease", "lost", "redeliver", "fail", "reply", "store", "commit"] {
        let message = format!("`{word}` is the word of a fault in a schedule: give the process another name.");
        check_messages(&format!("process {word} {{ sleep 1s }}"), &[&message]);
    }
    // What is all but one of the telling words is a slip, and what is near to a short one is a name.
    check(
        "schedule W1 crash",
        "schedule comit W1 crash",
        &["There is no process named `comit`. The nearest name is commit."],
    );
    check(
        "schedule W1 crash",
        "schedule Lost W1 crash",
        &["There is no process named `Lost`. The nearest name is lost."],
    );
    for name in ["last", "replay", "later-on", "failed"] {
        check("schedule W1 crash", &format!("schedule {name} W1 crash"), &[]);
    }
}

#[test]
fn a_schedule_that_stands_alone_knows_jobs_too() {
    let document = readable(RIGHT);
    let items = parse_schedule("W1 lease c-1\nredeliver job 2", &document.designs[0]).expect("the schedule is right");
    assert_eq!(items.len(), 3);
    let found = parse_schedule("lease c-9", &document.designs[0]).expect_err("there is no such job");
    assert_eq!(found[0].to_string(), "There is no job named `c-9`. The nearest name is c-1.");
}
