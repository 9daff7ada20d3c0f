//! The programs in use, line by line, with a pin for each process and what it has read beside the line that uses it.

mod notes;
mod path;
mod pins;
mod text;

use super::deed::{is_step, statement};
use super::inline::Who;
use super::moment::Moment;
use crate::lang::program::{Instruction, Op, Program};
use crate::lang::scenario::ProgramId;
use crate::lang::span::position;
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
    pub pieces: Vec<Piece>,
    /// The process that just took the statement on this line.
    pub taken: Option<Who>,
    /// The processes that stand here.
    pub pins: Vec<Pin>,
    /// What stands beside the line: `seen` `W1 none` `W2 none`.
    pub notes: Vec<Note>,
    /// What becomes of the line where lines are folded (phones).
    pub fold: Fold,
}

/// A stretch of one kind of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// The text.
    pub text: String,
}

/// What a stretch of text is. Code has no hue; keywords are bold, comments are quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A word of the language.
    Keyword,
    /// Text in quotes.
    Text,
    /// Names, numbers, signs.
    Plain,
    /// From `#` to the end of the line.
    Comment,
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
    let mut lines = text::lines(moment.source, program);
    number(moment, program, &mut lines);
    pins::place(moment, id, &mut lines);
    notes::place(moment, id, &mut lines);
    take(moment, id, &mut lines);
    text::fold(&mut lines);
    let kind = if program.handler { ListingKind::Handler } else { ListingKind::Process };
    Listing { program: id, name: program.name.clone(), kind, lines }
}

/// Numbers the atomic statements; every line of one is loud.
fn number(moment: Moment<'_>, program: &Program, lines: &mut [Line]) {
    let mut next = 0;
    for instruction in program.code.iter().filter(|instruction| matches!(instruction.op, Op::Atomic(_))) {
        next += 1;
        let (first, last) = lines_of(moment, instruction);
        for line in &mut *lines {
            if first <= line.source_line && line.source_line <= last {
                line.local = false;
            }
            if line.source_line == first && line.number.is_none() {
                line.number = Some(next);
            }
        }
    }
}

/// Tints the statement that was just taken.
fn take(moment: Moment<'_>, id: ProgramId, lines: &mut [Line]) {
    let Some(last) = moment.last().filter(|transition| is_step(transition)) else { return };
    let process = last.action.process();
    if moment.scenario.process(process).program != id {
        return;
    }
    let Some((instruction, _)) = statement(moment.scenario, last) else { return };
    let (first, last) = lines_of(moment, instruction);
    for line in lines {
        if first <= line.source_line && line.source_line <= last {
            line.taken = Some(moment.who(process));
        }
    }
}

/// The first and the last line of a statement.
fn lines_of(moment: Moment<'_>, instruction: &Instruction) -> (usize, usize) {
    let span = instruction.span;
    (line_of(moment, span.start), line_of(moment, span.end.saturating_sub(1)))
}

/// The line of the text that holds this byte.
fn line_of(moment: Moment<'_>, at: u32) -> usize {
    position(moment.source, at).line
}
