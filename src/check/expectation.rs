//! Does a run do what its scenario expects of it?

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use super::count::Count;
use super::outcome::{Outcome, times};
use super::trace::Trace;
use crate::lang::claim::{Asked, Claim, Condition, Expect, Scope, Times};
use crate::lang::program::Expr;
use crate::lang::scenario::{JobRef, ProcessId, Scenario, TableId};
use crate::lang::value::Value;
use crate::sim::condition::{self, count};
use crate::sim::evaluate;
use crate::sim::event::Event;
use crate::sim::failure::Unevaluable;
use crate::sim::process::Phase;
use crate::sim::state::{Queued, State, Status};

/// What was found where something was expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not, and this was found instead.
    Fails(Found),
}

/// What a run showed instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// How often the effect was performed for each intent, in order of declaration.
    Performed(Vec<(crate::lang::scenario::IntentId, u32)>),
    /// This many rows.
    Rows(TableId, usize),
    /// These rows.
    Cells(TableId, Vec<Vec<Value>>),
    /// This many inserts were refused.
    Refused(u32),
    /// The run answered this; none where it has not ended.
    Answered(Option<Value>),
    /// Nothing waits.
    NotStuck,
    /// So many deliveries of it are not acked.
    NotAcked { left: usize },
    /// No delivery of it is dead.
    NotDead,
    /// The claim holds at the end of so many schedules, of so many.
    Schedules { holds: Count, of: Count },
    /// The condition holds in so many states, of so many.
    States { holds: usize, of: usize },
    /// There are more states than can be looked at: it is not known.
    Unknown { states: usize },
    /// The condition is false.
    ConditionFalse,
    /// The condition cannot be told.
    Unevaluable(Unevaluable),
}

/// Judges what is expected of the shown run by its end.
///
/// # Panics
/// For a claim over every schedule: [`everywhere::judge`](super::everywhere::judge) judges those.
#[must_use]
pub fn judge(scenario: &Scenario, trace: &Trace, expect: &Expect) -> Verdict {
    assert!(expect.scope == Scope::ShownRun, "one run cannot tell what holds of all");
    match &expect.claim {
        Claim::Refused { times } => {
            let found = refusals(trace);
            verdict(found == *times, Found::Refused(found))
        }
        claim => judge_end(scenario, trace.last(), claim),
    }
}

/// Judges a claim by the state that a run ends in.
///
/// # Panics
/// For `refused`, which counts in a run and not in a state.
#[must_use]
pub fn judge_end(scenario: &Scenario, end: &State, claim: &Claim) -> Verdict {
    match claim {
        Claim::Effect { effect, times } => judge_effect(scenario, end, *effect, *times),
        Claim::RowCount { table, rows } => {
            let found = end.committed(*table).count();
            verdict(found == *rows as usize, Found::Rows(*table, found))
        }
        Claim::Rows { table, rows } => judge_rows(scenario, end, *table, rows),
        Claim::Refused { .. } => unreachable!("the parser allows `refused` for the shown run only"),
        Claim::Answered { process, answer } => judge_answer(scenario, end, *process, answer),
        Claim::Stuck => verdict(Outcome::of(scenario, end).stuck, Found::NotStuck),
        Claim::Acked { job } => {
            let jobs = queued(end, *job);
            let left = jobs.iter().filter(|queued| queued.status != Status::Acked).count();
            verdict(left == 0 && !jobs.is_empty(), Found::NotAcked { left })
        }
        Claim::Dead { job } => {
            let dead = queued(end, *job).into_iter().any(|queued| queued.status == Status::Dead);
            verdict(dead, Found::NotDead)
        }
        Claim::Condition(condition) => match holds(scenario, end, condition) {
            Ok(holds) => verdict(holds, Found::ConditionFalse),
            Err(reason) => Verdict::Fails(Found::Unevaluable(reason)),
        },
    }
}

fn judge_answer(scenario: &Scenario, end: &State, process: ProcessId, answer: &Expr) -> Verdict {
    let found = match &end.processes[process.index()].phase {
        Phase::Ended { answer } => Some(answer.clone()),
        Phase::Idle { answer } => Some(answer.clone()),
        Phase::Waiting | Phase::Running { .. } | Phase::Failed(_) | Phase::Crashed => None,
    };
    match evaluate::Scope::outside(scenario, end).value(answer) {
        Ok(wanted) => verdict(found.as_ref() == Some(&wanted), Found::Answered(found)),
        Err(reason) => Verdict::Fails(Found::Unevaluable(reason)),
    }
}

/// How many rows UNIQUE refused in the run.
#[must_use]
pub fn refusals(trace: &Trace) -> u32 {
    trace.events(trace.len()).filter(|event| matches!(event, Event::RowRefused { .. })).count() as u32
}

/// Does a condition on the rows hold in this state?
///
/// # Errors
/// Why it cannot be told.
pub fn holds(scenario: &Scenario, state: &State, condition: &Condition) -> Result<bool, Unevaluable> {
    condition::holds(evaluate::Scope::outside(scenario, state), condition)
}

/// The answer to a question, in this state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    /// This many rows.
    Count(u64),
    /// Yes or no.
    Holds(bool),
}

/// What the question asks for, computed from a state.
///
/// # Errors
/// Why it cannot be told.
pub fn answer(scenario: &Scenario, state: &State, asked: &Asked) -> Result<Answer, Unevaluable> {
    Ok(match asked {
        Asked::Count(table, filter) => {
            Answer::Count(count(evaluate::Scope::outside(scenario, state), *table, filter.as_ref())?)
        }
        Asked::Holds(condition) => Answer::Holds(holds(scenario, state, condition)?),
    })
}

fn judge_effect(scenario: &Scenario, end: &State, effect: TableId, wanted: Times) -> Verdict {
    let counts: Vec<_> = super::outcome::served(scenario)
        .into_iter()
        .filter(|(served, _)| *served == effect)
        .map(|(_, intent)| (intent, times(end, effect, intent)))
        .collect();
    let holds = match wanted {
        // Nothing performs it, so it never happens.
        _ if counts.is_empty() => wanted == Times::Exactly(0),
        Times::Exactly(1) => counts.iter().all(|(_, times)| *times == 1),
        Times::Exactly(wanted) => counts.iter().any(|(_, times)| *times == wanted),
        Times::MoreThanOnce => counts.iter().any(|(_, times)| *times > 1),
    };
    verdict(holds, Found::Performed(counts))
}

fn judge_rows(scenario: &Scenario, end: &State, table: TableId, rows: &[Vec<Expr>]) -> Verdict {
    let scope = evaluate::Scope::outside(scenario, end);
    let wanted: Result<Vec<Vec<Value>>, Unevaluable> =
        rows.iter().map(|row| row.iter().map(|expr| scope.value(expr)).collect()).collect();
    let found: Vec<Vec<Value>> = end.committed(table).map(|cells| cells.to_vec()).collect();
    match wanted {
        Ok(wanted) => verdict(wanted == found, Found::Cells(table, found)),
        Err(reason) => Verdict::Fails(Found::Unevaluable(reason)),
    }
}

/// Where the deliveries that a claim speaks of stand in the queue.
fn queued(end: &State, job: JobRef) -> Vec<Queued> {
    match job {
        JobRef::Delivery(job) => end.queue.get(job.index()).copied().into_iter().collect(),
        JobRef::Intent(intent) => {
            let jobs = end.queue.iter().zip(&end.deliveries);
            jobs.filter(|(_, delivery)| delivery.intent == intent).map(|(queued, _)| *queued).collect()
        }
    }
}

fn verdict(holds: bool, found: Found) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Fails(found) }
}
