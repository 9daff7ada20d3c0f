//! What is known of every schedule, and what to ask next. Who carries question and answer is the page's affair.

mod known;

use std::sync::Arc;

use super::asking::{Along, Answer, Design, Drawn, Known, Question};
use super::catalogue::{self, Entry};
use super::endings::Endings;
use super::model::{Body, Model, Open};
use super::named::Named;
use super::player::Player;
use super::size::Size;
use crate::check::outcome::Sign;
use crate::lang::value::Name;
use crate::sim::action::Action;
use crate::tell::every::{Future, Verdict};

/// What is known of every schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counting {
    /// Scenarios whose count is not covered any more: the reader guessed, took a step, or wanted to see it.
    pub(super) uncovered: Named<()>,
    /// The worst that can come of each scenario as it opens, where that was counted.
    pub(super) worst: Named<Option<Sign>>,
    /// The number of the last question, and what it is about where it is not answered.
    number: u32,
    pending: Option<About>,
    /// What `shown` is about.
    known: Option<OnScreen>,
    shown: Shown,
    /// What is drawn of a run, and of which.
    along: Option<(OnScreen, Arc<Along>)>,
    /// A design whose count the reader stopped.
    stopped: Option<Seen>,
    /// The schedule that was chosen by its place, until what is still possible along it is known.
    chosen: Option<usize>,
}

/// What the page shows of the count.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shown {
    /// Nothing yet.
    #[default]
    Nothing,
    /// It is being counted: how far it is, in words.
    Working(Arc<str>),
    /// Counting stopped at its bound: where that is, in words.
    Stopped(Arc<str>),
    /// The reader stopped it.
    Halted,
    /// There is nothing to count here: why.
    Refused(Arc<str>),
    /// All of it, for the run that was asked about.
    Counted(Arc<Verdict>, Arc<[Future]>, Arc<Drawn>),
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    Screen(OnScreen),
    /// The run on screen, to be drawn and no more: the reader stopped counting.
    Run(OnScreen),
    /// A scenario of the list, as it opens.
    Listed(Name),
}

/// A design and a run of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OnScreen {
    seen: Seen,
    run: Vec<Action>,
    with: Option<(usize, usize)>,
}

/// A design of a scenario in a size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    name: Name,
    /// Of the reader's own scenario, which of its texts.
    edition: u32,
    design: usize,
    size: Size,
}

impl Seen {
    /// Is it the scenario as it opens?
    fn opens(&self) -> bool {
        self.design == 0 && self.size.is_own()
    }
}

impl Counting {
    /// Was the worst of this scenario counted?
    pub(super) fn knows_worst(&self, name: &str) -> bool {
        self.worst.get(name).is_some()
    }

    /// Waits for no answer any more.
    pub(super) fn forget_asked(&mut self) {
        self.pending = None;
    }

    /// Is nothing different but what nobody sees? Verdicts are compared by identity: a new one is another.
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        let shown = match (&self.shown, &other.shown) {
            (Shown::Counted(one, along, _), Shown::Counted(other, others, _)) => {
                Arc::ptr_eq(one, other) && Arc::ptr_eq(along, others)
            }
            (Shown::Working(one), Shown::Working(other)) | (Shown::Stopped(one), Shown::Stopped(other)) => one == other,
            (Shown::Refused(one), Shown::Refused(other)) => one == other,
            (Shown::Nothing, Shown::Nothing) | (Shown::Halted, Shown::Halted) => true,
            _ => false,
        };
        shown
            && self.uncovered == other.uncovered
            && self.worst == other.worst
            && self.pending == other.pending
            && match (&self.along, &other.along) {
                (Some((_, along)), Some((_, other))) => Arc::ptr_eq(along, other),
                (along, other) => along.is_none() && other.is_none(),
            }
            && self.stopped == other.stopped
            && self.chosen == other.chosen
    }
}

