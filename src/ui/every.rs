//! Every schedule: what they come to, each of them in the order of choice, and the map.

use super::icons::{ring_text, sign_class};
use super::map;
use super::page::{Happened, Page};
use super::words::{On, add, attribute, button, class, each, escaped, fill, list, raw, send, truth, when};
use crate::app::counting::Shown;
use crate::app::message::Msg;
use crate::app::model::Model;
use crate::app::presentation::Controls;
use crate::app::screen::OtherView;
use crate::check::outcome::Sign;
use crate::tell::every::{Future, Verdict};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement};
use yew::prelude::*;

/// The section under the player.
pub fn every(page: &Page) -> Html {
    let (shown, stale) = page.model.counted();
    let mut buttons: Vec<Button> = Vec::new();
    let drawn = page.model.drawn();
    let (mut middle, mut after) = (Html::default(), String::new());
    let words = match shown {
        _ if page.model.covered() => {
            buttons.push(("Show the count".to_owned(), Happened::ToldAndGone(Msg::CountUncovered), None));
            said(
                "Every schedule: how many of them end badly?",
                "The count stays covered until you guess or take a step.",
            )
        }
        Shown::Nothing => said("Every schedule", "Counting …"),
        Shown::Working(words) => {
            buttons.push(("Stop".to_owned(), Happened::StopPressed, None));
            said("Every schedule", words)
        }
        Shown::Stopped(words) => said("Not decided", words),
        Shown::Halted => {
            buttons.push(("Count on".to_owned(), Happened::ToldAndGone(Msg::CountUncovered), None));
            said("Not decided", "Counting was stopped. Nothing is known of what was not counted.")
        }
        Shown::Refused(reason) => said("Not counted", reason),
        Shown::Counted(verdict, _, about) => {
            let bar = drawn.and_then(|drawn| drawn.onward.get(page.place().0)).map_or("", |[_, bar]| bar);
            middle = if verdict.cells.is_empty() { raw(bar.to_owned()) } else { strip(page, verdict) };
            after = about.verdict[1].clone();
            about.verdict[0].clone()
        }
    };
    let free = page.model.presentation.controls == Controls::Full;
    if free {
        others(page, &mut buttons);
    }
    let press = |(words, happened, open): &Button| {
        let attributes = [("aria-expanded", open.unwrap_or_default())];
        button("button", &attributes, escaped(words), send(&page.on, happened.clone()), words)
    };
    let along = page.model.along();
    let beside = along.and_then(|along| along.beside.get(page.place().0)).map(|markup| {
        html! { <div class="compare" role="group" aria-label="Same schedule, other design" data-test="compare">{ raw(markup.clone()) }</div> }
    });
    let map = match shown {
        Shown::Counted(_, _, about) if !stale && !page.model.covered() && !about.map[0].is_empty() => {
            Some(if about.map_words.is_empty() { raw(about.map[0].clone()) } else { map::map(about, page) })
        }
        _ => None,
    };
    let stale = stale && matches!(shown, Shown::Counted(..)) && !page.model.covered();
    // What is drawn of the count takes no listeners: it says what a press on it means.
    let pressed = page.on.clone();
    let onclick = Callback::from(move |click: MouseEvent| {
        for (name, said) in PRESSES {
            if let Some(number) = attribute(&click, name).and_then(|number| number.parse().ok()) {
                pressed.emit(Happened::ToldFromBelow(said(number)));
            }
        }
    });
    html! {
        <section class={class(&["every", when(stale, "every--stale"), when(map.is_some(), "every--wide")])} aria-label="Every schedule" data-test="every" {onclick}>
            <div class="every__words">
                { raw(words) }
                { middle }
                { raw(after) }
                <div class="every__row">{ each(&buttons, &press) }if free { { sizes(page) } }</div>
            </div>
            { beside.unwrap_or_default() }
            { map.unwrap_or_default() }
        </section>
    }
}

