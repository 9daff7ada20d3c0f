//! What one step did, told from its events: the one place that reads them for the views.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::sync::Arc;

use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Instruction, Op};
use crate::lang::scenario::{DeliveryId, Fault, IntentId, Scenario, TableId};
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::failure::{Failure, Refusal};
use crate::sim::store::Row;

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed<'a> {
    /// It looked for a row, and found this one or none.
    Looked { table: TableId, found: Option<usize> },
    /// It found a row as it was when its snapshot was taken; it has been changed or removed since.
    LookedBack { table: TableId },
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
    /// The provider knew its key, and performed nothing.
    Repeated { effect: TableId, row: usize },
    /// It handed over one more delivery.
    Enqueued { delivery: DeliveryId },
    /// It slept.
    Slept { duration_ms: i64 },
    /// What it waited for holds.
    Waited,
    /// It opened a transaction.
    Began { snapshot: bool },
    /// It committed its transaction.
    Committed,
    /// It rolled its transaction back.
    RolledBack,
    /// It took a job; the number says the how-manieth delivery of it this is.
    Took { delivery: DeliveryId, attempt: u32 },
    /// It told the queue that its job is done.
    Acked { delivery: DeliveryId },
    /// It told the queue, and the queue did not hear.
    AckLost { delivery: DeliveryId },
    /// It told the queue something after its lease had ended, or after its ack.
    Unheard { delivery: DeliveryId, acked: bool },
    /// It handed its job back and ended; without a queue it only ended.
    HandedBack { delivery: Option<DeliveryId>, failed: bool },
    /// A lease ended.
    LeaseEnded { delivery: DeliveryId, attempt: u32, working: bool },
    /// An operator made a job ready again.
    Redelivered { delivery: DeliveryId },
    /// UNIQUE refused it.
    Refused { table: TableId, owner: usize, attempted: &'a Row, refusal: &'a Refusal },
    /// It failed for another reason; `struck` is the fault that made it fail.
    Failed { failure: &'a Arc<Failure>, struck: Option<Fault> },
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
    // Whom a fault struck cannot tell what came of it.
    let struck = struck(transition);
    let told = transition.events.iter().find_map(|event| match struck {
        Some(_) => failed(event, struck),
        None => headline(event),
    });
    let told = told.or_else(|| transition.events.iter().find_map(|event| told_by(scenario, transition, event)));
    told.expect("every action leaves an event of what it did")
}

fn failed(event: &Event, struck: Option<Fault>) -> Option<Deed<'_>> {
    match event {
        Event::StatementFailed { failure } => Some(Deed::Failed { failure, struck }),
        _ => None,
    }
}

/// The deed of an event that is the deed wherever it stands: what comes before it in the list only leads to it.
fn headline(event: &Event) -> Option<Deed<'_>> {
    Some(match event {
        Event::Crashed { .. } => Deed::Crashed,
        // The row that a delivery adds to `jobs` is not what the step is about, nor are the rows that a commit makes final.
        Event::Enqueued { delivery } => Deed::Enqueued { delivery: *delivery },
        Event::Committed { .. } => Deed::Committed,
        Event::LeaseEnded { delivery, attempt, working } => {
            Deed::LeaseEnded { delivery: *delivery, attempt: *attempt, working: *working }
        }
        _ => return None,
    })
}

