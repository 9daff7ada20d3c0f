//! Floor 5: components and the browser. Views show what `app::screen` computed; what happens becomes a message.
//!
//! | room | what it shows or does |
//! | --- | --- |
//! | `page` `happened` | holds the model, tells it what happened, and looks after what the browser keeps |
//! | `frame` | how the parts stand together: on the page, and in a frame of somebody's documentation |
//! | `start` | what the bare address shows first |
//! | `chapters` `filter` `question` `notice` `around` | the parts around the player |
//! | `handler` `ribbon` `tables` `lanes` `decide` `said` `transport` | the parts of the player |
//! | `every` `map` `compare` | every schedule: verdict, strip, map; the one on screen on another design |
//! | `present` | on a projector: a clicker, notes in a window of their own, a QR code |
//! | `share` | the moment handed on: a link, a figure with its preview, a file, a text for an issue |
//! | `along` | under it what is drawn of the run: its deliveries, how to read its end, what production would show |
//! | `editor` `field` `drafts` `files` | the text beside the page: the editor, its field, what it keeps, what it opens and saves |
//! | `keys` `copy` | what opens over it, and what keys mean |
//! | `explorer` | the worker that counts every schedule |
//! | `fetcher` | brings the scenarios that are not here |
//! | `host` | the page around this one: its messages in, what it is told out |
//! | `held` | keeps what is drawn on below the player where it is |
//! | `hand` | a step of the schedule in the reader's hand |
//! | `settle` | what is done after drawing: pins that travel, the ribbon, the playhead |
//! | `icons` `words` | pictures, sentences, class lists, presses |
//! | `shell` `address` `storage` `clipboard` | the browser's own, each of which may refuse |

mod words;
mod icons;
mod handler;
mod tables;
mod ribbon;
mod hand;
mod decide;
mod lanes;
mod said;
mod transport;
mod copy;
mod keys;
mod filter;
mod chapters;
mod around;
mod start;
mod question;
mod notice;
mod frame;
mod settle;
mod storage;
mod clipboard;
mod address;
mod shell;
mod explorer;
mod fetcher;
mod drafts;
mod files;
mod field;
mod editor;
mod held;
mod host;
mod map;
mod every;
mod along;
mod present;
mod share;
mod happened;
mod page;

#[cfg(debug_assertions)]
use wasm_bindgen::{JsCast, JsValue};

/// Mounts the page into `#app` and takes the static text away that stood there before.
///
/// # Panics
/// Where the document has no `#app`: `index.html` has one.
pub fn start() {
    // In a release a panic is a trap without words (script/shrink.mjs), which start.js hears by itself.
    #[cfg(debug_assertions)]
    yew::set_custom_panic_hook(Box::new(|info| report(&info.to_string())));
    let document = document();
    if let Some(still) = document.get_element_by_id("still") {
        still.remove();
    }
    let root = document.get_element_by_id("app").expect("index.html has #app");
    yew::Renderer::<page::Page>::with_root(root).render();
}

/// The document of this page.
fn document() -> web_sys::Document {
    window().document().expect("a window that runs a page has a document")
}

fn window() -> web_sys::Window {
    web_sys::window().expect("the page runs in a window")
}

/// Says on the page that it cannot go on; `start.js` has the words and the button.
#[cfg(debug_assertions)]
fn report(message: &str) {
    let failed = js_sys::Reflect::get(&window(), &JsValue::from_str("ranTwiceFailed"));
    if let Some(failed) = failed.ok().and_then(|failed| failed.dyn_into::<js_sys::Function>().ok()) {
        let _ = failed.call1(&JsValue::NULL, &JsValue::from_str(message));
    }
}
