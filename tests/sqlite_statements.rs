//! What a database decides, by SQLite: refusals, nulls, partial indexes, upserts, conditional updates, the rows that a
//! statement gives back, transactions that are kept or undone. Statements of the language are written as SQL by
//! `support/sql.rs`; `sqlite.rs` has some that are written by hand.
//!
//! SQLite locks the whole file, so a transaction is alone here. `tests/postgres` has those that overlap.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/shipped.rs"]
mod shipped;
#[path = "support/sql.rs"]
mod sql;

use dice::Dice;
use ran_twice::check::load::open;
use ran_twice::check::trace::Trace;
use ran_twice::lang::program::Atomic;
use ran_twice::lang::scenario::{ProcessId, Scenario};
use ran_twice::lang::value::Value;
use ran_twice::sim::action::Action;
use ran_twice::sim::event::Event;
use ran_twice::sim::failure::Failure;
use ran_twice::sim::readiness::enabled;
use ran_twice::sim::state::State;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sql::{Dialect, Schema};

/// A row as SQLite gives it back: true is 1 there.
type Cells = Vec<Value>;

/// Schemas whose UNIQUEs overlap or know only some rows.
const TABLES: &[&str] = &[
    "(id serial, a, b unique)",
    "(id serial, a unique, b unique)",
    "(a primary, b unique)",
    "(id serial, a, b, unique (a, b))",
    "(id serial, a unique, b, unique (b, a))",
    "(a = 7, b, unique (a, b), unique (b))",
    "(id serial, a, b, unique (a) where b > 2)",
    "(a, b unique, unique (a) where b = null)",
    "(id serial, a, b, unique (a, b) where a < 3 or not (b = 1))",
];

/// Random statements of one process, transactions among them: after each the same rows, refusal and rows given back.
#[test]
fn random_statements_and_transactions_agree_with_sqlite() {
    let mut dice = Dice::new(1_923);
    let (mut statements, mut transactions) = (0, 0);
    for round in 0..900 {
        let body: String = (0..24).map(|_| format!("  {} else {{ }}\n", statement(&mut dice))).collect();
        // A program that opens no transaction may close none.
        let text = format!("table t {}\nprocess p {{\n  begin\n  commit\n{body}}}\n", TABLES[round % TABLES.len()]);
        let document = open(&text).unwrap_or_else(|errors| panic!("{text}\n{:?}", errors.first()));
        let scenario = document.scenario(&[]);
        let mut trace = Trace::start(scenario);
        while !trace.complete(scenario) {
            trace.take(scenario, Action::Step(ProcessId(0))).expect("every statement has its else");
        }
        follow(scenario, &trace, &text);
        statements += trace.len();
        let events = trace.transitions.iter().flat_map(|transition| &transition.events);
        let ended = |event: &&Event| matches!(event, Event::Committed { .. } | Event::RolledBack { .. });
        transactions += events.filter(ended).count();
    }
    counters::count("sqlite-statements", statements);
    assert!(transactions > 1_500, "{transactions} transactions came to an end");
}

fn statement(dice: &mut Dice) -> String {
    let mut value = || match dice.below(6) {
        0 => "null".to_owned(),
        number => number.to_string(),
    };
    let (a, b, c) = (value(), value(), value());
    match dice.below(19) {
        0..4 => format!("insert t (a: {a}, b: {b})"),
        4 => format!("insert t (b: {b})"),
        5 => format!("insert t (a: {a}, b: {b}) or update (b: {c})"),
        6 => format!("insert t (a: {a}, b: {b}) or update (a: a + 1, b: b - 1)"),
        7 => format!("update t set a = {a} where b = {b} as hit"),
        8 => format!("update t set a = a - 1 where a > {b} as hit"),
        9 => format!("update t set b = {b}, a = b where not (a = {c}) and b != {a}"),
        10 => format!("delete t where a = {a} or b < {c} as hit"),
        11 => format!("read t where a >= {a} as row"),
        12 => format!("count t where b = null or a = {a} as hit"),
        13..16 => "begin".to_owned(),
        16 | 17 => "commit".to_owned(),
        _ => "rollback".to_owned(),
    }
}

