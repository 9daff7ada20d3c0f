//! Every shipped scenario, by chapter: files are data, checked and listed by `build.rs`. What is in them is not here:
//! `app::packs` has it.

/// A folder of scenarios.
#[derive(Debug)]
pub struct Chapter {
    /// Its folder; empty for files that stand in none.
    pub folder: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its scenarios, in order.
    pub entries: &'static [Entry],
}

/// A shipped scenario.
#[derive(Debug)]
pub struct Entry {
    /// Its name: the file's, without leading number and extension. Unique over all chapters.
    pub name: &'static str,
    /// The leading number of the file, where it has one.
    pub number: Option<u32>,
    /// Its title; its name where the file has errors.
    pub title: &'static str,
    /// It, checked and [`sealed`](crate::lang::packed::sealed); empty in the page, which has it fetched.
    pub carried: &'static [u8],
}

static CHAPTERS: &[Chapter] = &include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// The scenario that the start page opens by its main button: the race that everything else leads to or comes from.
const OPENING: &str = "race-loose";

/// Every chapter, in order.
#[must_use]
pub fn chapters() -> &'static [Chapter] {
    CHAPTERS
}

/// Every scenario, chapter after chapter.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    chapters().iter().flat_map(|chapter| chapter.entries)
}

/// The first scenario of the first chapter.
#[must_use]
pub fn first() -> Option<&'static Entry> {
    chapters().first()?.entries.first()
}

/// The scenario that the start page leads to.
#[must_use]
pub fn opening() -> Option<&'static Entry> {
    entry(OPENING).or_else(first)
}

/// How many scenarios there are.
#[must_use]
pub fn count() -> usize {
    chapters().iter().map(|chapter| chapter.entries.len()).sum()
}

/// The scenario of this name.
#[must_use]
pub fn entry(name: &str) -> Option<&'static Entry> {
    found(&mut |entry| entry.name == name)
}

/// The scenario after this one, in the next chapter where this one ends its own.
#[must_use]
pub fn after(name: &str) -> Option<&'static Entry> {
    let mut passed = false;
    found(&mut |entry| {
        let fits = passed;
        passed |= entry.name == name;
        fits
    })
}

/// The scenario before this one, in the chapter before where this one begins its own.
#[must_use]
pub fn before(name: &str) -> Option<&'static Entry> {
    let mut before = None;
    for chapter in chapters() {
        for entry in chapter.entries {
            if entry.name == name {
                return before;
            }
            before = Some(entry);
        }
    }
    None
}

/// The first scenario that fits.
pub(super) fn found(fits: &mut dyn FnMut(&Entry) -> bool) -> Option<&'static Entry> {
    for chapter in chapters() {
        for entry in chapter.entries {
            if fits(entry) {
                return Some(entry);
            }
        }
    }
    None
}
