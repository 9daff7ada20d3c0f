//! One scenario being played: its switches, the complete run of the current schedule, and the playhead in it.

mod designs;
mod dropped;
mod marks;
mod walking;

pub use marks::Mark;

pub(super) use designs::renamed;

use std::sync::Arc;

use self::dropped::Dropped;
use super::reorder::reordered;
use super::size::Size;
use crate::check::outcome::{Outcome, Sign};
use crate::check::replay::{PassedOver, default_action, finish, follow};
use crate::check::trace::Trace;
use crate::lang::document::{Document, Positions};
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::sim::readiness::readiness;
use crate::tell::moment::Moment;

/// One scenario being played. Cheap to clone: what is big is shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The file, read.
    pub document: Arc<Document>,
    /// Where each switch stands.
    pub positions: Positions,
    /// In which size it runs.
    pub size: Size,
    /// The scenario in that size, where it is not the file's own.
    sized: Option<Arc<Scenario>>,
    /// The run of the current schedule, whole.
    pub run: Arc<Trace>,
    /// How many of its steps have been taken.
    pub playhead: usize,
    /// Where the schedule comes from.
    pub schedule: Chosen,
    /// Items of the file's schedule that could not happen and were passed over.
    pub passed_over: Arc<[PassedOver]>,
    /// The design that is shown beside this one: which switch stands elsewhere there, and in which position.
    pub with: Option<(usize, usize)>,
    /// The run that was left by the last choice of another schedule, one click away.
    pub left: Option<Branch>,
}

/// Where a run's schedule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The file's schedule at this place of `Scenario::schedules`.
    Named(usize),
    /// The default one, where the file gives none.
    Default,
    /// The reader's own.
    Own,
}

/// A run that was left.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The run.
    pub run: Arc<Trace>,
    /// Where its playhead stood.
    pub playhead: usize,
    /// Where its schedule came from.
    pub schedule: Chosen,
    /// What it passed over.
    pub passed_over: Arc<[PassedOver]>,
}

impl Player {
    /// The file opened at these positions, with the schedule the page opens with, before the first step.
    #[must_use]
    pub fn open(document: Arc<Document>, positions: Positions) -> Self {
        let chosen = Chosen::opening(document.scenario(&positions));
        let (run, passed_over) = run_of(document.scenario(&positions), chosen, Size::default());
        Self {
            document,
            positions,
            size: Size::default(),
            sized: None,
            run: Arc::new(run),
            playhead: 0,
            schedule: chosen,
            passed_over: passed_over.into(),
            with: None,
            left: None,
        }
    }

    /// The same with one of the file's schedules, before the first step.
    #[must_use]
    pub fn with_schedule(&self, schedule: Chosen) -> Self {
        let (run, passed_over) = run_of(self.scenario(), schedule, self.size);
        Self { run: Arc::new(run), playhead: 0, schedule, passed_over: passed_over.into(), left: None, ..self.clone() }
    }

