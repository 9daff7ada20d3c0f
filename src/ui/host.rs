//! The page around this one, where there is one: carries its messages in and what it is told out. What they mean is decided
//! in `app::host`.

use super::happened::Happened;
use super::page::Page;
use super::shell;
use super::words::On;
use crate::app::host::{self, Asked, Command, Field, Height, Say, Shown};
use crate::app::model::{Model, Presentation, Theme};
use crate::app::presentation::{Controls, Keys, Mode, Obeys};
use gloo_timers::callback::Timeout;
use js_sys::{Date, Object, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, KeyboardEvent, MessageEvent, Window};

/// How long one height stays told: at most ten a second, and clocks of browsers are coarse.
const RESIZE_MS_MIN: f64 = 110.0;

/// The page around this one.
pub struct Host {
    /// Its window; none where this page stands alone.
    parent: Option<Window>,
    /// What it knows of what is on screen.
    shown: Option<Shown>,
    height: Height,
    /// The height that it is told next, and when.
    px: Rc<Cell<u32>>,
    due_ms: f64,
    waiting: Option<Timeout>,
    /// Is every key of the page heard?
    hears_page: bool,
    /// Has what plays by itself begun?
    begun: bool,
}

impl Host {
    /// Whoever is there.
    pub fn here() -> Self {
        let window = super::window();
        let parent = window.parent().ok().flatten().filter(|parent| *parent != window);
        Self {
            parent,
            shown: None,
            height: Height::default(),
            px: Rc::default(),
            due_ms: 0.0,
            waiting: None,
            hears_page: false,
            begun: false,
        }
    }

    /// Hears it from now on.
    pub fn listen(&self, on: &On) {
        if self.parent.is_some() {
            let on = on.clone();
            let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |said| on.emit(Happened::HostSaid(said)));
            let _ = super::window()
                .add_event_listener_with_callback("message", heard.into_js_value().unchecked_ref::<js_sys::Function>());
        }
    }

    fn says(&self, said: &MessageEvent, model: &Model) -> bool {
        let Some(parent) = &self.parent else { return false };
        let parent: &JsValue = parent.as_ref();
        let from_parent = said.source().is_some_and(|source| JsValue::from(source) == *parent);
        from_parent
            && match &model.presentation.obeys {
                Obeys::Parent => true,
                Obeys::Origin(origin) => said.origin() == **origin,
                Obeys::Nobody => false,
            }
    }

    fn tell(&self, model: &Model, say: &Say) {
        if let Some(parent) = &self.parent {
            post(parent, target(model), say);
        }
    }
}

/// Who is spoken to: whoever is there, unless an origin is locked.
fn target(model: &Model) -> &str {
    match &model.presentation.obeys {
        Obeys::Origin(origin) => origin,
        Obeys::Parent | Obeys::Nobody => "*",
    }
}

fn post(parent: &Window, target: &str, say: &Say) {
    let message = Object::new();
    let set = |name: &str, value: &JsValue| {
        let _ = Reflect::set(&message, &JsValue::from_str(name), value);
    };
    set("ns", &host::NAMESPACE.into());
    set("v", &host::VERSION.into());
    set("type", &say.kind.into());
    for (name, field) in &say.fields {
        match field {
            Field::Flag(on) => set(name, &JsValue::from(*on)),
            Field::Number(number) => set(name, &JsValue::from(*number)),
            Field::Text(text) => set(name, &JsValue::from_str(text)),
            Field::Missing | Field::Other => {}
        }
    }
    let _ = parent.post_message(&message, target);
}

/// A field of a message: what it holds is a copy, so reading it runs no code of the page around this one.
fn field(message: &JsValue, name: &str) -> Field {
    let Ok(value) = Reflect::get(message, &JsValue::from_str(name)) else { return Field::Other };
    if value.is_undefined() || value.is_null() {
        return Field::Missing;
    }
    if let Some(on) = value.as_bool() {
        return Field::Flag(on);
    }
    if let Some(number) = value.as_f64() {
        let whole = number as u32;
        return if f64::from(whole) == number { Field::Number(whole) } else { Field::Other };
    }
    // Its length is asked first: a text of any size may come.
    match value.dyn_ref::<js_sys::JsString>() {
        Some(text) if text.length() as usize <= host::TEXT_MAX => Field::Text(text.into()),
        Some(_) | None => Field::Other,
    }
}

/// Shows the mode and the controls to the style sheet.
pub fn show(presentation: &Presentation) {
    let Presentation { mode, controls, .. } = presentation;
    shell::root_attribute("data-mode", (*mode != Mode::Explore).then(|| mode.name()));
    shell::root_attribute("data-controls", (*controls != Controls::Full).then(|| controls.name()));
}

