//! Why it went as it did, and what it means for the process: the second sentence.

use super::did::{label, target_at};
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Op};
use crate::lang::scenario::{IntentId, ProcessId, TableId};
use crate::sim::event::Event;
use crate::sim::process::Phase;
use crate::tell::caption::deliveries;
use crate::tell::death::{death, thing};
use crate::tell::deed::{Deed, deed, is_step, statement};
use crate::tell::history::{Did, History};
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::words::{capital, list, number, ordinal};

/// The reasons; nothing where there is nothing to add.
pub(super) fn why(moment: Moment<'_>, transition: &Transition, deed: &Deed<'_>, say: &mut Saying<'_>) {
    let process = transition.action.process();
    match deed {
        Deed::Looked { table, found: None } => others_missed(moment, process, *table, say),
        Deed::Looked { table, found: Some(row) } => by_whom(moment, transition, *table, *row, say),
        Deed::Refused { table, owner, .. } => refused(moment, transition, *table, *owner, say),
        Deed::Failed { .. } => go_on(moment, transition, say),
        Deed::Performed { effect, row, intent } => repeated(moment, process, (*effect, *row), *intent, say),
        Deed::Added { table, row } => added(moment, *table, *row, say),
        Deed::Removed { table, rows: 1.. } => freed(moment, transition, *table, say),
        Deed::Enqueued { .. } if moment.state().deliveries.len() > 1 => {
            write!(say, " There are now {}.", deliveries(moment.state()));
        }
        Deed::Enqueued { .. } | Deed::Paused => {}
        Deed::Crashed => left_behind(moment, process, say),
        Deed::Counted { .. } | Deed::Changed { .. } | Deed::Removed { .. } | Deed::Slept { .. } => {
            stops(moment, transition, say);
        }
    }
}

/// `W1 had looked before it and found none either.`: of those who still go by it.
fn others_missed(moment: Moment<'_>, process: ProcessId, table: TableId, say: &mut Saying<'_>) {
    let sought = |step: usize| {
        let transition = &moment.trace.transitions[step];
        match statement(moment.scenario, transition) {
            Some((_, Atomic::Read { filter, .. })) => {
                Some(target_at(moment, step, transition.action.process(), filter.as_ref()))
            }
            _ => None,
        }
    };
    let now = moment.playhead - 1;
    let mut others: Vec<ProcessId> = Vec::new();
    for step in 0..now {
        let other = moment.trace.transitions[step].action.process();
        let goes_by_it = moment.state().processes[other.index()].next().is_some();
        let fresh = other != process && !others.contains(&other);
        if missed(moment, step) == Some(table) && goes_by_it && fresh && sought(step) == sought(now) {
            others.push(other);
        }
    }
    if !others.is_empty() {
        say.next();
        say.names(&others);
        say.words(" had looked before it and found none either.");
    }
}

/// The table in which the step (from 0) looked for a row and found none.
fn missed(moment: Moment<'_>, step: usize) -> Option<TableId> {
    match deed(moment.scenario, &moment.trace.transitions[step]) {
        Deed::Looked { table, found: None } => Some(table),
        _ => None,
    }
}

/// Who added the row that stands at this place, and when; none where it is there from the start.
fn added_by(moment: Moment<'_>, table: TableId, row: usize) -> Option<Did> {
    History::of(moment).table(table).at(row)?.added()
}

/// `W1 wrote it at step 3, so W2 stops before the charge.`
fn by_whom(moment: Moment<'_>, transition: &Transition, table: TableId, row: usize, say: &mut Saying<'_>) {
    let process = transition.action.process();
    match added_by(moment, table, row) {
        Some(did) if did.process != process => {
            say.next();
            say.who(did.process);
            write!(say, " wrote it at step {}", did.step);
            so_it_stops(moment, transition, say);
        }
        Some(_) | None => stops(moment, transition, say),
    }
}

/// `The key is W1's since step 1, so W2 stops before the charge.`
fn refused(moment: Moment<'_>, transition: &Transition, table: TableId, owner: usize, say: &mut Saying<'_>) {
    match added_by(moment, table, owner) {
        Some(owned) if owned.process != transition.action.process() => {
            let noun = moment.scenario.table(table).noun.as_deref().unwrap_or("the row");
            write!(say, " {} has been ", capital(noun));
            say.who(owned.process);
            write!(say, "'s since step {}", owned.step);
            if !so_it_stops(moment, transition, say) {
                go_on(moment, transition, say);
            }
        }
        Some(_) | None => go_on(moment, transition, say),
    }
}

/// `, so W2 stops before the charge.`, where it does; else only the full stop.
fn so_it_stops(moment: Moment<'_>, transition: &Transition, say: &mut Saying<'_>) -> bool {
    let before = before_what(moment, transition);
    if let Some(before) = before {
        say.words(", so ");
        say.who(transition.action.process());
        write!(say, " stops before {before}");
    }
    say.words(".");
    before.is_some()
}

/// What becomes of a run whose statement did not go through.
fn go_on(moment: Moment<'_>, transition: &Transition, say: &mut Saying<'_>) {
    let process = transition.action.process();
    match &moment.state().processes[process.index()].phase {
        Phase::Failed(_) => say.words(" Nothing catches it, so the run fails."),
        Phase::Running { at } => {
            let next = moment.scenario.program_of(process).at(*at).map(|instruction| &instruction.op);
            if let Some(Op::Atomic(atomic)) = next {
                write!(say, " It goes on to {}.", thing(moment.scenario, atomic));
            }
        }
        Phase::Waiting | Phase::Ended { .. } | Phase::Crashed => stops(moment, transition, say),
    }
}

