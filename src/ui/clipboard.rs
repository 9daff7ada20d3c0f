//! Puts text on the clipboard: by the browser's own way, or by selecting it where that is missing or forbidden.

use super::shell::when_settled;
use js_sys::Reflect;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlDocument, HtmlElement, HtmlTextAreaElement};

/// Copies `text` and tells `then` whether it is on the clipboard.
pub fn copy(text: String, then: impl Fn(bool) + Clone + 'static) {
    let otherwise = text.clone();
    write(&text, then, move || by_selection(&otherwise));
}

/// Copies what a field holds. Where that is refused, its text stays selected, for the reader's own keys. A dialog needs this:
/// nothing outside of it can be selected.
pub fn copy_field(field: &HtmlTextAreaElement, then: impl Fn(bool) + Clone + 'static) {
    let shown = field.clone();
    write(&field.value(), then, move || {
        let focused = focused();
        let _ = shown.focus();
        shown.select();
        let copied = copy_selected();
        if let Some(focused) = focused.filter(|_| copied) {
            let _ = focused.focus();
        }
        copied
    });
}

fn write(text: &str, then: impl Fn(bool) + Clone + 'static, otherwise: impl Fn() -> bool + 'static) {
    let navigator = super::window().navigator();
    // `navigator.clipboard` is missing on pages that came over plain http.
    let present = Reflect::get(&navigator, &JsValue::from_str("clipboard")).is_ok_and(|it| it.is_object());
    if !present {
        return then(otherwise());
    }
    let promise = navigator.clipboard().write_text(text);
    let refused = then.clone();
    let written = Closure::once_into_js(move |_: JsValue| then(true));
    let forbidden = Closure::once_into_js(move |_: JsValue| refused(otherwise()));
    when_settled(&promise, &written, &forbidden);
}

/// Copies by a text area that is out of sight, and gives the focus back.
fn by_selection(text: &str) -> bool {
    let document = super::document();
    let focused = focused();
    let Ok(area) = document.create_element("textarea").map(JsCast::unchecked_into::<HtmlTextAreaElement>) else {
        return false;
    };
    area.set_value(text);
    area.set_class_name("aside");
    let Some(body) = document.body() else { return false };
    let _ = body.append_child(&area);
    area.select();
    let copied = copy_selected();
    area.remove();
    if let Some(focused) = focused {
        let _ = focused.focus();
    }
    copied
}

fn focused() -> Option<HtmlElement> {
    super::document().active_element()?.dyn_into().ok()
}

fn copy_selected() -> bool {
    super::document().unchecked_ref::<HtmlDocument>().exec_command("copy").unwrap_or(false)
}
