//! The words on pills: the statement, and what came of it.

use super::PillResult;
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Expr, Op};
use crate::lang::scenario::{ProcessId, Scenario};
use crate::lang::value::Value;
use crate::sim::action::Action;
use crate::tell::death::death;
use crate::tell::deed::{Deed, statement};
use crate::tell::moment::Moment;
use crate::tell::words::{duration, rows};

/// `do charges`; `dies` for a death.
pub(in crate::tell) fn words(scenario: &Scenario, transition: &Transition) -> String {
    match (transition.action, statement(scenario, transition)) {
        (Action::Crash(_), _) => "dies".to_owned(),
        (Action::Step(_), Some((_, atomic))) => statement_words(scenario, atomic),
        (Action::Step(_), None) => String::new(),
    }
}

/// The statement that a running process takes next, in words.
pub(in crate::tell) fn next_words(moment: Moment<'_>, process: ProcessId) -> Option<String> {
    let at = moment.state().processes[process.index()].next()?;
    let program = moment.scenario.program_of(process);
    match &program.at(at)?.op {
        Op::Atomic(atomic) => Some(statement_words(moment.scenario, atomic)),
        Op::Local(_) => None,
    }
}

/// `read keys_plain`, `enqueue charge-77`, `sleep 2 s`.
fn statement_words(scenario: &Scenario, atomic: &Atomic) -> String {
    let what = match atomic {
        Atomic::Enqueue { intent, .. } => scenario.intents[intent.index()].to_string(),
        Atomic::Sleep { duration_ms: Expr::Literal(Value::Int(ms)) } => duration(*ms),
        Atomic::Sleep { .. } => return atomic.verb().to_owned(),
        Atomic::Read { table, .. }
        | Atomic::Count { table, .. }
        | Atomic::Insert { table, .. }
        | Atomic::Update { table, .. }
        | Atomic::Delete { table, .. }
        | Atomic::Do { effect: table, .. } => scenario.table(*table).name.to_string(),
    };
    format!("{} {what}", atomic.verb())
}

/// The words of a step that was taken: with what came of it.
pub(super) fn past(moment: Moment<'_>, at: usize, transition: &Transition, deed: &Deed<'_>) -> String {
    let came = match deed {
        Deed::Looked { found: None, .. } => "none".to_owned(),
        Deed::Looked { found: Some(_), .. } => "found".to_owned(),
        Deed::Counted { rows, .. } => rows.to_string(),
        Deed::Added { .. } => "added".to_owned(),
        Deed::Changed { rows: hit, .. } | Deed::Removed { rows: hit, .. } => rows(*hit),
        Deed::Refused { .. } => "refused".to_owned(),
        Deed::Failed { .. } => "failed".to_owned(),
        Deed::Performed { .. } | Deed::Enqueued { .. } | Deed::Slept { .. } | Deed::Paused => {
            return words(moment.scenario, transition);
        }
        Deed::Crashed => {
            return format!("died {}", death(moment.scenario, moment.trace, at).short());
        }
    };
    format!("{} → {came}", words(moment.scenario, transition))
}

/// The words of a step for a narrow place.
pub(super) fn short(scenario: &Scenario, transition: &Transition, past: bool) -> String {
    match (transition.action, statement(scenario, transition)) {
        (Action::Crash(_), _) => if past { "died" } else { "dies" }.to_owned(),
        (Action::Step(_), Some((_, atomic))) => atomic.verb().to_owned(),
        (Action::Step(_), None) => String::new(),
    }
}

/// What came of a step.
pub(super) fn result(deed: &Deed<'_>) -> PillResult {
    match deed {
        Deed::Performed { .. } => PillResult::Effect,
        Deed::Refused { .. } => PillResult::Refused,
        Deed::Failed { .. } => PillResult::Failed,
        Deed::Crashed => PillResult::Crashed,
        Deed::Looked { .. }
        | Deed::Counted { .. }
        | Deed::Added { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. }
        | Deed::Paused => PillResult::Ordinary,
    }
}