impl Model {
    /// Is the count of the open scenario covered, until the reader guesses or takes a step?
    #[must_use]
    pub fn covered(&self) -> bool {
        self.counting.uncovered.get(&self.open.name).is_none()
    }

    /// What to show of the count, and whether it is of the design before: the answer for this one is on its way.
    #[must_use]
    pub fn counted(&self) -> (&Shown, bool) {
        if self.halted() {
            return (&Shown::Halted, false);
        }
        let known = self.counting.known.as_ref().map(|known| &known.seen);
        let current = known.is_some() && known == self.seen().as_ref();
        (&self.counting.shown, !current)
    }

    /// Has the reader stopped counting the design on screen?
    fn halted(&self) -> bool {
        self.counting.stopped.is_some() && self.counting.stopped == self.seen()
    }

    /// The place of the schedule on screen in the order of choice, as far as it is known.
    #[must_use]
    pub fn cell(&self) -> Option<usize> {
        let last = self.futures().last().and_then(|future| future.cells);
        last.map(|[from, _]| from as usize).or(self.counting.chosen)
    }

    /// What to ask now, and the page that has asked it; none while nothing is wanted, or while the same is asked.
    #[must_use]
    pub fn asking(&self) -> Option<(Self, Question)> {
        let (about, design, run) = self.screen_question().or_else(|| self.listed_question())?;
        let (with, counts) = match &about {
            About::Screen(on_screen) => (on_screen.with, true),
            About::Run(on_screen) => (on_screen.with, false),
            About::Listed(_) => (None, true),
        };
        let mut asking = self.clone();
        asking.counting.number += 1;
        asking.counting.pending = Some(about);
        Some((asking, Question { number: self.counting.number + 1, design, run, with, counts }))
    }

    /// The count as this answer has it; none where it is not what was asked last.
    pub(super) fn answer(&mut self, answer: &Answer) -> Option<()> {
        let counting = &mut self.counting;
        let about = counting.pending.clone().filter(|_| counting.number == answer.number)?;
        let drawn = matches!(answer.known, Known::Along(_)) && !matches!(about, About::Run(_));
        let whole = !drawn && !matches!(answer.known, Known::Working(_));
        match (about, &answer.known) {
            (About::Screen(run) | About::Run(run), Known::Along(along)) => counting.along = Some((run, along.clone())),
            // Nobody draws it, and it is not asked for again.
            (About::Run(run), _) => counting.along = Some((run, Arc::default())),
            // What is counted of this design stays in sight until all is known of another run of it.
            (About::Screen(on_screen), _)
                if !whole
                    && matches!(counting.shown, Shown::Counted(..))
                    && counting.known.as_ref().is_some_and(|known| known.seen == on_screen.seen) => {}
            (About::Screen(on_screen), known) => {
                if let (Known::Counted(verdict, ..), true) = (known, on_screen.seen.opens()) {
                    counting.worst.insert(on_screen.seen.name.clone(), worst(verdict));
                }
                counting.shown = shown(known);
                counting.known = Some(on_screen);
            }
            (About::Listed(name), known) if whole => {
                let sign = if let Known::Counted(verdict, ..) = known { worst(verdict) } else { None };
                counting.worst.insert(name, sign);
            }
            (About::Listed(_), _) => {}
        }
        if whole {
            counting.pending = None;
        }
        // Another schedule may have been chosen since it was asked.
        if self.knows_run() {
            self.counting.chosen = None;
        }
        Some(())
    }

    /// Counts no further, for this design.
    pub(super) fn stop_counting(&mut self) -> Option<()> {
        let seen = self.seen()?;
        self.counting.pending = None;
        self.counting.stopped = Some(seen);
        Some(())
    }

    /// Shows the count of the open scenario from now on.
    pub(super) fn uncover(&mut self) {
        self.counting.uncovered.insert(self.open.name.clone(), ());
    }

    /// Counts on where the reader had stopped it.
    pub(super) fn count_on(&mut self) {
        self.counting.stopped = None;
        self.uncover();
    }

