//! What PostgreSQL does with two or three sessions that overlap: small schedules in plain SQL, each line with what it
//! answers. Nothing of the engine is in here; `schedules.rs` compares the engine with the same server.

#[path = "../../support/counters.rs"]
mod counters;

use ran_twice_postgres::database::Database;
use ran_twice_postgres::reply::Reply;
use ran_twice_postgres::sessions::{OnFailure, Order, Sessions};

/// Two claims of one key: the second waits until it is known whether the first is kept.
#[test]
fn an_insert_waits_for_its_uncommitted_twin() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('k')            -> 1 row
         B INSERT INTO keys VALUES ('other')        -> 1 row
         B INSERT INTO keys VALUES ('k')            -> waits
         A COMMIT                                   -> done, B 23505
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('l')            -> 1 row
         B INSERT INTO keys VALUES ('l')            -> waits
         A ROLLBACK                                 -> done, B 1 row
         A SELECT key FROM keys ORDER BY key        -> (k) (l) (other)",
    );
}

/// Two that wait for the same transaction go on at once, and either gets the key.
#[test]
fn of_two_that_wait_for_a_key_either_gets_it() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('k')            -> 1 row
         B INSERT INTO keys VALUES ('k')            -> waits
         C INSERT INTO keys VALUES ('k')            -> waits
         A ROLLBACK                                 -> done, B 1 row, C 23505 or done, B 23505, C 1 row",
    );
}

/// After a refusal a transaction is of no use any more, unless a savepoint stands before the statement.
#[test]
fn a_refused_insert_ends_the_transaction_unless_a_savepoint_stands_before_it() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         - INSERT INTO keys VALUES ('k')
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('l')            -> 1 row
         A INSERT INTO keys VALUES ('k')            -> 23505
         A SELECT key FROM keys                     -> 25P02
         A COMMIT                                   -> done
         A SELECT key FROM keys                     -> (k)
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('l')            -> 1 row
         A SAVEPOINT before                         -> done
         A INSERT INTO keys VALUES ('k')            -> 23505
         A ROLLBACK TO before                       -> done
         A COMMIT                                   -> done
         A SELECT key FROM keys ORDER BY key        -> (k) (l)",
    );
}

/// An insert waits as well where another would give the key up: by a delete, or by an update away from it.
#[test]
fn an_insert_waits_where_an_open_transaction_gives_the_key_up() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         - INSERT INTO keys VALUES ('k'), ('l')
         A BEGIN                                    -> done
         A DELETE FROM keys WHERE key = 'k'         -> 1 row
         B INSERT INTO keys VALUES ('k')            -> waits
         A COMMIT                                   -> done, B 1 row
         A BEGIN                                    -> done
         A UPDATE keys SET key = 'm' WHERE key = 'l' -> 1 row
         B INSERT INTO keys VALUES ('l')            -> waits
         C INSERT INTO keys VALUES ('m')            -> waits
         A ROLLBACK                                 -> done, B 23505, C 1 row",
    );
}

/// An upsert waits for the row that is in its way, and then changes it as it was left.
#[test]
fn an_upsert_waits_and_then_changes_the_row_as_it_was_left() {
    recorded(
        "- CREATE TABLE tally (key text UNIQUE, n bigint)
         A BEGIN                                    -> done
         A INSERT INTO tally VALUES ('k', 5)        -> 1 row
         B INSERT INTO tally VALUES ('k', 1) ON CONFLICT (key) DO UPDATE SET n = tally.n + 1 RETURNING n -> waits
         A UPDATE tally SET n = 6                   -> 1 row
         A COMMIT                                   -> done, B (7)
         A BEGIN                                    -> done
         A DELETE FROM tally                        -> 1 row
         B INSERT INTO tally VALUES ('k', 1) ON CONFLICT (key) DO UPDATE SET n = tally.n + 1 RETURNING n -> waits
         A COMMIT                                   -> done, B (1)",
    );
}

/// Under a snapshot an upsert fails where the row in its way is not in the snapshot.
#[test]
fn an_upsert_under_a_snapshot_fails_on_a_row_that_it_cannot_see() {
    recorded(
        "- CREATE TABLE tally (key text UNIQUE, n bigint)
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT count(*) FROM tally               -> (0)
         B INSERT INTO tally VALUES ('k', 1)        -> 1 row
         A INSERT INTO tally VALUES ('k', 1) ON CONFLICT (key) DO UPDATE SET n = tally.n + 1 -> 40001",
    );
}

