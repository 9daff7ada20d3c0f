//! Processes that nothing can tell apart: a key lists them in the order of what is private to each, so that those who
//! change places change nothing.

use super::relevance::Relevance;
use crate::lang::scenario::{ProcessId, Scenario};

/// The places of processes that are alike, two at least.
#[derive(Debug)]
pub(super) struct Alike(Vec<Vec<usize>>);

impl Alike {
    /// Those of a scenario.
    pub(super) fn of(scenario: &Scenario, relevance: &Relevance) -> Self {
        let alike = scenario.process_ids().map(|first| {
            let places = scenario.process_ids().filter(|id| relevance.like(*id) == first);
            places.map(ProcessId::index).collect::<Vec<_>>()
        });
        Self(alike.filter(|places| places.len() > 1).collect())
    }

    /// Is everyone unlike the others?
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sorts them among themselves. By insertion: a step leaves all but one in order.
    pub(super) fn sort(&self, key: &mut [u32]) {
        for places in &self.0 {
            for end in 1..places.len() {
                let mut at = end;
                while at > 0 && key[places[at - 1]] > key[places[at]] {
                    key.swap(places[at - 1], places[at]);
                    at -= 1;
                }
            }
        }
    }
}
