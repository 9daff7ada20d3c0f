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
//! depth gives every node the exact number of ways to go on from it, by outcome.

use std::collections::HashMap;
use std::rc::Rc;

use super::count::Count;
use super::graph::{Edge, Graph, Node};
use super::outcome::Outcome;
use super::relevance::Merging;
use crate::lang::scenario::Scenario;
use crate::sim::state::State;

/// States at most; a larger scenario is told as "stopped", never as a count.
pub const STATES_MAX: usize = 2_000_000;

/// What is known of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// Every schedule is counted.
    Done,
    /// [`STATES_MAX`] was reached: nothing is known of what was not seen.
    Stopped,
}

/// An outcome, named by its place in [`Explorer::outcomes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeId(pub u16);

/// How many schedules lead to each outcome; outcomes that none leads to are left out.
pub type Ways = Vec<(OutcomeId, Count)>;

/// An exploration: started, run in slices, and asked when it is done.
#[derive(Debug)]
pub struct Explorer<'a> {
    pub(super) graph: Graph<'a>,
    /// For each node, how many ways go on from it, by outcome; empty until it is known.
    ways: Vec<Rc<[(OutcomeId, Count)]>>,
    outcomes: Vec<Outcome>,
    numbered: HashMap<Outcome, OutcomeId>,
    /// The nodes from the start to where the walk is, each with the next of its edges.
    path: Vec<(Node, usize)>,
    edges_walked: usize,
    states_max: usize,
    progress: Progress,
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
        let graph = Graph::new(scenario, merging);
        let path = vec![(graph.start(), 0)];
        let (outcomes, numbered) = (Vec::new(), HashMap::new());
        Self {
            graph,
            ways: Vec::new(),
            outcomes,
            numbered,
            path,
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

    /// Every outcome that was seen, in the order of [`OutcomeId`].
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// How many complete schedules there are, by outcome. None before the end.
    #[must_use]
    pub fn total(&self) -> Option<&[(OutcomeId, Count)]> {
        self.known(self.graph.start())
    }

    /// How many ways go on from this state, by outcome. None where it is not known: before the end, or for a state that
    /// no schedule of the scenario reaches.
    #[must_use]
    pub fn from(&self, state: &State) -> Option<&[(OutcomeId, Count)]> {
        self.known(self.graph.node_of(state)?)
    }

    pub(super) fn known(&self, node: Node) -> Option<&[(OutcomeId, Count)]> {
        let ways = self.ways.get(node.index())?;
        (!ways.is_empty()).then_some(ways)
    }

    /// One edge further along the path, or back from a node whose edges have all been walked.
    fn step(&mut self) {
        let (node, next) = self.path.last_mut().expect("the path is empty only when all is done");
        let node = *node;
        let edges = self.graph.edges(node);
        match edges.get(*next) {
            Some(edge) => {
                *next += 1;
                let to = edge.to;
                self.edges_walked += 1;
                if self.graph.len() > self.states_max {
                    self.progress = Progress::Stopped;
                } else if self.known(to).is_none() {
                    self.path.push((to, 0));
                }
            }
            None => {
                self.path.pop();
                self.settle(node);
                if self.path.is_empty() {
                    self.progress = Progress::Done;
                }
            }
        }
    }

    /// The ways from a node: the one that ends here, and those of its edges.
    fn settle(&mut self, node: Node) {
        let mut ways: Ways = Vec::new();
        if self.graph.complete(node) {
            let outcome = self.numbered(Outcome::of(self.graph.scenario(), &self.graph.state(node)));
            add(&mut ways, outcome, Count::ONE);
        }
        for Edge { to, many, .. } in self.graph.edges(node).iter() {
            for (outcome, count) in self.ways[to.index()].iter() {
                add(&mut ways, *outcome, count.times(*many));
            }
        }
        assert!(!ways.is_empty(), "a state from which no schedule ends: {node:?}");
        if self.ways.len() <= node.index() {
            self.ways.resize(node.index() + 1, Rc::default());
        }
        self.ways[node.index()] = ways.into();
    }

    fn numbered(&mut self, outcome: Outcome) -> OutcomeId {
        let next = OutcomeId(u16::try_from(self.outcomes.len()).expect("a scenario has few outcomes"));
        *self.numbered.entry(outcome).or_insert_with_key(|outcome| {
            self.outcomes.push(outcome.clone());
            next
        })
    }
}

/// Adds to the ways of one outcome.
fn add(ways: &mut Ways, outcome: OutcomeId, count: Count) {
    match ways.binary_search_by_key(&outcome, |(outcome, _)| *outcome) {
        Ok(at) => ways[at].1 = ways[at].1.plus(count),
        Err(at) => ways.insert(at, (outcome, count)),
    }
}

/// The number of schedules over all outcomes.
#[must_use]
pub fn sum(ways: &[(OutcomeId, Count)]) -> Count {
    ways.iter().fold(Count::ZERO, |sum, (_, count)| sum.plus(*count))
}
