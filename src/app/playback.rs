//! How long each step stays while playing: 250 ms a word of its sentence, within bounds, divided by the speed.

use super::model::{Model, Speed};
use crate::tell::inline::{Inline, plain};
use crate::tell::sentence::told;

/// What a word takes to read.
pub const WORD_MS: u32 = 250;
/// No step stays shorter, at 1×: the eye has to find what moved.
pub const STEP_MS_MIN: u32 = 1_200;
/// No step stays longer, at 1×.
pub const STEP_MS_MAX: u32 = 5_000;

/// How long the moment on screen stays before the next step, in milliseconds; none where nothing plays.
#[must_use]
pub fn pause_ms(model: &Model) -> Option<u32> {
    let player = model.player()?;
    (model.playing && !player.at_end()).then(|| sentence_ms(&told(player.moment()).sentence, model.speed))
}

/// How long a sentence stays at this speed, in milliseconds.
#[must_use]
pub fn sentence_ms(sentence: &[Inline], speed: Speed) -> u32 {
    let words = plain(sentence).split_whitespace().count() as u32;
    (words * WORD_MS).clamp(STEP_MS_MIN, STEP_MS_MAX) * 2 / speed.halves()
}
