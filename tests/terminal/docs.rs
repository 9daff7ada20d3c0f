//! `check` over a book: blocks that name shipped scenarios, and annotations for a review.

use crate::support::{Done, ran, scratch};

/// What a check of a chapter with this text prints, without its last line.
#[track_caller]
fn checked(name: &str, text: &str, arguments: &[&str]) -> (i32, String, String) {
    let file = scratch(name, text);
    let Done { code, stdout, stderr } = ran(&[&["check", &file], arguments].concat());
    let (found, last) = stdout.trim_end().rsplit_once('\n').unwrap_or(("", stdout.trim_end()));
    assert!(last.contains(" judged: ") || last.contains("hold"), "{stdout}{stderr}");
    (code, found.trim_end().replace(&file, name), last.to_owned())
}

#[test]
fn a_block_that_names_a_shipped_scenario_is_checked_with_what_it_expects() {
    let chapter = "# Race\n\n```ran-twice\nrace-loose\n```\n\n```ran-twice\nscenario=race-loose&step=end&theme=dark\n\
                   # both looked first\nexpect charges twice\nexpect 18 of 20 schedules: charges twice\n```\n";
    let (code, found, last) = checked("race.md", chapter, &[]);
    assert_eq!((code, &*found), (0, ""));
    assert_eq!(last, "2 expectations hold: 2 scenarios in 1 file, 2 runs replayed");
}

#[test]
fn a_wrong_expectation_in_a_chapter_fails_with_file_and_line() {
    let chapter = "# Race\n\n```ran-twice\nscenario=race-claim&step=end\n\nexpect charges twice\n```\n";
    let expected =
        "claim.md:6: does not hold (with key:unique)\n  expected: expect charges twice\n  found:    charge-77 once";
    let (code, found, _) = checked("claim.md", chapter, &[]);
    assert_eq!((code, &*found), (1, expected));
}

/// The run is the one that the link shows, with its switches and its schedule.
#[test]
fn what_is_expected_is_expected_of_the_run_that_the_link_shows() {
    let block = |hash: &str, expect: &str| format!("```ran-twice\nscenario={hash}\n{expect}\n```\n");
    let one_by_one = "race-loose&schedule=W1.W1.W1.W2";
    for (hash, expect, code) in [
        (one_by_one, "expect charges once", 0),
        (one_by_one, "expect charges twice", 1),
        ("race-loose&switch=key:unique", "expect refused 1", 0),
        ("race-loose&switch=key:plain", "expect refused 1", 1),
    ] {
        assert_eq!(checked("run.md", &block(hash, expect), &[]).0, code, "{hash} {expect}");
    }
}

#[test]
fn a_name_a_moment_or_a_key_that_is_none_fails_where_it_stands() {
    for (line, said) in [
        ("race-lose", "No scenario is called “race-lose”. The nearest name is race-loose."),
        ("scenario=race-loose&step=9", "It names step 9, and this run has 6: you see its end."),
        ("scenario=race-loose&colour=red", "Nothing is known of “colour=red”."),
        ("step=2&x=https://a.example", "Nothing is known of “x=https://a.example”."),
        (
            "scenario=race-loose&workers=3\nexpect charges twice",
            "What is expected can be checked in the size of the file alone: without workers and faults.",
        ),
    ] {
        let (code, found, _) = checked("named.md", &format!("Text.\n\n```ran-twice\n{line}\n```\n"), &[]);
        assert_eq!((code, found), (1, format!("named.md:4: {said}")));
    }
    let wrong = "```ran-twice\nrace-loose\nexpects charges twice\n```\n";
    let (code, found, _) = checked("slip.md", wrong, &[]);
    assert!(code == 1 && found.starts_with("slip.md:3:1: "), "{found}");
}

#[test]
fn a_piece_after_a_named_scenario_is_read_with_it() {
    let chapter =
        "```ran-twice\nrace-loose\n```\n\n```ran-twice,fragment\nschedule W1* W2*\nexpect charges once\n```\n";
    let (code, found, last) = checked("piece.md", chapter, &[]);
    assert_eq!((code, &*found), (0, ""), "{last}");
}

#[test]
fn annotations_stand_at_the_line_that_is_wrong() {
    let chapter = "# Race\n\n```ran-twice\nscenario=race-claim\n  expect charges twice\n```\n";
    let (code, found, last) = checked("git,hub.md", chapter, &["--format", "github"]);
    let place = found.split("::").nth(1).unwrap_or_default();
    assert!(place.starts_with("error file=") && place.contains("git%2Chub.md,line=5,col=3,title="), "{found}");
    let message = "does not hold (with key:unique)%0A  expected: expect charges twice%0A  found:    charge-77 once";
    assert!(found.ends_with(&format!("::{message}")) && found.lines().count() == 1, "{found}");
    assert_eq!((code, &*last), (1, "1 problem found, 1 expectation judged: 1 scenario in 1 file, 1 run replayed"));
}

#[test]
fn what_of_a_schedule_did_not_happen_is_a_warning_and_a_mistake_an_error() {
    let file = scratch("slips.twice", "job a\nworker W1 runs h on job 1\nhandler h { say \"x\" }\nschedule W1 W1\n");
    let done = ran(&["check", &file, "--format", "github"]);
    assert!(done.stdout.starts_with("::warning file=") && done.stdout.contains(",line=4,"), "{}", done.stdout);
    assert_eq!((done.code, &*done.stderr), (0, ""));
    let file = scratch("broken.twice", "job a\njbo b\n");
    let done = ran(&["check", &file, "--format", "github"]);
    assert!(done.stdout.starts_with("::error file=") && done.stdout.contains(",line=2,col=1,"), "{}", done.stdout);
    assert_eq!(done.code, 1);
}