impl Page {
    /// Does what a message asks for, and answers it.
    pub fn host_said(&mut self, said: &MessageEvent) -> bool {
        if !self.host.says(said, &self.model) {
            return false;
        }
        let data = said.data();
        let asked = match data.as_string() {
            Some(text) => host::read_slide(&text).map(|command| Asked { id: Field::Missing, command: Ok(command) }),
            None if data.is_object() => host::read(&|name| field(&data, name)),
            None => None,
        };
        let Some(Asked { id, command }) = asked else { return false };
        let obeyed = command.and_then(|command| Ok((host::obey(&self.model, &command)?, command)));
        let mut changed = false;
        let refused = match obeyed {
            Err(reason) => Some(reason),
            Ok((message, command)) => {
                let before = self.model.presentation.clone();
                changed = message.is_some_and(|message| self.tell(message));
                // It did not come from the address, which has to follow.
                self.from_address &= !changed;
                self.present(&before);
                if command == Command::Hello {
                    self.tell_host_ready();
                } else if command == Command::Focus {
                    self.focus(0);
                }
                None
            }
        };
        let shown = Shown::of(&self.model);
        if let Some(say) = host::answer(id, refused, shown.as_ref()) {
            self.host.tell(&self.model, &say);
        }
        changed
    }

    /// Tells what has changed on screen. Once a scenario is there, what plays by itself begins.
    pub fn tell_host(&mut self) {
        if self.model.presentation.autoplay
            && self.model.player().is_some()
            && !std::mem::replace(&mut self.host.begun, true)
        {
            self.on.emit(Happened::Begun);
        }
        if self.host.parent.is_some() {
            self.tell_news();
        }
    }

    /// No first view does: it belongs to the second part of the wasm.
    #[inline(never)]
    fn tell_news(&mut self) {
        let Some(shown) = Shown::of(&self.model) else { return };
        let first = self.host.shown.is_none();
        for say in host::news(self.host.shown.as_ref(), &shown) {
            self.host.tell(&self.model, &say);
        }
        self.host.shown = Some(shown);
        if first && !self.model.ignored.is_empty() {
            let reason = ["Nothing is known of ", &self.model.ignored.join(", "), "."].concat();
            self.host.tell(&self.model, &Say { kind: "error", fields: vec![("reason", Field::Text(reason))] });
        }
        self.tell_height();
    }

    fn tell_host_ready(&mut self) {
        if let Some(shown) = &self.host.shown {
            self.host.tell(&self.model, &Say { kind: "ready", fields: shown.fields() });
            self.host.height = Height::default();
            self.tell_height();
        }
    }

    /// Tells how tall the compact form is, not oftener than the page around this one can lay itself out.
    pub fn tell_height(&mut self) {
        let Some(parent) = self.host.parent.clone().filter(|_| self.model.presentation.embed) else { return };
        let Some(app) = super::document().get_element_by_id("app") else { return };
        // That of the frame, and not of what is drawn: a scroll bar that comes and goes is no other width.
        let width = super::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default() as u32;
        // What is left over of a frame that is taller than what is in it is no need.
        let room = app.query_selector(".player__room").ok().flatten();
        let room = room.map_or(0.0, |room| room.get_bounding_client_rect().height());
        let height = (app.get_bounding_client_rect().height() - room).ceil() as u32;
        let Some(px) = self.host.height.measured(&self.model.open.name, width, height) else { return };
        self.host.px.set(px);
        let now = Date::now();
        if now >= self.host.due_ms {
            self.host.due_ms = now.max(self.host.due_ms + RESIZE_MS_MIN);
        }
        let (px, target, wait) = (Rc::clone(&self.host.px), target(&self.model).to_owned(), self.host.due_ms - now);
        let send = move || {
            post(&parent, &target, &Say { kind: "resize", fields: vec![("height", Field::Number(px.get()))] });
        };
        self.host.waiting = None;
        if wait <= 0.0 {
            send();
        } else {
            self.host.waiting = Some(Timeout::new(wait as u32 + 1, send));
        }
    }

    /// A key that nothing is left for here may turn the slide around the page. True: it does.
    pub fn hand_on(&self, key: &KeyboardEvent) -> bool {
        let typing = |target: &Element| matches!(&*target.tag_name(), "INPUT" | "SELECT" | "TEXTAREA");
        let target = key.target().and_then(|target| target.dyn_into::<Element>().ok());
        let held = key.ctrl_key() || key.alt_key() || key.meta_key() || key.shift_key();
        let handed = self.host.parent.is_some()
            && !held
            && !target.as_ref().is_some_and(typing)
            && host::is_handed_on(&self.model, &key.key());
        if handed {
            self.host.tell(&self.model, &Say { kind: "key", fields: vec![("key", Field::Text(key.key()))] });
        }
        handed
    }

    /// A key that nothing is done with here may be the page's around this one. Nothing is to be drawn for it.
    pub fn handed(&self, key: &KeyboardEvent) -> bool {
        if self.hand_on(key) {
            key.prevent_default();
        }
        false
    }

    /// Shows what was set, where that is more than the model shows by itself.
    pub fn present(&mut self, before: &Presentation) {
        let now = &self.model.presentation;
        if now.theme != before.theme {
            self.theme = shell::first_theme(now.theme);
            shell::show_theme(self.theme);
        }
        if (now.mode, now.controls) != (before.mode, before.controls) {
            show(now);
        }
        if now.keys == Keys::Page && !std::mem::replace(&mut self.host.hears_page, true) && now.embed {
            shell::on_key(self.on.clone());
        }
    }
}

/// How the page is shown at first: what plays by itself stands still where the reader wants no motion.
pub fn first(model: &mut Model) -> Theme {
    if model.presentation.autoplay && shell::wants_stillness() {
        model.presentation.autoplay = false;
    }
    shell::first_theme(model.presentation.theme)
}
