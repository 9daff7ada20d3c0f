//! Scenario files: opened, dropped on the page, and saved. Nothing leaves the browser by it.

use super::editor::Done;
use super::happened::Happened;
use super::words::On;
use crate::lang::limits::SOURCE_BYTES_MAX;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, DragEvent, File, HtmlAnchorElement, Url};

/// How long a browser may take to begin with a download.
const SAVE_MS_MAX: u32 = 10_000;

/// Reads a file that was chosen or dropped: [`Done::Read`] has its text, or says why it has none.
pub fn read(file: &File, on: &On) {
    let name = file.name();
    let said = |text: Result<String, String>| Happened::Edited(Rc::new(Done::Read(text)));
    if file.size() > SOURCE_BYTES_MAX as f64 {
        return on.emit(said(Err([&name, " is larger than a scenario may be: it has at most 256 kB."].concat())));
    }
    let (read, failed) = (on.clone(), on.clone());
    let none = [&name, " could not be read."].concat();
    let no_text = [&name, " holds no text."].concat();
    let read = Closure::once_into_js(move |text: JsValue| {
        let text = text.as_string().filter(|text| !text.contains(['\0', '\u{fffd}']));
        read.emit(said(text.ok_or(no_text)));
    });
    let failed = Closure::once_into_js(move |_: JsValue| failed.emit(said(Err(none))));
    let promise = Reflect::get(file, &JsValue::from_str("text"))
        .and_then(|text| text.unchecked_into::<Function>().call0(file))
        .unwrap_or_default();
    if let Ok(chain) = Reflect::get(&promise, &JsValue::from_str("then"))
        && let Some(chain) = chain.dyn_ref::<Function>()
    {
        let _ = chain.call2(&promise, &read, &failed);
    }
}

/// Saves a text as a file of this name, where the browser puts what it downloads.
pub fn save(name: &str, text: &str) {
    let parts = Array::of1(&JsValue::from_str(text));
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain;charset=utf-8");
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &kind) else { return };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else { return };
    if let Ok(link) = super::document().create_element("a").map(JsCast::unchecked_into::<HtmlAnchorElement>) {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    Timeout::new(SAVE_MS_MAX, move || drop(Url::revoke_object_url(&address))).forget();
}

/// Hears what is dropped anywhere on the page; the browser would leave the page for it.
pub fn on_drop(on: On) {
    let dropped = Closure::<dyn FnMut(DragEvent)>::new(move |drag: DragEvent| {
        let Some(data) = drag.data_transfer().filter(|data| data.types().includes(&JsValue::from_str("Files"), 0))
        else {
            return;
        };
        drag.prevent_default();
        if let Some(file) = data.files().and_then(|files| files.get(0))
            && drag.type_() == "drop"
        {
            on.emit(Happened::Edited(Rc::new(Done::Picked(file))));
        }
    });
    let function: Function = dropped.into_js_value().unchecked_into();
    for event in ["dragover", "drop"] {
        let _ = super::document().add_event_listener_with_callback(event, &function);
    }
}

/// The name of a file for a scenario of this title.
pub fn name(title: &str) -> String {
    let mut name = String::new();
    for letter in title.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    [if name.is_empty() { "scenario" } else { name }, ".twice"].concat()
}
