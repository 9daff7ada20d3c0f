//! Sessions that each take one statement at a time, and the question who of them waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use postgres::Client;

use crate::database::Database;
use crate::reply::Reply;

/// What a session is told to do, as one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The statement.
    pub sql: String,
    /// And where it fails?
    pub on_failure: OnFailure,
}

/// What a program does when a statement of it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Nothing more.
    Nothing,
    /// Where a UNIQUE refused it, the transaction goes on: a savepoint stands before the statement. Else it is rolled back.
    BackToSavepoint,
    /// The transaction is rolled back.
    Rollback,
}

/// Sessions on one database, each with a connection and a thread of its own. They are named by number, from 0.
pub struct Sessions {
    /// The database, and the connection beside the sessions.
    pub database: Database,
    sessions: Vec<Session>,
    say: Sender<(usize, Reply)>,
    heard: Receiver<(usize, Reply)>,
}

struct Session {
    pid: i32,
    orders: Sender<Order>,
    busy: bool,
}

/// How long PostgreSQL may take for a statement that waits for nobody. Nothing is measured by it: it ends a test that would
/// hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long an answer is listened for before PostgreSQL is asked again who waits.
const LISTEN: Duration = Duration::from_millis(1);

impl Sessions {
    /// So many sessions.
    #[must_use]
    pub fn on(database: Database, many: usize) -> Self {
        let (say, heard) = channel();
        let sessions = (0..many).map(|who| Session::start(&database, who, say.clone())).collect();
        Self { database, sessions, say, heard }
    }

    /// Gives a session its next statement.
    ///
    /// # Panics
    /// Where it is still at the one before.
    pub fn tell(&mut self, who: usize, order: Order) {
        let session = &mut self.sessions[who];
        assert!(!session.busy, "session {who} still waits");
        session.busy = true;
        session.orders.send(order).expect("its thread listens");
    }

    /// Is it still at its statement? After [`Sessions::settle`]: does it wait for another?
    #[must_use]
    pub fn waits(&self, who: usize) -> bool {
        self.sessions[who].busy
    }

    /// From now on this session is the one that ends a circle of waits, or no longer. PostgreSQL lets a session look for
    /// a circle when it has waited for `deadlock_timeout`, and the one that finds it fails.
    pub fn looks_for_deadlocks(&mut self, who: usize, looks: bool) {
        let timeout = if looks { "1ms" } else { "1h" };
        self.tell(who, Order { sql: format!("SET deadlock_timeout = '{timeout}'"), on_failure: OnFailure::Nothing });
        let said = self.settle();
        assert!(matches!(said[..], [(_, Reply::Done(_))]), "{said:?}");
    }

    /// Waits until nothing moves: every session has answered its statement, or PostgreSQL says that it waits for one that
    /// will not move before it is told to. The answers, in the order in which they came.
    ///
    /// # Panics
    /// Where a session neither answers nor waits.
    pub fn settle(&mut self) -> Vec<(usize, Reply)> {
        let begun = Instant::now();
        let mut answers = Vec::new();
        while self.sessions.iter().any(|session| session.busy) {
            match self.heard.recv_timeout(LISTEN) {
                Ok((who, reply)) => {
                    self.sessions[who].busy = false;
                    answers.push((who, reply));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let waits = self.who_waits();
                    if self.all_still(&waits) {
                        break;
                    }
                    assert!(begun.elapsed() < PATIENCE, "neither answered nor waiting: {waits:?}, {answers:?}");
                }
                Err(RecvTimeoutError::Disconnected) => unreachable!("self holds a sender"),
            }
        }
        answers
    }

