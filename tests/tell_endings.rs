//! What the page says of an end: headline, sentence, and the readings that fit.

#[path = "tell/support.rs"]
#[expect(dead_code, reason = "endings are told of shipped scenarios only")]
mod support;

use ran_twice::check::replay::{finish, shown};
use ran_twice::tell::ending::ending;
use ran_twice::tell::inline::plain;
use ran_twice::tell::reading::{ReadingId, decided, fits, placed};
use support::{moment, run, shipped};

/// Headline, sentence, and the readings as `fits` and `decided` have them.
#[track_caller]
fn check_end(name: &str, schedule: &str, expected: (&str, &str, &[ReadingId], Option<ReadingId>)) {
    let document = shipped(name);
    let scenario = document.scenario(&[]);
    let mut trace = run(scenario, schedule);
    finish(scenario, &mut trace);
    let end = ending(moment(&document, &trace, trace.len()));
    let fitting = fits(scenario, trace.last());
    let found = (end.headline.as_str(), &*plain(&end.sentence), fitting.as_slice(), decided(scenario, &trace));
    assert_eq!(found, expected, "{name}: {schedule}");
}

#[test]
fn every_step_of_the_guide_ends_as_its_reading_says() {
    use ReadingId::{ClaimedAndLost, DiedBeforeTheKey, KeyDropped, KeyTwice, OneAfterTheOther, Refused};
    let refused = "W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key. W1 performed the \
                   charge, and nobody else did.";
    check_end(
        "enqueue-twice",
        "",
        ("Two deliveries of one job", "No worker runs here, so nothing has come of it yet.", &[], None),
    );
    check_end(
        "in-sequence",
        "W1 W1 W1 W2",
        (
            "One charge",
            "W1 performed the charge, and nobody else did. W2 looked later and found its row.",
            &[OneAfterTheOther],
            Some(OneAfterTheOther),
        ),
    );
    check_end(
        "race-loose",
        "W1 W2 W1 W2 W1 W2",
        (
            "Two charges, the key twice",
            "W1 and W2 both looked before either wrote, so each performed the charge.",
            &[KeyTwice],
            Some(KeyTwice),
        ),
    );
    check_end("race-claim", "W1 W2 W1", ("One charge", refused, &[Refused], Some(Refused)));
    check_end(
        "crash-after-charge",
        "W1 crash W1 W2 W2",
        (
            "Two charges, one key",
            "W1 died after the charge, before the key. Nothing said that W1 had performed the charge, and W2 performed it \
         again.",
            &[DiedBeforeTheKey, KeyDropped],
            Some(DiedBeforeTheKey),
        ),
    );
    check_end(
        "crash-after-key",
        "W1 crash W1 W2",
        (
            "Zero charges, one key",
            "W1 died after the key, before the charge. W2 was refused by the row it left: errcode 2067, UNIQUE constraint \
         failed: keys_unique.key. Nothing reported a failure, and the charge is lost.",
            &[ClaimedAndLost],
            Some(ClaimedAndLost),
        ),
    );
    check_end(
        "key-expires",
        "W1 W1 purger purger purger W2 W2",
        (
            "Two charges, one key",
            "purger dropped the key at step 5. W1 and W2 each performed the charge.",
            &[DiedBeforeTheKey, KeyDropped],
            Some(KeyDropped),
        ),
    );
}

#[test]
fn two_readings_fit_the_same_tables_and_the_run_tells_which() {
    let note = |name: &str| {
        let document = shipped(name);
        let scenario = document.scenario(&[]);
        placed(scenario, &shown(scenario).trace).note.map(|note| plain(&note))
    };
    assert_eq!(
        note("crash-after-charge").as_deref(),
        Some(
            "The tables alone fit two readings, 5 and 7. The run tells them apart: a worker died, and no key was dropped."
        )
    );
    assert_eq!(note("race-loose"), None);
}

#[test]
fn work_first_without_a_death_is_neither_of_the_two_readings() {
    let document = shipped("crash-after-charge");
    let scenario = document.scenario(&[]);
    let trace = run(scenario, "W1 W2 W1 W2");
    assert_eq!(decided(scenario, &trace), None);
    let note = placed(scenario, &trace).note.map(|note| plain(&note)).unwrap_or_default();
    assert!(note.contains("neither"), "{note}");
}
