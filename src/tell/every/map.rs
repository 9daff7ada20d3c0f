//! Every schedule of two workers as a path: right is a step of the first, down a step of the second.

use super::kinds::Sorted;
use crate::check::explore::{EndId, Explorer};
use crate::check::map::{Through, map as grid};
use crate::lang::order::sort_by_key;
use crate::lang::program::{CodeIndex, Op};
use crate::lang::scenario::{ProcessId, Scenario};
use crate::tell::inline::Who;

/// The map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapView {
    /// The most steps that each of the two takes.
    pub size: [u32; 2],
    /// The two, by place on the page, and what each does at each of its steps, where that is the same on every path.
    pub labels: [Vec<String>; 2],
    /// The points.
    pub places: Vec<MapPlace>,
    /// The lines.
    pub steps: Vec<MapStep>,
    /// The map in words, for who hears it.
    pub words: String,
}

/// A point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPlace {
    /// Steps of the first and of the second.
    pub at: [u32; 2],
    /// Does every path through it end in a bad way?
    pub lost: bool,
    /// The kinds of end here, by place in [`Verdict::kinds`](super::Verdict::kinds).
    pub ends: Vec<u8>,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapStep {
    /// Where it begins.
    pub from: [u32; 2],
    /// Who steps, 0 or 1.
    pub mover: u8,
    /// The share of the paths along it that end well, in thousandths; 0 and 1000 only where it is exactly so.
    pub well: u16,
}

/// The map of an exploration, where it is a picture.
pub(super) fn map(explorer: &Explorer<'_>, sorted: &Sorted) -> Option<MapView> {
    let grid = grid(explorer)?;
    let scenario = explorer.scenario();
    let kind = |end: &EndId| sorted.kind_of(&explorer.ends()[end.0 as usize].outcome);
    let well = |through: &Through| {
        let all: u128 = through.iter().map(|(_, count)| count).sum();
        let good = through.iter().filter(|(end, _)| !sorted.groups[kind(end)].bad);
        super::share(good.map(|(_, count)| *count).sum::<u128>().into(), all.into())
    };
    let mut size = [0, 0];
    let mut places = Vec::new();
    for place in &grid.places {
        size = [size[0].max(place.at[0]), size[1].max(place.at[1])];
        let mut ends: Vec<u8> = place.ends.iter().map(|(end, _)| kind(end) as u8).collect();
        sort_by_key(&mut ends, |kind| *kind);
        ends.dedup();
        places.push(MapPlace { at: place.at, lost: well(&place.through) == 0, ends });
    }
    let mut labels = [Vec::new(), Vec::new()];
    for mover in 0..2 {
        for at in 0..size[mover] {
            let mut words: Vec<String> = Vec::new();
            for step in grid.steps.iter().filter(|step| step.mover == mover && step.from[mover] == at) {
                for statement in &step.statements {
                    let word = word(scenario, ProcessId::new(mover), *statement);
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
            }
            labels[mover].push(if words.len() == 1 { words.remove(0) } else { String::new() });
        }
    }
    let steps =
        grid.steps.iter().map(|step| MapStep { from: step.from, mover: step.mover as u8, well: well(&step.through) });
    let lost = places.iter().any(|place| place.lost && place.ends.is_empty());
    let names: Vec<_> = scenario.process_ids().map(|id| Who::of(scenario, id).name).collect();
    let hatched = if lost { " In the hatched part no path ends well any more." } else { "" };
    let words = format!(
        "Each path from the top left is a schedule: right is a step of {}, down a step of {}.{hatched}",
        names[0], names[1]
    );
    Some(MapView { size, labels, steps: steps.collect(), places, words })
}

/// The first word of a statement: `read`, `do`, `insert`.
fn word(scenario: &Scenario, process: ProcessId, at: CodeIndex) -> String {
    match scenario.program_of(process).at(at).map(|instruction| &instruction.op) {
        Some(Op::Atomic(atomic)) => atomic.verb().to_owned(),
        Some(Op::Local(_)) | None => String::new(),
    }
}
