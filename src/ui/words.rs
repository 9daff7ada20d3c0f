//! Sentences, class lists, and what a press says: what every view needs.

use super::page::Happened;
use crate::app::message::Msg;
pub use crate::draw::markup::{add, classes, escaped, fill, hue, hue_of, sentence_text, when};
use crate::tell::inline::Inline;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::VList;

/// Where views send what happened.
pub type On = Callback<Happened>;

/// A class list; empty parts are left out.
pub fn class(parts: &[&'static str]) -> AttrValue {
    classes(parts).into()
}

/// `true` or `false`, as ARIA writes it.
pub fn truth(holds: bool) -> &'static str {
    if holds { "true" } else { "false" }
}

/// A press that says this.
pub fn press(on: &On, message: Msg) -> Callback<MouseEvent> {
    send(on, Happened::Told(message))
}

/// The same for what the model does not know of.
pub fn send(on: &On, happened: Happened) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |_: MouseEvent| on.emit(happened.clone()))
}

/// One of a few: a switch, a speed, a view.
pub fn choice(label: &str, chosen: bool, test: Option<&'static str>, onclick: Callback<MouseEvent>) -> Html {
    let attributes = [("aria-pressed", truth(chosen)), ("data-test", test.unwrap_or_default())];
    button("choice__item", &attributes, escaped(label), onclick, label)
}

/// A button: its class, its other attributes (one without a value is left out), what is in it as markup, and what a press
/// does. One place for them all, because every element that `html!` writes is code of its own.
pub fn button(
    class: &str,
    attributes: &[(&str, &str)],
    markup: String,
    onclick: Callback<MouseEvent>,
    key: &str,
) -> Html {
    let value = |name: &str| {
        let found = attributes.iter().find(|(known, value)| *known == name && !value.is_empty());
        found.map(|(_, value)| AttrValue::from((*value).to_owned()))
    };
    html! {
        <button key={key.to_owned()} type="button" class={class.to_owned()} aria-label={value("aria-label")} title={value("title")}
            aria-pressed={value("aria-pressed")} aria-disabled={value("aria-disabled")} aria-expanded={value("aria-expanded")} data-test={value("data-test")}
            {onclick}>{ raw(markup) }</button>
    }
}

/// A sentence with the names of processes in their hue.
pub fn sentence(pieces: &[Inline]) -> Html {
    raw(sentence_text(pieces))
}

/// A view of each, in order. One loop for all of them: an iterator that `html!` collects is code of its own each time.
pub fn each<T>(items: &[T], draw: &dyn Fn(&T) -> Html) -> Html {
    let mut children = Vec::with_capacity(items.len());
    for item in items {
        children.push(draw(item));
    }
    list(children)
}

/// These views, one after the other.
pub fn list(children: Vec<Html>) -> Html {
    Html::VList(Rc::new(VList::with_children(children, None)))
}

/// Plain text.
pub fn text_of(text: &str) -> Html {
    Html::VText(yew::virtual_dom::VText::new(text.to_owned()))
}

/// Markup that is written out in this floor, with every word of others [`escaped`]: a tenth of the code that its elements are.
pub fn raw(markup: String) -> Html {
    Html::from_html_unchecked(markup.into())
}

/// An attribute of what an event hit, or of what it stands in.
pub fn attribute(event: &Event, name: &str) -> Option<String> {
    let hit: web_sys::Element = event.target()?.dyn_into().ok()?;
    hit.closest(&["[", name, "]"].concat()).ok()??.get_attribute(name)
}
