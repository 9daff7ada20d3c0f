//! Bounds: over one of them is an error that names it, and no text makes the reader panic or hang.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::check_messages;
use ran_twice::lang::document::{parse_schedule, read};
use ran_twice::lang::limits::*;

const SCENARIO: &str = include_str!("whole.twice");
const QUEUED: &str = include_str!("queued.twice");

/// Checks that a mistake of the text says so.
#[track_caller]
fn check(text: &str, says: &str) {
    let found = read(text).expect_err("the text is over a bound");
    assert!(found.iter().any(|diagnostic| diagnostic.message.contains(says)), "none says {says:?}: {found:#?}");
}

fn process(lines: &str) -> String {
    format!("table t (a, b)\nprocess p {{\n{lines}\n}}")
}

fn many(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, index| {
        writeln!(all, "{}", line(index)).expect("a string takes everything");
        all
    })
}

#[test]
fn the_text() {
    check(&"#".repeat(SOURCE_BYTES_MAX + 1), "at most 262144 bytes");
}

#[test]
fn names_texts_and_numbers() {
    check(&process(&format!("let {} = 1", "a".repeat(NAME_CHARS_MAX + 1))), "at most 40 characters");
    check(&process(&format!("say \"{}\"", "a".repeat(TEXT_BYTES_MAX + 1))), "at most 2000 bytes");
    check(&process("let x = 9223372036854775808"), "too large");
    check(&process("sleep 9223372036854775807h"), "too long");
    check("process p repeats 101 { sleep 1s }", "from 1 to 100");
    check("process p { sleep 1s }\nfaults crash 10 of p", "from 1 to 9");
    check(&process("try 21 times { again }"), "from 1 to 20");
    check("queue (lease: 169h, attempts: 3)", "from 1ms to 168h");
    check("queue (lease: 30s, attempts: 26)", "from 1 to 25");
    check(
        "job c-1\nprocess p { enqueue c-1 }\nqueue (lease: 1s, attempts: 1)\nexpect job 257 dead",
        "There is no job 257",
    );
}

#[test]
fn turns_multiply() {
    let tries = |times: u32, inside: &str| format!("try {times} times {{\n{inside}\nagain\n}}");
    let process = |turns: u32, lines: &str| format!("process p repeats {turns} {{\n{lines}\n}}");
    let twice = tries(20, &tries(5, ""));
    crate::readable(&process(1, &twice));
    check(&process(1, &tries(20, &tries(6, ""))), "at most 100 turns together");
    check(&process(2, &twice), "`p` repeats 2 times, and tries up to 100 times in each turn: together more than 100");
    crate::readable(&process(5, &format!("{}\n{}", tries(20, ""), tries(20, ""))));
    let deep = (0..NESTING_MAX - 2).fold(String::new(), |inside, _| tries(20, &inside));
    check(&process(1, &deep), "at most 100 turns together");
}

#[test]
fn nesting_and_operators() {
    let deep = |open: &str, close: &str, count: usize| format!("{}{}", open.repeat(count), close.repeat(count));
    check(&process(&deep("if true {\n", "}\n", NESTING_MAX + 1)), "at most 32 deep");
    check(&process(&format!("let x = {}1{}", "(".repeat(100_000), ")".repeat(100_000))), "at most 32 deep");
    check(&process(&format!("let x = {}true", "not ".repeat(60_000))), "at most 32 deep");
    check(&process(&format!("let x = {}1", "- ".repeat(100_000))), "at most 32 deep");
    check(&process(&format!("let x = 1{}", " + 1".repeat(60_000))), "at most 64 operators");
    check(&process(&format!("let x = {}me", "alive(".repeat(30_000))), "at most 32 deep");
    check(&process(&deep("try 1 times {\n", "}\n", NESTING_MAX + 1)), "at most 32 deep");
    check(&process(&format!("until {}no t", "not (".repeat(30_000))), "at most 32 deep");
    check(&deep("when a is b {\n", "}\n", 10_000), "at most 32 deep");
    check(&format!("expect {}stuck", "not (".repeat(30_000)), "at most 32 deep");
}

#[test]
fn lists() {
    check(&many(TABLES_MAX + 1, |n| format!("table t{n} (a)")), "at most 24 tables");
    let columns: Vec<String> = (0..=COLUMNS_MAX).map(|n| format!("c{n}")).collect();
    check(&format!("table t ({})", columns.join(", ")), "at most 24 columns");
    check(&format!("table t (a)\n{}", many(SEED_ROWS_MAX + 1, |n| format!("row t (a: {n})"))), "at most 200 rows");
    check(&many(PROCESSES_MAX + 1, |n| format!("process p{n} {{ sleep 1s }}")), "at most 16 workers and processes");
    check(&many(PROGRAMS_MAX + 1, |n| format!("handler h{n} {{ return }}")), "at most 32 handlers and processes");
    check(&many(JOBS_MAX + 1, |_| "job c-1".to_owned()), "at most 64 jobs");
    check(&many(INTENTS_MAX + 1, |n| format!("process p{n} {{ enqueue c-{n} }}")), "at most 128 jobs");
    check(&process(&many(STATEMENTS_MAX + 1, |_| "sleep 1s".to_owned())), "at most 200 statements; `p` has 201");
    check(&process(&many(VARIABLES_MAX + 1, |n| format!("let v{n} = 1"))), "at most 64 variables");
    check(&many(SWITCHES_MAX + 1, |n| format!("switch s{n} = a or b")), "at most 6 switches");
    check(&many(4, |n| format!("switch s{n} = a or b or c")), "at most 64 combinations");
    check(&format!("process p {{ sleep 1s }}\nschedule{}", " p".repeat(SCHEDULE_ITEMS_MAX + 1)), "at most 4000 items");
    check(
        &format!("process p {{ sleep 1s }}\n{}", many(SCHEDULES_MAX + 1, |n| format!("schedule s{n} p"))),
        "at most 32 schedules",
    );
    check(
        &format!("process p {{ sleep 1s }}\n{}", many(EXPECTS_MAX + 1, |_| "expect stuck".to_owned())),
        "at most 200 lines",
    );
}

