//! Figures that a test run reports: counted by the tests, collected by `script/test`.

use std::io::Write as _;

/// Reports a figure: printed, and added to the file that `RAN_TWICE_COUNTERS` names.
pub fn count(name: &str, value: usize) {
    println!("counter: {name} {value}");
    if let Some(path) = std::env::var_os("RAN_TWICE_COUNTERS") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.expect("the file of counters can be written");
        writeln!(file, "{name} {value}").expect("the file of counters can be written");
    }
}