/// A conditional update waits for the row that it found, and then tests its condition on what is there now.
#[test]
fn a_conditional_update_waits_and_tests_its_condition_again() {
    recorded(
        "- CREATE TABLE stock (item text, available bigint)
         - INSERT INTO stock VALUES ('book', 1)
         A BEGIN                                    -> done
         A UPDATE stock SET available = available - 1 WHERE available > 0 -> 1 row
         B UPDATE stock SET available = available - 1 WHERE available > 0 -> waits
         C UPDATE stock SET available = 9 WHERE available > 5 -> 0 rows
         A COMMIT                                   -> done, B 0 rows
         A SELECT available FROM stock              -> (0)
         A BEGIN                                    -> done
         A UPDATE stock SET available = 5           -> 1 row
         B UPDATE stock SET available = available + 1 -> waits
         A ROLLBACK                                 -> done, B 1 row
         A SELECT available FROM stock              -> (1)",
    );
}

/// An update that waits for a row that goes away hits none.
#[test]
fn an_update_that_waits_for_a_deleted_row_hits_none() {
    recorded(
        "- CREATE TABLE stock (item text, available bigint)
         - INSERT INTO stock VALUES ('book', 1)
         A BEGIN                                    -> done
         A DELETE FROM stock                        -> 1 row
         B UPDATE stock SET available = 2           -> waits
         A COMMIT                                   -> done, B 0 rows",
    );
}

/// What an update looks at is fixed before it waits: a row that begins to match meanwhile is left alone.
#[test]
fn an_update_that_waited_does_not_see_rows_that_came_meanwhile() {
    recorded(
        "- CREATE TABLE work (id bigint, status text)
         - INSERT INTO work VALUES (1, 'open')
         A BEGIN                                    -> done
         A UPDATE work SET status = 'open'          -> 1 row
         A INSERT INTO work VALUES (2, 'open')      -> 1 row
         B UPDATE work SET status = 'done' WHERE status = 'open' -> waits
         A COMMIT                                   -> done, B 1 row
         A SELECT id, status FROM work ORDER BY id  -> (1, done) (2, open)",
    );
}

/// Reading, then writing what was computed from it: under read committed one change is lost.
#[test]
fn read_committed_loses_an_update_that_a_snapshot_refuses() {
    recorded(
        "- CREATE TABLE stock (available bigint)
         - INSERT INTO stock VALUES (10)
         A BEGIN ISOLATION LEVEL READ COMMITTED     -> done
         B BEGIN ISOLATION LEVEL READ COMMITTED     -> done
         A SELECT available FROM stock              -> (10)
         B SELECT available FROM stock              -> (10)
         A UPDATE stock SET available = 9           -> 1 row
         B UPDATE stock SET available = 9           -> waits
         A COMMIT                                   -> done, B 1 row
         B COMMIT                                   -> done
         A SELECT available FROM stock              -> (9)
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         B BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT available FROM stock              -> (9)
         B SELECT available FROM stock              -> (9)
         A UPDATE stock SET available = 8           -> 1 row
         B UPDATE stock SET available = 8           -> waits
         A COMMIT                                   -> done, B 40001
         B SELECT available FROM stock              -> 25P02
         B ROLLBACK                                 -> done",
    );
}

/// Under a snapshot nothing is lost where the other rolls back, and no wait is needed to fail.
#[test]
fn a_snapshot_refuses_only_what_was_changed_and_committed() {
    recorded(
        "- CREATE TABLE stock (available bigint)
         - INSERT INTO stock VALUES (10)
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT available FROM stock              -> (10)
         B BEGIN                                    -> done
         B UPDATE stock SET available = 0           -> 1 row
         A UPDATE stock SET available = 9           -> waits
         B ROLLBACK                                 -> done, A 1 row
         A COMMIT                                   -> done
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT available FROM stock              -> (9)
         B UPDATE stock SET available = 5           -> 1 row
         A DELETE FROM stock                        -> 40001
         A ROLLBACK                                 -> done",
    );
}

/// A snapshot is taken by the first statement, not by `BEGIN`, and holds until the end.
#[test]
fn a_snapshot_is_taken_by_the_first_statement() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         B INSERT INTO keys VALUES ('before')       -> 1 row
         A SELECT key FROM keys                     -> (before)
         B INSERT INTO keys VALUES ('after')        -> 1 row
         A SELECT key FROM keys                     -> (before)
         A INSERT INTO keys VALUES ('own')          -> 1 row
         A SELECT key FROM keys ORDER BY key        -> (before) (own)
         A COMMIT                                   -> done
         A SELECT key FROM keys ORDER BY key        -> (after) (before) (own)",
    );
}

