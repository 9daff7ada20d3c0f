//! How a run came to its end, in order: deaths, drops, refusals, then what that means.

use crate::check::outcome::EffectCount;
use crate::lang::order::sort_by_key;
use crate::lang::scenario::{ProcessId, TableId};
use crate::sim::event::Event;
use crate::sim::failure::Failure;
use crate::sim::process::Phase;
use crate::tell::death::death;
use crate::tell::deed::{Deed, deed};
use crate::tell::history::History;
use crate::tell::inline::{Inline, Sentence, Who, code, names, words};
use crate::tell::moment::Moment;

/// How many happenings are told before the conclusion: more is no sentence any more.
const TOLD_MAX: usize = 3;

/// The story of the intent that came off worst. The playhead stands at the end.
pub(super) fn story(moment: Moment<'_>, worst: EffectCount) -> Sentence {
    let mut told: Vec<Sentence> = (0..moment.trace.len()).filter_map(|step| happening(moment, step)).collect();
    let left_out = told.len().saturating_sub(TOLD_MAX);
    told.truncate(TOLD_MAX);
    let mut sentence: Sentence = told.into_iter().flatten().collect();
    if left_out > 0 {
        sentence.push(words(format!(" And so on, {left_out} more.")));
    }
    let nothing_told = sentence.is_empty();
    sentence.extend(match worst.times {
        0 => lost(moment, worst),
        1 => once(moment, worst, nothing_told),
        _ => repeated(moment, worst, nothing_told),
    });
    sentence
}

/// What is out of the way about a step: a death, a refusal, a failure, a drop.
fn happening(moment: Moment<'_>, step: usize) -> Option<Sentence> {
    let transition = &moment.trace.transitions[step];
    let process = transition.action.process();
    let who = Inline::Process(moment.who(process));
    Some(match deed(moment.scenario, transition) {
        Deed::Crashed => {
            let death = death(moment.scenario, moment.trace, step);
            vec![words(" "), who, words(format!(" died {}.", death.text()))]
        }
        Deed::Removed { table, rows: 1.. } => {
            let thing = moment.scenario.table(table).called();
            vec![words(" "), who, words(format!(" dropped {thing} at step {}.", step + 1))]
        }
        Deed::Refused { table, owner, refusal, .. } => {
            let failure = Failure::Refused(refusal.clone());
            vec![
                words(" "),
                who,
                words(format!(" was refused by {}: errcode {}, ", owned(moment, step, table, owner), failure.code())),
                code(refusal.message(moment.scenario)),
                words("."),
            ]
        }
        Deed::Failed { failure } => {
            vec![words(" "), who, words(format!("'s statement failed: {}.", failure.message(moment.scenario)))]
        }
        Deed::Looked { .. }
        | Deed::Counted { .. }
        | Deed::Added { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. }
        | Deed::Performed { .. }
        | Deed::Enqueued { .. }
        | Deed::Slept { .. } => return None,
    })
}

/// Whose row refused it: `the row that W1 left`, or UNIQUE itself.
fn owned(moment: Moment<'_>, step: usize, table: TableId, owner: usize) -> String {
    let history = History::of(Moment { playhead: step, ..moment });
    let added = history.table(table).at(owner).and_then(|entry| entry.added());
    match added {
        Some(did) if died(moment, did.process) => "the row it left".to_owned(),
        Some(_) | None => "UNIQUE".to_owned(),
    }
}

fn died(moment: Moment<'_>, process: ProcessId) -> bool {
    moment.state().processes[process.index()].phase == Phase::Crashed
}

/// `Nothing reported a failure, and the charge is lost.`
fn lost(moment: Moment<'_>, worst: EffectCount) -> Sentence {
    let noun = moment.scenario.table(worst.effect).called();
    let failed = moment.state().processes.iter().any(|process| matches!(process.phase, Phase::Failed(_)));
    let told = if failed { "" } else { " Nothing reported a failure, and" };
    let be = if failed { format!(" So {noun} is lost.") } else { format!("{told} {noun} is lost.") };
    vec![words(be)]
}

fn once(moment: Moment<'_>, worst: EffectCount, nothing_told: bool) -> Sentence {
    let noun = moment.scenario.table(worst.effect).called();
    let mut sentence = vec![words(" ")];
    sentence.extend(names(&performers(moment, worst)));
    sentence.push(words(format!(" performed {noun}, and nobody else did.")));
    let finders = finders(moment);
    if nothing_told && !finders.is_empty() {
        sentence.push(words(" "));
        sentence.extend(names(&finders));
        sentence.push(words(" looked later and found its row."));
    }
    sentence
}

fn repeated(moment: Moment<'_>, worst: EffectCount, nothing_told: bool) -> Sentence {
    let noun = moment.scenario.table(worst.effect).called();
    let performers = performers(moment, worst);
    let blind = blind(moment);
    if nothing_told && blind.len() > 1 {
        let mut sentence = vec![words(" ")];
        sentence.extend(names(&blind));
        let both = if blind.len() == 2 { "both" } else { "all" };
        sentence.push(words(format!(" {both} looked before either wrote, so each performed {noun}.")));
        return sentence;
    }
    match performers.as_slice() {
        [one] => vec![words(" "), process(one), words(format!(" performed {noun} {} times.", worst.times))],
        [first, others @ ..] if died(moment, first.id) => {
            let mut sentence = vec![words(" Nothing said that "), process(first)];
            sentence.push(words(format!(" had performed {noun}, and ")));
            sentence.extend(names(others));
            sentence.push(words(" performed it again."));
            sentence
        }
        all => {
            let mut sentence = vec![words(" ")];
            sentence.extend(names(all));
            sentence.push(words(format!(" each performed {noun}.")));
            sentence
        }
    }
}

fn process(who: &Who) -> Inline {
    Inline::Process(who.clone())
}

/// Who performed the effect for the intent, each once, in order.
fn performers(moment: Moment<'_>, worst: EffectCount) -> Vec<Who> {
    let mut performers: Vec<Who> = Vec::new();
    for transition in &moment.trace.transitions {
        let performed = transition.events.iter().any(|event| {
            matches!(event, Event::EffectPerformed { effect, intent, .. }
                if *effect == worst.effect && *intent == worst.intent)
        });
        let process = transition.action.process();
        if performed && !performers.iter().any(|who| who.id == process) {
            performers.push(moment.who(process));
        }
    }
    performers
}

/// Who looked, found a row, and stopped there.
fn finders(moment: Moment<'_>) -> Vec<Who> {
    let stops = |events: &[Event]| events.iter().any(|event| matches!(event, Event::Ended { .. }));
    let found = moment.trace.transitions.iter().filter(|transition| {
        matches!(deed(moment.scenario, transition), Deed::Looked { found: Some(_), .. }) && stops(&transition.events)
    });
    found.map(|transition| moment.who(transition.action.process())).collect()
}

/// Who looked into a table and found nothing before any row was added to it.
fn blind(moment: Moment<'_>) -> Vec<Who> {
    let mut blind: Vec<(TableId, Who)> = Vec::new();
    for transition in &moment.trace.transitions {
        match deed(moment.scenario, transition) {
            Deed::Looked { table, found: None } => blind.push((table, moment.who(transition.action.process()))),
            Deed::Added { table, .. } if blind.iter().any(|(looked, _)| *looked == table) => break,
            _ => {}
        }
    }
    let mut whos: Vec<Who> = Vec::new();
    for (_, who) in blind {
        if !whos.contains(&who) {
            whos.push(who);
        }
    }
    sort_by_key(&mut whos, |who| who.id);
    whos
}
