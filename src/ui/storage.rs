//! What the browser keeps for the reader, where it does: storage may be missing, full or forbidden.

/// The name of the theme that was chosen.
pub const THEME: &str = "ran-twice.theme";
/// `off` where single keys are turned off.
pub const KEYS: &str = "ran-twice.keys";

/// The drafts that are kept, by number, the latest last; each stands under its own name behind this one.
pub const DRAFTS: &str = "ran-twice.drafts";
/// In the tab's own storage: the draft that is written in it.
pub const DRAFT: &str = "ran-twice.draft";

/// What was kept under this name.
pub fn read(name: &str) -> Option<String> {
    super::window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps it, if the browser lets us. Does it?
pub fn keep(name: &str, value: &str) -> bool {
    let storage = super::window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, value).is_ok())
}

/// Keeps it no longer.
pub fn forget(name: &str) {
    if let Ok(Some(storage)) = super::window().local_storage() {
        let _ = storage.remove_item(name);
    }
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
