//! One scenario here and on PostgreSQL, in step.
//!
//! A step of the engine is one statement of one session. Where the engine says that a step can be taken, PostgreSQL must
//! answer at once, and both must answer alike; where it says that one waits, PostgreSQL must let the session wait. A session
//! that waits goes on by itself when nothing holds it any more: the engine takes its step then.

use std::collections::BTreeSet;

use ran_twice::check::trace::Trace;
use ran_twice::lang::program::{Atomic, OnConflict};
use ran_twice::lang::scenario::{Fault, ProcessId, Scenario};
use ran_twice::sim::action::Action;
use ran_twice::sim::event::Event;
use ran_twice::sim::failure::Failure;
use ran_twice::sim::readiness::{complete, enabled};
use ran_twice::sim::state::State;
use ran_twice::sim::step::{Step, apply};
use ran_twice_postgres::database::Database;
use ran_twice_postgres::reply::Reply;
use ran_twice_postgres::sessions::{OnFailure, Order, Sessions};

use crate::answers::{cells, difference, sorted};
use crate::here::{Here, begin_to_wait, every_state, failure};
use crate::numbers::{Numbers, WHILE_IT_WAITS};
use crate::sql::{Dialect, Schema};

/// What can be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// An action of the engine, taken on both.
    Take(Action),
    /// A statement that is blocked here is begun there, and waits.
    Wait(ProcessId),
}

/// A scenario on both.
pub struct Both<'a> {
    text: &'a str,
    scenario: &'a Scenario,
    schema: Schema<'a>,
    start: State,
    here: Here<'a>,
    sessions: Sessions,
    numbers: Numbers,
    /// Whose statement has to begin to wait there, because it is the first of a snapshot.
    must_begin: BTreeSet<ProcessId>,
    /// Who does what no statement of the scenario asks for: what is answered to that is left out.
    unasked: BTreeSet<usize>,
    /// What was done so far.
    moves: Vec<Move>,
    /// Does only an insert ever wait there? An update that waits holds rows already, and looks at none that come meanwhile.
    pub only_inserts_wait: bool,
    /// The actions that the engine took.
    pub actions: Vec<Action>,
}

impl<'a> Both<'a> {
    /// Declares the scenario's tables there.
    pub fn open(text: &'a str, scenario: &'a Scenario) -> Self {
        let schema = Schema::new(scenario, Dialect::Postgres, &every_state(scenario));
        let mut sessions = Sessions::on(Database::open(), scenario.processes.len());
        for statement in schema.declared() {
            sessions.database.run(&statement);
        }
        let start = Trace::start(scenario).last().clone();
        let here = Here { scenario, state: start.clone() };
        let (numbers, unasked, must_begin) = (Numbers::default(), BTreeSet::new(), BTreeSet::new());
        let (moves, actions) = (Vec::new(), Vec::new());
        let only_inserts_wait = false;
        Self {
            text,
            scenario,
            schema,
            start,
            here,
            sessions,
            numbers,
            unasked,
            must_begin,
            moves,
            only_inserts_wait,
            actions,
        }
    }

    /// Both as they are before the first step.
    pub fn begin_again(&mut self) {
        for process in self.scenario.process_ids() {
            assert!(!self.sessions.waits(process.index()), "it waits at the end: {}", self.told());
            if self.here.in_a_transaction(process) {
                self.also(process, "ROLLBACK".to_owned());
            }
        }
        self.settle();
        for (_, table) in self.schema.tables() {
            self.sessions.database.run(&format!("DELETE FROM \"{}\"", table.name));
        }
        for statement in self.schema.rows_of(&self.start) {
            self.sessions.database.run(&statement);
        }
        self.here.state = self.start.clone();
        self.numbers = Numbers::default();
        self.moves.clear();
        self.actions.clear();
    }

    /// Is no action but a fault possible?
    pub fn complete(&self) -> bool {
        complete(self.scenario, &self.here.state)
    }

