//! How to read a result: six readings, which of them the final tables alone fit, and which one this run decides.

use super::deed::{Deed, deed};
use super::ending::badness;
use super::inline::{Sentence, words_of};
use super::words::list;
use crate::check::outcome::{served, times};
use crate::check::trace::Trace;
use crate::lang::program::Atomic;
use crate::lang::scenario::{Fault, IntentId, Scenario, TableId};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::state::State;
use crate::sim::store::Row;

/// Names a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReadingId {
    /// One effect, and nothing was refused.
    OneAfterTheOther,
    /// The effect more than once, the key as often.
    KeyTwice,
    /// UNIQUE refused the second key.
    Refused,
    /// The effect more than once, the key once: a death between work and key.
    DiedBeforeTheKey,
    /// The key, and no effect.
    ClaimedAndLost,
    /// The effect more than once, the key once: the key was dropped in between.
    KeyDropped,
}

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which.
    pub id: ReadingId,
    /// The step of the guide that shows it.
    pub step: u32,
    /// What you see.
    pub you_see: &'static str,
    /// What it means.
    pub it_means: &'static str,
    /// What to do next.
    pub do_next: &'static str,
}

/// The readings with the ones marked that apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// All six, in the order of the guide.
    pub rows: Vec<PlacedReading>,
    /// What to say above them: that two fit the tables and which the run decides, or that nothing has run.
    pub note: Option<Sentence>,
}

/// One reading, and whether it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedReading {
    /// The reading.
    pub reading: Reading,
    /// Do the final tables alone fit it?
    pub fits: bool,
    /// Is it the one that this run decides?
    pub here: bool,
}

/// The six readings, in the order of the guide.
pub const READINGS: [Reading; 6] = [
    Reading {
        id: ReadingId::OneAfterTheOther,
        step: 2,
        you_see: "One effect from two deliveries, one after the other",
        it_means: "It holds while nothing overlaps",
        do_next: "Race it: two workers at once",
    },
    Reading {
        id: ReadingId::KeyTwice,
        step: 3,
        you_see: "Two effects, and the key twice",
        it_means: "Both looked before either wrote",
        do_next: "Let UNIQUE decide who is first",
    },
    Reading {
        id: ReadingId::Refused,
        step: 4,
        you_see: "One effect, and errcode 2067 from the other worker",
        it_means: "The second key was turned away before the work",
        do_next: "Count it as handled, not as failed",
    },
    Reading {
        id: ReadingId::DiedBeforeTheKey,
        step: 5,
        you_see: "Two effects, one key",
        it_means: "The work was done, and its worker died before the key",
        do_next: "Write the key before the work",
    },
    Reading {
        id: ReadingId::ClaimedAndLost,
        step: 6,
        you_see: "No effect, one key",
        it_means: "Claimed, and then nobody did the work",
        do_next: "Give the key's row a status, and something that frees it",
    },
    Reading {
        id: ReadingId::KeyDropped,
        step: 7,
        you_see: "A key dropped, then a second effect",
        it_means: "The key was gone before the last delivery came",
        do_next: "Keep keys longer than the sender goes on sending",
    },
];

/// What the tables hold of one intent: the only thing [`fits`] looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    intent: IntentId,
    effects: u32,
    /// Rows with the intent's key in tables where nothing keeps it from standing there twice.
    plain: u32,
    /// Rows with it in tables with a UNIQUE.
    unique: u32,
}

/// Which readings the final tables alone fit, in the order of the guide.
#[must_use]
pub fn fits(scenario: &Scenario, end: &State) -> Vec<ReadingId> {
    let Some(counts) = worst(scenario, end) else { return Vec::new() };
    match (counts.effects, counts.plain, counts.unique) {
        (1, _, 0) if handed_over(end) > 1 => vec![ReadingId::OneAfterTheOther],
        (1, _, 1..) => vec![ReadingId::Refused],
        (2.., 2.., _) => vec![ReadingId::KeyTwice],
        (2.., plain, unique) if plain + unique == 1 => vec![ReadingId::DiedBeforeTheKey, ReadingId::KeyDropped],
        (0, plain, unique) if plain + unique > 0 => vec![ReadingId::ClaimedAndLost],
        _ => Vec::new(),
    }
}

/// The one reading that this run decides, by its deaths, refusals and drops; none where no reading fits.
#[must_use]
pub fn decided(scenario: &Scenario, trace: &Trace) -> Option<ReadingId> {
    let counts = worst(scenario, trace.last())?;
    let refused = || trace.transitions.iter().any(|step| matches!(deed(scenario, step), Deed::Refused { .. }));
    match counts.effects {
        0 => fits(scenario, trace.last()).first().copied(),
        1 if refused() => Some(ReadingId::Refused),
        1 if handed_over(trace.last()) > 1 => Some(ReadingId::OneAfterTheOther),
        1 => None,
        _ if dropped_between(scenario, trace, counts.intent) => Some(ReadingId::KeyDropped),
        _ if died_between(scenario, trace, counts.intent) => Some(ReadingId::DiedBeforeTheKey),
        _ if counts.plain >= 2 => Some(ReadingId::KeyTwice),
        _ => None,
    }
}

/// How often jobs were handed over, each delivery of the queue counted.
fn handed_over(end: &State) -> usize {
    let again = end.queue.iter().map(|queued| queued.attempts as usize).sum();
    if end.queue.is_empty() { end.deliveries.len() } else { again }
}

