//! What the page is after something happened.

use super::message::Msg;
use super::model::Model;

/// The page after `message`; none where nothing changes.
#[must_use]
pub fn update(model: &Model, message: Msg) -> Option<Model> {
    let _ = (model, message);
    todo!()
}
