//! What can happen now, and why something cannot.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::fmt;

use super::action::Action;
use super::failure::Refusal;
use super::process::Phase;
use super::queue;
use super::state::{State, Status};
use super::step::{Turn, atomic_at};
use super::transaction::in_ring;
use crate::lang::program::Atomic;
use crate::lang::scenario::{DeliveryId, Fault, ProcessId, Role, Scenario, TableId, TableKind};

/// Why an action cannot happen now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The process starts when another has ended.
    NotStarted { process: ProcessId, after: ProcessId },
    /// Its run has ended.
    Ended { process: ProcessId },
    /// Its run has failed.
    Failed { process: ProcessId },
    /// It died.
    Crashed { process: ProcessId },
    /// It is idle, and no job is ready.
    NoJob { process: ProcessId },
    /// Its `until` does not hold.
    Until { process: ProcessId },
    /// Its `insert … or wait`: another row owns the key.
    Owned { process: ProcessId, table: TableId, row: usize, refusal: Refusal },
    /// The open transaction of another process has changed what it wants to change.
    Held { process: ProcessId, by: ProcessId },
    /// This is nothing that the fault could strike at its next statement.
    NothingToStrike { fault: Fault, process: ProcessId },
    /// The file allows no such fault for this process.
    FaultNotAllowed { fault: Fault, process: ProcessId },
    /// Every fault the file allows has been used.
    FaultUsedUp { fault: Fault, process: ProcessId },
    /// No one holds a lease of this job that could end.
    NoLease { job: DeliveryId },
    /// Only what is acked or dead is delivered again by hand.
    NotOver { job: DeliveryId },
    /// The file allows no such fault.
    JobFaultNotAllowed { fault: Fault, job: DeliveryId },
    /// Every fault the file allows has been used.
    JobFaultUsedUp { fault: Fault, job: DeliveryId },
}

impl Blocked {
    /// The reason as a sentence.
    #[must_use]
    pub fn reason<'a>(&'a self, scenario: &'a Scenario) -> impl fmt::Display + 'a {
        Reason { blocked: self, scenario }
    }
}

struct Reason<'a> {
    blocked: &'a Blocked,
    scenario: &'a Scenario,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |process: &ProcessId| &self.scenario.process(*process).name;
        let number = |job: &DeliveryId| job.index() + 1;
        match self.blocked {
            Blocked::NotStarted { process, after } => {
                write!(f, "{} starts when {} has ended", name(process), name(after))
            }
            Blocked::Ended { process } => write!(f, "{}'s run has ended", name(process)),
            Blocked::Failed { process } => write!(f, "{}'s run has failed", name(process)),
            Blocked::Crashed { process } => write!(f, "{} has died", name(process)),
            Blocked::NoJob { process } => write!(f, "{} is idle, and no job is ready", name(process)),
            Blocked::Until { process } => write!(f, "{} waits until its condition holds", name(process)),
            Blocked::Owned { process, table, .. } => {
                write!(
                    f,
                    "{} waits for {}: another row owns the key",
                    name(process),
                    self.scenario.table(*table).called()
                )
            }
            Blocked::Held { process, by } => {
                write!(f, "{} waits for {}'s transaction to end", name(process), name(by))
            }
            Blocked::NothingToStrike { fault, process } => {
                write!(f, "{}'s next statement is none that `{}` could strike", name(process), fault.word())
            }
            Blocked::FaultNotAllowed { fault, process } => {
                write!(f, "the scenario allows no {} of {}", fault.word(), name(process))
            }
            Blocked::FaultUsedUp { fault, process } => {
                write!(f, "every {} that the scenario allows {} has been used", fault.word(), name(process))
            }
            Blocked::NoLease { job } => write!(f, "no lease of job {} can end", number(job)),
            Blocked::NotOver { job } => write!(f, "job {} is neither acked nor dead", number(job)),
            Blocked::JobFaultNotAllowed { fault: Fault::Lease, job } => {
                write!(f, "the scenario allows no lease to end while its holder works on job {}", number(job))
            }
            Blocked::JobFaultNotAllowed { job, .. } => {
                write!(f, "the scenario allows nobody to deliver job {} again", number(job))
            }
            Blocked::JobFaultUsedUp { fault, .. } => {
                write!(f, "every {} that the scenario allows has been used", fault.word())
            }
        }
    }
}

