//! Looks up what a link names: the moment, or the nearest valid one with the reasons.

use std::sync::Arc;

use super::{Link, Resolved, Step};
use crate::app::catalogue::{self, Entry};
use crate::app::model::{Body, Open};
use crate::app::packs::Packs;
use crate::app::player::{Mark, Player};
use crate::app::size::Size;
use crate::check::replay::finish;
use crate::check::trace::Trace;
use crate::lang::document::{Document, Positions};
use crate::lang::nearest::nearest_of;
use crate::lang::scenario::{DeliveryId, Fault, Scenario};
use crate::sim::action::Action;
use crate::sim::readiness::readiness;

/// The moment that a link names, or the nearest valid one, with a sentence for every part that could not be met. A scenario
/// that is not here yet is awaited.
#[must_use]
pub fn resolve(link: &Link, packs: &Packs) -> Resolved {
    let mut troubles = link.unreadable.clone();
    let Some(entry) = entry(link, &mut troubles) else {
        return Resolved { open: None, troubles };
    };
    let mut open = Open::entry(entry, packs);
    if let Body::Player(Player { document, .. }) = open.body {
        open.body = Body::Player(played(document, link, &mut troubles));
    }
    Resolved { open: Some(open), troubles }
}

/// The moment that a link names of this document, or the nearest valid one.
#[must_use]
pub fn resolved(document: Arc<Document>, link: &Link) -> (Player, Vec<String>) {
    let mut troubles = link.unreadable.clone();
    (played(document, link, &mut troubles), troubles)
}

fn played(document: Arc<Document>, link: &Link, troubles: &mut Vec<String>) -> Player {
    let mut positions = vec![0; document.switches.len()];
    turn(&document, &mut positions, &link.switches, troubles);
    let mut player = sized(Player::open(document, positions), link, troubles);
    player.with = beside(&player, link, troubles);
    moment(player, link, troubles)
}

/// The scenario named, the nearest one, or the first where none is named.
fn entry(link: &Link, troubles: &mut Vec<String>) -> Option<&'static Entry> {
    let Some(name) = &link.scenario else {
        return catalogue::first();
    };
    if let Some(entry) = catalogue::entry(name) {
        return Some(entry);
    }
    let cut = catalogue::found(&mut |entry| !name.is_empty() && entry.name.starts_with(name.as_str()));
    if let Some(cut) = cut {
        troubles.push(format!("It was cut off: “{name}” is the beginning of {}.", cut.name));
        return Some(cut);
    }
    let (trouble, near) = no_scenario(name);
    troubles.push(trouble);
    near
}

/// That no scenario is called so, and the one whose name is nearest.
#[must_use]
pub fn no_scenario(name: &str) -> (String, Option<&'static Entry>) {
    let mut trouble = format!("No scenario is called “{name}”.");
    let mut known: Vec<&str> = Vec::new();
    for chapter in catalogue::chapters() {
        for entry in chapter.entries {
            known.push(entry.name);
        }
    }
    let near = nearest_of(name, &known);
    if let Some(near) = near {
        trouble.push_str(&format!(" The nearest name is {near}."));
    }
    (trouble, near.and_then(catalogue::entry))
}

/// The player in the size that the link names.
fn sized(player: Player, link: &Link, troubles: &mut Vec<String>) -> Player {
    match player.in_size(Size { workers: link.workers, crashes: link.crashes }.beside(player.own_size())) {
        Ok(sized) => sized,
        Err(reason) => {
            troubles.push(format!("It cannot be shown in the size it names: {reason}."));
            player
        }
    }
}

/// The design that the link shows beside the one it names: another position of one switch.
fn beside(player: &Player, link: &Link, troubles: &mut Vec<String>) -> Option<(usize, usize)> {
    let (known, mut there) = (troubles.len(), player.positions.clone());
    turn(&player.document, &mut there, &link.with, troubles);
    let mut with = None;
    for (switch, position) in there.into_iter().enumerate() {
        if position != player.positions[switch] {
            with = with.or(Some((switch, position)));
        }
    }
    let trouble = match link.with.len() {
        1 if with.is_none() => "It puts a design beside itself: there is nothing to compare.",
        2.. => "Only one switch can stand elsewhere in the design beside it.",
        _ => return with,
    };
    if troubles.len() == known {
        troubles.push(trouble.to_owned());
    }
    with
}

/// Turns the switches that are named.
fn turn(document: &Document, positions: &mut Positions, named: &[(String, String)], troubles: &mut Vec<String>) {
    for (name, position) in named {
        let mut switches: Vec<&str> = Vec::new();
        for switch in &document.switches {
            switches.push(&switch.name);
        }
        let Some(at) = place(&switches, name) else {
            troubles.push(unknown("switch", name, &switches));
            continue;
        };
        let mut known: Vec<&str> = Vec::new();
        for position in &document.switches[at].positions {
            known.push(&position.name);
        }
        match place(&known, position) {
            Some(position) => positions[at] = position,
            None => troubles.push(unknown(&format!("position of the switch {name}"), position, &known)),
        }
    }
}

fn place(known: &[&str], name: &str) -> Option<usize> {
    known.iter().position(|known| *known == name)
}