/// Also where that statement waits: what is committed before it gets through is not seen by it.
#[test]
fn a_snapshot_is_taken_before_the_first_statement_waits() {
    recorded(
        "- CREATE TABLE stock (available bigint)
         - INSERT INTO stock VALUES (2)
         A BEGIN                                    -> done
         A UPDATE stock SET available = available - 1 -> 1 row
         B BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         B UPDATE stock SET available = available - 1 -> waits
         A COMMIT                                   -> done, B 40001
         B ROLLBACK                                 -> done",
    );
}

/// A key is waited for from the first time an open transaction had it, also where it has given it up again itself.
#[test]
fn a_key_that_a_transaction_had_is_waited_for() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('a')            -> 1 row
         A UPDATE keys SET key = 'b'                -> 1 row
         A DELETE FROM keys                         -> 1 row
         B INSERT INTO keys VALUES ('a')            -> waits
         C INSERT INTO keys VALUES ('b')            -> waits
         A COMMIT                                   -> done, B 1 row, C 1 row",
    );
}

/// Read committed sees what was committed meanwhile, and never what is not.
#[test]
fn read_committed_sees_what_is_committed() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN                                    -> done
         A SELECT key FROM keys                     -> none
         B BEGIN                                    -> done
         B INSERT INTO keys VALUES ('k')            -> 1 row
         A SELECT key FROM keys                     -> none
         B SELECT key FROM keys                     -> (k)
         B COMMIT                                   -> done
         A SELECT key FROM keys                     -> (k)",
    );
}

/// UNIQUE looks at what is there, not at the snapshot: it refuses a row that the transaction cannot see, and lets one pass
/// whose twin is still in the snapshot.
#[test]
fn unique_is_not_bound_by_a_snapshot() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         - INSERT INTO keys VALUES ('gone')
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT key FROM keys                     -> (gone)
         B INSERT INTO keys VALUES ('k')            -> 1 row
         B DELETE FROM keys WHERE key = 'gone'      -> 1 row
         A INSERT INTO keys VALUES ('gone')         -> 1 row
         A SELECT key FROM keys                     -> (gone) (gone)
         A INSERT INTO keys VALUES ('k')            -> 23505
         A ROLLBACK                                 -> done",
    );
}

/// Each looks at both rows and changes the other one: a snapshot lets both pass.
#[test]
fn a_snapshot_lets_write_skew_pass() {
    recorded(
        "- CREATE TABLE doctors (name text, on_call boolean)
         - INSERT INTO doctors VALUES ('a', true), ('b', true)
         A BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         B BEGIN ISOLATION LEVEL REPEATABLE READ    -> done
         A SELECT count(*) FROM doctors WHERE on_call -> (2)
         B SELECT count(*) FROM doctors WHERE on_call -> (2)
         A UPDATE doctors SET on_call = false WHERE name = 'a' -> 1 row
         B UPDATE doctors SET on_call = false WHERE name = 'b' -> 1 row
         A COMMIT                                   -> done
         B COMMIT                                   -> done
         A SELECT count(*) FROM doctors WHERE on_call -> (0)",
    );
}

/// A circle of waits: the session that looks for it fails, and its locks are free at once.
#[test]
fn a_circle_of_waits_is_a_deadlock() {
    recorded(
        "- CREATE TABLE stock (item text, available bigint)
         - INSERT INTO stock VALUES ('a', 1), ('b', 1)
         B looks for deadlocks
         A BEGIN                                    -> done
         B BEGIN                                    -> done
         A UPDATE stock SET available = 2 WHERE item = 'a' -> 1 row
         B UPDATE stock SET available = 3 WHERE item = 'b' -> 1 row
         A UPDATE stock SET available = 2 WHERE item = 'b' -> waits
         B UPDATE stock SET available = 3 WHERE item = 'a' -> 40P01, A 1 row
         A COMMIT                                   -> done
         B ROLLBACK                                 -> done
         A SELECT item, available FROM stock ORDER BY item -> (a, 2) (b, 2)",
    );
}

/// The same circle by two UNIQUE keys.
#[test]
fn two_keys_in_opposite_order_are_a_deadlock() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         B looks for deadlocks
         A BEGIN                                    -> done
         B BEGIN                                    -> done
         A INSERT INTO keys VALUES ('a')            -> 1 row
         B INSERT INTO keys VALUES ('b')            -> 1 row
         A INSERT INTO keys VALUES ('b')            -> waits
         B INSERT INTO keys VALUES ('a')            -> 40P01, A 1 row
         A COMMIT                                   -> done
         A SELECT key FROM keys ORDER BY key        -> (a) (b)",
    );
}

