//! Why it went as it did, and what it means for the process: the second sentence.

use super::did::{label, target_at};
use crate::check::trace::Transition;
use crate::lang::program::Atomic;
use crate::lang::scenario::{IntentId, ProcessId, TableId};
use crate::sim::event::Event;
use crate::sim::process::Phase;
use crate::tell::death::{death, thing};
use crate::tell::deed::{Deed, deed, is_step, statement};
use crate::tell::history::{Did, History};
use crate::tell::inline::{Inline, Sentence, Who, names, words};
use crate::tell::moment::Moment;
use crate::tell::words::{number, ordinal};

/// The reasons, each with a blank before it; empty where there is nothing to add.
pub(super) fn why(moment: Moment<'_>, transition: &Transition, deed: &Deed) -> Sentence {
    let process = transition.action.process();
    match deed {
        Deed::Looked { table, found: None } => others_missed(moment, process, *table),
        Deed::Looked { table, found: Some(row) } => by_whom(moment, transition, *table, *row),
        Deed::Refused { table, owner, .. } => refused(moment, transition, *table, *owner),
        Deed::Failed { .. } => go_on(moment, transition),
        Deed::Performed { effect, row, intent } => repeated(moment, process, *effect, *row, *intent),
        Deed::Added { table, row } => added(moment, *table, *row),
        Deed::Removed { table, rows: 1.. } => freed(moment, transition, *table),
        Deed::Enqueued { .. } => {
            vec![words(format!(" There are now {}.", crate::tell::caption::deliveries(moment.state())))]
                .into_iter()
                .filter(|_| moment.state().deliveries.len() > 1)
                .collect()
        }
        Deed::Crashed => left_behind(moment, process),
        Deed::Counted { .. } | Deed::Changed { .. } | Deed::Removed { .. } | Deed::Slept { .. } => {
            stops(moment, transition)
        }
    }
}

/// `W1 had looked before it and found none either.`: of those who still go by it.
fn others_missed(moment: Moment<'_>, process: ProcessId, table: TableId) -> Sentence {
    let sought = |step: usize| {
        let transition = &moment.trace.transitions[step];
        let (_, atomic) = statement(moment.scenario, transition)?;
        let Atomic::Read { filter, .. } = atomic else { return None };
        Some(target_at(moment, step, transition.action.process(), filter.as_ref()))
    };
    let now = moment.playhead - 1;
    let mut others: Vec<Who> = Vec::new();
    for step in 0..now {
        let transition = &moment.trace.transitions[step];
        let other = transition.action.process();
        let missed = deed(moment.scenario, transition) == Deed::Looked { table, found: None };
        let goes_by_it = moment.state().processes[other.index()].next().is_some();
        let fresh = other != process && !others.iter().any(|who| who.id == other);
        if missed && goes_by_it && fresh && sought(step) == sought(now) {
            others.push(moment.who(other));
        }
    }
    if others.is_empty() {
        return Vec::new();
    }
    let mut sentence = vec![words(" ")];
    sentence.extend(names(&others));
    sentence.push(words(" had looked before it and found none either."));
    sentence
}

/// `W1 wrote it at step 3, so W2 stops before the charge.`
fn by_whom(moment: Moment<'_>, transition: &Transition, table: TableId, row: usize) -> Sentence {
    let process = transition.action.process();
    let history = History::of(moment);
    let added = history.table(table).at(row).and_then(|entry| entry.added());
    let Some(did) = added.filter(|did| did.process != process) else {
        return stops(moment, transition);
    };
    let mut sentence = vec![words(" "), who(moment, did), words(format!(" wrote it at step {}", did.step))];
    match before_what(moment, transition) {
        Some(before) => {
            sentence.extend([words(", so "), Inline::Process(moment.who(process))]);
            sentence.push(words(format!(" stops before {before}.")));
        }
        None => sentence.push(words(".")),
    }
    sentence
}

