//! How every scenario ends: shown in the list at once where the reader asks for it. What is not here is fetched, and the
//! worst over all schedules is counted, one after the other, with progress and a stop.

use super::catalogue::{self, Entry};
use super::message::Msg;
use super::model::{Body, Model, Open};
use crate::tell::list::{EndingsWords, endings};

/// Does the list show how every scenario ends?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Endings {
    /// Only of those that have run here.
    #[default]
    Hidden,
    /// Of all; what is not known is fetched and counted, one after the other.
    Wanted,
    /// Of all that are known.
    Stopped,
}

/// The button that shows every ending.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingsView {
    /// What it and the line beside it say.
    pub words: EndingsWords,
    /// What a press does; nothing once all is shown.
    pub does: Option<Msg>,
}

impl Model {
    /// The button that shows every ending.
    #[must_use]
    pub fn endings_view(&self) -> EndingsView {
        let (mut known, mut open) = (0, 0);
        for entry in catalogue::entries() {
            if self.knows_ending(entry) {
                known += 1;
            } else if !self.packs.misses(entry) {
                open += 1;
            }
        }
        let (all, wanted) = (catalogue::count(), self.endings == Endings::Wanted);
        let does = match self.endings {
            Endings::Wanted if open > 0 => Some(Msg::EndingsStopped),
            Endings::Hidden => Some(Msg::EndingsRevealed),
            Endings::Wanted | Endings::Stopped => (known < all).then_some(Msg::EndingsRevealed),
        };
        EndingsView { words: endings(known, all, self.endings != Endings::Hidden, wanted && open > 0), does }
    }

    /// Is all known of how it ends that the list shows, or has its file errors?
    fn knows_ending(&self, entry: &Entry) -> bool {
        let here = self.packs.get(entry.name);
        here.is_some_and(|pack| pack.opened.is_err() || self.counting.knows_worst(entry.name))
    }

    /// Shows every ending, and tries those again that could not be fetched.
    pub(super) fn reveal(&mut self) {
        self.endings = Endings::Wanted;
        self.packs.forget_missed();
    }

    /// Fetches and counts no further. A count for the screen that was under way is asked for again.
    pub(super) fn stop_revealing(&mut self) {
        self.endings = Endings::Stopped;
        self.counting.forget_asked();
    }

    /// Keeps how each scenario ends that is here.
    pub(super) fn note_endings(&mut self) {
        for entry in catalogue::entries() {
            if self.ended.get(entry.name).is_none()
                && let Body::Player(player) = Open::entry(entry, &self.packs).body
            {
                let sign = player.sign();
                self.ended.insert(entry.name.into(), sign);
            }
        }
    }
}
