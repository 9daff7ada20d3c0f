//! A scenario file that has been read and checked: one text, its switches, and one scenario for each combination.

use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::scenario::{Scenario, ScheduleItem};
use super::span::Span;
use super::value::Name;
use super::{checker, parser};

/// A checked scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text as it was given.
    pub source: Arc<str>,
    /// `title "…"`.
    pub title: Name,
    /// `about "…"`.
    pub about: Option<Name>,
    /// `source "https://…"`: where what the file is about was told in public.
    pub reported: Option<Name>,
    /// Switches in order of declaration; empty where the file is one design.
    pub switches: Vec<Switch>,
    /// One scenario for each combination of positions, compiled once. Ordered like counting: the last switch turns
    /// fastest, so index 0 is every switch at its first position.
    pub designs: Vec<Arc<Scenario>>,
}

/// `switch key = plain or unique`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name.
    pub name: Name,
    /// Its positions; the first is where it stands at the start.
    pub positions: Vec<SwitchPosition>,
    /// Where it is declared.
    pub span: Span,
}

/// One position of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchPosition {
    /// Its name, as `when` and links say it.
    pub name: Name,
    /// What the page writes on it: the text after the name, else the name.
    pub label: Name,
}

/// The position of each switch of a document, by index, in order of declaration.
pub type Positions = Vec<usize>;

impl Document {
    /// The scenario at these positions. A missing position is the first, one past the end the last.
    #[must_use]
    pub fn scenario(&self, positions: &[usize]) -> &Arc<Scenario> {
        &self.designs[self.index(positions)]
    }

    /// The place of that scenario in [`Document::designs`].
    #[must_use]
    pub fn index(&self, positions: &[usize]) -> usize {
        self.switches.iter().enumerate().fold(0, |index, (at, switch)| {
            let position = positions.get(at).copied().unwrap_or(0).min(switch.positions.len() - 1);
            index * switch.positions.len() + position
        })
    }

    /// Every combination of positions, in the order of [`Document::designs`].
    #[must_use]
    pub fn combinations(&self) -> Vec<Positions> {
        (0..self.designs.len())
            .map(|mut index| {
                let mut positions = vec![0; self.switches.len()];
                for (at, switch) in self.switches.iter().enumerate().rev() {
                    positions[at] = index % switch.positions.len();
                    index /= switch.positions.len();
                }
                positions
            })
            .collect()
    }

    /// These positions as links and reports write them: `key:unique,order:first`.
    #[must_use]
    pub fn positions_text(&self, positions: &[usize]) -> String {
        let pairs: Vec<String> = self
            .switches
            .iter()
            .enumerate()
            .map(|(at, switch)| {
                format!("{}:{}", switch.name, switch.positions[positions.get(at).copied().unwrap_or(0)].name)
            })
            .collect();
        pairs.join(",")
    }
}

/// Reads and checks a scenario's text: every combination of its switches is compiled.
///
/// # Errors
/// Every mistake of the text, in its order, at most [`DIAGNOSTICS_MAX`](super::limits::DIAGNOSTICS_MAX).
pub fn read(source: &str) -> Result<Document, Vec<Diagnostic>> {
    checker::check(source, &parser::parse(source))
}

/// Reads a schedule that stands alone, as after `--schedule`: `W1 W2 crash W1 W2*`. The places of its items and of its
/// mistakes count in `text`.
///
/// # Errors
/// Every mistake of the schedule, in its order.
pub fn parse_schedule(text: &str, scenario: &Scenario) -> Result<Vec<ScheduleItem>, Vec<Diagnostic>> {
    checker::check_schedule(text, scenario)
}
