//! What the reader can decide at this moment: who goes on, who dies, and why somebody cannot go.

use super::inline::{Who, placed};
use super::lanes::next_words;
use super::moment::Moment;
use crate::sim::action::Action;
use crate::sim::readiness::readiness;

/// What can happen next, all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decide {
    /// What stands before the choices.
    pub label: &'static str,
    /// One choice a process, in the order of the lanes, blocked ones too; then whoever can die.
    pub choices: Vec<Choice>,
}

/// One thing that can happen next, or why it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whom it happens to.
    pub who: Who,
    /// What choosing it does; none where the words say why it cannot happen.
    pub action: Option<Action>,
    /// Is it what comes next in this run?
    pub planned: bool,
    /// `W2 do charges`, `W1 dies here`, `W2's run has ended`.
    pub words: String,
}

/// The choices at this moment.
#[must_use]
pub fn decide(moment: Moment<'_>) -> Decide {
    let planned = moment.next().map(|next| next.action);
    let mut label = "Nothing more can happen";
    let mut choices = Vec::new();
    for may in [Action::Step, Action::Crash] {
        for process in placed(moment.scenario) {
            let who = moment.who(process);
            let action = may(process);
            let (possible, words) = match readiness(moment.scenario, moment.state(), action) {
                Ok(()) if action.is_fault() => (true, [&who.name, " dies here"].concat()),
                Ok(()) => (true, [&who.name, " ", &*next_words(moment, process).unwrap_or_default()].concat()),
                // A death that cannot happen is nobody's question.
                Err(_) if action.is_fault() => continue,
                Err(blocked) => (false, blocked.reason(moment.scenario).to_string()),
            };
            if possible {
                label = "You decide what happens next";
            }
            choices.push(Choice { who, action: possible.then_some(action), planned: planned == Some(action), words });
        }
    }
    Decide { label, choices }
}
