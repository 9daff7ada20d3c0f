//! The schedule: a table with a lane for each process and a column for each step, and the scrubber under its columns.

use super::keys::pressed;
use super::words::{class, hue};
use crate::app::message::Msg;
use crate::app::screen::ScheduleView;
use crate::tell::lanes::{Column, Lane, Lanes as View, Offer, Pill, PillResult, PillState};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// The schedule.
#[derive(PartialEq, Properties)]
pub struct LanesProps {
    /// What is shown.
    pub lanes: View,
    /// The schedules of the file, where there are several.
    pub schedules: Vec<ScheduleView>,
    /// Does it have a head of its own, to choose schedules and faults in?
    pub head: bool,
    /// Is a run one click away that the last choice left?
    pub can_restore: bool,
    /// Hears what was chosen.
    pub on: Callback<Msg>,
    /// The slider, which shares the columns.
    pub children: Html,
}

/// The lanes, and over them what else can be chosen.
#[component]
pub fn Lanes(props: &LanesProps) -> Html {
    let View { columns, lanes, playhead, faults } = &props.lanes;
    let track = use_node_ref();
    {
        let track = track.clone();
        use_effect_with((*playhead, columns.len()), move |(playhead, columns)| {
            if let Some(track) = track.cast::<HtmlElement>() {
                settle(&track, *playhead, *columns);
            }
        });
    }
    let lane = |lane: &Lane| {
        html! { <LaneRow key={lane.who.id.index()} lane={Rc::new(lane.clone())} columns={columns.len()} on={&props.on} /> }
    };
    html! {
        <section class="lanes" aria-label="Schedule">
            if props.head {
                { choices(props, faults) }
            }
            <div class="lanes__scroll">
                <div ref={track} class="lanes__track">
                    <table class="lanes__table">
                        <thead><tr>
                            <th class="lanes__corner" scope="col"><span class="aside">{ "Process" }</span></th>
                            { for columns.iter().map(head) }
                        </tr></thead>
                        <tbody>{ for lanes.iter().map(lane) }</tbody>
                    </table>
                    <div class="lanes__playhead" aria-hidden="true"><div class="lanes__needle"></div></div>
                    { props.children.clone() }
                </div>
            </div>
        </section>
    }
}

/// Keeps the playhead in sight where the lanes are wider than the page.
fn settle(track: &HtmlElement, playhead: usize, columns: usize) {
    if let Some(scroll) = track.parent_element() {
        let (wide, seen) = (scroll.scroll_width(), scroll.client_width());
        if wide > seen {
            let at = wide * playhead as i32 / columns.max(1) as i32;
            scroll.set_scroll_left(at - seen / 2);
        }
    }
}

fn head(column: &Column) -> Html {
    html! { <th scope="col" class={class("lanes__step", &[(column.next, "lanes__step--next")])}>{ &column.head }</th> }
}

/// The file's schedules, the run that was left, and the faults that can strike now.
fn choices(props: &LanesProps, faults: &[Offer]) -> Html {
    let on = &props.on;
    let schedule = |view: &ScheduleView| {
        let (choose, on) = (view.choose, on.clone());
        let onclick = move |_: MouseEvent| {
            if let Some(choose) = choose {
                on.emit(Msg::ScheduleChosen(choose));
            }
        };
        html! {
            <button key={view.label.clone()} type="button" class="choice__item" aria-pressed={view.chosen.to_string()}
                disabled={choose.is_none() && !view.chosen}
                {onclick}>{ &view.label }</button>
        }
    };
    let fault = |offer: &Offer| {
        let action = offer.action;
        html! {
            <button key={offer.long.clone()} type="button" class={["button lanes__fault ", hue(offer.who.id)].concat()}
                onclick={on.reform(move |click| { hand_focus(&click); Msg::ActionChosen(action) })}>{ &offer.long }</button>
        }
    };
    let empty = props.schedules.is_empty() && faults.is_empty() && !props.can_restore;
    html! {
        <div class="lanes__choices" hidden={empty}>
            if !props.schedules.is_empty() {
                <span class="lanes__label" id="schedules">{ "Schedule" }</span>
                <div class="choice" role="group" aria-labelledby="schedules">{ for props.schedules.iter().map(schedule) }</div>
            }
            if props.can_restore {
                <button type="button" class="button button--quiet" onclick={on.reform(|click| { hand_focus(&click); Msg::BranchRestored })}>{ "Back to the run before" }</button>
            }
            <div class="lanes__faults">{ for faults.iter().map(fault) }</div>
        </div>
    }
}

