//! The scenario files that are shipped, read from where they stand.

use std::fs;
use std::path::Path;

/// Every shipped text with the name of its file, without leading number and extension.
pub fn shipped() -> Vec<(String, String)> {
    let mut found = Vec::new();
    // tests/postgres is a package of its own, below the one whose scenarios these are.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("static/scenarios"));
    gather(&folders.into_iter().find(|folder| folder.is_dir()).expect("they are shipped"), &mut found);
    assert!(found.len() >= 7, "the shipped scenarios were found");
    found
}

fn gather(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> =
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
