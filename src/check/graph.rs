//! The states of a scenario as nodes, and what leads from one to the next, made as they are asked for.

mod parts;
mod rest;

use std::collections::HashMap;

use self::rest::refuses;
use super::alike::Alike;
use super::edge::{Edge, Kind};
use super::nodes::Nodes;
use super::numbered::{Numbered, NumberedPairs};
use super::relevance::{Merging, Relevance};
use crate::lang::scenario::{ProcessId, Scenario};
use crate::sim::process::ProcessState;
use crate::sim::start::start;
use crate::sim::state::State;
use crate::sim::step::apply;

/// A state, as far as it matters, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub(super) u32);

/// What is private to a process, by number. Two processes have the same only where they are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Private(u32);

/// What is shared, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Shared(u32);

/// The states seen so far.
#[derive(Debug)]
pub struct Graph<'a> {
    scenario: &'a Scenario,
    relevance: Relevance,
    alike: Alike,
    privates: Numbered<(ProcessId, ProcessState)>,
    shareds: Numbered<State>,
    /// What is private to each process, then what is shared.
    nodes: Nodes,
    /// Who acts and what is shared: looked up for each edge.
    turns: NumberedPairs,
    /// Half of a key and what is shared: the turns of those in it, looked up together, are in `turns_of_halves`.
    halves: NumberedPairs,
    turns_of_halves: Vec<u32>,
    /// How many rows are kept in what is shared and in what is private.
    rows: usize,
    /// What can happen to a process: it steps, and whatever fault the scenario allows.
    kinds: Vec<Kind>,
    /// What each of those turns can do, computed once: one for each kind.
    moves: Vec<Option<Moved>>,
    /// What can happen to the jobs, computed once for each that is shared: with what it leaves behind.
    job_moves: HashMap<Shared, Vec<(Kind, Shared)>>,
    /// Does what a process does hang on where others stand? Then each state is stepped as a whole.
    whole: bool,
    /// Has UNIQUE refused a row anywhere?
    refuses: bool,
    start: Node,
    scratch: Scratch,
}

/// Memory that is used again for each node.
#[derive(Debug, Default)]
struct Scratch {
    before: Vec<u32>,
    turns: Vec<u32>,
    /// The keys after each edge, one behind the other.
    after: Vec<u32>,
}

/// What an action does: to its process, to what is shared, and to those that start when the process has ended.
#[derive(Clone, Debug)]
struct Moved {
    process: Private,
    shared: Shared,
    started: Vec<(ProcessId, Private)>,
    /// Does UNIQUE refuse a row?
    refuses: bool,
}

impl Moved {
    /// The key after it, where the process at this place moves.
    fn change(&self, at: usize, key: &mut [u32]) {
        key[at] = self.process.0;
        for (process, private) in &self.started {
            key[process.index()] = private.0;
        }
        if let Some(shared) = key.last_mut() {
            *shared = self.shared.0;
        }
    }
}

impl<'a> Graph<'a> {
    /// A graph that holds the start.
    pub(super) fn new(scenario: &'a Scenario, merging: Merging) -> Self {
        let Ok((state, _)) = start(scenario) else {
            panic!("check::load has started every scenario it gives out");
        };
        let relevance = Relevance::of(scenario, merging);
        let mut graph = Self {
            scenario,
            alike: Alike::of(scenario, &relevance),
            privates: Numbered::default(),
            shareds: Numbered::default(),
            nodes: Nodes::new(scenario.processes.len() + 1),
            turns: NumberedPairs::default(),
            halves: NumberedPairs::default(),
            turns_of_halves: Vec::new(),
            rows: 0,
            kinds: Kind::of_processes(scenario),
            moves: Vec::new(),
            job_moves: HashMap::new(),
            whole: relevance.whole(),
            refuses: false,
            relevance,
            start: Node(0),
            scratch: Scratch::default(),
        };
        let (shared, privates) = graph.parts(&state);
        let mut key: Vec<u32> = privates.into_iter().map(|private| graph.number_private(private)).collect();
        key.push(graph.number_shared(shared));
        graph.alike.sort(&mut key);
        graph.start = Node(graph.nodes.node(&key));
        graph
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &'a Scenario {
        self.scenario
    }

    /// Before the first step.
    #[must_use]
    pub fn start(&self) -> Node {
        self.start
    }

    /// How many states have been seen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many rows are kept: of each of its tables by everything that differs in one.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Has none been seen? Never: the start is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of a state; none where it has not been seen.
    #[must_use]
    pub fn node_of(&self, state: &State) -> Option<Node> {
        let (shared, privates) = self.parts(state);
        let privates = privates.iter().map(|private| self.privates.known(private));
        let mut key: Vec<u32> = privates.collect::<Option<_>>()?;
        key.push(self.shareds.known(&shared)?);
        self.alike.sort(&mut key);
        self.nodes.known(&key).map(Node)
    }

    /// Where this process stands in a state; none where nobody was seen there.
    #[must_use]
    pub fn private_of(&self, state: &State, process: ProcessId) -> Option<Private> {
        self.privates.known(&self.private(process, &state.processes[process.index()])).map(Private)
    }

    /// The state of a node: with everything cleared that does not matter, and workers that are alike in some order.
    #[must_use]
    pub fn state(&self, node: Node) -> State {
        let (left, right) = self.nodes.key(node.0);
        let (shared, right) = right.split_last().expect("a key ends with what is shared");
        let mut state = self.shareds.value(*shared).clone();
        state.processes = left.iter().chain(right).map(|private| self.privates.value(*private).1.clone()).collect();
        state
    }

    /// What is shared, of every state that was seen.
    pub fn all_shared(&self) -> impl Iterator<Item = &State> {
        self.shareds.values()
    }

