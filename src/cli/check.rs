//! `ran-twice check`: replays every expectation of scenario files and of the scenarios in Markdown.

use std::path::Path;

use super::Exit;
use super::arguments::CheckArguments;
use super::blocks::{Block, BlockKind, blocks};
use super::explore::schedule;
use super::files::{self, Kind};
use super::notes::{Note, of_schedule};
use super::report::{Problem, Report, ShownBy, Warning, What};
use super::run::refuse;
use super::variant::{all_positions, asked, check_met, combinations};
use crate::check::counterexample::counterexample;
use crate::check::everywhere;
use crate::check::expectation::{Verdict, judge};
use crate::check::explore::Explorer;
use crate::check::load::open;
use crate::check::outcome::Outcome;
use crate::check::relevance::Merging;
use crate::check::replay::{Replay, shown};
use crate::lang::claim::{Expect, Scope};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::document::Document;
use crate::lang::fragment::join;
use crate::lang::scenario::Scenario;
use crate::lang::span::{Span, position};
use crate::tell::found;
use crate::tell::outcome::words;

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
    for warning in &report.warnings {
        eprintln!("{warning}");
    }
    if arguments.json {
        super::print(&format!("{:#}\n", report.json()));
    } else {
        super::print(&format!("{report}\n"));
    }
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
            report.problems.push(Problem { file: file.to_owned(), line, what });
            return report;
        }
    };
    let mut whole = String::new();
    for block in &blocks {
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

/// What `--switch` asks for, in pairs of a switch and its position.
type Asked<'a> = &'a [(&'a str, &'a str)];

/// A text to check, with where it stands in its file, and the whole source it is a piece of.
struct Piece<'a> {
    file: &'a str,
    text: &'a str,
    first_line: usize,
    source: String,
    starts_at: u32,
    asked: Asked<'a>,
}

impl<'a> Piece<'a> {
    fn of(file: &'a str, block: &'a Block, whole: &str, asked: Asked<'a>) -> Self {
        let alone = block.kind == BlockKind::Whole || whole.is_empty() || is_whole(&block.text);
        let (source, starts_at) = if alone {
            (block.text.clone(), 0)
        } else {
            let joined = join(whole, &block.text);
            (joined.source, joined.fragment_start)
        };
        Self { file, text: &block.text, first_line: block.first_line, source, starts_at, asked }
    }

    fn report(&self) -> Report {
        let mut report = Report { scenarios: 1, ..Report::default() };
        match open(&self.source) {
            Ok(document) => self.replay(&document, &mut report),
            Err(errors) => report.problems.extend(errors.iter().map(|error| self.broken(error))),
        }
        report
    }

    fn replay(&self, document: &Document, report: &mut Report) {
        report.positions.extend(all_positions(document));
        for positions in combinations(document, self.asked) {
            let scenario = document.scenario(&positions);
            let run = shown(scenario);
            report.runs += 1;
            let under = document.positions_text(&positions);
            let warnings = self.warnings(scenario, &run, &under);
            // The whole scenario's own expectations were judged where it stands.
            let expects = scenario.expects.iter().filter(|expect| expect.span.start >= self.starts_at);
            let mut explored = None;
            for expect in expects {
                report.expectations += 1;
                let of_shown = expect.scope == Scope::ShownRun;
                report.doubtful += usize::from(of_shown && !warnings.is_empty());
                let (verdict, shown_by) = match expect.scope {
                    Scope::ShownRun => (judge(scenario, &run.trace, expect), None),
                    Scope::Schedules(_) | Scope::States(_) => {
                        judged_everywhere(explored.get_or_insert_with(|| explore(scenario)), expect)
                    }
                };
                if let Verdict::Fails(found) = verdict {
                    report.problems.push(Problem {
                        file: self.file.to_owned(),
                        line: self.line(expect.span),
                        what: What::Fails {
                            under: under.clone(),
                            expected: expect.span.text(&self.source).to_owned(),
                            found: found::words(scenario, &found),
                            shown_by,
                            because: if of_shown { texts(&warnings) } else { Vec::new() },
                        },
                    });
                }
            }
            report.warnings.extend(warnings);
        }
    }