/// `No switch is called “kye”. The nearest name is key.`
fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let mut trouble = format!("No {what} is called “{name}”. ");
    match nearest_of(name, known) {
        Some(near) => trouble.push_str(&format!("The nearest name is {near}.")),
        None if known.is_empty() => trouble.push_str("There is none."),
        None => {
            for (at, known) in known.iter().enumerate() {
                trouble.push_str(if at == 0 { "There is " } else { ", " });
                trouble.push_str(known);
            }
            trouble.push('.');
        }
    }
    trouble
}

/// The player at the schedule and the step.
fn moment(player: Player, link: &Link, troubles: &mut Vec<String>) -> Player {
    let (player, valid) = match &link.schedule {
        Some(items) => scheduled(&player, items, troubles),
        None => {
            let steps = player.steps();
            (player, steps)
        }
    };
    let steps = player.steps();
    let wanted = match link.step {
        None => 0,
        Some(Step::End) => steps,
        Some(Step::After(step)) => step,
        Some(Step::At(mark, place)) => marked(&player, mark, place, troubles),
    };
    if wanted > steps && valid == steps {
        troubles.push(format!("It names step {wanted}, and this run has {steps}: you see its end."));
    }
    // A schedule that broke off is only meant up to there, whatever the step.
    let reached = if valid < steps { wanted.min(valid) } else { wanted };
    player.at(reached)
}

/// The moment with the mark, or the last one before it that has it, or the start.
fn marked(player: &Player, mark: Mark, place: usize, troubles: &mut Vec<String>) -> usize {
    let moments = player.marked(mark);
    let found = moments.get(place - 1).or(moments.last()).copied();
    if moments.len() < place {
        let there = match found {
            Some(_) => format!("has {} of those: you see the last", moments.len()),
            None => "has none: you see its start".to_owned(),
        };
        troubles.push(format!("It names a moment “{}”, and this run {there}.", mark_words(mark, place)));
    }
    found.unwrap_or(0)
}

/// `refused`, `refused-2`: as links write it.
fn mark_words(mark: Mark, place: usize) -> String {
    if place == 1 { mark.name().to_owned() } else { format!("{}-{place}", mark.name()) }
}

/// The player with the schedule as far as it can happen, gone on by the default; and how many steps are the link's.
fn scheduled(player: &Player, items: &[String], troubles: &mut Vec<String>) -> (Player, usize) {
    let scenario = player.scenario();
    let mut run = Trace::start(scenario);
    let mut broken = false;
    for item in items {
        if let Err(trouble) = take(scenario, &mut run, item) {
            troubles.push(trouble);
            broken = true;
            break;
        }
    }
    let valid = run.len();
    if player.known(&run).is_none() && !run.complete(scenario) {
        if !broken {
            troubles
                .push(format!("Its schedule stops after step {valid}; the rest of the run is in the default order."));
        }
        finish(scenario, &mut run);
    }
    let steps = run.len();
    (player.with_run(run), if broken { valid } else { steps })
}

/// Takes one item: `W1`, `crash-W1`, `lost-W1`, `lease-job-1`.
fn take(scenario: &Scenario, run: &mut Trace, item: &str) -> Result<(), String> {
    let place = run.len() + 1;
    let action = action(scenario, run, item).ok_or_else(|| nobody(scenario, item, place))?;
    if let Err(reason) = readiness(scenario, run.last(), action) {
        let words = action.text(scenario);
        return Err(format!("Step {place} of its schedule, {words}, cannot happen: {}.", reason.reason(scenario)));
    }
    run.take(scenario, action).map_err(|reason| reason.reason(scenario).to_string())
}

/// The action that an item names; none where there is nobody of that name.
pub(super) fn action(scenario: &Scenario, run: &Trace, item: &str) -> Option<Action> {
    let (fault, name) = parted(item);
    Some(match fault {
        None => Action::Step(scenario.process_named(item)?),
        Some(fault) if fault.strikes_job() => {
            let number: usize = name.strip_prefix("job-")?.parse().ok()?;
            let job = DeliveryId::new(number.checked_sub(1).filter(|job| *job < run.last().queue.len())?);
            let ends = Action::LeaseEnds(job);
            // A lease that ends by itself is no fault.
            match readiness(scenario, run.last(), ends) {
                Ok(()) if fault == Fault::Lease => ends,
                _ => Action::StrikeJob(fault, job),
            }
        }
        Some(fault) => Action::Strike(fault, scenario.process_named(name)?),
    })
}

/// `crash-W1` is a fault and a name; a name alone has no `-` in it.
fn parted(item: &str) -> (Option<Fault>, &str) {
    for fault in Fault::ALL {
        if let Some(name) = item.strip_prefix(fault.word()).and_then(|rest| rest.strip_prefix('-')) {
            return (Some(fault), name);
        }
    }
    (None, item)
}

fn nobody(scenario: &Scenario, item: &str, place: usize) -> String {
    if item.is_empty() {
        return format!("Its schedule was cut off before step {place}.");
    }
    let (fault, name) = parted(item);
    if let Some(fault) = fault.filter(|fault| fault.strikes_job()) {
        return format!("Step {place} of its schedule, {}-{name}, names no job: job-1 is the first.", fault.word());
    }
    let mut known: Vec<&str> = Vec::new();
    for process in &scenario.processes {
        known.push(&process.name);
    }
    format!("Step {place} of its schedule names nobody. {}", unknown("process", name, &known))
}
