//! The terminal as a person uses it: what it prints, where, and how it exits.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command did.
#[derive(Debug, PartialEq)]
struct Done {
    code: i32,
    stdout: String,
    stderr: String,
}

#[test]
fn the_seven_files_print_the_seven_transcripts_byte_for_byte() {
    let files = guide();
    assert_eq!(files.len(), 7);
    for file in files {
        let done = ran(&["run", &file.display().to_string()]);
        assert_eq!((done.code, &*done.stdout, &*done.stderr), (0, &*golden(&file), ""), "{}", file.display());
    }
}

/// Another order of steps, other bytes: what is printed comes out of the run.
#[test]
fn another_schedule_prints_other_bytes() {
    let others = [
        ("2-in-sequence", "W1 W2 W1 W2 W1 W2"),
        ("3-race-loose", "W2 W1 W2 W1 W2 W1"),
        ("4-race-claim", "W2 W2 W1"),
        ("5-crash-after-charge", "W1 W1 W2*"),
        ("6-crash-after-key", "crash W1 W2*"),
        ("7-key-expires", "purger* W1* W2*"),
    ];
    for (name, schedule) in others {
        let file = guide_file(name);
        let done = ran(&["run", &file.display().to_string(), "--schedule", schedule]);
        assert_eq!((done.code, &*done.stderr), (0, ""), "{name} {schedule}");
        assert_ne!(done.stdout, golden(&file), "{name} {schedule}");
    }
    // Step 1 has one process; half of it is another run.
    let half = ran(&["run", &guide_file("1-enqueue-twice").display().to_string(), "--schedule", "producer"]);
    assert_eq!(half.stdout.lines().next(), Some(r#"jobs         [{"id":1,"key":"charge-77"}]"#));
}

#[test]
fn no_shipped_file_holds_what_the_engine_must_find_out() {
    for file in all_scenarios() {
        let text = fs::read_to_string(&file).expect("readable");
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("expect ")) {
            for printed in ["2067", "UNIQUE constraint", "1555", "[{", "\"id\":"] {
                assert!(!line.contains(printed), "{}:{}: {printed}", file.display(), at + 1);
            }
        }
    }
}

#[test]
fn an_impossible_step_is_named_with_its_reason() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "W1 W2 W2 W1"]);
    let expected = "--schedule: item 3 of 4, W2, cannot happen: W2's run has ended\n";
    assert_eq!(done, Done { code: 1, stdout: String::new(), stderr: expected.to_owned() });

    let crash = guide_file("6-crash-after-key").display().to_string();
    let done = ran(&["run", &crash, "--schedule", "crash W1 crash W2"]);
    assert_eq!(done.code, 1);
    assert!(done.stderr.contains("item 2 of 2, crash W2, cannot happen"), "{}", done.stderr);
}

#[test]
fn a_schedule_that_names_nobody_or_a_fault_that_is_not_allowed_is_underlined() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "W1 W3 crash W1"]);
    assert_eq!((done.code, &*done.stdout), (1, ""));
    for words in ["--schedule:1:4:", "W3", "^^", "crash"] {
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}

#[test]
fn a_schedule_of_the_file_can_be_asked_for_by_its_name() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--schedule", "overlap"]);
    let lines: Vec<&str> = done.stdout.lines().take(2).collect();
    let refused = "W2 refused charge-77: errcode 2067, UNIQUE constraint failed: keys_unique.key";
    assert_eq!((done.code, lines), (0, vec![refused, "W1 charged charge-77"]));
}

#[test]
fn what_is_passed_over_and_what_is_unfinished_is_said_on_stderr() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["run", &race, "--switch", "key=unique"]);
    assert_eq!(done.code, 0);
    assert!(
        done.stderr.starts_with("passed over: W2, item 4 of the schedule: W2's run has ended\n"),
        "{}",
        done.stderr
    );
    let done = ran(&["run", &race, "--schedule", "W1"]);
    assert_eq!(done.stderr, "the schedule ends before the run does: a process can still step\n");
}