/// All six with the ones marked that apply to the end of this run.
#[must_use]
pub fn placed(scenario: &Scenario, trace: &Trace) -> Placed {
    let fitting = fits(scenario, trace.last());
    let decided = decided(scenario, trace).filter(|_| trace.complete(scenario));
    let mut rows = Vec::new();
    for reading in READINGS {
        let (fits, here) = (fitting.contains(&reading.id), decided == Some(reading.id));
        rows.push(PlacedReading { reading, fits, here });
    }
    Placed { rows, note: note(scenario, trace, &fitting, decided).map(|text| words_of(&text)) }
}

fn note(scenario: &Scenario, trace: &Trace, fitting: &[ReadingId], decided: Option<ReadingId>) -> Option<String> {
    if served(scenario).is_empty() {
        return Some(
            "No worker runs here, so there is no result to read yet: jobs are waiting, and that is all.".to_owned(),
        );
    }
    if !trace.complete(scenario) {
        return Some("The run is not finished, so its tables are not a result yet.".to_owned());
    }
    match (fitting, decided) {
        ([_, _, ..], decided) => {
            let mut steps = Vec::new();
            for reading in READINGS {
                if fitting.contains(&reading.id) {
                    steps.push(reading.step.to_string());
                }
            }
            let why = match decided {
                Some(ReadingId::KeyDropped) => ". The run tells them apart: a key was dropped before the last effect.",
                Some(ReadingId::DiedBeforeTheKey) => {
                    ". The run tells them apart: a worker died, and no key was dropped."
                }
                Some(
                    ReadingId::OneAfterTheOther | ReadingId::KeyTwice | ReadingId::Refused | ReadingId::ClaimedAndLost,
                ) => ". The run tells them apart.",
                None => ", and it is neither: nobody died and no key was dropped. The work came before the key.",
            };
            Some(format!("The tables alone fit two readings, {}{why}", list(&steps, " and ")))
        }
        ([], None) => Some("None of the six fits these tables.".to_owned()),
        _ => None,
    }
}

/// The intent that came off worst: the one with the most effects above one, else one without any; the last of equals.
fn worst(scenario: &Scenario, end: &State) -> Option<Counts> {
    let mut worst: Option<Counts> = None;
    for (effect, intent) in served(scenario) {
        let effects = times(end, effect, intent);
        if worst.is_none_or(|worst| badness(effects) >= badness(worst.effects)) {
            let (plain, unique) = keys(scenario, end, intent);
            worst = Some(Counts { intent, effects, plain, unique });
        }
    }
    worst
}

/// How many rows hold the intent's key, in tables without a UNIQUE and in those with one. `jobs` counts deliveries, not
/// keys.
fn keys(scenario: &Scenario, end: &State, intent: IntentId) -> (u32, u32) {
    let key = key_of(scenario, end, intent);
    let (mut plain, mut unique) = (0, 0);
    for id in (0..scenario.tables.len()).map(TableId::new) {
        if is_key_table(scenario, id) {
            let rows = holding(end.rows(id), &key) as u32;
            *if scenario.table(id).uniques.is_empty() { &mut plain } else { &mut unique } += rows;
        }
    }
    (plain, unique)
}

/// How many rows hold the key.
pub(super) fn holding(rows: &[Row], key: &Value) -> usize {
    rows.iter().filter(|row| row.seen_by(None).is_some_and(|cells| cells.contains(key))).count()
}

/// Can a row of this table be a key: is it a table of the store other than `jobs`?
pub(super) fn is_key_table(scenario: &Scenario, id: TableId) -> bool {
    let table = scenario.table(id);
    !table.is_effect() && !table.is_memory() && scenario.jobs_table != Some(id)
}

/// What the intent's deliveries carry as `key`.
pub(super) fn key_of(scenario: &Scenario, state: &State, intent: IntentId) -> Value {
    let delivery = state.deliveries.iter().find(|delivery| delivery.intent == intent);
    match delivery.map(|delivery| delivery.field("key")) {
        None | Some(Value::Null) => Value::Text(scenario.intents[intent.index()].clone()),
        Some(key) => key,
    }
}

/// Was a row with the intent's key removed between its first effect and its last?
fn dropped_between(scenario: &Scenario, trace: &Trace, intent: IntentId) -> bool {
    let key = key_of(scenario, trace.last(), intent);
    trace.transitions[between(trace, intent)].iter().any(|step| {
        step.events.iter().any(|event| matches!(event, Event::RowRemoved { before, .. } if before.cells.contains(&key)))
    })
}

/// Did a process die between the intent's first effect and its last, after it had performed one itself and before it
/// would have written to a table of the store?
fn died_between(scenario: &Scenario, trace: &Trace, intent: IntentId) -> bool {
    between(trace, intent).any(|step| {
        let crash = &trace.transitions[step];
        let before_key = super::deed::statement(scenario, crash).is_some_and(|(_, atomic)| match atomic {
            Atomic::Insert { table, .. } | Atomic::Update { table, .. } => is_key_table(scenario, *table),
            _ => false,
        });
        let performed = trace.transitions[..step]
            .iter()
            .any(|earlier| earlier.action.process() == crash.action.process() && performs(&earlier.events, intent));
        crash.action.fault() == Some(Fault::Crash) && before_key && performed
    })
}

/// The steps (from 0) between the first effect for the intent and the last.
fn between(trace: &Trace, intent: IntentId) -> std::ops::Range<usize> {
    let performed = |step: &usize| performs(&trace.transitions[*step].events, intent);
    let first = (0..trace.len()).find(performed).unwrap_or(0);
    first..(first..trace.len()).rev().find(performed).unwrap_or(first)
}

fn performs(events: &[Event], intent: IntentId) -> bool {
    events.iter().any(|event| matches!(event, Event::EffectPerformed { intent: done, .. } if *done == intent))
}
