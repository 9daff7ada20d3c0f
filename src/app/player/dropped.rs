//! Which planned step another choice stands in for.

use crate::lang::scenario::Fault;
use crate::sim::action::Action;

/// The one planned action that does not come any more, because another was chosen before it.
pub(super) struct Dropped(Option<Action>);

impl Dropped {
    /// What is dropped where `chosen` is taken and `next` was planned.
    ///
    /// A step that goes first does not come again later. Whoever goes on instead of what was to go wrong is not struck after
    /// it, and whose statement a fault strikes does not take it, too.
    pub(super) fn of(chosen: Action, next: Option<Action>) -> Self {
        let same = |next: &Action| next.process() == chosen.process() && next.delivery() == chosen.delivery();
        let instead = next.filter(|next| next.is_fault() && same(next));
        let statement = match chosen {
            Action::Strike(fault, process) if fault != Fault::Crash => Some(Action::Step(process)),
            _ => None,
        };
        Self(instead.or(statement).or(Some(chosen)))
    }

    /// Is this the one? Only the first is.
    pub(super) fn drops(&mut self, action: Action) -> bool {
        let drops = self.0 == Some(action);
        if drops {
            self.0 = None;
        }
        drops
    }
}
