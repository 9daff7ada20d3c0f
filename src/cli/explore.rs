//! `ran-twice explore`: every schedule of a scenario, counted by what comes of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::Exit;
use super::arguments::ExploreArguments;
use super::run::{open_file, refuse};
use super::variant::{positions, sized};
use crate::check::count::Count;
use crate::check::counterexample::counterexample;
use crate::check::everywhere;
use crate::check::expectation::Verdict;
use crate::check::explore::{Explorer, Progress, sum};
use crate::check::outcome::Outcome;
use crate::check::refusals::refused;
use crate::check::relevance::Merging;
use crate::check::trace::Trace;
use crate::check::witness::{Cost, cost, decided_after, simplest};
use crate::lang::claim::{Expect, Scope, Share};
use crate::lang::scenario::Scenario;
use crate::tell::found;
use crate::tell::outcome::{figure, percent, refusals, words};

/// Edges between two looks at the clock.
const SLICE_EDGES: usize = 200_000;

/// How long an exploration may be silent.
const SILENT_MAX: Duration = Duration::from_secs(1);

/// An outcome with how many schedules lead to it, and the simplest of them.
struct Found {
    outcome: Outcome,
    schedules: Count,
    /// In how many of those UNIQUE refuses a row.
    refused: Count,
    simplest: Trace,
    cost: Cost,
    decided_after: Option<usize>,
}

/// What the file expects of every schedule, as it is written.
struct Expected<'a> {
    line: &'a str,
    /// What was found where it does not hold, and a schedule that shows it.
    broken: Option<(String, Option<String>)>,
}

/// Explores what the command line names and prints what was found.
#[must_use]
pub fn explore(arguments: &ExploreArguments) -> Exit {
    let document = match open_file(&arguments.file) {
        Ok(document) => document,
        Err((reason, exit)) => return refuse(&reason, exit),
    };
    let asked = positions(&document, &arguments.switch).and_then(|positions| {
        let own = document.scenario(&positions);
        Ok((own, sized(own, arguments.size.workers, &arguments.size.faults)?))
    });
    let (own, mut scenario) = match asked {
        Ok(asked) => asked,
        Err(reason) => return refuse(&reason, Exit::Unusable),
    };
    let uncounted = expected_in_any_size(own, &mut scenario);
    if uncounted > 0 {
        let (lines, it) = if uncounted == 1 { ("line", "it speaks") } else { ("lines", "they speak") };
        eprintln!("{uncounted} `expect` {lines} with a number of schedules not judged: {it} of the file's own size");
    }
    let start = Instant::now();
    let mut explorer = Explorer::new(&scenario, Merging::default());
    if walk(&mut explorer, start) == Progress::Stopped {
        let states = figure(Count::from(explorer.states() as u64));
        if arguments.json {
            super::print(&format!("{:#}\n", stopped(&explorer)));
        }
        return refuse(&format!("not decided: stopped at {states} states; nothing is known of the rest"), Exit::Failed);
    }
    let found = outcomes(&mut explorer);
    let expected = expected(&mut explorer, &document.source);
    let took = start.elapsed();
    if arguments.json {
        super::print(&format!("{:#}\n", as_object(&scenario, &explorer, &found, &expected)));
    } else {
        super::print(&told(&scenario, &explorer, &found, &expected));
        let [states, edges] = [explorer.states(), explorer.edges()].map(|number| figure(Count::from(number as u64)));
        eprintln!("{states} states, {edges} edges, {} ms", took.as_millis());
    }
    if expected.iter().all(|expected| expected.broken.is_none()) { Exit::Done } else { Exit::Failed }
}

/// Gives a scenario in another size back what its file expects of every schedule, but for numbers of schedules: those are
/// of the file's own size. How many of these there are.
fn expected_in_any_size(own: &Scenario, sized: &mut Scenario) -> usize {
    let everywhere = own.expects.iter().filter(|expect| expect.scope != Scope::ShownRun);
    if sized.expects.len() == own.expects.len() {
        return 0;
    }
    let (counted, judged): (Vec<&Expect>, Vec<&Expect>) =
        everywhere.partition(|expect| matches!(expect.scope, Scope::Schedules(Share::Exactly { .. })));
    sized.expects = Arc::new(judged.into_iter().cloned().collect());
    counted.len()
}

fn walk(explorer: &mut Explorer<'_>, start: Instant) -> Progress {
    let mut told = start;
    loop {
        let progress = explorer.run(SLICE_EDGES);
        if progress != Progress::Working {
            return progress;
        }
        if told.elapsed() > SILENT_MAX {
            told = Instant::now();
            eprintln!("exploring: {} states so far", figure(Count::from(explorer.states() as u64)));
        }
    }
}

fn outcomes(explorer: &mut Explorer<'_>) -> Vec<Found> {
    let total = explorer.total().expect("the exploration is done").to_vec();
    let counted: Vec<(Outcome, Count)> =
        explorer.by_outcome(&total).into_iter().map(|(outcome, count)| (outcome.clone(), count)).collect();
    let refusing = refused(explorer).expect("the exploration is done");
    let refusing: Vec<(Outcome, Count)> =
        explorer.by_outcome(&refusing).into_iter().map(|(outcome, count)| (outcome.clone(), count)).collect();
    counted
        .into_iter()
        .map(|(outcome, schedules)| {
            let trace =
                simplest(explorer, |end| end.outcome == outcome).expect("a schedule leads to each outcome counted");
            let decided_after = decided_after(explorer, &trace, |end| end.outcome == outcome);
            let refused = refusing.iter().find(|(known, _)| *known == outcome).map_or(Count::ZERO, |(_, count)| *count);
            Found {
                cost: cost(explorer.scenario(), &trace),
                simplest: trace,
                decided_after,
                outcome,
                schedules,
                refused,
            }
        })
        .collect()
}

