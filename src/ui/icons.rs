//! The pictures as nodes of the page.

use super::words::raw;
use crate::check::outcome::Sign;
pub use crate::draw::icons::{Icon, icon_text, ring_in, ring_text, sign_class};
use yew::prelude::*;

/// The picture, hidden from who hears the page: the words beside it say the same.
pub fn icon(icon: Icon) -> Html {
    raw(icon_text(icon))
}

/// The ring of an outcome: one closed, two that overlap, one that stays open.
pub fn ring(sign: Sign, block: &'static str) -> Html {
    raw(ring_in(sign, block))
}
