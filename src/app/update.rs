//! What the page is after something happened.

use super::catalogue;
use super::link;
use super::message::{Direction, Msg};
use super::model::{Body, Model, Open, notice};
use super::player::{Chosen, Player};
use crate::sim::action::Action;
use crate::tell::question::Guess;

/// The page after `message`; none where nothing changes.
#[must_use]
pub fn update(model: &Model, message: Msg) -> Option<Model> {
    let next = match message {
        Msg::ScenarioChosen(name) => chosen(model, &name),
        Msg::SwitchFlipped { switch, position } => flipped(model, switch, position),
        Msg::ScheduleChosen(schedule) => scheduled(model, schedule),
        Msg::Advanced => model.player().and_then(Player::advanced).map(|player| paused(model, player)),
        Msg::WentBack => sought(model, |player| player.playhead.checked_sub(1)),
        Msg::Restarted => sought(model, |_| Some(0)),
        Msg::WentToEnd => sought(model, |player| Some(player.steps())),
        Msg::Seeked(step) => sought(model, |_| Some(step)),
        Msg::MarkSought(direction) => sought(model, |player| mark(player, direction)),
        Msg::PlayToggled => toggled(model),
        Msg::Ticked => ticked(model),
        Msg::SpeedChosen(speed) => Some(Model { speed, ..model.clone() }),
        Msg::Guessed(guess) => guessed(model, guess),
        Msg::TabChosen(tab) => Some(Model { tab, ..model.clone() }),
        Msg::EndingsRevealed => Some(Model { endings_revealed: true, ..model.clone() }),
        Msg::ActionChosen(action) => acted(model, action),
        Msg::BranchRestored => model.player().and_then(Player::restored).map(|player| paused(model, player)),
        Msg::AddressChanged(hash) => moved(model, &hash),
        Msg::NoticeDismissed => Some(Model { notice: None, ..model.clone() }),
        Msg::PageHidden => Some(Model { playing: false, ..model.clone() }),
    };
    let mut next = next?;
    next.note_ending();
    (next != *model).then_some(next)
}

fn chosen(model: &Model, name: &str) -> Option<Model> {
    let entry = catalogue::entry(name).filter(|entry| *entry.name != *model.open.name)?;
    let open = Open::entry(entry);
    Some(Model { notice: None, open, playing: false, ..model.clone() })
}

fn flipped(model: &Model, switch: usize, position: usize) -> Option<Model> {
    let player = model.player()?;
    player.document.switches.get(switch)?.positions.get(position)?;
    let mut positions = player.positions.clone();
    *positions.get_mut(switch)? = position;
    if positions == player.positions {
        return None;
    }
    Some(paused(model, player.flipped(positions)))
}

fn scheduled(model: &Model, schedule: Option<usize>) -> Option<Model> {
    let player = model.player()?;
    let chosen = match schedule {
        Some(index) if index < player.scenario().schedules.len() => Chosen::Named(index),
        Some(_) => return None,
        None => Chosen::Default,
    };
    let mut other = Player::with_schedule(player.document.clone(), player.positions.clone(), chosen);
    if player.schedule == Chosen::Own {
        other.left = Some(player.branch());
    }
    Some(paused(model, other))
}

/// The page at another moment of the run: a reader who moves has the page paused.
fn sought(model: &Model, to: impl FnOnce(&Player) -> Option<usize>) -> Option<Model> {
    let player = model.player()?;
    Some(paused(model, player.at(to(player)?)))
}

fn mark(player: &Player, direction: Direction) -> Option<usize> {
    let marks = player.marks();
    match direction {
        Direction::Next => marks.into_iter().find(|mark| *mark > player.playhead),
        Direction::Previous => marks.into_iter().rev().find(|mark| *mark < player.playhead),
    }
}

/// Play takes its first step at once: the sentence on screen has been read. At the end it starts over.
fn toggled(model: &Model) -> Option<Model> {
    let player = model.player().filter(|player| player.steps() > 0)?;
    if model.playing {
        return Some(Model { playing: false, ..model.clone() });
    }
    let player = player.at(if player.at_end() { 0 } else { player.playhead + 1 });
    Some(Model { playing: !player.at_end(), ..shown(model, player) })
}

fn ticked(model: &Model) -> Option<Model> {
    let player = model.player().filter(|_| model.playing)?;
    let player = player.at(player.playhead + 1);
    Some(Model { playing: !player.at_end(), ..shown(model, player) })
}

/// A guess can be changed until it is answered.
fn guessed(model: &Model, guess: Guess) -> Option<Model> {
    let player = model.player()?;
    let made = model.guesses.contains_key(&model.open.name);
    if made && player.at_end() && player.complete() {
        return None;
    }
    let mut next = model.clone();
    next.guesses.insert(model.open.name.clone(), guess);
    Some(next)
}

/// Another action than the run has: where it is the one the run has, that is a step like any other.
fn acted(model: &Model, action: Action) -> Option<Model> {
    let player = model.player()?;
    let planned = player.run.transitions.get(player.playhead).map(|next| next.action);
    let acted = if planned == Some(action) { player.advanced() } else { player.choosing(action) };
    acted.map(|player| paused(model, player))
}

/// The address was changed from outside: a link was followed, or the browser went back.
fn moved(model: &Model, hash: &str) -> Option<Model> {
    if hash == model.hash() {
        return None;
    }
    let address = link::parse(&model.query, hash);
    let resolved = link::resolve(&address.link);
    let open = resolved.open.unwrap_or_else(|| model.open.clone());
    Some(Model { notice: notice(resolved.troubles), open, playing: false, ..model.clone() })
}

fn paused(model: &Model, player: Player) -> Model {
    Model { playing: false, ..shown(model, player) }
}

fn shown(model: &Model, player: Player) -> Model {
    let open = Open { body: Body::Player(player), ..model.open.clone() };
    Model { open, ..model.clone() }
}
