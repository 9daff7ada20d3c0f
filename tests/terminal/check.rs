//! `check`: which expectations hold, and what is said of those that do not.

use std::fs;
use std::path::PathBuf;

use crate::support::{Done, RACE, all_scenarios, guide_file, ran, scratch};

#[test]
fn every_shipped_expectation_holds_in_files_and_in_the_docs() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let paths = ["static/scenarios", "docs", "README.md"].map(|path| root.join(path).display().to_string());
    let done = ran(&["check", &paths[0], &paths[1], &paths[2]]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    // Some files end midway on purpose, and a switch may leave a step out; nothing else is said.
    let midway =
        |line: &str| line.contains(": passed over: ") || line.contains("the schedule ends before the run does");
    assert!(done.stderr.lines().all(midway), "{}", done.stderr);
    assert!(done.stdout.contains(" expectations hold: "), "{}", done.stdout);
}

#[test]
fn a_changed_expectation_fails_with_file_and_line() {
    for file in all_scenarios() {
        let text = fs::read_to_string(&file).expect("readable");
        let start = text.find("expect ").expect("each claims something");
        let length = text[start..].find([';', '}', '\n']).expect("a claim ends");
        let changed = format!("{}expect refused 99{}", &text[..start], &text[start + length..]);
        let line = text[..start].matches('\n').count() + 1;
        let changed = scratch("changed.twice", &changed);
        let done = ran(&["check", &changed]);
        assert_eq!(done.code, 1, "{}", file.display());
        assert!(done.stdout.starts_with(&format!("{changed}:{line}: does not hold")), "{}", done.stdout);
        assert!(done.stdout.contains("expected: expect refused 99"), "{}", done.stdout);
    }
}

