//! What can happen next, and why something cannot.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::fmt;

use super::process::Phase;
use super::state::State;
use crate::lang::order::sort_by_key;
use crate::lang::scenario::{Fault, ProcessId, Role, Scenario};

/// One thing that can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// A process takes its next step.
    Step(ProcessId),
    /// A process dies. A fault: it may happen, and need not.
    Crash(ProcessId),
}

impl Action {
    /// The process it happens to.
    #[must_use]
    pub fn process(self) -> ProcessId {
        match self {
            Self::Step(process) | Self::Crash(process) => process,
        }
    }

    /// Is it a fault? A fault is always optional, so a schedule may end while one is still possible.
    #[must_use]
    pub fn is_fault(self) -> bool {
        match self {
            Self::Step(_) => false,
            Self::Crash(_) => true,
        }
    }

    /// As a schedule writes it: `W1`, `crash W1`.
    #[must_use]
    pub fn text(self, scenario: &Scenario) -> String {
        let name = &scenario.process(self.process()).name;
        match self {
            Self::Step(_) => name.to_string(),
            Self::Crash(_) => format!("crash {name}"),
        }
    }
}

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
    /// The file allows no such fault for this process.
    FaultNotAllowed { fault: Fault, process: ProcessId },
    /// Every fault the file allows has been used.
    FaultUsedUp { fault: Fault, process: ProcessId },
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
        match self.blocked {
            Blocked::NotStarted { process, after } => {
                write!(f, "{} starts when {} has ended", name(process), name(after))
            }
            Blocked::Ended { process } => write!(f, "{}'s run has ended", name(process)),
            Blocked::Failed { process } => write!(f, "{}'s run has failed", name(process)),
            Blocked::Crashed { process } => write!(f, "{} has died", name(process)),
            Blocked::FaultNotAllowed { fault: Fault::Crash, process } => {
                write!(f, "the scenario allows no crash of {}", name(process))
            }
            Blocked::FaultUsedUp { fault: Fault::Crash, process } => {
                write!(f, "every crash that the scenario allows {} has been used", name(process))
            }
        }
    }
}

/// Can it happen now?
///
/// # Errors
/// Why not.
pub fn readiness(scenario: &Scenario, state: &State, action: Action) -> Result<(), Blocked> {
    let process = action.process();
    match &state.processes[process.index()].phase {
        Phase::Running { .. } => {}
        Phase::Waiting => {
            let after = scenario.process(process).after.expect("only a process with `after` waits to start");
            return Err(Blocked::NotStarted { process, after });
        }
        Phase::Ended { .. } => return Err(Blocked::Ended { process }),
        Phase::Failed(_) => return Err(Blocked::Failed { process }),
        Phase::Crashed => return Err(Blocked::Crashed { process }),
    }
    match action {
        Action::Step(_) => Ok(()),
        Action::Crash(_) => budget(scenario, state, Fault::Crash, process).map(|_| ()),
    }
}

/// Every action that can happen now, in canonical order: steps in the order of the processes, then faults.
#[must_use]
pub fn enabled(scenario: &Scenario, state: &State) -> Vec<Action> {
    scenario
        .process_ids()
        .map(Action::Step)
        .chain(scenario.process_ids().map(Action::Crash))
        .filter(|action| readiness(scenario, state, *action).is_ok())
        .collect()
}

/// Is a schedule that leads here complete: is no action but a fault possible?
#[must_use]
pub fn complete(scenario: &Scenario, state: &State) -> bool {
    scenario.process_ids().all(|process| readiness(scenario, state, Action::Step(process)).is_err())
}

/// The budget that pays for this fault: the process's own before the one for any worker.
///
/// # Errors
/// None allowed, or all used.
pub(super) fn budget(scenario: &Scenario, state: &State, fault: Fault, process: ProcessId) -> Result<usize, Blocked> {
    let worker = matches!(scenario.process(process).role, Role::Worker(_));
    let fits = |of: Option<ProcessId>| of == Some(process) || (of.is_none() && worker);
    let mut fitting: Vec<usize> = (0..scenario.faults.len())
        .filter(|at| scenario.faults[*at].fault == fault && fits(scenario.faults[*at].of))
        .collect();
    sort_by_key(&mut fitting, |at| scenario.faults[*at].of.is_none());
    if fitting.is_empty() {
        return Err(Blocked::FaultNotAllowed { fault, process });
    }
    let paying = fitting.into_iter().find(|at| state.faults_left[*at] > 0);
    paying.ok_or(Blocked::FaultUsedUp { fault, process })
}