/// Nulls are distinct to UNIQUE unless it says otherwise, and then one that is not committed is waited for as well.
#[test]
fn nulls_are_distinct_unless_declared_otherwise() {
    recorded(
        "- CREATE TABLE plain (shop text, number bigint, UNIQUE (shop, number))
         - CREATE TABLE equal (shop text, number bigint, UNIQUE NULLS NOT DISTINCT (shop, number))
         A INSERT INTO plain VALUES ('s', null)     -> 1 row
         A INSERT INTO plain VALUES ('s', null)     -> 1 row
         A INSERT INTO equal VALUES ('s', null)     -> 1 row
         A INSERT INTO equal VALUES ('s', null)     -> 23505
         A INSERT INTO equal VALUES (null, null)    -> 1 row
         A INSERT INTO equal VALUES (null, null)    -> 23505
         A BEGIN                                    -> done
         A INSERT INTO plain VALUES (null, 1)       -> 1 row
         A INSERT INTO equal VALUES (null, 1)       -> 1 row
         B INSERT INTO plain VALUES (null, 1)       -> 1 row
         B INSERT INTO equal VALUES (null, 1)       -> waits
         A COMMIT                                   -> done, B 23505",
    );
}

/// A partial index knows only the rows of its condition: a row can come into it and leave it.
#[test]
fn a_partial_index_refuses_only_among_its_rows() {
    recorded(
        "- CREATE TABLE runs (job text, open boolean)
         - CREATE UNIQUE INDEX one_open ON runs (job) WHERE open
         A INSERT INTO runs VALUES ('j', false)     -> 1 row
         A INSERT INTO runs VALUES ('j', true)      -> 1 row
         A INSERT INTO runs VALUES ('j', false)     -> 1 row
         A INSERT INTO runs VALUES ('j', true)      -> 23505
         A BEGIN                                    -> done
         A UPDATE runs SET open = false             -> 3 rows
         B INSERT INTO runs VALUES ('j', false)     -> 1 row
         B INSERT INTO runs VALUES ('j', true)      -> waits
         A COMMIT                                   -> done, B 1 row
         A UPDATE runs SET open = true              -> 23505",
    );
}

/// A connection that dies takes its transaction with it, and who waited for it goes on.
#[test]
fn a_dead_session_is_rolled_back() {
    recorded(
        "- CREATE TABLE keys (key text UNIQUE)
         A BEGIN                                    -> done
         A INSERT INTO keys VALUES ('k')            -> 1 row
         B BEGIN                                    -> done
         B INSERT INTO keys VALUES ('l')            -> 1 row
         B INSERT INTO keys VALUES ('k')            -> waits
         C INSERT INTO keys VALUES ('l')            -> waits
         B dies                                     -> C 1 row
         C INSERT INTO keys VALUES ('k')            -> waits
         A dies                                     -> C 1 row",
    );
}

/// Runs a schedule, one line a statement: `-` sets up, a letter is a session, behind `->` stands what comes of the line.
#[track_caller]
fn recorded(text: &str) {
    let mut sessions = Sessions::on(Database::open(), 3);
    let mut statements = 0;
    for line in text.lines().map(str::trim) {
        let (who, rest) = line.split_once(' ').expect("a line begins with who");
        if who == "-" {
            sessions.database.run(rest);
            continue;
        }
        let who = usize::from(who.as_bytes()[0] - b'A');
        if rest == "looks for deadlocks" {
            sessions.looks_for_deadlocks(who, true);
            continue;
        }
        let (sql, expected) = rest.split_once("->").expect("a line ends with what comes of it");
        let sql = sql.trim();
        if sql == "dies" {
            sessions.kill(who);
        } else {
            sessions.tell(who, Order { sql: sql.to_owned(), on_failure: OnFailure::Nothing });
        }
        let said = came(&mut sessions, who, sql);
        assert!(expected.trim().split(" or ").any(|expected| said == expected), "{line}\ncame: {said}\n{text}");
        statements += 1;
    }
    counters::count("postgres-recorded", 1);
    counters::count("postgres-statements", statements);
}

/// What came of a line: this session first, then others that had waited.
fn came(sessions: &mut Sessions, who: usize, sql: &str) -> String {
    let (own, mut others): (Vec<_>, Vec<_>) = sessions.settle().into_iter().partition(|(session, _)| *session == who);
    // Two that went on at the same time answer in either order.
    others.sort_by_key(|(session, _)| *session);
    let mut said = Vec::new();
    match &own[..] {
        [] if sql == "dies" => {}
        [] => said.push("waits".to_owned()),
        [(_, Reply::Done(0))] if !["UPDATE", "DELETE"].iter().any(|word| sql.starts_with(word)) => {
            said.push("done".to_owned());
        }
        [(_, reply)] => said.push(reply.to_string()),
        more => panic!("one statement, one answer: {more:?}"),
    }
    for (session, reply) in others {
        said.push(format!("{} {reply}", ["A", "B", "C"][session]));
    }
    said.join(", ")
}
