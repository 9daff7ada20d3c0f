//! What each running process has read, beside the first line that uses it.

use super::path::into;
use super::{Line, Note, NotePart};
use crate::lang::program::{CodeIndex, Expr, Instruction, Program, Slot};
use crate::lang::scenario::{ProcessId, ProgramId};
use crate::lang::value::Value;
use crate::lang::visit::{contains, for_each_of};
use crate::sim::action::Action;
use crate::sim::evaluate::plain;
use crate::sim::event::Event;
use crate::tell::deed::statement;
use crate::tell::moment::Moment;

/// Puts the notes of every process of this program.
pub(super) fn place(moment: Moment<'_>, id: ProgramId, lines: &mut [Line]) {
    let program = &moment.scenario.programs[id.index()];
    for process in moment.scenario.process_ids() {
        if moment.scenario.process(process).program != id {
            continue;
        }
        for (slot, given) in &known(moment, process) {
            let Some(instruction) = first_use(program, *slot, *given).or(program.at(*given)) else { continue };
            let source_line = instruction.lines.first;
            let value = &moment.state().processes[process.index()].variables[slot.0 as usize];
            let part = NotePart { who: moment.who(process), text: known_text(value) };
            let about = &program.variables[slot.0 as usize];
            if let Some(line) = lines.iter_mut().find(|line| line.source_line == source_line) {
                add(line, Some(about), part);
            }
        }
    }
}

/// Notes about the same share one note, in the order of the processes.
pub(super) fn add(line: &mut Line, about: Option<&str>, part: NotePart) {
    match line.notes.iter_mut().find(|note| note.about.as_deref() == about) {
        Some(note) => note.parts.push(part),
        None => line.notes.push(Note { about: about.map(str::to_owned), parts: vec![part] }),
    }
}

/// The variables that a running process got from a statement in this turn, each with the statement that gave it last.
fn known(moment: Moment<'_>, process: ProcessId) -> Vec<(Slot, CodeIndex)> {
    let mut known: Vec<(Slot, CodeIndex)> = Vec::new();
    if moment.state().processes[process.index()].next().is_none() {
        return known;
    }
    for transition in &moment.trace.transitions[..moment.playhead] {
        if transition.action != Action::Step(process) {
            continue;
        }
        // A take begins a new run, which knows nothing.
        let Some(at) = transition.at else {
            known.clear();
            continue;
        };
        let given = statement(moment.scenario, transition).and_then(|(_, atomic)| into(atomic));
        if let Some(slot) = given {
            known.retain(|(other, _)| *other != slot);
            known.push((slot, at));
        }
        if transition.events.iter().any(|event| matches!(event, Event::TurnBegan { .. })) {
            known.clear();
        }
    }
    known
}

fn known_text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Row(..) => "found".to_owned(),
        Value::Bool(_) | Value::Int(_) | Value::Text(_) => plain(value),
    }
}

/// The first instruction behind `given` that asks for the variable.
fn first_use(program: &Program, slot: Slot, given: CodeIndex) -> Option<&Instruction> {
    program.code.iter().skip(given.0 as usize + 1).find(|instruction| uses(instruction, slot))
}

fn uses(instruction: &Instruction, slot: Slot) -> bool {
    let mut found = false;
    for_each_of(instruction, &mut |_, expr| found |= mentions(expr, slot));
    found
}

fn mentions(expr: &Expr, slot: Slot) -> bool {
    contains(expr, &|part| matches!(part, Expr::Variable(named) | Expr::Field(named, _) if *named == slot))
}
