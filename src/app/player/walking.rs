//! Going over the map: to any place that can be reached, with as little as possible taken back.

use super::Player;
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;

impl Player {
    /// How many steps each of the first two processes has taken at the playhead.
    #[must_use]
    pub fn place(&self) -> [usize; 2] {
        self.place_after(self.playhead)
    }

    fn place_after(&self, steps: usize) -> [usize; 2] {
        let mut place = [0; 2];
        for action in self.run.actions().take(steps) {
            if let Some(process) = action.process()
                && let Some(count) = place.get_mut(process.index())
            {
                *count += 1;
            }
        }
        place
    }

    /// The same at a place of the map: where the run comes through it, at that moment; else back as far as need be, and
    /// on by steps of the first and then of the second, as far as they go. None where that is where it stands.
    #[must_use]
    pub fn walked_to(&self, wanted: [usize; 2]) -> Option<Self> {
        if let Some(moment) = (0..=self.steps()).find(|steps| self.place_after(*steps) == wanted) {
            return (moment != self.playhead).then(|| self.at(moment));
        }
        let within = |steps: &usize| {
            let place = self.place_after(*steps);
            place[0] <= wanted[0] && place[1] <= wanted[1]
        };
        let mut walked = self.at((0..=self.playhead).rfind(within)?);
        for (process, wanted) in wanted.into_iter().enumerate() {
            while walked.place()[process] < wanted
                && let Some(next) = walked.choosing(Action::Step(ProcessId::new(process)))
            {
                walked = next;
            }
        }
        // One choice for the reader, however many steps it took: one run to come back to.
        walked.left = if walked.run.same_actions(&self.run) { self.left.clone() } else { Some(self.branch()) };
        Some(walked)
    }
}
