//! Floor 5, the terminal: `ran-twice run`, `ran-twice check` and `ran-twice explore`.
//!
//! stdout is the result, stderr the talk. Exit codes: 0 done, 1 something does not hold or cannot happen, 2 the
//! command line or a file is not usable.

pub mod annotations;
pub mod arguments;
pub mod blocks;
pub mod check;
pub mod explore;
pub mod files;
pub mod named;
pub mod notes;
pub mod piece;
pub mod report;
pub mod run;
pub mod variant;

use std::io::Write as _;
use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser as _;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well: 0.
    Done,
    /// Something does not hold, or cannot happen: 1.
    Failed,
    /// The command line or a file is not usable: 2.
    Unusable,
}

/// Prints the result. Whoever reads it may stop reading: `| head` is no error.
fn print(text: &str) {
    if let Err(error) = std::io::stdout().write_all(text.as_bytes())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("the result could not be written: {error}");
    }
}

/// Reads the command line and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    let exit = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Explore(arguments) => explore::explore(&arguments),
    };
    ExitCode::from(match exit {
        Exit::Done => 0,
        Exit::Failed => 1,
        Exit::Unusable => 2,
    })
}
