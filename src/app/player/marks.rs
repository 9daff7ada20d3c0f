//! The moments that a reader jumps to.

use super::Player;
use crate::tell::deed::{Deed, deed};

impl Player {
    /// The steps (from 1) of marked moments: a refusal, a failure, a crash, an effect, what went wrong
    /// between worker and queue.
    #[must_use]
    pub fn marks(&self) -> Vec<usize> {
        let mut marks = Vec::new();
        for (at, transition) in self.run.transitions.iter().enumerate() {
            match deed(self.scenario(), transition) {
                Deed::Performed { .. }
                | Deed::Repeated { .. }
                | Deed::Refused { .. }
                | Deed::Failed { .. }
                | Deed::AckLost { .. }
                | Deed::Unheard { acked: false, .. }
                | Deed::LeaseEnded { .. }
                | Deed::Redelivered { .. }
                | Deed::Crashed => marks.push(at + 1),
                Deed::Looked { .. }
                | Deed::LookedBack { .. }
                | Deed::Counted { .. }
                | Deed::Added { .. }
                | Deed::Changed { .. }
                | Deed::Removed { .. }
                | Deed::Enqueued { .. }
                | Deed::Slept { .. }
                | Deed::Waited
                | Deed::Began { .. }
                | Deed::Committed
                | Deed::RolledBack
                | Deed::Took { .. }
                | Deed::Acked { .. }
                | Deed::Unheard { acked: true, .. }
                | Deed::HandedBack { .. }
                | Deed::Paused => {}
            }
        }
        marks
    }
}
