//! Tokens to syntax tree. A mistake skips to the end of its statement, and reading goes on behind it.

mod cursor;
mod hint;
mod layout;
mod block;
mod declaration;
mod running;
mod stray;
mod table;
mod statement;
mod step;
mod expression;
mod text;
mod schedule;
mod claim;
mod condition;

use super::limits::SOURCE_BYTES_MAX;
use super::problems::Problems;
use super::span::Span;
use super::syntax::{File, ScheduleItem};
use cursor::Parser;

/// What reading made of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// Everything that could be read.
    pub file: File,
    /// What could not.
    pub problems: Problems,
}

/// Reads a whole file. Never fails: what cannot be read is in the problems.
#[must_use]
pub fn parse(source: &str) -> Parsed {
    if let Some(problems) = too_long(source) {
        return Parsed { file: File::default(), problems };
    }
    let mut parser = Parser::new(source);
    let file = parser.file();
    Parsed { file, problems: parser.problems }
}

/// Reads the items of a schedule that stands alone, as after `--schedule`.
#[must_use]
pub fn parse_schedule_items(text: &str) -> (Vec<ScheduleItem>, Problems) {
    if let Some(problems) = too_long(text) {
        return (Vec::new(), problems);
    }
    let mut parser = Parser::new(text);
    let items = parser.lone_schedule();
    (items, parser.problems)
}

fn too_long(source: &str) -> Option<Problems> {
    let mut problems = Problems::default();
    if source.len() > SOURCE_BYTES_MAX {
        let message = format!("A scenario's text has at most {SOURCE_BYTES_MAX} bytes; this one has {}.", source.len());
        problems.add(Span::default(), message);
    }
    (!problems.is_empty()).then_some(problems)
}
