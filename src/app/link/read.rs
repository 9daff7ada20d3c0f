//! Reads an address: query and hash, key by key.

use super::{Address, ITEMS_MAX, Link, Step, VERSION};
use crate::app::model::{Presentation, Theme};

/// Keys that say which moment is shown.
const STATE: [&str; 5] = ["scenario", "switch", "schedule", "step", "v"];

/// Reads an address: `query` without `?`, `hash` without `#`. Every key of the state is also read from the query, for
/// hosts that strip the hash; a hash that names a scenario is a whole moment, and the query's is not asked then.
#[must_use]
pub fn parse(query: &str, hash: &str) -> Address {
    let (query, hash) = (pairs(query), pairs(hash));
    let mut address = Address::default();
    let whole = hash.iter().any(|(key, _)| key == "scenario");
    for (key, value) in &query {
        match key.as_str() {
            "embed" | "theme" => show(&mut address, key, value),
            key if STATE.contains(&key) => {
                let won = whole || hash.iter().any(|(other, _)| other == key);
                if !won {
                    state(&mut address.link, key, value);
                }
            }
            _ => address.ignored.push(format!("{key}={value}")),
        }
    }
    for (key, value) in &hash {
        if STATE.contains(&key.as_str()) {
            state(&mut address.link, key, value);
        } else if key == "text" {
            let words = "It holds an edited scenario, which this version of the page cannot open yet.";
            address.link.unreadable.push(words.to_owned());
        } else {
            address.ignored.push(format!("{key}={value}"));
        }
    }
    address
}

/// `a=b&c=d`, decoded. A key without a value has an empty one.
fn pairs(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect()
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

/// A value that is not on its list is ignored and the default stands.
fn show(address: &mut Address, key: &str, value: &str) {
    let Presentation { embed, theme } = &mut address.presentation;
    match (key, value) {
        ("embed", "0") => *embed = false,
        ("embed", "1" | "") => *embed = true,
        ("theme", "auto") => *theme = Theme::Auto,
        ("theme", "light") => *theme = Theme::Light,
        ("theme", "dark") => *theme = Theme::Dark,
        ("theme", "contrast") => *theme = Theme::Contrast,
        _ => address.ignored.push(format!("{key}={value}")),
    }
}

fn state(link: &mut Link, key: &str, value: &str) {
    match key {
        "scenario" => link.scenario = Some(value.to_owned()),
        "switch" => switches(link, value),
        "schedule" => {
            let items: Vec<String> = value.split('.').map(str::to_owned).collect();
            if items.len() > ITEMS_MAX {
                link.unreadable.push(format!("Its schedule has more than {ITEMS_MAX} steps and was cut there."));
            }
            link.schedule = Some(items.into_iter().take(ITEMS_MAX).collect());
        }
        "step" => step(link, value),
        _ => version(link, value),
    }
}

fn switches(link: &mut Link, value: &str) {
    for pair in value.split(',').filter(|pair| !pair.is_empty()) {
        match pair.split_once(':') {
            Some((switch, position)) => link.switches.push((switch.to_owned(), position.to_owned())),
            None => link.unreadable.push(format!("“{pair}” names a switch without its position.")),
        }
    }
}

fn step(link: &mut Link, value: &str) {
    match (value, value.parse()) {
        ("end", _) => link.step = Some(Step::End),
        (_, Ok(step)) => link.step = Some(Step::After(step)),
        ("", Err(_)) => link.unreadable.push("It was cut off before the step.".to_owned()),
        (_, Err(_)) => link.unreadable.push(format!("“{value}” is no step: a number or “end” is.")),
    }
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
