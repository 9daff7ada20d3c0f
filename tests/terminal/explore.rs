//! `explore`: every schedule counted, and sizes that make no sense.

use crate::support::{guide_file, ran, scratch};

#[test]
fn every_schedule_is_counted_with_the_simplest_of_each_outcome() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["explore", &race]);
    let expected = "20 schedules\n   2  charges once, 10 %\n  18  charges twice, 90 %\n\n\
                    holds: expect 18 of 20 schedules: charges twice\n\n\
                    simplest with charges once:\n  W1 W1 W1 W2\n  faults 0, changes of worker 0, steps 4; \
                    after step 3 every way on ends so\n\n\
                    simplest with charges twice:\n  W1 W1 W2 W2 W2 W1\n  faults 0, changes of worker 1, steps 6; \
                    after step 3 every way on ends so\n";
    assert_eq!((done.code, &*done.stdout), (0, expected));
    assert!(include_str!("../../README.md").contains(expected), "the README shows another text");
    let replayed = ran(&["run", &race, "--schedule", "W1 W1 W2 W2 W2 W1"]);
    assert!(replayed.stdout.contains(r#"{"id":2,"key":"charge-77","worker":"W"#), "{}", replayed.stdout);

    let done = ran(&["explore", &race, "--switch", "key=unique", "--faults", "crash=1", "--workers", "2", "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    assert_eq!((&read["schedules"], &read["exact"]), (&serde_json::json!("14"), &serde_json::json!(true)));
    assert_eq!((&read["states"].is_u64(), &read["stopped"]), (&true, &serde_json::json!(false)));
    // W1 W1 W2 · W1 W2 W1 · W1 dies W2 · W1 W2 dies, and their mirrors; nobody is refused where one dies before its key:
    // dies W2 W2 · W2 dies W2 · W2 W2 dies, and their mirrors.
    assert_eq!((&read["refused"], &read["outcomes"][0]["refused"]), (&"8".into(), &"4".into()));
    let outcome = &read["outcomes"][0];
    assert_eq!((&outcome["outcome"], &outcome["schedules"]), (&"charges never".into(), &"4".into()));
    assert_eq!((&outcome["exact"], &outcome["simplest"]["schedule"]), (&true.into(), &"W1 crash W1 W2".into()));
}

#[test]
fn it_tells_in_how_many_schedules_unique_refuses_a_row() {
    let claim = guide_file("4-race-claim").display().to_string();
    let done = ran(&["explore", &claim]);
    assert!(done.stdout.contains("\nUNIQUE refuses a row in all 4 schedules\n"), "{}", done.stdout);
    let loose = ran(&["explore", &guide_file("3-race-loose").display().to_string()]);
    assert!(!loose.stdout.contains("UNIQUE"), "{}", loose.stdout);
}

/// Judged as `check` judges it, and shown by the same schedule.
#[test]
fn what_the_file_expects_of_every_schedule_stands_with_it() {
    let folder = std::env::temp_dir().join("ran-twice-expects");
    std::fs::create_dir_all(&folder).expect("a folder for a file");
    let file = folder.join("race.twice");
    let race = std::fs::read_to_string(guide_file("4-race-claim")).expect("it is there");
    let held = "expect 4 of 4 schedules: charges once";
    std::fs::write(&file, race.replace(held, "expect no schedules: charges once")).expect("it can be written");
    let file = file.display().to_string();
    let done = ran(&["explore", &file]);
    let told = "\ndoes not hold: expect no schedules: charges once; found 4 of 4 schedules\n  W1 W1 W2\n";
    assert!(done.code == 1 && done.stdout.contains(told), "{}", done.stdout);
    let read: serde_json::Value = serde_json::from_str(&ran(&["explore", &file, "--json"]).stdout).expect("an object");
    let expected = serde_json::json!([{
        "line": "expect no schedules: charges once", "holds": false, "found": "4 of 4 schedules", "schedule": "W1 W1 W2",
    }]);
    assert_eq!(read["expects"], expected);
    assert!(ran(&["check", &file]).stdout.contains("W1 W1 W2"), "check shows the same schedule");
}

/// A number of schedules is one of the file's own size; the other lines are judged in any.
#[test]
fn in_another_size_all_but_numbers_of_schedules_is_judged() {
    let race = std::fs::read_to_string(guide_file("4-race-claim")).expect("it is there");
    let more = "\nexpect every schedule: charges once\nexpect no schedules: charges more than once\n";
    let file = scratch("sized.twice", &(race + more));
    let done = ran(&["explore", &file, "--faults", "crash=1"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("does not hold: expect every schedule: charges once"), "{}", done.stdout);
    assert!(done.stdout.contains("holds: expect no schedules: charges more than once"), "{}", done.stdout);
    assert!(done.stderr.contains("`expect` line with a number of schedules not judged"), "{}", done.stderr);
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
        (&race, ["--faults", "crash=1,flood=1"], "there is no fault flood; there is crash"),
        (&race, ["--faults", "crash=10"], "at most 9 times"),
    ] {
        let done = ran(&["explore", &file.display().to_string(), arguments[0], arguments[1]]);
        assert_eq!((done.code, &*done.stdout), (2, ""), "{arguments:?}");
        assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
    }
}

/// Past what a number in JSON holds, a count is still exact: it is a text.
#[test]
fn a_large_count_is_exact_to_the_last_digit() {
    let race = guide_file("3-race-loose").display().to_string();
    let done = ran(&["explore", &race, "--workers", "8", "--json"]);
    let read: serde_json::Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    let outcomes = read["outcomes"].as_array().expect("a list");
    let counts = outcomes.iter().map(|outcome| outcome["schedules"].as_str().expect("a text"));
    let counts: Vec<u128> = counts.map(|count| count.parse().expect("digits")).collect();
    assert_eq!(read["schedules"], counts.iter().sum::<u128>().to_string());
    assert!(counts.iter().all(|count| *count > 0) && counts.iter().any(|count| *count > 1 << 53));
}
