//! One scenario being played: its switches, the complete run of the current schedule, and the playhead in it.

use std::sync::Arc;

use crate::check::replay::PassedOver;
use crate::check::trace::Trace;
use crate::lang::document::{Document, Positions};
use crate::lang::scenario::Scenario;
use crate::sim::action::Action;
use crate::tell::moment::Moment;

/// One scenario being played. Cheap to clone: what is big is shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The file, read.
    pub document: Arc<Document>,
    /// Where each switch stands.
    pub positions: Positions,
    /// The run of the current schedule, whole.
    pub run: Arc<Trace>,
    /// How many of its steps have been taken.
    pub playhead: usize,
    /// Where the schedule comes from.
    pub schedule: Chosen,
    /// Items of the file's schedule that could not happen and were passed over.
    pub passed_over: Arc<[PassedOver]>,
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
        let _ = (document, positions);
        todo!()
    }

    /// The scenario at the current positions.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.document.scenario(&self.positions)
    }

    /// The moment at the playhead: what the views of `tell` are asked with.
    #[must_use]
    pub fn moment(&self) -> Moment<'_> {
        Moment { scenario: self.scenario(), source: &self.document.source, trace: &self.run, playhead: self.playhead }
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

    /// The steps (from 1) of marked moments: a refusal, a failure, a crash, an effect.
    #[must_use]
    pub fn marks(&self) -> Vec<usize> {
        todo!()
    }

    /// The same, with another action at the playhead: then what is left of the run as far as it can, then the default.
    #[must_use]
    pub fn choosing(&self, action: Action) -> Option<Self> {
        let _ = action;
        todo!()
    }
}
