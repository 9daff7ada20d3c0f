//! What a check found, for people and for machines.

#![expect(missing_docs, reason = "a variant's sentence names its fields")]

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde_json::{Value, json};

/// What a check of all files found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many files were read.
    pub files: usize,
    /// How many scenarios they hold, pieces included.
    pub scenarios: usize,
    /// How many runs were replayed: one for each combination of switches.
    pub runs: usize,
    /// How many expectations were judged, each once for each combination it stands in.
    pub expectations: usize,
    /// How many of them speak of a shown run that is not the one its schedule says.
    pub doubtful: usize,
    /// What of the schedules of shown runs did not happen.
    pub warnings: Vec<Warning>,
    /// What does not hold, in order of files and lines.
    pub problems: Vec<Problem>,
    /// Every position of every switch that was met, as `--switch` writes it.
    pub positions: BTreeSet<String>,
}

/// Something of a schedule that did not happen. The expectations of its run are judged all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: String,
    /// The line of the item, or of the schedule, from 1.
    pub line: usize,
    /// Under these switch positions.
    pub under: String,
    /// What did not happen.
    pub text: String,
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in it, from 1; in Markdown that of its block.
    pub column: usize,
    /// What it is.
    pub what: What,
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The text has an error; `shown` is the error with its line underlined.
    Broken { message: String, shown: String },
    /// An expectation does not hold under these switch positions.
    Fails { under: String, expected: String, found: String, shown_by: Option<ShownBy>, because: Vec<String> },
    /// A block that must fail does not, or fails with other words.
    FailsOtherwise { wanted: String, found: String },
}

/// The simplest schedule that shows why an expectation over every schedule does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownBy {
    /// As `run --schedule` takes it; nothing where the start itself shows it.
    pub schedule: String,
    /// Does the claim hold there?
    pub holds: bool,
    /// What comes of it: `charges twice`; none where it goes to a moment only.
    pub leads_to: Option<String>,
}

impl Report {
    /// Adds what another check found.
    pub fn add(&mut self, other: Self) {
        self.files += other.files;
        self.scenarios += other.scenarios;
        self.runs += other.runs;
        self.expectations += other.expectations;
        self.doubtful += other.doubtful;
        self.warnings.extend(other.warnings);
        self.problems.extend(other.problems);
        self.positions.extend(other.positions);
    }

    /// The report as one JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "files": self.files,
            "scenarios": self.scenarios,
            "runs": self.runs,
            "expectations": self.expectations,
            "warnings": self.warnings.iter().map(Warning::json).collect::<Vec<_>>(),
            "problems": self.problems.iter().map(Problem::json).collect::<Vec<_>>(),
        })
    }
}

impl Warning {
    fn json(&self) -> Value {
        json!({ "file": self.file, "line": self.line, "switch": self.under, "message": self.text })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}{}", self.file, self.line, self.text, with(&self.under))
    }
}

/// ` (with key:unique)`.
fn with(under: &str) -> String {
    if under.is_empty() { String::new() } else { format!(" (with {under})") }
}

impl Problem {
    fn json(&self) -> Value {
        let (kind, more) = match &self.what {
            What::Broken { message, .. } => ("error", json!({ "message": message })),
            What::Fails { under, expected, found, shown_by, because } => {
                let object = json!({
                    "switch": under,
                    "expected": expected,
                    "found": found,
                    "counterexample": shown_by.as_ref().map(ShownBy::json),
                    "schedule_not_followed": because,
                });
                ("expectation", object)
            }
            What::FailsOtherwise { wanted, found } => ("must-fail", json!({ "expected": wanted, "found": found })),
        };
        let mut object = json!({ "file": self.file, "line": self.line, "column": self.column, "kind": kind });
        if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
            object.extend(more);
        }
        object
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Broken { shown, .. } => f.write_str(shown),
            What::Fails { under, expected, found, shown_by, because } => {
                let (file, line, with) = (&self.file, self.line, with(under));
                write!(f, "{file}:{line}: does not hold{with}\n  expected: {expected}\n  found:    {found}")?;
                for because in because {
                    write!(f, "\n  {because}")?;
                }
                shown_by.as_ref().map_or(Ok(()), |by| write!(f, "\n{by}"))
            }
            What::FailsOtherwise { wanted, found } => {
                write!(f, "{}:{}: must fail\n  expected: {wanted}\n  found:    {found}", self.file, self.line)
            }
        }
    }
}

impl ShownBy {
    fn json(&self) -> Value {
        json!({ "schedule": self.schedule, "holds": self.holds, "leads_to": self.leads_to })
    }
}

/// The schedule stands on a line of its own, to be copied whole.
impl fmt::Display for ShownBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds = if self.holds { "it holds" } else { "it does not hold" };
        match &*self.schedule {
            "" => write!(f, "  before the first step {holds}"),
            schedule => write!(f, "  simplest schedule where {holds}:\n    {schedule}"),
        }?;
        self.leads_to.as_ref().map_or(Ok(()), |words| write!(f, "\n  leads to: {words}"))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}\n")?;
        }
        f.write_str(&self.summary())
    }
}

impl Report {
    /// What was checked, and how much of it holds.
    #[must_use]
    pub fn summary(&self) -> String {
        let judged = format!(
            "{} in {}, {} replayed",
            counted(self.scenarios, "scenario"),
            counted(self.files, "file"),
            counted(self.runs, "run")
        );
        let run = match self.doubtful {
            0 => "",
            1 => "; the run that 1 of them speaks of is not as its schedule says (see the warnings)",
            _ => "; the runs that {} of them speak of are not as their schedules say (see the warnings)",
        };
        let judged = judged + &run.replace("{}", &self.doubtful.to_string());
        match self.problems.len() {
            0 => {
                let hold = if self.expectations == 1 { "holds" } else { "hold" };
                format!("{} {hold}: {judged}", counted(self.expectations, "expectation"))
            }
            problems => format!(
                "{} found, {} judged: {judged}",
                counted(problems, "problem"),
                counted(self.expectations, "expectation")
            ),
        }
    }
}

/// `1 file`, `2 files`.
fn counted(number: usize, noun: &str) -> String {
    let mut text = format!("{number} {noun}");
    if number != 1 {
        write!(text, "s").expect("writing to a String cannot fail");
    }
    text
}