/// An attribute of a button that the worker drew, and what a press of it asks for.
type Press = (&'static str, fn(usize) -> Msg);

/// Each attribute that makes something pressed, and what is said then of its number.
const PRESSES: [Press; 3] = [("data-cell", Msg::CellChosen), ("data-run", Msg::RunChosen), ("data-step", Msg::Seeked)];

/// What a button says, what a press on it is, and whether what it opens is open.
type Button = (String, Happened, Option<&'static str>);

/// The same schedule on each design that is one switch away.
#[inline(never)]
fn others(page: &Page, buttons: &mut Vec<Button>) {
    let Some(screen) = &page.screen else { return };
    // What is open stays open; a link may have opened it before the count.
    if page.model.covered() && !screen.others.iter().any(|view| view.open) {
        return;
    }
    for OtherView { with, label, open } in &screen.others {
        let chosen = Msg::DesignCompared(if *open { None } else { Some(*with) });
        buttons.push((["Same schedule on ", label].concat(), Happened::Told(chosen), Some(truth(*open))));
        if *open {
            let over = Msg::SwitchFlipped { switch: with.0, position: with.1 };
            buttons.push((["Go on with ", label].concat(), Happened::ToldAndGone(over), None));
            buttons.push(("Close".to_owned(), Happened::ToldAndGone(Msg::DesignCompared(None)), None));
        }
    }
}

fn said(title: &str, what: &str) -> String {
    fill(r#"<h2 class="every__title">$</h2><p class="every__aside">$</p>"#, &[title, what])
}

/// What a cell of the strip is now: [`mark`] writes it.
const CELL_IS: &str = "data-is";

/// Marks the schedules that are still possible, and the one on screen, once the page is drawn. A step draws no cell again: their
/// rings are most of what it would draw.
#[inline(never)]
pub fn mark(under: &Element, model: &Model) {
    let Ok(cells) = under.query_selector_all(".strip__cell") else { return };
    let future = model.player().and_then(|player| model.futures().get(player.playhead));
    let alive = future.and_then(|future| future.cells).map_or(0..0, |[from, many]| from..from + many);
    for at in 0..cells.length() {
        let Some(cell) = cells.item(at).and_then(|cell| cell.dyn_into::<Element>().ok()) else { continue };
        let is = match (alive.contains(&at), model.cell() == Some(at as usize)) {
            (true, true) => "alive here",
            (true, false) => "alive",
            (false, true) => "here",
            (false, false) => "",
        };
        if cell.get_attribute(CELL_IS).as_deref() != Some(is) {
            let _ = cell.set_attribute(CELL_IS, is);
        }
    }
}

/// So many cells stand close together.
const NARROW_CELLS: usize = 31;

/// One cell a schedule. The slider's value is the schedule on screen; those still possible are filled.
fn strip(page: &Page, verdict: &Verdict) -> Html {
    let here = page.model.cell().unwrap_or(0);
    let mut cells = String::new();
    for (at, kind) in verdict.cells.iter().enumerate() {
        let sign = verdict.kinds[usize::from(*kind)].sign;
        add(
            &mut cells,
            r#"<i data-cell="$" class="strip__cell $">%</i>"#,
            &[&at.to_string(), sign_class(sign), &ring_text(sign)],
        );
    }
    let count = verdict.cells.len();
    let on = page.on.clone();
    let onkeydown = Callback::from(move |key: KeyboardEvent| {
        if key.alt_key() || key.ctrl_key() || key.meta_key() {
            return;
        }
        let to = match &*key.key() {
            "ArrowRight" | "ArrowDown" => (here + 1).min(count - 1),
            "ArrowLeft" | "ArrowUp" => here.saturating_sub(1),
            "Home" => 0,
            "End" => count - 1,
            _ => return,
        };
        key.prevent_default();
        on.emit(Happened::ToldFromBelow(Msg::CellChosen(to)));
    });
    let words = verdict.cells.get(here).map_or("", |kind| &*verdict.kinds[usize::from(*kind)].words);
    let (now, count) = ((here + 1).to_string(), count.to_string());
    let valuetext = ["schedule ", &now, " of ", &count, ": ends with ", words].concat();
    html! {
        <div class={class(&["strip", when(verdict.cells.len() >= NARROW_CELLS, "strip--narrow")])} role="slider" tabindex="0" aria-label="Every schedule, in order of choice" aria-valuemin="1"
            aria-valuemax={count} aria-valuenow={now} aria-valuetext={valuetext} data-test="strip" {onkeydown}>
            { raw(cells) }
        </div>
    }
}

/// How many workers, how many crashes.
#[inline(never)]
fn sizes(page: &Page) -> Html {
    let Some(screen) = &page.screen else { return Html::default() };
    let (workers, crashes) = (&screen.sizes.workers, &screen.sizes.crashes);
    list(vec![
        size("Workers", workers, Msg::WorkersChosen, &page.on),
        size("Crashes at most", crashes, Msg::CrashesChosen, &page.on),
    ])
}

fn size(label: &'static str, numbers: &[(u32, bool)], said: fn(u32) -> Msg, on: &On) -> Html {
    let mut options = String::new();
    for (number, chosen) in numbers {
        add(&mut options, "<option$>$</option>", &[when(*chosen, " selected"), &number.to_string()]);
    }
    let on = on.clone();
    let onchange = Callback::from(move |change: Event| {
        if let Ok(number) = change.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            on.emit(Happened::ToldFromBelow(said(number)));
        }
    });
    html! {
        <label key={label} class="every__size" hidden={numbers.is_empty()}>{ label }<select {onchange}>{ raw(options) }</select></label>
    }
}

/// The verdict in the head of the handler: `18 of 20 two charges`.
pub fn badge(verdict: &Verdict) -> Html {
    let sign = verdict.kinds[0].sign;
    let [figure, words] = &verdict.short;
    let ring = ring_text(sign);
    raw(fill(
        r#"<span class="handler__verdict $" data-test="verdict">%$<span class="handler__verdict-words"> $</span></span>"#,
        &[sign_class(sign), &ring, figure, words],
    ))
}

/// Under the lanes: how many of the ways on end as the worst kind does, at each step; where there is no way back.
pub fn ends(verdict: &Verdict, futures: &[Future], columns: usize) -> Option<Html> {
    let worst = &verdict.kinds[0];
    if verdict.mark.is_empty() || (verdict.kinds.len() == 1 && !worst.bad) {
        return None;
    }
    let mut cells = Vec::new();
    for column in 0..columns {
        let future = futures.get(column + 1);
        let lost = future.is_some_and(|future| future.worst_certain && worst.bad);
        let mark = future.map_or("", |future| &*future.mark);
        let turn = future.is_some_and(|future| future.no_way_back);
        cells.push(html! {
            <td key={column} class={class(&[when(lost, "lanes__lost"), when(turn, "lanes__turn"), when(lost, sign_class(worst.sign))])}>
                { raw(fill(r#"<div class="lanes__slot">$%</div>"#, &[mark, when(turn, r#"<span class="pill__from room--20"> no way back</span>"#)])) }
            </td>
        });
    }
    // What is a word stands alone.
    let before = when(worst.sign != Some(Sign::Amiss), r#"<span class="lanes__end-in">end in </span>"#);
    Some(html! {
        <tfoot><tr class="lanes__ends" data-test="ends">
            <th scope="row" title={["Of the orders that are still possible after each step: how many end with ", &*verdict.short[1]].concat()}>
                { raw(fill("%$", &[before, &verdict.mark])) }
            </th>
            { list(cells) }
        </tr></tfoot>
    })
}
