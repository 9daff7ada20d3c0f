//! The ribbon from the statement just taken to the row it met: an open ring looked, an arrow wrote, a bar refused.
//!
//! Where line and row stand is known only once the browser has laid them out, so [`measured`] asks after each
//! change and whenever the stage gets another size.

use super::tables::place;
use super::words::{class, hue};
use crate::tell::tables::{Beam, BeamEnd};
use web_sys::Element;
use yew::prelude::*;

/// Where the line ends before the right edge, in px: room for a ring, for the tip of an arrow, for a bar.
const END_PX: [i32; 3] = [11, 5, 5];

/// The gutter between handler and tables, with the ribbon in it; without a beam there is none.
pub fn ribbon(beam: Option<&Beam>) -> Html {
    let who = beam.map_or("", |beam| hue(&beam.who));
    html! {
        <div class={class(&["ribbon", who])} aria-hidden="true">
            <svg class="ribbon__picture">{ beam.map(picture) }</svg>
        </div>
    }
}

fn picture(beam: &Beam) -> Html {
    let (line, end) = match beam.end {
        BeamEnd::Looked => ("ribbon__line", "ribbon__end"),
        BeamEnd::Wrote => ("ribbon__line", "ribbon__end ribbon__end--arrow"),
        BeamEnd::Refused => ("ribbon__line ribbon__line--stopped", "ribbon__end ribbon__end--bar"),
    };
    html! {
        <g key={beam.step}>
            <path class="ribbon__band" />
            <path class={line} pathLength="1" />
            <path class={end} />
        </g>
    }
}

/// The paths of the band, its middle line and its end.
pub type Paths = [String; 3];

/// The ribbon between its two ends, where they stand now; none where one of them is not on the page.
pub fn measured(stage: &Element, beam: &Beam) -> Option<Paths> {
    let gutter = one(stage, ".ribbon")?;
    let from = one(stage, &["[data-line='", &beam.source_line.to_string(), "']"].concat())?;
    let to = one(
        stage,
        &["[data-row='", &place(beam.table, beam.memory.then_some(&beam.who), beam.row.map(|row| row.0)), "']"]
            .concat(),
    )?;
    Some(shape(&gutter, &from, &to, beam.end))
}

/// Draws it.
pub fn draw(stage: &Element, paths: &Paths) {
    for (class, path) in [".ribbon__band", ".ribbon__line", ".ribbon__end"].iter().zip(paths) {
        if let Some(element) = one(stage, class) {
            let _ = element.set_attribute("d", path);
        }
    }
}

fn one(under: &Element, selector: &str) -> Option<Element> {
    under.query_selector(selector).ok()?
}

/// The band, its middle line and its end, in whole px of the gutter.
fn shape(gutter: &Element, from: &Element, to: &Element, end: BeamEnd) -> Paths {
    let area = gutter.get_bounding_client_rect();
    let span = |of: &Element| {
        let rect = of.get_bounding_client_rect();
        let top = (rect.y() - area.y()) as i32;
        (top, top + rect.height() as i32)
    };
    let (width, (left_top, left_end), (right_top, right_end)) = (area.width() as i32, span(from), span(to));
    if width == 0 || right_top == right_end {
        return Default::default();
    }
    let (left, right) = ((left_top + left_end) / 2, (right_top + right_end) / 2);
    let (near, far) = (width * 53 / 100, width * 47 / 100);
    let tip = width - END_PX[end as usize];
    let band = path(&[
        ("M", &[0, left_top]),
        ("C", &[near, left_top, far, right_top, width, right_top]),
        ("V", &[right_end]),
        ("C", &[far, right_end, near, left_end, 0, left_end]),
        ("Z", &[]),
    ]);
    let line = path(&[("M", &[0, left]), ("C", &[near, left, far, right, tip, right])]);
    let end = match end {
        BeamEnd::Looked => path(&[("M", &[tip, right]), ("a", &[4, 4, 0, 1, 1, 8, 0]), ("a", &[4, 4, 0, 1, 1, -8, 0])]),
        BeamEnd::Wrote => path(&[("M", &[tip - 5, right - 5]), ("l", &[6, 5, -6, 5])]),
        BeamEnd::Refused => path(&[("M", &[width - 3, right_top - 4]), ("V", &[right_end + 4])]),
    };
    [band, line, end]
}

/// SVG path data.
fn path(parts: &[(&str, &[i32])]) -> String {
    let mut data = String::new();
    for (command, numbers) in parts {
        data.push_str(command);
        for number in *numbers {
            data.push_str(&number.to_string());
            data.push(' ');
        }
    }
    data
}
