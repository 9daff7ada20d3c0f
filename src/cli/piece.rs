//! A scenario to check, or a piece of one, with where it stands: its expectations are judged on every design.

use super::blocks::{Block, BlockKind};
use super::explore::schedule;
use super::notes::{Note, of_schedule};
use super::report::{Problem, Report, ShownBy, Warning, What};
use super::variant::{all_positions, combinations};
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
use crate::lang::document::{Document, Positions};
use crate::lang::fragment::join;
use crate::lang::scenario::Scenario;
use crate::lang::span::{Position, Span, position};
use crate::tell::found;
use crate::tell::outcome::words;

/// What `--switch` asks for, in pairs of a switch and its position.
pub type Asked<'a> = &'a [(&'a str, &'a str)];

/// A text to check, with where it stands in its file, and the whole source it is a piece of.
pub struct Piece<'a> {
    /// Its file.
    pub file: &'a str,
    /// It.
    pub text: &'a str,
    /// The line of the file that it starts on, from 1.
    pub first_line: usize,
    /// What is read: it, or what it is a piece of with it.
    pub source: String,
    /// The byte of that where it begins.
    pub starts_at: u32,
    /// Where switches have to stand.
    pub asked: Asked<'a>,
}

impl<'a> Piece<'a> {
    /// A block, after the whole scenario that stands above it.
    pub fn of(file: &'a str, block: &'a Block, whole: &str, asked: Asked<'a>) -> Self {
        let alone = block.kind == BlockKind::Whole || whole.is_empty() || is_whole(&block.text);
        let (source, starts_at) = if alone {
            (block.text.clone(), 0)
        } else {
            let joined = join(whole, &block.text);
            (joined.source, joined.fragment_start)
        };
        Self { file, text: &block.text, first_line: block.first_line, source, starts_at, asked }
    }

    /// What is found in it on every design.
    pub fn report(&self) -> Report {
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
            self.judge(document, &positions, &shown(document.scenario(&positions)), report);
        }
    }

    /// Judges what is expected of a run, and of every other, of one design.
    pub fn judge(&self, document: &Document, positions: &Positions, run: &Replay, report: &mut Report) {
        let scenario = document.scenario(positions);
        report.runs += 1;
        let under = document.positions_text(positions);
        let warnings = self.warnings(scenario, run, &under);
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
                let place = self.place(expect.span);
                report.problems.push(Problem {
                    file: self.file.to_owned(),
                    line: place.line,
                    column: place.column,
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
            line: self.place(note.item.unwrap_or(whole)).line,
            under: under.to_owned(),
            text: note.text,
        };
        notes.map(warning).collect()
    }

    /// The block must fail, and say each of the words that its first lines ask for.
    pub fn must_fail(&self) -> Report {
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
                column: 1,
                what: What::FailsOtherwise { wanted, found },
            })
            .into_iter()
            .collect();
        // The block is one expectation: that it fails.
        (failed.expectations, failed.doubtful) = (1, 0);
        failed.warnings.clear();
        failed
    }

    /// A mistake in it, where it stands.
    pub fn broken(&self, error: &Diagnostic) -> Problem {
        // What goes wrong in the whole scenario because of this piece is shown at the piece's start.
        let shift = |at: u32| at.saturating_sub(self.starts_at).min(self.text.len() as u32);
        let span = Span { start: shift(error.span.start), end: shift(error.span.end) };
        let here = Diagnostic { span, ..error.clone() };
        let shown = here.rendered(self.file, self.text, self.first_line).to_string();
        let what = What::Broken { message: error.to_string(), shown };
        let Position { line, column } = self.place(error.span);
        Problem { file: self.file.to_owned(), line, column, what }
    }

    fn place(&self, span: Span) -> Position {
        let at = position(self.text, span.start.saturating_sub(self.starts_at));
        Position { line: at.line + self.first_line - 1, ..at }
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
