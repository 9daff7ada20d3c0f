//! What is done to the page after it was drawn, because only the browser knows where things stand: pins start where
//! they stood, the ribbon finds its ends, the playhead its column. Custom properties are set here and never as an
//! attribute, which a policy without inline styles forbids.

use super::ribbon;
use crate::app::screen::Screen;
use crate::tell::tables::Beam;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// What it remembers from one drawing to the next.
#[derive(Default)]
pub struct Settler {
    pins: Vec<(String, i32)>,
    tallest: Tallest,
}

/// The tallest that the tables of one design have been: they keep that height, so that no button moves away from under
/// the hand when a step is taken back.
#[derive(Default)]
struct Tallest {
    design: String,
    width: i32,
    height: i32,
}

impl Settler {
    /// Settles the player that was just drawn: at which of how many steps it stands, and after which there is no way back. Everything is measured before anything is set, so that the browser lays
    /// the page out once.
    pub fn settle(
        &mut self,
        player: &HtmlElement,
        screen: &Screen,
        [step, steps, lost]: [usize; 3],
        beam: Option<&Beam>,
    ) {
        let columns = screen.lanes.columns.len().max(1);
        if let Some(list) = find(player, ".tables__list") {
            self.tallest.hold(&list, screen);
        }
        let ribbon = beam.and_then(|beam| ribbon::measured(player, beam));
        let pins = self.travelled(player);
        if let Some(scroll) = find(player, ".lanes__scroll") {
            follow(&scroll, step as i32, columns as i32);
        }
        for (pin, from) in pins {
            set(&pin, "--from", &[&from.to_string(), "px"].concat());
        }
        if let Some(ribbon) = ribbon {
            ribbon::draw(player, &ribbon);
        }
        // Not on the player: what is set there is inherited by all that is in it.
        let page = player.parent_element();
        let page = page.as_ref().unwrap_or(player);
        for element in [".lanes__track", ".scrubber", ".depths"].iter().filter_map(|class| find(page, class)) {
            for (name, place) in [("--at", step), ("--m", steps.max(1)), ("--n", columns), ("--lost", lost)] {
                set(&element, name, &place.to_string());
            }
        }
    }

    /// Each pin, and how far under its place it stood before: the style sheet moves it from there.
    fn travelled(&mut self, player: &HtmlElement) -> Vec<(HtmlElement, i32)> {
        let Ok(pins) = player.query_selector_all(".pin") else { return Vec::new() };
        let top = player.get_bounding_client_rect().y();
        let mut travelled = Vec::new();
        let mut now = Vec::new();
        for pin in (0..pins.length()).filter_map(|at| pins.item(at)?.dyn_into::<HtmlElement>().ok()) {
            let name = pin.get_attribute("data-pin").unwrap_or_default();
            // Lines, unlike pins, are never under way.
            let line = pin.closest(".handler__line").ok().flatten();
            let y = line.map_or(0, |line| (line.get_bounding_client_rect().y() - top) as i32);
            let from = self.pins.iter().find(|(known, _)| *known == name).map_or(0, |(_, stood)| stood - y);
            now.push((name, y));
            travelled.push((pin, from));
        }
        self.pins = now;
        travelled
    }
}

/// Keeps the playhead in sight where the lanes are wider than the page.
fn follow(scroll: &HtmlElement, step: i32, columns: i32) {
    let (wide, seen) = (scroll.scroll_width(), scroll.client_width());
    if wide > seen {
        scroll.set_scroll_left(wide * step / columns - seen / 2);
    }
}

impl Tallest {
    fn hold(&mut self, list: &HtmlElement, screen: &Screen) {
        let mut design = screen.title.to_string();
        for switch in &screen.switches {
            design.push_str(&switch.labels[switch.position]);
        }
        let width = list.client_width();
        if self.design != design || self.width != width {
            *self = Self { design, width, height: 0 };
            set(list, "min-height", "");
        }
        let height = list.offset_height();
        if height > self.height {
            self.height = height;
            set(list, "min-height", &[&height.to_string(), "px"].concat());
        }
    }
}

/// What scrolls on a projector, and what of it is spoken of: the first of these that is there.
const SCROLLED: [(&str, &[&str]); 2] = [
    (".handler__programs", &[".handler__line--taken", ".handler__line:has(.pin)"]),
    (".tables__list", &[".tables__row--now"]),
];

/// On a projector: the player takes what the window has left under what stands over it; what its boxes have no room for they
/// scroll, to what is spoken of.
#[inline(never)]
pub fn fit(player: &HtmlElement) {
    let above = player.get_bounding_client_rect().y() + super::window().scroll_y().unwrap_or_default();
    set(player, "--above", &[&(above.ceil() as i32).to_string(), "px"].concat());
    for (list, lines) in SCROLLED {
        let Some(list) = find(player, list) else { continue };
        if list.scroll_height() <= list.client_height() {
            let _ = list.remove_attribute("tabindex");
            continue;
        }
        // Who has keys alone scrolls it, too.
        let _ = list.set_attribute("tabindex", "0");
        let Some(line) = lines.iter().find_map(|line| find(&list, line)) else { continue };
        let (shown, wanted) = (list.get_bounding_client_rect(), line.get_bounding_client_rect());
        if wanted.top() < shown.top() || wanted.bottom() > shown.bottom() {
            let middle = wanted.y() + wanted.height() / 2.0 - shown.y() - shown.height() / 2.0;
            list.set_scroll_top(list.scroll_top() + middle as i32);
        }
    }
}

/// Off the projector nothing in the player scrolls, and no key has to reach it.
#[inline(never)]
pub fn unfit(player: &HtmlElement) {
    for list in SCROLLED.iter().filter_map(|(list, _)| find(player, list)) {
        let _ = list.remove_attribute("tabindex");
    }
}

/// The first element under another that a selector finds.
pub fn find(under: &Element, selector: &str) -> Option<HtmlElement> {
    under.query_selector(selector).ok()??.dyn_into().ok()
}

/// Sets a property of an element's own style.
pub fn set(element: &HtmlElement, name: &str, value: &str) {
    let _ = element.style().set_property(name, value);
}

/// The next step moves forwards, an earlier moment back, and nothing moves where the reader jumped.
pub fn motion(from: usize, to: usize) -> &'static str {
    let odd = to % 2 == 1;
    match to.checked_sub(from) {
        Some(1) if odd => "player--moves player--odd",
        Some(1) => "player--moves",
        Some(_) => "",
        None if odd => "player--moves player--back player--odd",
        None => "player--moves player--back",
    }
}
