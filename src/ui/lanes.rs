//! The schedule: a table with a lane for each process and a column for each step, and the scrubber under its columns.

use super::decide;
use super::page::Happened;
use super::words::{On, button, choice, class, classes, each, fill, hue, list, press, raw, send, text_of, when};
use crate::app::message::Msg;
use crate::app::screen::{ScheduleView, Screen};
use crate::tell::lanes::{Column, Lane, Lanes, Pill, PillResult, PillState, Press};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The lanes, under them the slider, what the reader decides and the other schedules. A small frame has only the lanes, and
/// where the reader does not choose (`free`) nothing in them can be pressed.
pub fn lanes(screen: &Screen, slider: Option<Html>, ends: Option<Html>, free: bool, on: &On) -> Html {
    let Lanes { columns, lanes, .. } = &screen.lanes;
    let whole = slider.is_some() && free;
    let lane = |view: &Lane| lane(view, columns.len(), [whole, free], on);
    let pointed = on.reform(Happened::Pointed);
    html! {
        <section class="lanes" aria-label="Schedule">
            <div class="lanes__scroll">
                <div class="lanes__track" onpointerdown={pointed.clone()} onpointermove={pointed.clone()} onpointerup={pointed.clone()}
                    onpointercancel={pointed}>
                    <table class="lanes__table">
                        <thead><tr>
                            <th class="lanes__corner" scope="col"><span class="aside">{ "Process" }</span></th>
                            { each(columns, &head) }
                        </tr></thead>
                        <tbody>{ each(lanes, &lane) }</tbody>
                        { ends }
                    </table>
                    <div class="lanes__playhead" aria-hidden="true"><div class="lanes__needle"></div></div>
                    { slider.unwrap_or_default() }
                </div>
            </div>
            if whole {
                { decide::decide(screen, on) }
                { choices(screen, on) }
            }
        </section>
    }
}

fn head(column: &Column) -> Html {
    html! { <th scope="col" class={class(&["lanes__step", when(column.next, "lanes__step--next")])}>{ text_of(&column.head) }</th> }
}

/// The file's schedules. Under the lanes: the row comes with the reader's own, and nothing moves away under the hand.
fn choices(screen: &Screen, on: &On) -> Html {
    let schedules = &screen.schedules;
    let schedule = |view: &ScheduleView| {
        let onclick = view.choose.map_or_else(Callback::noop, |choose| press(on, Msg::ScheduleChosen(choose)));
        choice(&view.label, view.chosen, None, onclick)
    };
    html! {
        <div class="lanes__choices" hidden={schedules.is_empty()}>
            <span class="lanes__label" id="schedules">{ "Schedule" }</span>
            <div class="choice" role="group" aria-labelledby="schedules">{ each(schedules, &schedule) }</div>
        </div>
    }
}

/// One lane: its name, then a cell a column. The cell of a step that can be moved knows its place. Where nothing can be pressed
/// another process that could go is not shown either: it would be a choice.
fn lane(lane: &Lane, columns: usize, [whole, free]: [bool; 2], on: &On) -> Html {
    let mut cells = Vec::new();
    let mut column = 0;
    while column < columns {
        let pill = lane.pills.iter().find(|pill| pill.column == column);
        let pill = pill.filter(|pill| free || pill.state != PillState::Alternative);
        let span = pill.map_or(1, |pill| pill.span);
        let over = lane.over.as_ref().filter(|over| over.column == column);
        let moves = whole && pill.is_some_and(|pill| matches!(pill.press, Some(Press::Seek(_))));
        let at = moves.then(|| column.to_string());
        cells.push(html! {
            <td key={column} class="lanes__cell" colspan={span.to_string()} data-column={at}>
                if let Some(pill) = pill {
                    <div class="lanes__slot">{ pill_view(pill, free, on) }</div>
                } else if let Some(over) = over {
                    <span class="pill pill--over">{ over.word }</span>
                }
            </td>
        });
        column += span;
    }
    html! {
        <tr key={lane.who.place} class={class(&["lanes__lane", hue(&lane.who)])}>
            <th scope="row" class="lanes__name" title={lane.who.name.to_string()}>{ text_of(&lane.who.name) }</th>
            { list(cells) }
        </tr>
    }
}

fn pill_view(pill: &Pill, free: bool, on: &On) -> Html {
    let state = match pill.state {
        PillState::Done => "pill--done",
        PillState::Now => "pill--now",
        PillState::Next => "pill--next",
        PillState::Planned => "pill--planned",
        PillState::Alternative => "pill--alternative",
        PillState::Blocked => "pill--blocked",
    };
    let result = match pill.result {
        PillResult::Ordinary => "",
        PillResult::Effect => "pill--effect",
        PillResult::Refused => "pill--refused",
        PillResult::Failed => "pill--failed",
        PillResult::Crashed => "pill--died",
    };
    let class = classes(&["pill", state, result]);
    // Heard whole, seen in as many words as there is room for.
    let template = r#"<span class="aside">$</span><span aria-hidden="true">%</span>"#;
    let markup = fill(template, &[&pill.label, &words(pill)]);
    match pill.press.filter(|_| free) {
        Some(press) => {
            let onclick = send(on, Happened::ToldAndGone(pressed(press)));
            button(&class, &[("title", &pill.label)], markup, onclick, "")
        }
        None => raw(fill(r#"<span class="$" title="$">%</span>"#, &[&class, &pill.label, &markup])),
    }
}

/// What pressing a pill says.
fn pressed(press: Press) -> Msg {
    match press {
        Press::Seek(step) => Msg::Seeked(step),
        Press::Choose(action) => Msg::ActionChosen(action),
    }
}

/// As many of the words as the column has room for: `read`, `read → none`, `read keys_plain → none`.
fn words(pill: &Pill) -> String {
    let (short, long) = (&*pill.short, &*pill.long);
    let Some(rest) = long.strip_prefix(short) else {
        // These words are in the narrower type.
        let room = room(long.chars().count() * 5 / 6);
        let template = r#"<span class="pill__until $">$</span><span class="pill__from $">$</span>"#;
        return fill(template, &[room, short, room, long]);
    };
    let (middle, result) = rest.find('→').map_or((rest, ""), |at| rest.split_at(at.saturating_sub(1)));
    let (whole, ends) = (room(long.chars().count()), room(short.chars().count() + result.chars().count()));
    let template = r#"$<span class="pill__from $">$</span><span class="pill__from $">$</span>"#;
    fill(template, &[short, whole, middle, ends, result])
}

/// The class for words of so many characters: the style sheet shows them where the column has room for them.
fn room(count: usize) -> &'static str {
    const ROOMS: [(usize, &str); 6] = [
        (8, "room--8"),
        (12, "room--12"),
        (16, "room--16"),
        (20, "room--20"),
        (26, "room--26"),
        (usize::MAX, "room--32"),
    ];
    ROOMS.iter().find(|(most, _)| count <= *most).map_or("", |(_, room)| room)
}

/// Goes to any moment of the run.
pub fn scrubber(step: usize, steps: usize, place: &str, on: &On) -> Html {
    let on = on.clone();
    let oninput = Callback::from(move |input: InputEvent| {
        let slider: HtmlInputElement = input.target_unchecked_into();
        on.emit(Happened::Told(Msg::Seeked(slider.value_as_number() as usize)));
    });
    html! {
        <input type="range" class="scrubber" min="0" max={steps.to_string()} step="1" value={step.to_string()} aria-label="Step"
            aria-valuetext={place.to_owned()} data-test="scrubber" {oninput} />
    }
}
