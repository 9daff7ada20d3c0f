//! Everything that is on the page.

use std::sync::Arc;

use super::catalogue::{self, Entry};
use super::counting::Counting;
use super::endings::Endings;
use super::filter::Filter;
use super::link;
use super::named::Named;
use super::own::{Own, Writing};
use super::packs::Packs;
use super::player::Player;
pub use super::presentation::{Mode, Presentation, Theme};
use crate::check::outcome::Sign;
use crate::lang::value::Name;
use crate::tell::question::Guess;

/// Everything that is on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The scenario that is open.
    pub open: Open,
    /// The scenarios that are here.
    pub packs: Packs,
    /// What the reader guessed, by scenario.
    pub guesses: Named<Guess>,
    /// What came of each scenario that has run to its end here; none for one without an effect.
    pub seen: Named<Option<Sign>>,
    /// What is known of every schedule.
    pub counting: Counting,
    /// Are all endings shown in the chapters?
    pub endings: Endings,
    /// What comes of each scenario as it opens, once all endings are shown; none for one without an effect.
    pub ended: Named<Option<Sign>>,
    /// Which scenarios the list is kept to.
    pub filter: Filter,
    /// What is being written.
    pub writing: Writing,
    /// How fast it plays.
    pub speed: Speed,
    /// Does it play?
    pub playing: bool,
    /// Tables, or as printed.
    pub tab: Tab,
    /// What came of moving a step, or of another choice; gone with whatever happens next.
    pub moved: Option<Moved>,
    /// How often that was tried: each try has its own answer.
    pub moves: usize,
    /// What the reader has to be told of a broken link.
    pub notice: Option<Notice>,
    /// How the page is shown: from the query, and as the page around this one has set it.
    pub presentation: Presentation,
    /// How often it was set.
    pub presented: usize,
    /// The query, without `?`: hosts that strip the hash leave the moment there.
    pub query: Arc<str>,
    /// Parts of the address that mean nothing here, to be reported once where an author looks (the console).
    pub ignored: Arc<[String]>,
}

/// What came of moving a step, or of another choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The place that the step has now, by index; none where it stays, or none was moved.
    pub stands: Option<usize>,
    /// Why it stays, or which planned steps are left out for it; empty where there is nothing to tell.
    pub words: String,
}

/// The scenario that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// Its name in the catalogue; [`OWN`](super::own::OWN) where it is the reader's own.
    pub name: Name,
    /// Its title.
    pub title: Name,
    /// It, being played, or what is wrong with its file.
    pub body: Body,
    /// What it is made of, where it is the reader's own.
    pub own: Option<Arc<Own>>,
}

/// What is shown of the open scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// None is open: the start page.
    Start,
    /// It plays.
    Player(Player),
    /// Its file has errors.
    Broken(Arc<[String]>),
    /// It is not here yet.
    Awaited(Awaited),
}

/// A scenario that is not here yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The hash that opens it once it is here.
    pub hash: String,
    /// What the reader is told meanwhile: nothing at first, because it is here in a moment as a rule.
    pub told: Option<Arc<str>>,
    /// Is it to be fetched, or is it known that it cannot be?
    pub wanted: bool,
}

/// How fast it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// Half as fast.
    Half,
    /// As motion is designed.
    #[default]
    One,
    /// Twice as fast.
    Two,
    /// Four times as fast.
    Four,
}

/// What the right side shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Tables.
    #[default]
    Tables,
    /// What the guide prints.
    Printed,
}

/// What the reader has to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// `This link was not whole.`
    pub headline: String,
    /// Each part of it, in a sentence.
    pub details: Vec<String>,
}

impl Speed {
    /// Every speed, slowest first.
    pub const ALL: [Self; 4] = [Self::Half, Self::One, Self::Two, Self::Four];

    /// What its button says.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Half => "½×",
            Self::One => "1×",
            Self::Two => "2×",
            Self::Four => "4×",
        }
    }

    /// Half-times: 1 for ½×, 8 for 4×.
    #[must_use]
    pub fn halves(self) -> u32 {
        match self {
            Self::Half => 1,
            Self::One => 2,
            Self::Two => 4,
            Self::Four => 8,
        }
    }
}

impl Open {
    /// A shipped scenario, at its start.
    #[must_use]
    pub fn entry(entry: &'static Entry, packs: &Packs) -> Self {
        let body = match packs.get(entry.name).map(|pack| &pack.opened) {
            Some(Ok(document)) => Body::Player(Player::open(document.clone(), vec![0; document.switches.len()])),
            Some(Err(errors)) => Body::Broken(errors.clone()),
            None => Body::Awaited(Awaited { hash: link::start(entry.name), told: None, wanted: true }),
        };
        Self { name: entry.name.into(), title: entry.title.into(), body, own: None }
    }

