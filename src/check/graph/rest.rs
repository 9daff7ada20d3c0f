//! What leads on from a node beside the steps of processes: what happens to jobs, and states that are stepped as a whole.

use super::{Edge, Graph, Kind, Node, Private, Shared};
use crate::lang::scenario::ProcessId;
use crate::sim::event::Event;
use crate::sim::readiness::{candidates, enabled};
use crate::sim::step::apply;

/// Stands for no process.
const NOBODY: u32 = u32::MAX;

/// Did UNIQUE refuse a row?
pub(super) fn refuses(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::RowRefused { .. }))
}

impl Graph<'_> {
    /// Does UNIQUE refuse a row anywhere?
    pub(in super::super) fn refuses(&self) -> bool {
        self.refuses
    }

    /// Adds what can happen to the jobs, the faults or the rest.
    pub(super) fn add_job_edges(
        &mut self,
        node: Node,
        shared: Shared,
        faults: bool,
        before: &[u32],
        (after, edges): (&mut Vec<u32>, &mut Vec<Edge>),
    ) {
        if !self.job_moves.contains_key(&shared) {
            let moves = self.find_job_moves(shared);
            self.job_moves.insert(shared, moves);
        }
        for (kind, left) in self.job_moves[&shared].iter().filter(|(kind, _)| kind.is_fault() == faults) {
            after.extend_from_slice(before);
            if let Some(last) = after.last_mut() {
                *last = left.0;
            }
            edges.push(Edge {
                to: node,
                mover: Private(NOBODY),
                moved: Private(NOBODY),
                kind: *kind,
                many: 1,
                refuses: false,
            });
        }
    }

    fn find_job_moves(&mut self, shared: Shared) -> Vec<(Kind, Shared)> {
        let mut state = self.shareds.value(shared.0).clone();
        state.processes = self.waiting();
        let mut moves = Vec::new();
        for action in candidates(self.scenario, &state).filter(|action| action.process().is_none()) {
            if let Ok(step) = apply(self.scenario, &state, action) {
                let (shared, _) = self.parts(&step.state);
                moves.push((Kind::of(action), Shared(self.number_shared(shared))));
            }
        }
        moves
    }

    /// The same, where each state has to be stepped as a whole.
    pub(super) fn expand_whole(&mut self, node: Node, edges: &mut Vec<Edge>) {
        let state = self.state(node);
        for action in enabled(self.scenario, &state) {
            let Ok(step) = apply(self.scenario, &state, action) else { continue };
            let (shared, privates) = self.parts(&step.state);
            let mut key: Vec<u32> = privates.into_iter().map(|private| self.number_private(private)).collect();
            let stands = |process: Option<ProcessId>, key: &[u32]| process.map_or(NOBODY, |id| key[id.index()]);
            let moved = Private(stands(action.process(), &key));
            let (left, right) = self.nodes.key(node.0);
            let before: Vec<u32> = left.iter().chain(right).copied().collect();
            let mover = Private(stands(action.process(), &before));
            key.push(self.number_shared(shared));
            let to = Node(self.nodes.node(&key));
            let refuses = refuses(&step.events);
            self.refuses |= refuses;
            edges.push(Edge { to, mover, moved, kind: Kind::of(action), many: 1, refuses });
        }
    }
}
