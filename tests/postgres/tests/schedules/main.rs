//! The engine against real PostgreSQL: every schedule of the scenarios in `tests/postgres/scenarios`, in which transactions
//! overlap, and random ones of those that are shipped. Statement by statement the same rows, the same numbers, the same
//! answers and refusals, and the same statements wait.
//!
//! Where the model differs from PostgreSQL on purpose:
//!
//! * A statement that waits has not begun here: it is a step when it gets through. PostgreSQL begins it, and holds it. The
//!   same comes of it, but for what `recorded.rs` shows: an update that waited holds the rows that it has changed before,
//!   and does not see rows that came meanwhile; and a number is taken before the wait (see `Both::number_again`).
//! * After an insert that UNIQUE refused and `else` caught, a transaction goes on: as with a savepoint before it.
//! * In a ring of waits the engine lets any of them fail, PostgreSQL the one that looks first. Each choice of the engine is
//!   made to happen there, and the one that PostgreSQL makes by itself is among them.
//! * A key that an open transaction had and gave up again itself is free here; PostgreSQL lets others wait for its end.
//! * `begin`, `commit` and `rollback` at the wrong time fail here, as in SQLite; PostgreSQL warns with the same code.
//! * Numbers are the largest plus one, as SQLite gives them; the test gives them to PostgreSQL.

mod answers;
mod both;
#[path = "../../../support/counters.rs"]
mod counters;
#[path = "../../../support/dice.rs"]
mod dice;
mod every;
mod here;
mod numbers;
mod random;
#[path = "../../../support/schedules.rs"]
mod schedules;
#[path = "../../../support/shipped.rs"]
mod shipped;
#[path = "../../../support/sql.rs"]
mod sql;

use dice::Dice;
use every::{agrees, agrees_in_random_runs, chooses_from_the_ring};

/// A test for each file, so that they run beside each other.
macro_rules! scenarios {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                agrees(&text(stringify!($name)));
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

scenarios! {
    a_change_is_lost_under_read_committed
    a_change_is_refused_under_a_snapshot
    a_change_that_changes_nothing_is_a_change
    a_claim_inside_a_transaction
    a_claim_inside_a_transaction_with_a_crash
    a_conditional_update
    a_conditional_update_under_a_snapshot
    a_deadlock_of_two_keys
    a_deadlock_of_two_rows
    a_key_changed_in_a_transaction
    a_key_given_up_in_a_transaction
    a_refused_insert_without_else_rolls_back
    a_rollback_undoes_all
    a_refused_update_ends_the_transaction
    a_row_that_goes_away_under_a_snapshot
    a_row_that_goes_away_while_it_is_waited_for
    a_snapshot_lets_write_skew_pass
    a_snapshot_sees_what_was_there_at_its_first_statement
    a_transaction_against_a_statement_of_its_own
    a_transaction_goes_on_after_a_refused_insert
    an_insert_or_wait
    an_insert_or_wait_inside_a_transaction
    an_outbox
    an_upsert_among_some_rows
    an_upsert_inside_a_transaction
    an_upsert_of_a_null
    an_upsert_under_a_snapshot
    nulls_are_distinct
    nulls_are_equal_where_it_is_said
    numbers_that_a_transaction_frees
    numbers_count_rows_that_are_not_committed
    read_committed_sees_what_is_committed
    rows_that_look_the_same
    three_claims_in_a_row
    unique_among_some_rows
    unique_is_not_bound_by_a_snapshot
}

fn text(name: &str) -> String {
    let path = format!("{}/scenarios/{}.twice", env!("CARGO_MANIFEST_DIR"), name.replace('_', "-"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_file_is_compared() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios")).expect("it can be listed");
    // One of them in random runs.
    assert_eq!(folder.count(), NAMES.len() + 1);
}

#[test]
fn postgres_chooses_one_of_the_ring() {
    chooses_from_the_ring(&text("a_deadlock_of_two_rows"));
}

#[test]
fn the_shipped_scenarios() {
    let mut dice = Dice::new(15);
    for (name, text) in shipped::shipped() {
        agrees_in_random_runs(8, &name, &text, &mut dice, false);
    }
}

/// It has some thousand schedules.
#[test]
fn a_deadlock_of_three() {
    agrees_in_random_runs(150, "a deadlock of three", &text("a_deadlock_of_three"), &mut Dice::new(3), false);
}

/// Random scenarios, each in a few random runs.
#[test]
fn scenarios_that_nobody_thought_of() {
    let mut dice = Dice::new(40_001);
    for _ in 0..60 {
        let text = random::scenario(&mut dice);
        agrees_in_random_runs(8, &text, &text, &mut dice, true);
    }
}
