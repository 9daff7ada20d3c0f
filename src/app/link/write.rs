//! Writes the address of a moment, as short as it can be.

use super::TOO_LONG;
use crate::app::model::{Body, Open};
use crate::app::player::{Chosen, Player};
use crate::lang::scenario::{Fault, Scenario};
use crate::sim::action::Action;

/// The hash of a moment, without `#`; empty for the start page.
#[must_use]
pub fn print(open: &Open) -> String {
    let mut hash = match &open.own {
        Some(own) => own.from.as_deref().map(start).unwrap_or_default(),
        None => start(&open.name),
    };
    match &open.body {
        Body::Start => hash.clear(),
        Body::Player(player) => {
            switches(player, &mut hash);
            size(player, &mut hash);
            if let Some((switch, position)) = player.with {
                turned(player, "&with=", switch, position, &mut hash);
            }
            schedule(player, &mut hash);
            step(player, &mut hash);
        }
        Body::Broken(_) => {}
        Body::Awaited(awaited) => hash.clone_from(&awaited.hash),
    }
    if let Some(own) = &open.own {
        hash.push_str("&text=");
        hash.push_str(own.payload.as_deref().unwrap_or(TOO_LONG));
        if own.from.is_none() {
            hash.remove(0);
        }
    }
    hash
}

/// The hash of a scenario as it opens.
#[must_use]
pub fn start(name: &str) -> String {
    ["scenario=", &encoded(name)].concat()
}

/// The switches that do not stand where they stand at the start.
fn switches(player: &Player, hash: &mut String) {
    let mut mark = "&switch=";
    for (switch, position) in player.positions.iter().enumerate() {
        if *position > 0 {
            turned(player, mark, switch, *position, hash);
            mark = ",";
        }
    }
}

fn turned(player: &Player, mark: &str, switch: usize, position: usize, hash: &mut String) {
    let switch = &player.document.switches[switch];
    for part in [mark, &encoded(&switch.name), ":", &encoded(&switch.positions[position].name)] {
        hash.push_str(part);
    }
}

/// The size, where it is not the file's own.
fn size(player: &Player, hash: &mut String) {
    if let Some(workers) = player.size.workers {
        hash.push_str(&format!("&workers={workers}"));
    }
    if let Some(crashes) = player.size.crashes {
        hash.push_str(&format!("&faults=crash:{crashes}"));
    }
}

/// The schedule, where it is not the one the scenario opens with.
fn schedule(player: &Player, hash: &mut String) {
    let scenario = player.scenario();
    if player.schedule == Chosen::opening(scenario) {
        return;
    }
    hash.push_str("&schedule=");
    for (at, transition) in player.run.transitions.iter().enumerate() {
        if at > 0 {
            hash.push('.');
        }
        item(scenario, transition.action, hash);
    }
}

/// `W1`, `crash-W1`, `lease-job-1`: the end of a lease is written alike, be it a fault or not.
pub(super) fn item(scenario: &Scenario, action: Action, hash: &mut String) {
    let fault = if let Action::LeaseEnds(_) = action { Some(Fault::Lease) } else { action.fault() };
    if let Some(fault) = fault {
        hash.push_str(fault.word());
        hash.push('-');
    }
    match (action.process(), action.delivery()) {
        (Some(process), _) => hash.push_str(&encoded(&scenario.process(process).name)),
        (None, job) => hash.push_str(&["job-", &job.map_or(0, |job| job.index() + 1).to_string()].concat()),
    }
}

fn step(player: &Player, hash: &mut String) {
    if player.playhead > 0 {
        let step = if player.at_end() { "end".to_owned() } else { player.playhead.to_string() };
        hash.push_str("&step=");
        hash.push_str(&step);
    }
}

/// Everything but letters, digits, `-` and `_` as `%XX`: `.`, `,` and `:` part names.
fn encoded(name: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            text.push(char::from(byte));
        } else {
            text.push('%');
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
    text
}