#[test]
fn a_check_says_what_was_found_and_under_which_switches() {
    let text = format!(
        "{RACE}\nswitch way = a or b\nwhen way is a {{ expect charges twice }} else {{ expect charges once\nexpect refused 0 }}\n"
    );
    let file = scratch("found.twice", &text);
    let done = ran(&["check", &file]);
    let expected = format!(
        "{file}:15: does not hold (with way:a)\n  expected: expect charges twice\n  found:    pay-1 once\n\n\
         {file}:16: does not hold (with way:b)\n  expected: expect refused 0\n  found:    refused 1\n\n\
         2 problems found, 3 expectations judged: 1 scenario in 1 file, 2 runs replayed\n"
    );
    assert_eq!(done, Done { code: 1, stdout: expected, stderr: String::new() });

    let done = ran(&["check", &file, "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    assert_eq!((done.code, &read["problems"][1]["found"]), (1, &serde_json::json!("refused 1")));
}

#[test]
fn scenarios_in_markdown_are_checked_where_they_stand() {
    let good = format!(
        "# Title\n\n```ran-twice\ntitle \"x\"\n{RACE}\nexpect charges once\n```\n\nA piece:\n\n```ran-twice,fragment\n\
         schedule W1\nexpect refused 0\n```\n\nA slip:\n\n```ran-twice,error\n# error: nearest name is charges\nhandler pay {{\n  do charge (key: job.key)\n}}\n```\n"
    );
    let file = scratch("good.md", &good);
    let done = ran(&["check", &file]);
    let midway = "; the run that 1 of them speaks of is not as its schedule says (see the warnings)";
    assert_eq!(done.code, 0);
    assert_eq!(done.stdout, format!("3 expectations hold: 3 scenarios in 1 file, 2 runs replayed{midway}\n"));
    assert_eq!(done.stderr, format!("{file}:24: the schedule ends before the run does: W1, W2 can still step\n"));

    let wrong =
        good.replace("expect refused 0", "expect refused 1").replace("nearest name is charges", "no such words");
    let file = scratch("wrong.md", &wrong);
    let done = ran(&["check", &file]);
    assert_eq!(done.code, 1);
    for words in [":25: does not hold", "found:    refused 0", ":31: must fail", "expected: no such words"] {
        assert!(done.stdout.contains(words), "{words} in {}", done.stdout);
    }
}

#[test]
fn an_error_in_a_block_is_underlined_at_the_line_of_the_file() {
    let file = scratch("slip.md", &format!("text\n\n```ran-twice\n{RACE}\nexpect charge once\n```\n"));
    let done = ran(&["check", &file]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains(&format!("{file}:17:8: ")), "{}", done.stdout);
    assert!(done.stdout.contains("17 | expect charge once\n   |        ^^^^^^"), "{}", done.stdout);
}

#[test]
fn a_claim_about_a_queue_that_is_not_there_is_never_a_pass() {
    for claim in ["pay-1 acked", "pay-1 dead", "no schedules: pay-1 dead"] {
        let file = scratch("no-queue.twice", &format!("{RACE}\nexpect {claim}\n"));
        let done = ran(&["check", &file]);
        assert_eq!(done.code, 1, "{claim}");
        assert!(done.stdout.contains("the file has none"), "{claim}: {}", done.stdout);
    }
}

/// W1 W1 W2 · W1 W2 W1 · W2 W1 W2 · W2 W2 W1: one charge in each, and one refusal.
#[test]
fn claims_over_every_schedule_are_counted() {
    let claims = "expect every schedule: charges once\nexpect 4 of 4 schedules: charges once\nexpect no schedules: stuck\n\
                  expect some state: some keys and no charges\nexpect every state: (count charges) <= (count keys)\n";
    let done = ran(&["check", &scratch("every.twice", &format!("{RACE}{claims}"))]);
    assert_eq!((done.code, &*done.stdout), (0, "5 expectations hold: 1 scenario in 1 file, 1 run replayed\n"));
    for (claim, found) in [
        ("3 of 4 schedules: charges once", "4 of 4 schedules"),
        ("some schedule: charges twice", "0 of 4 schedules"),
        ("no state: some charges", "it holds in some moments, and in others it does not"),
    ] {
        let done = ran(&["check", &scratch("not-every.twice", &format!("{RACE}expect {claim}\n"))]);
        assert_eq!(done.code, 1, "{claim}");
        assert!(done.stdout.contains(&format!("found:    {found}\n")), "{claim}: {}", done.stdout);
    }
}

/// The race without UNIQUE: 20 schedules, 18 of them charge twice, and the simplest of those changes the worker once.
#[test]
fn a_failed_expectation_of_every_schedule_shows_the_simplest_schedule_that_breaks_it() {
    let race = fs::read_to_string(guide_file("3-race-loose")).expect("readable");
    for (claim, holds, schedule) in [
        ("every schedule: charges once", false, "W1 W1 W2 W2 W2 W1"),
        ("no schedules: charges once", true, "W1 W1 W1 W2"),
        ("some schedule: charges 3 times", false, "W1 W1 W1 W2"),
        ("17 of 20 schedules: charges twice", true, "W1 W1 W2 W2 W2 W1"),
        ("19 of 20 schedules: charges twice", false, "W1 W1 W1 W2"),
        ("every state: (count charges) <= 1", false, "W1 W1 W2 W2"),
        ("no state: some charges and no keys_plain", true, "W1 W1"),
        ("some state: (count charges) > 2", false, "W1 W1 W1 W2"),
    ] {
        let file = scratch("shown.twice", &format!("{race}\nwhen key is plain {{ expect {claim} }}\n"));
        let done = ran(&["check", &file]);
        let words = if holds { "it holds" } else { "it does not hold" };
        // Of a moment on the way nothing has come yet.
        let leads_to = match schedule {
            _ if claim.contains("state:") => "",
            "W1 W1 W1 W2" => "  leads to: charges once\n",
            _ => "  leads to: charges twice\n",
        };
        let shown = format!("\n  simplest schedule where {words}:\n    {schedule}\n{leads_to}");
        assert!(done.code == 1 && done.stdout.contains(&shown), "{claim}: {}", done.stdout);

        let done = ran(&["check", &file, "--json"]);
        let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
        let counterexample = &read["problems"][0]["counterexample"];
        assert_eq!(
            (&counterexample["schedule"], &counterexample["holds"]),
            (&schedule.into(), &holds.into()),
            "{claim}"
        );
        assert_eq!(ran(&["run", &file, "--schedule", schedule]).code, 0, "{claim}");
    }
}

/// The claims hold or not; what they speak of is not the run that the schedule says.
#[test]
fn a_schedule_that_did_not_happen_is_said_beside_the_result() {
    let text = RACE.replace("schedule W1 W2 W1\n", "schedule W1 W2 W2 W1\nexpect refused 1\nexpect charges twice\n");
    let file = scratch("passed-over.twice", &text);
    let done = ran(&["check", &file]);
    let passed = "passed over: W2, item 3 of the schedule: W2's run has ended";
    assert_eq!((done.code, &*done.stderr), (1, &*format!("{file}:12: {passed}\n")));
    assert!(done.stdout.contains(&format!("  found:    pay-1 once\n  {passed}\n")), "{}", done.stdout);
    assert!(
        done.stdout.ends_with(
            "1 run replayed; the runs that 2 of them speak of are not as their schedules say (see the warnings)\n"
        ),
        "{}",
        done.stdout
    );
    let read: serde_json::Value = serde_json::from_str(&ran(&["check", &file, "--json"]).stdout).expect("an object");
    assert_eq!((&read["warnings"][0]["line"], &read["warnings"][0]["message"]), (&12.into(), &passed.into()));
    assert_eq!(read["problems"][0]["schedule_not_followed"][0], passed);
}

#[test]
fn a_crash_stands_in_the_schedule_shown_and_the_start_needs_none() {
    let text = format!("{RACE}faults crash 1\nexpect every schedule: charges once\nexpect every state: some keys\n");
    let done = ran(&["check", &scratch("crash.twice", &text)]);
    assert!(
        done.stdout
            .contains("\n  simplest schedule where it does not hold:\n    W1 crash W1 W2\n  leads to: charges never\n"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("\n  before the first step it does not hold\n"), "{}", done.stdout);
}

#[test]
fn what_no_single_schedule_shows_has_none() {
    let done = ran(&["check", &scratch("total.twice", &format!("{RACE}expect 4 of 5 schedules: charges once\n"))]);
    assert!(done.stdout.contains("  found:    4 of 4 schedules\n\n"), "{}", done.stdout);
}

#[test]
fn a_check_can_be_kept_to_one_position_of_a_switch() {
    let text = format!(
        "{RACE}\nswitch way = a or b\nswitch other = c or d\nwhen way is a {{ expect charges twice }}\nwhen way is b {{ expect refused 0 }}\n"
    );
    let (file, race) = (scratch("one-position.twice", &text), scratch("no-switch.twice", RACE));
    for (switches, runs, line) in [
        (&["--switch", "way=a"][..], 2, 16),
        (&["--switch", "way=b"], 2, 17),
        (&["--switch", "way=b", "--switch", "other=d"], 1, 17),
        (&["--switch", "way:b,other:d"], 1, 17),
    ] {
        let done = ran(&[&["check", &file, "--json"], switches].concat());
        let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
        assert_eq!((&read["runs"], &read["problems"][0]["line"]), (&runs.into(), &line.into()), "{switches:?}");
    }
    // A file without the switch is checked as it is.
    let done = ran(&["check", &file, &race, "--switch", "way=b", "--switch", "other=c"]);
    assert!(done.stdout.contains("2 scenarios in 2 files, 2 runs replayed"), "{}", done.stdout);
    for (files, switch, words) in [
        (&[&*file, &race][..], "way=c", "no scenario here has that; there is other=c, other=d, way=a, way=b"),
        (&[&*file], "wya=a", "no scenario here has that"),
        (&[&*race], "way=a", "no scenario here has a switch"),
        (&[&*file], "way", "write SWITCH=POSITION"),
    ] {
        let done = ran(&[&["check", "--switch", switch], files].concat());
        assert_eq!((done.code, &*done.stdout), (2, ""), "{switch}");
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}
