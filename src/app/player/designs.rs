//! The same actions on another design of the file, or in another size.

use std::sync::Arc;

use super::{Chosen, Player, take_where_possible};
use crate::app::size::Size;
use crate::check::replay::finish;
use crate::check::trace::Trace;
use crate::lang::document::Positions;
use crate::lang::scenario::{ProcessId, Scenario};
use crate::sim::action::Action;

impl Player {
    /// The same in another size, on the file's schedule, before the first step.
    ///
    /// # Errors
    /// Why it has no such size.
    pub fn in_size(&self, size: Size) -> Result<Self, String> {
        let sized =
            if size.is_own() { None } else { Some(Arc::new(size.of(self.document.scenario(&self.positions))?)) };
        let resized = Self { size, sized, ..self.clone() };
        Ok(resized.with_schedule(Chosen::opening(resized.scenario())))
    }

    /// The same in another size, as far along the same actions as they go.
    ///
    /// # Errors
    /// Why it has no such size.
    pub fn resized(&self, size: Size) -> Result<Self, String> {
        Ok(self.gone_over(self.in_size(size)?))
    }

    /// The size of the file: its workers, and its crashes where one number says them.
    #[must_use]
    pub fn own_size(&self) -> Size {
        Size::of_file(self.document.scenario(&self.positions))
    }

    /// The same actions on another design, as far as they can: what has been taken stays taken, and who saw the end
    /// sees the other end. Where the other design's own schedule agrees with what has been taken, it goes on.
    #[must_use]
    pub fn flipped(&self, positions: Positions) -> Self {
        let own = Self::open(self.document.clone(), positions);
        // A design that has no such size is shown in its own.
        self.gone_over(own.in_size(self.size).unwrap_or(own))
    }

    /// The positions with one switch turned; none where it stands there, or has no such position.
    #[must_use]
    pub fn turned(&self, switch: usize, position: usize) -> Option<Positions> {
        self.document.switches.get(switch)?.positions.get(position)?;
        let mut positions = self.positions.clone();
        (std::mem::replace(positions.get_mut(switch)?, position) != position).then_some(positions)
    }

    /// The design beside it in this size; in its own where it has no such size.
    #[must_use]
    pub fn other(&self) -> Option<Arc<Scenario>> {
        let (switch, position) = self.with?;
        let own = self.document.scenario(&self.turned(switch, position)?);
        Some(self.size.of(own).map_or_else(|_| own.clone(), Arc::new))
    }

    /// Another design or size, along this one's actions.
    fn gone_over(&self, own: Self) -> Self {
        let scenario = own.scenario();
        let mut run = Trace::start(scenario);
        let (taken, planned) = self.run.transitions.split_at(self.playhead);
        for step in taken {
            if let Some(action) = renamed(self.scenario(), scenario, step.action) {
                take_where_possible(scenario, &mut run, action);
            }
        }
        let reached = run.len();
        let flipped = if self.schedule != Chosen::Own && own.run.begins_like(&run) {
            own
        } else {
            for step in planned {
                if let Some(action) = renamed(self.scenario(), scenario, step.action) {
                    take_where_possible(scenario, &mut run, action);
                }
            }
            finish(scenario, &mut run);
            own.with_run(run)
        };
        let playhead = if self.at_end() && self.steps() > 0 { flipped.steps() } else { reached };
        flipped.at(playhead)
    }
}

/// The action of the process of the same name in another design, or of the job of the same number.
pub(in crate::app) fn renamed(from: &Scenario, to: &Scenario, action: Action) -> Option<Action> {
    let same = |process: ProcessId| to.process_named(&from.process(process).name);
    Some(match action {
        Action::Step(process) => Action::Step(same(process)?),
        Action::Strike(fault, process) => Action::Strike(fault, same(process)?),
        Action::LeaseEnds(_) | Action::StrikeJob(..) => action,
    })
}
