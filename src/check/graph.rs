//! The states of a scenario as nodes, and what leads from one to the next, made as they are asked for.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::relevance::{Merging, Relevance};
use crate::lang::scenario::{ProcessId, Role, Scenario};
use crate::sim::action::{Action, complete};
use crate::sim::process::{Phase, ProcessState};
use crate::sim::state::State;
use crate::sim::step::{apply, start};

/// A state, as far as it matters, by number: in the order they were seen, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(u32);

/// What is private to a process, by number. Two processes have the same only where they are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Private(u32);

/// What is shared, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Shared(u32);

/// What happens along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A process steps.
    Step,
    /// A process dies.
    Crash,
}

/// What leads from a state to the next: an action of a process that stands at `mover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: Node,
    /// What happens.
    pub kind: Kind,
    /// Where the process stands before.
    pub mover: Private,
    /// Where it stands after.
    pub moved: Private,
    /// For how many actions it stands: as many as processes stand at `mover`.
    pub many: u32,
}

/// The states seen so far.
#[derive(Debug)]
pub struct Graph<'a> {
    scenario: &'a Scenario,
    relevance: Relevance,
    privates: Interned<(ProcessId, ProcessState)>,
    shareds: Interned<State>,
    nodes: Interned<Box<[u32]>>,
    edges: Vec<Option<Rc<[Edge]>>>,
    /// What one action does, by who acts and what is shared: looked up for each edge, computed once.
    moves: HashMap<(Kind, Private, Shared), Option<Rc<Moved>>>,
    start: Node,
}

/// What an action does: to its process, to what is shared, and to those that start when the process has ended.
#[derive(Debug)]
struct Moved {
    process: Private,
    shared: Shared,
    started: Vec<(ProcessId, Private)>,
}

impl Node {
    /// Its number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'a> Graph<'a> {
    /// A graph that holds the start.
    pub(super) fn new(scenario: &'a Scenario, merging: Merging) -> Self {
        let Ok((state, _)) = start(scenario) else {
            panic!("check::load has started every scenario it gives out");
        };
        let mut graph = Self {
            scenario,
            relevance: Relevance::of(scenario, merging),
            privates: Interned::default(),
            shareds: Interned::default(),
            nodes: Interned::default(),
            edges: Vec::new(),
            moves: HashMap::new(),
            start: Node(0),
        };
        let (shared, privates) = graph.parts(&state);
        let shared = Shared(graph.shareds.number(shared));
        let privates: Vec<Private> =
            privates.into_iter().map(|private| Private(graph.privates.number(private))).collect();
        graph.start = graph.node(shared, privates);
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
        self.nodes.list.len()
    }

