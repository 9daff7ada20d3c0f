//! Laws of the engine: equal scenario and schedule give an equal trace, and back undoes a step exactly.

#[path = "support/schedules.rs"]
mod schedules;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ran_twice::check::load::open;
use ran_twice::check::outcome::{Outcome, Sign};
use ran_twice::check::replay::{follow, shown};
use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::{Fault, ProcessId, Scenario};
use ran_twice::lang::value::Value;
use ran_twice::sim::action::Action;
use ran_twice::sim::process::Phase;
use ran_twice::sim::readiness::{Blocked, enabled, readiness};
use ran_twice::sim::step::apply;

#[test]
fn equal_schedules_give_equal_traces() {
    for scenario in shipped() {
        schedules::walk(&scenario, &mut |trace| {
            let mut again = Trace::start(&scenario);
            for action in trace.actions() {
                again.take(&scenario, action).expect("what happened once can happen again");
            }
            assert_eq!(&again, trace);
        });
    }
}

/// Apply leaves the state it is given as it was; going back is taking the earlier one, and stepping again from there
/// gives the same.
#[test]
fn back_undoes_a_step_exactly() {
    for scenario in shipped() {
        schedules::walk(&scenario, &mut |trace| {
            for at in (0..trace.len()).rev() {
                let mut back = trace.clone();
                back.truncate(at);
                assert_eq!(back.last(), &trace.states[at]);
                back.take(&scenario, trace.transitions[at].action).expect("it could before");
                assert_eq!(back.states[..], trace.states[..=at + 1]);
                assert_eq!(back.transitions[..], trace.transitions[..=at]);
            }
        });
    }
}

#[test]
fn an_action_is_applied_exactly_when_it_is_ready() {
    for scenario in shipped() {
        schedules::walk(&scenario, &mut |trace| {
            for state in &trace.states {
                let ready = enabled(&scenario, state);
                for process in scenario.process_ids() {
                    for action in [Action::Step(process), Action::Strike(Fault::Crash, process)] {
                        assert_eq!(readiness(&scenario, state, action).is_ok(), ready.contains(&action));
                        assert_eq!(apply(&scenario, state, action).is_ok(), ready.contains(&action));
                    }
                }
            }
        });
    }
}

/// Lists what two claimants can do: W1 W1 W2 · W1 W2 W1 · W2 W1 W2 · W2 W2 W1. Each charges once.
#[test]
fn claim_first_has_four_schedules_and_charges_once_in_each() {
    let text = format!("{RACE}\nworker W1 runs claim on job 1\nworker W2 runs claim on job 2");
    let scenario = one(&text);
    let mut seen = Vec::new();
    schedules::walk(&scenario, &mut |trace| {
        let names: Vec<String> = trace.actions().map(|action| action.text(&scenario)).collect();
        seen.push((names.join(" "), Outcome::of(&scenario, trace.last()).sign()));
    });
    let once = Some(Sign::Once);
    let expected = ["W1 W1 W2", "W1 W2 W1", "W2 W1 W2", "W2 W2 W1"].map(|names| (names.to_owned(), once));
    assert_eq!(seen, expected);
}

#[test]
fn a_crash_loses_variables_and_keeps_rows() {
    let scenario = one(&format!("{RACE}\nfaults crash 1\nworker W1 runs claim on job 1"));
    let w1 = ProcessId(0);
    let mut trace = Trace::start(&scenario);
    trace.take(&scenario, Action::Step(w1)).expect("W1 is running");
    let keys = trace.last().tables[2].clone();
    trace.take(&scenario, Action::Strike(Fault::Crash, w1)).expect("one crash is allowed");
    let end = trace.last();
    assert_eq!((&end.processes[0].phase, &end.processes[0].variables[..]), (&Phase::Crashed, &[][..]));
    assert_eq!(end.tables[2], keys);
    assert_eq!(readiness(&scenario, end, Action::Step(w1)), Err(Blocked::Crashed { process: w1 }));
}

#[test]
fn a_crash_before_the_first_step_is_possible_and_one_beyond_the_budget_is_not() {
    let scenario =
        one(&format!("{RACE}\nfaults crash 1\nworker W1 runs claim on job 1\nworker W2 runs claim on job 2"));
    let (w1, w2) = (ProcessId(0), ProcessId(1));
    let mut trace = Trace::start(&scenario);
    trace.take(&scenario, Action::Strike(Fault::Crash, w1)).expect("before its first step");
    let refused = trace.take(&scenario, Action::Strike(Fault::Crash, w2)).expect_err("the budget is one");
    assert_eq!(refused.reason(&scenario).to_string(), "every crash that the scenario allows W2 has been used");
    assert_eq!(trace.len(), 1, "a refused action leaves the trace as it was");
}

#[test]
fn a_failed_statement_without_else_fails_the_run_in_that_step() {
    let scenario = one("table t (k unique)\nprocess p {\n insert t (k: 1)\n insert t (k: 1)\n insert t (k: 2)\n}");
    let end = shown(&scenario).trace;
    assert_eq!(end.len(), 2);
    assert!(matches!(end.last().processes[0].phase, Phase::Failed(_)));
    assert_eq!(end.last().tables[0].len(), 1);
}