/// Every shipped scenario in every design, under each of its schedules in which no transaction overlaps with another
/// statement.
#[test]
fn every_shipped_scenario_agrees_with_sqlite() {
    let (mut schedules, mut designs) = (0, 0);
    for (name, text) in shipped::shipped() {
        let document = open(&text).unwrap_or_else(|errors| panic!("{name}: {:?}", errors.first()));
        for scenario in &document.designs {
            if scenario.tables.iter().any(|table| table.uniques.iter().any(|unique| unique.nulls_equal)) {
                continue;
            }
            let mut left = SCHEDULES_MAX;
            walk(scenario, &mut Trace::start(scenario), &mut left, &mut |trace| {
                follow(scenario, trace, &name);
            });
            schedules += SCHEDULES_MAX - left;
            designs += 1;
        }
    }
    assert!(designs >= 7, "designs were found");
    counters::count("sqlite-schedules", schedules);
}

/// Schedules of one design that are taken: the first in the order of choice.
const SCHEDULES_MAX: usize = 200;

/// Calls `each` with complete schedules in which a transaction is alone.
fn walk(scenario: &Scenario, trace: &mut Trace, left: &mut usize, each: &mut impl FnMut(&Trace)) {
    if *left == 0 {
        return;
    }
    let state = trace.last().clone();
    let open = scenario.process_ids().find(|process| state.processes[process.index()].transaction.is_some());
    let mut next = enabled(scenario, &state);
    next.retain(|action| open.is_none() || action.process() == open);
    if trace.complete(scenario) {
        each(trace);
        *left -= 1;
    }
    let steps = trace.len();
    for action in next {
        trace.take(scenario, action).expect("an enabled action can be taken");
        walk(scenario, trace, left, each);
        trace.truncate(steps);
    }
}

/// Takes a trace there as well, and compares after each step.
#[track_caller]
fn follow(scenario: &Scenario, trace: &Trace, text: &str) {
    let mut both = Both::open(scenario, &trace.states);
    for step in 0..trace.len() {
        both.follow(trace, step, text);
    }
}

/// A scenario here and in SQLite.
struct Both<'a> {
    scenario: &'a Scenario,
    schema: Schema<'a>,
    database: Connection,
}

