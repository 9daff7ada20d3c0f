//! Writes the address of a moment, as short as it can be.

use crate::app::model::{Body, Open};
use crate::app::player::{Chosen, Player};
use crate::sim::action::Action;

/// The hash of a moment, without `#`.
#[must_use]
pub fn print(open: &Open) -> String {
    let mut parts = vec![format!("scenario={}", encoded(&open.name))];
    match &open.body {
        Body::Player(player) => parts.extend([switches(player), schedule(player), step(player)].into_iter().flatten()),
        Body::Broken(_) => {}
    }
    parts.join("&")
}

/// The switches that do not stand where they stand at the start.
fn switches(player: &Player) -> Option<String> {
    let moved = player.document.switches.iter().zip(&player.positions).filter(|(_, position)| **position > 0);
    let pairs: Vec<String> = moved
        .map(|(switch, position)| format!("{}:{}", encoded(&switch.name), encoded(&switch.positions[*position].name)))
        .collect();
    (!pairs.is_empty()).then(|| format!("switch={}", pairs.join(",")))
}

/// The schedule, where it is not the one the scenario opens with.
fn schedule(player: &Player) -> Option<String> {
    let scenario = player.scenario();
    if player.schedule == Chosen::opening(scenario) {
        return None;
    }
    let item = |action: Action| {
        let name = encoded(&scenario.process(action.process()).name);
        match action {
            Action::Step(_) => name,
            Action::Crash(_) => format!("crash-{name}"),
        }
    };
    let items: Vec<String> = player.run.actions().map(item).collect();
    Some(format!("schedule={}", items.join(".")))
}

fn step(player: &Player) -> Option<String> {
    match player.playhead {
        0 => None,
        _ if player.at_end() => Some("step=end".to_owned()),
        step => Some(format!("step={step}")),
    }
}

/// Everything but letters, digits, `-` and `_` as `%XX`: `.`, `,` and `:` part names.
fn encoded(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
