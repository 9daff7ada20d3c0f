//! The store against real SQLite: the same statements in the same order give the same rows, ids and refusals.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/schedules.rs"]
mod schedules;

use ran_twice::check::load::open;
use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::{ProcessId, Scenario, TableId};
use ran_twice::lang::value::Value;
use ran_twice::sim::action::Action;
use ran_twice::sim::event::Event;
use ran_twice::sim::state::State;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

/// What the database said of a refused statement.
#[derive(Debug, PartialEq)]
struct Refused {
    code: i64,
    message: String,
}

/// One worker as the guide's handlers are in SQL: one statement a step.
struct Worker {
    name: &'static str,
    steps: &'static [Sql],
    taken: usize,
    over: bool,
}

/// A statement of the three handlers.
#[derive(Clone, Copy)]
enum Sql {
    /// Look for the key in keys_plain; stop where it is there.
    Look,
    Charge,
    WriteKey,
    /// Write the key into the UNIQUE column; stop where it is refused.
    Claim,
}

const LOOSE: &[Sql] = &[Sql::Look, Sql::Charge, Sql::WriteKey];
const CLAIM: &[Sql] = &[Sql::Claim, Sql::Charge];
const WORK_FIRST: &[Sql] = &[Sql::Charge, Sql::Claim];

const TABLES: &str = r#"
table  jobs        (id serial, key)
effect charges     (id serial, key, worker)
table  keys_plain  (key)
table  keys_unique (key unique, at)
job charge-77
job charge-77
clock 1789236681983
faults crash 1
handler loose {
  read keys_plain where key = job.key as seen
  if seen { return }
  do charges (key: job.key, worker: me)
  insert keys_plain (key: job.key)
}
handler claim {
  insert keys_unique (key: job.key, at: now) else { return }
  do charges (key: job.key, worker: me)
}
handler work_first {
  do charges (key: job.key, worker: me)
  insert keys_unique (key: job.key, at: now) else { return }
}
"#;

const SCHEMA: &str = "
CREATE TABLE jobs (id INTEGER PRIMARY KEY, key TEXT NOT NULL);
CREATE TABLE charges (id INTEGER PRIMARY KEY, key TEXT, worker TEXT);
CREATE TABLE keys_plain (key TEXT);
CREATE TABLE keys_unique (key TEXT UNIQUE, at INTEGER);
INSERT INTO jobs (key) VALUES ('charge-77'), ('charge-77');
";

/// Check, then insert: 20 schedules without a crash (6!/(3! 3!)), 84 with one crash at most.
#[test]
fn every_schedule_of_check_then_insert_agrees_with_sqlite() {
    agrees("loose", LOOSE, 20, 84);
}

/// Claim first: without a crash one worker wins and charges, and the other is refused before, between or after:
/// W1 W1 W2 · W1 W2 W1 · W2 W1 W2 · W2 W2 W1. With one crash at most 14.
#[test]
fn every_schedule_of_claim_first_agrees_with_sqlite() {
    agrees("claim", CLAIM, 4, 14);
}

/// Work first, key last: both always take two steps, 4!/(2! 2!) = 6 schedules without a crash, 24 with one at most.
#[test]
fn every_schedule_of_work_first_agrees_with_sqlite() {
    agrees("work_first", WORK_FIRST, 6, 24);
}

#[track_caller]
fn agrees(handler: &str, steps: &'static [Sql], without_crash: usize, with_crash: usize) {
    let text = format!("{TABLES}\nworker W1 runs {handler} on job 1\nworker W2 runs {handler} on job 2\n");
    let document = open(&text).expect("the scenario is right");
    let scenario = document.scenario(&[]);
    let (mut all, mut calm) = (0, 0);
    schedules::walk(scenario, &mut |trace| {
        all += 1;
        calm += usize::from(trace.actions().all(|action| !action.is_fault()));
        compare(scenario, trace, steps);
    });
    assert_eq!((calm, all), (without_crash, with_crash), "schedules of {handler}, without a crash and in all");
    counters::count("sqlite-schedules", all);
}

