//! The words of the buttons, and the place in the run.

use super::lanes::{job_words, next_words, words};
use super::moment::Moment;
use crate::check::replay::default_action;
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
    /// `Next`, `Start`, `Go on`, `See it fixed`, `Next scenario`, `Restart`.
    pub label: &'static str,
    /// The small words after it: `W1 do charges`, a scenario's title.
    pub detail: String,
}

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Takes the next step; where the run stops before it is complete, the first that can be taken.
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
    let (steps, at) = (moment.trace.len(), moment.playhead);
    let (main, beside) = match going_on(moment) {
        Some(button) => (button, None),
        None => at_the_end(neighbours),
    };
    Transport {
        main,
        beside,
        place: place(moment),
        place_short: format!("{at} of {steps}"),
        can_go_back: at > 0,
        can_advance: at < steps,
    }
}

/// The button that takes a step; none where the run is over.
fn going_on(moment: Moment<'_>) -> Option<MainButton> {
    let (label, action, words) = match moment.next() {
        Some(next) => {
            let label = if moment.playhead == 0 { "Start" } else { "Next" };
            (label, next.action, words(moment.scenario, next))
        }
        None => {
            let action = default_action(moment.scenario, moment.trace)?;
            let next = action.process().map(|process| next_words(moment, process).unwrap_or_default());
            ("Go on", action, next.unwrap_or_else(|| job_words(action)))
        }
    };
    let detail = match action.process() {
        Some(process) => format!("{} {words}", moment.scenario.process(process).name),
        None => words,
    };
    Some(MainButton { does: Does::Advance, label, detail })
}

fn at_the_end(neighbours: &Neighbours) -> (MainButton, Option<MainButton>) {
    match (&neighbours.fixed_by, &neighbours.next) {
        (Some(fixed), Some(next)) if fixed.name == next.name => (open("See it fixed", fixed), None),
        (Some(fixed), next) => (open("See it fixed", fixed), next.as_ref().map(|next| open("Next", next))),
        (None, Some(next)) => (open("Next scenario", next), None),
        (None, None) => (MainButton { does: Does::Restart, label: "Restart", detail: String::new() }, None),
    }
}

fn open(label: &'static str, neighbour: &Neighbour) -> MainButton {
    MainButton { does: Does::Open(neighbour.name.clone()), label, detail: neighbour.title.clone() }
}

fn place(moment: Moment<'_>) -> String {
    let (steps, at) = (moment.trace.len(), moment.playhead);
    if !moment.at_end() {
        return match (at, steps) {
            (0, 1) => "1 step".to_owned(),
            (0, steps) => format!("{steps} steps"),
            (at, steps) => format!("step {at} of {steps}"),
        };
    }
    let end = if moment.trace.complete(moment.scenario) { "end" } else { "unfinished" };
    if steps == 0 { end.to_owned() } else { format!("{end}, step {at} of {steps}") }
}
