//! Files that are dropped on the page, and what its storage holds: whatever they are, the page stands, says in words what it
//! cannot read, and loses nothing of what it can.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/hostile.rs"]
#[expect(dead_code, reason = "this test cuts bytes, and nests nothing")]
mod hostile;
#[path = "support/read.rs"]
#[expect(dead_code, reason = "this test opens no links")]
mod read;
#[path = "support/shipped.rs"]
mod shipped;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use dice::Dice;
use ran_twice::app::drafts::{DRAFT, DRAFTS, DRAFTS_MAX, Shelf, all, keep, kept, latest, noted};
use ran_twice::app::files::{fits, name, text, unread};
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Body, Model};
use ran_twice::draw::text::underlined;
use ran_twice::lang::limits::SOURCE_BYTES_MAX;

const FILES: usize = 12_000;
const STORAGES: usize = 12_000;
/// Of the files and drafts, how many are put on the page and read.
const PLACED: usize = 1_500;
/// Letters of what is told of a file, at most: a line or two.
const TOLD_MAX: usize = 160;
/// A storage that is soon full, to have drafts make room for each other; browsers give some five million letters.
const SMALL: usize = 2_000;

/// Names of files that a person or a program may give one.
const NAMES: [&str; 10] = [
    "mine.twice",
    "",
    "   ",
    "<img src=x onerror=alert(1)>.twice",
    "../../../etc/passwd",
    "a\u{202e}eciwt.exe",
    "\0\n\r\t",
    "C:\\CON",
    "é🙂.twice",
    "\u{feff}\u{200b}",
];

fn file_name(dice: &mut Dice) -> String {
    match dice.below(8) {
        0 => "long ".repeat(1 + dice.below(400)),
        1 => hostile::random_bytes(dice),
        _ => (*dice.pick(&NAMES)).to_owned(),
    }
}

/// Bytes that a file may hold.
fn bytes(number: usize, shipped: &[(String, String)], dice: &mut Dice) -> Vec<u8> {
    let whole = &shipped[dice.below(shipped.len())].1;
    let mut bytes = whole.clone().into_bytes();
    match number % 12 {
        // Any bytes, or many of them.
        0 => return (0..dice.below(600)).map(|_| dice.below(256) as u8).collect(),
        1 if number % 48 == 1 => return vec![b'#'; SOURCE_BYTES_MAX - 2 + dice.below(5)],
        1 => return vec![dice.below(256) as u8; dice.below(9)],
        2 => return hostile::mutated(whole, dice).into_bytes(),
        3 => return hostile::random_words(dice).into_bytes(),
        // A byte or a letter that is not to be there.
        4 => bytes.insert(dice.below(bytes.len()), [0, 0x80, 0xc0, 0xff, 0xfe, 0x1b][dice.below(6)]),
        // Marks of encodings, once and twice, and texts in others.
        5 => drop(bytes.splice(0..0, [0xef, 0xbb, 0xbf])),
        6 => drop(bytes.splice(0..0, [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf])),
        7 => return whole.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        8 => return whole.chars().map(|letter| letter as u32 as u8).collect(),
        // Cut within a letter, and ends of lines as other systems have them.
        9 => {
            bytes.extend("title é".as_bytes());
            bytes.truncate(bytes.len() - 1);
        }
        10 => return whole.replace('\n', ["\r\n", "\r", "\u{2028}"][dice.below(3)]).into_bytes(),
        _ => return markup(whole, dice).into_bytes(),
    }
    bytes
}

/// A text with markup where words are shown.
fn markup(text: &str, dice: &mut Dice) -> String {
    let evil = dice.pick(&[
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\"><b>x",
        "&lt;b&gt;",
        "</textarea><b>",
    ]);
    let title = format!("title \"{evil}\"\n# {evil}\n");
    let words: Vec<&str> = text.split(' ').collect();
    let at = dice.below(words.len());
    title + &words[..at].join(" ") + evil + &words[at..].join(" ")
}

