//! What the page is after something happened.

mod read;

pub use read::reader_may;

use std::sync::Arc;

use super::catalogue;
use super::message::{Direction, Msg};
use super::model::{Body, Mode, Model, Moved, Open, Presentation};
use super::player::{Chosen, Player};
use super::reading::Source;
use super::size::Size;
use crate::check::ordered::nth;
use crate::sim::action::Action;
use crate::tell::question::Guess;
use crate::tell::stays::left_out;

/// The page after `message`; none where nothing changes.
#[must_use]
pub fn update(model: &Model, message: Msg) -> Option<Model> {
    if model.presentation.mode == Mode::Read && !read::steps(model, &message) {
        return None;
    }
    let mut next = model.clone();
    // What came of the last move goes with what the reader does next, and not with what is counted of it.
    if !matches!(message, Msg::Answered(_)) {
        next.moved = None;
    }
    change(&mut next, message)?;
    next.settle_text();
    next.note_seen();
    (!next.shows_same(model)).then_some(next)
}

/// Changes the page; none where the message means nothing here.
fn change(page: &mut Model, message: Msg) -> Option<()> {
    match message {
        Msg::ScenarioFetched(name, sealed) => receive(page, &name, &sealed),
        other => return change_later(page, other),
    }
    Some(())
}

/// What no first view comes to.
#[inline(never)]
fn change_later(page: &mut Model, message: Msg) -> Option<()> {
    match message {
        Msg::ScenarioChosen(name) => choose(page, &name)?,
        Msg::StartWanted => begin(page),
        Msg::FilterTyped(text) => page.filter.type_in(text),
        Msg::SwitchFlipped { switch, position } => flip(page, switch, position)?,
        Msg::DesignCompared(with) => beside(page, with)?,
        Msg::ScheduleChosen(schedule) => schedule_run(page, schedule)?,
        Msg::Advanced => page.show_paused(page.player()?.advanced()?),
        Msg::WentBack => page.seek(page.player()?.playhead.checked_sub(1)?)?,
        Msg::Clicked(direction) => page.click(direction)?,
        Msg::Restarted => page.seek(0)?,
        Msg::WentToEnd => page.seek(usize::MAX)?,
        Msg::Seeked(step) => page.seek(step)?,
        Msg::MarkSought(direction) => page.seek(mark(page.player()?, direction)?)?,
        Msg::PlayToggled => toggle(page)?,
        Msg::Ticked => tick(page)?,
        Msg::SpeedChosen(speed) => page.speed = speed,
        Msg::Guessed(guess) => note_guess(page, guess)?,
        Msg::TabChosen(tab) => page.tab = tab,
        Msg::EndingsRevealed => page.reveal(),
        Msg::EndingsStopped => page.stop_revealing(),
        Msg::ActionChosen(action) => act(page, action)?,
        Msg::StepMoved { from, to } => move_step(page, from, to)?,
        Msg::BranchRestored => page.show_paused(page.player()?.restored()?),
        Msg::CountUncovered => page.count_on(),
        Msg::Answered(answer) => page.answer(&answer)?,
        Msg::CountingStopped => page.stop_counting()?,
        Msg::WorkersChosen(workers) => resize(page, |size| Size { workers: Some(workers), ..size })?,
        Msg::CrashesChosen(crashes) => resize(page, |size| Size { crashes: Some(crashes), ..size })?,
        Msg::RunChosen(run) => named_run(page, run)?,
        Msg::CellChosen(place) => cell(page, place)?,
        Msg::PlaceChosen(place) => page.show_paused(page.player()?.walked_to(place)?),
        Msg::AddressChanged(hash) => follow(page, &hash)?,
        Msg::CameBack(hash, text) => come_back(page, &hash, text),
        Msg::ScenarioFetched(..) => return None,
        Msg::ScenarioMissed(name, reason) => page.miss(&name, &reason),
        Msg::WordsFetched(sealed) => page.filter.receive(sealed.as_deref()),
        Msg::FetchRetried => page.retry(),
        Msg::TextWanted => page.write()?,
        Msg::TextPutAway => page.put_away(),
        Msg::TextTyped(text) => page.type_text(text),
        Msg::TextPlaced(text) => page.place_text(text),
        Msg::TextRestored(text) => page.restore_text(text),
        Msg::ShapeChosen(name) => page.begin_with(&name),
        Msg::TextFetched(name, sealed) => page.receive_text(&name, sealed.as_deref())?,
        Msg::TextRead(reading) => page.read(&reading)?,
        Msg::NoticeDismissed => page.notice = None,
        Msg::PageHidden => page.playing = false,
        Msg::Presented(presentation) => page.present(presentation),
    }
    Some(())
}

