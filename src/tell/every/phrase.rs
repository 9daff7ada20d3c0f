//! Sentences with numbers of schedules in them: a large one is shown short, and known to the last digit.

use crate::check::count::Count;
use crate::tell::outcome;

/// A number of schedules as it is shown, and whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// `17,153,136`, `≈ 4.9 × 10⁴³`.
    pub shown: String,
    /// Every digit, in groups of three.
    pub exact: String,
}

impl Figure {
    /// The figure of a count.
    #[must_use]
    pub fn of(count: Count) -> Self {
        let least = if count.is_exact() { "" } else { "at least " };
        Self { shown: outcome::figure(count), exact: [least, &outcome::grouped(&count.decimal())].concat() }
    }

    /// Is it shown to the last digit?
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shown == self.exact
    }
}

/// A sentence and the figures in it, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence.
    pub text: String,
    /// Each figure in it.
    pub figures: Vec<Figure>,
}

impl Phrase {
    /// A sentence about these counts.
    #[must_use]
    pub fn of(text: String, counts: &[Count]) -> Self {
        Self { text, figures: counts.iter().copied().map(Figure::of).collect() }
    }

    /// The sentence in pieces: words, and the figure behind them.
    #[must_use]
    pub fn pieces(&self) -> Vec<(&str, Option<&Figure>)> {
        let mut pieces = Vec::new();
        let mut rest = &*self.text;
        for figure in &self.figures {
            if let Some((words, behind)) = rest.split_once(&figure.shown) {
                pieces.push((words, Some(figure)));
                rest = behind;
            }
        }
        pieces.push((rest, None));
        pieces
    }
}
