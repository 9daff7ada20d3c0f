//! The map: right is a step of the first worker, down a step of the second. Each path is one schedule.

use std::fmt::Write as _;

use super::icons::sign_class;
use crate::check::outcome::Sign;
use crate::tell::every::{MapView, Verdict};

/// A step to the right, and one down, in units of the picture.
pub const CELL: [usize; 2] = [80, 57];
/// Room at the left and above for the words.
pub const ROOM: [usize; 2] = [64, 34];

/// Where so many steps of the first worker stand.
#[must_use]
pub fn x(steps: u32) -> usize {
    ROOM[0] + steps as usize * CELL[0]
}

/// Where so many steps of the second stand.
#[must_use]
pub fn y(steps: u32) -> usize {
    ROOM[1] + steps as usize * CELL[1]
}

/// The picture, in layers, so that a step draws none of it again: what is under the reader's path, what is over it, and how a
/// further layer begins. Nothing in it is an author's: labels are words of the language.
#[must_use]
pub fn picture(view: &MapView, verdict: &Verdict) -> [String; 3] {
    let [wide, high] = view.size;
    let layer = format!(r#"<svg viewBox="0 0 {} {}" aria-hidden="true">"#, x(wide) + 40, y(high) + 26);
    let mut svg = layer.clone();
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
    svg.push_str("</svg>");
    let ground = std::mem::replace(&mut svg, layer.clone());
    for end in view.places.iter().filter(|place| !place.ends.is_empty()) {
        let (left, top) = (x(end.at[0]), y(end.at[1]));
        for (nth, kind) in end.ends.iter().enumerate() {
            let sign = verdict.kinds[usize::from(*kind)].sign;
            let twice = matches!(sign, Some(Sign::Repeated(_)));
            let class = sign_class(sign);
            let left = left + nth * 14;
            let _ = write!(svg, r#"<g class="map__end {class}"><circle cx="{left}" cy="{top}" r="7"/>"#);
            if twice {
                let _ = write!(svg, r#"<circle cx="{}" cy="{top}" r="7"/>"#, left + 8);
            }
            svg.push_str("</g>");
        }
    }
    for place in &view.places {
        let [right, down] = place.at;
        let (left, top) = (x(right), y(down));
        let _ = write!(svg, r#"<circle class="map__hit" data-at="{right} {down}" cx="{left}" cy="{top}" r="24"/>"#);
    }
    svg.push_str("</svg>");
    [ground, svg, layer]
}