/// `It stops before the charge.`
fn stops(moment: Moment<'_>, transition: &Transition, say: &mut Saying<'_>) {
    if let Some(before) = before_what(moment, transition) {
        write!(say, " It stops before {before}.");
    }
}

/// The effect that a run ended before, where it ended in this step.
fn before_what<'a>(moment: Moment<'a>, transition: &Transition) -> Option<&'a str> {
    let process = transition.action.process();
    if !transition.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
        return None;
    }
    for instruction in &moment.scenario.program_of(process).code {
        match &instruction.op {
            Op::Atomic(Atomic::Do { effect, .. }) if !performed_by(moment, process, *effect) => {
                return Some(moment.scenario.table(*effect).called());
            }
            Op::Atomic(_) | Op::Local(_) => {}
        }
    }
    None
}

fn performed_by(moment: Moment<'_>, process: ProcessId, effect: TableId) -> bool {
    moment.trace.transitions[..moment.playhead].iter().any(|transition| {
        let performs = |event: &Event| matches!(event, Event::EffectPerformed { effect: done, .. } if *done == effect);
        transition.action.process() == process && transition.events.iter().any(performs)
    })
}

/// `It is the second for charge-77: W1 performed one at step 3.`
fn repeated(
    moment: Moment<'_>,
    process: ProcessId,
    (effect, row): (TableId, usize),
    intent: IntentId,
    say: &mut Saying<'_>,
) {
    let mut nth = 1;
    let mut last = None;
    for (at, other) in moment.state().rows(effect)[..row].iter().enumerate() {
        if other.intent == Some(intent) {
            nth += 1;
            last = Some(at);
        }
    }
    let Some(did) = last.and_then(|last| added_by(moment, effect, last)) else { return };
    write!(say, " It is the {} for {}: ", ordinal(nth), moment.scenario.intents[intent.index()]);
    say.who(did.process);
    write!(say, " performed one at step {}", did.step);
    cause(moment, process, did, say);
    say.words(".");
}

/// What let a second effect through: a death, a drop, or a look that no longer holds.
fn cause(moment: Moment<'_>, process: ProcessId, first: Did, say: &mut Saying<'_>) {
    let now = moment.playhead - 1;
    for step in (first.step..now).rev() {
        let transition = &moment.trace.transitions[step];
        let other = transition.action.process();
        match deed(moment.scenario, transition) {
            Deed::Removed { table, rows: 1.. } => {
                say.words(", and ");
                say.who(other);
                let noun = moment.scenario.table(table).called();
                return write!(say, " dropped {noun} at step {}", step + 1);
            }
            Deed::Crashed if other == first.process => {
                return write!(say, ", and died {}", death(moment.scenario, moment.trace, step).before);
            }
            _ => {}
        }
    }
    for step in (0..now).rev() {
        if moment.trace.transitions[step].action.process() == process && missed(moment, step).is_some() {
            say.words(", and ");
            say.who(process);
            return write!(say, " goes by its look at step {}", step + 1);
        }
    }
}

/// `It stands there twice now: no constraint was in the way.` `From now on UNIQUE refuses another one.`
fn added(moment: Moment<'_>, table: TableId, row: usize, say: &mut Saying<'_>) {
    let rows = moment.state().rows(table);
    let Some(label) = label(&rows[row]) else { return };
    let times = rows.iter().filter(|other| self::label(other) == Some(label)).count();
    let free = moment.scenario.table(table).uniques.is_empty();
    if free && times > 1 {
        let often = if times == 2 { "twice".to_owned() } else { format!("{} times", number(times)) };
        write!(say, " It stands there {often} now: no constraint was in the way.");
    } else if !free && times == 1 {
        say.words(" From now on UNIQUE refuses another one.");
    }
}

/// `Nothing in keys_unique says any more that charge-77 was taken.`
fn freed(moment: Moment<'_>, transition: &Transition, table: TableId, say: &mut Saying<'_>) {
    let table_of = moment.scenario.table(table);
    for event in &transition.events {
        let Event::RowRemoved { before, .. } = event else { continue };
        let Some(gone) = label(before) else { continue };
        if !table_of.uniques.is_empty() && !moment.state().rows(table).iter().any(|row| label(row) == Some(gone)) {
            write!(say, " Nothing in {} says any more that {gone} was taken.", table_of.name);
        }
        return;
    }
}

/// What a dead process leaves: `What it did stays: the key.`
fn left_behind(moment: Moment<'_>, process: ProcessId, say: &mut Saying<'_>) {
    let history = History::of(moment);
    let mut left = Vec::new();
    for (past, table) in history.tables.iter().zip(moment.scenario.tables.iter()) {
        if past.stands().any(|entry| entry.added().is_some_and(|did| did.process == process)) {
            left.push(table.called().to_owned());
        }
    }
    let mut steps = moment.trace.transitions[..moment.playhead].iter();
    if !left.is_empty() {
        write!(say, " What it did stays: {}.", list(&left, ", "));
    } else if steps.any(|transition| transition.action.process() == process && is_step(transition)) {
        say.words(" It leaves nothing behind.");
    } else {
        say.words(" It had not taken a step.");
    }
}
