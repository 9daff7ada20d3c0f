//! The terminal as a person uses it: what it prints, where, and how it exits. One room for each command.

mod support;
mod run;
mod check;
mod docs;
mod explore;

use std::io::Write as _;
use std::process::Stdio;

use support::{RACE, command, guide_file, ran, scratch, scratch_folder};

#[test]
fn who_stops_reading_the_result_is_no_error() {
    let race = guide_file("3-race-loose").display().to_string();
    for arguments in [&["run", &race][..], &["check", &race], &["explore", &race]] {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn files_that_cannot_be_used_and_words_that_are_not_known_exit_with_two() {
    let nothing = scratch("nothing.md", "no scenario here\n");
    for arguments in [
        &["run", "no/such/file.twice"][..],
        &["check", "no/such/folder"],
        &["check", &nothing],
        &["dance"],
        &["check"],
        &[],
    ] {
        let done = ran(arguments);
        assert_eq!((done.code, &*done.stdout), (2, ""), "{arguments:?}");
        assert!(!done.stderr.is_empty());
    }
}

#[test]
fn a_scenario_can_come_from_standard_input() {
    let mut child = command(&["run", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(RACE.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains(r#"charges      [{"id":1,"key":"pay-1"}]"#));
}

#[test]
fn help_teaches() {
    for (arguments, words) in [
        (&["--help"][..], &["run", "check", "Exit codes"][..]),
        (&["run", "--help"], &["--schedule", "crash W1", "Examples"]),
        (&["check", "--help"], &["```ran-twice,fragment", "Examples"]),
        (&["explore", "--help"], &["20 schedules", "Examples"]),
    ] {
        let done = ran(arguments);
        assert_eq!(done.code, 0);
        assert!(words.iter().all(|words| done.stdout.contains(words)), "{}", done.stdout);
    }
}

/// The scenario that the help shows can be saved and run as it says.
#[test]
fn the_scenario_in_the_help_does_what_the_help_says() {
    let help = ran(&["--help"]).stdout;
    let shown =
        help.split("race.twice:\n\n").nth(1).and_then(|rest| rest.split("\n\nThen:").next()).expect("it is there");
    let file = scratch("race.twice", shown);
    let done = ran(&["explore", &file]);
    assert!(done.stdout.starts_with("20 schedules\n"), "{}", done.stdout);
    assert!(ran(&["check", &file]).stdout.contains("W1 W1 W2 W2 W2 W1"));
    let mended = shown
        .replace("keys    (key)", "keys    (key unique)")
        .replace(
            "    read keys where key = job.key as seen\n    if seen { return }\n",
            "    insert keys (key: job.key) else { return }\n",
        )
        .replace("    do charges (key: job.key)\n    insert keys (key: job.key)\n", "    do charges (key: job.key)\n");
    let done = ran(&["check", &scratch("mended.twice", &mended)]);
    assert_eq!(done.code, 0, "{}", done.stdout);
}

#[test]
fn a_path_that_is_nearly_right_is_answered_with_the_right_one() {
    let file = scratch("near.twice", RACE);
    let near = file.trim_end_matches(".twice");
    for command in ["run", "check", "explore"] {
        let done = ran(&[command, near]);
        assert_eq!((done.code, done.stderr), (2, format!("{near}: no such file or folder; there is {file}\n")));
    }
    let folder = scratch_folder();
    assert!(ran(&["run", &folder]).stderr.contains("is a folder; name a scenario file in it"));
    let markdown = scratch("text.md", "# Title\n");
    assert!(ran(&["run", &markdown]).stderr.contains("only `ran-twice check` reads the scenarios in it"));
}
