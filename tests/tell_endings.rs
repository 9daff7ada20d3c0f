//! What the page says of an end: headline, sentence, and the readings that fit.

#[path = "tell/support.rs"]
mod support;

use ran_twice::check::outcome::Sign;
use ran_twice::check::replay::{finish, shown};
use ran_twice::tell::ending::ending;
use ran_twice::tell::inline::plain;
use ran_twice::tell::moment::Moment;
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

/// The designs whose shown run does nothing too often and ends as none should: they are never shown as a good end.
#[test]
fn an_end_that_the_file_does_not_want_is_no_good_end() {
    let mut amiss = Vec::new();
    for entry in ran_twice::app::catalogue::entries() {
        let document = shipped(entry.name);
        for positions in document.combinations() {
            let scenario = document.scenario(&positions);
            let shown = shown(scenario).trace;
            let end = ending(Moment { scenario, trace: &shown, playhead: shown.len() });
            if end.sign == Some(Sign::Amiss) {
                amiss.push(format!("{} {}: {}", entry.name, document.positions_text(&positions), end.headline));
            }
        }
    }
    let expected = [
        "killed-before-ack guard:status: One message, job 1 dead",
        "import-stopped-anywhere writes:plain: Wrong rows in recipients",
        "import-stopped-anywhere writes:unique: Job 1 dead, wrong rows in recipients",
        "older-over-newer writes:any: One mail for each of two jobs, wrong rows in orders",
        "retention-never-runs lock:forever: Wrong rows in keys",
        "marked-failed-while-running status:anyone: One charge, wrong rows in jobs",
        "marked-failed-while-running status:queued: One charge, wrong rows in jobs",
        "duplicate-never-acked duplicate:ignored: One charge, job 1 dead",
        "lock-released-before-the-insert unlock:early: Wrong rows in good_jobs",
        "get-or-create-without-unique create:look: Wrong rows in repositories",
        "get-or-create-without-unique create:tx: Wrong rows in repositories",
        "older-event-overwrites write:always: Wrong rows in sellers",
        "older-event-overwrites write:dedup: Wrong rows in sellers",
        "older-event-overwrites write:look: Wrong rows in sellers",
    ];
    assert_eq!(amiss, expected);
}

/// What is wanted of rows is said, and where: the same schedule of the other design ends well.
#[test]
fn an_end_says_which_rows_the_file_does_not_want() {
    let document = shipped("marked-failed-while-running");
    let [failed, owned] = [0, 2].map(|position| {
        let scenario = document.scenario(&[position]);
        let shown = shown(scenario).trace;
        ending(Moment { scenario, trace: &shown, playhead: shown.len() })
    });
    let said = plain(&failed.sentence);
    assert!(said.ends_with("Every run should end with some jobs where status = \"done\"."), "{said}");
    assert_eq!((owned.sign, owned.headline.as_str()), (Some(Sign::Once), "One charge"));
}

/// Whichever design stands in front: what a file claims of every schedule of one is wanted of the others, unless they claim
/// something of the same table themselves.
#[test]
fn what_one_design_always_leaves_is_wanted_of_the_others_that_promise_nothing() {
    let file = |other: &str| {
        format!(
            "title \"Marks\"\nswitch mark = yes or no\ntable jobs (id serial, key)\ntable marks (key)\neffect calls (key)\n\
             job order-5\nhandler call {{\n  do calls (key: job.key)\n  when mark is yes {{ insert marks (key: job.key) }}\n}}\n\
             worker W1 runs call on job 1\nexpect calls once\n\
             when mark is yes {{ expect every schedule: marks 1 row }}\n{other}"
        )
    };
    let signs = |other: &str| {
        let document = support::read(&file(other));
        [0, 1].map(|position| {
            let scenario = document.scenario(&[position]);
            let shown = shown(scenario).trace;
            ending(Moment { scenario, trace: &shown, playhead: shown.len() }).sign
        })
    };
    assert_eq!(signs(""), [Some(Sign::Once), Some(Sign::Amiss)]);
    let promised = "when mark is no { expect every schedule: marks 0 rows }\n";
    assert_eq!(signs(promised), [Some(Sign::Once), Some(Sign::Once)]);
    // A promise that is not kept is no good end either.
    let broken = "when mark is no { expect no schedules: marks 0 rows }\n";
    assert_eq!(signs(broken), [Some(Sign::Once), Some(Sign::Amiss)]);
}
