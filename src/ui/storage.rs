//! What the browser keeps for the reader, where it does: storage may be missing, full or forbidden.

/// The name of the theme that was chosen.
pub const THEME: &str = "ran-twice.theme";
/// `off` where single keys are turned off.
pub const KEYS: &str = "ran-twice.keys";

/// What was kept under this name.
pub fn read(name: &str) -> Option<String> {
    super::window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps it, if the browser lets us.
pub fn keep(name: &str, value: &str) {
    if let Ok(Some(storage)) = super::window().local_storage() {
        let _ = storage.set_item(name, value);
    }
}
