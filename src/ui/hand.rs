//! A step of the schedule in the reader's hand: dragged to another column, or moved with Alt and an arrow.

use super::settle::{find, set};
use crate::app::message::Msg;
use crate::app::model::{Model, Moved};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, PointerEvent};

/// How far the pointer goes before a press becomes a drag, in CSS pixels: a hand that clicks is never quite still.
const STILL_PX: i32 = 6;

/// The attribute of the cell whose step is being dragged.
const HELD: &str = "data-held";

/// The reader's hand.
#[derive(Default)]
pub struct Hand {
    held: Option<Held>,
    landed: Option<usize>,
}

/// A cell whose step is held.
struct Held {
    cell: HtmlElement,
    from: i32,
    start_px: i32,
    dragged: bool,
}

impl Hand {
    /// What the pointer's doing asks for: a step that is let go over another column is moved there.
    pub fn pointed(&mut self, pointer: &PointerEvent, steps: usize) -> Option<Msg> {
        let kind = pointer.type_();
        let (at_px, pressed) = (pointer.client_x(), pointer.buttons() == 1);
        if kind == "pointerdown" {
            let taken = |(cell, from)| Held { cell, from, start_px: at_px, dragged: false };
            self.held = cell(pointer).filter(|_| pressed).map(taken);
            return None;
        }
        let Held { cell, from, start_px, dragged } = self.held.as_mut()?;
        let (from, width) = (*from, cell.client_width().max(1));
        let last = (steps as i32 - 1).max(from);
        let moved_px = (at_px - *start_px).clamp(-from * width, (last - from) * width);
        if kind == "pointermove" && pressed {
            if !*dragged && moved_px.abs() > STILL_PX {
                *dragged = true;
                let _ = cell.set_pointer_capture(pointer.pointer_id());
                let _ = cell.set_attribute(HELD, "");
            }
            set(cell, "--dx", &[&moved_px.to_string(), "px"].concat());
            return None;
        }
        let moves = *dragged && kind == "pointerup";
        let _ = cell.remove_attribute(HELD);
        self.held = None;
        // Halves go away from the start, on both sides.
        let to = from + (moved_px + moved_px.signum() * width / 2) / width;
        moves.then_some(Msg::StepMoved { from: from as usize, to: to as usize })
    }

    /// Hears what the model has become.
    pub fn moved(&mut self, model: &Model) {
        self.landed = match model.moved {
            Some(Moved::Stands(at)) => Some(at),
            Some(Moved::Stays(_)) | None => None,
        };
    }

    /// Once it is drawn, the step that was moved has the focus.
    pub fn land(&mut self, player: &HtmlElement) {
        if let Some(at) = self.landed.take()
            && let Some(pill) = find(player, &["[data-column='", &at.to_string(), "'] button"].concat())
        {
            let _ = pill.focus();
        }
    }
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
    let target: Element = event.target()?.dyn_into().ok()?;
    let cell: HtmlElement = target.closest("[data-column]").ok()??.dyn_into().ok()?;
    let place = cell.get_attribute("data-column")?.parse::<usize>().ok()?;
    Some((cell, place as i32))
}
