//! What can happen next, and why something cannot.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::fmt;

use super::process::Phase;
use super::state::State;
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
        let (process, why) = match self.blocked {
            Blocked::NotStarted { process, after } => {
                let (name, after) = (&self.scenario.process(*process).name, &self.scenario.process(*after).name);
                return write!(f, "{name} starts when {after} has ended");
            }
            Blocked::Ended { process } => (process, "'s run has ended"),
            Blocked::Failed { process } => (process, "'s run has failed"),
            Blocked::Crashed { process } => (process, " has died"),
            Blocked::FaultNotAllowed { fault: Fault::Crash, process } => {
                return write!(f, "the scenario allows no crash of {}", self.scenario.process(*process).name);
            }
            Blocked::FaultUsedUp { fault: Fault::Crash, process } => {
                let name = &self.scenario.process(*process).name;
                return write!(f, "every crash that the scenario allows {name} has been used");
            }
        };
        write!(f, "{}{why}", self.scenario.process(*process).name)
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
    let mut enabled = Vec::new();
    for may in [Action::Step, Action::Crash] {
        for process in scenario.process_ids() {
            if readiness(scenario, state, may(process)).is_ok() {
                enabled.push(may(process));
            }
        }
    }
    enabled
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
