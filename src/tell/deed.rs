//! What one step did, told from its events: the one place that reads them for the views.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::sync::Arc;

use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Instruction, Op};
use crate::lang::scenario::{DeliveryId, IntentId, Scenario, TableId};
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::failure::{Failure, Refusal};
use crate::sim::store::Row;

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed<'a> {
    /// It looked for a row, and found this one or none.
    Looked { table: TableId, found: Option<usize> },
    /// It counted this many rows.
    Counted { table: TableId, rows: usize },
    /// It added a row.
    Added { table: TableId, row: usize },
    /// It changed this many rows; an upsert that found its row changes one.
    Changed { table: TableId, rows: usize },
    /// It removed this many rows.
    Removed { table: TableId, rows: usize },
    /// It performed an effect.
    Performed { effect: TableId, row: usize, intent: IntentId },
    /// It handed over one more delivery.
    Enqueued { delivery: DeliveryId },
    /// It slept.
    Slept { duration_ms: i64 },
    /// UNIQUE refused it.
    Refused { table: TableId, owner: usize, attempted: &'a Row, refusal: &'a Refusal },
    /// It failed for another reason.
    Failed { failure: &'a Arc<Failure> },
    /// The process died.
    Crashed,
    /// Nothing: the step was skipped, because it cannot happen on this design.
    Paused,
}

/// What this transition did.
#[must_use]
pub fn deed<'a>(scenario: &Scenario, transition: &'a Transition) -> Deed<'a> {
    if transition.events.is_empty() {
        return Deed::Paused;
    }
    // A delivery's row is added before the delivery is handed over: the delivery is the deed.
    for event in &transition.events {
        if let Event::Enqueued { delivery } = event {
            return Deed::Enqueued { delivery: *delivery };
        }
    }
    let told = transition.events.iter().find_map(|event| told_by(scenario, transition, event));
    told.expect("every action leaves an event of what it did")
}

/// The deed that this event alone tells.
fn told_by<'a>(scenario: &Scenario, transition: &Transition, event: &'a Event) -> Option<Deed<'a>> {
    Some(match event {
        Event::RowRead { table, found } => Deed::Looked { table: *table, found: *found },
        Event::Counted { table, rows } => Deed::Counted { table: *table, rows: *rows },
        Event::RowAdded { table, row } => Deed::Added { table: *table, row: *row },
        Event::RowRefused { table, owner, attempted, refusal } => {
            Deed::Refused { table: *table, owner: *owner, attempted, refusal }
        }
        // An update or a delete also says how many rows it hit; an upsert does not.
        Event::RowChanged { table, .. } => Deed::Changed { table: *table, rows: hit(transition).unwrap_or(1) },
        Event::RowRemoved { table, .. } => Deed::Removed { table: *table, rows: hit(transition).unwrap_or(1) },
        Event::RowsHit { table, rows } => match statement(scenario, transition) {
            Some((_, Atomic::Delete { .. })) => Deed::Removed { table: *table, rows: *rows },
            Some(_) | None => Deed::Changed { table: *table, rows: *rows },
        },
        Event::EffectPerformed { effect, row, intent } => {
            Deed::Performed { effect: *effect, row: *row, intent: *intent }
        }
        Event::Enqueued { delivery } => Deed::Enqueued { delivery: *delivery },
        Event::ClockMoved { from_ms, to_ms } => Deed::Slept { duration_ms: to_ms - from_ms },
        Event::StatementFailed { failure } => Deed::Failed { failure },
        Event::Crashed { .. } => Deed::Crashed,
        Event::Said { .. }
        | Event::Started { .. }
        | Event::TurnBegan { .. }
        | Event::Ended { .. }
        | Event::RunFailed { .. } => return None,
    })
}

fn hit(transition: &Transition) -> Option<usize> {
    transition.events.iter().find_map(|event| match event {
        Event::RowsHit { rows, .. } => Some(*rows),
        _ => None,
    })
}

/// The statement a step took, or the one a crash came before.
#[must_use]
pub fn statement<'a>(scenario: &'a Scenario, transition: &Transition) -> Option<(&'a Instruction, &'a Atomic)> {
    let instruction = scenario.program_of(transition.action.process()).at(transition.at)?;
    match &instruction.op {
        Op::Atomic(atomic) => Some((instruction, atomic)),
        Op::Local(_) => None,
    }
}

/// Did the process take a statement: is the action a step and no fault?
#[must_use]
pub fn is_step(transition: &Transition) -> bool {
    match transition.action {
        Action::Step(_) => true,
        Action::Crash(_) => false,
    }
}
