//! Every view of `tell` for a model, computed at once, so that the page computes nothing.

use super::catalogue::{self, Entry};
use super::model::{Mode, Model};
use super::player::{Chosen, Player};
use crate::check::variant::repeated;
use crate::lang::value::Name;
use crate::tell::code::{Listing, listings};
use crate::tell::decide::{Decide, decide};
use crate::tell::ending::{Ending, ending};
use crate::tell::every::Predicted;
use crate::tell::inline::{Sentence, marked};
use crate::tell::lanes::{Lanes, lanes};
use crate::tell::printed::printed;
use crate::tell::question::{Question, question};
use crate::tell::sentence::{Told, told};
use crate::tell::tables::{Tables, tables};
use crate::tell::transport::{Neighbour, Neighbours, Transport, transport};

/// Workers that the page offers at most: so many pins and lanes can still be read.
const WORKERS_MAX: u32 = 6;

/// Crashes that the page offers at most.
const CRASHES_MAX: u32 = 2;

/// Everything that the page shows of a playing scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// The scenario's title.
    pub title: Name,
    /// What it is about.
    pub about: Option<Sentence>,
    /// Where what it shows was told in public: the address, and the same without `https://`.
    pub reported: Option<[Name; 2]>,
    /// The guess.
    pub question: Option<Question>,
    /// The switches.
    pub switches: Vec<SwitchView>,
    /// The designs that are one switch away.
    pub others: Vec<OtherView>,
    /// The file's schedules, where there is more than one; the reader's own stands last.
    pub schedules: Vec<ScheduleView>,
    /// Items of the file's schedule that could not happen in this design and were passed over, in words.
    pub passed_over: Vec<String>,
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
    /// The buttons.
    pub transport: Transport,
    /// The scenarios before and after it.
    pub around: [Option<Neighbour>; 2],
    /// In which sizes it can be run.
    pub sizes: SizeView,
    /// What can happen next.
    pub decide: Decide,
    /// What came of the last move or choice: why a step stays, or what is left out; a try that is answered again has another
    /// number.
    pub aside: Option<(String, usize)>,
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

/// A design that is one switch away from the one on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherView {
    /// What [`Msg::DesignCompared`](super::message::Msg::DesignCompared) names: a switch and its position there.
    pub with: (usize, usize),
    /// What it is called.
    pub label: Name,
    /// Does it stand beside the one on screen?
    pub open: bool,
}

/// In which sizes a scenario can be run: each number with whether it is the one; empty where there is no choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeView {
    /// Workers.
    pub workers: Vec<(u32, bool)>,
    /// Crashes at most.
    pub crashes: Vec<(u32, bool)>,
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

/// Everything that the page shows; none where the open scenario's file has errors or is not here.
#[must_use]
pub fn screen(model: &Model) -> Option<Screen> {
    let player = model.player()?;
    let moment = player.moment();
    let end = player.at_end();
    // Who only reads is led nowhere else, and a figure in somebody's page stays the one that its author chose.
    let leads = model.presentation.mode != Mode::Read && !model.presentation.embed;
    let neighbours = if leads { neighbours(model) } else { Neighbours::default() };
    Some(Screen {
        title: model.open.title.clone(),
        about: player.document.about.as_ref().map(|about| marked(about)),
        reported: reported(player),
        question: question(moment, model.guesses.get(&model.open.name).copied(), predicted(model)),
        switches: switches(player),
        others: others(player),
        schedules: schedules(player),
        passed_over: passed_over(player),
        listings: listings(moment),
        tables: tables(moment),
        printed: printed(moment.scenario, moment.trace, moment.playhead),
        lanes: lanes(moment),
        told: told(moment),
        ending: end.then(|| ending(moment)),
        transport: transport(moment, &neighbours),
        around: [catalogue::before(&model.open.name), catalogue::after(&model.open.name)]
            .map(|one| one.filter(|_| leads).map(neighbour)),
        sizes: sizes(player),
        decide: decide(moment),
        aside: model
            .moved
            .as_ref()
            .filter(|moved| !moved.words.is_empty())
            .map(|moved| (moved.words.clone(), model.moves)),
        can_restore: player.left.is_some(),
    })
}

