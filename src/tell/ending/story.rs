//! How a run came to its end, in order: deaths, drops, refusals, then what that means.

use crate::check::outcome::EffectCount;
use crate::lang::order::sort_by_key;
use crate::lang::scenario::{Fault, ProcessId, TableId};
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::state::Status;
use crate::tell::death::death;
use crate::tell::deed::{Deed, deed};
use crate::tell::deliveries::job_name;
use crate::tell::history::History;
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::sentence::{struck_words, worker_of};

/// How many happenings are told before the conclusion: more is no sentence any more.
const TOLD_MAX: usize = 3;

/// The story of the intent that came off worst. The playhead stands at the end.
pub(super) fn story(moment: Moment<'_>, worst: EffectCount, say: &mut Saying<'_>) {
    let mut happened = 0;
    for step in 0..moment.trace.len() {
        let deed = deed(moment.scenario, &moment.trace.transitions[step]);
        if is_told(&deed) {
            happened += 1;
            if happened <= TOLD_MAX {
                happening(moment, step, &deed, say);
            }
        }
    }
    if happened > TOLD_MAX {
        write!(say, " And so on, {} more.", happened - TOLD_MAX);
    }
    let nothing_told = happened == 0;
    say.next();
    match worst.times {
        0 => lost(moment, worst, say),
        1 => once(moment, worst, nothing_told, say),
        _ => repeated(moment, worst, nothing_told, say),
    }
}

/// Is it out of the way: a death, a refusal, a failure, a drop, a word of the queue's that went astray?
fn is_told(deed: &Deed<'_>) -> bool {
    match deed {
        Deed::Crashed
        | Deed::Removed { rows: 1.., .. }
        | Deed::Refused { .. }
        | Deed::Failed { .. }
        | Deed::Repeated { .. }
        | Deed::AckLost { .. }
        | Deed::LeaseEnded { working: true, .. }
        | Deed::Redelivered { .. } => true,
        Deed::Looked { .. }
        | Deed::LookedBack { .. }
        | Deed::Counted { .. }
        | Deed::Added { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. }
        | Deed::Performed { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. }
        | Deed::Waited
        | Deed::Began { .. }
        | Deed::Committed
        | Deed::RolledBack
        | Deed::Took { .. }
        | Deed::Acked { .. }
        | Deed::Unheard { .. }
        | Deed::HandedBack { .. }
        | Deed::LeaseEnded { .. }
        | Deed::Paused => false,
    }
}

/// What is out of the way about a step.
fn happening(moment: Moment<'_>, step: usize, deed: &Deed<'_>, say: &mut Saying<'_>) {
    say.next();
    if let Some(process) = moment.trace.transitions[step].action.process() {
        say.who(process);
    }
    match deed {
        Deed::Repeated { effect, .. } => {
            write!(say, " asked for {} once more", moment.scenario.table(*effect).called());
            say.words(", and the provider recognised the key");
        }
        Deed::AckLost { delivery } => write!(say, " acked {}, and the ack was lost", job_name(*delivery)),
        Deed::LeaseEnded { delivery, attempt, .. } => {
            write!(say, "The lease of {} ended while ", job_name(*delivery));
            let then = Moment { playhead: step + 1, ..moment };
            match worker_of(then, *delivery, *attempt) {
                Some(process) => say.who(process),
                None => say.words("its holder"),
            }
            say.words(" still worked on it");
        }
        Deed::Redelivered { delivery } => write!(say, "Somebody redelivered {} by hand", job_name(*delivery)),
        Deed::Crashed => write!(say, " died {}", death(moment.scenario, moment.trace, step).text()),
        Deed::Removed { table, .. } => {
            write!(say, " dropped {} at step {}", moment.scenario.table(*table).called(), step + 1);
        }
        Deed::Refused { table, owner, refusal, .. } => {
            write!(say, " was refused by {}: errcode {}, ", owned(moment, step, *table, *owner), refusal.code());
            say.code(refusal.message(moment.scenario));
        }
        Deed::Failed { struck: Some(fault), .. } => {
            say.words(&struck_words(moment, &moment.trace.transitions[step], *fault));
        }
        Deed::Failed { failure, .. } => write!(say, "'s statement failed: {}", failure.message(moment.scenario)),
        _ => {}
    }
    say.words(".");
}

