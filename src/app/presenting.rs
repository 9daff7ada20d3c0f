//! What a clicker does, and the list of scenarios that it goes through.

use super::catalogue::{self, Entry};
use super::link;
use super::message::Direction;
use super::model::{Body, Model, Notice};
use super::presentation::Mode;
use crate::lang::value::Name;
use crate::tell::notes::{Notes, notes};

/// Scenarios that a list may have: more are no workshop, and each is fetched beforehand.
const LISTED_MAX: usize = 100;

/// Names of a list that are told one by one: more is no slip, but another list.
const MISLISTED_MAX: usize = 6;

/// Reads a list of scenarios, `a,b,c`, as far as they are known; and whether all of it was.
#[must_use]
pub fn listed(value: &str) -> (Vec<Name>, bool) {
    let mut names: Vec<Name> = Vec::new();
    let mut known = true;
    for name in value.split(',') {
        match catalogue::entry(name) {
            Some(entry) if names.len() < LISTED_MAX => names.push(entry.name.into()),
            Some(_) | None => known = false,
        }
    }
    (names, known)
}

/// Is a scenario called so?
#[must_use]
pub fn is_listed(name: &str) -> bool {
    catalogue::entry(name).is_some()
}

impl Model {
    /// Tells whoever presents of the names in their list that there are none of, beside what is told already.
    #[inline(never)]
    pub(super) fn tell_mislisted(&mut self) {
        let lists = self.ignored.iter().filter_map(|part| part.strip_prefix("list="));
        let mut details = Vec::new();
        for name in lists.flat_map(|names| names.split(',')).filter(|name| !is_listed(name)).take(MISLISTED_MAX) {
            details.push(link::no_scenario(name).0);
        }
        match &mut self.notice {
            _ if details.is_empty() => {}
            Some(notice) => notice.details.extend(details),
            none => {
                let headline = "The list names what there is not. That is left out.".to_owned();
                *none = Some(Notice { headline, details });
            }
        }
    }

    /// The place of the open scenario in the list, from 0.
    #[must_use]
    pub fn listed_at(&self) -> Option<usize> {
        self.presentation.list.iter().position(|name| *name == self.open.name)
    }

    /// A text of the reader's own takes the place of what is shown. Is it to be opened beside what it plays? What is dropped on a
    /// projector is played there, and not written before the room.
    pub(super) fn leaves_list(&mut self, is_dropped: bool) -> bool {
        self.presentation.left = self.listed_at().or(self.presentation.left);
        !(is_dropped && self.presentation.mode == Mode::Present)
    }

    /// Does the list go on from here? It does from a text of the reader's own, too.
    pub(super) fn goes_through_list(&self) -> bool {
        self.listed_at().is_some() || (self.own().is_some() && !self.presentation.list.is_empty())
    }

    /// The scenario of the list that is so many places after this one.
    #[must_use]
    pub fn listed_beside(&self, by: isize) -> Option<&'static Entry> {
        let place = match (self.listed_at(), by) {
            (Some(place), _) => place.checked_add_signed(by)?,
            (None, _) if !self.goes_through_list() => return None,
            // A text of the reader's own stands behind what it was opened over.
            (None, 1..) => self.presentation.left.map_or(0, |left| left + 1),
            (None, _) => self.presentation.left?,
        };
        catalogue::entry(self.presentation.list.get(place)?)
    }

    /// What whoever presents sees in a window of their own; none where nothing plays.
    #[must_use]
    pub fn notes(&self) -> Option<Notes> {
        let all = self.verdict().and_then(|verdict| verdict.predicted.as_ref());
        let mut notes = notes(self.player()?.moment(), all);
        if let Some(place) = self.listed_at() {
            let of = self.presentation.list.len();
            notes.place = format!("{} · scenario {} of {of}", notes.place, place + 1);
        }
        Some(notes)
    }

    /// One step of a clicker: at the end of a run to the next scenario of the list, at its start to the end of the one before.
    pub(super) fn click(&mut self, direction: Direction) -> Option<()> {
        let player = self.player();
        let (by, moved, step) = match direction {
            Direction::Next => (1, player.and_then(|player| player.advanced()), ""),
            Direction::Previous => {
                let before = player.and_then(|player| Some(player.at(player.playhead.checked_sub(1)?)));
                (-1, before, "&step=end")
            }
        };
        self.playing = false;
        if let Some(moved) = moved {
            self.open.body = Body::Player(moved);
            return Some(());
        }
        let other = self.listed_beside(by)?;
        self.follow(&[&link::start(other.name), step].concat());
        Some(())
    }
}
