//! One simplest schedule that ends in a wanted way: fewest faults, then preemptions, then steps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::count::Count;
use super::edge::{Edge, Kind};
use super::explore::{End, EndId, Explorer};
use super::graph::{Node, Private};
use super::trace::Trace;
use crate::lang::scenario::{Fault, ProcessId, Scenario};
use crate::sim::action::Action;
use crate::sim::readiness::readiness;
use crate::sim::state::State;

/// What a schedule costs a person to follow, the dearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cost {
    /// Faults that strike.
    pub faults: u32,
    /// Times that another process goes on while the one that ran last could have.
    pub preemptions: u32,
    /// Actions in all.
    pub steps: u32,
}

/// What a schedule costs.
#[must_use]
pub fn cost(scenario: &Scenario, trace: &Trace) -> Cost {
    let mut cost = Cost::default();
    let mut runs: Option<ProcessId> = None;
    for (at, action) in trace.actions().enumerate() {
        cost.steps += 1;
        let can_step = |process: &ProcessId, state: &State| readiness(scenario, state, Action::Step(*process)).is_ok();
        cost.faults += u32::from(action.is_fault());
        if let Some(process) = action.process().filter(|_| acts(action)) {
            let left = runs.filter(|last| *last != process && can_step(last, &trace.states[at]));
            cost.preemptions += u32::from(left.is_some());
            let goes_on = |process: &ProcessId| trace.states[at + 1].processes[process.index()].next().is_some();
            runs = Some(process).filter(goes_on);
        } else if let Some(process) = action.process() {
            runs = runs.filter(|last| *last != process);
        }
    }
    cost
}

/// Does the process of this action go on by it? It steps, or something goes wrong with its step; it does not die.
fn acts(action: Action) -> bool {
    match action {
        Action::Step(_) => true,
        Action::Strike(fault, _) => fault != Fault::Crash,
        Action::LeaseEnds(_) | Action::StrikeJob(..) => false,
    }
}

/// The number of steps after which every way on from this run's states ends in a wanted way: from there on it can no
/// longer be avoided. None where the run itself does not end so.
#[must_use]
pub fn decided_after(explorer: &Explorer<'_>, trace: &Trace, wanted: impl Fn(&End) -> bool) -> Option<usize> {
    let decided = |state: &State| {
        let ways = explorer.from(state)?;
        Some(ways.iter().all(|(end, _)| wanted(&explorer.ends()[end.0 as usize])))
    };
    let still_open = trace.states.iter().rposition(|state| decided(state) != Some(true));
    match still_open {
        None => Some(0),
        Some(last) if last + 1 < trace.states.len() => Some(last + 1),
        Some(_) => None,
    }
}

/// One simplest complete schedule that ends in a wanted way, always the same one. None where no schedule does, or
/// before the exploration's end.
#[must_use]
pub fn simplest(explorer: &mut Explorer<'_>, wanted: impl Fn(&End) -> bool) -> Option<Trace> {
    let wanted: Vec<bool> = explorer.ends().iter().map(wanted).collect();
    let leads = |ways: &[(EndId, Count)]| ways.iter().any(|(end, _)| wanted[end.0 as usize]);
    if !leads(explorer.total()?) {
        return None;
    }
    let ends = |explorer: &mut Explorer<'_>, node| explorer.end_of(node).is_some_and(|end| wanted[end.0 as usize]);
    let path = cheapest_path(explorer, leads, ends)?;
    Some(with_names(explorer, &path))
}

/// One simplest run to a moment in which the rows are as wanted, always the same one; the schedule stops there. None
/// where no schedule has such a moment, or before the exploration's end.
#[must_use]
pub fn simplest_to(explorer: &mut Explorer<'_>, wanted: impl Fn(&State) -> bool) -> Option<Trace> {
    // What is shared is a far shorter list than the states: a search that finds nothing would walk all of those.
    if explorer.total().is_none() || !explorer.all_shared().any(&wanted) {
        return None;
    }
    let reached = |explorer: &mut Explorer<'_>, node| wanted(&explorer.graph.state(node));
    let path = cheapest_path(explorer, |_| true, reached)?;
    Some(with_names(explorer, &path))
}

