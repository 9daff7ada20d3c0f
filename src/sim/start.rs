//! The state before the first step.

use std::sync::Arc;

use super::event::Event;
use super::process::ProcessState;
use super::state::State;
use super::statement::{self, Halt};
use super::step::Turn;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::scenario::{Role, Scenario};

/// The state before the first step, and what leading local lines did on the way there.
///
/// # Errors
/// A row or a job that the tables refuse from the start.
pub fn start(scenario: &Scenario) -> Result<(State, Vec<Event>), Diagnostic> {
    let mut turn = Turn::new(scenario, empty(scenario));
    for row in scenario.rows.iter() {
        let added = statement::seed_row(&mut turn, row.table, &row.cells);
        added.map_err(|halt| refused_at_start(scenario, row.span, "row", &halt))?;
    }
    for job in &scenario.jobs {
        let added = statement::hand_over(&mut turn, None, job.intent, &job.fields);
        added.map_err(|halt| refused_at_start(scenario, job.span, "job", &halt))?;
    }
    // What is there from the start is no event of the run.
    turn.events.clear();
    for process in scenario.process_ids() {
        let declared = scenario.process(process);
        if declared.after.is_none() && declared.role != Role::Taker {
            turn.begin(process);
        }
    }
    Ok((turn.state, turn.events))
}

fn refused_at_start(scenario: &Scenario, span: crate::lang::span::Span, what: &str, halt: &Halt) -> Diagnostic {
    let why = match halt {
        Halt::Fails(failure) => failure.message(scenario),
        Halt::Waits(blocked) => blocked.reason(scenario).to_string(),
    };
    Diagnostic::new(span, format!("This {what} cannot be there at the start: {why}."))
}

fn empty(scenario: &Scenario) -> State {
    let mut state = State {
        tables: vec![Arc::default(); scenario.tables.len()],
        processes: Vec::new(),
        deliveries: Vec::new(),
        queue: Vec::new(),
        clock_ms: scenario.clock_ms,
        faults_left: Vec::new(),
    };
    for process in &scenario.processes {
        state.processes.push(ProcessState::before(scenario, process.role));
    }
    for budget in &scenario.faults {
        state.faults_left.push(budget.times);
    }
    state
}
