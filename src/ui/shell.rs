//! What the model asks of the browser: address, title, timer, theme; and what the browser tells the model.

use super::address::Writer;
use super::page::Shown;
use super::{address, storage};
use crate::app::message::Msg;
use crate::app::model::Theme;
use crate::app::playback::pause_ms;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use yew::prelude::*;

/// Keeps address, title and `data-ready` with the moment on screen.
#[hook]
pub fn use_address(shown: &Shown, on: &Callback<Msg>) {
    let writer = use_mut_ref(Writer::default).borrow().clone();
    let model = &shown.model;
    let (embed, from_address) = (model.presentation.embed, shown.from_address);
    {
        let (writer, on) = (writer.clone(), on.clone());
        use_effect_with((), move |()| {
            writer.is_news(&address::hash());
            let heard = Listener::window(&["hashchange", "popstate"], move || {
                let hash = address::hash();
                // Both events tell of one change.
                if writer.is_news(&hash) {
                    on.emit(Msg::AddressChanged(hash));
                }
            });
            move || drop(heard)
        });
    }
    use_effect_with((model.open.name.clone(), model.hash()), move |(name, hash)| {
        writer.shows(name, hash, from_address, embed);
    });
    use_effect_with((model.open.name.clone(), model.open.title.clone()), |(name, title)| {
        let document = super::document();
        document.set_title(&[&**title, " · Ran Twice"].concat());
        root_attribute("data-ready", Some(name));
    });
}

/// Tells the model when a step has stayed long enough, and when nobody sees the page.
#[hook]
pub fn use_playback(shown: &Shown, on: &Callback<Msg>) {
    let pause = pause_ms(&shown.model);
    let step = shown.model.player().map(|player| player.playhead);
    let ticked = on.clone();
    use_effect_with((pause, step), move |(pause, _)| {
        let timer = pause.map(|pause| Timeout::new(pause, move || ticked.emit(Msg::Ticked)));
        move || drop(timer)
    });
    let hidden = on.clone();
    use_effect_with((), move |()| {
        let heard = Listener::document(&["visibilitychange"], move || {
            if super::document().hidden() {
                hidden.emit(Msg::PageHidden);
            }
        });
        move || drop(heard)
    });
}

/// The theme on the page: what the address says, else what was kept, else as the system has it; and how to change it.
#[hook]
pub fn use_theme(asked: Theme) -> (Theme, Callback<MouseEvent>) {
    let theme = use_state(|| if asked == Theme::Auto { kept_theme() } else { asked });
    use_effect_with(*theme, |theme| {
        root_attribute("data-theme", (*theme != Theme::Auto).then(|| theme.name()));
    });
    let chosen = {
        let theme = theme.clone();
        Callback::from(move |_| {
            let next = match *theme {
                Theme::Auto => Theme::Light,
                Theme::Light => Theme::Dark,
                Theme::Dark | Theme::Contrast => Theme::Auto,
            };
            storage::keep(storage::THEME, next.name());
            theme.set(next);
        })
    };
    (*theme, chosen)
}

fn kept_theme() -> Theme {
    match storage::read(storage::THEME).as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) | None => Theme::Auto,
    }
}

/// Sets an attribute of the root element, or takes it away.
pub fn root_attribute(name: &str, value: Option<&str>) {
    if let Some(root) = super::document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// Listens to events of the window or the document for as long as it is kept.
pub struct Listener {
    target: web_sys::EventTarget,
    names: &'static [&'static str],
    heard: Closure<dyn FnMut()>,
}

impl Listener {
    /// Calls `heard` at each of these events of the window.
    pub fn window(names: &'static [&'static str], heard: impl FnMut() + 'static) -> Self {
        Self::on(super::window().into(), names, heard)
    }

    /// Calls `heard` at each of these events of the document.
    pub fn document(names: &'static [&'static str], heard: impl FnMut() + 'static) -> Self {
        Self::on(super::document().into(), names, heard)
    }

    fn on(target: web_sys::EventTarget, names: &'static [&'static str], heard: impl FnMut() + 'static) -> Self {
        let heard = Closure::<dyn FnMut()>::new(heard);
        for name in names {
            let _ = target.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
        }
        Self { target, names, heard }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        for name in self.names {
            let _ = self.target.remove_event_listener_with_callback(name, self.heard.as_ref().unchecked_ref());
        }
    }
}
