//! Scenario files: opened, dropped on the page, and saved. Nothing leaves the browser by it.

use super::editor::Done;
use super::happened::Happened;
use super::shell::when_settled;
use super::words::On;
use crate::app::files;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Reflect, Uint8Array};
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
    if let Err(words) = files::fits(&name, file.size()) {
        return on.emit(said(Err(words)));
    }
    let (read, failed, unread) = (on.clone(), on.clone(), files::unread(&name));
    let read = Closure::once_into_js(move |bytes: JsValue| {
        let bytes = Uint8Array::new(&bytes).to_vec();
        read.emit(said(files::text(&name, &bytes).map(str::to_owned)));
    });
    let failed = Closure::once_into_js(move |_: JsValue| failed.emit(said(Err(unread))));
    let promise = Reflect::get(file, &JsValue::from_str("arrayBuffer"))
        .and_then(|bytes| bytes.unchecked_into::<Function>().call0(file))
        .unwrap_or_default();
    when_settled(&promise, &read, &failed);
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