/// A pill or a button that goes away when it is pressed gives its focus to the player, where the keys work.
fn hand_focus(click: &MouseEvent) {
    let player = click.target().and_then(|target| target.dyn_into::<Element>().ok()?.closest(".player").ok()?);
    if let Some(player) = player.and_then(|player| player.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = player.focus_with_options(&options);
    }
}

#[derive(PartialEq, Properties)]
struct LaneRowProps {
    lane: Rc<Lane>,
    columns: usize,
    on: Callback<Msg>,
}

#[component]
fn LaneRow(props: &LaneRowProps) -> Html {
    let lane = &*props.lane;
    let mut cells = Vec::new();
    let mut column = 0;
    while column < props.columns {
        let pill = lane.pills.iter().find(|pill| pill.column == column);
        let span = pill.map_or(1, |pill| pill.span);
        let over = lane.over.as_ref().filter(|over| over.column == column);
        cells.push(html! {
            <td key={column} class="lanes__cell" colspan={(span > 1).then(|| span.to_string())}>
                if let Some(pill) = pill {
                    <div class="lanes__slot"><PillView pill={Rc::new(pill.clone())} on={&props.on} /></div>
                } else if let Some(over) = over {
                    <span class="pill pill--over">{ over.word }</span>
                }
            </td>
        });
        column += span;
    }
    html! {
        <tr class={["lanes__lane ", hue(lane.who.id)].concat()}>
            <th scope="row" class="lanes__name" title={lane.who.name.to_string()}>{ &*lane.who.name }</th>
            { for cells }
        </tr>
    }
}

#[derive(PartialEq, Properties)]
struct PillViewProps {
    pill: Rc<Pill>,
    on: Callback<Msg>,
}

#[component]
fn PillView(props: &PillViewProps) -> Html {
    let pill = &*props.pill;
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
        PillResult::Effect => " pill--effect",
        PillResult::Refused => " pill--refused",
        PillResult::Failed => " pill--failed",
        PillResult::Crashed => " pill--died",
    };
    let class = ["pill ", state, result].concat();
    let label = pill.label.clone();
    let onclick = use_callback((pill.press, props.on.clone()), |click: MouseEvent, (press, on)| {
        if let Some(press) = *press {
            hand_focus(&click);
            on.emit(pressed(press));
        }
    });
    if pill.press.is_some() {
        html! { <button type="button" {class} aria-label={label.clone()} title={label} {onclick}>{ words(pill) }</button> }
    } else {
        html! { <span {class} title={label.clone()}><span class="aside">{ label }</span><span aria-hidden="true">{ words(pill) }</span></span> }
    }
}

/// As many of the words as the column has room for: `read`, `read → none`, `read keys_plain → none`.
fn words(pill: &Pill) -> Html {
    let (short, long) = (&*pill.short, &*pill.long);
    let Some(rest) = long.strip_prefix(short) else {
        // These words are in the narrower type.
        let room = room(long.chars().count() * 5 / 6);
        return html! { <><span class={["pill__until ", room].concat()}>{ short }</span><span class={["pill__from ", room].concat()}>{ long }</span></> };
    };
    let (middle, result) = rest.find(" → ").map_or((rest, ""), |at| rest.split_at(at));
    html! {
        <>
            { short }
            <span class={["pill__from ", room(long.chars().count())].concat()}>{ middle }</span>
            <span class={["pill__from ", room(short.chars().count() + result.chars().count())].concat()}>{ result }</span>
        </>
    }
}

/// The class for words of so many characters: the style sheet shows them where the column has room for them.
fn room(count: usize) -> &'static str {
    const ROOMS: [&str; 6] = ["room--8", "room--12", "room--16", "room--20", "room--26", "room--32"];
    const CHARACTERS: [usize; 6] = [8, 12, 16, 20, 26, 32];
    CHARACTERS.iter().position(|most| count <= *most).map_or(ROOMS[5], |at| ROOMS[at])
}

/// The slider.
#[derive(PartialEq, Properties)]
pub struct ScrubberProps {
    /// How many steps have been taken.
    pub step: usize,
    /// How many there are.
    pub steps: usize,
    /// Where that is, in words.
    pub place: String,
    /// Hears where the reader went.
    pub on: Callback<Msg>,
}

/// Goes to any moment of the run.
#[component]
pub fn Scrubber(props: &ScrubberProps) -> Html {
    let oninput = use_callback(props.on.clone(), |input: InputEvent, on| {
        let slider: HtmlInputElement = input.target_unchecked_into();
        on.emit(Msg::Seeked(slider.value_as_number() as usize));
    });
    html! {
        <input type="range" class="scrubber" min="0" max={props.steps.to_string()} step="1" value={props.step.to_string()}
            aria-label="Step" aria-valuetext={props.place.clone()} data-test="scrubber" {oninput} />
    }
}
