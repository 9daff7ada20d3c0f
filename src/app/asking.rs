//! What the page asks whoever explores, and what comes back: bytes both ways, between two builds of the same crate.

use std::sync::Arc;

use super::player::Player;
use super::size::Size;
use crate::check::explore::{Explorer, Progress};
use crate::check::relevance::Merging;
use crate::check::trace::Trace;
use crate::lang::packed::macros::structs;
use crate::lang::packed::{Packed, Reader, read, unpack};
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::tell::every::{Future, MapView, Verdict, futures, map_of, verdict};

/// Edges between two looks at what else is asked: a few milliseconds.
pub const SLICE_EDGES: usize = 4_000;

/// What is asked: everything of the schedules of a design, and what is still possible along a run of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its number; the answers carry it.
    pub number: u32,
    /// Which design.
    pub design: Design,
    /// The run.
    pub run: Vec<Action>,
    /// The design that stands beside it: a switch and its position there.
    pub with: Option<(usize, usize)>,
}

/// A design of a checked file, in some size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Its place in [`Document::designs`](crate::lang::document::Document::designs).
    pub index: usize,
    /// In which size.
    pub size: Size,
    /// The file, as [`pack`](crate::lang::packed::pack) made it.
    pub checked: Vec<u8>,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's number.
    pub number: u32,
    /// What is known.
    pub known: Known,
}

/// What is drawn of an answer, as markup by whoever gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The headline with what the others do, and the kinds of end.
    pub verdict: [String; 2],
    /// The map without the reader's path and place: what is under the path, under the place, and over both. Empty where
    /// there is none.
    pub map: [String; 3],
    /// The map in words.
    pub map_words: String,
    /// How to read the end of the run; empty where it has none.
    pub reading: String,
    /// Each moment of the run on the design that stands beside it.
    pub beside: Vec<String>,
}

structs! {
    Drawn { verdict map map_words reading beside }
}

/// What is known of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// So many states have been seen so far.
    Working(u64),
    /// More states than are looked at; this many were.
    Stopped(u64),
    /// It cannot be asked: why.
    Refused(Arc<str>),
    /// All of it: of every schedule, of each moment of the run, and what is drawn of both.
    Counted(Arc<Verdict>, Arc<[Future]>, Arc<Drawn>),
}

impl Question {
    /// As bytes.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.number.pack(&mut bytes);
        self.design.index.pack(&mut bytes);
        self.design.size.workers.pack(&mut bytes);
        self.design.size.crashes.pack(&mut bytes);
        self.run.pack(&mut bytes);
        self.with.pack(&mut bytes);
        bytes.extend(&self.design.checked);
        bytes
    }

    /// From bytes; none where they are no question of this build.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        read(bytes, |from| {
            Self {
                number: Packed::unpack(from),
                design: Design {
                    index: Packed::unpack(from),
                    size: Size { workers: Packed::unpack(from), crashes: Packed::unpack(from) },
                    checked: Vec::new(),
                },
                run: Packed::unpack(from),
                with: Packed::unpack(from),
            }
            .with_rest(from)
        })
    }

    fn with_rest(mut self, from: &mut Reader<'_>) -> Self {
        self.design.checked = from.rest().to_vec();
        self
    }

    /// The run as a player, with the design beside it; none where it is not of this file.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        let document = Arc::new(unpack(&self.design.checked)?.ok()?);
        let positions = document.combinations().get(self.design.index)?.clone();
        let player = Player::open(document, positions).in_size(self.design.size).ok()?;
        let mut player = player.taking(&self.run)?;
        player.with = self.with;
        Some(player)
    }

    /// The design that is asked about, as a scenario.
    ///
    /// # Errors
    /// Why there is none.
    pub fn scenario(&self) -> Result<Scenario, String> {
        let document = unpack(&self.design.checked).and_then(Result::ok);
        let design = document.as_ref().and_then(|document| document.designs.get(self.design.index));
        self.design.size.of(design.ok_or("there is no such design")?)
    }
}

impl Answer {
    /// As bytes.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.number.pack(&mut bytes);
        match &self.known {
            Known::Working(states) => {
                bytes.push(0);
                states.pack(&mut bytes);
            }
            Known::Stopped(states) => {
                bytes.push(1);
                states.pack(&mut bytes);
            }
            Known::Refused(reason) => {
                bytes.push(2);
                reason.pack(&mut bytes);
            }
            Known::Counted(verdict, futures, drawn) => {
                bytes.push(3);
                verdict.pack(&mut bytes);
                futures.pack(&mut bytes);
                drawn.pack(&mut bytes);
            }
        }
        bytes
    }

    /// From bytes; none where they are no answer of this build.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        read(bytes, |from| Self {
            number: Packed::unpack(from),
            known: match from.byte() {
                0 => Known::Working(Packed::unpack(from)),
                1 => Known::Stopped(Packed::unpack(from)),
                2 => Known::Refused(Packed::unpack(from)),
                _ => Known::Counted(Packed::unpack(from), Packed::unpack(from), Packed::unpack(from)),
            },
        })
    }
}

/// An exploration on behalf of a question, one slice after the other.
#[derive(Debug)]
pub struct Answering<'a> {
    explorer: Explorer<'a>,
    verdict: Option<Arc<Verdict>>,
    map: Option<MapView>,
}

impl<'a> Answering<'a> {
    /// Before its first slice.
    #[must_use]
    pub fn new(scenario: &'a Scenario) -> Self {
        Self { explorer: Explorer::new(scenario, Merging::default()), verdict: None, map: None }
    }

    /// The map, once all is counted and where there is one.
    #[must_use]
    pub fn map(&self) -> Option<&MapView> {
        self.map.as_ref()
    }

    /// Goes on by a slice of at most [`SLICE_EDGES`]; then what is known for this run.
    pub fn go_on(&mut self, run: &[Action]) -> Known {
        let states = |explorer: &Explorer<'_>| explorer.states() as u64;
        match self.explorer.run(SLICE_EDGES) {
            Progress::Working => return Known::Working(states(&self.explorer)),
            Progress::Stopped => return Known::Stopped(states(&self.explorer)),
            Progress::Done => {}
        }
        if self.verdict.is_none() {
            self.verdict = verdict(&mut self.explorer).map(Arc::new);
            self.map = map_of(&self.explorer);
        }
        let scenario = self.explorer.scenario();
        let mut trace = Trace::start(scenario);
        for action in run {
            if let Err(reason) = trace.take(scenario, *action) {
                return Known::Refused(reason.reason(scenario).to_string().into());
            }
        }
        match (self.verdict.clone(), futures(&self.explorer, &trace)) {
            (Some(verdict), Some(futures)) => Known::Counted(verdict, futures.into(), Arc::default()),
            _ => Known::Refused("the run is none of this scenario".into()),
        }
    }
}
