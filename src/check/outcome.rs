//! What came of a run: how often each intent took effect, and what is stuck or failed.

use crate::lang::order::sort_by_key;
use crate::lang::program::{Atomic, Op};
use crate::lang::scenario::{IntentId, Scenario, TableId};
use crate::sim::action::complete;
use crate::sim::process::Phase;
use crate::sim::state::State;

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// How often each effect was performed for each intent it serves, in order of declaration.
    pub effects: Vec<EffectCount>,
    /// Does a process still wait while nothing but a fault can happen?
    pub stuck: bool,
    /// How many runs failed.
    pub failed: u32,
}

/// How often an effect was performed for one intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EffectCount {
    /// The effect.
    pub effect: TableId,
    /// The intent.
    pub intent: IntentId,
    /// How often.
    pub times: u32,
}

/// The sign of an outcome: the worst that happened to any intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// Every intent took effect once: one ring.
    Once,
    /// Some intent never took effect: a dashed ring.
    Never,
    /// Some intent took effect this many times, at least two: two rings.
    Repeated(u32),
}

impl Outcome {
    /// What has come of the run in this state.
    #[must_use]
    pub fn of(scenario: &Scenario, state: &State) -> Self {
        let effects = served(scenario)
            .into_iter()
            .map(|(effect, intent)| EffectCount { effect, intent, times: times(state, effect, intent) })
            .collect();
        let waiting = state.processes.iter().any(|process| process.phase == Phase::Waiting);
        let failed = state.processes.iter().filter(|process| matches!(process.phase, Phase::Failed(_))).count();
        Self { effects, stuck: waiting && complete(scenario, state), failed: failed as u32 }
    }

    /// The worst that happened to any intent; none where the scenario performs no effect.
    #[must_use]
    pub fn sign(&self) -> Option<Sign> {
        let most = self.effects.iter().map(|count| count.times).max()?;
        let least = self.effects.iter().map(|count| count.times).min()?;
        Some(match (least, most) {
            (_, 2..) => Sign::Repeated(most),
            (0, _) => Sign::Never,
            _ => Sign::Once,
        })
    }
}

/// The effects of a scenario with the intents each is counted for: the names after its `for`s, and every job's and
/// enqueued name where a `do` of it has no `for`. An effect that no program performs counts for none.
#[must_use]
pub fn served(scenario: &Scenario) -> Vec<(TableId, IntentId)> {
    let mut pairs = Vec::new();
    for effect in (0..scenario.tables.len()).map(TableId::new).filter(|id| scenario.table(*id).is_effect()) {
        let mut intents: Vec<IntentId> = Vec::new();
        for intent in performed_for(scenario, effect) {
            match intent {
                Some(named) => intents.push(named),
                None => intents.extend(handed_over(scenario)),
            }
        }
        sort_by_key(&mut intents, |intent| *intent);
        intents.dedup();
        pairs.extend(intents.into_iter().map(|intent| (effect, intent)));
    }
    pairs
}

/// How often the effect was performed for the intent.
#[must_use]
pub fn times(state: &State, effect: TableId, intent: IntentId) -> u32 {
    state.rows(effect).iter().filter(|row| row.intent == Some(intent)).count() as u32
}

/// For each `do` of the effect in a program that a process runs: the intent after its `for`.
fn performed_for(scenario: &Scenario, effect: TableId) -> Vec<Option<IntentId>> {
    running_ops(scenario)
        .filter_map(|atomic| match atomic {
            Atomic::Do { effect: performed, intent, .. } if *performed == effect => Some(*intent),
            _ => None,
        })
        .collect()
}

/// Every intent that is handed over at the start or enqueued by a program that a process runs.
fn handed_over(scenario: &Scenario) -> Vec<IntentId> {
    let enqueued = running_ops(scenario).filter_map(|atomic| match atomic {
        Atomic::Enqueue { intent, .. } => Some(*intent),
        _ => None,
    });
    scenario.jobs.iter().map(|job| job.intent).chain(enqueued).collect()
}

fn running_ops(scenario: &Scenario) -> impl Iterator<Item = &Atomic> {
    scenario.process_ids().flat_map(|process| &scenario.program_of(process).code).filter_map(|instruction| {
        match &instruction.op {
            Op::Atomic(atomic) => Some(atomic),
            Op::Local(_) => None,
        }
    })
}
