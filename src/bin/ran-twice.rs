//! The terminal: see `ran_twice::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ran_twice::cli::main()
}
