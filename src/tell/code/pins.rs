//! Where each process stands in the listing of its program.

use super::path::end_of_run;
use super::{Line, Note, NotePart, Pin, PinState, line_of};
use crate::lang::program::CodeIndex;
use crate::lang::scenario::{ProcessId, ProgramId};
use crate::sim::event::Event;
use crate::sim::process::Phase;
use crate::tell::death::death;
use crate::tell::moment::Moment;

/// Puts a pin for every process of this program, and a note beside the pin of one whose run is over.
pub(super) fn place(moment: Moment<'_>, id: ProgramId, lines: &mut [Line]) {
    for process in moment.scenario.process_ids().filter(|process| moment.scenario.process(*process).program == id) {
        let pinned = pinned(moment, process);
        let at = pinned.at.and_then(|at| moment.scenario.programs[id.index()].at(at));
        let source_line = at.map(|instruction| line_of(moment, instruction.span.start));
        let index = match source_line {
            Some(source_line) => lines.iter().position(|line| line.source_line == source_line),
            None if pinned.state == PinState::Waits => Some(0),
            None => lines.len().checked_sub(1),
        };
        let Some(line) = index.and_then(|index| lines.get_mut(index)) else { continue };
        let who = moment.who(process);
        if let Some(text) = pinned.note {
            note(line, NotePart { who: who.clone(), text });
        }
        line.pins.push(Pin { who, state: pinned.state });
    }
}

/// Notes about pins share one note, in the order of the processes.
fn note(line: &mut Line, part: NotePart) {
    match line.notes.iter_mut().find(|note| note.about.is_none()) {
        Some(note) => note.parts.push(part),
        None => line.notes.push(Note { about: None, parts: vec![part] }),
    }
}

/// Where a process stands, how, and what to say of it; no place is the head of its program, or its end.
struct Pinned {
    at: Option<CodeIndex>,
    state: PinState,
    note: Option<String>,
}

fn pinned(moment: Moment<'_>, process: ProcessId) -> Pinned {
    match &moment.state().processes[process.index()].phase {
        Phase::Waiting => Pinned { at: None, state: PinState::Waits, note: None },
        Phase::Running { at } => Pinned { at: Some(*at), state: PinState::Here, note: None },
        Phase::Ended { .. } => {
            let at = last_step(moment, process, |event| is_over(event, process))
                .and_then(|step| end_of_run(moment.scenario, moment.trace, step, process));
            // Who ran off the end is done; who returned early stopped.
            Pinned { at, state: PinState::Ended, note: at.map(|_| "stopped here".to_owned()) }
        }
        Phase::Failed(_) => {
            let step = last_step(moment, process, |event| is_over(event, process));
            let at = step.and_then(|step| end_of_run(moment.scenario, moment.trace, step, process));
            Pinned { at, state: PinState::Failed, note: Some("failed here".to_owned()) }
        }
        Phase::Crashed => {
            let step = last_step(moment, process, |event| *event == Event::Crashed { process });
            let note = step.map(|step| format!("died {}", death(moment.scenario, moment.trace, step).before));
            Pinned { at: step.map(|step| moment.trace.transitions[step].at), state: PinState::Died, note }
        }
    }
}

/// Does the event say that the run of this process is over?
fn is_over(event: &Event, process: ProcessId) -> bool {
    match event {
        Event::Ended { process: over, .. } | Event::RunFailed { process: over, .. } => *over == process,
        _ => false,
    }
}

/// The latest step (from 0) before the playhead with an event that fits.
fn last_step(moment: Moment<'_>, process: ProcessId, fits: impl Fn(&Event) -> bool) -> Option<usize> {
    (0..moment.playhead).rev().find(|step| {
        let transition = &moment.trace.transitions[*step];
        transition.action.process() == process && transition.events.iter().any(&fits)
    })
}
