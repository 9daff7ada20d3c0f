//! The queue, what strikes it, and who waits: each rule of the language as a run that shows it.

#[path = "support/races.rs"]
mod races;

use std::sync::Arc;

use ran_twice::check::explore::{Explorer, sum};
use ran_twice::check::outcome::Outcome;
use ran_twice::check::relevance::Merging;
use ran_twice::check::replay::{Replay, shown};
use ran_twice::lang::scenario::{DeliveryId, ProcessId, Scenario};
use ran_twice::sim::action::Action;
use ran_twice::sim::event::Event;
use ran_twice::sim::readiness::{Blocked, readiness};
use ran_twice::sim::state::Status;

use races::one;

/// A charge and an ack by two workers, with what else a test declares.
fn queue(declared: &str) -> Arc<Scenario> {
    one(&format!(
        "effect charges (id serial, key, worker)\nqueue (lease: 30s, attempts: 2)\njob charge-77\n\
         handler charge {{\n do charges (key: job.key, worker: run)\n ack\n say \"{{me}} {{job.attempt}}\"\n}}\n\
         worker W1 takes jobs with charge\nworker W2 takes jobs with charge\n{declared}"
    ))
}

fn charges(replay: &Replay) -> usize {
    replay.trace.last().tables[0].len()
}

fn status(replay: &Replay) -> Status {
    replay.trace.last().queue[0].status
}

fn said(replay: &Replay) -> Vec<String> {
    let lines = replay.trace.events(replay.trace.len()).filter_map(|event| match event {
        Event::Said { text } => Some(text.to_string()),
        _ => None,
    });
    lines.collect()
}

fn has(replay: &Replay, wanted: impl Fn(&Event) -> bool) -> bool {
    replay.trace.events(replay.trace.len()).any(wanted)
}

#[track_caller]
fn everything_happens(replay: &Replay) {
    assert!(replay.passed_over.is_empty(), "{:?}", replay.passed_over);
}

#[test]
fn a_take_is_a_step_and_an_ack_ends_the_job() {
    let replay = shown(&queue("schedule W1 W1 W1"));
    everything_happens(&replay);
    assert!(replay.complete);
    assert_eq!((charges(&replay), status(&replay)), (1, Status::Acked));
    assert_eq!(said(&replay), ["W1 1"]);
}

#[test]
fn the_lease_of_a_dead_holder_ends_for_nothing_and_the_clock_goes_with_it() {
    let replay = shown(&queue("faults crash 1\nschedule W1 W1 crash W1 lease charge-77 W2*"));
    everything_happens(&replay);
    assert_eq!((charges(&replay), status(&replay)), (2, Status::Acked));
    assert_eq!(said(&replay), ["W2 2"]);
    assert_eq!(replay.trace.last().clock_ms, 30_000);
}

#[test]
fn a_lease_ends_under_a_working_holder_only_by_a_fault_and_its_ack_comes_too_late() {
    let without = shown(&queue("schedule W1 W1 lease charge-77"));
    assert_eq!(without.passed_over.len(), 1);
    let replay = shown(&queue("faults lease 1\nschedule W1 W1 lease charge-77 W2 W2 W1 W2"));
    everything_happens(&replay);
    assert_eq!((charges(&replay), status(&replay)), (2, Status::Acked));
    assert!(has(&replay, |event| matches!(event, Event::TooLate { .. })));
    assert_eq!(said(&replay), ["W1 1", "W2 2"]);
}

#[test]
fn an_ack_that_is_lost_is_not_known_to_the_run() {
    let replay = shown(&queue("faults lost 1\nschedule W1 W1 lost W1 lease charge-77 W1*"));
    everything_happens(&replay);
    assert_eq!((charges(&replay), status(&replay)), (2, Status::Acked));
    assert_eq!(said(&replay), ["W1 1", "W1 2"]);
    let runs: Vec<_> = replay.trace.last().tables[0].iter().map(|row| row.cells[2].clone()).collect();
    assert_eq!(runs, ["W1-1", "W1-2"].map(ran_twice::lang::value::Value::text));
}

#[test]
fn after_the_last_attempt_the_job_is_dead_and_an_operator_can_hand_it_over_again() {
    let dead = "faults crash 2, redeliver 1\nschedule W1 crash W1 lease charge-77 W1 crash W1 lease charge-77";
    let replay = shown(&queue(dead));
    everything_happens(&replay);
    assert_eq!((charges(&replay), status(&replay)), (0, Status::Dead));
    assert!(replay.complete && has(&replay, |event| matches!(event, Event::Died { .. })));
    assert_eq!(Outcome::of(&queue(dead), replay.trace.last()).dead, 1);
    let again = shown(&queue(&format!("{dead} redeliver job 1 W2*")));
    everything_happens(&again);
    assert_eq!((charges(&again), status(&again)), (1, Status::Acked));
    assert_eq!(said(&again), ["W2 3"]);
}

