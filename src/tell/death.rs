//! Between which two statements a process died: `after the key, before the charge`.

use super::deed::{Deed, deed, statement};
use crate::check::trace::{Trace, Transition};
use crate::lang::program::Atomic;
use crate::lang::scenario::Scenario;

/// Between what a process died, in the nouns of the tables around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// `after the key`, `after looking for the key`; none before its first step.
    pub after: Option<String>,
    /// `before the charge`; only a run in progress can die, so there always is one.
    pub before: String,
}

impl Death {
    /// Both parts: `after the key, before the charge`.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.after {
            Some(after) => format!("{after}, {}", self.before),
            None => self.before.clone(),
        }
    }

    /// For a narrow place, the first part there is: `after the key`.
    #[must_use]
    pub fn short(&self) -> &str {
        self.after.as_deref().unwrap_or(&self.before)
    }
}

/// Between what the process died that the transition at `step` (from 0) kills.
#[must_use]
pub fn death(scenario: &Scenario, trace: &Trace, step: usize) -> Death {
    let crash = &trace.transitions[step];
    let process = crash.action.process();
    let own = |earlier: &&Transition| earlier.action.process() == process && !earlier.events.is_empty();
    // A worker that takes jobs began this run with a take: before its first statement there is nothing it comes after.
    let taken = trace.transitions[..step].iter().rfind(own);
    let before = format!("before {}", statement_thing(scenario, crash).unwrap_or("the end".to_owned()));
    Death { after: taken.and_then(|taken| after(scenario, taken)), before }
}

/// The statement it took last, and how that went where it did not go through.
fn after(scenario: &Scenario, taken: &Transition) -> Option<String> {
    let thing = statement_thing(scenario, taken)?;
    let deed = deed(scenario, taken);
    if let Deed::Refused { table, .. } = deed {
        return Some(format!("after {} was refused", scenario.table(table).called()));
    }
    let failed = if matches!(deed, Deed::Failed { .. }) { " failed" } else { "" };
    Some(format!("after {thing}{failed}"))
}

fn statement_thing(scenario: &Scenario, transition: &Transition) -> Option<String> {
    let (_, atomic) = statement(scenario, transition)?;
    Some(thing(scenario, atomic))
}

/// What a sentence calls a statement: the noun of its table, else the table's name.
pub(super) fn thing(scenario: &Scenario, atomic: &Atomic) -> String {
    match atomic {
        Atomic::Read { table, .. } | Atomic::Count { table, .. } => {
            format!("looking for {}", scenario.table(*table).called())
        }
        Atomic::Insert { table, .. }
        | Atomic::Update { table, .. }
        | Atomic::Delete { table, .. }
        | Atomic::Do { effect: table, .. } => scenario.table(*table).called().to_owned(),
        Atomic::Enqueue { .. }
        | Atomic::Sleep { .. }
        | Atomic::Ack
        | Atomic::Later { .. }
        | Atomic::Fail { .. }
        | Atomic::Until { .. }
        | Atomic::Begin { .. }
        | Atomic::Commit
        | Atomic::Rollback => ["the ", atomic.verb()].concat(),
    }
}
