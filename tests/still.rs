//! The steps on the page before the code has loaded, and without script, are what the engine prints.

use std::sync::Arc;

use ran_twice::app::catalogue::{self, Entry};
use ran_twice::lang::document::Document;
use ran_twice::tell::still::{BEGIN, END, SENTENCE, still};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/index.html");

/// The stretch as it must stand between the two marks.
fn wanted() -> String {
    let guide = catalogue::chapters().iter().find(|chapter| chapter.folder == "guide").expect("the guide is shipped");
    let open = |entry: &Entry| entry.open().unwrap_or_else(|errors| panic!("{}: {errors:?}", entry.name));
    let documents: Vec<Arc<Document>> = guide.entries.iter().map(open).collect();
    format!("\n{}", still(&documents.iter().map(|document| &**document).collect::<Vec<_>>()))
}

/// With `UPDATE_GOLDEN=1` the stretch is written anew.
#[test]
fn the_page_without_script_shows_what_the_engine_prints() {
    let page = std::fs::read_to_string(PAGE).expect("index.html is there");
    let (before, rest) = page.split_once(BEGIN).expect("index.html has the mark where the still steps begin");
    let (found, after) = rest.split_once(END).expect("index.html has the mark where they end");
    let wanted = wanted();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(PAGE, format!("{before}{BEGIN}{wanted}{END}{after}")).expect("index.html can be written");
        return;
    }
    assert_eq!(found, wanted, "index.html is old: UPDATE_GOLDEN=1 cargo test --test still writes it anew");
}

#[test]
fn every_step_of_the_guide_stands_there_with_what_it_leaves() {
    let html = wanted();
    assert_eq!(html.matches("<h2>").count(), 7);
    assert_eq!(html.matches("<dt>What is left</dt>").count(), 7);
    assert!(html.contains("errcode 2067"));
    assert!(html.contains("<tr><td>2</td><td>charge-77</td><td>W2</td></tr>"));
    assert!(!html.contains("<script") && !html.contains(" style="));
}

/// A table is read aloud by its caption and its columns, and each row has a cell for each of them.
#[test]
fn tables_are_tables() {
    let html = wanted();
    let tables: Vec<&str> =
        html.split("<table>").skip(1).map(|rest| rest.split("</table>").next().expect("it ends")).collect();
    assert_eq!(tables.len(), 4 * 7);
    for table in tables {
        assert!(table.starts_with("<caption>"), "{table}");
        let columns = table.matches("<th scope=\"col\">").count();
        for row in table.lines().skip(2) {
            let empty = format!("<tr><td colspan=\"{columns}\">no rows</td></tr>");
            assert!(row.matches("<td>").count() == columns || row == empty, "{row}");
        }
    }
}

#[test]
fn one_sentence_says_what_the_page_is_for() {
    let page = std::fs::read_to_string(PAGE).expect("index.html is there");
    let description = page.split("<meta name=\"description\" content=\"").nth(1).expect("it has a description");
    assert!(description.starts_with(SENTENCE), "{description}");
    assert!(wanted().contains(&format!("<h1>Ran Twice</h1>\n<p>{SENTENCE}</p>")));
    assert_eq!(env!("CARGO_PKG_DESCRIPTION"), SENTENCE);
}
