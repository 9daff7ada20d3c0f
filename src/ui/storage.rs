//! What the browser keeps for the reader, where it does: storage may be missing, full or forbidden.

use crate::app::drafts::Shelf;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The name of the theme that was chosen.
pub const THEME: &str = "ran-twice.theme";
/// `off` where single keys are turned off.
pub const KEYS: &str = "ran-twice.keys";

/// What the browser keeps for every tab of the page.
pub struct Browser;

impl Shelf for Browser {
    fn read(&self, name: &str) -> Option<String> {
        read(name)
    }

    fn keep(&self, name: &str, value: &str) -> bool {
        keep(name, value)
    }

    fn forget(&self, name: &str) {
        if let Ok(Some(storage)) = super::window().local_storage() {
            let _ = storage.remove_item(name);
        }
    }
}

/// What was kept under this name.
pub fn read(name: &str) -> Option<String> {
    super::window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps it, if the browser lets us. Does it?
pub fn keep(name: &str, value: &str) -> bool {
    let storage = super::window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, value).is_ok())
}

/// What this tab keeps under this name; it keeps it over a reload.
pub fn of_tab(name: &str) -> Option<String> {
    super::window().session_storage().ok()??.get_item(name).ok()?
}

/// Keeps it for this tab, or nothing any more.
pub fn keep_for_tab(name: &str, value: Option<&str>) {
    if let Ok(Some(storage)) = super::window().session_storage() {
        let _ = match value {
            Some(value) => storage.set_item(name, value),
            None => storage.remove_item(name),
        };
    }
}

/// Keeps what is written as long as the page lives, where the browser keeps nothing.
pub fn hold(text: &str) {
    let _ = Reflect::set(&super::window(), &JsValue::from_str("ranTwiceDraft"), &JsValue::from_str(text));
}
