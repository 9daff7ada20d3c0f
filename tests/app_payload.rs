//! Links that carry a text: old ones stay what they were, and no payload, however hostile, stops whoever reads it.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/hostile.rs"]
#[expect(dead_code, reason = "this test spoils texts and makes none")]
mod hostile;
#[path = "support/read.rs"]
#[expect(dead_code, reason = "this test only opens links")]
mod read;
#[path = "support/shipped.rs"]
mod shipped;

use std::fs;
use std::path::Path;

use dice::Dice;
use ran_twice::app::model::{Body, Model};
use ran_twice::app::payload::{Broken, decode, encode};
use ran_twice::app::reading::{Asked, Read, Reading, Said, Source};
use ran_twice::lang::limits::SOURCE_BYTES_MAX;
use ran_twice::tell::inline::plain;
use ran_twice::tell::sentence::told;

const PAYLOADS: usize = 12_000;
/// Of the payloads, how many at least hold a text, and how many do not.
const SORTS_MIN: usize = 2_000;
const ADDRESSES: usize = 12_000;
const MESSAGES: usize = 10_000;
/// Of the payloads, how many are opened as links.
const OPENED: usize = 1_500;

/// What a link shows: the title, the moment, and what is said of it.
fn shown(link: &str) -> String {
    let model = read::at(link);
    let notice = model.notice.map_or(String::new(), |notice| notice.details.join(" "));
    match &model.open.body {
        Body::Player(player) => {
            let said = plain(&told(player.moment()).sentence);
            format!("{}\t{}/{}\t{said}\t{notice}", model.open.title, player.playhead, player.steps())
        }
        Body::Start => format!("start\t\t\t{notice}"),
        Body::Broken(mistakes) => format!("{}\t\t{}\t{notice}", model.open.title, mistakes.join(" ")),
        Body::Awaited(_) => panic!("{link} is still awaited"),
    }
}

