//! Which scenario files make which chapters, in which order, under which names. Used by `build.rs`; tested by
//! `tests/chapters.rs`.

/// A folder of scenarios.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its folder; empty for files that stand in none.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// Its scenarios, in order.
    pub entries: Vec<Entry>,
}

/// A scenario file.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path below the folder of all scenarios, with forward slashes.
    pub path: String,
    /// The leading number of the file, where it has one.
    pub number: Option<u32>,
    /// Its name: the file's, without leading number and extension.
    pub name: String,
}

/// The chapters that these paths make: those of `titles` (`folder  Title`, a line each) in its order, then those it does
/// not name. In a chapter numbers stand in their own order, 10 after 9; files without one come last, by name.
pub fn chapters(paths: &[String], titles: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = titles
        .lines()
        .filter_map(|line| line.trim().split_once(char::is_whitespace))
        .map(|(folder, title)| chapter(folder, title.trim()))
        .collect();
    for path in paths {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let entry = entry(path, file);
        match chapters.iter_mut().find(|chapter| chapter.folder == folder) {
            Some(chapter) => chapter.entries.push(entry),
            None => chapters.push(Chapter { entries: vec![entry], ..chapter(folder, &untitled(folder)) }),
        }
    }
    for chapter in &mut chapters {
        chapter.entries.sort_by_key(|entry| (entry.number.unwrap_or(u32::MAX), entry.name.clone()));
    }
    chapters.retain(|chapter| !chapter.entries.is_empty());
    chapters
}

fn chapter(folder: &str, title: &str) -> Chapter {
    Chapter { folder: folder.to_owned(), title: title.to_owned(), entries: Vec::new() }
}

fn entry(path: &str, file: &str) -> Entry {
    let stem = file.strip_suffix(".twice").unwrap_or(file);
    let (number, name) = match stem.split_once('-') {
        Some((number, name)) => number.parse().map_or((None, stem), |number| (Some(number), name)),
        None => (None, stem),
    };
    Entry { path: path.to_owned(), number, name: name.to_owned() }
}

/// What a chapter without a title is called: its folder's name, as words.
fn untitled(folder: &str) -> String {
    if folder.is_empty() { "More".to_owned() } else { folder.replace(['-', '_', '/'], " ") }
}
