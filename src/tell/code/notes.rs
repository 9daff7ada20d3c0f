//! What each running process has read, beside the first line that uses it.

use super::path::into;
use super::{Line, Note, NotePart};
use crate::lang::program::{Atomic, CodeIndex, Expr, Instruction, Local, Op, Program, Slot};
use crate::lang::scenario::{ProcessId, ProgramId};
use crate::lang::value::Value;
use crate::lang::visit::contains;
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
        let given = statement(moment.scenario, transition).and_then(|(_, atomic)| into(atomic));
        if let Some(slot) = given {
            known.retain(|(other, _)| *other != slot);
            known.push((slot, transition.at));
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
    program.code.iter().skip(given.0 as usize + 1).find(|instruction| uses(&instruction.op, slot))
}

fn uses(op: &Op, slot: Slot) -> bool {
    let has = |expr: &Expr| mentions(expr, slot);
    match op {
        Op::Local(
            Local::Let { value: expr, .. } | Local::Say { text: expr } | Local::Branch { condition: expr, .. },
        ) => has(expr),
        Op::Local(Local::Return { answer }) => answer.as_ref().is_some_and(has),
        Op::Local(Local::Jump { .. }) => false,
        Op::Atomic(Atomic::Read { filter, .. } | Atomic::Count { filter, .. } | Atomic::Delete { filter, .. }) => {
            filter.as_ref().is_some_and(has)
        }
        Op::Atomic(Atomic::Insert { cells, or_update, .. }) => {
            cells.iter().chain(or_update.iter().flatten()).any(|(_, expr)| has(expr))
        }
        Op::Atomic(Atomic::Update { set, filter, .. }) => {
            set.iter().any(|(_, expr)| has(expr)) || filter.as_ref().is_some_and(has)
        }
        Op::Atomic(Atomic::Do { cells, .. }) => cells.iter().any(|(_, expr)| has(expr)),
        Op::Atomic(Atomic::Enqueue { fields, .. }) => fields.iter().any(|(_, expr)| has(expr)),
        Op::Atomic(Atomic::Sleep { duration_ms }) => has(duration_ms),
    }
}

fn mentions(expr: &Expr, slot: Slot) -> bool {
    contains(expr, &|part| matches!(part, Expr::Variable(named) | Expr::Field(named, _) if *named == slot))
}