#[test]
fn a_switch_puts_another_design_in_its_place() {
    let crash = guide_file("5-crash-after-charge").display().to_string();
    let done = ran(&["run", &crash, "--switch", "key_goes=before"]);
    assert!(done.stdout.contains("charges      []\n"), "{}", done.stdout);
    for (switch, words) in [
        ("key_goes=later", "there is after, before"),
        ("kex=before", "no switch is named kex; there is key_goes"),
        ("before", "write SWITCH=POSITION"),
    ] {
        let done = ran(&["run", &crash, "--switch", switch]);
        assert_eq!((done.code, &*done.stdout), (2, ""));
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}

#[test]
fn a_run_can_be_read_by_a_machine() {
    let race = guide_file("4-race-claim").display().to_string();
    let done = ran(&["run", &race, "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    assert_eq!(read["schedule"], serde_json::json!(["W1", "W1", "W2"]));
    assert_eq!(read["complete"], true);
    assert_eq!(read["tables"]["keys_unique"], serde_json::json!([{ "key": "charge-77", "at": 1_789_236_681_983_i64 }]));
    assert_eq!(read["lines"][0], "W1 charged charge-77");
}

#[test]
fn every_shipped_expectation_holds_in_files_and_in_the_docs() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let paths = ["static/scenarios", "docs", "README.md"].map(|path| root.join(path).display().to_string());
    let done = ran(&["check", &paths[0], &paths[1], &paths[2]]);
    assert_eq!((done.code, &*done.stderr), (0, ""), "{}", done.stdout);
    assert!(done.stdout.contains(" expectations hold: "), "{}", done.stdout);
}

#[test]
fn a_changed_expectation_fails_with_file_and_line() {
    for file in all_scenarios() {
        let text = fs::read_to_string(&file).expect("readable");
        let at = text.lines().position(|line| line.trim_start().starts_with("expect ")).expect("each claims it");
        let lines: Vec<&str> =
            text.lines().enumerate().map(|(n, line)| if n == at { "expect refused 99" } else { line }).collect();
        let changed = scratch("changed.twice", &lines.join("\n"));
        let done = ran(&["check", &changed]);
        assert_eq!(done.code, 1, "{}", file.display());
        assert!(done.stdout.starts_with(&format!("{changed}:{}: does not hold", at + 1)), "{}", done.stdout);
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
    assert_eq!((done.code, &*done.stdout), (0, "3 expectations hold: 3 scenarios in 1 file, 2 runs replayed\n"));

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
fn a_claim_that_is_not_built_yet_is_never_a_pass() {
    for claim in ["pay-1 acked", "pay-1 dead", "no schedules: pay-1 dead"] {
        let file = scratch("unbuilt.twice", &format!("{RACE}\nexpect {claim}\n"));
        let done = ran(&["check", &file]);
        assert_eq!(done.code, 1, "{claim}");
        assert!(done.stdout.contains("not built yet"), "{claim}: {}", done.stdout);
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

#[test]
fn every_schedule_is_counted_with_the_simplest_of_each_outcome() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["explore", &race]);
    let expected = "20 schedules\n   2  charges once, 10 %\n  18  charges twice, 90 %\n\n\
                    simplest with charges once:\n  W1 W1 W1 W2\n  faults 0, changes of worker 0, steps 4; \
                    after step 3 every way on ends so\n\n\
                    simplest with charges twice:\n  W1 W1 W2 W2 W2 W1\n  faults 0, changes of worker 1, steps 6; \
                    after step 3 every way on ends so\n";
    assert_eq!((done.code, &*done.stdout), (0, expected));
    let replayed = ran(&["run", &race, "--schedule", "W1 W1 W2 W2 W2 W1"]);
    assert!(replayed.stdout.contains(r#"{"id":2,"key":"charge-77","worker":"W"#), "{}", replayed.stdout);

    let done = ran(&["explore", &race, "--switch", "key=unique", "--faults", "crash=1", "--workers", "2", "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    assert_eq!((&read["schedules"], &read["exact"]), (&serde_json::json!("14"), &serde_json::json!(true)));
    assert_eq!(read["outcomes"][0]["simplest"]["schedule"], "W1 crash W1 W2");
}

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
fn a_size_that_makes_no_sense_is_refused_with_the_reason() {
    let (one, race) = (guide_file("1-enqueue-twice"), guide_file("3-race-loose"));
    for (file, arguments, words) in [
        (&one, ["--workers", "3"], "no worker whose line could be repeated"),
        (&race, ["--workers", "1"], "ask for 2 or more"),
        (&race, ["--workers", "99"], "at most 16 workers and processes"),
        (&race, ["--faults", "crash"], "write FAULT=N"),
        (&race, ["--faults", "flood=1"], "there is no fault flood; there is crash"),
        (&race, ["--faults", "crash=10"], "at most 9 times"),
    ] {
        let done = ran(&["explore", &file.display().to_string(), arguments[0], arguments[1]]);
        assert_eq!((done.code, &*done.stdout), (2, ""), "{arguments:?}");
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
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

const RACE: &str = "table jobs (id serial, key)
effect charges (id serial, key)
table keys (key unique)
job pay-1
job pay-1
handler pay {
  insert keys (key: job.key) else { return }
  do charges (key: job.key)
}
worker W1 runs pay on job 1
worker W2 runs pay on job 2
schedule W1 W2 W1
";

fn ran(arguments: &[&str]) -> Done {
    let output = command(arguments).stdin(Stdio::null()).output().expect("it starts");
    Done {
        code: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ran-twice"));
    command.args(arguments);
    command
}

fn guide() -> Vec<PathBuf> {
    all_scenarios().into_iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("guide"))).collect()
}

fn guide_file(name: &str) -> PathBuf {
    guide().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name)).expect("it is shipped")
}

fn golden(file: &Path) -> String {
    let name = file.with_extension("txt");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/guide");
    fs::read_to_string(folder.join(name.file_name().expect("a file"))).expect("it has a golden text")
}

fn all_scenarios() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it can be listed") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "twice") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Writes a file of its own for one test.
fn scratch(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{:?}", std::thread::current().id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}
