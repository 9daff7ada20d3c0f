//! The map: right is a step of the first worker, down a step of the second. Each path is one schedule.

use super::page::{Happened, Page};
use super::words::{add, attribute, raw, text_of};
use crate::app::asking::Drawn;
use crate::app::message::Msg;
use crate::draw::map::{CELL, x, y};
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// The picture, which is drawn on with the pointer or walked with the arrow keys.
pub fn map(drawn: &Drawn, page: &Page) -> Html {
    let place = page.model.player().map_or([0, 0], |player| player.place());
    let [ground, ends, layer] = &drawn.map;
    let (mut taken, mut here) = (layer.clone(), layer.clone());
    path(&mut taken, page);
    taken.push_str("</svg>");
    let [here_x, here_y] = [x(place[0] as u32), y(place[1] as u32)].map(|at| at.to_string());
    add(&mut here, r#"<circle class="map__here" cx="$" cy="$" r="8"/></svg>"#, &[&here_x, &here_y]);
    let (on, walked) = (page.on.clone(), page.on.clone());
    // Pressed here, or drawn over since: a touch is let go of where it began, so that it goes from place to place.
    let drawing = page.drawing.clone();
    let onpointer = Callback::from(move |event: PointerEvent| {
        let pressed = event.buttons() & 1 == 1;
        drawing.set(pressed && (drawing.get() || event.type_() == "pointerdown"));
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            let _ = target.release_pointer_capture(event.pointer_id());
        }
        if drawing.get()
            && let Some(at) = attribute(&event, "data-at").as_deref().and_then(read)
        {
            on.emit(Happened::ToldFromBelow(Msg::PlaceChosen(at)));
        }
    });
    let left = page.drawing.clone();
    let onpointerleave = Callback::from(move |_: PointerEvent| left.set(false));
    let onkeydown = Callback::from(move |key: KeyboardEvent| {
        if key.alt_key() || key.ctrl_key() || key.meta_key() {
            return;
        }
        let message = match &*key.key() {
            "ArrowRight" => Msg::ActionChosen(Action::Step(ProcessId::new(0))),
            "ArrowDown" => Msg::ActionChosen(Action::Step(ProcessId::new(1))),
            "ArrowLeft" | "ArrowUp" | "Backspace" => Msg::WentBack,
            "Home" => Msg::Restarted,
            _ => return,
        };
        key.prevent_default();
        walked.emit(Happened::ToldFromBelow(message));
    });
    html! {
        <div class="map" role="application" tabindex="0" aria-label="Map of every schedule" aria-describedby="map-words" data-test="map"
            onpointerdown={onpointer.clone()} onpointerover={onpointer} {onpointerleave} {onkeydown}>
            <div class="map__layers">{ raw(ground.clone()) }{ raw(taken) }{ raw(ends.clone()) }{ raw(here) }</div>
            <p class="map__words" id="map-words">{ text_of(&drawn.map_words) }{ " Draw a path, or take the arrow keys." }</p>
        </div>
    }
}

fn read(at: &str) -> Option<[usize; 2]> {
    let (right, down) = at.split_once(' ')?;
    Some([right.parse().ok()?, down.parse().ok()?])
}

/// The run on screen: what has been taken in the colours of who took it, the rest dotted.
fn path(svg: &mut String, page: &Page) {
    let Some(player) = page.model.player() else { return };
    let mut at = [0_u32; 2];
    for (step, action) in player.run.actions().enumerate() {
        let Some(mover) = action.process().map(|process| process.index()) else { continue };
        let (from, line) = ((x(at[0]), y(at[1])), if mover == 0 { ("h", CELL[0]) } else { ("v", CELL[1]) });
        let class = if step < player.playhead { "map__taken" } else { "map__plan" };
        let numbers = [mover + 1, from.0, from.1, line.1].map(|number| number.to_string());
        let [hue, from_x, from_y, length] = &numbers;
        add(svg, r#"<path class="$ hue--$" d="M$ $$$"/>"#, &[class, hue, from_x, from_y, line.0, length]);
        if let Some(count) = at.get_mut(mover) {
            *count += 1;
        }
    }
}
