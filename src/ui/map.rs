//! The map: right is a step of the first worker, down a step of the second. Each path is one schedule.

use super::icons::sign_class;
use super::page::{Happened, Page};
use super::words::{attribute, raw, text_of};
use crate::app::message::Msg;
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;
use crate::tell::every::{MapView, Verdict};
use std::fmt::Write as _;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// A step to the right, and one down, in units of the picture.
const CELL: [usize; 2] = [80, 57];
/// Room at the left and above for the words.
const ROOM: [usize; 2] = [64, 34];

/// The picture, which is drawn on with the pointer or walked with the arrow keys.
pub fn map(view: &MapView, verdict: &Verdict, page: &Page) -> Html {
    let place = page.model.player().map_or([0, 0], |player| player.place());
    let picture = picture(view, verdict, page, place);
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
        <div class="map" role="application" tabindex="0" aria-label={view.words.clone()} aria-describedby="map-words" data-test="map"
            onpointerdown={onpointer.clone()} onpointerover={onpointer} {onpointerleave} {onkeydown}>
            { picture }
            <p class="map__words" id="map-words">{ text_of(&view.words) }{ " Draw a path, or take the arrow keys." }</p>
        </div>
    }
}

fn read(at: &str) -> Option<[usize; 2]> {
    let (right, down) = at.split_once(' ')?;
    Some([right.parse().ok()?, down.parse().ok()?])
}

fn x(steps: u32) -> usize {
    ROOM[0] + steps as usize * CELL[0]
}

fn y(steps: u32) -> usize {
    ROOM[1] + steps as usize * CELL[1]
}

/// As text: a tenth of the code that its elements are. Nothing in it is a reader's, and names are letters and digits.
fn picture(view: &MapView, verdict: &Verdict, page: &Page, place: [usize; 2]) -> Html {
    let [wide, high] = view.size;
    let mut svg = String::new();
    let _ = write!(svg, r#"<svg viewBox="0 0 {} {}" aria-hidden="true">"#, x(wide) + 40, y(high) + 26);
    svg.push_str(r#"<defs><pattern id="lost" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="map__ground" d="M0 0h8v8H0z"/><path class="map__hatch" d="M0 0V8"/></pattern></defs>"#);
    for lost in view.places.iter().filter(|place| place.lost) {
        let (left, top) = (x(lost.at[0]) - 14, y(lost.at[1]) - 14);
        let right = if lost.at[0] < wide { CELL[0] } else { 28 };
        let down = if lost.at[1] < high { CELL[1] } else { 28 };
        let _ = write!(svg, r#"<rect class="map__lost" x="{left}" y="{top}" width="{right}" height="{down}"/>"#);
    }
    for step in &view.steps {
        let share = match step.well {
            0 => 0,
            1000 => 4,
            well => 1 + well / 334,
        };
        let line = if step.mover == 0 { ('h', CELL[0]) } else { ('v', CELL[1]) };
        let (x, y) = (x(step.from[0]), y(step.from[1]));
        let _ = write!(svg, r#"<path class="map__step map__step--{share}" d="M{x} {y}{}{}"/>"#, line.0, line.1);
    }
    path(&mut svg, page);
    for (mover, labels) in view.labels.iter().enumerate() {
        for (at, label) in labels.iter().enumerate() {
            let (at, mid) = (at as u32, CELL[mover] / 2);
            let (left, top, anchor) =
                if mover == 0 { (x(at) + mid, ROOM[1] - 14, "middle") } else { (ROOM[0] - 14, y(at) + mid + 4, "end") };
            let hue = mover + 1;
            let _ = write!(
                svg,
                r#"<text class="map__word hue--{hue}" x="{left}" y="{top}" text-anchor="{anchor}">{label}</text>"#
            );
        }
    }
    for end in view.places.iter().filter(|place| !place.ends.is_empty()) {
        let (left, top) = (x(end.at[0]), y(end.at[1]));
        for (nth, kind) in end.ends.iter().enumerate() {
            let sign = verdict.kinds[usize::from(*kind)].sign;
            let twice = matches!(sign, Some(crate::check::outcome::Sign::Repeated(_)));
            let class = sign_class(sign);
            let left = left + nth * 14;
            let _ = write!(svg, r#"<g class="map__end {class}"><circle cx="{left}" cy="{top}" r="7"/>"#);
            if twice {
                let _ = write!(svg, r#"<circle cx="{}" cy="{top}" r="7"/>"#, left + 8);
            }
            svg.push_str("</g>");
        }
    }
    let here = (x(place[0] as u32), y(place[1] as u32));
    let _ = write!(svg, r#"<circle class="map__here" cx="{}" cy="{}" r="8"/>"#, here.0, here.1);
    for place in &view.places {
        let [right, down] = place.at;
        let (left, top) = (x(right), y(down));
        let _ = write!(svg, r#"<circle class="map__hit" data-at="{right} {down}" cx="{left}" cy="{top}" r="24"/>"#);
    }
    svg.push_str("</svg>");
    raw(svg)
}

/// The run on screen: what has been taken in the colours of who took it, the rest dotted.
fn path(svg: &mut String, page: &Page) {
    let Some(player) = page.model.player() else { return };
    let mut at = [0_u32; 2];
    for (step, action) in player.run.actions().enumerate() {
        let mover = action.process().index();
        let (from, line) = ((x(at[0]), y(at[1])), if mover == 0 { ('h', CELL[0]) } else { ('v', CELL[1]) });
        let class = if step < player.playhead { "map__taken" } else { "map__plan" };
        let _ =
            write!(svg, r#"<path class="{class} hue--{}" d="M{} {}{}{}"/>"#, mover + 1, from.0, from.1, line.0, line.1);
        if let Some(count) = at.get_mut(mover) {
            *count += 1;
        }
    }
}