#[test]
fn errors_are_not_endless() {
    let found = read(&process(&many(500, |n| format!("insert u{n} (a: {n})")))).expect_err("there is no such table");
    assert_eq!(found.len(), DIAGNOSTICS_MAX);
}

/// Below that, the ratio of two times is noise.
const NOTHING_TO_COMPARE: Duration = Duration::from_millis(200);

/// The longest texts there may be, each of them one mistake after another, in every combination of six switches.
#[test]
fn a_text_full_of_mistakes_is_no_hang() {
    let switches = many(SWITCHES_MAX, |n| format!("switch s{n} = a or b"));
    for line in [
        "insert abcdefgh (a: x)\n",
        "table t (a, a)\n",
        "job j (a: b)\n",
        "do it for c-1\n",
        "schedule lease a lost b\n",
        "faults lost 1, commit 1\n",
        "try 2 times { again ",
        "until some t where a = ",
        "\"{x}\" ",
        "{ ",
        "} ",
        "( ",
        "\n",
    ] {
        let lines = (SOURCE_BYTES_MAX - switches.len() - 20) / line.len();
        for wrap in [|text: String| text, |text: String| format!("process p {{\n{text}}}")] {
            let taken = |lines: usize| {
                let text = format!("{switches}{}", wrap(line.repeat(lines)));
                let start = Instant::now();
                // A text of blank lines has nothing wrong with it; the others are read to the end, too.
                assert!(read(&text).is_err() || line == "\n", "{line:?}");
                start.elapsed()
            };
            // Four times the text is four times the work, and not sixteen: as a ratio, for a machine may be slow or busy.
            let near = |_: &i32| {
                let (quarter, all) = (taken(lines / 4), taken(lines));
                all < quarter * 12 || all < NOTHING_TO_COMPARE
            };
            assert!((0..3).any(|time| near(&time)), "{line:?} takes more than its share");
        }
    }
}

/// Every token of a whole scenario left out, doubled, swapped with the next one, and the text cut off there.
#[test]
fn no_slip_of_the_hand_makes_it_panic() {
    [SCENARIO, QUEUED].into_iter().for_each(slips);
}

fn slips(whole: &str) {
    crate::readable(whole);
    let tokens = ran_twice::lang::token::lex(whole);
    for pair in tokens.windows(2) {
        let [first, second] = [pair[0].span, pair[1].span];
        let (before, behind) = (&whole[..first.start as usize], &whole[first.end as usize..]);
        let (one, other) = (first.text(whole), second.text(whole));
        let rest = &whole[second.end as usize..];
        let between = &whole[first.end as usize..second.start as usize];
        for text in [
            before.to_owned(),
            format!("{before}{behind}"),
            format!("{before}{one} {one}{behind}"),
            format!("{before}{other}{between}{one}{rest}"),
            format!("{before}é{behind}"),
        ] {
            check_places(&text);
            let joined = ran_twice::lang::fragment::join(whole, &text);
            assert!(joined.source[joined.fragment_start as usize..].starts_with(&text), "{joined:?}");
        }
    }
}

/// Checks that every mistake lies in the text and can be printed.
#[track_caller]
fn check_places(text: &str) {
    for diagnostic in read(text).map_or_else(|found| found, |_| Vec::new()) {
        assert!(!diagnostic.rendered("a.twice", text, 1).to_string().is_empty());
        assert!(diagnostic.span.end as usize <= text.len(), "{diagnostic:?} lies outside of\n{text}");
    }
}

#[test]
fn a_schedule_alone_has_its_own_places() {
    let document = crate::readable(SCENARIO);
    let items = parse_schedule("W1 crash W1\n W2*", &document.designs[0]).expect("the schedule is right");
    let texts: Vec<_> = items.iter().map(|item| item.span.text("W1 crash W1\n W2*")).collect();
    assert_eq!(texts, ["W1", "crash W1", "W2*"]);
    let text = "W1 W3 lost W1, crash sweeper";
    let found = parse_schedule(text, &document.designs[0]).expect_err("the schedule has mistakes");
    let printed: Vec<_> = found.iter().map(|diagnostic| format!("{} {diagnostic}", diagnostic.span.start)).collect();
    assert_eq!(
        printed,
        [
            "3 There is no process named `W3`. The nearest name is W1.",
            "6 The file does not allow `lost W1`: it needs a line `faults lost 1`.",
            "13 Names stand side by side in a schedule, with nothing between them: `schedule W1 W2 W1`.",
            "15 The file does not allow `sweeper` to crash: it needs a line `faults crash 1 of sweeper`.",
        ]
    );
}

#[test]
fn an_empty_text_runs_nothing() {
    check_messages("", &["Nothing runs: a file has a worker, as in `worker W1 runs HANDLER on job 1`, or a process."]);
}
