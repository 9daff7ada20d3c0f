//! The words on pills: the statement, and what came of it.

use super::PillResult;
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Expr, Op};
use crate::lang::scenario::{Fault, ProcessId, Scenario};
use crate::lang::value::Value;
use crate::sim::action::Action;
use crate::sim::queue::next_ready;
use crate::tell::death::death;
use crate::tell::deed::{Deed, deed, statement};
use crate::tell::deliveries::job_name;
use crate::tell::moment::Moment;
use crate::tell::words::{duration, rows};

/// `do charges`, `take job 1`; `dies` for a death, `lease of job 1 ends` for what happens to a job.
pub(in crate::tell) fn words(scenario: &Scenario, transition: &Transition) -> String {
    match (transition.action, statement(scenario, transition)) {
        (Action::Strike(Fault::Crash, _), _) => "dies".to_owned(),
        (Action::Strike(fault, _), Some((_, atomic))) => {
            [&statement_words(scenario, atomic), ", ", struck_words(fault)].concat()
        }
        (Action::Step(_), Some((_, atomic))) => statement_words(scenario, atomic),
        (Action::Step(_) | Action::Strike(..), None) => match deed(scenario, transition) {
            Deed::Took { delivery, .. } => ["take ", &job_name(delivery)].concat(),
            _ => String::new(),
        },
        (action @ (Action::LeaseEnds(_) | Action::StrikeJob(..)), _) => job_words(action),
    }
}

/// What happens to a job: `lease of job 1 ends`, `redeliver job 1`.
pub(in crate::tell) fn job_words(action: Action) -> String {
    let job = action.delivery().map(job_name).unwrap_or_default();
    match action {
        Action::StrikeJob(Fault::Redeliver, _) => ["redeliver ", &job].concat(),
        _ => ["lease of ", &job, " ends"].concat(),
    }
}

/// What a fault does to a statement: `its reply is lost`.
pub(in crate::tell) fn struck_words(fault: Fault) -> &'static str {
    match fault {
        Fault::Crash => "dies",
        Fault::Lost => "it is lost",
        Fault::Fail => "it raises before it happens",
        Fault::Reply => "its reply is lost",
        Fault::Store => "the store is not reached",
        Fault::Commit => "it fails, all is rolled back",
        Fault::Lease => "the lease ends",
        Fault::Redeliver => "redelivered by hand",
    }
}

/// The statement that a process takes next, in words; for an idle worker, the job it takes.
pub(in crate::tell) fn next_words(moment: Moment<'_>, process: ProcessId) -> Option<String> {
    let Some(at) = moment.state().processes[process.index()].next() else {
        return Some(["take ", &job_name(next_ready(moment.state())?)].concat());
    };
    let program = moment.scenario.program_of(process);
    match &program.at(at)?.op {
        Op::Atomic(atomic) => Some(statement_words(moment.scenario, atomic)),
        Op::Local(_) => None,
    }
}

/// `read keys_plain`, `enqueue charge-77`, `sleep 2 s`, `ack`.
fn statement_words(scenario: &Scenario, atomic: &Atomic) -> String {
    let what = match atomic {
        Atomic::Enqueue { intent, .. } => scenario.intents[intent.index()].to_string(),
        Atomic::Sleep { duration_ms: Expr::Literal(Value::Int(ms)) } => duration(*ms),
        Atomic::Read { table, .. }
        | Atomic::Count { table, .. }
        | Atomic::Insert { table, .. }
        | Atomic::Update { table, .. }
        | Atomic::Delete { table, .. }
        | Atomic::Do { effect: table, .. } => scenario.table(*table).name.to_string(),
        Atomic::Sleep { .. }
        | Atomic::Ack
        | Atomic::Later { .. }
        | Atomic::Fail { .. }
        | Atomic::Until { .. }
        | Atomic::Begin { .. }
        | Atomic::Commit
        | Atomic::Rollback => return atomic.verb().to_owned(),
    };
    format!("{} {what}", atomic.verb())
}

