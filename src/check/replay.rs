//! A schedule that is followed: what happened, what was passed over, and whether it came to an end.

use super::trace::Trace;
use crate::lang::scenario::{DeliveryId, Fault, JobRef, Move, Scenario, ScheduleItem};
use crate::sim::action::Action;
use crate::sim::readiness::{Blocked, readiness};

/// A schedule that was followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The run.
    pub trace: Trace,
    /// Items that could not happen and were passed over.
    pub passed_over: Vec<PassedOver>,
    /// Is the run complete, or does it end while a process could still step?
    pub complete: bool,
}

/// An item of a schedule that could not happen when its turn came.
#[derive(Clone, Debug, PartialEq)]
pub struct PassedOver {
    /// Its place in the schedule, from 0.
    pub item: usize,
    /// How many actions had been taken by then.
    pub after_steps: usize,
    /// The item.
    pub wanted: ScheduleItem,
    /// Why it could not.
    pub reason: Blocked,
}

/// Follows `items`: an item that cannot happen is passed over, and a run that is unfinished at the end stays so.
#[must_use]
pub fn follow(scenario: &Scenario, items: &[ScheduleItem]) -> Replay {
    let mut trace = Trace::start(scenario);
    let mut passed_over = Vec::new();
    for (item, wanted) in items.iter().enumerate() {
        let after_steps = trace.len();
        if let Err(reason) = take(scenario, &mut trace, wanted.move_) {
            passed_over.push(PassedOver { item, after_steps, wanted: *wanted, reason });
        }
    }
    let complete = trace.complete(scenario);
    Replay { trace, passed_over, complete }
}

/// The run shown first: the file's unnamed schedule, or the default one.
#[must_use]
pub fn shown(scenario: &Scenario) -> Replay {
    match scenario.shown_schedule() {
        Some(schedule) => follow(scenario, &schedule.items),
        None => {
            let mut trace = Trace::start(scenario);
            finish(scenario, &mut trace);
            Replay { trace, passed_over: Vec::new(), complete: true }
        }
    }
}

/// Goes on to the end of the run: always the first process, in order of declaration, that can step, else the first lease
/// that ends by itself.
pub fn finish(scenario: &Scenario, trace: &mut Trace) {
    while let Some(action) = default_action(scenario, trace) {
        let taken = trace.take(scenario, action);
        assert!(taken.is_ok(), "a ready action can be taken");
    }
}

/// What happens next where no schedule says so: the first process in order that can step, else the first lease of which
/// the holder is gone.
#[must_use]
pub fn default_action(scenario: &Scenario, trace: &Trace) -> Option<Action> {
    let leases = (0..trace.last().queue.len()).map(|job| Action::LeaseEnds(DeliveryId::new(job)));
    let actions = scenario.process_ids().map(Action::Step).chain(leases);
    actions.into_iter().find(|action| readiness(scenario, trace.last(), *action).is_ok())
}

fn take(scenario: &Scenario, trace: &mut Trace, wanted: Move) -> Result<(), Blocked> {
    match wanted {
        Move::Step(process) => trace.take(scenario, Action::Step(process)),
        Move::Strike(fault, process) => trace.take(scenario, Action::Strike(fault, process)),
        Move::Lease(job) => {
            let ends = |job| [Action::LeaseEnds(job), Action::StrikeJob(Fault::Lease, job)];
            first_of(scenario, trace, jobs(trace, job).into_iter().flat_map(ends))
        }
        Move::Redeliver(job) => {
            let again = jobs(trace, job).into_iter().map(|job| Action::StrikeJob(Fault::Redeliver, job));
            first_of(scenario, trace, again)
        }
        Move::Finish(process) => {
            trace.take(scenario, Action::Step(process))?;
            // A worker that takes jobs is idle at the end of its run, and a further step would take the next.
            let runs = |trace: &Trace| trace.last().processes[process.index()].next().is_some();
            while runs(trace) && trace.take(scenario, Action::Step(process)).is_ok() {}
            Ok(())
        }
    }
}

/// The deliveries that an item of a schedule may mean, in the order they were handed over.
fn jobs(trace: &Trace, job: JobRef) -> Vec<DeliveryId> {
    let state = trace.last();
    let all = (0..state.deliveries.len()).map(DeliveryId::new);
    match job {
        JobRef::Delivery(job) => vec![job],
        JobRef::Intent(intent) => all.filter(|job| state.delivery(*job).intent == intent).collect(),
    }
}

/// Takes the first of these that can happen.
fn first_of(scenario: &Scenario, trace: &mut Trace, actions: impl Iterator<Item = Action>) -> Result<(), Blocked> {
    let mut refused = None;
    for action in actions {
        match trace.take(scenario, action) {
            Ok(()) => return Ok(()),
            // What a fault lacks tells more than that nothing ends by itself.
            Err(reason) => refused = Some(reason),
        }
    }
    Err(refused.unwrap_or(Blocked::NoLease { job: DeliveryId::new(0) }))
}
