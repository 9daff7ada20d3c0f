//! `ran-twice check`: replays every expectation of scenario files and of the scenarios in Markdown.

use std::path::Path;

use super::Exit;
use super::annotations::annotations;
use super::arguments::{CheckArguments, Format};
use super::blocks::{Block, BlockKind, blocks};
use super::files::{self, Kind};
use super::named::{Named, named};
use super::piece::{Asked, Piece};
use super::report::{Problem, Report, What};
use super::run::refuse;
use super::variant::{asked, check_met};
use crate::check::load::open;
use crate::lang::fragment::{Joined, join};

/// Checks what the command line names and prints the report.
#[must_use]
pub fn check(arguments: &CheckArguments) -> Exit {
    let asked = match asked(&arguments.switch) {
        Ok(asked) => asked,
        Err(reason) => return refuse(&reason, Exit::Unusable),
    };
    let report = match files::found(&arguments.paths).and_then(|files| all(&files, &asked)) {
        Ok(report) => report,
        Err(unreadable) => return refuse(&unreadable.to_string(), Exit::Unusable),
    };
    if report.scenarios == 0 {
        let reason = "nothing to check: no .twice file and no ```ran-twice block in Markdown was found";
        return refuse(reason, Exit::Unusable);
    }
    // A file that could not be read may be the one that has the switch.
    let all_read = !report.problems.iter().any(|problem| matches!(problem.what, What::Broken { .. }));
    if all_read && let Err(reason) = check_met(&asked, &report.positions) {
        return refuse(&reason, Exit::Unusable);
    }
    let format = if arguments.json { Format::Json } else { arguments.format };
    if format != Format::Github {
        for warning in &report.warnings {
            eprintln!("{warning}");
        }
    }
    super::print(&match format {
        Format::Text => format!("{report}\n"),
        Format::Json => format!("{:#}\n", report.json()),
        Format::Github => annotations(&report) + "\n",
    });
    if report.problems.is_empty() { Exit::Done } else { Exit::Failed }
}

fn all(files: &[std::path::PathBuf], asked: Asked<'_>) -> Result<Report, files::Unreadable> {
    let mut report = Report::default();
    for path in files {
        let text = files::read(path)?;
        let name = path.display().to_string();
        report.add(match files::kind(path) {
            Kind::Scenario => scenario(&name, &text, asked),
            Kind::Markdown => markdown(&name, &text, asked),
        });
        report.files += 1;
    }
    Ok(report)
}

/// Checks one scenario file.
fn scenario(file: &str, text: &str, asked: Asked<'_>) -> Report {
    Piece { file, text, first_line: 1, source: text.to_owned(), starts_at: 0, asked }.report()
}

/// Checks every scenario of a Markdown file.
fn markdown(file: &str, text: &str, asked: Asked<'_>) -> Report {
    let mut report = Report::default();
    let blocks = match blocks(text) {
        Ok(blocks) => blocks,
        Err((line, word)) => {
            let message = format!("A block of ran-twice is `fragment` or `error` or neither, not `{word}`.");
            let what = What::Broken { shown: format!("{file}:{line}: {message}"), message };
            report.problems.push(Problem { file: file.to_owned(), line, column: 1, what });
            return report;
        }
    };
    let mut whole = String::new();
    for block in &blocks {
        if let Some(named) = named(&block.text).filter(|_| block.kind == BlockKind::Whole) {
            let (found, text) = shipped(file, block, &named, asked);
            report.add(found);
            text.unwrap_or_default().clone_into(&mut whole);
            continue;
        }
        let piece = Piece::of(file, block, &whole, asked);
        report.add(match block.kind {
            BlockKind::Whole | BlockKind::Fragment => piece.report(),
            BlockKind::Error => piece.must_fail(),
        });
        if block.kind == BlockKind::Whole {
            whole.clone_from(&block.text);
        }
    }
    report
}

/// Checks a block that names a shipped scenario; and that one's text, for pieces that follow.
fn shipped(file: &str, block: &Block, named: &Named<'_>, asked: Asked<'_>) -> (Report, Option<&'static str>) {
    let mut report = Report { scenarios: 1, ..Report::default() };
    let line = block.first_line + named.at;
    let found = match named.found() {
        Ok(found) => found,
        Err(troubles) => {
            report.problems.extend(troubles.into_iter().map(|message| {
                let what = What::Broken { shown: format!("{file}:{line}: {message}"), message };
                Problem { file: file.to_owned(), line, column: 1, what }
            }));
            return (report, None);
        }
    };
    if !named.expects_something() {
        report.runs = 1;
        return (report, Some(found.text));
    }
    let Joined { source, fragment_start: starts_at } = join(found.text, &named.expects);
    let piece = Piece { file, text: &named.expects, first_line: block.first_line, source, starts_at, asked };
    match open(&piece.source) {
        Ok(document) => {
            let run = found.run(document.scenario(&found.positions));
            piece.judge(&document, &found.positions, &run, &mut report);
        }
        Err(errors) => report.problems.extend(errors.iter().map(|error| piece.broken(error))),
    }
    (report, Some(found.text))
}

/// Reads a file's name for messages; standard input has one too.
#[must_use]
pub fn shown_name(path: &Path) -> String {
    if path == Path::new(files::STANDARD_INPUT) { "standard input".to_owned() } else { path.display().to_string() }
}
