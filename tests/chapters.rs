//! Files become chapters by their folders, their numbers and `chapters.txt`; and what the build packed is what was read.

#[path = "../build/chapters.rs"]
mod chapters;

use chapters::{Chapter, Entry};
use ran_twice::app::catalogue;
use ran_twice::check::load::open;
use ran_twice::lang::packed::{pack, unpack};

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
    assert!(catalogue::entries().count() >= 7);
    for entry in catalogue::entries() {
        let opened = entry.open().as_ref().map(|document| (**document).clone());
        let read = open(entry.source);
        assert_eq!(opened.map_err(|errors| errors.to_vec()), read, "{}", entry.name);
    }
}

#[test]
fn a_packed_text_is_unpacked_as_it_was_and_damaged_bytes_are_refused() {
    for text in ["table t (k)\nprocess p { insert t (k: 1) }", "nothing runs here"] {
        let checked = open(text);
        let packed = pack(&checked);
        assert_eq!(unpack(&packed), Some(checked));
        assert_eq!(unpack(&packed[..packed.len() - 1]), None);
    }
}
