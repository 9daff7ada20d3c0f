//! The tables to take away: Markdown, CSV, JSON, and as printed.

use super::clipboard;
use crate::app::model::Model;
use crate::tell::export::{Form, export};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// The menu.
#[derive(PartialEq, Properties)]
pub struct CopyProps {
    /// Whose moment is copied.
    pub model: Rc<Model>,
}

/// A button that opens a short list of forms; what was copied is said on the button.
#[component]
pub fn Copy(props: &CopyProps) -> Html {
    let open = use_state_eq(|| false);
    let said = use_state_eq(|| "Copy");
    let button = use_node_ref();
    let toggled = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let closed = {
        let (open, button) = (open.clone(), button.clone());
        Callback::from(move |key: KeyboardEvent| {
            if *open && key.key() == "Escape" {
                key.stop_propagation();
                open.set(false);
                focus(&button);
            }
        })
    };
    let left = {
        let open = open.setter();
        Callback::from(move |event: FocusEvent| {
            let inside = event.current_target().zip(event.related_target()).is_some_and(|(menu, next)| {
                menu.dyn_ref::<web_sys::Node>().is_some_and(|menu| menu.contains(next.dyn_ref()))
            });
            if !inside {
                open.set(false);
            }
        })
    };
    let item = |form: Form| {
        let (model, said, open, button) = (props.model.clone(), said.setter(), open.setter(), button.clone());
        let copied = Callback::from(move |_: MouseEvent| {
            let Some(player) = model.player() else { return };
            let said = said.clone();
            clipboard::copy(export(player.moment(), form), move |done| said.set(if done { "Copied" } else { "Not allowed" }));
            open.set(false);
            focus(&button);
        });
        html! { <button key={form.label()} type="button" class="menu__item" onclick={copied}>{ form.label() }</button> }
    };
    html! {
        <div class="menu tables__tools" onkeydown={closed} onfocusout={left}>
            <button ref={button.clone()} type="button" class="button button--quiet" aria-expanded={open.to_string()} aria-haspopup="true"
                data-test="copy" onclick={toggled}>{ *said }</button>
            if *open {
                <div class="menu__list" role="group" aria-label="Copy the tables as">{ for Form::ALL.into_iter().map(item) }</div>
            }
        </div>
    }
}

fn focus(button: &NodeRef) {
    if let Some(button) = button.cast::<web_sys::HtmlElement>() {
        let _ = button.focus();
    }
}