/// What the question comes to over every schedule, where that is known.
fn predicted(model: &Model) -> Option<&Predicted> {
    model.verdict()?.predicted.as_ref()
}

/// What is no address of a page leads nowhere.
fn reported(player: &Player) -> Option<[Name; 2]> {
    let address = player.document.reported.as_ref()?;
    Some([address.clone(), address.strip_prefix("https://")?.into()])
}

fn switches(player: &Player) -> Vec<SwitchView> {
    let mut views = Vec::new();
    for (index, switch) in player.document.switches.iter().enumerate() {
        let mut labels = Vec::new();
        for position in &switch.positions {
            labels.push(position.label.clone());
        }
        views.push(SwitchView { index, name: switch.name.clone(), labels, position: player.positions[index] });
    }
    views
}

fn others(player: &Player) -> Vec<OtherView> {
    let mut views = Vec::new();
    for (index, switch) in player.document.switches.iter().enumerate() {
        for (position, named) in switch.positions.iter().enumerate() {
            if position != player.positions[index] {
                let with = (index, position);
                views.push(OtherView { with, label: named.label.clone(), open: player.with == Some(with) });
            }
        }
    }
    views
}

/// The numbers to choose from: from the file's own workers to six, and up to two crashes.
fn sizes(player: &Player) -> SizeView {
    let (own, scenario) = (player.own_size(), player.document.scenario(&player.positions));
    let own_workers = own.workers.unwrap_or(0);
    let mut view = SizeView { workers: Vec::new(), crashes: Vec::new() };
    if repeated(scenario, own_workers as usize + 1).is_ok() {
        let now = player.size.workers.unwrap_or(own_workers);
        for workers in own_workers..=now.max(WORKERS_MAX) {
            view.workers.push((workers, now == workers));
        }
    }
    let own_crashes = own.crashes.unwrap_or(0);
    let now = player.size.crashes.unwrap_or(own_crashes);
    for crashes in 0..=now.max(own_crashes).max(CRASHES_MAX) {
        view.crashes.push((crashes, now == crashes));
    }
    view
}

/// The file's schedules and the reader's own; empty where there is nothing to choose.
fn schedules(player: &Player) -> Vec<ScheduleView> {
    let scenario = player.scenario();
    let mut views = Vec::new();
    let mut add = |choose, label: &str, chosen: Chosen| {
        views.push(ScheduleView { choose, label: label.to_owned(), chosen: player.schedule == chosen });
    };
    if scenario.shown_schedule().is_none() {
        add(Some(None), "in order", Chosen::Default);
    }
    for (index, schedule) in scenario.schedules.iter().enumerate() {
        add(Some(Some(index)), schedule.name.as_deref().unwrap_or("as written"), Chosen::Named(index));
    }
    if player.schedule == Chosen::Own {
        add(None, "your own", Chosen::Own);
    }
    if views.len() > 1 { views } else { Vec::new() }
}

fn passed_over(player: &Player) -> Vec<String> {
    let scenario = player.scenario();
    let mut words = Vec::new();
    for passed in &*player.passed_over {
        words.push(format!("Item {}: {}.", passed.item + 1, passed.reason.reason(scenario)));
    }
    words
}

fn neighbours(model: &Model) -> Neighbours {
    // A list that is presented goes on as it was made.
    if model.goes_through_list() {
        return Neighbours { fixed_by: None, next: model.listed_beside(1).map(neighbour) };
    }
    let fixed_by = model.player().and_then(|player| player.scenario().fixed_by.as_deref()).and_then(catalogue::entry);
    Neighbours { fixed_by: fixed_by.map(neighbour), next: catalogue::after(&model.open.name).map(neighbour) }
}

fn neighbour(entry: &'static Entry) -> Neighbour {
    Neighbour { name: entry.name.into(), title: entry.title.to_owned() }
}