#[test]
fn only_what_is_over_is_delivered_again_by_hand() {
    let scenario = queue("faults redeliver 1\nschedule W1");
    let state = shown(&scenario).trace.last().clone();
    let again = Action::StrikeJob(ran_twice::lang::scenario::Fault::Redeliver, DeliveryId::new(0));
    assert_eq!(readiness(&scenario, &state, again), Err(Blocked::NotOver { job: DeliveryId::new(0) }));
}

#[test]
fn later_and_a_run_that_fails_use_an_attempt_up() {
    for (line, failed) in [("later \"busy\"", false), ("fail \"no\"", true), ("insert keys (key: 1)", true)] {
        let scenario = one(&format!(
            "effect charges (id serial)\ntable keys (key unique)\nrow keys (key: 1)\nqueue (lease: 1s, attempts: 2)\njob a\n\
             handler h {{\n {line}\n do charges (id: 1)\n}}\nworker W1 takes jobs with h\n"
        ).replace("do charges (id: 1)", "do charges ()"));
        let replay = shown(&scenario);
        let handed_back = |event: &Event| matches!(event, Event::HandedBack { failed: was, .. } if *was == failed);
        assert!(has(&replay, handed_back), "{line}");
        assert_eq!((charges(&replay), status(&replay)), (0, Status::Dead), "{line}");
        assert_eq!(Outcome::of(&scenario, replay.trace.last()).failed, 0, "a worker that takes jobs goes on");
    }
}

#[test]
fn a_run_that_ends_without_a_word_leaves_its_lease() {
    let text = "effect charges (id serial)\nqueue (lease: 1s, attempts: 2)\njob a\nhandler h { do charges ()\n return }\n\
                worker W1 takes jobs with h";
    let replay = shown(&one(text));
    assert_eq!((charges(&replay), status(&replay)), (2, Status::Dead));
    assert!(has(&replay, |event| matches!(event, Event::LeaseEnded { working: false, .. })));
}

#[test]
fn the_smallest_ready_job_is_taken_first() {
    let text = "effect charges (id serial, key)\nqueue (lease: 1s, attempts: 2)\njob a\njob b\n\
                handler h { do charges (key: job.key)\n ack }\nworker W1 takes jobs with h\nworker W2 takes jobs with h\n\
                schedule W1 W2 W2* W1*";
    let replay = shown(&one(text));
    everything_happens(&replay);
    let keys: Vec<_> = replay.trace.last().tables[0].iter().map(|row| row.cells[1].clone()).collect();
    assert_eq!(keys, ["b", "a"].map(ran_twice::lang::value::Value::text), "two workers overtake one another");
}

#[test]
fn a_job_that_a_job_enqueues_goes_three_generations_far() {
    let text = "effect charges (id serial)\nqueue (lease: 1s, attempts: 1)\njob a\n\
                handler h {\n do charges ()\n enqueue a else { say \"{error.message}\" }\n ack\n}\n\
                worker W1 takes jobs with h";
    let replay = shown(&one(text));
    assert_eq!(charges(&replay), 4);
    assert_eq!(said(&replay).len(), 1, "{:?}", said(&replay));
}

#[test]
fn a_run_has_only_so_many_jobs() {
    let replay =
        shown(&one("process p repeats 100 {\n enqueue a\n enqueue a\n enqueue a else { say \"{error.message}\" }\n}"));
    assert_eq!(replay.trace.last().deliveries.len(), 256);
    let failed = has(&replay, |event| matches!(event, Event::RunFailed { .. }));
    assert!(failed, "the first `enqueue` past the bound ends the run");
}

#[test]
fn a_table_has_only_so_many_rows() {
    for statement in ["insert t (a: 1)", "do e (a: 1) for x"] {
        let text = format!(
            "table t (id serial, a)\neffect e (id serial, a)\nprocess p repeats 100 {{\n {statement}\n {statement}\n \
             {statement} else {{ return error.message }}\n}}\nexpect p answered \"\""
        );
        let replay = shown(&one(&text));
        let last = replay.trace.last();
        assert_eq!(last.tables.iter().map(|rows| rows.len()).sum::<usize>(), 256, "{statement}");
        let failed = has(&replay, |event| matches!(event, Event::RunFailed { .. }));
        assert!(failed, "the first row past the bound that nothing catches ends the run: {statement}");
    }
}