    /// Keeps which schedule was chosen by its place.
    pub(super) fn choose_cell(&mut self, place: usize) {
        self.counting.chosen = Some(place);
    }

    /// The design on screen.
    fn seen(&self) -> Option<Seen> {
        let player = self.player()?;
        let design = player.document.index(&player.positions);
        let edition = self.own().map_or(0, |own| own.edition);
        Some(Seen { name: self.open.name.clone(), edition, design, size: player.size })
    }

    /// Is what is known about the run on screen? Every view asks, so nothing is collected for it.
    fn knows_run(&self) -> bool {
        self.counting.known.as_ref().is_some_and(|known| self.shows(known))
    }

    /// Is it the run on screen?
    fn shows(&self, known: &OnScreen) -> bool {
        let Some(player) = self.player() else { return false };
        known.with == player.with
            && known.run.iter().copied().eq(player.run.actions())
            && Some(&known.seen) == self.seen().as_ref()
    }

    fn on_screen(&self) -> Option<OnScreen> {
        let (player, seen) = (self.player()?, self.seen()?);
        Some(OnScreen { seen, run: player.run.actions().collect(), with: player.with })
    }

    /// What the screen needs to know and does not.
    fn screen_question(&self) -> Option<(About, Design, Vec<Action>)> {
        let player = self.player().filter(|player| !self.covered() || player.with.is_some())?;
        let wanted = self.on_screen()?;
        let Counting { known, stopped, pending, .. } = &self.counting;
        // A question about the list does not make what is known of the screen unknown.
        let known = known.as_ref() == Some(&wanted) && !matches!(pending, Some(About::Screen(_)));
        let stopped = stopped.as_ref() == Some(&wanted.seen);
        let drawn = self.counting.along.as_ref().is_some_and(|(drawn, _)| *drawn == wanted);
        if if stopped { drawn } else { known } {
            return None;
        }
        let run = wanted.run.clone();
        let about = if stopped { About::Run(wanted) } else { About::Screen(wanted) };
        if pending.as_ref() == Some(&about) {
            return None;
        }
        Some((about, self.design(&self.open.name, player)?, run))
    }

    /// A scenario of the list whose worst is wanted: once every ending is wanted, one after the other.
    fn listed_question(&self) -> Option<(About, Design, Vec<Action>)> {
        if self.endings != Endings::Wanted || self.counting.pending.is_some() {
            return None;
        }
        let plays = |entry: &Entry| self.packs.get(entry.name).is_some_and(|pack| pack.opened.is_ok());
        let unknown = &mut |entry: &Entry| self.counting.worst.get(entry.name).is_none() && plays(entry);
        let entry = catalogue::found(unknown)?;
        match Open::entry(entry, &self.packs).body {
            Body::Player(player) => {
                Some((About::Listed(entry.name.into()), self.design(entry.name, &player)?, Vec::new()))
            }
            Body::Start | Body::Broken(_) | Body::Awaited(_) => None,
        }
    }

    fn design(&self, name: &str, player: &Player) -> Option<Design> {
        let checked = match self.own().filter(|_| *self.open.name == *name) {
            Some(own) => own.checked.to_vec(),
            None => self.packs.get(name)?.checked.to_vec(),
        };
        Some(Design { index: player.document.index(&player.positions), size: player.size, checked })
    }
}

fn worst(verdict: &Verdict) -> Option<Sign> {
    verdict.kinds.first().and_then(|kind| kind.sign)
}

fn shown(known: &Known) -> Shown {
    match known {
        // It says nothing of a count.
        Known::Along(_) => Shown::Nothing,
        Known::Working(words) => Shown::Working(words.clone()),
        Known::Stopped(words) => Shown::Stopped(words.clone()),
        Known::Refused(reason) => Shown::Refused(reason.clone()),
        Known::Counted(verdict, futures, drawn) => Shown::Counted(verdict.clone(), futures.clone(), drawn.clone()),
    }
}
