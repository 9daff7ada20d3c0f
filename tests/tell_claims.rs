//! Claims in the words of the language: what is printed is what was written, in the one form there is for it.

use ran_twice::check::load::open;
use ran_twice::tell::claim::words;

#[path = "support/shipped.rs"]
mod shipped;

/// Every `expect` of the first design that knows it, as it is written and as it is printed.
#[track_caller]
fn check(text: &str) -> usize {
    let document = open(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let mut claims = 0;
    for scenario in &document.designs {
        for expect in scenario.expects.iter() {
            // `schedule` and `schedules` mean the same.
            let written = expect.span.text(&document.source).replace("some schedules:", "some schedule:");
            assert_eq!(format!("expect {}", words(scenario, expect)), written);
            claims += 1;
        }
    }
    claims
}

#[test]
fn every_shipped_claim_is_printed_as_it_is_written() {
    let claims: usize = shipped::shipped().iter().map(|(_, text)| check(text)).sum();
    assert!(claims > 40, "{claims}");
}

#[test]
fn every_form_of_a_claim_is_printed_as_it_is_written() {
    let claims = check(
        "table keys (key unique, at)
effect charges (id serial, key, worker)
job c-1
faults crash 1
handler h {
  insert keys (key: job.key, at: now) else { return \"second\" }
  do charges (key: job.key, worker: me)
}
worker W1 runs h on job 1
process idle {}
expect charges once
expect charges 3 times
expect charges more than once
expect keys 1 row
expect keys rows (\"c-1\", 1), (null, -1)
expect refused 0
expect W1 answered \"second\"
expect stuck
expect 2 of 3 schedules: charges never
expect every schedule: charges twice
expect no schedules: stuck
expect some schedule: keys 0 rows
expect every state: (count charges) <= 2
expect some state: some charges and no keys
expect no states: not (some keys where key = \"a \\\"b\\\"\" and no charges)
expect every state: (count charges where worker != \"W1\" or id + 1 > 2) = 0 or some keys where at - (1 - 2) >= 3
expect every state: (some keys or no keys) and 2 > (count keys where not (key = null or at = 1))
expect some state: no keys where (key = 1 or at = 2) and not at < -5",
    );
    assert_eq!(claims, 18);
}
