//! Every schedule of a scenario: states merge, complete schedules are counted exactly.
//!
//! # What a schedule is
//! A sequence of labelled choices (this process steps, this process dies) until no action but a fault is possible. A
//! fault is always optional. Processes are labelled even when they are alike: two workers of three steps each have
//! C(6, 3) = 20 schedules.
//!
//! # How it is counted
//! A state is a node, what is private to a process and what is shared are interned apart, and one step of a process is
//! looked up by (private, shared), so the interpreter runs once for each such pair and not once for each edge. Workers
//! that are alike are interchangeable: a node lists what is private to each, sorted, and an edge stands for as many
//! actions as processes are in the same place. Every action uses something up, so the graph has no cycle, and one walk in
//! depth gives every node the exact number of ways to go on from it, by kind of end.

use std::collections::{BTreeMap, HashMap};

use super::count::Count;
use super::edge::Edge;
use super::expectation::{Answer, Verdict, answer, judge_end};
use super::graph::{Graph, Node};
use super::nodes::NO_NOTE;
use super::outcome::Outcome;
use super::relevance::Merging;
use super::ways::Lists;
use crate::lang::claim::{Claim, Scope};
use crate::lang::scenario::Scenario;
use crate::sim::readiness::complete;
use crate::sim::state::State;

/// States at most; a larger scenario is told as "stopped", never as a count.
pub const STATES_MAX: usize = 2_000_000;

/// Kinds of end at most: each state keeps a count for each kind that it can lead to. More is told as "stopped".
pub const END_KINDS_MAX: usize = 1_024;

/// Rows kept at most, of all states together: 64 bytes each and what is in them. More is told as "stopped".
pub const ROWS_KEPT_MAX: usize = 4_000_000;

/// What is known of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// Every schedule is counted.
    Done,
    /// [`STATES_MAX`], [`ROWS_KEPT_MAX`] or [`END_KINDS_MAX`] was reached: nothing is known of what was not seen.
    Stopped,
}

/// A kind of end, named by its place in [`Explorer::ends`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndId(pub u16);

impl EndId {
    /// Its place in the list.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of end: what came of the run, and which claims over every schedule hold of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// What came of it.
    pub outcome: Outcome,
    /// Each claim over every schedule, in order of declaration: does it hold?
    pub claims: Vec<bool>,
    /// The answer to the file's question; none where it asks none, or where it cannot be told.
    pub answer: Option<Answer>,
}

/// How many schedules lead to each kind of end; ends that none leads to are left out.
pub type Ways = Vec<(EndId, Count)>;

/// An exploration: started, run in slices, and asked when it is done.
#[derive(Debug)]
pub struct Explorer<'a> {
    pub(super) graph: Graph<'a>,
    /// Claims over every schedule: ends are told apart by which of them hold.
    claims: Vec<&'a Claim>,
    /// The graph notes of each node that is settled which of these are the ways from it.
    lists: Lists,
    ends: Vec<End>,
    numbered: HashMap<End, EndId>,
    /// The nodes from the start to where the walk is.
    path: Vec<Stop>,
    /// The edges of those nodes, those of one node together.
    edges: Vec<Edge>,
    /// For each of those, the ways from where it leads, as far as they are known.
    onward: Vec<u32>,
    edges_walked: usize,
    states_max: usize,
    progress: Progress,
}

/// A node that the walk has come to and not yet left.
#[derive(Clone, Copy, Debug)]
struct Stop {
    node: Node,
    /// Where its edges begin.
    edges: usize,
    /// The edge to walk next.
    next: usize,
}

impl<'a> Explorer<'a> {
    /// An exploration before its first slice.
    #[must_use]
    pub fn new(scenario: &'a Scenario, merging: Merging) -> Self {
        Self::bounded(scenario, merging, STATES_MAX)
    }

    /// The same with a bound of its own.
    #[must_use]
    pub fn bounded(scenario: &'a Scenario, merging: Merging, states_max: usize) -> Self {
        let mut graph = Graph::new(scenario, merging);
        let edges = graph.edges(graph.start());
        let onward = vec![NO_NOTE; edges.len()];
        let path = vec![Stop { node: graph.start(), edges: 0, next: 0 }];
        let everywhere = scenario.expects.iter().filter(|expect| matches!(expect.scope, Scope::Schedules(_)));
        Self {
            graph,
            claims: everywhere.map(|expect| &expect.claim).collect(),
            lists: Lists::default(),
            ends: Vec::new(),
            numbered: HashMap::new(),
            path,
            edges,
            onward,
            edges_walked: 0,
            states_max,
            progress: Progress::Working,
        }
    }

    /// Goes on, over at most `edges` edges. The result does not depend on how the work is cut.
    pub fn run(&mut self, edges: usize) -> Progress {
        for _ in 0..edges {
            if self.progress != Progress::Working {
                break;
            }
            self.step();
        }
        self.progress
    }

    /// Goes on to the end.
    pub fn finish(&mut self) -> Progress {
        while self.run(usize::MAX) == Progress::Working {}
        self.progress
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &'a Scenario {
        self.graph.scenario()
    }

    /// What is shared, of every state that was seen: rows, deliveries, the clock. Two states that differ only in where
    /// their processes stand are one of these.
    pub fn all_shared(&self) -> impl Iterator<Item = &State> {
        self.graph.all_shared()
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// States seen so far.
    #[must_use]
    pub fn states(&self) -> usize {
        self.graph.len()
    }

    /// Edges walked so far.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges_walked
    }

