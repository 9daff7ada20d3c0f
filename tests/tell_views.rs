//! What the page shows of a moment: rows with marks, pins and notes, pills, buttons, the question, exports.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "tell/support.rs"]
mod support;

use ran_twice::check::trace::Trace;
use ran_twice::tell::code::{Fold, PinState, listings};
use ran_twice::tell::decide::decide;
use ran_twice::tell::export::{csv, json, markdown};
use ran_twice::tell::lanes::lanes;
use ran_twice::tell::moment::Moment;
use ran_twice::tell::question::{Guess, question};
use ran_twice::tell::tables::{BeamEnd, tables};
use ran_twice::tell::transport::{Neighbours, transport};
use support::{moment, read, run, shipped};

/// The rows of the named table as text: kind, cells, marks.
fn rows(moment: Moment<'_>, name: &str) -> Vec<String> {
    let all = tables(moment);
    let table = all.tables.iter().find(|table| &*table.name == name).unwrap_or_else(|| panic!("no table {name}"));
    let row = |row: &ran_twice::tell::tables::RowView| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        let marks: Vec<&str> = row.marks.iter().map(|mark| mark.text.as_str()).collect();
        format!("{:?} {} [{}]", row.kind, cells.join(" "), marks.join("; "))
    };
    let empty = table.empty.iter().map(|empty| {
        let marks: Vec<&str> = empty.marks.iter().map(|mark| mark.text.as_str()).collect();
        format!("{} [{}]", empty.text, marks.join("; "))
    });
    table.rows.iter().map(row).chain(empty).collect()
}

#[test]
fn a_look_that_found_nothing_stays_as_a_quiet_mark() {
    let document = shipped("race-loose");
    let trace = run(document.scenario(&[]), "W1 W2 W1 W2 W1 W2");
    assert_eq!(rows(moment(&document, &trace, 0), "keys_plain"), ["no rows yet []"]);
    assert_eq!(rows(moment(&document, &trace, 2), "keys_plain"), ["no row [W1 looked, step 1; W2 looked, now]"]);
    assert_eq!(rows(moment(&document, &trace, 5), "keys_plain"), ["There charge-77 [W1 added]"]);
}

#[test]
fn a_refused_row_stands_under_the_row_that_owns_the_key() {
    let document = shipped("crash-after-key");
    let trace = run(document.scenario(&[]), "W1 crash W1 W2");
    let end = moment(&document, &trace, 3);
    assert_eq!(
        rows(end, "keys_unique"),
        ["There charge-77 1789236682530 [W1, died at step 2]", "Refused charge-77 1789236682530 [W2 refused, 2067]",]
    );
    assert_eq!(rows(end, "charges"), ["no rows, and nobody left to add one []"]);
    let all = tables(end);
    assert_eq!(all.beam.map(|beam| beam.end), Some(BeamEnd::Refused));
    let owner = &all.tables.iter().find(|table| &*table.name == "keys_unique").unwrap().rows[0];
    assert!(owner.cells[0].owns && !owner.cells[1].owns);
}

#[test]
fn a_removed_row_stays_struck_and_keeps_its_key() {
    let document = shipped("key-expires");
    let trace = run(document.scenario(&[]), "W1 W1 purger purger purger W2 W2");
    assert_eq!(
        rows(moment(&document, &trace, 7), "keys_unique"),
        [
            "Removed charge-77 1789236690398 [W1, step 1; purger removed, step 5]",
            "There charge-77 1789236692398 [W2, step 6]",
        ]
    );
}

#[test]
fn pins_stand_where_each_process_is() {
    let document = shipped("race-claim");
    let trace = run(document.scenario(&[]), "W1 W2 W1");
    let listings = listings(moment(&document, &trace, 2));
    let pins: Vec<(usize, Vec<(&str, PinState)>)> = listings[0]
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at, line.pins.iter().map(|pin| (&*pin.who.name, pin.state)).collect()))
        .filter(|(_, pins): &(usize, Vec<_>)| !pins.is_empty())
        .collect();
    assert_eq!(pins, [(3, vec![("W2", PinState::Ended)]), (5, vec![("W1", PinState::Here)])]);
}

#[test]
fn a_note_says_what_each_worker_has_seen() {
    let document = shipped("race-loose");
    let trace = run(document.scenario(&[]), "W1 W2");
    let listings = listings(moment(&document, &trace, 2));
    let line = listings[0].lines.iter().find(|line| !line.notes.is_empty()).unwrap();
    let parts: Vec<String> =
        line.notes[0].parts.iter().map(|part| format!("{} {}", part.who.name, part.text)).collect();
    assert_eq!((line.notes[0].about.as_deref(), parts.join(", ")), (Some("seen"), "W1 none, W2 none".to_owned()));
    assert_eq!(line.fold, Fold::Stands);
}

