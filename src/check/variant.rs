//! The same scenario in another size: more workers, other budgets of faults.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::fmt;

use crate::lang::limits::{FAULT_TIMES_MAX, PROCESSES_MAX};
use crate::lang::scenario::{DeliveryId, Fault, FaultBudget, Process, Role, Scenario, Shared};
use crate::sim::start::start;

/// Why a scenario has no such variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoVariant {
    /// There is no worker: no line to repeat.
    NoWorker,
    /// The fault strikes what a queue does, and there is none.
    NoQueue { fault: Fault },
    /// The file itself has more workers.
    Fewer { has: usize },
    /// The first worker starts after another process, and its copies would too.
    After { worker: String },
    /// The tables refuse a further delivery of its job from the start.
    Refused,
    /// More processes than a scenario may have.
    TooMany { most: usize },
    /// More often than a fault may strike.
    TooOften { most: u32 },
}

impl fmt::Display for NoVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoQueue { fault } => {
                write!(f, "`{}` strikes what a queue does, and the scenario has none", fault.word())
            }
            Self::NoWorker => f.write_str("the scenario has no worker whose line could be repeated"),
            Self::Fewer { has } => write!(f, "the scenario has {has} workers of its own; ask for {has} or more"),
            Self::After { worker } => {
                write!(f, "{worker} starts after another process, so a copy of it would not overlap with it")
            }
            Self::Refused => {
                f.write_str("the tables refuse a further delivery of the first worker's job from the start")
            }
            Self::TooMany { most } => write!(f, "a scenario has at most {most} workers and processes"),
            Self::TooOften { most } => write!(f, "a fault may strike at most {most} times"),
        }
    }
}

/// The worker whose line is repeated where there are to be this many, and how many there are.
///
/// # Errors
/// Why that makes no sense.
pub fn repeated(scenario: &Scenario, workers: usize) -> Result<(&Process, usize), NoVariant> {
    let is_worker = |process: &&Process| process.role != Role::Other;
    let has = scenario.processes.iter().filter(is_worker).count();
    let first = scenario.processes.iter().find(is_worker).ok_or(NoVariant::NoWorker)?;
    if workers < has {
        return Err(NoVariant::Fewer { has });
    }
    if first.after.is_some() {
        return Err(NoVariant::After { worker: first.name.to_string() });
    }
    if workers - has > PROCESSES_MAX.saturating_sub(scenario.processes.len()) {
        return Err(NoVariant::TooMany { most: PROCESSES_MAX });
    }
    Ok((first, has))
}

/// The scenario with this many workers: the first worker's line again, on further deliveries of the same job where it
/// was handed one. Claims speak of
/// the file's own size and are left out.
///
/// # Errors
/// Why that makes no sense.
pub fn with_workers(scenario: &Scenario, workers: usize) -> Result<Scenario, NoVariant> {
    let (first, has) = repeated(scenario, workers)?;
    let mut larger = scenario.clone();
    for _ in has..workers {
        let mut role = first.role;
        if let Role::Worker(delivery) = role {
            let job = scenario.jobs[delivery.index()].clone();
            role = Role::Worker(DeliveryId::new(larger.jobs.len()));
            larger.jobs.push(job);
        }
        let name = free_name(&larger).into();
        larger.processes.push(Process { name, role, ..first.clone() });
    }
    if workers > has {
        larger.expects = Shared::default();
        larger.wants = Shared::default();
    }
    match start(&larger) {
        Ok(_) => Ok(larger),
        Err(_) => Err(NoVariant::Refused),
    }
}

/// The scenario with this budget for one fault, in place of all that the file gives it.
///
/// # Errors
/// More often than a fault may strike.
pub fn with_fault(scenario: &Scenario, fault: Fault, times: u32) -> Result<Scenario, NoVariant> {
    if times > FAULT_TIMES_MAX {
        return Err(NoVariant::TooOften { most: FAULT_TIMES_MAX });
    }
    if scenario.queue.is_none() && (fault == Fault::Lost || fault.strikes_job()) {
        return Err(NoVariant::NoQueue { fault });
    }
    let mut other = scenario.clone();
    other.faults.retain(|budget| budget.fault != fault);
    if times > 0 {
        other.faults.push(FaultBudget { fault, of: None, times });
    }
    other.expects = Shared::default();
    other.wants = Shared::default();
    Ok(other)
}

/// `W3` where W1 and W2 are taken.
fn free_name(scenario: &Scenario) -> String {
    let names = (1..=PROCESSES_MAX + 1).map(|number| format!("W{number}"));
    let mut free = names.filter(|name| scenario.process_named(name).is_none());
    free.next().expect("there are more names than processes")
}