#[test]
fn local_lines_belong_to_the_step_before_them_and_leading_ones_to_the_start() {
    let scenario = one(
        "table t (k)\nprocess p {\n let x = 1\n say \"{x}\"\n insert t (k: x)\n let x = x + 1\n insert t (k: x)\n say \"done\"\n}",
    );
    let run = shown(&scenario).trace;
    let printed: Vec<Vec<String>> = std::iter::once(&run.opening)
        .chain(run.transitions.iter().map(|step| &step.events))
        .map(|events| said(events))
        .collect();
    assert_eq!(printed, [vec!["1"], vec![], vec!["done"]]);
    assert_eq!(run.states[0].processes[0].variables, [Value::Int(1)]);
    assert_eq!(run.states[1].processes[0].variables, [Value::Int(2)]);
}

#[test]
fn a_process_after_another_starts_in_the_step_that_ends_it() {
    let scenario = one(
        "table t (k)\nprocess a {\n insert t (k: 1)\n}\nprocess b after a {\n say \"b begins\"\n insert t (k: 2)\n}",
    );
    let (a, b) = (ProcessId(0), ProcessId(1));
    let mut trace = Trace::start(&scenario);
    let waits = readiness(&scenario, trace.last(), Action::Step(b)).expect_err("a has not ended");
    assert_eq!(waits.reason(&scenario).to_string(), "b starts when a has ended");
    trace.take(&scenario, Action::Step(a)).expect("a is running");
    assert_eq!(said(&trace.transitions[0].events), ["b begins"]);
    trace.take(&scenario, Action::Step(b)).expect("b has begun");
    assert!(trace.complete(&scenario));
}

#[test]
fn a_process_that_repeats_takes_its_turns_and_no_more() {
    let scenario = one("table t (id serial)\nprocess p repeats 3 {\n insert t ()\n}");
    let run = shown(&scenario).trace;
    assert_eq!((run.len(), run.last().tables[0].len()), (3, 3));
}

#[test]
fn overflow_and_different_types_fail_the_statement_and_joined_text_is_bounded() {
    let grows = " let x = x + x\n".repeat(60);
    for (program, message) in [
        ("insert t (k: 9223372036854775807 + 1)".to_owned(), "the number does not fit 64 bits"),
        ("insert t (k: 1)\n count t where k < \"a\" as n".to_owned(), "values of different types have no order"),
        (format!("insert t (k: 1)\n let x = \"ab\"\n{grows}"), "the text is longer than a value may be"),
        (
            "insert t (k: 1)\n read t as x\n insert t (k: x)".to_owned(),
            "a whole row is no value: name one of its columns",
        ),
        ("sleep 0 - 1".to_owned(), "a sleep wants a duration of zero or more"),
    ] {
        let scenario = one(&format!("table t (k)\nprocess p {{\n {program}\n}}"));
        let end = shown(&scenario).trace;
        match &end.last().processes[0].phase {
            Phase::Failed(failure) => assert_eq!(failure.message(&scenario), message),
            other => panic!("{program} ended as {other:?}"),
        }
    }
}

#[test]
fn an_item_that_cannot_happen_is_passed_over_with_its_reason() {
    let scenario =
        one(&format!("{RACE}\nworker W1 runs claim on job 1\nworker W2 runs claim on job 2\nschedule W1 W2 W2 W1"));
    let run = follow(&scenario, &scenario.shown_schedule().expect("it has one").items);
    let reasons: Vec<String> =
        run.passed_over.iter().map(|passed| passed.reason.reason(&scenario).to_string()).collect();
    assert_eq!((run.trace.len(), run.complete, &reasons[..]), (3, true, &["W2's run has ended".to_owned()][..]));
}

const RACE: &str = "table jobs (id serial, key)\neffect charges (id serial, key, worker)\ntable keys (key unique, at)
job charge-77\njob charge-77
handler claim {\n insert keys (key: job.key, at: now) else { return }\n do charges (key: job.key, worker: me)\n}";

fn said(events: &[ran_twice::sim::event::Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            ran_twice::sim::event::Event::Said { text } => Some(text.to_string()),
            _ => None,
        })
        .collect()
}

#[track_caller]
fn one(text: &str) -> Arc<Scenario> {
    let document = open(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    document.scenario(&[]).clone()
}

/// Every design of every shipped scenario that is small enough to walk whole: those of the guide.
fn shipped() -> Vec<Arc<Scenario>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios/guide");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the guide is there")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    let texts = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "twice"));
    let designs: Vec<Arc<Scenario>> =
        texts.flat_map(|path| open(&fs::read_to_string(path).expect("readable")).expect("right").designs).collect();
    assert!(designs.len() >= 11, "seven files, four of them with two designs: {}", designs.len());
    designs
}
