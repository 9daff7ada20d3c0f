//! The moments that a reader jumps to, and that a link can name.

use super::Player;
use crate::tell::deed::{Deed, deed};

/// What marks a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An effect was performed.
    Effect,
    /// The provider knew the key, and performed none.
    Repeat,
    /// UNIQUE refused a row.
    Refused,
    /// A statement or a run failed.
    Failed,
    /// Somebody died.
    Crash,
    /// The queue did not learn of an ack.
    Lost,
    /// Somebody spoke of a job that was no longer theirs.
    Late,
    /// A lease ended.
    Lease,
    /// A job was put back by hand.
    Redelivered,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Self; 9] = [
        Self::Effect,
        Self::Repeat,
        Self::Refused,
        Self::Failed,
        Self::Crash,
        Self::Lost,
        Self::Late,
        Self::Lease,
        Self::Redelivered,
    ];

    /// As links write it, after `@`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Effect => "effect",
            Self::Repeat => "repeat",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Crash => "crash",
            Self::Lost => "lost",
            Self::Late => "late",
            Self::Lease => "lease",
            Self::Redelivered => "redelivered",
        }
    }

    fn of(deed: &Deed<'_>) -> Option<Self> {
        Some(match deed {
            Deed::Performed { .. } => Self::Effect,
            Deed::Repeated { .. } => Self::Repeat,
            Deed::Refused { .. } => Self::Refused,
            Deed::Failed { .. } => Self::Failed,
            Deed::AckLost { .. } => Self::Lost,
            Deed::Unheard { acked: false, .. } => Self::Late,
            Deed::LeaseEnded { .. } => Self::Lease,
            Deed::Redelivered { .. } => Self::Redelivered,
            Deed::Crashed => Self::Crash,
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
            | Deed::Paused => return None,
        })
    }
}

impl Player {
    /// The steps (from 1) of marked moments.
    #[must_use]
    pub fn marks(&self) -> Vec<usize> {
        let mut marks = Vec::new();
        for (at, transition) in self.run.transitions.iter().enumerate() {
            if Mark::of(&deed(self.scenario(), transition)).is_some() {
                marks.push(at + 1);
            }
        }
        marks
    }

    /// The steps (from 1) of the moments with this mark.
    #[must_use]
    pub fn marked(&self, wanted: Mark) -> Vec<usize> {
        let mut marked = Vec::new();
        for (at, transition) in self.run.transitions.iter().enumerate() {
            if Mark::of(&deed(self.scenario(), transition)) == Some(wanted) {
                marked.push(at + 1);
            }
        }
        marked
    }
}
