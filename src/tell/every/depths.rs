//! Every schedule by what is decided after each number of steps: what stands there where no map can.

use super::kinds::Sorted;
use crate::check::depths::depths as counted;
use crate::check::explore::Explorer;
use crate::tell::outcome::percent;

/// How the schedules stand after each number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthsView {
    /// Why this is shown and no map.
    pub why: String,
    /// How a lost schedule ends: `with two charges`, or `badly` where the headline does not count them all.
    pub lost: String,
    /// From before the first step on.
    pub depths: Vec<DepthView>,
}

/// All schedules after so many steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthView {
    /// The share whose every way on ends badly, that may still end either way, and whose every way on ends well, in
    /// thousandths: 0 and 1000 only where it is exactly so.
    pub shares: [u16; 3],
    /// The same in percent.
    pub percents: [String; 3],
}

/// The schedules of an exploration that has no map. None where they are no picture either: where there is one alone, or too
/// many states.
pub(super) fn depths(explorer: &mut Explorer<'_>, sorted: &Sorted) -> Option<DepthsView> {
    let scenario = explorer.scenario();
    let depths = counted(explorer, |end| sorted.groups[sorted.kind_of(&end.outcome)].bad)?;
    if depths.len() < 2 || sorted.groups.iter().all(|group| group.bad == sorted.groups[0].bad) {
        return None;
    }
    let why = match (scenario.processes.len(), scenario.faults.is_empty()) {
        (2, true) => "There is no map: more can happen here than a grid of two processes' steps can show.".to_owned(),
        (2, false) => "There is no map: it has a direction for each of two processes and none for a fault.".to_owned(),
        (1, _) => "There is no map: it shows two processes, and here is one.".to_owned(),
        (many, _) => format!("There is no map: it shows two processes, and here are {many}."),
    };
    let bad = sorted.groups.iter().filter(|group| group.bad).count();
    let lost = if bad == sorted.worst.kinds { format!("with {}", sorted.worst.words) } else { "badly".to_owned() };
    let view = |depth: &crate::check::depths::Depth| {
        let counts = [depth.lost, depth.open, depth.safe];
        DepthView {
            shares: counts.map(|count| super::share(count, sorted.all)),
            percents: counts.map(|count| percent(count, sorted.all)),
        }
    };
    Some(DepthsView { why, lost, depths: depths.iter().map(view).collect() })
}