/// The words of a step that was taken: with what came of it.
pub(super) fn past(moment: Moment<'_>, at: usize, transition: &Transition, deed: &Deed<'_>) -> String {
    let came = match deed {
        Deed::Looked { found: None, .. } => "none".to_owned(),
        Deed::Looked { found: Some(_), .. } | Deed::LookedBack { .. } => "found".to_owned(),
        Deed::Counted { rows, .. } => rows.to_string(),
        Deed::Added { .. } => "added".to_owned(),
        Deed::Changed { rows: hit, .. } | Deed::Removed { rows: hit, .. } => rows(*hit),
        Deed::Repeated { .. } => "known".to_owned(),
        Deed::Refused { .. } => "refused".to_owned(),
        Deed::Failed { struck: Some(Fault::Reply), .. } => "no reply".to_owned(),
        Deed::Failed { .. } => "failed".to_owned(),
        Deed::AckLost { .. } => return "ack → lost".to_owned(),
        Deed::Unheard { acked: false, .. } => "too late".to_owned(),
        Deed::Took { attempt, .. } if *attempt > 1 => format!("attempt {attempt}"),
        Deed::Crashed => {
            return format!("died {}", death(moment.scenario, moment.trace, at).short());
        }
        Deed::Performed { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. }
        | Deed::Waited
        | Deed::Began { .. }
        | Deed::Committed
        | Deed::RolledBack
        | Deed::Took { .. }
        | Deed::Acked { .. }
        | Deed::Unheard { acked: true, .. }
        | Deed::HandedBack { .. }
        | Deed::LeaseEnded { .. }
        | Deed::Redelivered { .. }
        | Deed::Paused => return words(moment.scenario, transition),
    };
    // What struck is told by what came of it.
    let taken = match (transition.action, statement(moment.scenario, transition)) {
        (Action::Strike(..), Some((_, atomic))) => statement_words(moment.scenario, atomic),
        _ => words(moment.scenario, transition),
    };
    format!("{taken} → {came}")
}

/// The words of a step for a narrow place.
pub(super) fn short(scenario: &Scenario, transition: &Transition, past: bool) -> String {
    match (transition.action, statement(scenario, transition)) {
        (Action::Strike(Fault::Crash, _), _) => if past { "died" } else { "dies" }.to_owned(),
        (Action::Step(_) | Action::Strike(..), Some((_, atomic))) => atomic.verb().to_owned(),
        (Action::Step(_) | Action::Strike(..), None) => match deed(scenario, transition) {
            Deed::Took { .. } => "take".to_owned(),
            _ => String::new(),
        },
        (Action::StrikeJob(Fault::Redeliver, _), _) => "redeliver".to_owned(),
        (Action::LeaseEnds(_) | Action::StrikeJob(..), _) => "lease".to_owned(),
    }
}

/// What came of a step.
pub(super) fn result(deed: &Deed<'_>) -> PillResult {
    match deed {
        Deed::Performed { .. } | Deed::Failed { struck: Some(Fault::Reply), .. } => PillResult::Effect,
        Deed::Refused { .. } => PillResult::Refused,
        Deed::Failed { .. } | Deed::AckLost { .. } | Deed::Unheard { acked: false, .. } => PillResult::Failed,
        Deed::Crashed => PillResult::Crashed,
        Deed::LeaseEnded { working: true, .. } => PillResult::Failed,
        Deed::Looked { .. }
        | Deed::LookedBack { .. }
        | Deed::Counted { .. }
        | Deed::Added { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. }
        | Deed::Repeated { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. }
        | Deed::Waited
        | Deed::Began { .. }
        | Deed::Committed
        | Deed::RolledBack
        | Deed::Took { .. }
        | Deed::Acked { .. }
        | Deed::Unheard { .. }
        | Deed::HandedBack { .. }
        | Deed::LeaseEnded { .. }
        | Deed::Redelivered { .. }
        | Deed::Paused => PillResult::Ordinary,
    }
}
