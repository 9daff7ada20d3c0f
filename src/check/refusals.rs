//! In how many schedules UNIQUE refuses a row. That is in no state, because states which differ only in what lies behind them are
//! one; but an edge that refuses marks every way through it. A second walk counts those, for whoever asks.

use super::count::Count;
use super::edge::Edge;
use super::explore::{EndId, Explorer, Ways};
use super::graph::Node;
use super::nodes::NO_NOTE;
use super::ways::Lists;

/// The count of schedules in which a row is refused: started when all schedules are counted, and run in slices.
#[derive(Debug)]
pub struct Refusals {
    /// For each node that is settled which of the lists are the ways on from it that refuse.
    known: Vec<u32>,
    lists: Lists,
    /// The nodes from the start to where the walk is, each with its edges and the place of the next.
    path: Vec<(Node, Vec<Edge>, usize)>,
    start: Node,
}

impl Refusals {
    /// Before its first slice. None before the exploration's end.
    #[must_use]
    pub fn new(explorer: &mut Explorer<'_>) -> Option<Self> {
        explorer.total()?;
        let start = explorer.graph.start();
        let mut refusals = Self { known: Vec::new(), lists: Lists::default(), path: Vec::new(), start };
        if explorer.graph.refuses() {
            refusals.path.push((start, explorer.graph.edges(start), 0));
        } else {
            refusals.settle(explorer, start, &[]);
        }
        Some(refusals)
    }

    /// Goes on, over at most `edges` edges of the exploration it was begun for: is all counted?
    pub fn run(&mut self, explorer: &mut Explorer<'_>, edges: usize) -> bool {
        for _ in 0..edges {
            let Some((_, ways, next)) = self.path.last_mut() else { break };
            if let Some(edge) = ways.get(*next) {
                *next += 1;
                // Past an edge that refuses, every way counts: that many are known.
                if !edge.refuses && self.known.get(edge.to.0 as usize).is_none_or(|number| *number == NO_NOTE) {
                    let to = edge.to;
                    self.path.push((to, explorer.graph.edges(to), 0));
                }
            } else if let Some((node, ways, _)) = self.path.pop() {
                self.settle(explorer, node, &ways);
            }
        }
        self.path.is_empty()
    }

    /// How many schedules refuse at least one row, by kind of end; kinds that none of them ends with are left out. None before
    /// all are counted.
    #[must_use]
    pub fn ways(&self) -> Option<&[(EndId, Count)]> {
        self.path.is_empty().then(|| self.lists.list(self.known[self.start.0 as usize]))
    }

    fn settle(&mut self, explorer: &Explorer<'_>, node: Node, edges: &[Edge]) {
        for edge in edges {
            if edge.refuses {
                let ways = explorer.known(edge.to).expect("every node of an exploration that is done is known");
                for (end, count) in ways {
                    self.lists.add(*end, count.times(u32::from(edge.many)));
                }
            } else {
                self.lists.add_list(self.known[edge.to.0 as usize], u32::from(edge.many));
            }
        }
        let index = node.0 as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, NO_NOTE);
        }
        self.known[index] = self.lists.settle();
    }
}

/// How many schedules refuse at least one row, by kind of end. None before the exploration's end.
#[must_use]
pub fn refused(explorer: &mut Explorer<'_>) -> Option<Ways> {
    let mut refusals = Refusals::new(explorer)?;
    while !refusals.run(explorer, usize::MAX) {}
    refusals.ways().map(<[_]>::to_vec)
}