/// Whose row refused it: the row of one that died, or UNIQUE itself.
fn owned(moment: Moment<'_>, step: usize, table: TableId, owner: usize) -> &'static str {
    let history = History::of(Moment { playhead: step, ..moment });
    match history.table(table).at(owner).and_then(|entry| entry.added()) {
        Some(did) if died(moment, did.process) => "the row it left",
        Some(_) | None => "UNIQUE",
    }
}

/// Did the process die in this run? One that takes jobs is there again at once.
fn died(moment: Moment<'_>, process: ProcessId) -> bool {
    moment.trace.actions().take(moment.playhead).any(|action| action == Action::Strike(Fault::Crash, process))
}

/// `Nothing reported a failure, and the charge is lost.`
fn lost(moment: Moment<'_>, worst: EffectCount, say: &mut Saying<'_>) {
    let noun = moment.scenario.table(worst.effect).called();
    let failed = moment.trace.events(moment.playhead).any(|event| matches!(event, Event::RunFailed { .. }));
    let dead = moment.state().queue.iter().any(|queued| queued.status == Status::Dead);
    let so = if failed || dead { "So" } else { "Nothing reported a failure, and" };
    write!(say, "{so} {noun} is lost.");
}

fn once(moment: Moment<'_>, worst: EffectCount, nothing_told: bool, say: &mut Saying<'_>) {
    let noun = moment.scenario.table(worst.effect).called();
    say.names(&performers(moment, worst));
    write!(say, " performed {noun}, and nobody else did.");
    let finders = finders(moment);
    if nothing_told && !finders.is_empty() {
        say.next();
        say.names(&finders);
        say.words(" looked later and found its row.");
    }
}

fn repeated(moment: Moment<'_>, worst: EffectCount, nothing_told: bool, say: &mut Saying<'_>) {
    let noun = moment.scenario.table(worst.effect).called();
    let blind = blind(moment);
    if nothing_told && blind.len() > 1 {
        say.names(&blind);
        let both = if blind.len() == 2 { "both" } else { "all" };
        return write!(say, " {both} looked before either wrote, so each performed {noun}.");
    }
    match performers(moment, worst).as_slice() {
        [one] => {
            say.who(*one);
            write!(say, " performed {noun} {} times.", worst.times);
        }
        [first, others @ ..] if died(moment, *first) => {
            say.words("Nothing said that ");
            say.who(*first);
            write!(say, " had performed {noun}, and ");
            say.names(others);
            say.words(" performed it again.");
        }
        all => {
            say.names(all);
            write!(say, " each performed {noun}.");
        }
    }
}

/// Who performed the effect for the intent, each once, in order.
fn performers(moment: Moment<'_>, worst: EffectCount) -> Vec<ProcessId> {
    let mut performers = Vec::new();
    for transition in &moment.trace.transitions {
        for event in &transition.events {
            match event {
                Event::EffectPerformed { effect, intent, .. } if *effect == worst.effect && *intent == worst.intent => {
                    add(&mut performers, transition.action.process());
                }
                _ => {}
            }
        }
    }
    performers
}

/// Adds a process that is not there yet.
fn add(processes: &mut Vec<ProcessId>, process: Option<ProcessId>) {
    if let Some(process) = process.filter(|process| !processes.contains(process)) {
        processes.push(process);
    }
}

/// Who looked, found a row, and stopped there.
fn finders(moment: Moment<'_>) -> Vec<ProcessId> {
    let mut finders = Vec::new();
    for transition in &moment.trace.transitions {
        let found = matches!(deed(moment.scenario, transition), Deed::Looked { found: Some(_), .. });
        if found && transition.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            add(&mut finders, transition.action.process());
        }
    }
    finders
}

/// Who looked into a table and found nothing before any row was added to it.
fn blind(moment: Moment<'_>) -> Vec<ProcessId> {
    let mut tables: Vec<TableId> = Vec::new();
    let mut blind = Vec::new();
    for transition in &moment.trace.transitions {
        match deed(moment.scenario, transition) {
            Deed::Looked { table, found: None } => {
                tables.push(table);
                add(&mut blind, transition.action.process());
            }
            Deed::Added { table, .. } if tables.contains(&table) => break,
            _ => {}
        }
    }
    sort_by_key(&mut blind, |process| *process);
    blind
}