    /// Every kind of end that was seen, in the order of [`EndId`].
    #[must_use]
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The same ways, told apart by kind of end alone, in the order of outcomes.
    #[must_use]
    pub fn by_outcome(&self, ways: &[(EndId, Count)]) -> Vec<(&Outcome, Count)> {
        let mut merged: BTreeMap<&Outcome, Count> = BTreeMap::new();
        for (end, count) in ways {
            let sum = merged.entry(&self.ends[end.0 as usize].outcome).or_insert(Count::ZERO);
            *sum = sum.plus(*count);
        }
        merged.into_iter().collect()
    }

    /// How many complete schedules there are, by kind of end. None before the end.
    #[must_use]
    pub fn total(&self) -> Option<&[(EndId, Count)]> {
        self.known(self.graph.start())
    }

    /// How many ways go on from this state, by kind of end. None where it is not known: before the end, or for a state that
    /// no schedule of the scenario reaches.
    #[must_use]
    pub fn from(&self, state: &State) -> Option<&[(EndId, Count)]> {
        self.known(self.graph.node_of(state)?)
    }

    /// The kind of end that a state is, where a run may end in it. None for a state that no schedule ends in.
    #[must_use]
    pub fn end_at(&self, state: &State) -> Option<EndId> {
        self.numbered.get(&self.judged(state)).copied().filter(|_| complete(self.scenario(), state))
    }

    /// The kind of end that a node is; none where a process can still step.
    pub(super) fn end_of(&mut self, node: Node) -> Option<EndId> {
        if self.graph.edges(node).iter().all(|edge| edge.kind.is_fault()) {
            self.end(&self.graph.state(node))
        } else {
            None
        }
    }

    pub(super) fn known(&self, node: Node) -> Option<&[(EndId, Count)]> {
        let number = Some(self.graph.note(node)).filter(|number| *number != NO_NOTE)?;
        Some(self.lists.list(number))
    }

    /// One edge further along the path, or back from a node whose edges have all been walked.
    fn step(&mut self) {
        let stop = self.path.last_mut().expect("the path is empty only when all is done");
        match self.edges.get(stop.next) {
            Some(Edge { to, .. }) => {
                let (to, at) = (*to, stop.next);
                stop.next += 1;
                self.edges_walked += 1;
                if self.onward[at] == NO_NOTE {
                    // It may have been settled since.
                    self.onward[at] = self.graph.note(to);
                }
                if self.graph.len() > self.states_max || self.graph.rows() > ROWS_KEPT_MAX {
                    self.progress = Progress::Stopped;
                } else if self.onward[at] == NO_NOTE {
                    self.enter(to);
                }
            }
            None => {
                let Stop { node, edges, .. } = *stop;
                self.path.pop();
                self.settle(node, edges);
            }
        }
    }

    /// Goes on from a node that no one has been to.
    fn enter(&mut self, node: Node) {
        let edges = self.edges.len();
        self.graph.expand(node, &mut self.edges);
        let graph = &self.graph;
        self.onward.extend(self.edges[edges..].iter().map(|edge| graph.note(edge.to)));
        self.path.push(Stop { node, edges, next: edges });
    }

    /// The ways from a node: the one that ends here, and those of its edges.
    fn settle(&mut self, node: Node, edges: usize) {
        // Faults come last.
        if self.edges.get(edges).is_none_or(|edge| edge.kind.is_fault()) {
            let Some(end) = self.end(&self.graph.state(node)) else {
                self.progress = Progress::Stopped;
                return;
            };
            self.lists.add(end, Count::ONE);
        }
        for (edge, onward) in self.edges.drain(edges..).zip(self.onward.drain(edges..)) {
            self.lists.add_list(onward, u32::from(edge.many));
        }
        let number = self.lists.settle();
        assert!(!self.lists.list(number).is_empty(), "a state from which no schedule ends");
        self.graph.set_note(node, number);
        match self.path.last() {
            // The edge that led here is the one before the next.
            Some(before) => self.onward[before.next - 1] = number,
            None => self.progress = Progress::Done,
        }
    }

    /// The kind of end that a state is; none where there are more than [`END_KINDS_MAX`].
    fn end(&mut self, state: &State) -> Option<EndId> {
        let end = self.judged(state);
        if let Some(known) = self.numbered.get(&end) {
            return Some(*known);
        }
        let id = EndId(u16::try_from(self.ends.len()).ok().filter(|id| usize::from(*id) < END_KINDS_MAX)?);
        self.numbered.insert(end.clone(), id);
        self.ends.push(end);
        Some(id)
    }

    fn judged(&self, state: &State) -> End {
        let scenario = self.graph.scenario();
        let holds = |claim: &&Claim| judge_end(scenario, state, claim) == Verdict::Holds;
        End {
            outcome: Outcome::of(scenario, state),
            claims: self.claims.iter().map(holds).collect(),
            answer: scenario.predict.as_ref().and_then(|predict| answer(scenario, state, &predict.answer).ok()),
        }
    }
}

/// The number of schedules over all outcomes.
#[must_use]
pub fn sum(ways: &[(EndId, Count)]) -> Count {
    ways.iter().fold(Count::ZERO, |sum, (_, count)| sum.plus(*count))
}
