//! One schedule on two designs, step by step: where they part, who was skipped, what stands in the tables, how each ends.

use super::deed::{Deed, deed};
use super::ending::ending;
use super::inline::{Saying, Sentence, plain};
use super::moment::Moment;
use super::sentence::done;
use super::tables::{TableView, views};
use crate::check::outcome::Sign;
use crate::check::trace::Trace;
use crate::lang::scenario::{Scenario, TableId};
use crate::sim::evaluate::plain as value_text;
use crate::sim::store::Row;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The run on screen, at the playhead.
    pub shown: Moment<'a>,
    /// The other design.
    pub other: &'a Scenario,
    /// Those actions of the run on screen that could happen there.
    pub run: &'a Trace,
    /// The same with a pause for each one that was skipped.
    pub paced: &'a Trace,
    /// For each step of the run on screen: how many have been taken there by then, or why it was skipped.
    pub steps: &'a [Result<usize, String>],
    /// What the two are called.
    pub labels: [&'a str; 2],
}

/// Two designs at the same step of the same schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Where they part, and the first step that only one of them stops.
    pub difference: Sentence,
    /// The design on screen, then the other one.
    pub sides: [Side; 2],
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub label: String,
    /// What happened there at the last step.
    pub now: Sentence,
    /// Earlier steps that were skipped there, each with its reason.
    pub skipped: Vec<String>,
    /// Its tables.
    pub tables: Vec<TableView>,
    /// How it ends, at the end of the schedule.
    pub end: Option<End>,
}

/// How a side ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The ring; none where it is not finished or performs no effect.
    pub sign: Option<Sign>,
    /// `One charge`, `Not finished`.
    pub headline: String,
    /// Who could go on, where it is not finished.
    pub unfinished: Sentence,
}

/// Both designs at the playhead.
#[must_use]
pub fn compare(pair: &Pair<'_>) -> Compared {
    let at = pair.shown.playhead;
    let other = Moment { scenario: pair.other, trace: pair.paced, playhead: at };
    let side = |which: usize, moment: Moment<'_>, run: &Trace| {
        let mut side = Side {
            label: pair.labels[which].to_owned(),
            now: said(pair, which, at),
            skipped: Vec::new(),
            tables: views(moment),
            end: moment.at_end().then(|| end(Moment { trace: run, playhead: run.len(), ..moment })),
        };
        for step in 1..at {
            if skip(pair, which, step).is_some() {
                side.skipped.push(plain(&said(pair, which, step)));
            }
        }
        side
    };
    Compared { difference: difference(pair), sides: [side(0, pair.shown, pair.shown.trace), side(1, other, pair.run)] }
}

fn end(moment: Moment<'_>) -> End {
    let ending = ending(moment);
    let unfinished = if ending.finished { Vec::new() } else { ending.sentence };
    End { sign: ending.sign, headline: ending.headline, unfinished }
}

/// Why this step (from 1) was skipped on this side; on the side of the screen none is.
fn skip<'a>(pair: &Pair<'a>, which: usize, step: usize) -> Option<&'a str> {
    let taken = pair.steps.get(step.checked_sub(1)?)?;
    taken.as_ref().err().filter(|_| which == 1).map(|reason| &**reason)
}

/// The run of this side after this step of the schedule.
fn moment<'a>(pair: &Pair<'a>, which: usize, step: usize) -> Moment<'a> {
    if which == 0 {
        return Moment { playhead: step, ..pair.shown };
    }
    let taken = pair.steps[..step].iter().rev().find_map(|taken| taken.as_ref().ok());
    Moment { scenario: pair.other, trace: pair.run, playhead: taken.copied().unwrap_or(0) }
}

/// What this step was on this side: `W1 performed the charge for charge-77.`
fn said(pair: &Pair<'_>, which: usize, step: usize) -> Sentence {
    let mut say = Saying::new(pair.shown.scenario);
    match skip(pair, which, step) {
        Some(reason) => {
            let process = pair.shown.trace.transitions[step - 1].action.process();
            write!(say, "Step {step}: ");
            say.who(process);
            write!(say, " is skipped, {reason}.");
        }
        None if step == 0 => say.words("Nothing has happened yet."),
        None => return done(moment(pair, which, step)),
    }
    say.said()
}

/// Does this side stop whoever takes this step?
fn stops(pair: &Pair<'_>, which: usize, step: usize) -> bool {
    let moment = moment(pair, which, step);
    skip(pair, which, step).is_some()
        || moment
            .last()
            .is_some_and(|last| matches!(deed(moment.scenario, last), Deed::Refused { .. } | Deed::Failed { .. }))
}

/// Where the two part, whatever the playhead: the first step that is another deed or leaves other rows.
fn difference(pair: &Pair<'_>) -> Sentence {
    let mut say = Saying::new(pair.shown.scenario);
    let steps = pair.steps.len();
    let [mine, theirs] = pair.labels;
    for step in 0..=steps {
        let said = [0, 1].map(|which| said(pair, which, step));
        let same = said[0] == said[1] || plain(&said[0]) == plain(&said[1]);
        let rows = if same { rows_apart(pair, step) } else { None };
        if same && rows.is_none() {
            continue;
        }
        match step {
            0 => say.words("They differ from the start."),
            1 => say.words("They part at step 1."),
            _ => write!(say, "Up to step {} both do the same. They part at step {step}.", step - 1),
        }
        if let Some((table, rows)) = rows {
            write!(say, " In {table}, ");
            say.strong(mine);
            write!(say, " has {}, and ", rows[0]);
            say.strong(theirs);
            write!(say, " has {}.", rows[1]);
        } else {
            for (label, said) in pair.labels.iter().zip(said) {
                on(&mut say, label);
                say.sentence(said);
            }
        }
        // Where each goes its own way, one of them can go on a long time before it matters.
        for later in step..=steps {
            let stopped = [0, 1].map(|which| stops(pair, which, later));
            if stopped[0] != stopped[1] {
                if later > step {
                    let which = usize::from(stopped[1]);
                    write!(say, " At step {later} only one of them stops somebody.");
                    on(&mut say, pair.labels[which]);
                    say.sentence(self::said(pair, which, later));
                }
                break;
            }
        }
        return say.said();
    }
    say.words("Both do the same at every step of this schedule.");
    say.said()
}

fn on(say: &mut Saying<'_>, label: &str) {
    say.words(" On ");
    say.strong(label);
    say.words(": ");
}

/// The first table of both that does not hold the same rows after this step, and the row of each that shows it.
fn rows_apart(pair: &Pair<'_>, step: usize) -> Option<(String, [String; 2])> {
    let sides = [0, 1].map(|which| moment(pair, which, step));
    for (at, table) in pair.shown.scenario.tables.iter().enumerate() {
        let Some(there) = pair.other.tables.iter().position(|other| other.name == table.name) else { continue };
        let rows = [sides[0].state().rows(TableId::new(at)), sides[1].state().rows(TableId::new(there))];
        for place in 0..rows[0].len().max(rows[1].len()) {
            let row = rows.map(|rows| rows.get(place));
            if row[0].map(|row| &row.cells) != row[1].map(|row| &row.cells) {
                return Some((table.name.to_string(), row.map(row_text)));
            }
        }
    }
    None
}

/// `(charge-77, 1789236682288)`, `no such row`.
fn row_text(row: Option<&Row>) -> String {
    let Some(row) = row else { return "no such row".to_owned() };
    let mut text = "(".to_owned();
    for (at, cell) in row.cells.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(&value_text(cell));
    }
    text + ")"
}