    /// What is noted of a node; [`NO_NOTE`](super::nodes::NO_NOTE) before anything is. It costs little for a node that
    /// an edge was just found to lead to.
    pub(super) fn note(&self, node: Node) -> u32 {
        self.nodes.note(node.0)
    }

    /// Notes something of a node.
    pub(super) fn set_note(&mut self, node: Node, note: u32) {
        self.nodes.set_note(node.0, note);
    }

    /// Is there a statement before the process that stands here?
    #[must_use]
    pub fn goes_on(&self, private: Private) -> bool {
        self.privates.value(private.0).1.next().is_some()
    }

    /// What leads on from a node: steps in the order of the processes, then leases that end, then faults.
    pub fn edges(&mut self, node: Node) -> Vec<Edge> {
        let mut edges = Vec::new();
        self.expand(node, &mut edges);
        edges
    }

    /// Adds what leads on from a node to `edges`.
    pub fn expand(&mut self, node: Node, edges: &mut Vec<Edge>) {
        if self.whole {
            return self.expand_whole(node, edges);
        }
        let Scratch { mut before, mut turns, mut after } = std::mem::take(&mut self.scratch);
        before.clear();
        let (left, right) = self.nodes.key(node.0);
        before.extend_from_slice(left);
        before.extend_from_slice(right);
        let (shared, privates) = before.split_last().expect("a key ends with what is shared");
        turns.clear();
        let (left, right) = privates.split_at(self.nodes.left_width());
        let [left_half, right_half] = self.nodes.halves(node.0);
        // A left half has an even number there.
        self.turns_of(left_half * 2, left, Shared(*shared), &mut turns);
        self.turns_of(right_half * 2 + 1, right, Shared(*shared), &mut turns);
        let first = edges.len();
        after.clear();
        for kind in 0..self.kinds.len() {
            for (at, (private, turn)) in privates.iter().zip(&turns).enumerate() {
                let Some(moved) = &self.moves[*turn as usize * self.kinds.len() + kind] else { continue };
                // One edge for all who stand in the same place; only those that are alike can.
                let stands = |other: &&u32| *other == private;
                if !self.alike.is_empty() && privates[..at].iter().any(|other| stands(&other)) {
                    continue;
                }
                let start = after.len();
                after.extend_from_slice(&before);
                moved.change(at, &mut after[start..]);
                self.alike.sort(&mut after[start..]);
                let many = if self.alike.is_empty() { 1 } else { privates[at..].iter().filter(stands).count() as u8 };
                let kind = self.kinds[kind];
                // Where it leads is known once all are asked for.
                let (mover, refuses) = (Private(*private), moved.refuses);
                edges.push(Edge { to: node, mover, moved: moved.process, kind, many, refuses });
            }
            if kind == 0 && self.scenario.queue.is_some() {
                self.add_job_edges(node, Shared(*shared), false, &before, (&mut after, edges));
            }
        }
        if self.scenario.queue.is_some() {
            self.add_job_edges(node, Shared(*shared), true, &before, (&mut after, edges));
        }
        let mut added = edges[first..].iter_mut();
        self.nodes.nodes(node.0, &after, |to| {
            let edge = added.next().expect("a key for each edge");
            edge.to = Node(to);
        });
        self.scratch = Scratch { before, turns, after };
    }

    /// Adds the turns of those in half of a key.
    fn turns_of(&mut self, half: u32, privates: &[u32], shared: Shared, turns: &mut Vec<u32>) {
        let stride = self.nodes.left_width();
        let start = self.halves.number([half, shared.0]) as usize * stride;
        if start == self.turns_of_halves.len() {
            for private in privates {
                let turn = self.turn(Private(*private), shared);
                self.turns_of_halves.push(turn);
            }
            self.turns_of_halves.resize(start + stride, 0);
        }
        turns.extend_from_slice(&self.turns_of_halves[start..start + privates.len()]);
    }

    /// The number of what a process at `mover` can do.
    fn turn(&mut self, mover: Private, shared: Shared) -> u32 {
        let turn = self.turns.number([mover.0, shared.0]);
        if turn as usize * self.kinds.len() == self.moves.len() {
            for kind in self.kinds.clone() {
                let moved = self.find_moved(kind, mover, shared);
                self.moves.push(moved);
            }
        }
        turn
    }

    /// What an action of a process at `mover` does; none where it cannot happen.
    fn find_moved(&mut self, kind: Kind, mover: Private, shared: Shared) -> Option<Moved> {
        let (process, private) = self.privates.value(mover.0).clone();
        if private.is_over() {
            return None;
        }
        let mut state = self.shareds.value(shared.0).clone();
        // The others are as they were before they started: an action reads and changes only those that wait for it.
        state.processes = self.waiting();
        state.processes[process.index()] = private;
        let applied = apply(self.scenario, &state, kind.action(|| process)).ok()?;
        let refuses = refuses(&applied.events);
        self.refuses |= refuses;
        let after = applied.state;
        let started = self
            .scenario
            .process_ids()
            .filter(|id| *id != process && after.processes[id.index()] != state.processes[id.index()]);
        let started: Vec<ProcessId> = started.collect();
        let (shared, privates) = self.parts(&after);
        let mut number = |id: ProcessId| Private(self.number_private(privates[id.index()].clone()));
        let started = started.into_iter().map(|id| (id, number(id))).collect();
        let process = number(process);
        Some(Moved { process, shared: Shared(self.number_shared(shared)), started, refuses })
    }

    /// Every process as it is before its first step.
    fn waiting(&self) -> Vec<ProcessState> {
        let roles = self.scenario.processes.iter().map(|process| process.role);
        roles.map(|role| ProcessState::before(self.scenario, role)).collect()
    }
}
