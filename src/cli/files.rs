//! Finds and reads the files a command names.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A file or a folder that cannot be used.
#[derive(Debug)]
pub struct Unreadable {
    path: PathBuf,
    reason: String,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One scenario.
    Scenario,
    /// Markdown with scenarios in fenced blocks.
    Markdown,
}

/// What the file of this name holds: Markdown where its name says so, else a scenario.
#[must_use]
pub fn kind(path: &Path) -> Kind {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("md" | "markdown" | "mdx") => Kind::Markdown,
        _ => Kind::Scenario,
    }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn read(path: &Path) -> Result<String, Unreadable> {
    let read = if path == Path::new(STANDARD_INPUT) {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    read.map_err(|error| unreadable(path, &error))
}

/// The files that `paths` name: files as they are, folders with every scenario and Markdown file in them, in order
/// of name. Hidden folders, `target` and `node_modules` are left out.
///
/// # Errors
/// A path that does not exist, or a folder that cannot be listed.
pub fn found(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Unreadable> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            list(path, &mut files)?;
        } else if path.exists() || path == Path::new(STANDARD_INPUT) {
            files.push(path.clone());
        } else {
            return Err(Unreadable { path: path.clone(), reason: missing(path) });
        }
    }
    Ok(files)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Unreadable> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = listed.map_err(|error| unreadable(folder, &error))?;
    entries.sort();
    for entry in entries {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let skipped = name.starts_with('.') || name == "target" || name == "node_modules";
        let wanted = entry.extension().is_some_and(|extension| extension == "twice") || kind(&entry) == Kind::Markdown;
        if entry.is_dir() && !skipped && !entry.is_symlink() {
            list(&entry, files)?;
        } else if entry.is_file() && wanted {
            files.push(entry);
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> Unreadable {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => missing(path),
        io::ErrorKind::IsADirectory => "is a folder; name a scenario file in it".to_owned(),
        io::ErrorKind::InvalidData => "is no UTF-8 text".to_owned(),
        _ => error.to_string(),
    };
    Unreadable { path: path.to_owned(), reason }
}

/// There is nothing at the path: is the ending all that is missing?
fn missing(path: &Path) -> String {
    let whole = path.with_extension("twice");
    let meant = if whole.is_file() { format!("; there is {}", whole.display()) } else { String::new() };
    format!("no such file or folder{meant}")
}
