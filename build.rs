//! Lists the scenario files under `static/scenarios/`, so that a new file is there with no line of Rust changed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDER: &str = "static/scenarios";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join(FOLDER);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?).join("scenarios.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    walk(&root, &mut files)?;
    files.sort();
    let mut list = String::from("[\n");
    for file in &files {
        let inside = file.strip_prefix(&root).map_err(io::Error::other)?;
        // Forward slashes on every system: the path is a name here, not a place.
        let name: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        writeln!(list, "    ({:?}, include_str!({:?})),", name.join("/"), file).map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    fs::write(out, list)
}

/// Every `.twice` file below `folder`. A folder that changes is listed again.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "twice") {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
