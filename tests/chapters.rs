//! Files become chapters by their folders, their numbers and `chapters.txt`; and what the build packed is what was read.

#[path = "../build/chapters.rs"]
mod chapters;
#[path = "support/shipped.rs"]
mod shipped;

use std::sync::Arc;

use chapters::{Chapter, Entry};
use ran_twice::app::catalogue;
use ran_twice::check::load::open;
use ran_twice::lang::document::Document;
use ran_twice::lang::packed::{Checked, pack, unpack};

#[test]
fn folders_are_chapters_and_numbers_give_the_order() {
    let paths =
        ["b/10-ten.twice", "b/9-nine.twice", "b/plain.twice", "a/1-one.twice", "loose.twice", "new-topic/x-y.twice"];
    let found = chapters::chapters(&paths.map(str::to_owned), "a  The first\nempty  Nothing in it\nb  The second\n");
    let entry = |path: &str, number, name: &str| Entry { path: path.to_owned(), number, name: name.to_owned() };
    let chapter =
        |folder: &str, title: &str, entries| Chapter { folder: folder.to_owned(), title: title.to_owned(), entries };
    let second = vec![
        entry("b/9-nine.twice", Some(9), "nine"),
        entry("b/10-ten.twice", Some(10), "ten"),
        entry("b/plain.twice", None, "plain"),
    ];
    let expected = [
        chapter("a", "The first", vec![entry("a/1-one.twice", Some(1), "one")]),
        chapter("b", "The second", second),
        chapter("", "More", vec![entry("loose.twice", None, "loose")]),
        chapter("new-topic", "new topic", vec![entry("new-topic/x-y.twice", None, "x-y")]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_the_page_opens_is_what_the_terminal_reads() {
    let shipped = shipped::shipped();
    assert_eq!(catalogue::entries().count(), shipped.len());
    for (name, text) in shipped {
        let entry = catalogue::entry(&name).expect("every file is listed");
        let opened = entry.open().map(|document| (*document).clone()).map_err(|errors| errors.to_vec());
        assert_eq!(pack(&opened), pack(&checked(&text)), "{name}");
    }
}

/// static/start.js has this one fetched beside the code of the page, where the address names none: the start page leads to it.
#[test]
fn the_page_names_the_scenario_that_the_start_page_leads_to() {
    let first = catalogue::opening().expect("there is one").name;
    assert_eq!(first, "race-loose");
    assert!(include_str!("../index.html").contains(&format!(" data-first=\"{first}\" ")), "index.html: {first}");
}

#[test]
fn a_packed_text_is_unpacked_as_it_was_and_damaged_bytes_are_refused() {
    for text in ["table t (k)\nprocess p { insert t (k: 1) }", "nothing runs here"] {
        let packed = pack(&checked(text));
        let unpacked = unpack(&packed).expect("these are its bytes");
        assert_eq!(pack(&unpacked), packed);
        assert_eq!(unpack(&packed[..packed.len() - 1]), None);
    }
}

/// The text as the build packs it: errors as sentences, without what only stands in the text.
fn checked(text: &str) -> Checked {
    let read = open(text).map_err(|errors| errors.iter().map(ToString::to_string).collect());
    read.map(|document| Document { source: Arc::from(""), ..document })
}
