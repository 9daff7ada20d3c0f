//! What just happened and why, in one or two sentences of plain words.

use super::inline::{Sentence, Who};
use super::moment::Moment;

/// What just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The process that acted; none at the start.
    pub who: Option<Who>,
    /// What it did and why.
    pub sentence: Sentence,
}

/// What just happened at the playhead, and why.
#[must_use]
pub fn told(moment: Moment<'_>) -> Told {
    let _ = moment;
    todo!()
}
