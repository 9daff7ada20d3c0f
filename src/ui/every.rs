//! Every schedule: what they come to, each of them in the order of choice, and the map.

use super::icons::{ring_text, sign_class};
use super::map;
use super::page::{Happened, Page};
use super::words::{On, add, attribute, button, class, each, escaped, fill, list, raw, send, text_of, truth, when};
use crate::app::counting::Shown;
use crate::app::message::Msg;
use crate::tell::every::{Future, Verdict};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The section under the player.
pub fn every(page: &Page) -> Html {
    let (shown, stale) = page.model.counted();
    let mut buttons: Vec<Button> = Vec::new();
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
        Shown::Working(states) => {
            buttons.push(("Stop".to_owned(), Happened::StopPressed, None));
            said("Every schedule", &["Counting: ", &states.to_string(), " states so far."].concat())
        }
        Shown::Stopped(states) => {
            let what = ["Counting stopped after ", &states.to_string(), " states. Nothing is known of the rest."];
            said("Not decided", &what.concat())
        }
        Shown::Halted => {
            buttons.push(("Count on".to_owned(), Happened::ToldAndGone(Msg::CountUncovered), None));
            said("Not decided", "Counting was stopped. Nothing is known of what was not counted.")
        }
        Shown::Refused(reason) => said("Not counted", reason),
        Shown::Counted(verdict, _, drawn) => {
            let future = page.model.futures().get(page.place().0);
            for (at, kind) in verdict.kinds.iter().enumerate() {
                let only = verdict.kinds.len() == 1;
                let words = if only { "A simplest one".to_owned() } else { ["Simplest with ", &*kind.words].concat() };
                buttons.push((words, Happened::ToldFromBelow(Msg::SimplestChosen(at)), None));
            }
            middle = if verdict.cells.is_empty() { raw(bars(verdict, future)) } else { strip(page, verdict, future) };
            after = drawn.verdict[1].clone();
            drawn.verdict[0].clone()
        }
    };
    others(page, &mut buttons);
    let press = |(words, happened, open): &Button| {
        let attributes = [("aria-expanded", open.unwrap_or_default())];
        button("button", &attributes, escaped(words), send(&page.on, happened.clone()), words)
    };
    let drawn = page.model.drawn();
    let beside = drawn.and_then(|drawn| drawn.beside.get(page.place().0)).map(|markup| {
        html! { <div class="compare" role="group" aria-label="Same schedule, other design" data-test="compare">{ raw(markup.clone()) }</div> }
    });
    let map = match shown {
        Shown::Counted(_, _, drawn) if !stale && !page.model.covered() && !drawn.map_words.is_empty() => {
            Some(map::map(drawn, page))
        }
        _ => None,
    };
    html! {
        <section class={class(&["every", when(stale && matches!(shown, Shown::Counted(..)) && !page.model.covered(), "every--stale")])} aria-label="Every schedule" data-test="every">
            <div class="every__words">
                { raw(words) }
                { middle }
                { raw(after) }
                <div class="every__row">{ each(&buttons, &press) }{ sizes(page) }</div>
            </div>
            { beside.unwrap_or_default() }
            { map.unwrap_or_default() }
        </section>
    }
}

/// What a button says, what a press on it is, and whether what it opens is open.
type Button = (String, Happened, Option<&'static str>);

/// The same schedule on each design that is one switch away.
fn others(page: &Page, buttons: &mut Vec<Button>) {
    let with = page.model.player().and_then(|player| player.with);
    for view in page.screen.iter().flat_map(|screen| &screen.switches) {
        for (position, label) in view.labels.iter().enumerate() {
            if position != view.position && (!page.model.covered() || with.is_some()) {
                let other = Some((view.index, position));
                let open = with == other;
                let chosen = Msg::DesignCompared(if open { None } else { other });
                buttons.push((["Same schedule on ", label].concat(), Happened::Told(chosen), Some(truth(open))));
                if let (true, Some((switch, position))) = (open, other) {
                    let over = Happened::ToldAndGone(Msg::SwitchFlipped { switch, position });
                    buttons.push((["Go on with ", label].concat(), over, None));
                    buttons.push(("Close".to_owned(), Happened::ToldAndGone(Msg::DesignCompared(None)), None));
                }
            }
        }
    }
}

fn said(title: &str, what: &str) -> String {
    fill(r#"<h2 class="every__title">$</h2><p class="every__aside">$</p>"#, &[title, what])
}

/// One cell a schedule. The slider's value is the schedule on screen; those still possible are filled.
fn strip(page: &Page, verdict: &Verdict, future: Option<&Future>) -> Html {
    let alive = future.and_then(|future| future.cells).map_or(0..0, |[from, many]| from..from + many);
    let (known, here) = (page.model.cell().is_some(), page.model.cell().unwrap_or(0));
    let mut cells = String::new();
    for (at, kind) in verdict.cells.iter().enumerate() {
        let sign = verdict.kinds[usize::from(*kind)].sign;
        let (alive, shown) = (alive.contains(&(at as u32)), known && here == at);
        add(
            &mut cells,
            r#"<i data-cell="$" class="strip__cell $$$">%</i>"#,
            &[
                &at.to_string(),
                sign_class(sign),
                when(alive, " strip__cell--alive"),
                when(shown, " strip__cell--here"),
                &ring_text(sign),
            ],
        );
    }
    let count = verdict.cells.len();
    let (pressed, on) = (page.on.clone(), page.on.clone());
    let onclick = Callback::from(move |click: MouseEvent| {
        if let Some(cell) = attribute(&click, "data-cell").and_then(|cell| cell.parse().ok()) {
            pressed.emit(Happened::ToldFromBelow(Msg::CellChosen(cell)));
        }
    });
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
        <div class="strip" role="slider" tabindex="0" aria-label="Every schedule, in order of choice" aria-valuemin="1"
            aria-valuemax={count} aria-valuenow={now} aria-valuetext={valuetext} data-test="strip" {onclick} {onkeydown}>
            { raw(cells) }
        </div>
    }
}

/// One bar for all of them, and under it one for those that are still possible.
fn bars(verdict: &Verdict, future: Option<&Future>) -> String {
    let mut text = String::new();
    let mut bar = |share: &dyn Fn(usize) -> u16| {
        text.push_str(
            "<svg class=\"every__bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
        );
        let mut from = 0;
        for (at, kind) in verdict.kinds.iter().enumerate() {
            let share = share(at);
            // The least share can still be seen.
            let width = if share == 0 { 0 } else { share.max(4) };
            add(
                &mut text,
                r#"<rect class="$" height="10" x="$" width="$"/>"#,
                &[sign_class(kind.sign), &from.to_string(), &width.to_string()],
            );
            from += share;
        }
        text.push_str("</svg>");
    };
    bar(&|at| verdict.kinds[at].share);
    if let Some(future) = future {
        bar(&|at| future.shares.get(at).copied().unwrap_or(0));
        text.push_str(
            "<small class=\"every__aside\">Above: all schedules. Below: those still possible from here.</small>",
        );
    }
    text
}

/// How many workers, how many crashes.
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
                <div class="lanes__slot">
                    { text_of(mark) }
                    if turn { <span class="pill__from room--20">{ " no way back" }</span> }
                </div>
            </td>
        });
    }
    Some(html! {
        <tfoot><tr class="lanes__ends" data-test="ends">
            <th scope="row" title={["Of the orders that are still possible after each step: how many end with ", &*verdict.short[1]].concat()}>
                <span class="lanes__end-in">{ "end in " }</span>{ text_of(&verdict.mark) }
            </th>
            { list(cells) }
        </tr></tfoot>
    })
}