#[test]
fn a_reply_that_is_lost_looks_like_a_failure_and_a_key_makes_it_once() {
    let text = |key: &str| {
        one(&format!(
            "effect charges (id serial, key)\njob a\nhandler h {{\n try 2 times {{\n  do charges (key: job.key){key} as sent else \
             {{ again }}\n }}\n return sent.id\n}}\nworker W1 runs h on job 1\nfaults reply 1\nschedule reply W1 W1"
        ))
    };
    let (without, with) = (shown(&text("")), shown(&text(" with key job.key")));
    assert_eq!((charges(&without), charges(&with)), (2, 1));
    assert!(has(&with, |event| matches!(event, Event::EffectRepeated { row: 0, .. })));
    let fails = text("").faults.len();
    assert_eq!(fails, 1);
}

#[test]
fn a_known_key_with_other_values_fails() {
    let text = "effect charges (id serial, amount)\njob a\nhandler h {\n do charges (amount: 1) with key \"k\"\n \
                do charges (amount: 2) with key \"k\" else { return error.message }\n}\nworker W1 runs h on job 1\n\
                expect W1 answered \"the provider knows this key with other values\"\nexpect charges 1 row";
    let scenario = one(text);
    let replay = shown(&scenario);
    for expect in scenario.expects.iter() {
        let verdict = ran_twice::check::expectation::judge(&scenario, &replay.trace, expect);
        assert_eq!(verdict, ran_twice::check::expectation::Verdict::Holds);
    }
}

#[test]
fn until_waits_and_a_process_at_the_start_of_a_turn_is_idle() {
    let text = |first: &str| {
        one(&format!(
            "table keys (key)\nprocess sweeper repeats 2 {{\n {first}\n until some keys where key = \"a\"\n delete keys\n}}\n\
             process writer {{ insert keys (key: \"a\") }}\nschedule writer sweeper* writer*"
        ))
    };
    let idle = text("");
    assert!(!Outcome::of(&idle, shown(&idle).trace.last()).stuck, "its second turn has not begun");
    let idle = text("if now > 1000000000000s { sleep 1ms }");
    assert!(!Outcome::of(&idle, shown(&idle).trace.last()).stuck, "what it passes over is no statement of the turn");
    let again = one(
        "table keys (key)\nprocess p {\n try 2 times {\n  until some keys where key = \"a\"\n  delete keys\n  again\n }\n}\n\
                     process writer { insert keys (key: \"a\") }\nschedule writer p*",
    );
    assert!(Outcome::of(&again, shown(&again).trace.last()).stuck, "at its first statement, for the second time");
    let waits = text("count keys as n");
    let replay = shown(&waits);
    let end = Outcome::of(&waits, replay.trace.last());
    assert!(replay.complete && end.stuck, "the second turn waits in its middle: {end:?}");
    let blocked = readiness(&waits, replay.trace.last(), Action::Step(ProcessId::new(0)));
    assert_eq!(blocked, Err(Blocked::Until { process: ProcessId::new(0) }));
}

#[test]
fn insert_or_wait_is_a_mutex() {
    let text = "table locks (name unique)\ntable log (me)\n\
                handler h {\n insert locks (name: \"l\") or wait\n insert log (me: me)\n delete locks\n}\n\
                job a\njob a\nworker W1 runs h on job 1\nworker W2 runs h on job 2\n\
                expect every state: (count locks) <= 1\nexpect 2 of 2 schedules: log 2 rows\nexpect no schedules: stuck";
    all_hold(&one(text));
}

#[test]
fn memory_is_the_workers_own_and_dies_with_it() {
    let text = "effect charges (id serial)\nmemory seen (key)\nqueue (lease: 1s, attempts: 3)\njob a\n\
                handler h {\n read seen where key = job.key as s\n if s { ack; return }\n insert seen (key: job.key)\n \
                do charges ()\n ack\n}\nworker W1 takes jobs with h\nfaults crash 1, lost 1\n\
                expect some schedules: charges twice\nexpect no schedules: charges 3 rows";
    all_hold(&one(text));
}

#[test]
fn a_sweeper_knows_who_is_alive() {
    let text = "table runs (key primary, owner)\njob a\nhandler h {\n insert runs (key: job.key, owner: run)\n \
                delete runs where owner = run\n}\nworker W1 runs h on job 1\nfaults crash 1\n\
                process sweeper {\n until some runs where not alive(owner)\n delete runs where not alive(owner)\n}\n\
                expect every schedule: runs 0 rows\nexpect no schedules: stuck";
    all_hold(&one(text));
}

#[test]
fn changes_of_an_open_transaction_are_seen_by_nobody_else_and_go_when_it_dies() {
    let text = "table keys (key unique)\neffect charges (id serial)\njob a\njob a\n\
                handler h {\n begin\n insert keys (key: job.key) else { return }\n do charges ()\n commit\n}\n\
                worker W1 runs h on job 1\nworker W2 runs h on job 2\nfaults crash 1, commit 1\n\
                expect some schedules: charges 2 rows\nexpect no schedules: stuck\n\
                expect every state: (count keys) <= 1";
    all_hold(&one(text));
}

