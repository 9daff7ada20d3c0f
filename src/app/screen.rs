//! Every view of `tell` for a model, computed at once, so that the page computes nothing.

use super::model::Model;
use crate::check::outcome::Sign;
use crate::lang::value::Name;
use crate::tell::code::Listing;
use crate::tell::ending::Ending;
use crate::tell::inline::Sentence;
use crate::tell::lanes::Lanes;
use crate::tell::question::Question;
use crate::tell::reading::Placed;
use crate::tell::sentence::Told;
use crate::tell::tables::Tables;
use crate::tell::transport::Transport;

/// Everything that the page shows of a playing scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// The scenario's title.
    pub title: Name,
    /// What it is about.
    pub about: Option<Sentence>,
    /// The guess.
    pub question: Option<Question>,
    /// The switches.
    pub switches: Vec<SwitchView>,
    /// The file's schedules, where there is more than one; the reader's own stands last.
    pub schedules: Vec<ScheduleView>,
    /// The programs.
    pub listings: Vec<Listing>,
    /// The tables.
    pub tables: Tables,
    /// As printed.
    pub printed: String,
    /// The schedule.
    pub lanes: Lanes,
    /// What just happened.
    pub told: Told,
    /// The end, where the playhead stands there.
    pub ending: Option<Ending>,
    /// How to read the result, where the playhead stands at the end.
    pub placed: Option<Placed>,
    /// The buttons.
    pub transport: Transport,
    /// Is a run one click away that the last choice left?
    pub can_restore: bool,
}

/// A switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchView {
    /// Its place: what [`Msg::SwitchFlipped`](super::message::Msg::SwitchFlipped) names.
    pub index: usize,
    /// Its name.
    pub name: Name,
    /// What each position is called.
    pub labels: Vec<Name>,
    /// The position it stands in.
    pub position: usize,
}

/// A schedule of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleView {
    /// What [`Msg::ScheduleChosen`](super::message::Msg::ScheduleChosen) names; nothing to choose for the reader's own.
    pub choose: Option<Option<usize>>,
    /// What it is called.
    pub label: String,
    /// Is it the one that runs?
    pub chosen: bool,
}

/// A chapter in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterView {
    /// Its folder: its key.
    pub folder: &'static str,
    /// Its title.
    pub title: String,
    /// Its scenarios.
    pub entries: Vec<EntryView>,
}

/// A scenario in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryView {
    /// Its name: what [`Msg::ScenarioChosen`](super::message::Msg::ScenarioChosen) carries.
    pub name: Name,
    /// The number of its file.
    pub number: Option<u32>,
    /// Its title.
    pub title: String,
    /// Is it the one that is open?
    pub current: bool,
    /// Its sign, once it has run here or every ending is shown.
    pub sign: Option<Sign>,
    /// The first error of its file, where it has been opened and has one.
    pub error: Option<String>,
}

/// Everything that the page shows; none where the open scenario's file has errors.
#[must_use]
pub fn screen(model: &Model) -> Option<Screen> {
    let _ = model;
    todo!()
}

/// The list of chapters.
#[must_use]
pub fn chapters(model: &Model) -> Vec<ChapterView> {
    let _ = model;
    todo!()
}