#[test]
fn no_file_brings_the_page_down() {
    let shipped = shipped::shipped();
    let open = Model::at("", "scenario=race-loose&step=2");
    let (mut whole, mut refused) = (0, 0);
    for number in 0..FILES {
        let mut dice = Dice::new(number as u64);
        let (called, bytes) = (file_name(&mut dice), bytes(number, &shipped, &mut dice));
        match text(&called, &bytes) {
            Ok(text) => {
                assert!(text.len() <= SOURCE_BYTES_MAX && !text.contains('\0'));
                assert!(bytes.ends_with(text.as_bytes()), "nothing but the mark of its encoding is left out");
                if number < PLACED {
                    placed(&open, text);
                }
                whole += 1;
            }
            Err(words) => {
                let plain =
                    words.chars().all(|letter| !letter.is_control() && !('\u{202a}'..='\u{202e}').contains(&letter));
                assert!(plain && words.chars().count() <= TOLD_MAX && words.ends_with('.'), "{words:?}");
                assert_eq!(words.contains("larger"), bytes.len() > SOURCE_BYTES_MAX, "{words}");
                refused += 1;
            }
        }
        let saved = name(&called);
        let fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'.';
        assert!(
            saved.bytes().all(fine) && saved.ends_with(".twice") && saved.len() <= 70 && saved.len() > 6,
            "{saved}"
        );
        assert!(unread(&called).chars().count() <= TOLD_MAX);
    }
    assert!(fits("x", 1e15).is_err() && fits("x", 0.0).is_ok(), "what is too large is not read at all");
    assert!(whole > FILES / 4 && refused > FILES / 4, "{whole} hold a text, {refused} do not");
    counters::count("hostile-files", FILES);
}

/// Puts a text on the page: what stood there goes on where it has mistakes, and what is drawn behind it holds no markup but ours.
#[track_caller]
fn placed(open: &Model, text: &str) {
    let model = read::after(open, Msg::TextPlaced(text.into()));
    assert_eq!(&*model.writing.text, text);
    assert!(matches!(model.open.body, Body::Player(_)), "{text}");
    assert_eq!(model.own().is_some(), model.writing.mistakes.is_empty(), "{text}");
    let stretches: Vec<[usize; 2]> = model.writing.mistakes.iter().map(|mistake| mistake.stretch).collect();
    let drawn = underlined(text, &stretches).replace("</u>", "");
    assert!(drawn.split('<').skip(1).all(|rest| rest.starts_with("u class=\"editor__wrong")), "{drawn}");
}

/// A storage of any content, with room for so many letters.
#[derive(Default)]
struct Storage {
    items: RefCell<BTreeMap<String, String>>,
    room: usize,
    writes: Cell<usize>,
}

impl Shelf for Storage {
    fn read(&self, name: &str) -> Option<String> {
        self.items.borrow().get(name).cloned()
    }

    fn keep(&self, name: &str, value: &str) -> bool {
        self.writes.set(self.writes.get() + 1);
        let others = self
            .items
            .borrow()
            .iter()
            .filter(|(known, _)| *known != name)
            .map(|(name, value)| name.len() + value.len())
            .sum::<usize>();
        let fits = others + name.len() + value.len() <= self.room;
        if fits {
            self.items.borrow_mut().insert(name.to_owned(), value.to_owned());
        }
        fits
    }

    fn forget(&self, name: &str) {
        self.items.borrow_mut().remove(name);
    }
}

fn draft_name(dice: &mut Dice) -> String {
    match dice.below(10) {
        0 => hostile::random_bytes(dice),
        1 => "9".repeat(dice.below(60)),
        2 => (*dice.pick(&["__proto__", "-1", "NaN", "1e999", "..", "<b>", "ran-twice.theme", "\u{0}", ""])).to_owned(),
        _ => dice.below(30).to_string(),
    }
}