/// A node, and where the process stands that ran last and could go on.
type Place = (Node, Option<Private>);

/// How each place was reached at least cost: from which place before it, by number, and along which edge.
type Came = HashMap<Place, (Cost, Option<(usize, Edge)>)>;

/// Dijkstra's search for a node that `reached` accepts, over edges whose ways on may still `lead` to one.
fn cheapest_path(
    explorer: &mut Explorer<'_>,
    leads: impl Fn(&[(EndId, Count)]) -> bool,
    mut reached: impl FnMut(&mut Explorer<'_>, Node) -> bool,
) -> Option<Vec<Edge>> {
    let start: Place = (explorer.graph.start(), None);
    let mut places = vec![start];
    let mut came = Came::from([(start, (Cost::default(), None))]);
    // The number of a place breaks ties: who was seen first goes first.
    let mut open = BinaryHeap::from([Reverse((Cost::default(), 0_usize))]);
    while let Some(Reverse((cost, number))) = open.pop() {
        let place = places[number];
        if came[&place].0 < cost {
            continue;
        }
        if reached(explorer, place.0) {
            return Some(path_to(place, &places, &came));
        }
        let edges = explorer.graph.edges(place.0);
        for edge in edges.iter().filter(|edge| explorer.known(edge.to).is_some_and(&leads)) {
            let (next, dearer) = moved(place, edge, &edges, cost, explorer);
            if came.get(&next).is_none_or(|(known, _)| dearer < *known) {
                came.insert(next, (dearer, Some((number, *edge))));
                places.push(next);
                open.push(Reverse((dearer, places.len() - 1)));
            }
        }
    }
    None
}

fn path_to(end: Place, places: &[Place], came: &Came) -> Vec<Edge> {
    let mut path = Vec::new();
    let mut place = end;
    while let Some((before, edge)) = came[&place].1 {
        path.push(edge);
        place = places[before];
    }
    path.reverse();
    path
}

/// Where an edge leads to, and what it costs to get there.
fn moved((_, runs): Place, edge: &Edge, edges: &[Edge], cost: Cost, explorer: &Explorer<'_>) -> (Place, Cost) {
    let mut cost = Cost { steps: cost.steps + 1, ..cost };
    cost.faults += u32::from(edge.kind.is_fault());
    // Which process it is does not matter to what it is to it.
    let runs = if acts(edge.kind.action(|| ProcessId::new(0))) {
        let can_go_on = |last: &Private| edges.iter().any(|other| other.kind == Kind::Step && other.mover == *last);
        let left = runs.filter(|last| *last != edge.mover && can_go_on(last));
        cost.preemptions += u32::from(left.is_some());
        Some(edge.moved).filter(|moved| explorer.graph.goes_on(*moved))
    } else if edge.kind.has_process() {
        runs.filter(|last| *last != edge.mover)
    } else {
        runs
    };
    ((edge.to, runs), cost)
}

/// The path as a run: of processes that are alike and stand in the same place, the one that ran last acts, else the
/// first.
fn with_names(explorer: &Explorer<'_>, path: &[Edge]) -> Trace {
    let scenario = explorer.scenario();
    let mut trace = Trace::start(scenario);
    let mut runs: Option<ProcessId> = None;
    for edge in path {
        let stands = |process: &ProcessId| explorer.graph.private_of(trace.last(), *process) == Some(edge.mover);
        let mover = || {
            let process = runs.filter(stands).or_else(|| scenario.process_ids().find(stands));
            process.expect("a path leads from state to state, and somebody stands where its edge begins")
        };
        let action = edge.kind.action(mover);
        let taken = trace.take(scenario, action);
        assert!(taken.is_ok(), "an edge is an action that can happen");
        if acts(action) {
            runs = action.process();
        } else if action.process().is_some() {
            runs = runs.filter(|last| Some(*last) != action.process());
        }
    }
    trace
}