/// The deed that this event alone tells.
fn told_by<'a>(scenario: &Scenario, transition: &Transition, event: &'a Event) -> Option<Deed<'a>> {
    let atomic = statement(scenario, transition).map(|(_, atomic)| atomic);
    Some(match event {
        Event::RowRead { table, found } => Deed::Looked { table: *table, found: *found },
        Event::OldRowRead { table } => Deed::LookedBack { table: *table },
        Event::Counted { table, rows } => Deed::Counted { table: *table, rows: *rows },
        Event::RowAdded { table, row } => Deed::Added { table: *table, row: *row },
        Event::RowRefused { table, owner, attempted, refusal } => {
            Deed::Refused { table: *table, owner: *owner, attempted, refusal }
        }
        // What a rollback undoes is no deed of its own.
        Event::RowChanged { .. } | Event::RowRemoved { .. } if atomic == Some(&Atomic::Rollback) => Deed::RolledBack,
        // An update or a delete also says how many rows it hit; an upsert does not.
        Event::RowChanged { table, .. } => Deed::Changed { table: *table, rows: hit(transition).unwrap_or(1) },
        Event::RowRemoved { table, .. } | Event::RowMarked { table, .. } => {
            Deed::Removed { table: *table, rows: hit(transition).unwrap_or(1) }
        }
        Event::RowsHit { table, rows } => match atomic {
            Some(Atomic::Delete { .. }) => Deed::Removed { table: *table, rows: *rows },
            Some(_) | None => Deed::Changed { table: *table, rows: *rows },
        },
        Event::EffectPerformed { effect, row, intent } => {
            Deed::Performed { effect: *effect, row: *row, intent: *intent }
        }
        Event::EffectRepeated { effect, row } => Deed::Repeated { effect: *effect, row: *row },
        Event::ClockMoved { from_ms, to_ms } => Deed::Slept { duration_ms: to_ms - from_ms },
        Event::StatementFailed { failure } => Deed::Failed { failure, struck: None },
        Event::ConditionHeld { .. } => Deed::Waited,
        Event::Began { snapshot, .. } => Deed::Began { snapshot: *snapshot },
        Event::RolledBack { .. } => Deed::RolledBack,
        Event::Taken { delivery, attempt, .. } => Deed::Took { delivery: *delivery, attempt: *attempt },
        Event::Acked { delivery, .. } => Deed::Acked { delivery: *delivery },
        Event::AckLost { delivery, .. } => Deed::AckLost { delivery: *delivery },
        Event::TooLate { delivery, .. } => Deed::Unheard { delivery: *delivery, acked: false },
        Event::AckedBefore { delivery, .. } => Deed::Unheard { delivery: *delivery, acked: true },
        Event::HandedBack { delivery, failed, .. } => Deed::HandedBack { delivery: Some(*delivery), failed: *failed },
        Event::Redelivered { delivery } => Deed::Redelivered { delivery: *delivery },
        Event::Ended { .. } => match atomic {
            // Without a queue nobody is told.
            Some(Atomic::Later { .. }) => Deed::HandedBack { delivery: None, failed: false },
            Some(Atomic::Fail { .. }) => Deed::HandedBack { delivery: None, failed: true },
            Some(_) | None => return None,
        },
        Event::Crashed { .. }
        | Event::Enqueued { .. }
        | Event::Committed { .. }
        | Event::LeaseEnded { .. }
        | Event::Struck { .. }
        | Event::Died { .. }
        | Event::Said { .. }
        | Event::Started { .. }
        | Event::TurnBegan { .. }
        | Event::RunFailed { .. } => return None,
    })
}

fn hit(transition: &Transition) -> Option<usize> {
    transition.events.iter().find_map(|event| match event {
        Event::RowsHit { rows, .. } => Some(*rows),
        _ => None,
    })
}

/// The fault that struck what the process was about to do.
#[must_use]
pub fn struck(transition: &Transition) -> Option<Fault> {
    transition.events.iter().find_map(|event| match event {
        Event::Struck { fault, .. } => Some(*fault),
        _ => None,
    })
}

/// The statement a step took, or the one that a fault struck or a crash came before. None for a take, and for what happens
/// to a job.
#[must_use]
pub fn statement<'a>(scenario: &'a Scenario, transition: &Transition) -> Option<(&'a Instruction, &'a Atomic)> {
    let instruction = scenario.program_of(transition.action.process()?).at(transition.at?)?;
    match &instruction.op {
        Op::Atomic(atomic) => Some((instruction, atomic)),
        Op::Local(_) => None,
    }
}

/// Did the process take a statement, be it that a fault struck it?
#[must_use]
pub fn is_step(transition: &Transition) -> bool {
    match transition.action {
        Action::Step(_) => true,
        Action::Strike(fault, _) => fault != Fault::Crash,
        Action::LeaseEnds(_) | Action::StrikeJob(..) => false,
    }
}