    /// Kills a session's connection, as the death of its process would, and puts a new one in its place. What it waited for
    /// gets no answer.
    ///
    /// # Panics
    /// Where PostgreSQL does not end it.
    pub fn kill(&mut self, who: usize) {
        let pid = self.sessions[who].pid;
        self.database.rows(&format!("SELECT pg_terminate_backend({pid})"));
        // It leaves this list after it has given everything free.
        let begun = Instant::now();
        while !self.database.rows(&format!("SELECT 1 FROM pg_stat_activity WHERE pid = {pid}")).is_empty() {
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL ends a session when asked to");
            thread::sleep(LISTEN);
        }
        if self.sessions[who].busy {
            // It says that its connection is gone. Others may have answered before, now that it holds nothing any more.
            let mut others = Vec::new();
            loop {
                let (session, reply) = self.heard.recv_timeout(PATIENCE).expect("an ended session answers");
                if session == who {
                    break;
                }
                others.push((session, reply));
            }
            for other in others {
                self.say.send(other).expect("self holds the receiver");
            }
        }
        self.sessions[who] = Session::start(&self.database, who, self.say.clone());
    }

    /// For each session that has not answered: who holds what it wants, by the ids of their connections.
    fn who_waits(&mut self) -> BTreeMap<i32, BTreeSet<i32>> {
        let busy: Vec<String> =
            self.sessions.iter().filter(|session| session.busy).map(|session| session.pid.to_string()).collect();
        let asked = format!(
            "SELECT pid, array_to_string(pg_blocking_pids(pid), ' ') FROM unnest(ARRAY[{}]) AS pid",
            busy.join(", ")
        );
        let number = |text: &str| text.parse::<i32>().expect("PostgreSQL names connections by numbers");
        let mut waits = BTreeMap::new();
        for row in self.database.rows(&asked) {
            let [Some(pid), Some(holders)] = &row[..] else { panic!("two columns without nulls: {row:?}") };
            waits.insert(number(pid), holders.split_whitespace().map(number).collect());
        }
        waits
    }

    /// Does each wait for somebody, and through others for one who will not move by itself? In a circle of waits somebody
    /// will still fail.
    fn all_still(&self, waits: &BTreeMap<i32, BTreeSet<i32>>) -> bool {
        let mut settled: BTreeSet<i32> = self.sessions.iter().map(|session| session.pid).collect();
        settled.retain(|pid| !waits.contains_key(pid));
        loop {
            let next = waits.iter().find(|(pid, holders)| {
                !settled.contains(pid) && !holders.is_empty() && holders.iter().all(|holder| settled.contains(holder))
            });
            match next {
                Some((pid, _)) => settled.insert(*pid),
                None => return waits.keys().all(|pid| settled.contains(pid)),
            };
        }
    }
}

impl Session {
    fn start(database: &Database, who: usize, say: Sender<(usize, Reply)>) -> Self {
        let mut client = database.connect();
        let pid = client.query_one("SELECT pg_backend_pid()", &[]).expect("it is asked first").get(0);
        let (orders, taken) = channel::<Order>();
        thread::spawn(move || {
            for order in taken {
                // The test may be over, by a failure of another session.
                let _ = say.send((who, carry_out(&mut client, &order)));
            }
        });
        Self { pid, orders, busy: false }
    }
}

fn carry_out(client: &mut Client, order: &Order) -> Reply {
    let also = |client: &mut Client, sql: &str| {
        let reply = Reply::to(client, sql);
        assert!(reply.refused().is_none_or(|refused| refused.sqlstate == "08006"), "{sql}: {reply:?}");
    };
    if order.on_failure == OnFailure::BackToSavepoint {
        also(client, "SAVEPOINT before");
    }
    let reply = Reply::to(client, &order.sql);
    let then = match (reply.refused(), order.on_failure) {
        (_, OnFailure::Nothing) | (None, OnFailure::Rollback) => None,
        (None, OnFailure::BackToSavepoint) => Some("RELEASE before"),
        (Some(refused), OnFailure::BackToSavepoint) if refused.sqlstate == "23505" => {
            Some("ROLLBACK TO before; RELEASE before")
        }
        (Some(_), _) => Some("ROLLBACK"),
    };
    if let Some(then) = then {
        also(client, then);
    }
    reply
}