/// `The key is W1's since step 1, so W2 stops before the charge.`
fn refused(moment: Moment<'_>, transition: &Transition, table: TableId, owner: usize) -> Sentence {
    let history = History::of(moment);
    let noun = moment.scenario.table(table).noun.as_deref().unwrap_or("the row");
    let owned = history.table(table).at(owner).and_then(|entry| entry.added());
    let Some(owned) = owned.filter(|did| did.process != transition.action.process()) else {
        return go_on(moment, transition);
    };
    let mut sentence = vec![
        words(format!(" {} has been ", crate::tell::words::capital(noun))),
        who(moment, owned),
        words(format!("'s since step {}", owned.step)),
    ];
    match before_what(moment, transition) {
        Some(before) => {
            sentence.push(words(", so "));
            sentence.push(Inline::Process(moment.who(transition.action.process())));
            sentence.push(words(format!(" stops before {before}.")));
        }
        None => {
            sentence.push(words("."));
            sentence.extend(go_on(moment, transition));
        }
    }
    sentence
}

/// What becomes of a run whose statement did not go through.
fn go_on(moment: Moment<'_>, transition: &Transition) -> Sentence {
    let process = transition.action.process();
    let text = match &moment.state().processes[process.index()].phase {
        Phase::Failed(_) => " Nothing catches it, so the run fails.".to_owned(),
        Phase::Running { .. } => {
            let next = moment.state().processes[process.index()].next();
            let next = next.and_then(|at| moment.scenario.program_of(process).at(at));
            let next = next.and_then(|instruction| match &instruction.op {
                crate::lang::program::Op::Atomic(atomic) => Some(thing(moment.scenario, atomic)),
                crate::lang::program::Op::Local(_) => None,
            });
            next.map_or_else(String::new, |next| format!(" It goes on to {next}."))
        }
        Phase::Waiting | Phase::Ended { .. } | Phase::Crashed => return stops(moment, transition),
    };
    vec![words(text)]
}

/// `It stops before the charge.`
fn stops(moment: Moment<'_>, transition: &Transition) -> Sentence {
    before_what(moment, transition).map_or_else(Vec::new, |before| vec![words(format!(" It stops before {before}."))])
}

/// The effect that a run ended before, where it ended in this step.
fn before_what(moment: Moment<'_>, transition: &Transition) -> Option<String> {
    let process = transition.action.process();
    let ended = transition.events.iter().any(|event| matches!(event, Event::Ended { .. }));
    if !ended {
        return None;
    }
    moment.scenario.program_of(process).atomics().find_map(|(_, _, atomic)| match atomic {
        Atomic::Do { effect, .. } if !performed_by(moment, process, *effect) => {
            Some(moment.scenario.table(*effect).called().to_owned())
        }
        _ => None,
    })
}

fn performed_by(moment: Moment<'_>, process: ProcessId, effect: TableId) -> bool {
    moment.trace.transitions[..moment.playhead].iter().any(|transition| {
        let performs = |event: &Event| matches!(event, Event::EffectPerformed { effect: done, .. } if *done == effect);
        transition.action.process() == process && transition.events.iter().any(performs)
    })
}

/// `It is the second for charge-77: W1 performed one at step 3.`
fn repeated(moment: Moment<'_>, process: ProcessId, effect: TableId, row: usize, intent: IntentId) -> Sentence {
    let history = History::of(moment);
    let same = |at: &usize| moment.state().rows(effect)[*at].intent == Some(intent);
    let earlier: Vec<usize> = (0..row).filter(same).collect();
    let Some(last) = earlier.last() else { return Vec::new() };
    let Some(did) = history.table(effect).at(*last).and_then(|entry| entry.added()) else { return Vec::new() };
    let name = &moment.scenario.intents[intent.index()];
    let nth = ordinal(earlier.len() + 1);
    let mut sentence = vec![
        words(format!(" It is the {nth} for {name}: ")),
        who(moment, did),
        words(format!(" performed one at step {}", did.step)),
    ];
    sentence.extend(cause(moment, process, did));
    sentence.push(words("."));
    sentence
}

