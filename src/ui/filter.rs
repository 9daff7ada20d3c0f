//! The field that finds a scenario, and the keys that go through what it finds. Where there is no room for the list beside
//! the player, both stand in a panel that the browser opens and closes.

use super::happened::Happened;
use super::settle::find;
use super::words::{On, button, text_of};
use crate::app::message::Msg;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// The panel with the list.
const PANEL: &str = "chapters";
/// What the arrows go through, in the panel: the field, and every link that is not folded away.
const STOPS: &str = "#filter, details[open] a";
/// What Enter opens.
const BEST: &str = ".chapters__link--best";

/// The field, and what it finds in words: told politely, outside of the player.
pub fn filter(text: &str, found: &str, on: &On) -> Html {
    let (entered, typed, cleared) = (on.clone(), on.clone(), on.clone());
    let onfocus = Callback::from(move |focus: FocusEvent| tell(&focus.target_unchecked_into(), &entered));
    let oninput = Callback::from(move |input: InputEvent| tell(&input.target_unchecked_into(), &typed));
    let onclick = Callback::from(move |_: MouseEvent| clear(&cleared));
    html! {
        <div class="filter" role="search">
            <label class="filter__label" for="filter">{ "Find a scenario" }</label>
            <input id="filter" class="filter__field" type="search" placeholder="title, cause or source" autocomplete="off"
                spellcheck="false" value={text.to_owned()} {onfocus} {oninput} />
            <p class="filter__found" role="status" data-test="found">{ text_of(found) }</p>
            if !found.is_empty() {
                { button("button button--quiet filter__clear", &[], "Show all".to_owned(), onclick, "clear") }
            }
        </div>
    }
}

fn tell(field: &HtmlInputElement, on: &On) {
    on.emit(Happened::Told(Msg::FilterTyped(field.value().into())));
}

fn clear(on: &On) {
    if let Some(field) = panel().and_then(|panel| find(&panel, "#filter")) {
        field.unchecked_into::<HtmlInputElement>().set_value("");
    }
    on.emit(Happened::Told(Msg::FilterTyped("".into())));
    enter();
}

fn panel() -> Option<HtmlElement> {
    super::document().get_element_by_id(PANEL)?.dyn_into().ok()
}

/// The key that enters the field; where something is typed, it is a letter like any other.
pub fn pressed(key: &KeyboardEvent) {
    let typing = |target: Element| target.closest("input, textarea, select, dialog").ok().flatten().is_some();
    let target = key.target().and_then(|target| target.dyn_into().ok());
    if key.key() == "/" && !(key.ctrl_key() || key.alt_key() || key.meta_key() || target.is_some_and(typing)) {
        key.prevent_default();
        enter();
    }
}

/// Goes into the field, and opens the panel where it is closed.
fn enter() {
    if let Some(panel) = panel()
        && let Some(field) = find(&panel, "#filter")
    {
        if field.client_width() == 0 {
            let _ = panel.show_popover();
        }
        let _ = field.focus();
    }
}

/// Closes the panel where it is open.
pub fn close() {
    if let Some(panel) = panel() {
        let _ = panel.hide_popover();
    }
}

/// The arrows go through what is found, Enter opens what fits best, Escape shows every scenario again, and the next
/// closes the panel.
#[inline(never)]
pub fn keyed(key: &KeyboardEvent, on: &On) {
    let (Some(panel), Some(active)) = (panel(), super::document().active_element()) else { return };
    let field: Option<&HtmlInputElement> = active.dyn_ref();
    let sought =
        find(&panel, "#filter").is_some_and(|field| !field.unchecked_into::<HtmlInputElement>().value().is_empty());
    let done = match &*key.key() {
        "ArrowDown" => step(&panel, &active, 1),
        "ArrowUp" => step(&panel, &active, -1),
        "Enter" if field.is_some() && sought => find(&panel, BEST).map(|link| link.click()),
        "Escape" if sought => {
            clear(on);
            Some(())
        }
        // WebKit closes it in no frame.
        "Escape" if panel.matches(":popover-open").unwrap_or(false) => panel.hide_popover().ok(),
        _ => None,
    };
    if done.is_some() {
        key.prevent_default();
    }
}

/// The focus goes by one stop, where it is on one.
#[inline(never)]
fn step(panel: &Element, active: &Element, by: i32) -> Option<()> {
    let stops = panel.query_selector_all(STOPS).ok()?;
    let at = (0..stops.length()).find(|at| active.is_same_node(stops.item(*at).as_ref()))?;
    stops.item(at.checked_add_signed(by)?)?.unchecked_into::<HtmlElement>().focus().ok()
}