/// A storage that another version, another page of the host, or a hand has written.
fn storage(number: usize, shipped: &[(String, String)], dice: &mut Dice) -> Storage {
    let mut items = BTreeMap::new();
    let names: Vec<String> =
        (0..dice.below(if number.is_multiple_of(100) { 20_000 } else { 20 })).map(|_| draft_name(dice)).collect();
    let separator = dice.pick(&[" ", " ", " ", "  ", "\n", ",", "\u{a0}"]);
    items.insert(DRAFTS.to_owned(), names.join(separator));
    for name in names.iter().take(40) {
        if dice.below(4) > 0 {
            let text = String::from_utf8_lossy(&bytes(dice.below(FILES), shipped, dice)).into_owned();
            items.insert(format!("{DRAFT}.{name}"), if dice.below(20) == 0 { text.repeat(8) } else { text });
        }
    }
    match dice.below(6) {
        0 => drop(items.remove(DRAFTS)),
        1 => drop(items.insert(DRAFTS.to_owned(), hostile::random_bytes(dice))),
        2 => drop(items.insert(DRAFTS.to_owned(), "{\"version\":2,\"drafts\":[1,2]}".to_owned())),
        _ => {}
    }
    let room = if number.is_multiple_of(3) { SMALL } else { usize::MAX };
    Storage { items: RefCell::new(items), room, writes: Cell::new(0) }
}

#[test]
fn no_storage_brings_the_page_down_or_loses_what_is_typed() {
    let shipped = shipped::shipped();
    let open = Model::at("", "scenario=race-loose&step=2");
    let (mut found, mut put, mut full) = (0, 0, 0);
    for number in 0..STORAGES {
        let mut dice = Dice::new(number as u64);
        let storage = storage(number, &shipped, &mut dice);
        let drafts = all(&storage);
        assert!(drafts.len() <= DRAFTS_MAX);
        assert_eq!(latest(&storage).as_ref(), drafts.first());
        for draft in &drafts {
            assert!(!draft.title.is_empty() && draft.title.chars().count() <= 80, "{:?}", draft.title);
            assert_eq!(kept(&storage, &draft.name).as_ref(), Some(draft));
            found += 1;
            if put < PLACED && draft.text.len() < 40_000 {
                placed(&open, &draft.text);
                put += 1;
            }
        }
        let note = [draft_name(&mut dice), " ".repeat(dice.below(3)), hostile::random_bytes(&mut dice)].concat();
        if let Some((name, _)) = noted(&note) {
            assert!(kept(&storage, name).is_none_or(|draft| draft.name == name));
        }
        // What is typed then is kept, whatever was there; only a storage that is too small for it says so.
        let typed = hostile::random_words(&mut dice);
        let kept_now = keep(&storage, "1796063690123", &typed);
        assert!(storage.writes.get() <= DRAFTS_MAX + 3, "it tries {} times", storage.writes.get());
        if kept_now {
            let first = latest(&storage).expect("it is there");
            assert_eq!((&*first.name, &first.text), ("1796063690123", &typed));
            assert!(all(&storage).len() <= DRAFTS_MAX);
        } else {
            assert_eq!(storage.room, SMALL, "there was room");
            full += 1;
        }
    }
    assert!(found > STORAGES && put == PLACED && full > 10, "{found} drafts, {put} placed, {full} times no room");
    counters::count("hostile-storages", STORAGES);
}

#[test]
fn the_eight_latest_drafts_are_kept_and_the_latest_stands_first() {
    let storage = Storage { room: usize::MAX, ..Storage::default() };
    for number in 1..=10 {
        assert!(keep(&storage, &number.to_string(), &format!("  title \"Draft {number}\"  \n")));
    }
    assert!(keep(&storage, "5", "# no title\n"));
    let titles: Vec<String> = all(&storage).into_iter().map(|draft| draft.title).collect();
    assert_eq!(titles.join(", "), "without a title, Draft 10, Draft 9, Draft 8, Draft 7, Draft 6, Draft 4, Draft 3");
    // What is pushed out leaves nothing behind.
    assert_eq!(storage.items.borrow().len(), DRAFTS_MAX + 1);
}
