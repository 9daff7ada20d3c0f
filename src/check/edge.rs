//! What leads from a node to the next.

use super::graph::{Node, Private};

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
    /// Where the process stands before.
    pub mover: Private,
    /// Where it stands after.
    pub moved: Private,
    /// What happens.
    pub kind: Kind,
    /// For how many actions it stands: as many as processes stand at `mover`.
    pub many: u8,
    /// Does UNIQUE refuse a row along it?
    pub refuses: bool,
}
