//! The words of the buttons, and the place in the run.

use super::moment::Moment;
use crate::lang::value::Name;

/// The buttons and the place in the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transport {
    /// The main button.
    pub main: MainButton,
    /// At the end, beside `See it fixed`: the next scenario.
    pub beside: Option<MainButton>,
    /// `6 steps`, `step 2 of 6`, `end, step 3 of 3`.
    pub place: String,
    /// The same for a narrow place: `2 of 6`.
    pub place_short: String,
    /// Can it go back, or restart?
    pub can_go_back: bool,
    /// Can it go on in this run?
    pub can_advance: bool,
}

/// A button that names what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainButton {
    /// What it does.
    pub does: Does,
    /// `Next`, `Start`, `See it fixed`, `Next scenario`.
    pub label: &'static str,
    /// The small words after it: `W1 do charges`, a scenario's title.
    pub detail: String,
}

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Takes the next step.
    Advance,
    /// Opens this scenario.
    Open(Name),
    /// Goes back to the start.
    Restart,
}

/// A scenario that a button can lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its name.
    pub name: Name,
    /// Its title.
    pub title: String,
}

/// Where this scenario leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The scenario that shows the fix, where the file names one that exists.
    pub fixed_by: Option<Neighbour>,
    /// The one after it in the list.
    pub next: Option<Neighbour>,
}

/// The buttons at this moment.
#[must_use]
pub fn transport(moment: Moment<'_>, neighbours: &Neighbours) -> Transport {
    let _ = (moment, neighbours);
    todo!()
}
