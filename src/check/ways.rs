//! How many ways go on from a node, by kind of end. Nodes with the same ways share one list of them: workers told apart have
//! as many as there are orders of them.

use std::ops::Range;

use super::count::Count;
use super::explore::EndId;
use super::numbered::{Places, mixed};

/// Every list of ways once, by number; and the one that is being made.
#[derive(Debug, Default)]
pub(super) struct Lists {
    ways: Vec<(EndId, Count)>,
    ranges: Vec<Range<u32>>,
    places: Places,
    /// Of the node that is being settled: by kind of end, zero where it has no way to it.
    sums: Vec<Count>,
    /// The kinds of end that it has a way to.
    ends: Vec<EndId>,
    /// The same as a list.
    list: Vec<(EndId, Count)>,
}

impl Lists {
    /// The ways with this number, in the order of kinds of end.
    pub(super) fn list(&self, number: u32) -> &[(EndId, Count)] {
        let range = &self.ranges[number as usize];
        &self.ways[range.start as usize..range.end as usize]
    }

    /// Adds ways to the node that is being settled.
    pub(super) fn add(&mut self, end: EndId, count: Count) {
        if self.sums.len() <= end.index() {
            self.sums.resize(end.index() + 1, Count::ZERO);
        }
        add(&mut self.sums, &mut self.ends, end, count);
    }

    /// Adds those with this number, so many times.
    pub(super) fn add_list(&mut self, number: u32, many: u32) {
        let range = &self.ranges[number as usize];
        for (end, count) in &self.ways[range.start as usize..range.end as usize] {
            let count = if many == 1 { *count } else { count.times(many) };
            add(&mut self.sums, &mut self.ends, *end, count);
        }
    }

    /// What was added are the ways from a node: their number.
    pub(super) fn settle(&mut self) -> u32 {
        self.ends.sort_unstable();
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let sums = &mut self.sums;
        list.extend(self.ends.drain(..).map(|end| (end, std::mem::replace(&mut sums[end.index()], Count::ZERO))));
        let number = self.number(&list);
        self.list = list;
        number
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

fn add(sums: &mut [Count], ends: &mut Vec<EndId>, end: EndId, count: Count) {
    let sum = &mut sums[end.index()];
    if sum.is_zero() {
        ends.push(end);
        *sum = count;
    } else {
        *sum = sum.plus(count);
    }
}
