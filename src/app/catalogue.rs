//! Every shipped scenario, by chapter: files are data, checked and listed by `build.rs`, unpacked when they are opened.

use std::sync::{Arc, OnceLock};

use crate::lang::document::Document;
use crate::lang::packed::unpack;

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
    /// It, checked, as [`pack`](crate::lang::packed::pack) made it.
    pub checked: &'static [u8],
    opened: OnceLock<Opened>,
}

/// A scenario's text, read: a document, or what is wrong with it.
pub type Opened = Result<Arc<Document>, Arc<[String]>>;

static CHAPTERS: &[Chapter] = &include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

impl Entry {
    const fn new(name: &'static str, number: Option<u32>, title: &'static str, checked: &'static [u8]) -> Self {
        Self { name, number, title, checked, opened: OnceLock::new() }
    }

    /// The scenario, unpacked at the first call.
    pub fn open(&self) -> &Opened {
        self.opened.get_or_init(|| match unpack(self.checked).expect("build.rs packed it in this build") {
            Ok(document) => Ok(Arc::new(document)),
            Err(errors) => Err(errors.into()),
        })
    }

    /// The scenario where it has been opened before.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.get()
    }
}

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
