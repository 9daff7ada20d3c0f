//! The marks on a row: who did what to it, and when, in words.

use super::{Mark, MarkKind, RowKind};
use crate::lang::scenario::{Fault, ProcessId};
use crate::sim::action::Action;
use crate::sim::evaluate::plain;
use crate::sim::process::Phase;
use crate::sim::store::{Change, Pending};
use crate::tell::history::{Did, Entry, TableHistory};
use crate::tell::moment::Moment;

/// How many marks a row shows at once: the latest.
pub(super) const MARKS_MAX: usize = 4;

/// The marks of a row: of one process only the latest of each kind, and not a mere look at a row it made itself.
pub(super) fn of(moment: Moment<'_>, entry: &Entry) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (at, (kind, did)) in entry.deeds.iter().enumerate() {
        let mut later = entry.deeds[at + 1..].iter();
        if !later.any(|(other, later)| other == kind && later.process == did.process) {
            marks.push(mark(moment, entry, *kind, *did));
        }
    }
    keep_latest(&mut marks);
    if entry.kind == RowKind::There {
        marks.extend(standing(moment, entry));
    }
    marks
}

/// How the row stands: not committed yet; known to the provider by a key.
fn standing(moment: Moment<'_>, entry: &Entry) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(Pending { by, change }) = &entry.pending {
        let who = moment.who(*by);
        let what = match change {
            Change::Added => "new",
            Change::Changed(_) => "changed",
            Change::Removed => "to be removed",
        };
        let text = format!("{what} by {}, not committed yet", who.name);
        marks.push(Mark { kind: MarkKind::Pending, who, text, short: "not committed yet".to_owned(), now: false });
    }
    if let (Some(key), Some(did)) = (&entry.provider_key, entry.added()) {
        let key = plain(key);
        let text = format!("the provider remembers it by {key}");
        let short = format!("key {key}");
        marks.push(Mark { kind: MarkKind::Key, who: moment.who(did.process), text, short, now: false });
    }
    marks
}

/// Keeps as many as are shown at once.
pub(super) fn keep_latest(marks: &mut Vec<Mark>) {
    let left_out = marks.len().saturating_sub(MARKS_MAX);
    *marks = marks.split_off(left_out);
}

fn mark(moment: Moment<'_>, entry: &Entry, kind: MarkKind, did: Did) -> Mark {
    let who = moment.who(did.process);
    let now = did.step == moment.playhead;
    let when = if now { String::new() } else { format!(", step {}", did.step) };
    let name = &who.name;
    let (text, short) = match kind {
        MarkKind::Looked => return looked(moment, did),
        // A row keeps the name of who added it; once that process has died, the mark says when.
        MarkKind::Added => match died_at(moment, did.process) {
            Some(step) => (format!("{name}, died at step {step}"), format!("{name}, died")),
            None if now => (format!("{name} added"), format!("{name} added")),
            None => (format!("{name}{when}"), name.to_string()),
        },
        MarkKind::Changed => (format!("{name} changed{when}"), format!("{name} changed")),
        MarkKind::Removed => (format!("{name} removed{when}"), format!("{name} removed")),
        MarkKind::Undone => (format!("{name} rolled back{when}"), format!("{name} rolled back")),
        MarkKind::Recognised => (format!("{name} asked again{when}"), format!("{name} asked again")),
        MarkKind::Pending | MarkKind::Key => (name.to_string(), name.to_string()),
        MarkKind::Refused => {
            let code = entry.refused_by.as_ref().map_or(0, |(_, refusal)| refusal.code());
            (format!("{name} refused, {code}{when}"), format!("{name} refused"))
        }
    };
    Mark { kind, who, text, short, now }
}

/// At which step the process died, where it is dead at this moment.
fn died_at(moment: Moment<'_>, process: ProcessId) -> Option<usize> {
    if !matches!(moment.state().processes[process.index()].phase, Phase::Crashed) {
        return None;
    }
    let steps = &moment.trace.transitions[..moment.playhead];
    steps.iter().rposition(|step| step.action == Action::Strike(Fault::Crash, process)).map(|at| at + 1)
}

/// The mark of one who looked, whether it found a row or none.
pub(super) fn looked(moment: Moment<'_>, did: Did) -> Mark {
    let who = moment.who(did.process);
    let now = did.step == moment.playhead;
    let when = if now { "now".to_owned() } else { format!("step {}", did.step) };
    let (text, short) = (format!("{} looked, {when}", who.name), format!("{} looked", who.name));
    Mark { kind: MarkKind::Looked, who, text, short, now }
}

/// Only the last step's count: an earlier one is told by the program's notes.
pub(super) fn counted(moment: Moment<'_>, past: &TableHistory) -> Vec<Mark> {
    match past.counted.last() {
        Some((did, rows)) if did.step == moment.playhead => {
            let who = moment.who(did.process);
            let short = format!("{} counted {rows}", who.name);
            vec![Mark { kind: MarkKind::Looked, text: format!("{short}, now"), short, who, now: true }]
        }
        Some(_) | None => Vec::new(),
    }
}
