//! Reads an address: query and hash, key by key.

use super::{Address, ITEMS_MAX, Link, Step, VERSION};
use crate::app::player::Mark;
use crate::app::presentation::Presentation;

/// Keys that say which moment is shown.
const STATE: [&str; 9] = ["scenario", "switch", "workers", "faults", "with", "schedule", "step", "v", "text"];

/// Reads an address: `query` without `?`, `hash` without `#`. Every key of the state is also read from the query, for
/// hosts that strip the hash; a hash that names a scenario or holds one is a whole moment, and the query's is not asked then.
#[must_use]
pub fn parse(query: &str, hash: &str) -> Address {
    let (query, hash) = (pairs(query), pairs(hash));
    let mut address = Address::default();
    let whole = names(&hash, "scenario") || names(&hash, "text");
    for (key, value) in &query {
        // What the hash says of a key wins.
        let won = || whole || names(&hash, key);
        let known = if STATE.contains(&key.as_str()) {
            won() || state(&mut address.link, key, value)
        } else {
            address.presentation.read(key, value)
        };
        if !known {
            address.ignored.push(format!("{key}={}", Presentation::unknown(key, value).join(",")));
        }
    }
    for (key, value) in &hash {
        if !state(&mut address.link, key, value) {
            address.ignored.push(format!("{key}={value}"));
        }
    }
    address
}

fn names(pairs: &[(String, String)], wanted: &str) -> bool {
    pairs.iter().any(|(key, _)| key == wanted)
}

/// `a=b&c=d`, decoded. A key without a value has an empty one.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for part in text.split('&') {
        if !part.is_empty() {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            pairs.push((decoded(key), decoded(value)));
        }
    }
    pairs
}

/// `%2C` is a comma. What is no code of two digits stands as it is, and so do bytes that are no text.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match after {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => {
                bytes.push(high * 16 + low);
                rest = &after[2..];
            }
            None => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// What a key of the hash says of the moment; false where it says nothing.
fn state(link: &mut Link, key: &str, value: &str) -> bool {
    match key {
        "scenario" => link.scenario = Some(value.to_owned()),
        "switch" => switches(&mut link.switches, &mut link.unreadable, value),
        "with" => switches(&mut link.with, &mut link.unreadable, value),
        "workers" => link.workers = number(link, "a number of workers", value),
        "faults" => faults(link, value),
        "schedule" => schedule(link, value),
        "step" => step(link, value),
        "v" => version(link, value),
        "text" => link.text = Some(value.to_owned()),
        _ => return false,
    }
    true
}

fn schedule(link: &mut Link, value: &str) {
    let mut items: Vec<String> = Vec::new();
    for item in value.split('.') {
        if items.len() == ITEMS_MAX {
            link.unreadable.push(format!("Its schedule has more than {ITEMS_MAX} steps and was cut there."));
            break;
        }
        items.push(item.to_owned());
    }
    link.schedule = Some(items);
}

fn switches(read: &mut Vec<(String, String)>, unreadable: &mut Vec<String>, value: &str) {
    for pair in value.split(',') {
        match pair.split_once(':') {
            Some((switch, position)) => read.push((switch.to_owned(), position.to_owned())),
            None if pair.is_empty() => {}
            None => unreadable.push(format!("“{pair}” names a switch without its position.")),
        }
    }
}

/// `crash:1`.
fn faults(link: &mut Link, value: &str) {
    match value.split_once(':') {
        Some(("crash", times)) => link.crashes = number(link, "a number of crashes", times),
        _ => link.unreadable.push(format!("“{value}” names no fault with its times, as crash:1 does.")),
    }
}

fn number(link: &mut Link, what: &str, value: &str) -> Option<u32> {
    let number = value.parse().ok();
    if number.is_none() {
        link.unreadable.push(format!("“{value}” is not {what}."));
    }
    number
}

fn step(link: &mut Link, value: &str) {
    match (value, read_step(value)) {
        (_, Some(step)) => link.step = Some(step),
        ("", None) => link.unreadable.push("It was cut off before the step.".to_owned()),
        (_, None) => {
            link.unreadable.push(format!("“{value}” is no step: a number is, or “end”, or a mark such as “@refused”."))
        }
    }
}

/// The moment that `step=…` names: a number, `end`, or a mark.
#[must_use]
pub fn read_step(value: &str) -> Option<Step> {
    if value == "end" {
        return Some(Step::End);
    }
    let Some(mark) = value.strip_prefix('@') else { return value.parse().ok().map(Step::After) };
    let (name, place) = match mark.split_once('-') {
        Some((name, place)) => (name, place.parse().ok().filter(|place| *place > 0)?),
        None => (mark, 1),
    };
    let mark = Mark::ALL.into_iter().find(|mark| mark.name() == name)?;
    Some(Step::At(mark, place))
}

fn version(link: &mut Link, value: &str) {
    match value.parse::<u32>() {
        Ok(version) if version <= VERSION => {}
        Ok(version) => link.unreadable.push(format!(
            "It was made by version {version} of the engine, and this is version {VERSION}: the run may differ."
        )),
        Err(_) => link.unreadable.push(format!("“{value}” is no version of the engine.")),
    }
}