/// Takes the same actions here and in SQLite, and compares every table and every refusal after each.
#[track_caller]
fn compare(scenario: &Scenario, trace: &Trace, steps: &'static [Sql]) {
    let database = Connection::open_in_memory().expect("SQLite opens");
    database.execute_batch(SCHEMA).expect("the schema is right");
    let mut workers = ["W1", "W2"].map(|name| Worker { name, steps, taken: 0, over: false });
    for (at, transition) in trace.transitions.iter().enumerate() {
        let process = transition.action.process().expect("nothing but workers acts here");
        let worker = &mut workers[process.index()];
        let state = &trace.states[at + 1];
        let said = match transition.action {
            Action::Step(_) => worker.step(&database, state.clock_ms),
            Action::Strike(..) | Action::LeaseEnds(_) | Action::StrikeJob(..) => {
                worker.over = true;
                None
            }
        };
        assert_eq!(
            refusal(scenario, &transition.events),
            said,
            "step {at} of {:?}",
            trace.actions().collect::<Vec<_>>()
        );
        assert_eq!(ours(scenario, state), theirs(scenario, &database));
        for (id, worker) in workers.iter().enumerate() {
            assert_eq!(state.processes[id].is_over(), worker.over, "{} after step {at}", worker.name);
        }
    }
}

impl Worker {
    fn step(&mut self, database: &Connection, now_ms: i64) -> Option<Refused> {
        let key = "charge-77";
        let done = match self.steps[self.taken] {
            Sql::Look => {
                let mut look = database.prepare("SELECT 1 FROM keys_plain WHERE key = ?").expect("right");
                self.over = look.exists([key]).expect("a look cannot fail");
                Ok(0)
            }
            Sql::Charge => database.execute("INSERT INTO charges (key, worker) VALUES (?, ?)", [key, self.name]),
            Sql::WriteKey => database.execute("INSERT INTO keys_plain (key) VALUES (?)", [key]),
            Sql::Claim => database.execute("INSERT INTO keys_unique (key, at) VALUES (?, ?)", params![key, now_ms]),
        };
        self.taken += 1;
        self.over |= done.is_err() || self.taken == self.steps.len();
        done.err().map(refused)
    }
}

fn refused(error: rusqlite::Error) -> Refused {
    match error {
        rusqlite::Error::SqliteFailure(failure, Some(message)) => {
            Refused { code: i64::from(failure.extended_code), message }
        }
        other => panic!("SQLite failed otherwise: {other}"),
    }
}

/// The refusal that these events tell of.
fn refusal(scenario: &Scenario, events: &[Event]) -> Option<Refused> {
    events.iter().find_map(|event| match event {
        Event::RowRefused { refusal, .. } => Some(Refused { code: refusal.code(), message: refusal.message(scenario) }),
        _ => None,
    })
}

/// Every table of the engine, as values SQLite knows.
fn ours(scenario: &Scenario, state: &State) -> Vec<(String, Vec<Vec<Value>>)> {
    (0..scenario.tables.len())
        .map(TableId::new)
        .map(|id| {
            let rows = state.rows(id).iter().map(|row| row.cells.to_vec()).collect();
            (scenario.table(id).name.to_string(), rows)
        })
        .collect()
}

