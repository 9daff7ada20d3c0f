//! What `--switch`, `--workers` and `--faults` make of a scenario.

use crate::check::variant::{with_fault, with_workers};
use crate::lang::document::{Document, Positions};
use crate::lang::scenario::{Fault, Scenario};

/// Where the switches stand: first positions, but for what `--switch` says.
///
/// # Errors
/// What the scenario does not know.
pub fn positions(document: &Document, asked: &[String]) -> Result<Positions, String> {
    let mut positions = vec![0; document.switches.len()];
    for pair in asked {
        let (name, position) = pair.split_once(['=', ':']).ok_or(format!("--switch {pair}: write SWITCH=POSITION"))?;
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
        let fault = match name {
            "crash" => Fault::Crash,
            _ => return Err(format!("--faults {pair}: there is no fault {name}; there is crash")),
        };
        let times = times.parse().map_err(|_| format!("--faults {pair}: {times} is no number of times"))?;
        sized = with_fault(&sized, fault, times).map_err(|reason| format!("--faults {pair}: {reason}"))?;
    }
    Ok(sized)
}
