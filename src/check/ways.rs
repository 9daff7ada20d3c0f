//! How many ways go on from each node, by kind of end. Nodes with the same ways share one list of them: workers told apart
//! have as many as there are orders of them.

use std::ops::Range;

use super::count::Count;
use super::explore::EndId;
use super::graph::Node;
use super::numbered::{Places, mixed};

/// The ways from every node that is settled.
#[derive(Debug, Default)]
pub(super) struct WaysOfNodes {
    /// The number of each node's list; [`UNKNOWN`] before it is settled.
    numbers: Vec<u32>,
    lists: Lists,
    /// The node that is being settled: by kind of end, zero where it has no way to it.
    sums: Vec<Count>,
    /// The kinds of end that it has a way to.
    ends: Vec<EndId>,
    /// The same as a list.
    list: Vec<(EndId, Count)>,
}

/// Every list once, by number.
#[derive(Debug, Default)]
struct Lists {
    ways: Vec<(EndId, Count)>,
    ranges: Vec<Range<u32>>,
    places: Places,
}

const UNKNOWN: u32 = u32::MAX;

impl WaysOfNodes {
    /// The ways from a node, in the order of kinds of end; none before it is settled.
    pub(super) fn of(&self, node: Node) -> Option<&[(EndId, Count)]> {
        let number = self.numbers.get(node.index()).filter(|number| **number != UNKNOWN)?;
        Some(self.lists.list(*number))
    }

    /// Adds ways to the node that is being settled.
    pub(super) fn add(&mut self, end: EndId, count: Count) {
        if self.sums.len() <= end.index() {
            self.sums.resize(end.index() + 1, Count::ZERO);
        }
        add(&mut self.sums, &mut self.ends, end, count);
    }

    /// Adds those of a node that it leads to, in so many ways.
    ///
    /// # Panics
    /// Where that one is not settled.
    pub(super) fn add_of(&mut self, to: Node, many: u32) {
        for (end, count) in self.lists.list(self.numbers[to.index()]) {
            let count = if many == 1 { *count } else { count.times(many) };
            add(&mut self.sums, &mut self.ends, *end, count);
        }
    }

    /// What was added are the ways from this node.
    ///
    /// # Panics
    /// Where nothing was: from every state some schedule ends.
    pub(super) fn settle(&mut self, node: Node) {
        assert!(!self.ends.is_empty(), "a state from which no schedule ends: {node:?}");
        self.ends.sort_unstable();
        self.list.clear();
        let sums = &mut self.sums;
        self.list.extend(self.ends.drain(..).map(|end| (end, std::mem::replace(&mut sums[end.index()], Count::ZERO))));
        if self.numbers.len() <= node.index() {
            self.numbers.resize(node.index() + 1, UNKNOWN);
        }
        self.numbers[node.index()] = self.lists.number(&self.list);
    }
}

fn add(sums: &mut [Count], ends: &mut Vec<EndId>, end: EndId, count: Count) {
    let sum = &mut sums[end.index()];
    if sum.is_zero() {
        ends.push(end);
    }
    *sum = sum.plus(count);
}

impl Lists {
    fn list(&self, number: u32) -> &[(EndId, Count)] {
        let range = &self.ranges[number as usize];
        &self.ways[range.start as usize..range.end as usize]
    }

    fn number(&mut self, list: &[(EndId, Count)]) -> u32 {
        let hash = list.iter().fold(0, |hash, (end, count)| mixed(mixed(hash, u64::from(end.0)), count.lowest_digit()));
        match self.places.find(hash, |number| self.list(number) == list) {
            Ok(number) => number,
            Err(free) => {
                let place = |at: usize| u32::try_from(at).expect("memory ends before 2³² counts");
                let start = place(self.ways.len());
                self.ways.extend_from_slice(list);
                self.ranges.push(start..place(self.ways.len()));
                self.places.take(free, hash)
            }
        }
    }
}
