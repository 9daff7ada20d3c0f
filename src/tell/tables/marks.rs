//! The marks on a row: who did what to it, and when, in words.

use super::{Mark, MarkKind};
use crate::sim::process::Phase;
use crate::tell::deed::is_step;
use crate::tell::history::{Did, Entry, TableHistory};
use crate::tell::inline::Who;
use crate::tell::moment::Moment;

/// How many marks a row shows at once: the latest.
pub(super) const MARKS_MAX: usize = 4;

/// The marks of a row: of one process only the latest of each kind, and not a mere look at a row it made itself.
pub(super) fn of(moment: Moment<'_>, entry: &Entry) -> Vec<Mark> {
    let latest = entry.deeds.iter().enumerate().filter(|(at, (kind, did))| {
        let later = &entry.deeds[at + 1..];
        !later.iter().any(|(other, later)| other == kind && later.process == did.process)
    });
    let all: Vec<Mark> = latest.map(|(_, (kind, did))| mark(moment, entry, *kind, *did)).collect();
    all[all.len().saturating_sub(MARKS_MAX)..].to_vec()
}

fn mark(moment: Moment<'_>, entry: &Entry, kind: MarkKind, did: Did) -> Mark {
    let who = moment.who(did.process);
    let now = did.step == moment.playhead;
    let name = &who.name;
    let (text, short) = match kind {
        MarkKind::Looked => looked(name, did, now),
        MarkKind::Added => added(moment, &who, did, now),
        MarkKind::Changed => dated(format!("{name} changed"), did, now),
        MarkKind::Removed => dated(format!("{name} removed"), did, now),
        MarkKind::Refused => {
            let code = entry.refused_by.as_ref().map_or(0, |(.., code)| *code);
            let (text, _) = dated(format!("{name} refused, {code}"), did, now);
            (text, format!("{name} refused"))
        }
    };
    Mark { kind, who, text, short, now }
}

fn looked(name: &str, did: Did, now: bool) -> (String, String) {
    let when = if now { "now".to_owned() } else { format!("step {}", did.step) };
    (format!("{name} looked, {when}"), format!("{name} looked"))
}

/// A row keeps the name of who added it; once that process has died, the mark says when.
fn added(moment: Moment<'_>, who: &Who, did: Did, now: bool) -> (String, String) {
    let name = &who.name;
    match died_at(moment, who) {
        Some(step) => (format!("{name}, died at step {step}"), format!("{name}, died")),
        None if now => (format!("{name} added"), format!("{name} added")),
        None => (format!("{name}, step {}", did.step), name.to_string()),
    }
}

fn dated(what: String, did: Did, now: bool) -> (String, String) {
    if now { (what.clone(), what) } else { (format!("{what}, step {}", did.step), what) }
}

/// At which step the process died, where it is dead at this moment.
fn died_at(moment: Moment<'_>, who: &Who) -> Option<usize> {
    let dead = moment.state().processes[who.id.index()].phase == Phase::Crashed;
    let crash = |step: &usize| {
        let transition = &moment.trace.transitions[*step];
        transition.action.process() == who.id && !is_step(transition)
    };
    dead.then(|| (0..moment.playhead).rev().find(crash).map(|step| step + 1)).flatten()
}

pub(super) fn missed(moment: Moment<'_>, did: Did) -> Mark {
    let who = moment.who(did.process);
    let now = did.step == moment.playhead;
    let (text, short) = looked(&who.name, did, now);
    Mark { kind: MarkKind::Looked, who, text, short, now }
}

/// Only the last step's count: an earlier one is told by the program's notes.
pub(super) fn counted(moment: Moment<'_>, past: &TableHistory) -> Vec<Mark> {
    let now = past.counted.last().filter(|(did, _)| did.step == moment.playhead);
    let mark = now.map(|(did, rows)| {
        let who = moment.who(did.process);
        let text = format!("{} counted {rows}, now", who.name);
        Mark { kind: MarkKind::Looked, short: format!("{} counted {rows}", who.name), who, text, now: true }
    });
    mark.into_iter().collect()
}
