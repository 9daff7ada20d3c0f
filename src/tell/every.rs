//! What every schedule comes to: the verdict, the future at each moment of a run, the map, the question's answer.
//!
//! All of it is words and figures by the time it leaves here: whoever explores sends it as bytes to whoever shows it.

mod future;
mod kinds;
mod map;
mod prediction;
mod shapes;

pub use future::Future;
pub use map::{MapPlace, MapStep, MapView};
pub use prediction::Predicted;

use self::kinds::Sorted;
use super::ending::sign_text;
use super::outcome;
use crate::check::count::Count;
use crate::check::explore::{EndId, Explorer};
use crate::check::ordered::{before, listed};
use crate::check::outcome::{Outcome, Sign};
use crate::check::trace::Trace;
use crate::check::witness::{decided_after, simplest};
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;

/// Schedules up to which each one is shown for itself.
pub const CELLS_MAX: u32 = 60;

/// Bytes that two figures may have in a narrow place; longer ones are told as a share.
const NARROW_BYTES_MAX: usize = 14;

/// Everything that is said of every schedule of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `18 of 20 schedules end with two charges`.
    pub headline: String,
    /// The same for a narrow place: `18 of 20`, and what they do: `two charges`.
    pub short: [String; 2],
    /// The same as a sign: `×2`, and `×2+` where the headline counts several kinds together; empty without an effect.
    pub mark: String,
    /// What the others do, and what may strike.
    pub aside: String,
    /// How many schedules there are.
    pub all: Figure,
    /// Kinds of end, the worst first; one at least. The headline counts those together that did a thing more than once.
    pub kinds: Vec<Kind>,
    /// The kind of each schedule, in order of choice; empty where there are more than [`CELLS_MAX`].
    pub cells: Vec<u8>,
    /// The answer to the file's question, where it asks one.
    pub predicted: Option<Predicted>,
}

/// A number of schedules as it is shown, and whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// `17,153,136`, `≈ 4.9 × 10⁴³`.
    pub shown: String,
    /// Every digit.
    pub exact: String,
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
    /// How many schedules end so.
    pub schedules: Figure,
    /// `90 %`.
    pub percent: String,
    /// The share, in thousandths; 0 and 1000 only where it is exactly so.
    pub share: u16,
    /// A simplest schedule that ends so, and the step after which it can no longer end otherwise.
    pub simplest: Vec<Action>,
}

/// What is asked of an exploration that is done: everything of its schedules. None before it is done.
#[must_use]
pub fn verdict(explorer: &mut Explorer<'_>) -> Option<Verdict> {
    let sorted = Sorted::of(explorer)?;
    let scenario = explorer.scenario();
    let all = sorted.all;
    let mut kinds = Vec::new();
    for (at, group) in sorted.groups.iter().enumerate() {
        let trace = simplest(explorer, |end| sorted.kind_of(&end.outcome) == at)?;
        kinds.push(Kind {
            sign: group.sign,
            words: group.words.clone(),
            bad: group.bad,
            schedules: Figure::of(group.count),
            percent: outcome::percent(group.count, all),
            share: share(group.count, all),
            simplest: trace.actions().collect(),
        });
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
    Some(Verdict {
        headline: format!("{of} {count} {end} with {}", worst.words),
        short: [narrow, worst.words.clone()],
        mark: mark(&sorted),
        aside: aside(scenario, &sorted),
        all: Figure::of(all),
        kinds,
        cells,
        predicted: prediction::predicted(explorer),
    })
}

/// The map of two workers' schedules, where it is a picture. None before the exploration is done.
#[must_use]
pub fn map_of(explorer: &Explorer<'_>) -> Option<MapView> {
    map::map(explorer, &Sorted::of(explorer)?)
}

/// What is still possible at each moment of a run. None before the exploration is done, or for a run of another scenario.
#[must_use]
pub fn futures(explorer: &Explorer<'_>, trace: &Trace) -> Option<Vec<Future>> {
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
fn aside(scenario: &Scenario, sorted: &Sorted) -> String {
    let mut text = match &sorted.groups[sorted.worst.kinds..] {
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
        text.push_str("A crash may strike, and need not.");
    }
    text
}

impl Figure {
    fn of(count: Count) -> Self {
        Self { shown: outcome::figure(count), exact: count.to_string() }
    }
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