/// The same tables of SQLite, in the order a plain SELECT gives them.
fn theirs(scenario: &Scenario, database: &Connection) -> Vec<(String, Vec<Vec<Value>>)> {
    scenario
        .tables
        .iter()
        .map(|table| {
            let mut select =
                database.prepare(&format!("SELECT * FROM {} ORDER BY rowid", table.name)).expect("it exists");
            let width = select.column_count();
            let rows = select
                .query_map([], |row| (0..width).map(|at| row.get_ref(at).map(value)).collect())
                .expect("a SELECT runs")
                .collect::<Result<Vec<Vec<Value>>, _>>()
                .expect("rows can be read");
            (table.name.to_string(), rows)
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

/// A sequence of random statements on one table, told to both.
struct Both {
    twice: String,
    sql: Vec<String>,
}

/// Schemas whose UNIQUEs overlap: which of them speaks first is SQLite's to say.
const SCHEMAS: &[(&str, &str)] = &[
    ("(id serial, a, b unique)", "(id INTEGER PRIMARY KEY, a, b UNIQUE)"),
    ("(id serial, a unique, b)", "(id INTEGER PRIMARY KEY, a UNIQUE, b)"),
    ("(id serial, a unique, b unique)", "(id INTEGER PRIMARY KEY, a UNIQUE, b UNIQUE)"),
    ("(a primary, b unique)", "(a PRIMARY KEY, b UNIQUE)"),
    ("(a unique, b primary)", "(a UNIQUE, b PRIMARY KEY)"),
    ("(id serial, a, b, unique (a, b))", "(id INTEGER PRIMARY KEY, a, b, UNIQUE (a, b))"),
    ("(id serial, a unique, b, unique (b, a))", "(id INTEGER PRIMARY KEY, a UNIQUE, b, UNIQUE (b, a))"),
    ("(a = 7, b, unique (a, b), unique (b))", "(a DEFAULT 7, b, UNIQUE (a, b), UNIQUE (b))"),
];

/// Random inserts, upserts, updates and deletes: after each, the same rows, ids and refusal. A delete of all is among
/// them, after which serial ids restart.
#[test]
fn random_statements_agree_with_sqlite() {
    let mut seed = 77;
    let mut statements = 0;
    for round in 0..1_600 {
        let (twice, sql) = SCHEMAS[round % SCHEMAS.len()];
        let both = random_statements(&mut seed, 16);
        let text = format!("table t {twice}\nprocess p {{\n{}\n}}\n", both.twice);
        let document = open(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let scenario = document.scenario(&[]);
        let mut trace = Trace::start(scenario);
        let database = Connection::open_in_memory().expect("SQLite opens");
        database.execute_batch(&format!("CREATE TABLE t {sql}")).expect("the schema is right");
        for statement in &both.sql {
            trace.take(scenario, Action::Step(ProcessId(0))).expect("every statement has its else");
            let said = database.execute(statement, []).err().map(refused);
            let events = &trace.transitions.last().expect("just taken").events;
            assert_eq!(refusal(scenario, events), said, "{statement}\n{text}");
            assert_eq!(ours(scenario, trace.last()), theirs(scenario, &database), "{statement}\n{text}");
            statements += 1;
        }
    }
    counters::count("sqlite-statements", statements);
}

/// `+a` in a WHERE keeps SQLite from walking an index: rows are then taken in the order they were added, as here. (SQL
/// leaves that order open; it shows where an update of several rows is refused.)
fn random_statements(seed: &mut u64, many: usize) -> Both {
    let mut both = Both { twice: String::new(), sql: Vec::new() };
    for _ in 0..many {
        let (a, b, c) = (literal(seed), literal(seed), literal(seed));
        let (twice, sql) = match next(seed, 8) {
            0..3 => (format!("insert t (a: {a}, b: {b})"), format!("INSERT INTO t (a, b) VALUES ({a}, {b})")),
            3 => (format!("insert t (b: {b})"), format!("INSERT INTO t (b) VALUES ({b})")),
            4 => (
                format!("insert t (a: {a}, b: {b}) or update (b: {c})"),
                format!("INSERT INTO t (a, b) VALUES ({a}, {b}) ON CONFLICT DO UPDATE SET b = {c}"),
            ),
            5 => (format!("update t set a = {a} where b = {b}"), format!("UPDATE t SET a = {a} WHERE +b IS {b}")),
            6 => (format!("delete t where a = {a}"), format!("DELETE FROM t WHERE +a IS {a}")),
            _ if next(seed, 3) == 0 => ("delete t".to_owned(), "DELETE FROM t".to_owned()),
            _ => (
                format!("update t set b = {b}, a = {a} where a != {c}"),
                format!("UPDATE t SET b = {b}, a = {a} WHERE +a IS NOT {c}"),
            ),
        };
        both.twice.push_str(&format!("  {twice} else {{ }}\n"));
        both.sql.push(sql);
    }
    both
}

fn literal(seed: &mut u64) -> String {
    match next(seed, 6) {
        0 => "null".to_owned(),
        number => number.to_string(),
    }
}

/// A small linear congruential generator (Knuth's MMIX constants): the same numbers on every run.
fn next(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}
