//! Between which two statements a process died: `after the key, before the charge`.

use crate::check::trace::Trace;
use crate::lang::scenario::Scenario;

/// Between what a process died, in the nouns of the tables around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// `after the key`, `after looking for the key`; none before its first step.
    pub after: Option<String>,
    /// `before the charge`; none where nothing was left to take.
    pub before: Option<String>,
}

impl Death {
    /// Both parts: `after the key, before the charge`.
    #[must_use]
    pub fn text(&self) -> String {
        let parts: Vec<&str> = self.after.iter().chain(&self.before).map(String::as_str).collect();
        parts.join(", ")
    }

    /// The shorter form for a narrow place: the first part there is.
    #[must_use]
    pub fn short(&self) -> &str {
        self.after.as_deref().or(self.before.as_deref()).unwrap_or("")
    }
}

/// Between what the process died that the transition at `step` (from 0) kills.
#[must_use]
pub fn death(scenario: &Scenario, trace: &Trace, step: usize) -> Death {
    let _ = (scenario, trace, step);
    todo!()
}
