//! Every shipped scenario, by chapter: files are data, listed by `build.rs` and read when they are opened.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::check::load;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::document::Document;

/// Path below `static/scenarios/` and text of every scenario file, in the order of their paths.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// A line for each chapter, in order: its folder, two spaces, its title.
const CHAPTERS: &str = include_str!("../../static/scenarios/chapters.txt");

/// A folder of scenarios.
#[derive(Debug)]
pub struct Chapter {
    /// Its folder; empty for files that stand in none.
    pub folder: &'static str,
    /// Its title.
    pub title: String,
    /// Its scenarios, in order.
    pub entries: Vec<Entry>,
}

/// A shipped scenario.
#[derive(Debug)]
pub struct Entry {
    /// Its name: the file's, without leading number and extension. Unique over all chapters.
    pub name: &'static str,
    /// The leading number of the file, where it has one.
    pub number: Option<u32>,
    /// Its title, read cheaply from the text; its name where the text has none.
    pub title: String,
    /// Its text.
    pub source: &'static str,
    opened: OnceLock<Opened>,
}

/// A scenario's text, read: a document, or what is wrong with it.
pub type Opened = Result<Arc<Document>, Arc<[Diagnostic]>>;

impl Entry {
    /// The scenario, read and checked at the first call.
    pub fn open(&self) -> &Opened {
        self.opened.get_or_init(|| load::open(self.source).map(Arc::new).map_err(Arc::from))
    }

    /// The scenario where it has been opened before.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.get()
    }
}

/// Every chapter, in order.
#[must_use]
pub fn chapters() -> &'static [Chapter] {
    static ALL: LazyLock<Vec<Chapter>> = LazyLock::new(|| listed(FILES, CHAPTERS));
    &ALL
}

/// Every scenario, chapter after chapter.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    chapters().iter().flat_map(|chapter| &chapter.entries)
}

/// The scenario of this name.
#[must_use]
pub fn entry(name: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.name == name)
}

/// The scenario after this one, in the next chapter where this one ends its own.
#[must_use]
pub fn after(name: &str) -> Option<&'static Entry> {
    entries().skip_while(|entry| entry.name != name).nth(1)
}

/// The chapters that these files make, in the order of `titles`, then those it does not name.
fn listed(files: &[(&'static str, &'static str)], titles: &'static str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = titles
        .lines()
        .filter_map(|line| line.trim().split_once(char::is_whitespace))
        .map(|(folder, title)| Chapter { folder, title: title.trim().to_owned(), entries: Vec::new() })
        .collect();
    for (path, source) in files {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let entry = listed_entry(file, source);
        match chapters.iter_mut().find(|chapter| chapter.folder == folder) {
            Some(chapter) => chapter.entries.push(entry),
            None => chapters.push(Chapter { folder, title: untitled(folder), entries: vec![entry] }),
        }
    }
    for chapter in &mut chapters {
        // Numbers in their own order, 10 after 9; files without one come last, by name.
        chapter.entries.sort_by_key(|entry| (entry.number.unwrap_or(u32::MAX), entry.name));
    }
    chapters.retain(|chapter| !chapter.entries.is_empty());
    chapters
}

fn listed_entry(file: &'static str, source: &'static str) -> Entry {
    let stem = file.strip_suffix(".twice").unwrap_or(file);
    let (number, name) = match stem.split_once('-') {
        Some((number, name)) => number.parse().map_or((None, stem), |number| (Some(number), name)),
        None => (None, stem),
    };
    let title = cheap_title(source).unwrap_or(name).to_owned();
    Entry { name, number, title, source, opened: OnceLock::new() }
}

/// The text of the first line that says `title "…"`, without reading the rest.
fn cheap_title(source: &str) -> Option<&str> {
    let line = source.lines().find_map(|line| line.trim_start().strip_prefix("title "))?;
    let (title, _) = line.trim_start().strip_prefix('"')?.split_once('"')?;
    (!title.is_empty()).then_some(title)
}

/// What a chapter without a title is called: its folder's name, as words.
fn untitled(folder: &str) -> String {
    if folder.is_empty() { "More".to_owned() } else { folder.replace(['-', '_', '/'], " ") }
}