impl<'a> Both<'a> {
    fn open(scenario: &'a Scenario, states: &[State]) -> Self {
        let schema = Schema::new(scenario, Dialect::Sqlite, states);
        let database = Connection::open_in_memory().expect("SQLite opens");
        for statement in schema.declared().iter().chain(&schema.rows_of(&states[0])) {
            database.execute_batch(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
        }
        Self { scenario, schema, database }
    }

    /// Takes one step of a trace there as well, and compares.
    #[track_caller]
    fn follow(&mut self, trace: &Trace, step: usize, text: &str) {
        let (before, after) = (&trace.states[step], &trace.states[step + 1]);
        let transition = &trace.transitions[step];
        let told = || {
            let taken: Vec<String> = trace.actions().take(step + 1).map(|action| action.text(self.scenario)).collect();
            format!("{}\n{text}", taken.join(" "))
        };
        if let Action::Step(process) = transition.action
            && let Some(atomic) = statement_of(self.scenario, before, process)
            && let Some(sql) = self
                .schema
                .statement(before, process, atomic, None)
                .or_else(|| self.handed_over(after, &transition.events))
        {
            let there = self.run(&sql);
            let here = refusal(self.scenario, &transition.events);
            let failed = here.is_some() || failure(&transition.events).is_some();
            match there {
                Err(refused) => {
                    assert!(failed, "{sql}: {refused:?}\n{}", told());
                    assert!(here.is_none_or(|here| here == refused), "{sql}: {refused:?}\n{}", told());
                }
                Ok(rows) => {
                    assert!(!failed, "{sql}: here it failed, there {rows:?}\n{}", told());
                    self.compare_given(trace, step, process, atomic, &rows, &told);
                }
            }
        }
        // A program that ends or fails in a transaction rolls it back; SQLite goes on after a refusal.
        let open = after.processes.iter().any(|process| process.transaction.is_some());
        if !open && !self.database.is_autocommit() {
            self.database.execute_batch("ROLLBACK").expect("one is open");
        }
        assert_eq!(open, !self.database.is_autocommit(), "is a transaction open? {}", told());
        let reader = after.processes.iter().position(|process| process.transaction.is_some()).map(ProcessId::new);
        for (id, table) in self.schema.tables() {
            let here: Vec<Cells> =
                after.rows(id).iter().filter_map(|row| row.seen_by(reader)).map(|row| plain(row)).collect();
            let there = self.run(&format!("SELECT * FROM \"{}\" ORDER BY rowid", table.name));
            assert_eq!(Ok(here), there, "{}\n{}", table.name, told());
        }
    }

    /// A job that was handed over stands in the table of jobs, with a number of the database's.
    fn handed_over(&self, after: &State, events: &[Event]) -> Option<String> {
        events.iter().find_map(|event| match event {
            Event::RowAdded { table, row } if Some(*table) == self.scenario.jobs_table => {
                Some(self.schema.added(*table, &after.rows(*table)[*row].cells))
            }
            _ => None,
        })
    }

    fn compare_given(
        &self,
        trace: &Trace,
        step: usize,
        process: ProcessId,
        atomic: &Atomic,
        rows: &[Cells],
        told: &impl Fn() -> String,
    ) {
        let (events, after) = (&trace.transitions[step].events, &trace.states[step + 1]);
        let mut changed = Vec::new();
        for event in events {
            match event {
                Event::RowsHit { rows: hit, .. } => assert_eq!(*hit, rows.len(), "rows hit: {}", told()),
                Event::Counted { rows: counted, .. } => {
                    assert_eq!(vec![vec![Value::Int(*counted as i64)]], rows, "counted: {}", told());
                }
                Event::RowAdded { table, row } | Event::RowChanged { table, row, .. } => {
                    let row = after.rows(*table).get(*row).and_then(|row| row.seen_by(Some(process)));
                    changed.extend(row.map(|row| plain(row)));
                }
                _ => {}
            }
        }
        match atomic {
            // The run ended with it, in a transaction maybe.
            _ if after.processes[process.index()].is_over() => {}
            Atomic::Insert { .. } | Atomic::Update { .. } | Atomic::Enqueue { .. } => {
                assert_eq!(changed, rows, "given back: {}", told())
            }
            Atomic::Read { into, .. } => {
                let held = match &after.processes[process.index()].variables[into.0 as usize] {
                    Value::Row(_, row) => Some(plain(row)),
                    _ => None,
                };
                assert_eq!(held.as_ref(), rows.first(), "read: {}", told());
            }
            _ => {}
        }
    }

    fn run(&self, sql: &str) -> Result<Vec<Cells>, (i64, String)> {
        let refused = |error: rusqlite::Error| match error {
            rusqlite::Error::SqliteFailure(failure, Some(message)) => (i64::from(failure.extended_code), message),
            other => panic!("SQLite failed otherwise: {other}"),
        };
        let mut statement = self.database.prepare(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        let width = statement.column_count();
        let rows = statement.query_map([], |row| (0..width).map(|at| row.get_ref(at).map(value)).collect());
        rows.and_then(Iterator::collect).map_err(refused)
    }
}

fn statement_of<'a>(scenario: &'a Scenario, state: &State, process: ProcessId) -> Option<&'a Atomic> {
    let at = state.processes[process.index()].next()?;
    scenario.program_of(process).atomics().find(|(place, ..)| *place == at).map(|(_, _, atomic)| atomic)
}

/// The refusal that these events tell of, as SQLite says it.
fn refusal(scenario: &Scenario, events: &[Event]) -> Option<(i64, String)> {
    events.iter().find_map(|event| match event {
        Event::RowRefused { refusal, .. } => {
            let failure = Failure::Refused(refusal.clone());
            Some((refusal.code(), failure.message(scenario)))
        }
        _ => None,
    })
}

fn failure(events: &[Event]) -> Option<&Failure> {
    events.iter().find_map(|event| match event {
        Event::StatementFailed { failure } | Event::RunFailed { failure, .. } => Some(&**failure),
        _ => None,
    })
}

/// As SQLite keeps it.
fn plain(row: &[Value]) -> Cells {
    row.iter()
        .map(|value| match value {
            Value::Bool(flag) => Value::Int(i64::from(*flag)),
            other => other.clone(),
        })
        .collect()
}

fn value(held: ValueRef<'_>) -> Value {
    match held {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Text(text) => Value::text(std::str::from_utf8(text).expect("SQLite gives UTF-8")),
        other => panic!("no scenario holds {other:?}"),
    }
}