fn choose(page: &mut Model, name: &str) -> Option<()> {
    let entry = catalogue::entry(name).filter(|entry| *entry.name != *page.open.name)?;
    page.open = Open::entry(entry, &page.packs);
    page.writing.forget_asked();
    page.notice = None;
    page.playing = false;
    Some(())
}

/// The start page; every scenario keeps what is known of it.
fn begin(page: &mut Model) {
    page.open = Open::start();
    page.writing.forget_asked();
    page.notice = None;
    page.playing = false;
}

fn flip(page: &mut Model, switch: usize, position: usize) -> Option<()> {
    let player = page.player()?;
    page.show_paused(player.flipped(player.turned(switch, position)?));
    Some(())
}

/// Another design beside the one on screen, or none any more.
fn beside(page: &mut Model, with: Option<(usize, usize)>) -> Option<()> {
    let Body::Player(player) = &mut page.open.body else { return None };
    if let Some((switch, position)) = with {
        player.turned(switch, position)?;
    }
    player.with = with;
    Some(())
}

fn schedule_run(page: &mut Model, schedule: Option<usize>) -> Option<()> {
    let player = page.player()?;
    let chosen = match schedule {
        Some(index) if index < player.scenario().schedules.len() => Chosen::Named(index),
        Some(_) => return None,
        None => Chosen::Default,
    };
    let mut other = player.with_schedule(chosen);
    if player.schedule == Chosen::Own {
        other.left = Some(player.branch());
    }
    page.show_paused(other);
    Some(())
}

fn mark(player: &Player, direction: Direction) -> Option<usize> {
    let marks = player.marks();
    match direction {
        Direction::Next => marks.into_iter().find(|mark| *mark > player.playhead),
        Direction::Previous => marks.into_iter().rev().find(|mark| *mark < player.playhead),
    }
}

/// Play takes its first step at once: the sentence on screen has been read. At the end it starts over.
fn toggle(page: &mut Model) -> Option<()> {
    let player = page.player().filter(|player| player.steps() > 0)?;
    if page.playing {
        page.playing = false;
    } else {
        page.play_on(player.at(if player.at_end() { 0 } else { player.playhead + 1 }));
    }
    Some(())
}

fn tick(page: &mut Model) -> Option<()> {
    let player = page.player().filter(|_| page.playing)?;
    page.play_on(player.at(player.playhead + 1));
    Some(())
}

/// A guess can be changed until it is answered.
fn note_guess(page: &mut Model, guess: Guess) -> Option<()> {
    let player = page.player()?;
    if page.guesses.get(&page.open.name).is_some() && player.at_end() && player.complete() {
        return None;
    }
    page.guesses.insert(page.open.name.clone(), guess);
    Some(())
}

/// Another action than the run has: where it is the one the run has, that is a step like any other.
fn act(page: &mut Model, action: Action) -> Option<()> {
    let player = page.player()?;
    let planned = player.run.transitions.get(player.playhead).map(|next| next.action);
    if planned == Some(action) {
        page.show_paused(player.advanced()?);
        return Some(());
    }
    let chosen = player.choosing(action)?;
    // Who goes on instead of dying does not die: that is what was chosen.
    let instead = planned.filter(|planned| planned.is_fault() && planned.process() == action.process());
    let words = left_out(player.scenario(), [&player.run, &chosen.run], instead);
    page.tell_moved(Moved { stands: None, words });
    page.show_paused(chosen);
    Some(())
}

