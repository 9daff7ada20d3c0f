//! What the file expects of every schedule, and of every moment of each: as it is written, and whether it holds.

use super::Phrase;
use crate::check::counterexample::counterexample;
use crate::check::everywhere::judge;
use crate::check::expectation::{Found, Verdict};
use crate::check::explore::Explorer;
use crate::lang::claim::Scope;
use crate::sim::action::Action;
use crate::tell::outcome::figure;
use crate::tell::{claim, found};

/// One expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimView {
    /// `every schedule: charges once`.
    pub words: String,
    /// Does it hold?
    pub holds: bool,
    /// What was found instead, where it does not: `2 of 20 schedules`.
    pub found: Phrase,
    /// The simplest schedule that shows it, where one does.
    pub shown_by: Option<Vec<Action>>,
}

/// Every expectation that is not about one run alone. None before the exploration is done.
pub(super) fn claims(explorer: &mut Explorer<'_>) -> Option<Vec<ClaimView>> {
    explorer.total()?;
    let scenario = explorer.scenario();
    let mut views = Vec::new();
    for expect in scenario.expects.iter().filter(|expect| expect.scope != Scope::ShownRun) {
        let (holds, found, shown_by) = match judge(explorer, expect) {
            Verdict::Holds => (true, Phrase::default(), None),
            Verdict::Fails(found) => {
                let shown_by = counterexample(explorer, expect).map(|shown_by| shown_by.trace.actions().collect());
                let found = match &found {
                    Found::Schedules { holds, of } => {
                        Phrase::of(format!("{} of {} schedules", figure(*holds), figure(*of)), &[*holds, *of])
                    }
                    found => Phrase::of(found::words(scenario, found), &[]),
                };
                (false, found, shown_by)
            }
        };
        views.push(ClaimView { words: claim::words(scenario, expect), holds, found, shown_by });
    }
    Some(views)
}
