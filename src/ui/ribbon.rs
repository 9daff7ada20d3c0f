//! The ribbon from the statement just taken to the row it met: an open ring looked, an arrow wrote, a bar refused.
//!
//! Where line and row stand is known only once the browser has laid them out, so an effect measures both and draws.

use super::words::hue;
use crate::lang::scenario::TableId;
use crate::tell::tables::{Beam, BeamEnd};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Where the ribbon's line ends before the right edge, in px: room for a ring, an arrow, a bar.
const END_PX: f64 = 8.0;

/// Names a row of a table in the document; `u32::MAX` is the line that stands for "no row".
pub fn place(table: TableId, row: u32) -> String {
    let row = if row == u32::MAX { "none".to_owned() } else { row.to_string() };
    [&table.index().to_string(), "-", &row].concat()
}

/// The ribbon.
#[derive(PartialEq, Properties)]
pub struct RibbonProps {
    /// From where to where; none where no row was met.
    pub beam: Option<Beam>,
}

/// The gutter between handler and tables, with the ribbon in it.
#[component]
pub fn Ribbon(props: &RibbonProps) -> Html {
    let gutter = use_node_ref();
    let shown = use_mut_ref(|| None::<Beam>);
    *shown.borrow_mut() = props.beam.clone();
    {
        // What surrounds the ribbon grows and shrinks with the window, the text size and the rows.
        let (gutter, shown) = (gutter.clone(), shown.clone());
        use_effect_with((), move |()| {
            let target = gutter.cast::<Element>();
            let drawn = Closure::<dyn FnMut()>::new(move || draw(&gutter, shown.borrow().as_ref()));
            let observer = ResizeObserver::new(drawn.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(target)) = (&observer, &target) {
                observer.observe(target);
            }
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop(drawn);
            }
        });
    }
    {
        let gutter = gutter.clone();
        use_effect(move || draw(&gutter, shown.borrow().as_ref()));
    }
    let beam = props.beam.as_ref();
    let who = beam.map_or("", |beam| hue(beam.who.id));
    html! {
        <div ref={gutter} class={["ribbon ", who].concat()} aria-hidden="true">
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

/// Draws the ribbon where its two ends stand now; without both of them there is none.
fn draw(gutter: &NodeRef, beam: Option<&Beam>) {
    let (Some(gutter), Some(beam)) = (gutter.cast::<Element>(), beam) else { return };
    let Some(stage) = gutter.parent_element() else { return };
    let row = place(beam.table, beam.row.map_or(u32::MAX, |row| row.0));
    let from = find(&stage, "data-line", &beam.source_line.to_string());
    let to = find(&stage, "data-row", &row);
    let shape = from.zip(to).map(|(from, to)| shape(&gutter, &from, &to, beam.end)).unwrap_or_default();
    for (class, path) in [".ribbon__band", ".ribbon__line", ".ribbon__end"].into_iter().zip(shape) {
        if let Ok(Some(element)) = gutter.query_selector(class) {
            let _ = element.set_attribute("d", &path);
        }
    }
}

fn find(stage: &Element, attribute: &str, value: &str) -> Option<Element> {
    stage.query_selector(&["[", attribute, "=\"", value, "\"]"].concat()).ok()?
}

/// The band, its middle line and its end, in the gutter's own px.
fn shape(gutter: &Element, from: &Element, to: &Element, end: BeamEnd) -> [String; 3] {
    let (area, from, to) = (gutter.get_bounding_client_rect(), from.get_bounding_client_rect(), to.get_bounding_client_rect());
    if area.width() < 1.0 || to.height() < 1.0 {
        return Default::default();
    }
    let (x, y) = (area.width().round(), area.y());
    let (left_top, left_end) = ((from.y() - y).round(), (from.y() + from.height() - y).round());
    let (right_top, right_end) = ((to.y() - y).round(), (to.y() + to.height() - y).round());
    let (left, right) = ((left_top + left_end) / 2.0, (right_top + right_end) / 2.0);
    let (near, far) = (x * 0.53, x * 0.47);
    let tip = x - if end == BeamEnd::Looked { END_PX + 3.0 } else { END_PX - 3.0 };
    let band = format!(
        "M0 {left_top}C{near} {left_top} {far} {right_top} {x} {right_top}V{right_end}C{far} {right_end} {near} {left_end} 0 {left_end}Z"
    );
    let line = format!("M0 {left}C{near} {left} {far} {right} {tip} {right}");
    let end = match end {
        BeamEnd::Looked => format!("M{tip} {right}a4 4 0 1 1 8 0a4 4 0 1 1-8 0z"),
        BeamEnd::Wrote => format!("M{} {}l6 5-6 5", tip - 5.0, right - 5.0),
        BeamEnd::Refused => format!("M{} {}V{}", x - 2.5, right_top - 4.0, right_end + 4.0),
    };
    [band, line, end]
}
