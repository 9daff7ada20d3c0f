//! The engine's side: a moment of a scenario, and what can be said of its processes.

use std::collections::BTreeSet;

use ran_twice::check::trace::Trace;
use ran_twice::lang::program::{Atomic, OnConflict};
use ran_twice::lang::scenario::{ProcessId, Scenario, TableId};
use ran_twice::sim::action::Action;
use ran_twice::sim::event::Event;
use ran_twice::sim::failure::Failure;
use ran_twice::sim::readiness::{Blocked, enabled, readiness};
use ran_twice::sim::state::State;
use ran_twice::sim::step::{Step, apply};

/// A moment of a scenario.
pub struct Here<'a> {
    pub scenario: &'a Scenario,
    pub state: State,
}

impl<'a> Here<'a> {
    /// What its next step would come to; none where it cannot step.
    pub fn next(&self, process: ProcessId) -> Option<Step> {
        apply(self.scenario, &self.state, Action::Step(process)).ok()
    }

    fn ready(&self, process: ProcessId) -> Result<(), Blocked> {
        readiness(self.scenario, &self.state, Action::Step(process))
    }

    /// Whose open transaction its statement waits for.
    pub fn held_by(&self, process: ProcessId) -> Option<ProcessId> {
        match self.ready(process) {
            Err(Blocked::Held { by, .. }) => Some(by),
            _ => None,
        }
    }

    /// Does it wait with `insert … or wait` for a row that is committed?
    pub fn waits_for_a_row(&self, process: ProcessId) -> bool {
        matches!(self.ready(process), Err(Blocked::Owned { .. }))
    }

    /// Would it fail because it waits, by way of others, for itself?
    pub fn in_a_ring(&self, process: ProcessId) -> bool {
        self.next(process).is_some_and(|step| matches!(failure(&step.events), Some(Failure::Deadlock)))
    }

    pub fn in_a_transaction(&self, process: ProcessId) -> bool {
        self.state.processes[process.index()].transaction.is_some()
    }

    /// The statement before which it stands.
    pub fn statement(&self, process: ProcessId) -> Option<&'a Atomic> {
        let at = self.state.processes[process.index()].next()?;
        self.scenario.program_of(process).atomics().find(|(place, ..)| *place == at).map(|(_, _, atomic)| atomic)
    }

    /// Does its transaction go on where UNIQUE refuses that statement? After an insert that has an `else`.
    pub fn goes_on_after_a_refusal(&self, process: ProcessId) -> bool {
        let at = self.state.processes[process.index()].next();
        let instruction = at.and_then(|at| self.scenario.program_of(process).at(at));
        let caught = instruction.is_some_and(|instruction| instruction.on_failure.is_some());
        caught
            && matches!(
                self.statement(process),
                Some(Atomic::Insert { or: OnConflict::Fail | OnConflict::Update(_), .. })
            )
    }

    /// Which column is a serial.
    pub fn serial(&self, table: TableId) -> Option<usize> {
        self.scenario.table(table).columns.iter().position(|column| column.serial)
    }
}

/// Those whose statement waits from this step on and is the first of a snapshot: it sees what is committed by now, so there
/// it has to begin now as well.
pub fn begin_to_wait<'a>(
    before: &'a Here<'_>,
    action: Action,
    after: &'a Here<'_>,
) -> impl Iterator<Item = ProcessId> + 'a {
    let sees = |here: &Here<'_>, process: ProcessId| {
        let transaction = here.state.processes[process.index()].transaction.as_ref();
        transaction.is_some_and(|transaction| transaction.view.is_some())
    };
    let looks = move |process: ProcessId| {
        action == Action::Step(process) && before.statement(process).is_some_and(|atomic| atomic.table().is_some())
    };
    let begins = move |process: &ProcessId| !sees(before, *process) && sees(after, *process) && !looks(*process);
    after.scenario.process_ids().filter(begins)
}

/// Why the statement of a step failed.
pub fn failure(events: &[Event]) -> Option<Failure> {
    events.iter().find_map(|event| match event {
        Event::RowRefused { refusal, .. } => Some(Failure::Refused(refusal.clone())),
        Event::StatementFailed { failure } | Event::RunFailed { failure, .. } => Some((**failure).clone()),
        _ => None,
    })
}

/// Every state that the scenario can be in.
pub fn every_state(scenario: &Scenario) -> BTreeSet<State> {
    let mut found = BTreeSet::new();
    let mut new = vec![Trace::start(scenario).last().clone()];
    while let Some(state) = new.pop() {
        if found.contains(&state) {
            continue;
        }
        for action in enabled(scenario, &state) {
            new.push(apply(scenario, &state, action).expect("enabled").state);
        }
        found.insert(state);
    }
    found
}
