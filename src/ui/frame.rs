//! The frame around the figure: head and chapters on the page, one card in somebody's documentation.

use super::icons::{Icon, icon, icon_text, ring};
use super::page::{Happened, Page};
use super::present;
use super::words::{button, class, each, fill, list, raw, send, sentence, text_of, truth, when};
use super::{
    address, along, around, chapters, copy, editor, every, handler, keys, lanes, notice, question, ribbon, said, share,
    start, tables, transport,
};
use crate::app::message::Msg;
use crate::app::model::{Awaited, Body, Speed, Theme};
use crate::app::presentation::{Controls, Panel};
use crate::app::screen::Screen;
use crate::check::outcome::Sign;
use crate::tell::still::SENTENCE;
use yew::prelude::*;

/// The whole page.
pub fn frame(page: &Page) -> Html {
    if page.model.presentation.embed { embed(page) } else { full(page) }
}

fn full(page: &Page) -> Html {
    let (model, start) = (&page.model, page.model.at_start());
    if page.presents() && !start {
        return html! { <main class="page__main">{ present::bar(page) }{ figure(page) }</main> };
    }
    // Where a query names a moment, the start page is the address without it.
    let onclick = model.starts_bare().then(|| chapters::leads(Msg::StartWanted, &page.on));
    let menu =
        fill(r#"<span class="aside">Scenarios: </span><span class="page__open-title">$</span>"#, &[&model.open.title]);
    html! {
        <>
            <header class="page__head">
                <a class="page__name" href={address::path()} {onclick}>{ ring(Sign::Repeated(2), "") }<span>{ "Ran Twice" }</span></a>
                if !start {
                    <p class="page__what">{ SENTENCE }</p>
                    <button type="button" class="page__open" popovertarget="chapters" data-test="scenarios">{ raw(menu) }</button>
                }
                <div class="page__tools">
                    if !start {
                        { editor::opener(page) }
                        if page.screen.is_some() {
                            { share::opener(page) }
                        }
                        { present::opener(page) }
                    }
                    { theme(page) }
                </div>
            </header>
            if start {
                { told(page) }
                { start::start(page) }
            } else {
                <div class={class(&["page__body", when(model.writing.open, "page__body--edits")])}>
                    { chapters::chapters(page) }
                    <main class="page__main">{ figure(page) }</main>
                </div>
            }
            <div>
                if page.sharing.is_open() {
                    { share::dialog(page) }
                }
            </div>
        </>
    }
}

/// The open scenario: its question, its player, its text where that is wanted, and where its result sits. Each part has its
/// place whether it is there or not, so that the text keeps its focus whatever comes and goes around it.
fn figure(page: &Page) -> Html {
    let screen = page.screen.as_ref();
    let sign = screen.and_then(|screen| screen.ending.as_ref()?.sign);
    html! {
        <>
            { told(page) }
            <h1 class="page__title">{ text_of(&page.model.open.title) }</h1>
            if let Some(about) = screen.and_then(|screen| screen.about.as_ref()) {
                <p class="page__lede">{ sentence(about) }</p>
            }
            if let Some(reported) = screen.and_then(|screen| screen.reported.as_ref()) {
                { around::reported(reported) }
            }
            if let Some(asked) = screen.and_then(|screen| screen.question.as_ref()) {
                { question::question(asked, sign, &page.on) }
            }
            if let Some(screen) = screen {
                { player(page, screen, false) }
            }
            if page.model.writing.open {
                { editor::editor(page) }
            }
            { under(page, page.model.presentation.view.is_empty()) }
            if let Some(screen) = screen {
                { around::around(&screen.around, &page.on) }
            }
        </>
    }
}

/// The compact form. It takes no focus and no key that it was not given.
fn embed(page: &Page) -> Html {
    let full = [&address::path(), "#", &page.model.hash()].concat();
    html! {
        <main class="embed">
            <header class="embed__head">
                { ring(Sign::Repeated(2), "") }
                <h1 class="embed__title">{ text_of(&page.model.open.title) }</h1>
                { page.screen.as_ref().map(|screen| handler::switches(screen, &page.on)) }
                <a class="button" href={full} target="_blank" rel="noopener">{ "Open in full" }{ icon(Icon::Open) }</a>
            </header>
            { told(page) }
            if let Some(screen) = page.screen.as_ref() {
                { player(page, screen, true) }
            } else {
                <div class="player__room"></div>
            }
            { under(page, false) }
        </main>
    }
}

/// What stands under the player: all there is, or what is named after its last panel, in that order.
#[inline(never)]
fn under(page: &Page, all: bool) -> Html {
    let (_, after) = page.model.presentation.split();
    let named = [Panel::Every, Panel::Deliveries];
    each(if all { &named } else { after }, &|panel| beside(page, *panel))
}

/// A panel that is none of the player's own.
fn beside(page: &Page, panel: Panel) -> Html {
    let ended = page.screen.as_ref().is_some_and(|screen| screen.ending.is_some());
    match panel {
        Panel::Every => page.screen.as_ref().map(|_| every::every(page)).unwrap_or_default(),
        Panel::Deliveries => page.model.along().map(|drawn| along::along(drawn, page, ended)).unwrap_or_default(),
        Panel::Handler | Panel::Tables | Panel::Said | Panel::Schedule => Html::default(),
    }
}

/// The panels of the player that were asked for, in their order, and what was named between them. Handler and tables stand
/// side by side where they follow each other; the sentence is spoken in any case, because it is the only one that is.
#[inline(never)]
fn chosen(page: &Page, said: Html, lanes: Html, [handler, tables]: [Html; 2]) -> Html {
    let (view, _) = page.model.presentation.split();
    let mut said = Some(said);
    let mut panels = Vec::new();
    for (at, panel) in view.iter().enumerate() {
        let beside = |other: usize, wanted| view.get(other) == Some(&wanted);
        panels.push(match panel {
            Panel::Handler if beside(at + 1, Panel::Tables) => html! {
                <div class="player__stage">{ handler.clone() }{ ribbon::ribbon(page.beam()) }{ tables.clone() }</div>
            },
            Panel::Tables if at > 0 && beside(at - 1, Panel::Handler) => Html::default(),
            Panel::Handler => html! { <div class="player__one">{ handler.clone() }</div> },
            Panel::Tables => html! { <div class="player__one">{ tables.clone() }</div> },
            Panel::Said => html! { <div class="player__one">{ said.take() }</div> },
            Panel::Schedule => lanes.clone(),
            Panel::Every | Panel::Deliveries => {
                html! { <div class="player__one player__one--apart">{ self::beside(page, *panel) }</div> }
            }
        });
    }
    if let Some(said) = said {
        panels.push(html! { <div class="aside">{ said }</div> });
    }
    list(panels)
}

/// What the reader has to be told, in a box of its own that is there or not.
fn told(page: &Page) -> Html {
    html! {
        <div>
            if let Some(told) = &page.model.notice {
                { notice::notice(told, &page.on) }
            }
            if let (Body::Broken(diagnostics), false) = (&page.model.open.body, page.model.writing.open) {
                { notice::broken(diagnostics) }
            }
            if let Body::Awaited(Awaited { told: Some(reason), .. }) = &page.model.open.body {
                { notice::awaited(reason, &page.on) }
            }
        </div>
    }
}

/// The card: handler, ribbon and tables on the stage, the schedule under them, the dock with sentence and buttons.
fn player(page: &Page, screen: &Screen, embed: bool) -> Html {
    let Page { model, on, nodes: [root, menu, dialog], .. } = page;
    let (step, steps) = page.place();
    let scrubber = lanes::scrubber(step, steps, &screen.transport.place, on);
    let future = model.drawn().filter(|_| !model.covered()).and_then(|drawn| drawn.onward.get(step));
    let future = future.map_or("", |[words, _]| words);
    let help = button(
        "button button--quiet transport__keys",
        &[],
        "Keys ?".to_owned(),
        send(on, Happened::HelpTurned(true)),
        "keys",
    );
    // The slider stands under the columns of the lanes, where there are any.
    let (in_lanes, in_dock) = if embed {
        (None, scrubber)
    } else if model.presentation.shows(Panel::Schedule) {
        (Some(scrubber), help)
    } else {
        (None, list(vec![scrubber, help]))
    };
    let free = model.presentation.controls == Controls::Full;
    let badge = model.verdict().filter(|verdict| !verdict.mark.is_empty()).map(|verdict| every::badge(verdict));
    let ends = model.verdict().and_then(|verdict| every::ends(verdict, model.futures(), screen.lanes.columns.len()));
    let menu = (!embed).then(|| copy::copy(page.menu, menu, on));
    let whole = model.presentation.view.is_empty();
    let lanes = lanes::lanes(screen, in_lanes, ends, free, on);
    let handler = handler::handler(screen, !embed, badge, on);
    let tables = tables::tables(screen, model.tab, menu, on);
    let said = said::said(screen, &page.told_before, future, step, model.playing);
    let onkeydown = {
        let on = on.clone();
        Callback::from(move |key: KeyboardEvent| on.emit(Happened::Pressed(key)))
    };
    html! {
        <section ref={root} class={class(&["player", page.motion, pace(model.speed)])} aria-label="Player" tabindex="-1" {onkeydown}
            data-test="player" data-step={step.to_string()} data-steps={steps.to_string()}
            data-counted={truth(!model.futures().is_empty())}>
            if whole {
                <div class="player__stage">
                    { handler }
                    { ribbon::ribbon(page.beam()) }
                    { tables }
                </div>
                { lanes }
            } else {
                { chosen(page, said.clone(), lanes, [handler, tables]) }
            }
            if embed {
                <div class="player__room"></div>
            }
            <div class="player__dock">
                if whole {
                    { said }
                }
                { transport::transport(&screen.transport, model.playing, model.speed, in_dock, on) }
            </div>
            { keys::keys(dialog, page.keys_active, on) }
        </section>
    }
}

/// The class that divides every duration by the speed.
fn pace(speed: Speed) -> &'static str {
    match speed {
        Speed::Half => "pace--half",
        Speed::One => "",
        Speed::Two => "pace--two",
        Speed::Four => "pace--four",
    }
}

fn theme(page: &Page) -> Html {
    let (word, label) = match page.theme {
        Theme::Auto => ("Auto", "Theme: Auto, as your system has it"),
        Theme::Light => ("Light", "Theme: Light"),
        Theme::Dark => ("Dark", "Theme: Dark"),
        Theme::Contrast => ("Contrast", "Theme: Contrast, as strong as can be"),
    };
    let attributes = [("aria-label", label), ("title", label)];
    let shown = fill(r#"%<span class="page__theme-word">$</span>"#, &[&icon_text(Icon::Theme), word]);
    button("button", &attributes, shown, send(&page.on, Happened::ThemeTurned), "theme")
}
