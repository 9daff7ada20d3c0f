//! What the list of scenarios says: how many the filter finds, and how far the endings are.

/// The button that shows every ending, and the line beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingsWords {
    /// `Show every ending`, `Stop`, `Show the other 12 endings`, `Every ending is shown`.
    pub button: String,
    /// `40 of 52`; empty while nothing is counted.
    pub progress: String,
}

/// `7 of 52 scenarios.`, or that there is none; where only titles are known, that too.
#[must_use]
pub fn found(hits: usize, all: usize, text: &str, titles_only: bool) -> String {
    let mut words = match hits {
        0 => format!("No scenario says “{text}”."),
        _ => format!("{hits} of {all} scenarios."),
    };
    if titles_only {
        words.push_str(" Only titles were searched: the rest could not be loaded.");
    }
    words
}

/// The button that shows every ending: so many of all are known, each wanted or not, and counted just now or not.
#[must_use]
pub fn endings(known: usize, all: usize, wanted: bool, counting: bool) -> EndingsWords {
    let (button, progress) = match (counting, wanted) {
        (true, _) => ("Stop".to_owned(), format!("{known} of {all}")),
        (false, false) => ("Show every ending".to_owned(), String::new()),
        (false, true) if known == all => ("Every ending is shown".to_owned(), String::new()),
        (false, true) => (format!("Show the other {} endings", all - known), format!("{known} of {all}")),
    };
    EndingsWords { button, progress }
}