#[test]
fn branches_not_taken_are_left_out_and_what_stays_is_closed_up() {
    let document = read(
        r#"
title "Two designs"
switch order = first or last
effect charges (id serial)
job a
handler work {
  when order is first {
    do charges ()
  } else {
    sleep 1s
    do charges ()
  }
  say "done"
}
worker W1 runs work on job 1
"#,
    );
    let text = |positions: &[usize]| {
        let scenario = document.scenario(positions);
        let trace = Trace::start(scenario);
        let moment = Moment { scenario, trace: &trace, playhead: 0 };
        let lines = listings(moment)[0].lines.clone();
        let line = |line: &ran_twice::tell::code::Line| {
            let text: String = line.pieces.iter().map(|piece| &*piece.text).collect();
            format!("{}{text}", " ".repeat(line.indent))
        };
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(text(&[0]), "handler work {\n  do charges ()\n  say \"done\"\n}");
    assert_eq!(text(&[1]), "handler work {\n  sleep 1s\n  do charges ()\n  say \"done\"\n}");
}

#[test]
fn every_lane_has_a_slot_at_the_playhead() {
    let document = shipped("race-loose");
    let trace = run(document.scenario(&[]), "W1 W2 W1 W2 W1 W2");
    let lanes = lanes(moment(&document, &trace, 2));
    let words: Vec<Vec<&str>> =
        lanes.lanes.iter().map(|lane| lane.pills.iter().map(|pill| pill.long.as_str()).collect()).collect();
    assert_eq!(
        words,
        [
            vec!["read keys_plain → none", "do charges", "insert keys_plain"],
            vec!["read keys_plain → none", "or let W2 go first", "do charges", "insert keys_plain"],
        ]
    );
    assert_eq!(lanes.lanes[1].pills[1].short, "or W2 first");
    let heads: Vec<&str> = lanes.columns.iter().map(|column| column.head.as_str()).collect();
    assert_eq!(heads, ["1", "2", "next", "4", "5", "6"]);
}

#[test]
fn the_main_button_names_what_it_does() {
    let document = shipped("crash-after-key");
    let trace = run(document.scenario(&[]), "W1 crash W1 W2");
    let said: Vec<String> = (0..=3)
        .map(|at| {
            let view = transport(moment(&document, &trace, at), &Neighbours::default());
            format!("{} {} | {}", view.main.label, view.main.detail, view.place)
        })
        .collect();
    assert_eq!(
        said,
        [
            "Start W1 insert keys_unique | 3 steps",
            "Next W1 dies | step 1 of 3",
            "Next W2 insert keys_unique | step 2 of 3",
            "Restart  | end, step 3 of 3",
        ]
    );
}

#[test]
fn a_guess_is_answered_when_the_run_ends() {
    let document = shipped("race-loose");
    let trace = run(document.scenario(&[]), "W1 W2 W1 W2 W1 W2");
    let words = |at: usize, guess: Option<Guess>| question(moment(&document, &trace, at), guess, None).unwrap().words;
    assert_eq!(words(0, None), "A guess first, if you like.");
    assert_eq!(words(0, Some(Guess::Count(1))), "You said 1. Answered when the run ends.");
    assert_eq!(words(6, Some(Guess::Count(1))), "You said 1. This run ends with 2.");
    assert_eq!(words(6, Some(Guess::Count(2))), "You said 2, and this run ends with 2.");
    assert_eq!(
        words(6, Some(Guess::Depends)),
        "You said it depends. This run ends with 2; another schedule may end otherwise."
    );
}

#[test]
fn tables_are_taken_away_in_four_forms() {
    let document = read(
        "title \"Odd cells\"\ntable a (id serial, text)\ntable b (n)\nrow a (text: \"=1+1, \\\"x\\\"\")\nrow b (n: -5)\nrow b (n: null)\nprocess idle {\n  sleep 1s\n}\n",
    );
    let scenario = document.scenario(&[]);
    let state = Trace::start(scenario).last().clone();
    assert_eq!(csv(scenario, &state), "table,id,text,n\r\na,1,\"'=1+1, \"\"x\"\"\",\r\nb,,,-5\r\nb,,,\r\n");
    assert_eq!(
        json(scenario, &state),
        "{\n  \"a\": [{\"id\":1,\"text\":\"=1+1, \\\"x\\\"\"}],\n  \"b\": [{\"n\":-5},{\"n\":null}]\n}\n"
    );
    assert_eq!(
        markdown(scenario, &state),
        "**a**\n\n| id | text |\n| --- | --- |\n| 1 | =1+1, \"x\" |\n\n**b**\n\n| n |\n| --- |\n| -5 |\n| null |\n"
    );
}

#[test]
fn every_process_has_a_choice_or_a_reason_and_deaths_come_last() {
    let document = shipped("crash-after-key");
    let trace = run(document.scenario(&[]), "W1 crash W1 W2");
    let words = |playhead| {
        let decided = decide(moment(&document, &trace, playhead));
        let choice = |choice: ran_twice::tell::decide::Choice| match (choice.action, choice.planned) {
            (Some(_), true) => format!("{}, as planned", choice.words),
            (Some(_), false) => choice.words,
            (None, _) => format!("({})", choice.words),
        };
        (decided.label, decided.choices.into_iter().map(choice).collect::<Vec<_>>().join("; "))
    };
    let label = "You decide what happens next";
    let start = "W1 insert keys_unique, as planned; W2 insert keys_unique; W1 dies here; W2 dies here";
    assert_eq!(words(0), (label, start.to_owned()));
    let gap = "W1 do charges; W2 insert keys_unique; W1 dies here, as planned; W2 dies here";
    assert_eq!(words(1), (label, gap.to_owned()));
    assert_eq!(words(2), (label, "(W1 has died); W2 insert keys_unique, as planned".to_owned()));
    assert_eq!(words(3), ("Nothing more can happen", "(W1 has died); (W2's run has ended)".to_owned()));
}
