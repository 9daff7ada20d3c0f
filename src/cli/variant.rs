//! What `--switch`, `--workers` and `--faults` make of a scenario.

use std::collections::BTreeSet;

use crate::check::variant::{with_fault, with_workers};
use crate::lang::document::{Document, Positions, Switch};
use crate::lang::scenario::{Fault, Scenario};

/// Where the switches stand: first positions, but for what `--switch` says.
///
/// # Errors
/// What the scenario does not know.
pub fn positions(document: &Document, asked: &[String]) -> Result<Positions, String> {
    let mut positions = vec![0; document.switches.len()];
    for pair in asked {
        let (name, position) = name_and_position(pair)?;
        let known: Vec<&str> = document.switches.iter().map(|switch| &*switch.name).collect();
        let at = known.iter().position(|known| *known == name).ok_or_else(|| match known.is_empty() {
            true => format!("--switch {pair}: the scenario has no switch"),
            false => format!("--switch {pair}: no switch is named {name}; there is {}", known.join(", ")),
        })?;
        let known: Vec<&str> = document.switches[at].positions.iter().map(|position| &*position.name).collect();
        positions[at] = known.iter().position(|known| *known == position).ok_or_else(|| {
            format!("--switch {pair}: {name} has no position {position}; there is {}", known.join(", "))
        })?;
    }
    Ok(positions)
}

fn name_and_position(pair: &str) -> Result<(&str, &str), String> {
    pair.split_once(['=', ':']).ok_or(format!("--switch {pair}: write SWITCH=POSITION, as in key=unique"))
}

/// The positions that `--switch` asks for where many files are read, each with switches of its own.
///
/// # Errors
/// A pair that is none.
pub fn asked(pairs: &[String]) -> Result<Vec<(&str, &str)>, String> {
    pairs.iter().map(|pair| name_and_position(pair)).collect()
}

/// The combinations of a document's switches at which each stands where it was asked to. A switch of another file, and a
/// position that this file's switch does not have, asks nothing of this one.
#[must_use]
pub fn combinations(document: &Document, asked: &[(&str, &str)]) -> Vec<Positions> {
    let fits = |positions: &Positions| {
        document.switches.iter().zip(positions).all(|(switch, at)| {
            let known = |wanted: &str| switch.positions.iter().position(|position| &*position.name == wanted);
            let mut wanted = asked.iter().filter(|(name, _)| *name == &*switch.name);
            wanted.all(|(_, wanted)| known(wanted).is_none_or(|wanted| wanted == *at))
        })
    };
    document.combinations().into_iter().filter(fits).collect()
}

/// Every position of every switch of a document, as `--switch` writes it.
pub fn all_positions(document: &Document) -> impl Iterator<Item = String> {
    let pairs = |switch: &Switch| -> Vec<String> {
        switch.positions.iter().map(|position| format!("{}={}", switch.name, position.name)).collect()
    };
    document.switches.iter().flat_map(pairs)
}

/// Was each pair met in some file?
///
/// # Errors
/// One that was not, and those that were.
pub fn check_met(asked: &[(&str, &str)], met: &BTreeSet<String>) -> Result<(), String> {
    for (name, position) in asked {
        let pair = format!("{name}={position}");
        if met.is_empty() {
            return Err(format!("--switch {pair}: no scenario here has a switch"));
        }
        if !met.contains(&pair) {
            let met: Vec<&str> = met.iter().map(String::as_str).collect();
            return Err(format!("--switch {pair}: no scenario here has that; there is {}", met.join(", ")));
        }
    }
    Ok(())
}

/// The scenario in the size that `--workers` and `--faults` ask for.
///
/// # Errors
/// Why that makes no sense.
pub fn sized(scenario: &Scenario, workers: Option<usize>, faults: &[String]) -> Result<Scenario, String> {
    let mut sized = scenario.clone();
    if let Some(workers) = workers {
        sized = with_workers(&sized, workers).map_err(|reason| format!("--workers {workers}: {reason}"))?;
    }
    for pair in faults {
        let (name, times) = pair.split_once('=').ok_or(format!("--faults {pair}: write FAULT=N, as in crash=1"))?;
        let known: Vec<&str> = Fault::ALL.iter().map(|fault| fault.word()).collect();
        let fault = Fault::ALL
            .into_iter()
            .find(|fault| fault.word() == name)
            .ok_or(format!("--faults {pair}: there is no fault {name}; there is {}", known.join(", ")))?;
        let times = times.parse().map_err(|_| format!("--faults {pair}: {times} is no number of times"))?;
        sized = with_fault(&sized, fault, times).map_err(|reason| format!("--faults {pair}: {reason}"))?;
    }
    Ok(sized)
}
