//! The address: `scenario=race-loose&switch=key:unique&schedule=W1.W2.crash-W1&step=2`.
//!
//! Names stand in it, never indices, and it is written as short as it can be: what is as it opens is left out. A broken
//! part is explained, and the nearest valid moment is shown.

use super::model::{Model, Open, Presentation};

/// What the query and the hash say, before anything of it is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// `scenario`.
    pub scenario: Option<String>,
    /// `switch`: names of switches and positions.
    pub switches: Vec<(String, String)>,
    /// `schedule`: its items as written.
    pub schedule: Option<Vec<String>>,
    /// `step`.
    pub step: Option<Step>,
    /// `v`.
    pub version: Option<String>,
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
    /// Names that mean nothing here.
    pub unknown: Vec<String>,
}

/// The engine's version in links. Another number says that the behaviour of runs has changed since.
pub const VERSION: u32 = 1;

/// Reads an address: `query` without `?`, `hash` without `#`. Where the hash names a scenario, the query's state is
/// not asked.
#[must_use]
pub fn parse(query: &str, hash: &str) -> Address {
    let _ = (query, hash);
    todo!()
}

/// The moment that a link names, or the nearest valid one, with a sentence for every part that could not be met.
#[must_use]
pub fn resolve(link: &Link) -> (Open, Vec<String>) {
    let _ = link;
    todo!()
}

/// The hash of the model's moment, without `#`.
#[must_use]
pub fn print(model: &Model) -> String {
    let _ = model;
    todo!()
}
