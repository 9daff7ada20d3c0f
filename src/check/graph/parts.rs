//! A state cut into what is shared and what is private to each process, and the numbers of both.

use super::Graph;
use crate::lang::scenario::ProcessId;
use crate::sim::process::ProcessState;
use crate::sim::state::State;

impl Graph<'_> {
    pub(super) fn number_shared(&mut self, shared: State) -> u32 {
        let (number, new) = self.shareds.number(shared);
        if new {
            self.rows += self.shareds.value(number).tables.iter().map(|rows| rows.len()).sum::<usize>();
        }
        number
    }

    pub(super) fn number_private(&mut self, private: (ProcessId, ProcessState)) -> u32 {
        let (number, new) = self.privates.number(private);
        if new {
            self.rows += self.privates.value(number).1.rows();
        }
        number
    }

    /// What is shared, and what is private to each process, both without what does not matter.
    pub(super) fn parts(&self, state: &State) -> (State, Vec<(ProcessId, ProcessState)>) {
        let processes = self.scenario.process_ids().map(|id| self.private(id, &state.processes[id.index()])).collect();
        let mut shared = State { processes: Vec::new(), ..state.clone() };
        self.relevance.clear_shared(&mut shared);
        (shared, processes)
    }

    pub(super) fn private(&self, process: ProcessId, state: &ProcessState) -> (ProcessId, ProcessState) {
        let mut private = state.clone();
        self.relevance.clear_private(self.scenario, process, &mut private);
        (self.relevance.like(process), private)
    }
}
