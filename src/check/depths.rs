//! Every schedule by what is decided after each number of steps: may it still end either way, or not any more?

use std::collections::BTreeMap;

use super::count::Count;
use super::explore::{End, Explorer};
use super::graph::Node;

/// States at most, counted again for each number of steps after which they are reached.
const STATES_MAX: usize = 200_000;

/// All schedules after so many steps. One that has ended before counts as it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// They may still end either way.
    pub open: Count,
    /// Every way on ends badly.
    pub lost: Count,
    /// Every way on ends well.
    pub safe: Count,
}

impl Depth {
    /// Adds as many schedules, of which some can still end badly, and some well.
    fn add(&mut self, schedules: Count, (bad, good): (bool, bool)) {
        let sum = match (bad, good) {
            (true, true) => &mut self.open,
            (true, false) => &mut self.lost,
            (false, _) => &mut self.safe,
        };
        *sum = sum.plus(schedules);
    }
}

/// From before the first step to the end of the longest schedule. None before the exploration's end, and where more states
/// would have to be looked at than a picture is worth.
#[must_use]
pub fn depths(explorer: &mut Explorer<'_>, bad: impl Fn(&End) -> bool) -> Option<Vec<Depth>> {
    explorer.total()?;
    let bad: Vec<bool> = explorer.ends().iter().map(bad).collect();
    let mut depths = Vec::new();
    let mut ended = Depth::default();
    // In order, so that nothing hangs on how a map is laid out.
    let mut reached = BTreeMap::new();
    reached.insert(explorer.graph.start(), Count::ONE);
    let mut seen = 0;
    while !reached.is_empty() {
        seen += reached.len();
        if seen > STATES_MAX {
            return None;
        }
        let mut depth = ended;
        let mut next: BTreeMap<Node, Count> = BTreeMap::new();
        for (node, to_here) in reached {
            let ways = explorer.known(node)?;
            let all = ways.iter().fold(Count::ZERO, |sum, (_, count)| sum.plus(*count));
            let some = |wanted: bool| ways.iter().any(|(end, _)| bad[end.index()] == wanted);
            depth.add(to_here.by(all), (some(true), some(false)));
            if let Some(end) = explorer.end_of(node) {
                ended.add(to_here, (bad[end.index()], !bad[end.index()]));
            }
            for edge in explorer.graph.edges(node) {
                let sum = next.entry(edge.to).or_insert(Count::ZERO);
                *sum = sum.plus(to_here.times(u32::from(edge.many)));
            }
        }
        depths.push(depth);
        reached = next;
    }
    Some(depths)
}
