//! `docs/systems.md` names every scenario of the chapters it is about, and none that is not there.

use std::fs;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The chapters it promises to list whole.
const CHAPTERS: [&str; 5] = ["arrives-twice", "status", "side-effects", "keys", "incidents"];

#[test]
fn every_file_it_names_is_there() {
    let named = named();
    assert!(named.len() > 20, "{named:?}");
    for path in named {
        assert!(fs::exists(format!("{ROOT}/static/scenarios/{path}")).expect("it can be asked"), "{path}");
    }
}

#[test]
fn every_scenario_of_its_chapters_is_named() {
    let named = named();
    for chapter in CHAPTERS {
        for entry in fs::read_dir(format!("{ROOT}/static/scenarios/{chapter}")).expect("the chapter is there") {
            let file = entry.expect("it can be listed").file_name();
            let path = format!("{chapter}/{}", file.to_string_lossy());
            assert!(named.contains(&path), "{path} is missing in docs/systems.md");
        }
    }
}

/// The files it links to, below `static/scenarios`.
fn named() -> Vec<String> {
    let page = fs::read_to_string(format!("{ROOT}/docs/systems.md")).expect("docs/systems.md is there");
    let links = page.split("](../static/scenarios/").skip(1);
    links.map(|rest| rest.split(')').next().expect("split gives one").to_owned()).collect()
}