    /// The scenario at the current positions.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.sized.as_ref().unwrap_or_else(|| self.document.scenario(&self.positions))
    }

    /// The moment at the playhead: what the views of `tell` are asked with.
    #[must_use]
    pub fn moment(&self) -> Moment<'_> {
        Moment { scenario: self.scenario(), trace: &self.run, playhead: self.playhead }
    }

    /// The number of steps of the run.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.run.len()
    }

    /// Is the playhead at the end of the run?
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.playhead == self.run.len()
    }

    /// Is nothing but a fault possible after the run?
    #[must_use]
    pub fn complete(&self) -> bool {
        self.run.complete(self.scenario())
    }

    /// What comes of the run, where it is complete and has an effect, or ends as none should.
    #[must_use]
    pub fn sign(&self) -> Option<Sign> {
        self.outcome().and_then(|outcome| outcome.sign())
    }

    /// The same of its effects alone.
    #[must_use]
    pub fn performed(&self) -> Option<Sign> {
        self.outcome().and_then(|outcome| outcome.performed())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.complete().then(|| Outcome::of(self.scenario(), self.run.last()))
    }

    /// The same with this action at the playhead, and taken: then what is left of the run as far as it can, then the
    /// default. The run that is left stays one click away. None where the action cannot happen.
    #[must_use]
    pub fn choosing(&self, action: Action) -> Option<Self> {
        let scenario = self.scenario();
        readiness(scenario, &self.run.states[self.playhead], action).ok()?;
        let mut run = Trace::start(scenario);
        let (taken, planned) = self.run.transitions.split_at(self.playhead);
        for step in taken {
            take_where_possible(scenario, &mut run, step.action);
        }
        take_where_possible(scenario, &mut run, action);
        let mut dropped = Dropped::of(action, planned.first().map(|next| next.action));
        for step in planned {
            if !dropped.drops(step.action) {
                take_where_possible(scenario, &mut run, step.action);
            }
        }
        finish(scenario, &mut run);
        let left = if run.same_actions(&self.run) { self.left.clone() } else { Some(self.branch()) };
        Some(Self { playhead: self.playhead + 1, left, ..self.with_run(run) })
    }

    /// The same with one of its steps at another place, and where it stands then; or why it stays. The reader sees as
    /// many steps taken as before, and the end where they saw the end. None where there is nothing to move.
    #[must_use]
    pub fn moving(&self, from: usize, to: usize) -> Option<Result<(Self, usize), String>> {
        let to = to.min(self.steps().checked_sub(1)?);
        if from >= self.steps() || from == to {
            return None;
        }
        Some(reordered(self.scenario(), &self.run, from, to).map(|(run, stands)| {
            let left = Some(self.branch());
            let moved = Self { left, ..self.with_run(run) };
            (moved.at(if self.at_end() { usize::MAX } else { self.playhead }), stands)
        }))
    }

    /// The same, gone on by a step: where the run stops before it is complete, the first process that can step does.
    /// None at the end.
    #[must_use]
    pub fn advanced(&self) -> Option<Self> {
        if !self.at_end() {
            return Some(self.at(self.playhead + 1));
        }
        self.choosing(default_action(self.scenario(), &self.run)?)
    }

    /// The same at another moment; past the end is the end.
    #[must_use]
    pub fn at(&self, playhead: usize) -> Self {
        Self { playhead: playhead.min(self.run.len()), ..self.clone() }
    }

    /// The same on this schedule, before its first step; the run that is left stays one click away. None where an action
    /// of it cannot happen.
    #[must_use]
    pub fn taking(&self, actions: &[Action]) -> Option<Self> {
        let mut run = Trace::start(self.scenario());
        for action in actions {
            run.take(self.scenario(), *action).ok()?;
        }
        let left = if run.same_actions(&self.run) { self.left.clone() } else { Some(self.branch()) };
        Some(Self { left, ..self.with_run(run) })
    }

    /// The run that the last choice left, and this one left for it.
    #[must_use]
    pub fn restored(&self) -> Option<Self> {
        let Branch { run, playhead, schedule, passed_over } = self.left.clone()?;
        Some(Self { run, playhead, schedule, passed_over, left: Some(self.branch()), ..self.clone() })
    }

    /// The same file and positions with another run, before its first step. A run that one of the file's schedules
    /// gives is known as that.
    #[must_use]
    pub fn with_run(&self, run: Trace) -> Self {
        let (schedule, passed_over) = self.known(&run).unwrap_or((Chosen::Own, Vec::new()));
        Self { run: Arc::new(run), playhead: 0, schedule, passed_over: passed_over.into(), left: None, ..self.clone() }
    }

    /// The schedule of the file that gives this run, the one the page opens with first, and what it passes over.
    pub(super) fn known(&self, run: &Trace) -> Option<(Chosen, Vec<PassedOver>)> {
        let scenario = self.scenario();
        let mut chosen = Chosen::opening(scenario);
        for next in 0..=scenario.schedules.len() {
            let (other, passed_over) = run_of(scenario, chosen, self.size);
            if other.same_actions(run) {
                return Some((chosen, passed_over));
            }
            chosen = Chosen::Named(next);
        }
        None
    }

    /// Does it show the same as another one of the same file? What it passes over follows from its schedule.
    pub(super) fn plays_same(&self, other: &Self) -> bool {
        let left = match (&self.left, &other.left) {
            (None, None) => true,
            (Some(left), Some(other)) => {
                left.run.same_actions(&other.run) && left.playhead == other.playhead && left.schedule == other.schedule
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        left && self.positions == other.positions
            && self.with == other.with
            && self.size == other.size
            && self.run.same_actions(&other.run)
            && self.playhead == other.playhead
            && self.schedule == other.schedule
    }

    /// This run, to come back to.
    #[must_use]
    pub fn branch(&self) -> Branch {
        Branch {
            run: self.run.clone(),
            playhead: self.playhead,
            schedule: self.schedule,
            passed_over: self.passed_over.clone(),
        }
    }
}

impl Chosen {
    /// The schedule that the page opens a scenario with.
    #[must_use]
    pub fn opening(scenario: &Scenario) -> Self {
        let unnamed = || scenario.schedules.iter().position(|schedule| schedule.name.is_none());
        scenario.opens_with.or_else(unnamed).map_or(Self::Default, Self::Named)
    }
}

/// The run that a schedule of the file gives.
fn run_of(scenario: &Scenario, chosen: Chosen, size: Size) -> (Trace, Vec<PassedOver>) {
    let named = match chosen {
        Chosen::Named(index) => scenario.schedules.get(index),
        Chosen::Default | Chosen::Own => None,
    };
    match named {
        Some(schedule) => {
            let mut replay = follow(scenario, &schedule.items);
            if !size.is_own() {
                // It was written for the file's own size.
                finish(scenario, &mut replay.trace);
            }
            (replay.trace, replay.passed_over)
        }
        None => {
            let mut trace = Trace::start(scenario);
            finish(scenario, &mut trace);
            (trace, Vec::new())
        }
    }
}

/// Takes an action where it can happen: the plan was made for another run.
fn take_where_possible(scenario: &Scenario, run: &mut Trace, action: Action) {
    let _ = run.take(scenario, action);
}