/// Can it happen now?
///
/// # Errors
/// Why not.
pub fn readiness(scenario: &Scenario, state: &State, action: Action) -> Result<(), Blocked> {
    match action {
        Action::Step(process) => step(scenario, state, process),
        Action::Strike(fault, process) => strike(scenario, state, fault, process),
        Action::LeaseEnds(job) => match queue::lease_of(state, job) {
            Some(Status::Leased { working: false, .. }) => Ok(()),
            _ => Err(Blocked::NoLease { job }),
        },
        Action::StrikeJob(fault, job) => strike_job(scenario, state, fault, job),
    }
}

fn step(scenario: &Scenario, state: &State, process: ProcessId) -> Result<(), Blocked> {
    match running(scenario, state, process) {
        Err(Blocked::NoJob { .. }) if queue::next_ready(state).is_some() => Ok(()),
        Err(reason) => Err(reason),
        Ok(()) => match waits(scenario, state, process) {
            // Those that wait for one another in a ring may all step, and fail.
            Some(Blocked::Held { .. }) if in_ring(scenario, state, process) => Ok(()),
            Some(blocked) => Err(blocked),
            None => Ok(()),
        },
    }
}

/// Is its run going on, be it that its statement waits?
fn running(scenario: &Scenario, state: &State, process: ProcessId) -> Result<(), Blocked> {
    match &state.processes[process.index()].phase {
        Phase::Running { .. } => Ok(()),
        Phase::Waiting => {
            let after = scenario.process(process).after.expect("only a process with `after` waits to start");
            Err(Blocked::NotStarted { process, after })
        }
        Phase::Idle { .. } => Err(Blocked::NoJob { process }),
        Phase::Ended { .. } => Err(Blocked::Ended { process }),
        Phase::Failed(_) => Err(Blocked::Failed { process }),
        Phase::Crashed => Err(Blocked::Crashed { process }),
    }
}

/// What the next statement of a run in progress waits for.
pub(super) fn waits(scenario: &Scenario, state: &State, process: ProcessId) -> Option<Blocked> {
    let at = state.processes[process.index()].next()?;
    let (_, atomic) = atomic_at(scenario, process, at);
    let may_wait = match atomic {
        Atomic::Until { .. } => true,
        Atomic::Insert { or: crate::lang::program::OnConflict::Wait, .. } => true,
        Atomic::Insert { .. } | Atomic::Update { .. } | Atomic::Delete { .. } => {
            state.processes.iter().any(|other| other.transaction.is_some())
        }
        _ => false,
    };
    if !may_wait {
        return None;
    }
    Turn::new(scenario, state.clone()).would_wait(process, atomic)
}

fn strike(scenario: &Scenario, state: &State, fault: Fault, process: ProcessId) -> Result<(), Blocked> {
    running(scenario, state, process)?;
    if fault != Fault::Crash {
        if !can_strike(scenario, state, fault, process) {
            return Err(Blocked::NothingToStrike { fault, process });
        }
        // What is blocked does not happen, and so cannot go wrong.
        step(scenario, state, process)?;
    }
    budget(scenario, state, fault, process).map(|_| ())
}

/// Is the next statement one that this fault strikes?
fn can_strike(scenario: &Scenario, state: &State, fault: Fault, process: ProcessId) -> bool {
    let Some(at) = state.processes[process.index()].next() else { return false };
    let (_, atomic) = atomic_at(scenario, process, at);
    let touches = |kind: TableKind| atomic.table().is_some_and(|table| scenario.table(table).kind == kind);
    match fault {
        Fault::Crash => true,
        Fault::Lost => matches!(atomic, Atomic::Ack) && queue::held(state, process).is_some(),
        Fault::Fail => matches!(atomic, Atomic::Enqueue { .. }) || touches(TableKind::Effect),
        Fault::Reply => matches!(atomic, Atomic::Enqueue { .. } | Atomic::Do { .. }),
        Fault::Store => touches(TableKind::Store),
        Fault::Commit => matches!(atomic, Atomic::Commit) && state.processes[process.index()].transaction.is_some(),
        Fault::Lease | Fault::Redeliver => false,
    }
}

