//! What came of a run: a headline, a sentence, a sign, and the author's takeaway.

use super::inline::Sentence;
use super::moment::Moment;
use crate::check::outcome::Sign;

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The ring to draw; none where the run is unfinished or performs no effect.
    pub sign: Option<Sign>,
    /// `Two charges, the key twice`.
    pub headline: String,
    /// How it came to that.
    pub sentence: Sentence,
    /// The author's takeaway; none while the run is unfinished.
    pub takeaway: Option<Sentence>,
    /// Is nothing but a fault possible any more?
    pub finished: bool,
}

/// What came of the run. The playhead plays no part: it is the end of the whole run that is told.
#[must_use]
pub fn ending(moment: Moment<'_>) -> Ending {
    let _ = moment;
    todo!()
}

/// A sign as the chapters write it beside the ring: `×1`, `×2`, `×0`.
#[must_use]
pub fn sign_text(sign: Sign) -> String {
    match sign {
        Sign::Once => "×1".to_owned(),
        Sign::Never => "×0".to_owned(),
        Sign::Repeated(times) => format!("×{times}"),
    }
}

/// A sign in words, for who does not see the ring: `once`, `never`, `twice`, `3 times`.
#[must_use]
pub fn sign_words(sign: Sign) -> String {
    match sign {
        Sign::Once => "once".to_owned(),
        Sign::Never => "never".to_owned(),
        Sign::Repeated(2) => "twice".to_owned(),
        Sign::Repeated(times) => format!("{times} times"),
    }
}
