//! What can happen to the page. A message says what happened, not what to do about it.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::sync::Arc;

use super::asking::Answer;
use super::model::{Presentation, Speed, Tab};
use super::reading::Reading;
use crate::lang::value::Name;
use crate::sim::action::Action;
use crate::tell::question::Guess;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// A scenario was chosen, by name.
    ScenarioChosen(Name),
    /// The reader wants the start page.
    StartWanted,
    /// This stands in the filter now; or it was only entered, and stands as it was.
    FilterTyped(Arc<str>),
    /// A switch was put into a position, both by index.
    SwitchFlipped { switch: usize, position: usize },
    /// The schedule is wanted on the design with this switch in this position, too; or on none any more.
    DesignCompared(Option<(usize, usize)>),
    /// A schedule of the file was chosen: an index into `Scenario::schedules`; none for the default one.
    ScheduleChosen(Option<usize>),
    /// The reader went on by one step.
    Advanced,
    /// The reader went back by one step.
    WentBack,
    /// A clicker was pressed: a step, or at the end of the run the next scenario of the list.
    Clicked(Direction),
    /// The reader went back to the start.
    Restarted,
    /// The reader went to the end.
    WentToEnd,
    /// The reader went to the moment after this many steps; past the end is the end.
    Seeked(usize),
    /// The reader looked for the next or the previous marked step.
    MarkSought(Direction),
    /// Play or pause was pressed.
    PlayToggled,
    /// A step has stayed long enough while playing.
    Ticked,
    /// A speed was chosen.
    SpeedChosen(Speed),
    /// The reader guessed.
    Guessed(Guess),
    /// Tables or printed was chosen.
    TabChosen(Tab),
    /// The reader asked for every ending, or for those that are left.
    EndingsRevealed,
    /// The reader has waited long enough for them.
    EndingsStopped,
    /// Another action was chosen at the playhead than the run has there.
    ActionChosen(Action),
    /// A step of the run was moved to another place in it, both by index; past the end is the end.
    StepMoved { from: usize, to: usize },
    /// The reader wants the run back that the last choice left.
    BranchRestored,
    /// The reader wants to see the count before a guess or a step, or have it counted on.
    CountUncovered,
    /// Whoever explores has said something.
    Answered(Arc<Answer>),
    /// The reader has waited long enough for the count.
    CountingStopped,
    /// Another number of workers was chosen.
    WorkersChosen(u32),
    /// Another budget of crashes was chosen.
    CrashesChosen(u32),
    /// A schedule that the count names was chosen: an index into `Verdict::runs`.
    RunChosen(usize),
    /// A schedule was chosen by its place in the order of choice, from 0.
    CellChosen(usize),
    /// A place on the map was chosen: how many steps each of two processes has taken.
    PlaceChosen([usize; 2]),
    /// The address changed: the hash, without `#`.
    AddressChanged(String),
    /// The browser went back or forward to where this text was, which is too long for an address: the hash, and the text.
    CameBack(String, Arc<str>),
    /// A scenario was fetched: its name, and its bytes as `build.rs` sealed them.
    ScenarioFetched(Name, Arc<[u8]>),
    /// It could not be fetched, for this reason.
    ScenarioMissed(Name, Arc<str>),
    /// What the filter searches was fetched, as `build.rs` sealed it; or it could not be.
    WordsFetched(Option<Arc<[u8]>>),
    /// The reader wants the open scenario fetched again.
    FetchRetried,
    /// The text of the open scenario is wanted beside it.
    TextWanted,
    /// It is to be put away.
    TextPutAway,
    /// This stands there now, by the reader's hands.
    TextTyped(Arc<str>),
    /// This is to stand there, and takes the place of the scenario on screen: it comes from a file.
    TextPlaced(Arc<str>),
    /// This was typed before the page was loaded.
    TextRestored(Arc<str>),
    /// A small text to begin with was chosen, by name.
    ShapeChosen(Name),
    /// The text of a shipped scenario or a shape was fetched, as `build.rs` sealed it; or it could not be, for this reason.
    TextFetched(Name, Result<Arc<[u8]>, Arc<str>>),
    /// A text was read.
    TextRead(Arc<Reading>),
    /// The notice was read.
    NoticeDismissed,
    /// Nobody sees the page any more.
    PageHidden,
    /// The page around this one wants it shown like this.
    Presented(Presentation),
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Next,
    /// Towards the start.
    Previous,
}
