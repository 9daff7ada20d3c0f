//! What the browser keeps and tells: the root element, the title, the theme, events of window and document.

use super::happened::Happened;
use super::storage;
use super::words::On;
use crate::app::model::Theme;
use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, KeyboardEvent, ResizeObserver};

/// Sets an attribute of the root element, or takes it away.
pub fn root_attribute(name: &str, value: Option<&str>) {
    if let Some(root) = super::document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// What the address says, else what was kept, else as the system has it.
pub fn first_theme(asked: Theme) -> Theme {
    match (asked, storage::read(storage::THEME).as_deref()) {
        (Theme::Auto, Some("light")) => Theme::Light,
        (Theme::Auto, Some("dark")) => Theme::Dark,
        (Theme::Auto | Theme::Light | Theme::Dark | Theme::Contrast, _) => asked,
    }
}

/// The theme after this one, which is kept from now on.
pub fn next_theme(theme: Theme) -> Theme {
    let next = match theme {
        Theme::Auto => Theme::Light,
        Theme::Light => Theme::Dark,
        Theme::Dark | Theme::Contrast => Theme::Auto,
    };
    storage::keep(storage::THEME, next.name());
    next
}

/// Shows the theme.
pub fn show_theme(theme: Theme) {
    root_attribute("data-theme", (theme != Theme::Auto).then(|| theme.name()));
}

/// Does the reader want nothing to move?
pub fn wants_stillness() -> bool {
    let asked = super::window().match_media("(prefers-reduced-motion: reduce)");
    asked.ok().flatten().is_some_and(|answer| answer.matches())
}

/// Tells an author where authors look.
pub fn report(words: &str) {
    web_sys::console::warn_1(&words.into());
}

/// Tells of every key that is pressed anywhere on the page.
pub fn on_key(on: On) {
    let heard = Closure::<dyn FnMut(KeyboardEvent)>::new(move |key| on.emit(Happened::Typed(key)));
    let _ = super::document().add_event_listener_with_callback("keydown", heard.into_js_value().unchecked_ref());
}

/// Something that the browser calls for as long as it is kept.
pub struct Heard {
    _closure: Closure<dyn FnMut()>,
    _observer: Option<ResizeObserver>,
}

/// Calls `heard` when the address changes.
pub fn on_address(heard: impl FnMut() + 'static) -> Heard {
    let window = super::window();
    listen(heard, |function| {
        for event in ["hashchange", "popstate"] {
            let _ = window.add_event_listener_with_callback(event, function);
        }
        None
    })
}

/// Calls `heard` when the page comes into sight or goes out of it.
pub fn on_sight(heard: impl FnMut() + 'static) -> Heard {
    let document = super::document();
    listen(heard, |function| {
        let _ = document.add_event_listener_with_callback("visibilitychange", function);
        None
    })
}

/// Calls `heard` when the element gets another size.
pub fn on_size(element: &Element, heard: impl FnMut() + 'static) -> Heard {
    listen(heard, |function| {
        let observer = ResizeObserver::new(function).ok()?;
        observer.observe(element);
        Some(observer)
    })
}

/// The page lives as long as its document, so nothing is ever taken back.
fn listen(heard: impl FnMut() + 'static, add: impl FnOnce(&Function) -> Option<ResizeObserver>) -> Heard {
    let closure = Closure::<dyn FnMut()>::new(heard);
    let observer = add(closure.as_ref().unchecked_ref());
    Heard { _closure: closure, _observer: observer }
}

/// Calls one of two functions once a promise is settled: the first where it is fulfilled.
#[inline(never)]
pub fn when_settled(promise: &JsValue, fulfilled: &JsValue, refused: &JsValue) {
    if let Ok(chain) = Reflect::get(promise, &JsValue::from_str("then"))
        && let Some(chain) = chain.dyn_ref::<Function>()
    {
        let _ = chain.call2(promise, fulfilled, refused);
    }
}