fn told(scenario: &Scenario, explorer: &Explorer<'_>, found: &[Found], expected: &[Expected<'_>]) -> String {
    let all = sum(explorer.total().expect("the exploration is done"));
    let mut lines = vec![format!("{} {}", figure(all), if all == Count::ONE { "schedule" } else { "schedules" })];
    let figures: Vec<String> = found.iter().map(|found| figure(found.schedules)).collect();
    let width = figures.iter().map(|figure| figure.chars().count()).max().unwrap_or(0);
    for (found, figure) in found.iter().zip(&figures) {
        let pad = " ".repeat(width - figure.chars().count());
        lines.push(format!("  {pad}{figure}  {}, {}", words(scenario, &found.outcome), percent(found.schedules, all)));
    }
    let refused = all_refused(found);
    if !refused.is_zero() {
        lines.push(refusals(refused, all));
    }
    if !expected.is_empty() {
        lines.push(String::new());
    }
    for Expected { line, broken } in expected {
        let Some((found, shown_by)) = broken else {
            lines.push(format!("holds: {line}"));
            continue;
        };
        lines.push(format!("does not hold: {line}; found {found}"));
        lines.extend(shown_by.iter().map(|schedule| format!("  {schedule}")));
    }
    for found in found {
        let Cost { faults, preemptions, .. } = found.cost;
        lines.push(format!("\nsimplest with {}:", words(scenario, &found.outcome)));
        lines.push(format!("  {}", schedule(scenario, &found.simplest)));
        let decided = match found.decided_after {
            Some(0) => "every schedule ends so".to_owned(),
            Some(step) => format!("after step {step} every way on ends so"),
            None => "another end is possible to the last step".to_owned(),
        };
        let steps = found.simplest.len();
        lines.push(format!("  faults {faults}, changes of worker {preemptions}, steps {steps}; {decided}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// What the file expects of every schedule, judged.
fn expected<'a>(explorer: &mut Explorer<'_>, source: &'a str) -> Vec<Expected<'a>> {
    let scenario = explorer.scenario();
    let everywhere = scenario.expects.iter().filter(|expect| expect.scope != Scope::ShownRun);
    let mut judged = Vec::new();
    for expect in everywhere {
        let broken = match everywhere::judge(explorer, expect) {
            Verdict::Holds => None,
            Verdict::Fails(found) => {
                let shown_by = counterexample(explorer, expect).map(|shown_by| schedule(scenario, &shown_by.trace));
                Some((found::words(scenario, &found), shown_by))
            }
        };
        judged.push(Expected { line: expect.span.text(source), broken });
    }
    judged
}

/// In how many schedules UNIQUE refuses a row.
fn all_refused(found: &[Found]) -> Count {
    found.iter().fold(Count::ZERO, |sum, found| sum.plus(found.refused))
}

/// The schedule as `run --schedule` reads it.
#[must_use]
pub fn schedule(scenario: &Scenario, trace: &Trace) -> String {
    trace.actions().map(|action| action.text(scenario)).collect::<Vec<_>>().join(" ")
}

/// Nothing is claimed of what was not looked at.
fn stopped(explorer: &Explorer<'_>) -> Json {
    json!({
        "schedules": null,
        "refused": null,
        "exact": false,
        "stopped": true,
        "states": explorer.states(),
        "edges": explorer.edges(),
        "outcomes": [],
    })
}

fn as_object(scenario: &Scenario, explorer: &Explorer<'_>, found: &[Found], expected: &[Expected<'_>]) -> Json {
    let all = sum(explorer.total().expect("the exploration is done"));
    let outcome = |found: &Found| {
        let effects = found.outcome.effects.iter().map(|count| {
            json!({
                "effect": &*scenario.table(count.effect).name,
                "intent": &*scenario.intents[count.intent.index()],
                "times": count.times,
            })
        });
        json!({
            "outcome": words(scenario, &found.outcome),
            "effects": effects.collect::<Vec<_>>(),
            "stuck": found.outcome.stuck,
            "failed": found.outcome.failed,
            "schedules": found.schedules.decimal(),
            "exact": found.schedules.is_exact(),
            "refused": found.refused.decimal(),
            "simplest": {
                "schedule": schedule(scenario, &found.simplest),
                "faults": found.cost.faults,
                "preemptions": found.cost.preemptions,
                "steps": found.cost.steps,
                "decided_after": found.decided_after,
            },
        })
    };
    json!({
        "schedules": all.decimal(),
        "exact": all.is_exact(),
        "refused": all_refused(found).decimal(),
        "stopped": false,
        "states": explorer.states(),
        "edges": explorer.edges(),
        "outcomes": found.iter().map(outcome).collect::<Vec<_>>(),
        "expects": expected.iter().map(expect_object).collect::<Vec<_>>(),
    })
}

fn expect_object(expected: &Expected<'_>) -> Json {
    let (found, shown_by) = match &expected.broken {
        Some((found, shown_by)) => (Some(found), shown_by.as_ref()),
        None => (None, None),
    };
    json!({ "line": expected.line, "holds": found.is_none(), "found": found, "schedule": shown_by })
}
