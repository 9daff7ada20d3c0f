//! The tables to take away: Markdown, CSV, JSON, and as printed.

use super::clipboard;
use super::page::{Happened, Page};
use super::words::{On, button, each, send, truth};
use crate::tell::export::{Form, export};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// What the menu says and shows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Menu {
    /// It can be opened.
    #[default]
    Closed,
    /// It shows its forms.
    Open,
    /// The text is on the clipboard.
    Copied,
    /// The browser did not allow it.
    Refused,
}

/// A button that opens a short list of forms; what came of it is said on the button, which keeps the focus.
pub fn copy(menu: Menu, root: &NodeRef, on: &On) -> Html {
    let open = menu == Menu::Open;
    let word = match menu {
        Menu::Closed | Menu::Open => "Copy",
        Menu::Copied => "Copied",
        Menu::Refused => "Not allowed",
    };
    let item = |form: &Form| {
        let form = *form;
        button("menu__item", &[], form.label().to_owned(), send(on, Happened::FormChosen(form)), form.label())
    };
    let (escaped, left) = (on.clone(), on.clone());
    let onkeydown = Callback::from(move |key: KeyboardEvent| {
        if open && key.key() == "Escape" {
            escaped.emit(Happened::MenuEscaped);
        }
    });
    let onfocusout = Callback::from(move |event: FocusEvent| {
        let next = event.related_target().and_then(|next| next.dyn_into::<web_sys::Element>().ok());
        if open && next.is_none_or(|next| !matches!(next.closest(".menu"), Ok(Some(_)))) {
            left.emit(Happened::MenuTurned(Menu::Closed));
        }
    });
    let turned = if open { Menu::Closed } else { Menu::Open };
    html! {
        <div class="menu tables__tools" {onkeydown} {onfocusout}>
            <button ref={root} type="button" class="button button--quiet" aria-expanded={truth(open)}
                data-test="copy" onclick={send(on, Happened::MenuTurned(turned))}>{ word }</button>
            if open {
                <div class="menu__list" role="group" aria-label="Copy the tables as">{ each(&Form::ALL, &item) }</div>
            }
        </div>
    }
}

impl Page {
    /// Copies the tables of this moment in a form; what came of it is told on the button.
    pub fn copy(&self, form: Form) {
        if let Some(player) = self.model.player() {
            let on = self.on.clone();
            clipboard::copy(export(player.moment(), form), move |copied| {
                on.emit(Happened::MenuTurned(if copied { Menu::Copied } else { Menu::Refused }));
            });
        }
    }
}
