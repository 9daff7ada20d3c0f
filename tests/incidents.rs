//! The public incidents under `static/scenarios/incidents/`: the design that failed can fail, and on the one that holds no
//! schedule breaks what must hold, with every fault taken and nobody left waiting. `--nocapture` prints the counts.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use ran_twice::check::count::Count;
use ran_twice::check::expectation::{Verdict, judge_end};
use ran_twice::check::explore::{Explorer, Progress, sum};
use ran_twice::check::load::open;
use ran_twice::check::relevance::Merging;
use ran_twice::check::replay;
use ran_twice::check::trace::Trace;
use ran_twice::lang::claim::{Scope, Share};
use ran_twice::lang::document::Document;
use ran_twice::lang::scenario::{FaultBudget, ProcessId, Scenario};
use ran_twice::sim::action::Action;
use ran_twice::sim::readiness::enabled;
use ran_twice::sim::step::apply;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenarios/incidents");

/// A file, without number and extension; what must hold at the end of every schedule; the positions of its switch where it
/// does. At each of the others some schedule breaks it, the one shown first among them.
type Incident = (&'static str, &'static [&'static str], &'static [&'static str]);

const ONCE: &[&str] = &["charges once"];

const INCIDENTS: [Incident; 20] = [
    ("lease-ends-while-working", &["charges once", "charge-77 acked"], &["claim"]),
    ("stalled-job-completes-twice", &["charges once", "some jobs where completed = 1"], &["keyed"]),
    ("marked-failed-while-running", &["charges once", "no jobs where status = \"failed\""], &["owner"]),
    ("rescued-from-an-old-list", &["charges once", "some jobs where completed = 1"], &["keyed"]),
    ("reaper-takes-a-live-lock", ONCE, &["live"]),
    ("acked-before-the-work", &["charges once", "charge-77 acked"], &["claimed"]),
    ("lock-outlives-its-worker", ONCE, &["swept"]),
    ("in-progress-for-ever", &["charges once", "charge-77 acked"], &["expires"]),
    ("key-from-the-whole-request", &["authorisations once"], &["stable"]),
    ("key-used-for-another-call", &["calls once", "pay-5 acked"], &["call"]),
    ("requeue-taken-for-a-duplicate", &["charges once", "charge-77 acked"], &["status"]),
    ("duplicate-never-acked", &["charges once", "charge-77 acked"], &["acked"]),
    ("lock-without-a-job", &["some charges"], &["released"]),
    ("outbox-record-at-the-end", &["charges once", "orders 1 row"], &["keyed"]),
    ("lock-released-before-the-insert", &["good_jobs 1 row"], &["late", "unique"]),
    ("key-dies-with-the-job", &["updates once"], &["kept"]),
    ("get-or-create-without-unique", &["repositories 1 row"], &["unique"]),
    ("null-in-the-unique-key", ONCE, &["equal", "partial"]),
    ("older-event-overwrites", &["sellers rows (\"seller-4\", \"verified\", 2)"], &["newer"]),
    ("outbox-row-sent-twice", ONCE, &["keyed"]),
];

/// The text of an incident.
fn text(name: &str) -> String {
    let number = INCIDENTS.iter().position(|incident| incident.0 == name).expect("it is listed") + 1;
    fs::read_to_string(format!("{FOLDER}/{number:02}-{name}.twice")).expect("it can be read")
}

fn opened(name: &str, text: &str) -> Document {
    open(text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// Each design of a file with the position of its switch.
fn designs(document: &Document) -> impl Iterator<Item = (&str, &Scenario)> {
    let [switch] = &document.switches[..] else { panic!("one switch tells the designs apart") };
    switch.positions.iter().map(|position| &*position.name).zip(document.designs.iter().map(|design| &**design))
}

#[test]
fn every_incident_of_the_folder_is_listed() {
    let mut files: Vec<String> = fs::read_dir(FOLDER)
        .expect("it can be listed")
        .map(|file| file.expect("it can be listed").file_name().into_string().expect("it is text"))
        .collect();
    files.sort();
    let listed = INCIDENTS.iter().zip(1..).map(|((name, ..), number)| format!("{number:02}-{name}.twice"));
    assert_eq!(files, listed.collect::<Vec<_>>());
}

#[test]
fn what_failed_can_fail_and_what_holds_holds_on_every_schedule() {
    for (name, claims, holding) in INCIDENTS {
        let mut text = text(name);
        for claim in claims.iter().chain(&["stuck"]) {
            text.push_str(&format!("expect some schedule: {claim}\n"));
        }
        let document = opened(name, &text);
        for (position, scenario) in designs(&document) {
            let replay = replay::shown(scenario);
            assert!(replay.complete && replay.passed_over.is_empty(), "{name} {position}: its schedule goes to an end");
            let (counts, total) = counted(scenario, claims.len() + 1);
            let (stuck, kept) = counts.split_last().expect("it was asked");
            let shown = shown_keeps(scenario, &replay.trace, claims.len() + 1);
            let words: Vec<String> =
                claims.iter().zip(kept).map(|(claim, count)| format!("{} {claim}", count.decimal())).collect();
            let holds = holding.contains(&position);
            let is = if holds { "holds" } else { "fails" };
            println!("{name} · {position} {is}: {} schedules: {}", total.decimal(), words.join(", "));
            if holds {
                assert!(
                    kept.iter().all(|count| *count == total),
                    "{name} {position}: {words:?} of {}",
                    total.decimal()
                );
                assert!(stuck.is_zero(), "{name} {position}: {} schedules leave somebody waiting", stuck.decimal());
                assert!(shown, "{name} {position}");
            } else {
                assert!(kept.iter().any(|count| *count != total), "{name} {position}: nothing fails");
                assert!(!shown, "{name} {position}: the run shown first does not fail");
            }
        }
        let positions: Vec<&str> = designs(&document).map(|(position, _)| position).collect();
        assert!(holding.iter().all(|position| positions.contains(position)), "{name}: {positions:?}");
        assert!(!holding.contains(&positions[0]), "{name} opens with what failed");
    }
}

/// In how many schedules each of the last `asked` claims over every schedule holds, and how many schedules there are.
fn counted(scenario: &Scenario, asked: usize) -> (Vec<Count>, Count) {
    let mut explorer = Explorer::new(scenario, Merging::default());
    assert_eq!(explorer.finish(), Progress::Done);
    let total = explorer.total().expect("it is done");
    let counts = (0..asked).map(|claim| {
        let holds = |end: usize| explorer.ends()[end].claims[explorer.ends()[end].claims.len() - asked + claim];
        let ways: Vec<_> = total.iter().filter(|(end, _)| holds(end.0 as usize)).copied().collect();
        sum(&ways)
    });
    (counts.collect(), sum(total))
}

/// Does the end of the run keep all of the last `asked` claims but the last, which asks whether it is stuck?
fn shown_keeps(scenario: &Scenario, trace: &Trace, asked: usize) -> bool {
    let claims = &scenario.expects[scenario.expects.len() - asked..scenario.expects.len() - 1];
    claims.iter().all(|expect| matches!(judge_end(scenario, trace.last(), &expect.claim), Verdict::Holds))
}

#[test]
fn every_fault_is_taken_on_the_side_that_holds() {
    for (name, _, holding) in INCIDENTS {
        let document = opened(name, &text(name));
        for (position, scenario) in designs(&document).filter(|(position, _)| holding.contains(position)) {
            let taken = faults_taken(scenario);
            let words: Vec<&String> = taken.keys().collect();
            for budget in &scenario.faults {
                assert!(taken.values().any(|action| fits(budget, *action)), "{name} {position}: only {words:?}");
            }
        }
    }
}

fn fits(budget: &FaultBudget, action: Action) -> bool {
    action.fault() == Some(budget.fault) && (budget.of.is_none() || action.process() == budget.of)
}

/// Every fault that some schedule takes, by what a schedule calls it.
fn faults_taken(scenario: &Scenario) -> BTreeMap<String, Action> {
    let start = Trace::start(scenario).last().clone();
    let (mut seen, mut open, mut taken) = (HashSet::from([start.clone()]), vec![start], BTreeMap::new());
    while let Some(state) = open.pop() {
        for action in enabled(scenario, &state) {
            if action.is_fault() {
                taken.insert(action.text(scenario), action);
            }
            let next = apply(scenario, &state, action).expect("it is enabled").state;
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    taken
}

/// The designs differ in code and tables alone: both face the same jobs, the same workers and the same faults.
#[test]
fn jobs_workers_processes_and_faults_stand_outside_the_switch() {
    for (name, ..) in INCIDENTS {
        let document = opened(name, &text(name));
        let faced = |scenario: &Scenario| {
            let name_of = |process: ProcessId| scenario.process(process).name.clone();
            let processes = scenario.processes.iter().filter(|process| &*process.name != "sweeper");
            let processes = processes
                .map(|process| (process.name.clone(), process.role, process.turns, process.after.map(name_of)));
            let faults = scenario.faults.iter().map(|budget| (budget.fault, budget.of.map(name_of), budget.times));
            let jobs = scenario.jobs.iter().map(|job| format!("{job:?}"));
            (processes.collect::<Vec<_>>(), faults.collect::<Vec<_>>(), jobs.collect::<Vec<_>>(), scenario.queue)
        };
        let (_, first) = designs(&document).next().expect("there is one");
        for (position, scenario) in designs(&document) {
            assert_eq!(faced(scenario), faced(first), "{name} {position}");
        }
    }
}

#[test]
fn each_names_its_source_asks_first_and_says_what_to_take_away() {
    for (name, ..) in INCIDENTS {
        let text = text(name);
        let document = opened(name, &text);
        let source = document.reported.as_deref().unwrap_or_else(|| panic!("{name} names its source"));
        assert!(text.starts_with(&format!("# Source: {source}\n")), "{name} begins with its source");
        let [owner, repository, _, number] = source.strip_prefix("https://github.com/").map_or([""; 4], |path| {
            let parts: Vec<&str> = path.split('/').collect();
            parts.try_into().unwrap_or([""; 4])
        });
        let about = document.about.as_deref().unwrap_or_default();
        assert!(about.ends_with(&format!(" Reported as {owner}/{repository}#{number}.")), "{name}: {about}");
        for (position, scenario) in designs(&document) {
            assert!(scenario.predict.is_some() && scenario.takeaway.is_some(), "{name} {position}");
            let exact = |scope| matches!(scope, Scope::Schedules(Share::Exactly { .. }));
            assert!(scenario.expects.iter().any(|expect| exact(expect.scope)), "{name} {position} counts");
            assert!(scenario.shown_schedule().is_some(), "{name} {position} has a schedule");
        }
    }
}
