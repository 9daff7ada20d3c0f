//! Every scenario as the page lists it: by chapter, kept to what the filter finds, with the signs of how each ends.

use super::catalogue::{self, Entry};
use super::endings::{Endings, EndingsView};
use super::filter::Excerpt;
use super::model::Model;
use crate::check::outcome::Sign;
use crate::tell::list::found;

/// The list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListView {
    /// Its chapters; one of which the filter leaves nothing is none.
    pub chapters: Vec<ChapterView>,
    /// How many scenarios the filter finds, in words; empty while nothing is sought.
    pub found: String,
    /// The button that shows every ending.
    pub endings: EndingsView,
}

/// A chapter in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterView {
    /// Its folder: its key.
    pub folder: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Is it open, or folded?
    pub open: bool,
    /// Its scenarios.
    pub entries: Vec<EntryView>,
}

/// A scenario in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryView {
    /// Its name: what [`Msg::ScenarioChosen`](super::message::Msg::ScenarioChosen) carries.
    pub name: &'static str,
    /// The number of its file.
    pub number: Option<u32>,
    /// Its title.
    pub title: &'static str,
    /// How it says what is sought, where its title does not.
    pub excerpt: Option<Excerpt>,
    /// Does it fit best of what is found: the first whose title says it, else the first?
    pub best: bool,
    /// Is it the one that is open?
    pub current: bool,
    /// Its sign, once it has run here or every ending is shown.
    pub sign: Option<Sign>,
    /// The worst that can come of it over all schedules, once that was counted and its own run was seen.
    pub worst: Option<Sign>,
    /// The first error of its file, where it is here and has one.
    pub error: Option<String>,
}

/// The list of every scenario. Folded are, beside a player, the chapters that it is not in, until the reader looks for
/// something in all of them.
#[must_use]
pub fn list(model: &Model) -> ListView {
    let all_open = model.at_start() || model.filter.is_on() || model.endings != Endings::Hidden;
    let mut chapters = Vec::new();
    let mut place = 0;
    for chapter in catalogue::chapters() {
        let (mut entries, mut open) = (Vec::new(), all_open);
        for entry in chapter.entries {
            if let Some(excerpt) = model.filter.hit(place) {
                let view = entry_view(model, entry, excerpt);
                open |= view.current;
                entries.push(view);
            }
            place += 1;
        }
        if !entries.is_empty() {
            chapters.push(ChapterView { folder: chapter.folder, title: chapter.title, open, entries });
        }
    }
    let filter = &model.filter;
    let found = if filter.is_on() {
        mark_best(&mut chapters);
        found(filter.count(), place, filter.text.trim(), filter.is_titles_only())
    } else {
        String::new()
    };
    ListView { chapters, found, endings: model.endings_view() }
}

/// Marks what fits best.
fn mark_best(chapters: &mut [ChapterView]) {
    let by_title = chapters.iter().any(|chapter| chapter.entries.iter().any(|entry| entry.excerpt.is_none()));
    let mut entries = chapters.iter_mut().flat_map(|chapter| &mut chapter.entries);
    if let Some(best) = entries.find(|entry| !by_title || entry.excerpt.is_none()) {
        best.best = true;
    }
}

fn entry_view(model: &Model, entry: &Entry, excerpt: &Excerpt) -> EntryView {
    let seen = model.seen.get(entry.name);
    let revealed = model.endings != Endings::Hidden;
    let ended = if revealed { model.ended.get(entry.name) } else { None };
    let error = match model.packs.get(entry.name).map(|pack| &pack.opened) {
        Some(Err(errors)) => errors.first().cloned(),
        Some(Ok(_)) | None => None,
    };
    // What can come of it at worst is shown beside what the reader has seen come of it.
    let worst = model.counting.worst.get(entry.name).copied().flatten();
    EntryView {
        name: entry.name,
        number: entry.number,
        title: entry.title,
        excerpt: (!excerpt[1].is_empty()).then(|| excerpt.clone()),
        best: false,
        current: *model.open.name == *entry.name,
        sign: seen.or(ended).copied().flatten(),
        worst: worst.filter(|_| revealed || seen.is_some()),
        error,
    }
}
