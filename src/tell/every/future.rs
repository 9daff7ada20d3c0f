//! What is still possible at a moment, and how often.

use super::Phrase;
use super::kinds::Sorted;
use crate::check::count::Count;
use crate::check::explore::{Explorer, sum};
use crate::sim::state::State;
use crate::tell::ending::sign_text;
use crate::tell::outcome::{figure, percent};

/// Digits up to which a count stands in a column of the schedule.
const NARROW_DIGITS_MAX: usize = 3;

/// What is still possible at a moment, as far as the page has to know; what is only drawn is in [`Onward`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Future {
    /// How many of the ways on end as the worst kind does, for a column of the schedule: `9/10`, `90 %`.
    pub mark: String,
    /// Does every way on end as the worst kind does that this design has?
    pub worst_certain: bool,
    /// Is this the first moment from which this run can no longer end otherwise than it does?
    pub no_way_back: bool,
    /// In order of choice, how many schedules stand before those that go on from here, and how many those are; nothing
    /// where there are too many to show each.
    pub cells: Option<[u32; 2]>,
}

/// The ways on from a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onward {
    /// `From here 9 of 10 ways on end with two charges.`; empty at the end.
    pub words: Phrase,
    /// The share of each kind among them, in thousandths.
    pub shares: Vec<u16>,
}

/// What is still possible after `step` steps; `lost_after` is the step that decides that the run ends as the headline counts.
pub(super) fn future(
    explorer: &Explorer<'_>,
    sorted: &Sorted,
    (state, step): (&State, usize),
    before: Count,
    lost_after: Option<usize>,
) -> Option<(Future, Onward)> {
    let ways = explorer.from(state)?;
    let (all, kinds) = (sum(ways), sorted.by_kind(explorer, ways));
    let (worst, certain) = (sorted.worst_of(&kinds), sorted.only_worst(&kinds));
    let came = explorer.end_at(state).and_then(|end| explorer.ends()[end.0 as usize].outcome.sign());
    let over = explorer.end_at(state).is_some() && all == Count::ONE;
    let cell = |count: Count| count.exact().and_then(|count| u32::try_from(count).ok());
    let onward = Onward {
        words: words(sorted, step, (worst, certain), all, over),
        shares: kinds.iter().map(|kind| super::share(*kind, all)).collect(),
    };
    let future = Future {
        mark: if over { came.map(sign_text).unwrap_or_default() } else { mark(worst, all) },
        worst_certain: certain,
        no_way_back: lost_after == Some(step) && step > 0,
        cells: cell(before).zip(cell(all)).map(|(before, all)| [before, all]),
    };
    Some((future, onward))
}

fn words(sorted: &Sorted, step: usize, (worst, certain): (Count, bool), all: Count, over: bool) -> Phrase {
    let (what, bad) = (&sorted.worst.words, sorted.worst.bad);
    if over {
        return Phrase::default();
    }
    let from = if step == 0 { "From the start" } else { "From here" };
    if all == Count::ONE {
        let end = if certain { "ends" } else { "does not end" };
        return Phrase::of(format!("{from} the only way on {end} with {what}."), &[]);
    }
    if certain {
        let back = if bad && step > 0 { ": it can no longer be avoided" } else { "" };
        return Phrase::of(format!("{from} all {} ways on end with {what}{back}.", figure(all)), &[all]);
    }
    if worst.is_zero() {
        let (no, more) = if step == 0 { ("no way", "") } else { ("no way", " any more") };
        return Phrase::of(format!("{from} {no} ends with {what}{more}."), &[]);
    }
    let end = if worst == Count::ONE { "ends" } else { "end" };
    Phrase::of(format!("{from} {} of {} ways on {end} with {what}.", figure(worst), figure(all)), &[worst, all])
}

fn mark(worst: Count, all: Count) -> String {
    if all.decimal().len() <= NARROW_DIGITS_MAX {
        return format!("{}/{}", worst.decimal(), all.decimal());
    }
    percent(worst, all)
}
