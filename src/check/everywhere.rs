//! What a scenario expects of every schedule, and of every moment of each.

use super::count::Count;
use super::expectation::{Found, Verdict, holds};
use super::explore::{Explorer, Progress, sum};
use crate::lang::claim::{Claim, Expect, Scope, Share};
use crate::lang::scenario::Scenario;
use crate::sim::failure::Unevaluable;

/// Does the scenario expect anything of more than the shown run?
#[must_use]
pub fn expects_any(scenario: &Scenario) -> bool {
    scenario.expects.iter().any(|expect| expect.scope != Scope::ShownRun)
}

/// Judges an expectation by an exploration that has come to its end.
///
/// # Panics
/// For a claim about the shown run, and before the exploration's end.
#[must_use]
pub fn judge(explorer: &Explorer<'_>, expect: &Expect) -> Verdict {
    match explorer.progress() {
        Progress::Working => panic!("an exploration is judged when it is over"),
        Progress::Stopped => return Verdict::Fails(Found::Unknown { states: explorer.states() }),
        Progress::Done => {}
    }
    match expect.scope {
        Scope::ShownRun => panic!("a claim about the shown run is judged by its trace"),
        Scope::Schedules(share) => judge_schedules(explorer, expect, share),
        Scope::States(share) => judge_states(explorer, expect, share),
    }
}

fn judge_schedules(explorer: &Explorer<'_>, expect: &Expect, share: Share) -> Verdict {
    let claim = claim_index(explorer, expect);
    let total = explorer.total().expect("the exploration is done");
    let mut held = Count::ZERO;
    // Not by comparing counts: two that are only "at least" are equal without being so.
    let (mut holds_somewhere, mut fails_somewhere) = (false, false);
    for (end, count) in total {
        if explorer.ends()[end.0 as usize].claims[claim] {
            held = held.plus(*count);
            holds_somewhere = true;
        } else {
            fails_somewhere = true;
        }
    }
    let of = sum(total);
    let as_claimed = match share {
        Share::Every => !fails_somewhere,
        Share::No => !holds_somewhere,
        Share::Some => holds_somewhere,
        Share::Exactly { holds: claimed, of: all } => held == Count::from(claimed) && of == Count::from(all),
    };
    if as_claimed { Verdict::Holds } else { Verdict::Fails(Found::Schedules { holds: held, of }) }
}

/// The place of an expectation among those over every schedule.
pub(super) fn claim_index(explorer: &Explorer<'_>, expect: &Expect) -> usize {
    let everywhere = explorer.scenario().expects.iter().filter(|expect| matches!(expect.scope, Scope::Schedules(_)));
    // By what they claim: the page knows no places in a text. Two that claim the same hold of the same schedules.
    everywhere.take_while(|other| other.claim != expect.claim).count()
}

fn judge_states(explorer: &Explorer<'_>, expect: &Expect, share: Share) -> Verdict {
    let Claim::Condition(condition) = &expect.claim else {
        panic!("the parser allows only a condition on states");
    };
    let (mut held, mut of) = (0, 0);
    for state in explorer.all_shared() {
        of += 1;
        match holds(explorer.scenario(), state, condition) {
            Ok(true) => held += 1,
            Ok(false) => {}
            Err(reason) => return unevaluable(reason),
        }
    }
    let as_claimed = match share {
        Share::Every => held == of,
        Share::No => held == 0,
        Share::Some | Share::Exactly { .. } => held > 0,
    };
    if as_claimed { Verdict::Holds } else { Verdict::Fails(Found::States { holds: held, of }) }
}

fn unevaluable(reason: Unevaluable) -> Verdict {
    Verdict::Fails(Found::Unevaluable(reason))
}
