//! The page with the reader in place of its worker.

use ran_twice::app::message::Msg;
use ran_twice::app::model::Model;
use ran_twice::app::reader::read;
use ran_twice::app::update::update;

/// The page once every text is read that is to be.
pub fn settled(mut model: Model) -> Model {
    while let Some(reading) = model.reading().map(read) {
        model = update(&model, Msg::TextRead(reading.into())).expect("what was asked is heard");
    }
    model
}

/// The page at a link.
pub fn at(link: &str) -> Model {
    settled(Model::at("", link))
}

/// The page after something happened.
#[track_caller]
pub fn after(model: &Model, message: Msg) -> Model {
    settled(update(model, message).expect("it changes something"))
}
