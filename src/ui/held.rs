//! What is drawn on below the player stays where it is on the screen, however tall the player above becomes.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Where on the screen the section below the player is to stay, in px from the top; nothing while nobody draws there.
#[derive(Default)]
pub struct Held(Option<f64>);

impl Held {
    /// Where it is now.
    pub fn place() -> Option<f64> {
        Some(super::document().query_selector(".every").ok()??.get_bounding_client_rect().y())
    }

    /// It is to stay where it was. The page does not get shorter for it, so that there is room to scroll. True: it
    /// is to be drawn.
    pub fn hold(&mut self, place: Option<f64>) -> bool {
        self.0 = place;
        if let Some(main) = main() {
            keep_height(&main, &[&main.offset_height().to_string(), "px"].concat());
        }
        true
    }

    /// Scrolls to where it was, after the page was drawn.
    pub fn settle(&mut self) {
        if let Some((held, now)) = self.0.take().zip(Self::place()) {
            super::window().scroll_by_with_x_and_y(0.0, now - held);
        }
    }

    /// The page is as tall as it is.
    pub fn let_go(&mut self) {
        if let Some(main) = main() {
            keep_height(&main, "");
        }
    }
}

fn main() -> Option<HtmlElement> {
    super::document().query_selector("main").ok()??.dyn_into().ok()
}

fn keep_height(main: &HtmlElement, height: &str) {
    let _ = main.style().set_property("min-height", height);
}