fn strike_job(scenario: &Scenario, state: &State, fault: Fault, job: DeliveryId) -> Result<(), Blocked> {
    let status = state.queue.get(job.index()).map(|queued| queued.status);
    match (fault, status) {
        (Fault::Lease, Some(Status::Leased { working: true, .. })) => {}
        (Fault::Redeliver, Some(Status::Acked | Status::Dead)) => {}
        (Fault::Redeliver, _) => return Err(Blocked::NotOver { job }),
        _ => return Err(Blocked::NoLease { job }),
    }
    job_budget(scenario, state, fault, job).map(|_| ())
}

/// Every action that can happen now, in canonical order: steps in the order of the processes, then leases that end, then
/// faults.
#[must_use]
pub fn enabled(scenario: &Scenario, state: &State) -> Vec<Action> {
    candidates(scenario, state).filter(|action| readiness(scenario, state, *action).is_ok()).collect()
}

/// Every action that could ever happen, in canonical order.
pub fn candidates(scenario: &Scenario, state: &State) -> impl Iterator<Item = Action> + use<> {
    let processes = scenario.processes.len();
    let jobs = state.queue.len();
    let process = move || (0..processes).map(ProcessId::new);
    let job = move || (0..jobs).map(DeliveryId::new);
    let of_processes = struck(scenario).filter(|fault| !fault.strikes_job());
    let of_jobs = struck(scenario).filter(|fault| fault.strikes_job());
    process()
        .map(Action::Step)
        .chain(job().map(Action::LeaseEnds))
        .chain(of_processes.flat_map(move |fault| process().map(move |process| Action::Strike(fault, process))))
        .chain(of_jobs.flat_map(move |fault| job().map(move |job| Action::StrikeJob(fault, job))))
}

/// The faults that the scenario allows at all, in the order in which they are offered.
pub fn struck(scenario: &Scenario) -> impl Iterator<Item = Fault> + use<> {
    let allowed = Fault::ALL.map(|fault| scenario.faults.iter().any(|budget| budget.fault == fault));
    Fault::ALL.into_iter().zip(allowed).filter(|(_, allowed)| *allowed).map(|(fault, _)| fault)
}

/// Is a schedule that leads here complete: is no action but a fault possible?
#[must_use]
pub fn complete(scenario: &Scenario, state: &State) -> bool {
    let goes_on = |action: Action| !action.is_fault() && readiness(scenario, state, action).is_ok();
    !candidates(scenario, state).take_while(|action| !action.is_fault()).any(goes_on)
}

/// The budget that pays for this fault: the process's own before the one for any worker.
///
/// # Errors
/// None allowed, or all used.
pub(super) fn budget(scenario: &Scenario, state: &State, fault: Fault, process: ProcessId) -> Result<usize, Blocked> {
    let worker = scenario.process(process).role != Role::Other;
    let mut paying = None;
    let mut refused = Blocked::FaultNotAllowed { fault, process };
    for (at, budget) in scenario.faults.iter().enumerate() {
        let own = budget.of == Some(process);
        if budget.fault != fault || !(own || (budget.of.is_none() && worker)) {
            continue;
        }
        if state.faults_left[at] == 0 {
            refused = Blocked::FaultUsedUp { fault, process };
        } else if own {
            return Ok(at);
        } else if paying.is_none() {
            paying = Some(at);
        }
    }
    paying.ok_or(refused)
}

/// The budget that pays for a fault that strikes a job.
///
/// # Errors
/// None allowed, or all used.
pub(super) fn job_budget(scenario: &Scenario, state: &State, fault: Fault, job: DeliveryId) -> Result<usize, Blocked> {
    match scenario.faults.iter().position(|budget| budget.fault == fault) {
        None => Err(Blocked::JobFaultNotAllowed { fault, job }),
        Some(at) if state.faults_left[at] == 0 => Err(Blocked::JobFaultUsedUp { fault, job }),
        Some(at) => Ok(at),
    }
}