    /// What of the schedule of the shown run did not happen.
    fn warnings(&self, scenario: &Scenario, run: &Replay, under: &str) -> Vec<Warning> {
        let whole = scenario.shown_schedule().map(|schedule| schedule.span).unwrap_or_default();
        // A piece that claims nothing of the whole scenario's schedule is not about it.
        let own = |span: Span| span.start >= self.starts_at;
        let claims = |expect: &Expect| expect.scope == Scope::ShownRun && own(expect.span);
        if !own(whole) && !scenario.expects.iter().any(claims) {
            return Vec::new();
        }
        let notes = of_schedule(&self.source, scenario, run).into_iter();
        let warning = |note: Note| Warning {
            file: self.file.to_owned(),
            line: self.line(note.item.unwrap_or(whole)),
            under: under.to_owned(),
            text: note.text,
        };
        notes.map(warning).collect()
    }

    /// The block must fail, and say each of the words that its first lines ask for.
    fn must_fail(&self) -> Report {
        let mut failed = self.report();
        let said: Vec<String> = failed.problems.iter().map(|problem| problem.what.plain()).collect();
        let wanted = wanted_words(self.text);
        let missing: Vec<&&str> =
            wanted.iter().filter(|words| !said.iter().any(|said| said.contains(**words))).collect();
        let problem = if wanted.is_empty() {
            Some(("a first line `# error: words`".to_owned(), "none".to_owned()))
        } else if said.is_empty() {
            Some((wanted.join("; "), "nothing fails".to_owned()))
        } else {
            missing.first().map(|words| ((**words).to_owned(), said.join("; ")))
        };
        failed.problems = problem
            .map(|(wanted, found)| Problem {
                file: self.file.to_owned(),
                line: self.first_line,
                what: What::FailsOtherwise { wanted, found },
            })
            .into_iter()
            .collect();
        // The block is one expectation: that it fails.
        (failed.expectations, failed.doubtful) = (1, 0);
        failed.warnings.clear();
        failed
    }

    fn broken(&self, error: &Diagnostic) -> Problem {
        // What goes wrong in the whole scenario because of this piece is shown at the piece's start.
        let shift = |at: u32| at.saturating_sub(self.starts_at).min(self.text.len() as u32);
        let span = Span { start: shift(error.span.start), end: shift(error.span.end) };
        let here = Diagnostic { span, ..error.clone() };
        let shown = here.rendered(self.file, self.text, self.first_line).to_string();
        let what = What::Broken { message: error.to_string(), shown };
        Problem { file: self.file.to_owned(), line: self.line(error.span), what }
    }

    fn line(&self, span: Span) -> usize {
        let at = span.start.saturating_sub(self.starts_at);
        position(self.text, at).line + self.first_line - 1
    }
}

impl What {
    fn plain(&self) -> String {
        match self {
            Self::Broken { message, .. } => message.clone(),
            Self::Fails { found, .. } | Self::FailsOtherwise { found, .. } => found.clone(),
        }
    }
}

/// The verdict on an expectation of every schedule, and what shows it where it fails.
fn judged_everywhere(explorer: &mut Explorer<'_>, expect: &Expect) -> (Verdict, Option<ShownBy>) {
    let verdict = everywhere::judge(explorer, expect);
    if verdict == Verdict::Holds {
        return (verdict, None);
    }
    let to_the_end = matches!(expect.scope, Scope::Schedules(_));
    let shown_by = counterexample(explorer, expect).map(|shown_by| {
        let scenario = explorer.scenario();
        let outcome = Outcome::of(scenario, shown_by.trace.last());
        ShownBy {
            schedule: schedule(scenario, &shown_by.trace),
            holds: shown_by.holds,
            leads_to: to_the_end.then(|| words(scenario, &outcome)),
        }
    });
    (verdict, shown_by)
}

/// Every schedule of a scenario, to the end.
fn explore(scenario: &Scenario) -> Explorer<'_> {
    let mut explorer = Explorer::new(scenario, Merging::default());
    explorer.finish();
    explorer
}

fn texts(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(|warning| warning.text.clone()).collect()
}

/// Does the text stand alone: does it give itself a title?
fn is_whole(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("title "))
}

/// The words after `# error:` in the lines that the block starts with.
fn wanted_words(text: &str) -> Vec<&str> {
    text.lines().map_while(|line| line.trim().strip_prefix("# error:")).map(str::trim).collect()
}

/// Reads a file's name for messages; standard input has one too.
#[must_use]
pub fn shown_name(path: &Path) -> String {
    if path == Path::new(files::STANDARD_INPUT) { "standard input".to_owned() } else { path.display().to_string() }
}
