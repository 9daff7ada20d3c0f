//! A step of the schedule in the reader's hand: dragged to another column, or moved with Alt and an arrow.

use super::settle::{find, set};
use crate::app::message::Msg;
use crate::app::model::Model;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, PointerEvent};

/// How far the pointer goes before a press becomes a drag, in CSS pixels: a hand that clicks is never quite still.
const STILL_PX: i32 = 6;

/// The attribute of the cell whose step is being dragged.
const HELD: &str = "data-held";
/// And of the one whose step has just been let go.
const LANDS: &str = "data-lands";

/// The reader's hand.
#[derive(Default)]
pub struct Hand {
    held: Option<Held>,
    landed: Option<usize>,
    /// What was let go over another column, and where it stood in the window, until it has landed.
    dropped: Option<(HtmlElement, f64)>,
}

/// A cell whose step is held.
struct Held {
    cell: HtmlElement,
    from: i32,
    start_px: i32,
    dragged: bool,
    /// Was it given up while the pointer is still down?
    given_up: bool,
}

impl Hand {
    /// What the pointer's doing asks for: a step that is let go over another column is moved there.
    #[inline(never)]
    pub fn pointed(&mut self, pointer: &PointerEvent, steps: usize) -> Option<Msg> {
        let kind = pointer.type_();
        let (at_px, pressed) = (pointer.client_x(), pointer.buttons() == 1);
        if kind == "pointerdown" {
            let taken = |(cell, from)| Held { cell, from, start_px: at_px, dragged: false, given_up: false };
            self.held = cell(pointer).filter(|_| pressed).map(taken);
            return None;
        }
        let Held { cell, from, start_px, dragged, given_up } = self.held.as_mut()?;
        let (from, width) = (*from, cell.client_width().max(1));
        let last = (steps as i32 - 1).max(from);
        let moved_px = (at_px - *start_px).clamp(-from * width, (last - from) * width);
        if kind == "pointermove" && pressed {
            if *given_up {
                return None;
            }
            if !*dragged && moved_px.abs() > STILL_PX {
                *dragged = true;
                let _ = cell.set_pointer_capture(pointer.pointer_id());
                let _ = cell.set_attribute(HELD, "");
                // So that Escape is heard.
                if let Some(pill) = find(cell, "button") {
                    let _ = pill.focus();
                }
            }
            set(cell, "--dx", &[&moved_px.to_string(), "px"].concat());
            return None;
        }
        // Halves go away from the start, on both sides.
        let to = from + (moved_px + moved_px.signum() * width / 2) / width;
        let moves = *dragged && !*given_up && kind == "pointerup";
        let _ = cell.remove_attribute(HELD);
        if *dragged && !*given_up {
            self.dropped = (moves && to != from).then(|| (cell.clone(), left_px(cell) + f64::from(moved_px)));
            // Back, unless it comes to stand elsewhere.
            land(cell, moved_px);
        }
        self.held = None;
        moves.then_some(Msg::StepMoved { from: from as usize, to: to as usize })
    }

    /// Escape: what is held goes back, and letting it go later means nothing.
    pub fn pressed(&mut self, key: &KeyboardEvent) {
        if let Some(held) = self.held.as_mut().filter(|held| held.dragged && key.key() == "Escape") {
            held.given_up = true;
            let _ = held.cell.set_attribute(HELD, "no");
        }
    }

    /// Hears what the model has become.
    pub fn moved(&mut self, model: &Model) {
        self.landed = model.moved.as_ref().and_then(|moved| moved.stands);
    }

    /// Once it is drawn, the step that was moved has the focus.
    pub fn land(&mut self, player: &HtmlElement) {
        if let Some(at) = self.landed.take()
            && let Some(pill) = find(player, &["[data-column='", &at.to_string(), "'] button"].concat())
        {
            let _ = pill.focus();
            if let Some(((before, px), (cell, _))) = self.dropped.take().zip(cell_of(&pill)) {
                let _ = before.remove_attribute(LANDS);
                land(&cell, (px - left_px(&cell)) as i32);
            }
        }
    }
}

/// Where a cell stands in the window.
fn left_px(cell: &HtmlElement) -> f64 {
    cell.get_bounding_client_rect().x()
}

/// The step in a cell goes to its place from so far beside it.
fn land(cell: &HtmlElement, from_px: i32) {
    let _ = cell.remove_attribute(LANDS);
    set(cell, "--dx", &[&from_px.to_string(), "px"].concat());
    // Asked for, so that what has landed there before lands again.
    let _ = cell.offset_width();
    let _ = cell.set_attribute(LANDS, "");
}

/// What Alt and an arrow ask for on a step that has the focus.
pub fn moved(key: &KeyboardEvent) -> Option<Msg> {
    let by = match &*key.key() {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    let (_, from) = cell(key).filter(|_| key.alt_key() && !key.ctrl_key() && !key.meta_key())?;
    Some(Msg::StepMoved { from: from as usize, to: (from + by).max(0) as usize })
}

/// The cell of a step that an event is about, and its place.
fn cell(event: &Event) -> Option<(HtmlElement, i32)> {
    cell_of(&event.target()?.dyn_into().ok()?)
}

fn cell_of(target: &Element) -> Option<(HtmlElement, i32)> {
    let cell: HtmlElement = target.closest("[data-column]").ok()??.dyn_into().ok()?;
    let place = cell.get_attribute("data-column")?.parse::<usize>().ok()?;
    Some((cell, place as i32))
}