    /// Has none been seen? Never: the start is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.list.is_empty()
    }

    /// The node of a state; none where it has not been seen.
    #[must_use]
    pub fn node_of(&self, state: &State) -> Option<Node> {
        let (shared, privates) = self.parts(state);
        let shared = Shared(self.shareds.known(&shared)?);
        let privates =
            privates.iter().map(|private| self.privates.known(private).map(Private)).collect::<Option<Vec<_>>>()?;
        self.nodes.known(&self.key(shared, privates)).map(Node)
    }

    /// Where this process stands in a state; none where nobody was seen there.
    #[must_use]
    pub fn private_of(&self, state: &State, process: ProcessId) -> Option<Private> {
        self.privates.known(&self.private(process, &state.processes[process.index()])).map(Private)
    }

    /// The state of a node: with everything cleared that does not matter, and workers that are alike in some order.
    #[must_use]
    pub fn state(&self, node: Node) -> State {
        let key = &self.nodes.list[node.index()];
        let mut state = self.shareds.list[key[0] as usize].clone();
        state.processes = key[1..].iter().map(|private| self.privates.list[*private as usize].1.clone()).collect();
        state
    }

    /// What is shared, of every state that was seen.
    pub fn all_shared(&self) -> impl Iterator<Item = &State> {
        self.shareds.list.iter()
    }

    /// Has the process that stands here more to do?
    #[must_use]
    pub fn goes_on(&self, private: Private) -> bool {
        self.privates.list[private.0 as usize].1.next().is_some()
    }

    /// Is nothing but a fault possible in this state?
    #[must_use]
    pub fn complete(&self, node: Node) -> bool {
        complete(self.scenario, &self.state(node))
    }

    /// What leads on from a node: steps in the order of the processes, then faults.
    pub fn edges(&mut self, node: Node) -> Rc<[Edge]> {
        if self.edges.len() <= node.index() {
            self.edges.resize(self.len(), None);
        }
        if let Some(edges) = &self.edges[node.index()] {
            return edges.clone();
        }
        let edges: Rc<[Edge]> = self.find_edges(node).into();
        self.edges[node.index()] = Some(edges.clone());
        edges
    }

    fn find_edges(&mut self, node: Node) -> Vec<Edge> {
        let key = self.nodes.list[node.index()].clone();
        let (shared, privates) = (Shared(key[0]), &key[1..]);
        let mut edges = Vec::new();
        for kind in [Kind::Step, Kind::Crash] {
            for (at, private) in privates.iter().enumerate() {
                // One edge for all who stand in the same place.
                if privates[..at].contains(private) {
                    continue;
                }
                let mover = Private(*private);
                if let Some(moved) = self.moved(kind, mover, shared) {
                    let many = privates.iter().filter(|other| *other == private).count() as u32;
                    let mut after: Vec<Private> = privates.iter().copied().map(Private).collect();
                    after[at] = moved.process;
                    for (process, private) in &moved.started {
                        after[process.index()] = *private;
                    }
                    let to = self.node(moved.shared, after);
                    edges.push(Edge { to, kind, mover, moved: moved.process, many });
                }
            }
        }
        edges
    }

    /// What an action of a process at `mover` does; none where it cannot happen.
    fn moved(&mut self, kind: Kind, mover: Private, shared: Shared) -> Option<Rc<Moved>> {
        if let Some(moved) = self.moves.get(&(kind, mover, shared)) {
            return moved.clone();
        }
        let moved = self.find_moved(kind, mover, shared).map(Rc::new);
        self.moves.insert((kind, mover, shared), moved.clone());
        moved
    }

    fn find_moved(&mut self, kind: Kind, mover: Private, shared: Shared) -> Option<Moved> {
        let (process, private) = self.privates.list[mover.0 as usize].clone();
        if private.is_over() {
            return None;
        }
        let mut state = self.shareds.list[shared.0 as usize].clone();
        // The others are as they were before they started: an action reads and changes only those that wait for it.
        state.processes = self.waiting();
        state.processes[process.index()] = private;
        let action = match kind {
            Kind::Step => Action::Step(process),
            Kind::Crash => Action::Crash(process),
        };
        let after = apply(self.scenario, &state, action).ok()?.state;
        let started = self
            .scenario
            .process_ids()
            .filter(|id| *id != process && after.processes[id.index()] != state.processes[id.index()]);
        let started: Vec<ProcessId> = started.collect();
        let (shared, privates) = self.parts(&after);
        let mut number = |id: ProcessId| Private(self.privates.number(privates[id.index()].clone()));
        let started = started.into_iter().map(|id| (id, number(id))).collect();
        let process = number(process);
        Some(Moved { process, shared: Shared(self.shareds.number(shared)), started })
    }

    /// Every process as it waits for another: a scenario's processes differ from it only in the delivery they hold.
    fn waiting(&self) -> Vec<ProcessState> {
        let waiting = |id| ProcessState {
            phase: Phase::Waiting,
            life: 1,
            turn: 1,
            delivery: match self.scenario.process(id).role {
                Role::Worker(delivery) => Some(delivery),
                Role::Other => None,
            },
            variables: Vec::new(),
            error: None,
        };
        self.scenario.process_ids().map(waiting).collect()
    }

    /// What is shared, and what is private to each process, both without what does not matter.
    fn parts(&self, state: &State) -> (State, Vec<(ProcessId, ProcessState)>) {
        let processes = self.scenario.process_ids().map(|id| self.private(id, &state.processes[id.index()])).collect();
        let mut shared = State { processes: Vec::new(), ..state.clone() };
        self.relevance.clear_shared(&mut shared);
        (shared, processes)
    }

    fn private(&self, process: ProcessId, state: &ProcessState) -> (ProcessId, ProcessState) {
        let mut private = state.clone();
        self.relevance.clear_private(self.scenario, process, &mut private);
        (self.relevance.like(process), private)
    }

    fn node(&mut self, shared: Shared, privates: Vec<Private>) -> Node {
        let key = self.key(shared, privates);
        Node(self.nodes.number(key))
    }

    /// What is shared, then the processes; those that are alike sorted among themselves, so that they are
    /// interchangeable.
    fn key(&self, shared: Shared, privates: Vec<Private>) -> Box<[u32]> {
        let mut key: Vec<u32> = std::iter::once(shared.0).chain(privates.iter().map(|private| private.0)).collect();
        for first in self.scenario.process_ids().filter(|id| self.relevance.like(*id) == *id) {
            let places: Vec<usize> = self
                .scenario
                .process_ids()
                .filter(|id| self.relevance.like(*id) == first)
                .map(|id| id.index() + 1)
                .collect();
            if places.len() > 1 {
                let mut alike: Vec<u32> = places.iter().map(|place| key[*place]).collect();
                alike.sort_unstable();
                places.iter().zip(alike).for_each(|(place, private)| key[*place] = private);
            }
        }
        key.into()
    }
}

/// Values by number, in the order they were first seen. The map is only asked, never walked.
#[derive(Debug)]
struct Interned<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { list: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    fn number(&mut self, value: T) -> u32 {
        let next = u32::try_from(self.list.len()).expect("STATES_MAX keeps it below 2³²");
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.list.push(value.clone());
            next
        })
    }

    fn known(&self, value: &T) -> Option<u32> {
        self.numbers.get(value).copied()
    }
}
