//! Floor 0: scenario text to checked program, with spans and errors that teach.
//!
//! [`document::read`] is the door: text in, a [`document::Document`] or all of its [`diagnostic::Diagnostic`]s out.
//! The rooms, in the order the text goes through them.

pub mod limits;
pub mod span;
pub mod diagnostic;
pub mod value;
pub mod scenario;
pub mod schedule;
pub mod program;
pub mod visit;
pub mod claim;
pub mod words;
pub mod token;
pub mod listing;
pub mod nearest;
pub mod order;
pub mod problems;
pub mod syntax;
pub mod parser;
pub mod checker;
pub mod document;
pub mod packed;
pub mod fragment;
