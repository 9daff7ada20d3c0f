//! What the page asks whoever explores, and what comes back: bytes both ways, between two builds of the same crate.

use std::sync::Arc;

use super::player::Player;
use super::size::Size;
use crate::check::explore::{Explorer, Progress};
use crate::check::refusals::Refusals;
use crate::check::relevance::Merging;
use crate::check::trace::Trace;
use crate::lang::document::Document;
use crate::lang::packed::macros::structs;
use crate::lang::packed::{Packed, Reader, read, unpack};
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::tell::every::{Future, Onward, Report, Verdict, futures, report, so_far, stopped};

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
    /// Is every schedule to be counted, or only the run to be drawn?
    pub counts: bool,
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

/// What is drawn of every schedule, as markup by whoever gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The headline with what the others do; under the strip the kinds of end and all that is said of them.
    pub verdict: [String; 2],
    /// Each moment of the run: what is still possible, in words, and as a bar where not every schedule has a cell.
    pub onward: Vec<[String; 2]>,
    /// The map without the reader's path and place, in layers: what is under the path, what is over it and pressed, and how a
    /// further layer begins. Where there is no map the first is what stands in its place, if anything does.
    pub map: [String; 3],
    /// The map in words.
    pub map_words: String,
}

/// What is drawn of the run, which needs no count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Along {
    /// How to read the end of the run; empty where it has none.
    pub reading: String,
    /// Each moment of the run on the design that stands beside it.
    pub beside: Vec<String>,
    /// The deliveries of each job at each moment; nothing without a queue.
    pub deliveries: Vec<String>,
    /// What production would show at each moment; nothing where nobody works on a job.
    pub production: Vec<String>,
}

structs! {
    Drawn { verdict onward map map_words }
    Along { reading beside deliveries production }
}

/// What is known of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// It is being counted: how far it is, in words.
    Working(Arc<str>),
    /// There are more states than are looked at: how many were, in words.
    Stopped(Arc<str>),
    /// It cannot be asked: why.
    Refused(Arc<str>),
    /// All of it: of every schedule, of each moment of the run, and what is drawn of them.
    Counted(Arc<Verdict>, Arc<[Future]>, Arc<Drawn>),
    /// What is drawn of the run: it comes before anything is counted.
    Along(Arc<Along>),
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
        self.counts.pack(&mut bytes);
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
                counts: Packed::unpack(from),
            }
            .with_rest(from)
        })
    }

    fn with_rest(mut self, from: &mut Reader<'_>) -> Self {
        self.design.checked = from.rest().to_vec();
        self
    }

    /// The file: what the design and the run are of. It is unpacked here and nowhere else.
    ///
    /// # Errors
    /// Why there is none.
    pub fn document(&self) -> Result<Arc<Document>, String> {
        let document = unpack(&self.design.checked).and_then(Result::ok);
        Ok(Arc::new(document.ok_or("there is no such file")?))
    }

    /// The run as a player of its file, with the design beside it; none where it is not of this file.
    #[must_use]
    pub fn player(&self, document: Arc<Document>) -> Option<Player> {
        let positions = document.combinations().get(self.design.index)?.clone();
        let player = Player::open(document, positions).in_size(self.design.size).ok()?;
        let mut player = player.taking(&self.run)?;
        player.with = self.with;
        Some(player)
    }

    /// The design of its file that is asked about, as a scenario.
    ///
    /// # Errors
    /// Why there is none.
    pub fn scenario(&self, document: &Document) -> Result<Scenario, String> {
        self.design.size.of(document.designs.get(self.design.index).ok_or("there is no such design")?)
    }
}

impl Answer {
    /// As bytes.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.number.pack(&mut bytes);
        match &self.known {
            Known::Working(words) => {
                bytes.push(0);
                words.pack(&mut bytes);
            }
            Known::Stopped(words) => {
                bytes.push(1);
                words.pack(&mut bytes);
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
            Known::Along(along) => {
                bytes.push(4);
                along.pack(&mut bytes);
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
                4 => Known::Along(Packed::unpack(from)),
                _ => Known::Counted(Packed::unpack(from), Packed::unpack(from), Packed::unpack(from)),
            },
        })
    }
}

/// An exploration on behalf of a question, one slice after the other.
#[derive(Debug)]
pub struct Answering<'a> {
    explorer: Explorer<'a>,
    refusals: Option<Refusals>,
    report: Option<Report>,
    onward: Vec<Onward>,
}

impl<'a> Answering<'a> {
    /// Before its first slice.
    #[must_use]
    pub fn new(scenario: &'a Scenario) -> Self {
        let explorer = Explorer::new(scenario, Merging::default());
        Self { explorer, refusals: None, report: None, onward: Vec::new() }
    }

    /// All that is said of every schedule, once they are counted.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The ways on from each moment of the run that was asked about last, once they are counted.
    #[must_use]
    pub fn onward(&self) -> &[Onward] {
        &self.onward
    }

    /// Goes on by a slice of at most [`SLICE_EDGES`]; then what is known for this run.
    pub fn go_on(&mut self, run: &[Action]) -> Known {
        match self.explorer.run(SLICE_EDGES) {
            Progress::Working => return Known::Working(so_far(&self.explorer).into()),
            Progress::Stopped => return Known::Stopped(stopped(&self.explorer).into()),
            Progress::Done => {}
        }
        if self.report.is_none() {
            if self.refusals.is_none() {
                self.refusals = Refusals::new(&mut self.explorer);
            }
            let refused = self.refusals.as_mut().and_then(|refusals| {
                refusals.run(&mut self.explorer, SLICE_EDGES);
                refusals.ways()
            });
            let Some(refused) = refused else { return Known::Working(so_far(&self.explorer).into()) };
            self.report = report(&mut self.explorer, refused);
        }
        let scenario = self.explorer.scenario();
        let mut trace = Trace::start(scenario);
        for action in run {
            if let Err(reason) = trace.take(scenario, *action) {
                return Known::Refused(reason.reason(scenario).to_string().into());
            }
        }
        match (&self.report, futures(&self.explorer, &trace)) {
            (Some(report), Some((futures, onward))) => {
                self.onward = onward;
                Known::Counted(report.verdict.clone(), futures.into(), Arc::default())
            }
            _ => Known::Refused("the run is none of this scenario".into()),
        }
    }
}
