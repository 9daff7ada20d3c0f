//! The palette and the texts to begin with: all that they write is right, and stands where it belongs.

use std::fs;
use std::path::{Path, PathBuf};

use ran_twice::app::own::SHAPES;
use ran_twice::app::palette::{groups, placed};
use ran_twice::check::load::open;
use ran_twice::lang::packed::sealed;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("static")
}

/// A text with the piece at the caret, which `|` marks.
#[track_caller]
fn check(before: &str, piece: &str, inside: bool, after: &str) {
    let caret = before.find('|').expect("the caret is marked");
    let mut text = before.replacen('|', "", 1);
    let (at, written) = placed(&text, caret, piece, inside);
    text.insert_str(at, &written);
    assert_eq!(text, after);
}

#[test]
fn a_statement_goes_behind_the_line_of_the_caret_and_as_far_in() {
    check("handler h {\n  a|ck\n}\n", "if x {\n  ack\n}", true, "handler h {\n  ack\n  if x {\n    ack\n  }\n}\n");
    check("handler h {|\n}\n", "ack", true, "handler h {\n  ack\n}\n");
    check("handler h {\n|\n}\n", "ack", true, "handler h {\n  ack\n}\n");
    check("handler h {\n  |\n}\n", "ack", true, "handler h {\n  ack\n}\n");
    check("handler h { # {\n  say \"{me}\"|\n}\n", "ack", true, "handler h { # {\n  say \"{me}\"\n  ack\n}\n");
    check("|", "ack", true, "ack");
}

#[test]
fn a_declaration_goes_behind_the_program_of_the_caret() {
    check(
        "handler h {\n  if x {|\n    ack\n  }\n}\njob a\n",
        "job b",
        false,
        "handler h {\n  if x {\n    ack\n  }\n}\njob b\njob a\n",
    );
    check("job a|\n", "handler h {\n  ack\n}", false, "job a\nhandler h {\n  ack\n}\n");
    check("handler h {|\n", "job b", false, "handler h {\njob b");
    check("é🙂|é\n", "job b", false, "é🙂é\njob b\n");
}

#[test]
fn no_caret_of_any_text_is_too_much_for_it() {
    for text in ["", "\n", "}}{", "🙂{\n🙂", "\"{\n#}"] {
        for caret in 0..12 {
            for inside in [true, false] {
                let (at, _) = placed(text, caret, "a {\n  b\n}", inside);
                assert!(text.is_char_boundary(at));
            }
        }
    }
}

/// A file in which every piece of the palette means something.
const AROUND: &str =
    "table keys (key unique)\neffect charges (id serial, key)\njob order-5\nhandler charge {\n  let seen = true\n}\n";

#[test]
fn every_piece_of_the_palette_can_be_read_where_it_is_written() {
    let file = fs::read(folder().join("palette.txt")).expect("it is there");
    let groups = groups(&sealed(&file)).expect("it is whole");
    assert_eq!(groups.len(), 2);
    let pieces: Vec<_> = groups.iter().flat_map(|(_, pieces)| pieces).collect();
    assert!(pieces.len() >= 30, "{} pieces", pieces.len());
    for piece in pieces {
        let needs_queue = ["ack", "later", "worker W1 takes jobs with charge"].contains(&&*piece.text);
        let worker = if needs_queue {
            "queue (lease: 30s, attempts: 3)\nworker W2 takes jobs with charge\n"
        } else {
            "worker W2 runs charge on job 1\n"
        };
        let worker = if piece.text.starts_with("queue") { "worker W2 takes jobs with charge\n" } else { worker };
        let switch = if piece.text.starts_with("when") { "switch order = after or before\n" } else { "" };
        let schedule = if piece.text.starts_with("schedule") { "worker W1 runs charge on job 1\n" } else { "" };
        // What is declared once stands there once.
        let around = if piece.text.starts_with("handler") {
            AROUND.split("handler").next().unwrap_or_default()
        } else if piece.text.starts_with("table") {
            AROUND.trim_start_matches("table keys (key unique)\n")
        } else {
            AROUND
        };
        let around = if piece.text.starts_with("effect") {
            around.replace("effect charges (id serial, key)\n", "")
        } else {
            around.to_owned()
        };
        let text = format!("{around}{worker}{switch}{schedule}");
        let caret = if piece.inside { text.find("true").expect("the handler is there") } else { text.len() };
        let (at, written) = placed(&text, caret, &piece.text, piece.inside);
        let mut text = text;
        text.insert_str(at, &written);
        if let Err(errors) = open(&text) {
            panic!("{}: {}\n{text}", piece.word, errors[0].rendered("palette", &text, 1));
        }
    }
}

#[test]
fn every_text_to_begin_with_is_there_and_right() {
    for (name, title) in SHAPES {
        let file = folder().join("shapes").join(name.trim_start_matches("shape-")).with_extension("twice");
        let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{} is there", file.display()));
        assert!(text.starts_with(&format!("title \"{title}\"\n")), "{name}");
        let document = open(&text).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        assert!(!document.designs[0].expects.is_empty(), "{name} says what comes of it");
    }
}
