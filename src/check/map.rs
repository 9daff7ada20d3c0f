//! Every schedule of two processes as a path on the grid of their progress: right is a step of the first, down a step
//! of the second. Only where nothing else can happen than that one of the two steps.

use super::count::Count;
use super::explore::{EndId, Explorer};
use crate::lang::program::CodeIndex;
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;
use crate::sim::readiness::{complete, enabled};
use crate::sim::state::State;
use crate::sim::{start::start, step::apply};

/// States at most: a wider grid is no picture any more.
const STATES_MAX: usize = 4_000;

/// States at a place of the grid, each with the number of ways to it.
type Arrived = ([u32; 2], Vec<(State, u128)>);

/// How many schedules, by kind of end.
pub type Through = Vec<(EndId, u128)>;

/// The grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Every place that some schedule comes through, the start first.
    pub places: Vec<Place>,
    /// Every step between two places that some schedule takes.
    pub steps: Vec<Step>,
}

/// A point of the grid: how many steps each of the two has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Steps of the first, steps of the second.
    pub at: [u32; 2],
    /// The schedules that come through.
    pub through: Through,
    /// The schedules that end here.
    pub ends: Through,
}

/// A line of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it begins.
    pub from: [u32; 2],
    /// Who steps, 0 or 1.
    pub mover: usize,
    /// The schedules that take it.
    pub through: Through,
    /// The statements that they take with it, in order of their place in the program.
    pub statements: Vec<CodeIndex>,
}

/// The grid of a scenario; none where it has not two processes, where another thing can happen than a step, where it is
/// too wide to be a picture, or before the exploration's end.
#[must_use]
pub fn map(explorer: &Explorer<'_>) -> Option<Map> {
    let scenario = explorer.scenario();
    if scenario.processes.len() != 2 || !scenario.faults.is_empty() {
        return None;
    }
    explorer.total()?;
    let mut map = Map { places: Vec::new(), steps: Vec::new() };
    let mut diagonal: Vec<Arrived> = vec![([0, 0], vec![(start(scenario).ok()?.0, 1)])];
    let mut seen = 0;
    while !diagonal.is_empty() {
        let mut next: Vec<Arrived> = Vec::new();
        for (at, states) in diagonal {
            seen += states.len();
            if seen > STATES_MAX {
                return None;
            }
            let mut place = Place { at, through: Vec::new(), ends: Vec::new() };
            for (state, ways) in &states {
                add(&mut place.through, explorer.from(state)?, *ways)?;
                if complete(scenario, state) {
                    add(&mut place.ends, &[(explorer.end_at(state)?, Count::ONE)], *ways)?;
                }
                for action in enabled(scenario, state) {
                    let Action::Step(process) = action else { return None };
                    let after = apply(scenario, state, action).ok()?.state;
                    let step = step_of(&mut map.steps, at, process);
                    add(&mut step.through, explorer.from(&after)?, *ways)?;
                    if let Some(statement) = state.processes[process.index()].next()
                        && let Err(place) = step.statements.binary_search(&statement)
                    {
                        step.statements.insert(place, statement);
                    }
                    arrive(&mut next, moved(at, process.index()), after, *ways)?;
                }
            }
            map.places.push(place);
        }
        diagonal = next;
    }
    Some(map)
}

/// The place after one more step.
fn moved(mut at: [u32; 2], mover: usize) -> [u32; 2] {
    at[mover] += 1;
    at
}

fn step_of(steps: &mut Vec<Step>, from: [u32; 2], process: ProcessId) -> &mut Step {
    let mover = process.index();
    let at = steps.iter().position(|step| step.from == from && step.mover == mover).unwrap_or_else(|| {
        steps.push(Step { from, mover, through: Vec::new(), statements: Vec::new() });
        steps.len() - 1
    });
    &mut steps[at]
}

/// One more way, or as many, to a state of a place.
fn arrive(next: &mut Vec<Arrived>, at: [u32; 2], state: State, ways: u128) -> Option<()> {
    let place = next.iter().position(|(known, _)| *known == at).unwrap_or_else(|| {
        next.push((at, Vec::new()));
        next.len() - 1
    });
    let states = &mut next[place].1;
    match states.iter_mut().find(|(known, _)| *known == state) {
        Some((_, sum)) => *sum = sum.checked_add(ways)?,
        None => states.push((state, ways)),
    }
    Some(())
}

/// Adds `ways` times what goes on; none past 128 bits.
fn add(through: &mut Through, on: &[(EndId, Count)], ways: u128) -> Option<()> {
    for (end, count) in on {
        let product = count.exact()?.checked_mul(ways)?;
        match through.iter_mut().find(|(known, _)| known == end) {
            Some((_, sum)) => *sum = sum.checked_add(product)?,
            None => through.push((*end, product)),
        }
    }
    Some(())
}
