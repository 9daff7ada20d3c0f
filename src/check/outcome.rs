//! What came of a run: how often each intent took effect, and what is stuck or failed.

use super::expectation::{Found, Verdict, judge_end};
use crate::lang::claim::Want;
use crate::lang::order::sort_by_key;
use crate::lang::program::{Atomic, Op};
use crate::lang::scenario::{IntentId, ProcessId, Role, Scenario, TableId};
use crate::sim::process::Phase;
use crate::sim::readiness::complete;
use crate::sim::state::{State, Status};

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// How often each effect was performed for each intent it serves, in order of declaration.
    pub effects: Vec<EffectCount>,
    /// Does a process still wait while nothing but a fault can happen?
    pub stuck: bool,
    /// How many runs failed.
    pub failed: u32,
    /// How many jobs are dead: handed over as often as they may be, and not acked.
    pub dead: u32,
    /// Is one of them dead for good: has no other delivery of the same intent been acked?
    pub forsaken: bool,
    /// The first table whose rows are not what the file wants of every run.
    pub wrong: Option<TableId>,
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
    /// None took effect too often or not at all, and yet the run ends as none should: a ring with a bar.
    Amiss,
    /// Some intent never took effect: a dashed ring.
    Never,
    /// Some intent took effect this many times, at least two: two rings.
    Repeated(u32),
}

impl Outcome {
    /// What has come of the run in this state.
    #[must_use]
    pub fn of(scenario: &Scenario, state: &State) -> Self {
        let mut effects = Vec::new();
        for (effect, intent) in served(scenario) {
            effects.push(EffectCount { effect, intent, times: times(state, effect, intent) });
        }
        let failed = state.processes.iter().filter(|process| matches!(process.phase, Phase::Failed(_))).count() as u32;
        let waiting = scenario.process_ids().any(|process| waits(scenario, state, process));
        let dead = state.queue.iter().filter(|queued| queued.status == Status::Dead).count() as u32;
        let dead_for_good = |at: usize| state.queue[at].status == Status::Dead && !is_acked(state, at);
        let forsaken = (0..state.queue.len()).any(dead_for_good);
        let wrong = missed(scenario, state).and_then(|want| want.claim.table());
        Self { effects, stuck: waiting && complete(scenario, state), failed, dead, forsaken, wrong }
    }

    /// The worst that came of it; none where the scenario performs no effect and all is well.
    #[must_use]
    pub fn sign(&self) -> Option<Sign> {
        match self.performed() {
            None | Some(Sign::Once) if self.is_amiss() => Some(Sign::Amiss),
            sign => sign,
        }
    }

    /// Whatever happened to its intents: does something wait for ever, has a run failed, is a job dead for good, or are
    /// there rows that the file does not want?
    #[must_use]
    pub fn is_amiss(&self) -> bool {
        self.stuck || self.failed > 0 || self.forsaken || self.wrong.is_some()
    }

    /// The worst that happened to any intent; none where the scenario performs no effect.
    #[must_use]
    pub fn performed(&self) -> Option<Sign> {
        let (mut never, mut most) = (false, 0);
        for count in &self.effects {
            never |= count.times == 0;
            most = most.max(count.times);
        }
        match most {
            2.. => Some(Sign::Repeated(most)),
            _ if never => Some(Sign::Never),
            0 => None,
            1 => Some(Sign::Once),
        }
    }
}

/// Was another delivery of this one's intent acked?
fn is_acked(state: &State, at: usize) -> bool {
    let intent = |at: usize| state.deliveries.get(at).map(|delivery| delivery.intent);
    (0..state.queue.len()).any(|other| state.queue[other].status == Status::Acked && intent(other) == intent(at))
}

/// The first thing that the file wants of the rows of every run and that these are not. What cannot be told is not missed.
#[must_use]
pub fn missed<'a>(scenario: &'a Scenario, state: &State) -> Option<&'a Want> {
    scenario.wants.iter().find(|want| match judge_end(scenario, state, &want.claim) {
        Verdict::Holds => !want.holds,
        Verdict::Fails(Found::Unevaluable(_)) => false,
        Verdict::Fails(_) => want.holds,
    })
}

/// Is its run begun and not over, or would it begin one day? Whoever is idle does not wait, be it between two jobs or before a
/// turn of a process that is no worker; and nor does one that a part of a state leaves out.
fn waits(scenario: &Scenario, state: &State, id: ProcessId) -> bool {
    let Some(process) = state.processes.get(id.index()) else { return false };
    match process.phase {
        Phase::Waiting => true,
        Phase::Running { .. } => scenario.process(id).role != Role::Other || process.begun,
        Phase::Idle { .. } | Phase::Ended { .. } | Phase::Failed(_) | Phase::Crashed => false,
    }
}

/// The processes that wait where nothing but a fault can happen any more; none where something can.
#[must_use]
pub fn stuck(scenario: &Scenario, state: &State) -> Vec<ProcessId> {
    let mut stuck: Vec<ProcessId> = scenario.process_ids().collect();
    stuck.retain(|process| waits(scenario, state, *process));
    if !stuck.is_empty() && !complete(scenario, state) {
        stuck.clear();
    }
    stuck
}

/// The effects of a scenario with the intents each is counted for: the names after its `for`s, and every job's and
/// enqueued name where a `do` of it has no `for`. An effect that no program performs counts for none.
#[must_use]
pub fn served(scenario: &Scenario) -> Vec<(TableId, IntentId)> {
    let mut pairs = Vec::new();
    let running = running(scenario);
    for effect in (0..scenario.tables.len()).map(TableId::new) {
        let mut intents: Vec<IntentId> = Vec::new();
        for atomic in &running {
            match atomic {
                Atomic::Do { effect: performed, intent: Some(named), .. } if *performed == effect => {
                    add(&mut intents, *named);
                }
                Atomic::Do { effect: performed, intent: None, .. } if *performed == effect => {
                    add_handed_over(scenario, &running, &mut intents);
                }
                _ => {}
            }
        }
        sort_by_key(&mut intents, |intent| *intent);
        for intent in intents {
            pairs.push((effect, intent));
        }
    }
    pairs
}

/// Adds every intent that is handed over at the start or enqueued by a program that a process runs.
fn add_handed_over(scenario: &Scenario, running: &[&Atomic], intents: &mut Vec<IntentId>) {
    for job in &scenario.jobs {
        add(intents, job.intent);
    }
    for atomic in running {
        if let Atomic::Enqueue { intent, .. } = atomic {
            add(intents, *intent);
        }
    }
}

fn add(intents: &mut Vec<IntentId>, intent: IntentId) {
    if !intents.contains(&intent) {
        intents.push(intent);
    }
}

/// How often the effect was performed for the intent.
#[must_use]
pub fn times(state: &State, effect: TableId, intent: IntentId) -> u32 {
    state.rows(effect).iter().filter(|row| row.intent == Some(intent)).count() as u32
}

/// Every atomic statement of a program that a process runs, once for each process.
#[must_use]
pub fn running(scenario: &Scenario) -> Vec<&Atomic> {
    let mut atomics = Vec::new();
    for process in scenario.process_ids() {
        for instruction in &scenario.program_of(process).code {
            match &instruction.op {
                Op::Atomic(atomic) => atomics.push(atomic),
                Op::Local(_) => {}
            }
        }
    }
    atomics
}
