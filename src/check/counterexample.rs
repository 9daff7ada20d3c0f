//! The simplest schedule that shows why an expectation of every schedule, or of every moment, does not hold.

use super::count::Count;
use super::everywhere::claim_index;
use super::expectation::holds;
use super::explore::Explorer;
use super::trace::Trace;
use super::witness::{simplest, simplest_to};
use crate::lang::claim::{Claim, Condition, Expect, Scope, Share};

/// A schedule that shows why an expectation does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The run: to its end for a claim over schedules, to the moment in question for one over states.
    pub trace: Trace,
    /// Does the claim hold there? A counterexample to `no schedules: …` is one where it does.
    pub holds: bool,
}

/// The simplest schedule that shows why an expectation does not hold: one where the claim is false for `every`, one where
/// it is true for `no`. Where `some` finds nothing, any schedule shows it, and the simplest of all is given. A claim that
/// counts is shown by one of those there are too many of. None where one schedule shows nothing, as when only the number of
/// all schedules is another, and before the exploration's end.
///
/// # Panics
/// For a claim about the shown run.
#[must_use]
pub fn counterexample(explorer: &mut Explorer<'_>, expect: &Expect) -> Option<Counterexample> {
    match (expect.scope, &expect.claim) {
        (Scope::ShownRun, _) => panic!("a claim about the shown run is shown by that run"),
        (Scope::Schedules(share), _) => schedule(explorer, claim_index(explorer, expect), share),
        (Scope::States(share), Claim::Condition(condition)) => moment(explorer, condition, share),
        (Scope::States(_), _) => panic!("the parser allows only a condition on states"),
    }
}

fn schedule(explorer: &mut Explorer<'_>, claim: usize, share: Share) -> Option<Counterexample> {
    let holds = match share {
        Share::Every | Share::Some => false,
        Share::No => true,
        Share::Exactly { holds: claimed, .. } => {
            let (held, claimed) = (held(explorer, claim)?, Count::from(claimed));
            if held == claimed {
                return None;
            }
            held.at_least(claimed)
        }
    };
    let trace = simplest(explorer, |end| end.claims[claim] == holds)?;
    Some(Counterexample { trace, holds })
}

/// At the end of how many schedules a claim holds.
fn held(explorer: &Explorer<'_>, claim: usize) -> Option<Count> {
    let holding = explorer.total()?.iter().filter(|(end, _)| explorer.ends()[end.0 as usize].claims[claim]);
    Some(holding.fold(Count::ZERO, |sum, (_, count)| sum.plus(*count)))
}

fn moment(explorer: &mut Explorer<'_>, condition: &Condition, share: Share) -> Option<Counterexample> {
    let scenario = explorer.scenario();
    let wanted = match share {
        Share::Every => false,
        Share::No => true,
        // No moment of any schedule: a whole one shows that best.
        Share::Some | Share::Exactly { .. } => {
            return Some(Counterexample { trace: simplest(explorer, |_| true)?, holds: false });
        }
    };
    let trace = simplest_to(explorer, |state| holds(scenario, state, condition) == Ok(wanted))?;
    Some(Counterexample { trace, holds: wanted })
}