#[test]
fn who_waits_for_one_another_in_a_ring_may_fail_and_nobody_stays() {
    let process = |name: &str, first: u32, second: u32| {
        format!(
            "process {name} {{\n begin\n update t set n = n + 1 where k = {first}\n \
             update t set n = n + 1 where k = {second} else {{ say \"{{error.code}}\"; return }}\n commit\n}}\n"
        )
    };
    let text = format!(
        "table t (k primary, n)\nrow t (k: 1, n: 0)\nrow t (k: 2, n: 0)\n{}{}schedule A A B B A B*\n\
         expect no schedules: stuck\nexpect some schedules: t rows (1, 1), (2, 1)\n\
         expect no schedules: t rows (1, 1), (2, 2)",
        process("A", 1, 2),
        process("B", 2, 1)
    );
    let scenario = one(&text);
    all_hold(&scenario);
    assert_eq!(said(&shown(&scenario)), ["40P01"]);
}

#[test]
fn under_a_snapshot_a_lost_update_is_refused() {
    let text = |begin: &str| {
        let process = |name: &str| {
            format!(
                "process {name} {{\n {begin}\n read t as r\n let n = r.n + 1\n update t set n = n_ else {{ return }}\n commit\n}}\n"
            )
            .replace("let n =", "let n_ =")
        };
        format!("table t (k, n)\nrow t (k: 1, n: 0)\n{}{}", process("A"), process("B"))
    };
    all_hold(&one(&format!(
        "{}expect some schedules: t rows (1, 1)\nexpect some schedules: t rows (1, 2)",
        text("begin")
    )));
    let scenario = one(&format!("{}schedule A A B B A A B*", text("begin snapshot")));
    let replay = shown(&scenario);
    let failed = |event: &Event| matches!(event, Event::StatementFailed { failure } if **failure == ran_twice::sim::failure::Failure::Serialization);
    assert!(has(&replay, failed));
}

/// A statement that waits has begun: the snapshot is from before what it waits for.
#[test]
fn a_snapshot_whose_first_statement_waits_is_from_before_the_wait() {
    let text = |schedule: &str| {
        format!(
            "table t (k, n)\nrow t (k: 1, n: 9)\n\
             process A {{\n begin\n update t set n = n - 1\n commit\n}}\n\
             process B {{\n begin snapshot\n update t set n = n - 1 else {{\n say error.code\n return\n }}\n commit\n}}\n\
             schedule {schedule}"
        )
    };
    assert_eq!(said(&shown(&one(&text("A A B A B")))), ["40001"]);
    assert_eq!(said(&shown(&one(&text("A B A A B")))), ["40001"]);
    assert!(said(&shown(&one(&text("A A A B B B")))).is_empty());
}

/// Only an insert that UNIQUE refused leaves the transaction open, where `else` catches it.
#[test]
fn a_refused_update_rolls_back() {
    let text = |statement: &str, left: &str| {
        format!(
            "table t (k unique)\nrow t (k: 1)\nrow t (k: 2)\n\
             process A {{\n begin\n insert t (k: 3)\n {statement} else {{\n say \"refused\"\n }}\n insert t (k: 4)\n}}\n\
             expect every schedule: t rows {left}"
        )
    };
    all_hold(&one(&text("update t set k = 1 where k = 2", "(1), (2), (4)")));
    all_hold(&one(&text("insert t (k: 1)", "(1), (2)")));
}

#[test]
fn the_number_of_a_row_that_a_transaction_removed_is_free_for_it_alone() {
    all_hold(&one(
        "table t (id serial, k)\nrow t (k: 1)\nprocess A {\n begin\n delete t where k = 1\n insert t (k: 2)\n commit\n}\n\
         process B { insert t (k: 3) }\nexpect some schedule: t rows (1, 2), (2, 3)\nexpect every schedule: t 2 rows",
    ));
}

#[track_caller]
fn all_hold(scenario: &Scenario) {
    let mut explorer = Explorer::new(scenario, Merging::default());
    explorer.finish();
    for (at, expect) in scenario.expects.iter().enumerate() {
        let verdict = ran_twice::check::everywhere::judge(&explorer, expect);
        assert_eq!(verdict, ran_twice::check::expectation::Verdict::Holds, "expectation {at}");
    }
    let all = sum(explorer.total().expect("done"));
    for merging in [Merging { symmetry: false, clearing: true }, Merging { symmetry: false, clearing: false }] {
        let mut apart = Explorer::new(scenario, merging);
        apart.finish();
        assert_eq!(sum(apart.total().expect("done")), all, "{merging:?}");
    }
}