/// Another size, as far along the same actions as they go; the file's own size is no size of its own.
fn resize(page: &mut Model, change: impl FnOnce(Size) -> Size) -> Option<()> {
    let player = page.player()?;
    let size = change(player.size).beside(player.own_size());
    page.show_paused(player.resized(size).ok()?);
    Some(())
}

/// A schedule that the count names, before its first step; the run that is left stays one click away.
fn named_run(page: &mut Model, run: usize) -> Option<()> {
    let actions = page.verdict()?.runs.get(run)?.clone();
    let player = page.player()?;
    page.show_paused(player.taking(&actions)?);
    Some(())
}

/// A schedule of the strip, at the moment of the playhead where both agree so far, else at the last one where they do.
fn cell(page: &mut Model, place: usize) -> Option<()> {
    page.verdict()?.cells.get(place)?;
    let player = page.player()?;
    let actions = nth(player.scenario(), place)?;
    let same = player.run.actions().zip(&actions).take_while(|(mine, other)| mine == *other).count();
    let taken = player.taking(&actions)?;
    let taken = taken.at(player.playhead.min(same));
    page.show_paused(taken);
    page.choose_cell(place);
    Some(())
}

/// A step stands at another place, or it is told why it stays.
fn move_step(page: &mut Model, from: usize, to: usize) -> Option<()> {
    let player = page.player()?;
    let moved = match player.moving(from, to)? {
        Ok((moved, at)) => {
            let words = left_out(player.scenario(), [&player.run, &moved.run], None);
            page.show_paused(moved);
            Moved { stands: Some(at), words }
        }
        Err(words) => Moved { stands: None, words },
    };
    page.playing = false;
    page.tell_moved(moved);
    Some(())
}

/// The address was changed from outside: a link was followed, or the browser went back.
fn follow(page: &mut Model, hash: &str) -> Option<()> {
    if hash == page.hash() {
        return None;
    }
    page.follow(hash);
    page.playing = false;
    Some(())
}

/// The browser went back to a text that is too long for an address.
#[inline(never)]
fn come_back(page: &mut Model, hash: &str, text: Arc<str>) {
    page.notice = None;
    page.playing = false;
    page.await_text(Source::Text(text), hash);
}

/// A scenario is here: the one that is to be shown is.
fn receive(page: &mut Model, name: &str, sealed: &[u8]) {
    page.receive(name, sealed);
    if let Body::Awaited(awaited) = &page.open.body
        && page.packs.get(&page.open.name).is_some()
    {
        let (hash, told) = (awaited.hash.clone(), page.notice.take());
        page.follow(&hash);
        page.notice = page.notice.take().or(told);
    }
}

impl Model {
    /// The page at another moment of the run: a reader who moves has the page paused.
    fn seek(&mut self, step: usize) -> Option<()> {
        self.show_paused(self.player()?.at(step));
        Some(())
    }

    /// A speed that the reader has chosen stays, unless it is the speed that is set. Who only reads does not play.
    #[inline(never)]
    fn present(&mut self, presentation: Presentation) {
        if presentation == self.presentation {
            return;
        }
        if presentation.speed != self.presentation.speed {
            self.speed = presentation.speed;
        }
        self.playing &= presentation.mode != Mode::Read;
        self.presentation = presentation;
        self.presented += 1;
    }

    fn tell_moved(&mut self, moved: Moved) {
        self.moved = Some(moved);
        self.moves += 1;
    }

    fn show_paused(&mut self, player: Player) {
        self.open.body = Body::Player(player);
        self.playing = false;
    }

    fn play_on(&mut self, player: Player) {
        self.playing = !player.at_end();
        self.open.body = Body::Player(player);
    }
}
