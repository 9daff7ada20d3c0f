//! The terminal.
fn main() {}
