//! The programs in use, line by line, with a pin for each process and what it has read beside the line that uses it.

mod notes;
mod fold;
mod path;
mod pins;

use std::sync::Arc;

use super::deed::{is_step, statement};
use super::inline::Who;
use super::moment::Moment;
use crate::lang::listing::ListedLine;
pub use crate::lang::listing::{Piece, PieceKind};
use crate::lang::scenario::ProgramId;
use crate::lang::value::Name;

/// One program: a handler, or the program of another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which program; the key of the listing.
    pub program: ProgramId,
    /// Its name.
    pub name: Name,
    /// What it is.
    pub kind: ListingKind,
    /// Its lines, lines of branches not taken left out.
    pub lines: Vec<Line>,
}

/// What a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingKind {
    /// It serves jobs.
    Handler,
    /// A purger, a sweeper, a producer.
    Process,
}

/// One line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its line in the scenario's text, from 1: the key of the line, over all listings.
    pub source_line: usize,
    /// The number of the atomic statement that begins here, from 1 in each program.
    pub number: Option<u32>,
    /// Is it quiet: a local line, a brace, a comment? Lines of an atomic statement are not.
    pub local: bool,
    /// How many characters it is indented.
    pub indent: usize,
    /// Its text after the indentation.
    pub pieces: Arc<[Piece]>,
    /// The process that just took the statement on this line.
    pub taken: Option<Who>,
    /// The processes that stand here.
    pub pins: Vec<Pin>,
    /// What stands beside the line: `seen` `W1 none` `W2 none`.
    pub notes: Vec<Note>,
    /// What becomes of the line where lines are folded (phones).
    pub fold: Fold,
}

/// A process at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Which process.
    pub who: Who,
    /// How it stands there.
    pub state: PinState,
}

/// How a process stands at a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinState {
    /// It takes this statement next.
    Here,
    /// Its run ended here.
    Ended,
    /// Its run failed here.
    Failed,
    /// It died before this statement.
    Died,
    /// It has not started; the pin stands at the head of its program.
    Waits,
    /// It holds no job and takes the next one; the pin stands there, too.
    Idle,
}

/// A note beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What the note is about: the variable's name. None for `W2 stopped here`.
    pub about: Option<String>,
    /// Who, and what: `W1` `none`; `W2` `stopped here`.
    pub parts: Vec<NotePart>,
}

/// What a note says of one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotePart {
    /// Which process.
    pub who: Who,
    /// What of it.
    pub text: String,
}

/// What becomes of a line where lines are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It stays.
    Stays,
    /// It stays and stands for the block it opens: [`FOLDED_BLOCK`] follows it.
    Stands,
    /// It is hidden.
    Hidden,
}

/// What stands for a folded block, after the line that opens it.
pub const FOLDED_BLOCK: &str = " … }";

/// The programs that processes run, in order of declaration.
#[must_use]
pub fn listings(moment: Moment<'_>) -> Vec<Listing> {
    let mut listings = Vec::new();
    for id in (0..moment.scenario.programs.len()).map(ProgramId::new) {
        if moment.scenario.processes.iter().any(|process| process.program == id) {
            listings.push(listing(moment, id));
        }
    }
    listings
}

fn listing(moment: Moment<'_>, id: ProgramId) -> Listing {
    let program = &moment.scenario.programs[id.index()];
    let mut lines: Vec<Line> = program.listing.iter().map(shown).collect();
    pins::place(moment, id, &mut lines);
    notes::place(moment, id, &mut lines);
    take(moment, id, &mut lines);
    fold::fold(&mut lines);
    let kind = if program.handler { ListingKind::Handler } else { ListingKind::Process };
    Listing { program: id, name: program.name.clone(), kind, lines }
}

/// A line before anything stands at it.
fn shown(line: &ListedLine) -> Line {
    Line {
        source_line: line.line,
        number: line.number,
        local: line.local,
        indent: line.indent,
        pieces: line.pieces.clone(),
        taken: None,
        pins: Vec::new(),
        notes: Vec::new(),
        fold: Fold::Stays,
    }
}

/// Tints the statement that was just taken.
fn take(moment: Moment<'_>, id: ProgramId, lines: &mut [Line]) {
    let Some(last) = moment.last().filter(|transition| is_step(transition)) else { return };
    let Some(process) = last.action.process() else { return };
    if moment.scenario.process(process).program != id {
        return;
    }
    let Some((instruction, _)) = statement(moment.scenario, last) else { return };
    for line in lines {
        if instruction.lines.hold(line.source_line) {
            line.taken = Some(moment.who(process));
        }
    }
}
