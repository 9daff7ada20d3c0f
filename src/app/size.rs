//! The same scenario with more workers, or with other budgets of faults.

use crate::check::variant::{with_fault, with_workers};
use crate::lang::scenario::{Fault, Role, Scenario};

/// The size in which a scenario is run, where it is not the file's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// How many workers.
    pub workers: Option<u32>,
    /// How many crashes at most.
    pub crashes: Option<u32>,
}

impl Size {
    /// The file's own: its workers, and how often a process may crash.
    #[must_use]
    pub fn of_file(scenario: &Scenario) -> Self {
        let workers = scenario.processes.iter().filter(|process| process.role != Role::Other).count();
        let crashes = scenario.faults.iter().filter(|budget| budget.fault == Fault::Crash);
        Self { workers: Some(workers as u32), crashes: Some(crashes.map(|budget| budget.times).sum()) }
    }

    /// Is it the file's own?
    #[must_use]
    pub fn is_own(self) -> bool {
        self == Self::default()
    }

    /// The same where what is the file's `own` is not said.
    #[must_use]
    pub fn beside(self, own: Self) -> Self {
        Self {
            workers: self.workers.filter(|workers| own.workers != Some(*workers)),
            crashes: self.crashes.filter(|crashes| own.crashes != Some(*crashes)),
        }
    }

    /// The scenario in this size.
    ///
    /// # Errors
    /// Why it has no such size.
    pub fn of(self, scenario: &Scenario) -> Result<Scenario, String> {
        let mut sized = scenario.clone();
        if let Some(workers) = self.workers {
            sized = with_workers(&sized, workers as usize).map_err(|reason| reason.to_string())?;
        }
        if let Some(crashes) = self.crashes {
            sized = with_fault(&sized, Fault::Crash, crashes).map_err(|reason| reason.to_string())?;
        }
        Ok(sized)
    }
}
