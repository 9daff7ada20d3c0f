//! What every schedule comes to: the verdict, the future at each moment of a run, the map, the question's answer.
//!
//! All of it is words and figures by the time it leaves here: whoever explores sends it as bytes to whoever shows it.

mod claims;
mod depths;
mod future;
mod kinds;
mod map;
mod phrase;
mod prediction;
mod shapes;

pub use claims::ClaimView;
pub use depths::{DepthView, DepthsView};
pub use future::{Future, Onward};
pub use map::{MapPlace, MapStep, MapView};
pub use phrase::{Figure, Phrase};
pub use prediction::Predicted;

use std::sync::Arc;

use self::kinds::Sorted;
use super::ending::sign_text;
use super::outcome;
use super::words::{capital, list};
use crate::check::count::Count;
use crate::check::explore::{EndId, Explorer, sum};
use crate::check::ordered::{before, listed};
use crate::check::outcome::{Outcome, Sign};
use crate::check::trace::Trace;
use crate::check::witness::{decided_after, simplest};
use crate::lang::scenario::{Fault, Scenario};
use crate::sim::action::Action;
use crate::sim::readiness::struck;

/// Schedules up to which each one is shown for itself.
pub const CELLS_MAX: u32 = 60;

/// Bytes that two figures may have in a narrow place; longer ones are told as a share.
const NARROW_BYTES_MAX: usize = 14;

/// What the page has to know of every schedule of a scenario; what is only drawn is in [`Report`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The headline for a narrow place: `18 of 20`, and what they do: `two charges`.
    pub short: [String; 2],
    /// The same as a sign: `×2`, and `×2+` where the headline counts several kinds together; empty without an effect.
    pub mark: String,
    /// Kinds of end, the worst first; one at least. The headline counts those together that did a thing more than once.
    pub kinds: Vec<Kind>,
    /// The kind of each schedule, in order of choice; empty where there are more than [`CELLS_MAX`].
    pub cells: Vec<u8>,
    /// Schedules that can be opened: the simplest of each kind, then those that show which claims do not hold.
    pub runs: Vec<Vec<Action>>,
    /// The answer to the file's question, where it asks one.
    pub predicted: Option<Predicted>,
}

/// A kind of end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its sign; none where the scenario performs no effect.
    pub sign: Option<Sign>,
    /// `two charges`.
    pub words: String,
    /// Is it what nobody wants: anything but every effect once and no failure?
    pub bad: bool,
}

/// Everything that is said of every schedule of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What the page has to know.
    pub verdict: Arc<Verdict>,
    /// `18 of 20 schedules end with two charges`.
    pub headline: Phrase,
    /// What the others do, and what may strike.
    pub aside: Phrase,
    /// How many schedules there are.
    pub all: Figure,
    /// How many end as each kind does, in the order of [`Verdict::kinds`].
    pub kinds: Vec<Share>,
    /// In how many UNIQUE refuses a row; empty where it refuses none.
    pub refused: Phrase,
    /// What the file expects of all of them.
    pub claims: Vec<ClaimView>,
    /// For each claim the schedule that shows why it does not hold, by place in [`Verdict::runs`].
    pub shown_by: Vec<Option<usize>>,
    /// The map, where there is one.
    pub map: Option<MapView>,
    /// What is decided after how many steps, where there is no map.
    pub depths: Option<DepthsView>,
}

/// A part of all schedules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub schedules: Figure,
    /// `90 %`.
    pub percent: String,
    /// The share, in thousandths; 0 and 1000 only where it is exactly so.
    pub share: u16,
}