/// A link that was given away is never taken back: what a line of the files in `tests/links` says stays true. A new line is
/// written by adding its link alone and running this with `UPDATE_GOLDEN=1`.
#[test]
fn old_links_open_what_they_always_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    let mut links = 0;
    let mut changed = Vec::new();
    for file in fs::read_dir(&folder).expect("the folder of old links is there") {
        let path = file.expect("its files are listed").path();
        let text = fs::read_to_string(&path).expect("each is a text");
        let mut lines = Vec::new();
        for line in text.lines() {
            let (link, known) = line.split_once('\t').unwrap_or((line, ""));
            let now = shown(link);
            if known != now && !(known.is_empty() && std::env::var_os("UPDATE_GOLDEN").is_some()) {
                changed.push(format!("{link}\n  was {known}\n  is  {now}"));
            }
            lines.push(format!("{link}\t{now}"));
            links += 1;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() && changed.is_empty() {
            fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
    assert!(links >= 30, "{links} links");
    counters::count("old-links", links);
}

#[test]
fn every_shipped_text_comes_back_out_of_its_link() {
    let mut longest = 0;
    for (name, text) in shipped::shipped() {
        let payload = encode(&text).expect("every shipped text fits a link");
        assert_eq!(decode(&payload).as_deref(), Ok(&*text), "{name}");
        longest = longest.max(payload.len());
    }
    assert!(longest < 2_500, "the longest has {longest} characters");
}

#[test]
fn no_payload_stops_the_reader() {
    let shipped = shipped::shipped();
    let (mut whole, mut broken) = (0, 0);
    for number in 0..PAYLOADS {
        let mut dice = Dice::new(number as u64);
        let text = &shipped[dice.below(shipped.len())].1;
        let payload = match number % 6 {
            0 => hostile::random_bytes(&mut dice),
            1 => spoiled(&encode(text).unwrap_or_default(), &mut dice),
            2 => letters(&mut dice),
            3 => hostile::cut(&encode(text).unwrap_or_default(), &mut dice),
            4 => encode(&hostile::mutated(text, &mut dice)).unwrap_or_default(),
            _ => spoiled(&encode(&hostile::mutated(text, &mut dice)).unwrap_or_default(), &mut dice),
        };
        match decode(&payload) {
            Ok(text) => {
                assert!(text.len() <= SOURCE_BYTES_MAX);
                let again = encode(&text).map(|payload| decode(&payload));
                assert!(again.is_none_or(|again| again == Ok(text)), "{payload}");
                whole += 1;
            }
            Err(Broken::CutOff | Broken::NotOurs | Broken::TooNew | Broken::LeftBehind | Broken::TooLarge) => {
                broken += 1
            }
        }
        if number < OPENED {
            let hash = format!("scenario=race-loose&step=2&text={payload}");
            let model = read::settled(Model::at("", &hash));
            assert!(!matches!(model.open.body, Body::Awaited(_)), "{payload}");
            assert!(model.player().is_some() || !model.writing.mistakes.is_empty(), "{payload}");
        }
    }
    counters::count("hostile-payloads", PAYLOADS);
    assert!(whole >= SORTS_MIN && broken >= SORTS_MIN, "{whole} whole, {broken} broken");
}

#[test]
fn no_address_stops_the_page() {
    const KEYS: [&str; 12] =
        ["scenario", "switch", "workers", "faults", "with", "schedule", "step", "v", "text", "embed", "theme", "x"];
    const VALUES: [&str; 34] = [
        "race-loose",
        "race-claim",
        "sweeper",
        "slower-than-lease",
        "five-at-once",
        "key:unique",
        "key:plain",
        "key:",
        ":",
        ",",
        "W1",
        "W2",
        "W1.W1.W2",
        "crash-W1",
        "W1.crash-W1.W2",
        "lease-job-1",
        "lease-job-0",
        "lease-job-99999999999999999999",
        "crash:1",
        "crash:4294967295",
        "crash:-1",
        "4",
        "0",
        "4294967295",
        "99999999999",
        "-1",
        "end",
        "%",
        "%zz",
        "%F0%9F%99%82",
        "1j.am9i",
        "1z.",
        "<img src=x onerror=alert(1)>",
        "\u{0}\u{202e}",
    ];
    let mut shown = 0;
    for number in 0..ADDRESSES {
        let mut dice = Dice::new(number as u64);
        let mut hash = String::new();
        for _ in 0..dice.below(7) {
            let (key, value) = (dice.pick(&KEYS), dice.pick(&VALUES));
            hash.push_str(&format!("{key}={value}"));
            hash.push(if dice.below(9) == 0 { '=' } else { '&' });
        }
        let hash = if number % 3 == 0 { hostile::cut(&hash, &mut dice) } else { hash };
        let model = read::settled(Model::at(if number % 2 == 0 { "" } else { &hash }, &hash));
        let again = read::at(&model.hash());
        assert_eq!(again.hash(), model.hash(), "{hash}");
        shown += usize::from(model.player().is_some());
    }
    counters::count("hostile-addresses", ADDRESSES);
    assert!(shown >= SORTS_MIN, "{shown} show a run");
}

#[test]
fn no_bytes_stop_either_end_of_the_worker() {
    let shipped = shipped::shipped();
    for number in 0..MESSAGES {
        let mut dice = Dice::new(number as u64);
        let text = &*shipped[dice.below(shipped.len())].1;
        let asked = Asked::Read(Read { number: 1, source: Source::Text(text.into()) });
        let said = Said::Reading(Reading { number: 1, text: Err("x".into()) });
        let mut bytes = if number % 2 == 0 { asked.packed() } else { said.packed() };
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len().max(1));
            bytes[at] = dice.below(256) as u8;
        }
        bytes.truncate(1 + dice.below(bytes.len()));
        let _ = (Asked::unpacked(&bytes), Said::unpacked(&bytes));
    }
    counters::count("hostile-messages", MESSAGES);
}

/// Some of its letters are others.
fn spoiled(payload: &str, dice: &mut Dice) -> String {
    let mut bytes = payload.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len().max(1));
        if let Some(byte) = bytes.get_mut(at) {
            *byte = b'!' + dice.below(94) as u8;
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// DEFLATE out of thin air.
fn letters(dice: &mut Dice) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let length = dice.below(400);
    let drawn: String = (0..length).map(|_| char::from(LETTERS[dice.below(LETTERS.len())])).collect();
    format!("1z.{drawn}")
}