    /// What can be done next. A process whose statement waits there can only die.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for action in enabled(self.scenario, &self.here.state) {
            match action {
                // In a ring of waits PostgreSQL fails the one that closed it, and this one waited before.
                Action::Step(process) if self.sessions.waits(process.index()) => self.must_wait(process),
                _ => moves.push(Move::Take(action)),
            }
        }
        let waits = |process: &ProcessId| self.sessions.waits(process.index());
        for process in self.scenario.process_ids().filter(|process| !waits(process)) {
            let Some(by) = self.here.held_by(process) else { continue };
            // Two that wait for the same transaction go on at once, and nothing says in which order.
            let alone = !self.scenario.process_ids().filter(waits).any(|other| self.here.held_by(other) == Some(by));
            let insert = matches!(self.here.statement(process), Some(Atomic::Insert { .. }));
            if alone && (insert || !self.only_inserts_wait) {
                moves.push(Move::Wait(process));
            }
        }
        moves
    }

    /// Does it here and there, and compares.
    pub fn make(&mut self, next: Move) {
        self.moves.push(next);
        match next {
            Move::Take(Action::Step(process)) => self.step(process),
            Move::Take(Action::Strike(Fault::Crash, process)) => {
                self.sessions.kill(process.index());
                self.only_here(Action::Strike(Fault::Crash, process), true);
            }
            Move::Take(action) => self.only_here(action, false),
            Move::Wait(process) => self.wait(process),
        }
        self.compare_rows();
    }

    fn step(&mut self, process: ProcessId) {
        let step = self.next(process);
        let deadlock = matches!(failure(&step.events), Some(Failure::Deadlock));
        if deadlock {
            // The others of the ring wait first, so that this one closes it.
            let others = self.scenario.process_ids().filter(|other| *other != process);
            for other in others.filter(|other| self.here.in_a_ring(*other)).collect::<Vec<_>>() {
                if !self.sessions.waits(other.index()) {
                    self.wait(other);
                }
            }
            self.sessions.looks_for_deadlocks(process.index(), true);
        }
        let mut answers = Vec::new();
        if let Some(Atomic::Enqueue { .. }) = self.here.statement(process) {
            self.hand_over(&step);
        } else if self.tell(process) {
            answers = self.settle();
            let own = answers.iter().position(|(who, _)| *who == process.index());
            let (_, reply) = answers.remove(own.unwrap_or_else(|| panic!("PostgreSQL lets it wait: {}", self.told())));
            self.compare(process, &step, &reply);
        }
        self.taken(process, step);
        if deadlock {
            self.sessions.looks_for_deadlocks(process.index(), false);
        }
        answers.extend(self.settle());
        self.go_on(answers);
    }

    /// Lets all that wait for each other in a ring look for it: PostgreSQL chooses who fails, and it is one of those that the
    /// engine lets fail.
    pub fn let_it_choose(&mut self) {
        let ring: Vec<_> = self.scenario.process_ids().filter(|process| self.here.in_a_ring(*process)).collect();
        for process in &ring {
            self.sessions.looks_for_deadlocks(process.index(), true);
        }
        let mut answers = Vec::new();
        for process in &ring {
            self.tell(*process);
            answers.extend(self.settle());
        }
        let failed = |reply: &Reply| reply.refused().is_some_and(|refused| refused.sqlstate == "40P01");
        let chosen = answers.iter().position(|(_, reply)| failed(reply)).expect("a ring does not last");
        let (who, reply) = answers.remove(chosen);
        let chosen = ProcessId::new(who);
        let step = self.next(chosen);
        self.compare(chosen, &step, &reply);
        self.taken(chosen, step);
        self.go_on(answers);
        self.compare_rows();
    }

    /// Begins a statement there that must wait.
    fn wait(&mut self, process: ProcessId) {
        self.tell(process);
        let answers = self.settle();
        assert!(answers.is_empty(), "PostgreSQL lets nothing wait: {answers:?}, {}", self.told());
    }

    /// The engine's state after a step; a transaction that ended with the run ends there as well.
    fn taken(&mut self, process: ProcessId, step: Step) {
        let over_there = match self.here.statement(process) {
            Some(Atomic::Commit | Atomic::Rollback) => true,
            _ => failure(&step.events).is_some_and(|failure| {
                !(self.here.goes_on_after_a_refusal(process) && matches!(failure, Failure::Refused(_)))
            }),
        };
        self.numbers.learn(&self.here, process, &step);
        self.arrive(Action::Step(process), step.state, over_there);
    }

    /// What concerns the queue or the world outside, a statement that did not reach the database, and the death of a process.
    fn only_here(&mut self, action: Action, over_there: bool) {
        let step = apply(self.scenario, &self.here.state, action);
        let step = step.unwrap_or_else(|blocked| panic!("{blocked:?}: {}", self.told()));
        self.arrive(action, step.state, over_there);
        let answers = self.settle();
        self.go_on(answers);
    }

    /// The engine's next state. What ends a transaction here ends it there, where it has not done so already.
    fn arrive(&mut self, action: Action, state: State, over_there: bool) {
        let open = |here: &Here<'_>| -> Vec<ProcessId> {
            here.scenario.process_ids().filter(|process| here.in_a_transaction(*process)).collect()
        };
        let next = Here { scenario: self.scenario, state };
        self.must_begin.extend(begin_to_wait(&self.here, action, &next));
        let before = open(&self.here);
        self.here = next;
        self.actions.push(action);
        let after = open(&self.here);
        for process in before.into_iter().filter(|process| !after.contains(process)) {
            if !over_there {
                self.also(process, "ROLLBACK".to_owned());
            }
        }
        for process in self.scenario.process_ids().filter(|process| !after.contains(process)) {
            self.numbers.forget(process);
        }
    }

    /// Those that waited and have answered: the engine takes their steps, in an order in which they answer alike.
    fn go_on(&mut self, mut answers: Vec<(usize, Reply)>) {
        for (who, reply) in &mut answers {
            self.number_again(ProcessId::new(*who), reply);
        }
        answers.retain(|(who, reply)| !self.asks_again(ProcessId::new(*who), reply));
        while !answers.is_empty() {
            let alike = |(who, reply): &(usize, Reply)| {
                let process = ProcessId::new(*who);
                let step = self.here.next(process);
                step.is_some_and(|step| difference(&self.here, process, &step, reply).is_none())
            };
            let (who, reply) = answers.remove(answers.iter().position(alike).unwrap_or(0));
            let process = ProcessId::new(who);
            let step = self.next(process);
            self.compare(process, &step, &reply);
            self.taken(process, step);
            answers.extend(self.settle());
        }
        for process in std::mem::take(&mut self.must_begin) {
            self.wait(process);
        }
        for process in self.scenario.process_ids().filter(|process| self.sessions.waits(process.index())) {
            self.must_wait(process);
        }
    }

    /// `insert … or wait` is no statement of SQL: where the key is owned in the end, a program asks again later.
    fn asks_again(&self, process: ProcessId, reply: &Reply) -> bool {
        matches!(self.here.statement(process), Some(Atomic::Insert { or: OnConflict::Wait, .. }))
            && reply.refused().is_some_and(|refused| refused.sqlstate == "23505")
            && self.here.waits_for_a_row(process)
    }

    /// A row that has to wait has its number before the wait begins; here it gets one when it gets through, the next one
    /// then. So it waits there with a number that nothing else has, and gets the right one now.
    fn number_again(&mut self, process: ProcessId, reply: &mut Reply) {
        let Some(Atomic::Insert { table, .. }) = self.here.statement(process) else { return };
        let (Some(at), Reply::Rows(rows)) = (self.here.serial(*table), reply) else { return };
        let waited = WHILE_IT_WAITS.to_string();
        let Some(row) = rows.iter_mut().find(|row| row[at].as_deref() == Some(&waited)) else { return };
        let next =
            self.numbers.next(&self.here, &mut self.sessions.database, process, *table).expect("it has a serial");
        row[at] = Some(next.to_string());
        let table = self.scenario.table(*table);
        let (name, column) = (&table.name, &table.columns[at].name);
        self.also(process, format!("UPDATE \"{name}\" SET \"{column}\" = {next} WHERE \"{column}\" = {waited}"));
        let answers = self.settle();
        assert!(answers.is_empty(), "{answers:?}");
    }

    /// A job that was handed over stands in the table of jobs, outside of any transaction.
    fn hand_over(&mut self, step: &Step) {
        for event in &step.events {
            if let Event::RowAdded { table, row } = event {
                let cells = step.state.rows(*table)[*row].cells.clone();
                self.sessions.database.run(&self.schema.added(*table, &cells));
            }
        }
    }

    /// Begins the next statement of a process there. False where it is none of the database's.
    fn tell(&mut self, process: ProcessId) -> bool {
        // A worker that takes a job stands before no statement.
        let Some(atomic) = self.here.statement(process) else { return false };
        let kept = atomic.table().filter(|table| self.schema.tables().any(|(id, _)| id == *table));
        let mut serial =
            kept.and_then(|table| self.numbers.next(&self.here, &mut self.sessions.database, process, table));
        if self.here.held_by(process).is_some() {
            serial = serial.and(Some(WHILE_IT_WAITS));
        }
        let Some(sql) = self.schema.statement(&self.here.state, process, atomic, serial) else { return false };
        let on_failure = match atomic {
            Atomic::Begin { .. } | Atomic::Commit | Atomic::Rollback => OnFailure::Nothing,
            _ if !self.here.in_a_transaction(process) => OnFailure::Nothing,
            Atomic::Insert { or: OnConflict::Wait, .. } => OnFailure::BackToSavepoint,
            _ if self.here.goes_on_after_a_refusal(process) => OnFailure::BackToSavepoint,
            _ => OnFailure::Rollback,
        };
        self.sessions.tell(process.index(), Order { sql, on_failure });
        true
    }

    /// What no statement of the scenario asks for.
    fn also(&mut self, process: ProcessId, sql: String) {
        self.sessions.tell(process.index(), Order { sql, on_failure: OnFailure::Nothing });
        self.unasked.insert(process.index());
    }

    /// The answers to statements of the scenario, once nothing moves any more.
    fn settle(&mut self) -> Vec<(usize, Reply)> {
        let mut answers = self.sessions.settle();
        answers.retain(|(who, _)| !self.unasked.remove(who));
        answers
    }

    fn next(&self, process: ProcessId) -> Step {
        self.here.next(process).unwrap_or_else(|| panic!("PostgreSQL lets it go on: {}", self.told()))
    }

    fn must_wait(&self, process: ProcessId) {
        let waits = self.here.next(process).is_none() || self.here.in_a_ring(process);
        assert!(waits, "PostgreSQL lets {} wait: {}", self.scenario.process(process).name, self.told());
    }

    fn compare(&self, process: ProcessId, step: &Step, reply: &Reply) {
        if let Some(difference) = difference(&self.here, process, step, reply) {
            panic!("{difference}\nPostgreSQL: {reply:?}\nhere: {:?}\n{}", step.events, self.told());
        }
    }

    /// What is committed, in every table.
    fn compare_rows(&mut self) {
        for (id, table) in self.schema.tables() {
            let here = self.here.state.committed(id).map(|row| cells(row)).collect();
            let there = self.sessions.database.rows(&format!("SELECT * FROM \"{}\"", table.name));
            assert_eq!(sorted(here), sorted(there), "{} committed: {}", table.name, self.told());
        }
    }

    /// The run so far, for a person.
    fn told(&self) -> String {
        let name = |process: &ProcessId| &self.scenario.process(*process).name;
        let told = |made: &Move| match made {
            Move::Take(action) => action.text(self.scenario),
            Move::Wait(process) => format!("({} waits)", name(process)),
        };
        format!("{}\n{}", self.moves.iter().map(told).collect::<Vec<_>>().join(" "), self.text)
    }
}
