//! Checks the scenario files under `static/scenarios/` and lists them for the page, so that a new file is there with no
//! line of Rust changed, and the page has checked scenarios in place of a parser: each a file of its own in `packs/` of the
//! build, which `script/finish.mjs` puts beside the page, with what the filter searches, every text for who wants to change it,
//! and texts to begin with. A native build carries the checked ones.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "build/chapters.rs"]
mod chapters;
#[path = "build/words.rs"]
mod words;

/// The language and the engine, as the crate has them.
#[path = "src"]
#[allow(
    dead_code,
    unfulfilled_lint_expectations,
    reason = "reading a scenario needs a part of each floor; the lints of the floors speak in the crate"
)]
mod house {
    pub mod lang;
    pub mod sim;
    pub mod check;
}
use house::{check, lang, sim};

const FOLDER: &str = "static/scenarios";
/// Small texts to begin with: `app::own` lists them.
const SHAPES: &str = "static/shapes";
/// What the editor's palette offers.
const PALETTE: &str = "static/palette.txt";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    for watched in [
        SHAPES,
        PALETTE,
        "build.rs",
        "build",
        "src/lang.rs",
        "src/lang",
        "src/sim.rs",
        "src/sim",
        "src/check.rs",
        "src/check",
    ] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let folder = root.join(FOLDER);
    let mut paths = Vec::new();
    walk(&folder, "", &mut paths)?;
    paths.sort();
    let packs = out.join("packs");
    // A scenario that is gone leaves no file behind.
    let _ = fs::remove_dir_all(&packs);
    fs::create_dir_all(&packs)?;
    let carried = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch != "wasm32");
    let titles = fs::read_to_string(folder.join("chapters.txt"))?;
    let (mut listed, mut searched, mut texts) = (String::from("[\n"), String::new(), String::from("[\n"));
    for chapter in chapters::chapters(&paths, &titles) {
        writeln!(listed, "    Chapter {{ folder: {:?}, title: {:?}, entries: {{", chapter.folder, chapter.title)
            .map_err(io::Error::other)?;
        writeln!(listed, "        static ENTRIES: [Entry; {}] = [", chapter.entries.len()).map_err(io::Error::other)?;
        for entry in &chapter.entries {
            let file = folder.join(&entry.path);
            let packed = packs.join(format!("{}.pack", entry.name));
            let document = check_into(&file, &packed)?;
            seal_into(&file, &packs.join(format!("{}.text", entry.name)))?;
            let title = document.as_ref().map_or(&*entry.name, |document| &document.title);
            searched.push_str(&document.as_ref().map(words::words).unwrap_or_default());
            searched.push('\n');
            let (name, number) = (&entry.name, entry.number);
            writeln!(texts, "    ({name:?}, include_str!({file:?})),").map_err(io::Error::other)?;
            let bytes = if carried { format!("include_bytes!({packed:?})") } else { "&[]".to_owned() };
            writeln!(
                listed,
                "            Entry {{ name: {name:?}, number: {number:?}, title: {title:?}, carried: {bytes} }},"
            )
            .map_err(io::Error::other)?;
        }
        listed.push_str("        ];\n        &ENTRIES\n    } },\n");
    }
    listed.push_str("]\n");
    for shape in fs::read_dir(root.join(SHAPES))? {
        let path = shape?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        seal_into(&path, &packs.join(format!("shape-{name}.text")))?;
    }
    seal_into(&root.join(PALETTE), &packs.join("palette.txt"))?;
    // The terminal reads what a document expects of a shipped scenario, which takes its text.
    fs::write(out.join("texts.rs"), texts + "]\n")?;
    fs::write(packs.join("words.txt"), lang::packed::sealed(searched.as_bytes()))?;
    fs::write(out.join("scenarios.rs"), listed)
}

/// Reads and checks a file and writes what came of it. It, where it has no errors; one that has some does not
/// stop the build: the page says what is wrong with it.
fn check_into(file: &Path, packed: &Path) -> io::Result<Option<lang::document::Document>> {
    let (bytes, document) = check::load::checked(&fs::read_to_string(file)?);
    for error in document.as_ref().err().into_iter().flatten() {
        println!("cargo::warning={}: {error}", file.display());
    }
    fs::write(packed, bytes)?;
    Ok(document.ok())
}

/// Writes a file as it is, with its checksum.
fn seal_into(file: &Path, sealed: &Path) -> io::Result<()> {
    fs::write(sealed, lang::packed::sealed(&fs::read(file)?))
}

/// The path of every `.twice` file below `folder`, from there. A folder that changes is listed again.
fn walk(folder: &Path, inside: &str, paths: &mut Vec<String>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inside = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if path.is_dir() {
            walk(&path, &inside, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "twice") {
            println!("cargo::rerun-if-changed={}", path.display());
            paths.push(inside);
        }
    }
    Ok(())
}
