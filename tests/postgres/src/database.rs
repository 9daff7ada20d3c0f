//! A schema of one's own on the PostgreSQL that `script/postgres` started.

use std::sync::atomic::{AtomicUsize, Ordering};

use postgres::{Client, Config, NoTls};

use crate::reply::{Cells, Reply};

/// A schema of one's own, and a connection beside those of the sessions: it declares tables, looks at what is committed,
/// and asks who waits.
pub struct Database {
    config: Config,
    beside: Client,
}

impl Database {
    /// An empty schema.
    ///
    /// # Panics
    /// Where no PostgreSQL was started.
    #[must_use]
    pub fn open() -> Self {
        static OPENED: AtomicUsize = AtomicUsize::new(0);
        let place = std::env::var("RAN_TWICE_POSTGRES").expect(
            "RAN_TWICE_POSTGRES says where PostgreSQL is: \
             run script/postgres cargo test --manifest-path tests/postgres/Cargo.toml",
        );
        let mut config: Config =
            place.parse().expect("RAN_TWICE_POSTGRES is written as libpq's connection strings are");
        let schema = format!("run_{}_{}", std::process::id(), OPENED.fetch_add(1, Ordering::Relaxed));
        // A session looks for a deadlock only when it is told to: see `Sessions::looks_for_deadlocks`.
        config.options(&format!(
            "-c search_path={schema} -c default_transaction_isolation=read\\ committed -c deadlock_timeout=1h"
        ));
        let mut beside = config.connect(NoTls).expect("the PostgreSQL of RAN_TWICE_POSTGRES takes connections");
        beside.batch_execute(&format!("CREATE SCHEMA {schema}")).expect("a new name");
        Self { config, beside }
    }

    /// One more connection.
    pub(crate) fn connect(&self) -> Client {
        self.config.connect(NoTls).expect("PostgreSQL takes as many connections as the tests have sessions")
    }

    /// Runs a statement of the test's own, which cannot fail.
    ///
    /// # Panics
    /// Where it fails.
    pub fn run(&mut self, sql: &str) {
        self.beside.batch_execute(sql).unwrap_or_else(|error| panic!("{sql}: {error:?}"));
    }

    /// The rows that such a query gives.
    ///
    /// # Panics
    /// Where it gives none.
    pub fn rows(&mut self, sql: &str) -> Vec<Cells> {
        match Reply::to(&mut self.beside, sql) {
            Reply::Rows(rows) => rows,
            other => panic!("{sql}: {other:?}"),
        }
    }
}
