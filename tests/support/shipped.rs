//! The scenario files that are shipped, read from where they stand.

use std::fs;
use std::path::{Path, PathBuf};

/// Every shipped text with the name of its file, without leading number and extension.
pub fn shipped() -> Vec<(String, String)> {
    let mut found = Vec::new();
    gather(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios"), &mut found);
    assert!(found.len() >= 7, "the shipped scenarios were found");
    found
}

fn gather(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("it can be listed").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "twice") {
            let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let name = stem.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-').to_owned();
            found.push((name, fs::read_to_string(path).expect("it can be read")));
        }
    }
}
