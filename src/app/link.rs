//! The address: `scenario=race-loose&switch=key:unique&schedule=W1.W2.crash-W1&step=2`.
//!
//! Names stand in it, never indices, and it is written as short as it can be: what is as it opens is left out, and no
//! `v` means version 1. A broken part is explained, and the nearest valid moment is shown.

mod read;
mod resolve;
mod write;

pub use read::parse;
pub use resolve::resolve;
pub use write::{print, start};

use super::model::{Open, Presentation};

/// What the query and the hash say, before anything of it is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// `scenario`.
    pub scenario: Option<String>,
    /// `switch`: names of switches and positions.
    pub switches: Vec<(String, String)>,
    /// `workers`.
    pub workers: Option<u32>,
    /// `faults`: how many crashes.
    pub crashes: Option<u32>,
    /// `with`: names of switches and positions of the design beside it.
    pub with: Vec<(String, String)>,
    /// `schedule`: its items as written.
    pub schedule: Option<Vec<String>>,
    /// `step`.
    pub step: Option<Step>,
    /// Parts that could not be read at all, in words.
    pub unreadable: Vec<String>,
}

/// `step=…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// After this many steps.
    After(usize),
    /// `end`.
    End,
}

/// An address, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The moment it names.
    pub link: Link,
    /// How the page is shown.
    pub presentation: Presentation,
    /// Parts that mean nothing here.
    pub ignored: Vec<String>,
}

/// What a link comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The moment, or the nearest valid one; none where no scenario can be told.
    pub open: Option<Open>,
    /// A sentence for every part that could not be met.
    pub troubles: Vec<String>,
}

/// The engine's version in links. A link without `v` is of version 1.
pub const VERSION: u32 = 1;

/// Items of a schedule that a link may carry: more would not fit the 16 kB that hosts let through.
pub const ITEMS_MAX: usize = 4_000;