    /// The start page.
    #[must_use]
    pub fn start() -> Self {
        Self { name: "".into(), title: "See a background job run twice".into(), body: Body::Start, own: None }
    }

    /// The first scenario of the first chapter; a page that ships none says so.
    #[must_use]
    pub fn first(packs: &Packs) -> Self {
        let body = Body::Broken(Arc::from([]));
        let none = || Self { name: "".into(), title: "No scenario".into(), body, own: None };
        catalogue::first().map_or_else(none, |entry| Self::entry(entry, packs))
    }
}

impl Model {
    /// The page as an address opens it: `query` without `?`, `hash` without `#`; either may be empty.
    #[must_use]
    pub fn at(query: &str, hash: &str) -> Self {
        Self::with(Packs::carried(), query, hash)
    }

    /// The same where these scenarios are here.
    #[must_use]
    pub fn with(packs: Packs, query: &str, hash: &str) -> Self {
        let address = link::parse(query, hash);
        let mut model = Self {
            notice: None,
            open: Open::first(&packs),
            packs,
            guesses: Named::default(),
            seen: Named::default(),
            counting: Counting::default(),
            endings: Endings::default(),
            ended: Named::default(),
            filter: Filter::default(),
            writing: Writing::default(),
            speed: address.presentation.speed,
            playing: false,
            tab: Tab::default(),
            moved: None,
            moves: 0,
            presentation: address.presentation,
            presented: 0,
            query: query.into(),
            ignored: address.ignored.into(),
        };
        model.follow(hash);
        if !model.ignored.is_empty() {
            model.tell_mislisted();
        }
        model.forget_before();
        model.note_seen();
        model
    }

    /// The scenario being played, where its file has no errors.
    #[must_use]
    pub fn player(&self) -> Option<&Player> {
        match &self.open.body {
            Body::Player(player) => Some(player),
            Body::Start | Body::Broken(_) | Body::Awaited(_) => None,
        }
    }

    /// Is it the start page?
    #[must_use]
    pub fn at_start(&self) -> bool {
        matches!(self.open.body, Body::Start)
    }

    /// Does the address without its hash open the start page? A query may name a moment.
    #[must_use]
    pub fn starts_bare(&self) -> bool {
        !self.presentation.embed && link::parse(&self.query, "").link.is_bare()
    }

    /// The address of this moment: the hash, without `#`.
    #[must_use]
    pub fn hash(&self) -> String {
        link::print(&self.open)
    }

    /// Opens what an address names: the moment, or the nearest valid one with what has to be told.
    pub(super) fn follow(&mut self, hash: &str) {
        let mut link = link::parse(&self.query, hash).link;
        if link.is_bare() && !self.presentation.embed {
            let Some(listed) = self.presentation.list.first() else {
                self.open = Open::start();
                self.notice = None;
                self.writing.forget_asked();
                return;
            };
            link.scenario = Some((**listed).to_owned());
        }
        match &link.text {
            Some(text) => self.follow_text(&link, text, hash),
            None => self.follow_name(&link, hash),
        }
    }

    /// Keeps that the count may be seen, once there was a step or a guess; and what came of the scenario, where its run has
    /// been seen to its end.
    pub(super) fn note_seen(&mut self) {
        if self.player().is_some_and(|player| player.playhead > 0) || self.guesses.get(&self.open.name).is_some() {
            self.uncover();
        }
        if let Some(player) = self.player()
            && player.at_end()
            && player.complete()
        {
            let sign = player.sign();
            self.seen.insert(self.open.name.clone(), sign);
        }
        if self.endings != Endings::Hidden {
            self.note_endings();
        }
    }

    /// Does it show the same as another one of the same address? Not `==`: that would compare every state of the runs,
    /// and bring the code for it into the page.
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        let body = match (&self.open.body, &other.open.body) {
            (Body::Player(player), Body::Player(other)) => player.plays_same(other),
            (Body::Awaited(awaited), Body::Awaited(other)) => awaited == other,
            (Body::Start, Body::Start) | (Body::Broken(_), Body::Broken(_)) => true,
            (Body::Start | Body::Player(_) | Body::Awaited(_) | Body::Broken(_), _) => false,
        };
        body && self.open.name == other.open.name
            && self.packs == other.packs
            && self.guesses == other.guesses
            && self.seen == other.seen
            && self.counting.shows_same(&other.counting)
            && self.endings == other.endings
            && self.filter.shows_same(&other.filter)
            && self.writing.shows_same(&other.writing)
            && self.speed == other.speed
            && self.playing == other.playing
            && self.tab == other.tab
            && self.moved.is_none()
            && other.moved.is_none()
            && self.notice == other.notice
            && self.presented == other.presented
    }
}
