//! Where each process stands in the listing of its program.

use super::notes::add;
use super::path::end_of_run;
use super::{Line, NotePart, Pin, PinState};
use crate::lang::program::CodeIndex;
use crate::lang::scenario::{ProcessId, ProgramId, Role};
use crate::sim::event::Event;
use crate::sim::process::Phase;
use crate::tell::death::death;
use crate::tell::deliveries::holding;
use crate::tell::moment::Moment;

/// Puts a pin for every process of this program, and a note beside the pin of one whose run is over.
pub(super) fn place(moment: Moment<'_>, id: ProgramId, lines: &mut [Line]) {
    for process in moment.scenario.process_ids() {
        if moment.scenario.process(process).program != id {
            continue;
        }
        let pinned = pinned(moment, process);
        let at = pinned.at.and_then(|at| moment.scenario.programs[id.index()].at(at));
        let source_line = at.map(|instruction| instruction.lines.first);
        let index = match source_line {
            Some(source_line) => lines.iter().position(|line| line.source_line == source_line),
            None if matches!(pinned.state, PinState::Waits | PinState::Idle) => Some(0),
            None => lines.len().checked_sub(1),
        };
        let Some(line) = index.and_then(|index| lines.get_mut(index)) else { continue };
        let who = moment.who(process);
        if let Some(text) = pinned.note {
            add(line, None, NotePart { who: who.clone(), text });
        }
        line.pins.push(Pin { who, state: pinned.state });
        held(moment, process, lines);
    }
}

/// Which job a worker that takes jobs holds: at the head of its handler.
fn held(moment: Moment<'_>, process: ProcessId, lines: &mut [Line]) {
    if moment.scenario.process(process).role != Role::Taker {
        return;
    }
    let text = holding(moment, process).unwrap_or_else(|| "no job".to_owned());
    if let Some(line) = lines.first_mut() {
        add(line, Some("holds"), NotePart { who: moment.who(process), text });
    }
}

/// Where a process stands, how, and what to say of it; no place is the head of its program, or its end.
struct Pinned {
    at: Option<CodeIndex>,
    state: PinState,
    note: Option<String>,
}

fn pinned(moment: Moment<'_>, process: ProcessId) -> Pinned {
    let phase = &moment.state().processes[process.index()].phase;
    let last = moment.trace.transitions[..moment.playhead].iter().rposition(|step| ends(&step.events, process));
    let ended = || last.and_then(|step| end_of_run(moment.scenario, moment.trace, step, process));
    let (at, state, note) = match phase {
        Phase::Waiting => (None, PinState::Waits, None),
        Phase::Idle { .. } => (None, PinState::Idle, None),
        Phase::Running { at } => (Some(*at), PinState::Here, None),
        Phase::Ended { .. } => {
            let at = ended();
            // Who ran off the end is done; who returned early stopped.
            (at, PinState::Ended, at.map(|_| "stopped here".to_owned()))
        }
        Phase::Failed(_) => (ended(), PinState::Failed, Some("failed here".to_owned())),
        Phase::Crashed => {
            let note = last.map(|step| format!("died {}", death(moment.scenario, moment.trace, step).before));
            (last.and_then(|step| moment.trace.transitions[step].at), PinState::Died, note)
        }
    };
    Pinned { at, state, note }
}

/// Does an event say that the run of this process is over? A process's own step or death ends its run, but for one
/// whose local lines from the start are all it has.
fn ends(events: &[Event], process: ProcessId) -> bool {
    events.iter().any(|event| match event {
        Event::Ended { process: over, .. }
        | Event::RunFailed { process: over, .. }
        | Event::Crashed { process: over } => *over == process,
        _ => false,
    })
}