/// What is asked of an exploration that is done: everything of its schedules. None before it is done.
#[must_use]
pub fn report(explorer: &mut Explorer<'_>, refused: &[(EndId, Count)]) -> Option<Report> {
    let sorted = Sorted::of(explorer)?;
    let scenario = explorer.scenario();
    let all = sorted.all;
    let (mut kinds, mut shares, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for (at, group) in sorted.groups.iter().enumerate() {
        let trace = simplest(explorer, |end| sorted.kind_of(&end.outcome) == at)?;
        runs.push(trace.actions().collect());
        kinds.push(Kind { sign: group.sign, words: group.words.clone(), bad: group.bad });
        shares.push(Share {
            schedules: Figure::of(group.count),
            percent: outcome::percent(group.count, all),
            share: share(group.count, all),
        });
    }
    let claims = claims::claims(explorer)?;
    let mut shown_by = Vec::new();
    for claim in &claims {
        shown_by.push(claim.shown_by.clone().map(|run| {
            runs.push(run);
            runs.len() - 1
        }));
    }
    let kind = |end: &EndId| sorted.kind_of(&explorer.ends()[end.0 as usize].outcome) as u8;
    let cells = listed(explorer, CELLS_MAX).map(|ends| ends.iter().map(kind).collect()).unwrap_or_default();
    let count = if all == Count::ONE { "schedule" } else { "schedules" };
    let worst = &sorted.worst;
    let (figure, whole) = (outcome::figure(worst.count), outcome::figure(all));
    // By what there is and not by numbers, of which one may be only "at least".
    let every_one = sorted.groups.len() == worst.kinds;
    let (of, end) = if every_one && all == Count::ONE {
        ("The only".to_owned(), "ends")
    } else if every_one {
        (format!("All {whole}"), "end")
    } else {
        (format!("{figure} of {whole}"), if worst.count == Count::ONE { "ends" } else { "end" })
    };
    let narrow = if every_one {
        format!("all {whole}")
    } else if figure.len() + whole.len() > NARROW_BYTES_MAX {
        outcome::percent(worst.count, all)
    } else {
        format!("{figure} of {whole}")
    };
    let headline = format!("{of} {count} {end} with {}", worst.words);
    let counts = if every_one { vec![all] } else { vec![worst.count, all] };
    let map = map::map(explorer, &sorted);
    let verdict = Verdict {
        short: [narrow, worst.words.clone()],
        mark: mark(&sorted),
        kinds,
        cells,
        runs,
        predicted: prediction::predicted(explorer),
    };
    Some(Report {
        verdict: Arc::new(verdict),
        headline: Phrase::of(headline, &counts),
        aside: aside(scenario, &sorted),
        all: Figure::of(all),
        kinds: shares,
        refused: refusals(sum(refused), all),
        claims,
        shown_by,
        depths: if map.is_none() { depths::depths(explorer, &sorted) } else { None },
        map,
    })
}

/// `UNIQUE refuses a row in 2 of 20 schedules.`
fn refusals(refused: Count, all: Count) -> Phrase {
    if refused.is_zero() {
        return Phrase::default();
    }
    let counts = if refused == all { vec![all] } else { vec![refused, all] };
    Phrase::of(outcome::refusals(refused, all) + ".", &counts)
}

/// How far an exploration is: `Counting: 40,000 states so far.`
#[must_use]
pub fn so_far(explorer: &Explorer<'_>) -> String {
    format!("Counting: {} states so far.", outcome::figure(Count::from(explorer.states() as u64)))
}

/// Where an exploration ended before its end.
#[must_use]
pub fn stopped(explorer: &Explorer<'_>) -> String {
    let states = outcome::figure(Count::from(explorer.states() as u64));
    format!("Counting stopped after {states} states. Nothing is known of the rest.")
}

/// What is still possible at each moment of a run. None before the exploration is done, or for a run of another scenario.
#[must_use]
pub fn futures(explorer: &Explorer<'_>, trace: &Trace) -> Option<(Vec<Future>, Vec<Onward>)> {
    let sorted = Sorted::of(explorer)?;
    let before = before(explorer, trace)?;
    let worst = |outcome: &Outcome| sorted.kind_of(outcome) < sorted.worst.kinds;
    let lost_after = decided_after(explorer, trace, |end| worst(&end.outcome)).filter(|_| sorted.worst.bad);
    let moments = trace.states.iter().zip(before).enumerate();
    moments
        .map(|(step, (state, before))| future::future(explorer, &sorted, (state, step), before, lost_after))
        .collect()
}

fn mark(sorted: &Sorted) -> String {
    match sorted.groups[sorted.worst.kinds - 1].sign {
        Some(sign) if sorted.worst.kinds > 1 => format!("{}+", sign_text(sign)),
        Some(sign) => sign_text(sign),
        None => String::new(),
    }
}

/// The others, and that a fault is optional.
fn aside(scenario: &Scenario, sorted: &Sorted) -> Phrase {
    let others = &sorted.groups[sorted.worst.kinds..];
    let mut text = match others {
        [] => String::new(),
        [other] if other.count == Count::ONE => format!("The other one ends with {}.", other.words),
        [other] => format!("The other {} end with {}.", outcome::figure(other.count), other.words),
        others => {
            let each: Vec<String> =
                others.iter().map(|other| format!("{} with {}", outcome::figure(other.count), other.words)).collect();
            format!("The others: {}.", each.join(", "))
        }
    };
    if !scenario.faults.is_empty() {
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(&capital(&list(&may_strike(scenario), " or ")));
        text.push_str(" may strike, and need not.");
    }
    let counts: Vec<Count> = others.iter().map(|other| other.count).collect();
    Phrase::of(text, &counts)
}

/// What the file allows to go wrong: `a crash`, `a lost ack`.
fn may_strike(scenario: &Scenario) -> Vec<String> {
    let words = |fault: Fault| match fault {
        Fault::Crash => "a crash",
        Fault::Lost => "a lost ack",
        Fault::Fail => "a call that fails",
        Fault::Reply => "a lost reply",
        Fault::Store => "a store out of reach",
        Fault::Commit => "a commit that fails",
        Fault::Lease => "a lease that ends too early",
        Fault::Redeliver => "a redelivery by hand",
    };
    struck(scenario).map(|fault| words(fault).to_owned()).collect()
}

/// The share in thousandths; 0 and 1000 only where it is exactly so. Of counts that are only lower bounds it is not known,
/// and nothing is drawn.
fn share(part: Count, whole: Count) -> u16 {
    if part.is_zero() || !whole.is_exact() {
        return 0;
    }
    if part == whole {
        return 1000;
    }
    let thousandfold = part.times(1000);
    (1..=999).rev().find(|share| thousandfold.at_least(whole.times(*share))).unwrap_or(1) as u16
}
