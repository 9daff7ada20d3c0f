//! A block of Markdown that names a shipped scenario: it is there, and so is its moment, and what the block expects of its run
//! holds.

use crate::app::model::Model;
use crate::app::size::Size;
use crate::check::replay::Replay;
use crate::check::trace::Trace;
use crate::lang::scenario::Scenario;

/// Every shipped scenario: its name and its text.
const SHIPPED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A block that names a scenario.
pub struct Named<'a> {
    /// What it names, as a query has it.
    query: String,
    /// The line of the block that it stands in, from 0.
    pub at: usize,
    /// The text of the block, where that line is blank: what it expects, each line in its place.
    pub expects: String,
    block: &'a str,
}

/// What a name comes to.
pub struct Found {
    /// The text of the scenario.
    pub text: &'static str,
    /// How its switches stand.
    pub positions: Vec<usize>,
    /// The page there.
    model: Model,
}

/// Reads a block: its first line with something in it is a name, or a hash as links have it.
#[must_use]
pub fn named(block: &str) -> Option<Named<'_>> {
    let at = block.lines().position(|line| !line.trim().is_empty())?;
    let line = block.lines().nth(at)?.trim();
    let query = if is_name(line) {
        format!("scenario={line}")
    } else if is_hash(line) {
        line.to_owned()
    } else {
        return None;
    };
    let others = block.lines().enumerate().map(|(place, line)| if place == at { "" } else { line });
    Some(Named { query, at, expects: others.collect::<Vec<_>>().join("\n"), block })
}

fn is_name(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_lowercase())
        && line.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_hash(line: &str) -> bool {
    let (key, rest) = line.split_once('=').unwrap_or_default();
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !rest.contains(' ')
}

impl Named<'_> {
    /// Looks it up.
    ///
    /// # Errors
    /// Everything that is wrong with it, in sentences.
    pub fn found(&self) -> Result<Found, Vec<String>> {
        let model = Model::at(&self.query, "");
        let mut troubles: Vec<String> = model.notice.iter().flat_map(|notice| notice.details.clone()).collect();
        troubles.extend(model.ignored.iter().map(|part| format!("Nothing is known of “{part}”.")));
        let player = model.player().filter(|_| troubles.is_empty());
        let shipped = SHIPPED.iter().find(|(name, _)| *name == &*model.open.name);
        let (Some(player), Some((_, text))) = (player, shipped) else {
            if troubles.is_empty() {
                troubles.push("It names no scenario.".to_owned());
            }
            return Err(troubles);
        };
        if player.size != Size::default() && self.expects_something() {
            let trouble = "What is expected can be checked in the size of the file alone: without workers and faults.";
            return Err(vec![trouble.to_owned()]);
        }
        let positions = player.positions.clone();
        Ok(Found { text, positions, model })
    }

    /// Does the block claim anything of the run?
    #[must_use]
    pub fn expects_something(&self) -> bool {
        self.block.lines().enumerate().any(|(place, line)| place != self.at && !line.trim().is_empty())
    }
}

impl Found {
    /// The run that is shown there, on the same design read from its text.
    #[must_use]
    pub fn run(&self, scenario: &Scenario) -> Replay {
        let mut trace = Trace::start(scenario);
        for action in self.model.player().into_iter().flat_map(|player| player.run.actions()) {
            let taken = trace.take(scenario, action);
            assert!(taken.is_ok(), "a run of the packed scenario is one of its text");
        }
        let complete = trace.complete(scenario);
        Replay { trace, passed_over: Vec::new(), complete }
    }
}