/// What let a second effect through: a death, a drop, or a look that no longer holds.
fn cause(moment: Moment<'_>, process: ProcessId, first: Did) -> Sentence {
    let between = first.step..moment.playhead - 1;
    for step in between.rev() {
        let transition = &moment.trace.transitions[step];
        match deed(moment.scenario, transition) {
            Deed::Removed { table, rows: 1.. } => {
                let noun = moment.scenario.table(table).called();
                return vec![
                    words(", and "),
                    Inline::Process(moment.who(transition.action.process())),
                    words(format!(" dropped {noun} at step {}", step + 1)),
                ];
            }
            Deed::Crashed if transition.action.process() == first.process => {
                let before = death(moment.scenario, moment.trace, step).before;
                return vec![words(format!(", and died {before}"))];
            }
            _ => {}
        }
    }
    let look = (0..moment.playhead - 1).rev().find(|step| {
        let transition = &moment.trace.transitions[*step];
        transition.action.process() == process
            && matches!(deed(moment.scenario, transition), Deed::Looked { found: None, .. })
    });
    look.map_or_else(Vec::new, |step| {
        let mut sentence = vec![words(", and ")];
        sentence.push(Inline::Process(moment.who(process)));
        sentence.push(words(format!(" goes by its look at step {}", step + 1)));
        sentence
    })
}

/// `It stands there twice now: no constraint was in the way.` `From now on UNIQUE refuses another one.`
fn added(moment: Moment<'_>, table: TableId, row: usize) -> Sentence {
    let rows = moment.state().rows(table);
    let Some(label) = label(&rows[row]) else { return Vec::new() };
    let times = rows.iter().filter(|other| self::label(other) == Some(label)).count();
    match (moment.scenario.table(table).uniques.is_empty(), times) {
        (true, 2..) => vec![words(format!(" It stands there {} now: no constraint was in the way.", often(times)))],
        (false, 1) => vec![words(" From now on UNIQUE refuses another one.")],
        (true, _) | (false, _) => Vec::new(),
    }
}

fn often(times: usize) -> String {
    if times == 2 { "twice".to_owned() } else { format!("{} times", number(times as u64)) }
}

/// `With it gone, UNIQUE has nothing to refuse charge-77 by.`
fn freed(moment: Moment<'_>, transition: &Transition, table: TableId) -> Sentence {
    let gone = transition.events.iter().find_map(|event| match event {
        Event::RowRemoved { before, .. } => label(before).map(str::to_owned),
        _ => None,
    });
    let unique = !moment.scenario.table(table).uniques.is_empty();
    match gone {
        Some(gone) if unique && !moment.state().rows(table).iter().any(|row| label(row) == Some(&gone)) => {
            vec![words(format!(
                " Nothing in {} says any more that {gone} was taken.",
                moment.scenario.table(table).name
            ))]
        }
        Some(_) | None => Vec::new(),
    }
}

/// What a dead process leaves: `What it did stays: the key.`
fn left_behind(moment: Moment<'_>, process: ProcessId) -> Sentence {
    let history = History::of(moment);
    let left: Vec<String> = (0..moment.scenario.tables.len())
        .map(TableId::new)
        .filter(|table| {
            let there = history.table(*table).there();
            let mut entries = history.table(*table).entries.iter().filter(|entry| there.contains(&entry.key));
            entries.any(|entry| entry.added().is_some_and(|did| did.process == process))
        })
        .map(|table| moment.scenario.table(table).called().to_owned())
        .collect();
    let took_any = moment.trace.transitions[..moment.playhead]
        .iter()
        .any(|transition| transition.action.process() == process && is_step(transition));
    match (left.is_empty(), took_any) {
        (false, _) => vec![words(format!(" What it did stays: {}.", left.join(", ")))],
        (true, true) => vec![words(" It leaves nothing behind.")],
        (true, false) => vec![words(" It had not taken a step.")],
    }
}

fn who(moment: Moment<'_>, did: Did) -> Inline {
    Inline::Process(moment.who(did.process))
}
