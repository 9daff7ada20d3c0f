//! What the page may show of what it has been told.

use std::sync::Arc;

use super::{About, Shown};
use crate::app::asking::{Along, Drawn};
use crate::app::model::Model;
use crate::tell::every::{Future, Verdict};

impl Model {
    /// What every schedule of the design on screen comes to, where that is known and not covered.
    #[must_use]
    pub fn verdict(&self) -> Option<&Arc<Verdict>> {
        match self.counted() {
            (Shown::Counted(verdict, ..), false) if !self.covered() => Some(verdict),
            _ => None,
        }
    }

    /// What is still possible at each moment of the run on screen, where that is known and not covered.
    #[must_use]
    pub fn futures(&self) -> &[Future] {
        match &self.counting.shown {
            Shown::Counted(_, futures, _) if !self.covered() && self.knows_run() => futures,
            _ => &[],
        }
    }

    /// What is drawn of every schedule, where that is known of the run on screen.
    #[must_use]
    pub fn drawn(&self) -> Option<&Drawn> {
        match &self.counting.shown {
            Shown::Counted(_, _, drawn) if self.knows_run() => Some(drawn),
            _ => None,
        }
    }

    /// What is drawn of the run on screen; while it is asked for, of the run before, with which it has the past in common.
    #[must_use]
    pub fn along(&self) -> Option<&Along> {
        let (drawn, along) = self.counting.along.as_ref()?;
        let asked = matches!(self.counting.pending, Some(About::Screen(_) | About::Run(_)));
        let same = asked && drawn.seen.name == self.open.name && drawn.with == self.player()?.with;
        (same || self.shows(drawn)).then_some(&**along)
    }
}
