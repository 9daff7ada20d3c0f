//! The scenario's own text, line by line, with a pin for each process at the statement it takes next.

use super::words::{class, hue};
use crate::app::message::Msg;
use crate::app::screen::{Screen, SwitchView};
use crate::lang::value::Name;
use crate::tell::code::{FOLDED_BLOCK, Fold, Line, Listing, ListingKind, Note, Piece, PieceKind, Pin, PinState};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The handler's side of the stage.
#[derive(PartialEq, Properties)]
pub struct HandlerProps {
    /// What is shown.
    pub screen: Rc<Screen>,
    /// Does it have a head of its own? A small frame has the switches in its title.
    pub head: bool,
    /// Hears that a switch was flipped.
    pub on: Callback<Msg>,
}

/// The programs, and in their head the switches between designs.
#[component]
pub fn Handler(props: &HandlerProps) -> Html {
    let root = use_node_ref();
    let before = use_mut_ref(Vec::new);
    {
        let root = root.clone();
        use_effect_with(props.screen.clone(), move |_| {
            if let Some(root) = root.cast::<Element>() {
                travel(&root, &mut before.borrow_mut());
            }
        });
    }
    let handles = props.screen.listings.iter().any(|listing| listing.kind == ListingKind::Handler);
    let name = if handles { "Handler" } else { "Process" };
    html! {
        <section class="handler" ref={root} aria-label={name}>
            if props.head {
                <div class="player__head">
                    <h2 class="player__name">{ name }</h2>
                    { switches(&props.screen, &props.on) }
                </div>
            }
            { for props.screen.listings.iter().map(program) }
        </section>
    }
}

/// The switches between designs of one file.
pub fn switches(screen: &Screen, on: &Callback<Msg>) -> Html {
    screen.switches.iter().map(|view| switch(view, on)).collect()
}

fn switch(view: &SwitchView, on: &Callback<Msg>) -> Html {
    let index = view.index;
    let item = |(position, label): (usize, &Name)| {
        html! {
            <button key={position} type="button" class="choice__item" aria-pressed={(position == view.position).to_string()}
                onclick={on.reform(move |_| Msg::SwitchFlipped { switch: index, position })}>{ &**label }</button>
        }
    };
    html! {
        <div key={index} class="choice" role="group" aria-label={view.name.to_string()} data-test="switch">
            { for view.labels.iter().enumerate().map(item) }
        </div>
    }
}

/// Lets each pin start where it stood before: the style sheet moves it from there to where it stands.
fn travel(root: &Element, before: &mut Vec<(String, f64)>) {
    let Ok(pins) = root.query_selector_all(".pin") else { return };
    let top = root.get_bounding_client_rect().y();
    let mut now = Vec::new();
    for pin in (0..pins.length()).filter_map(|at| pins.item(at)?.dyn_into::<HtmlElement>().ok()) {
        let name = pin.get_attribute("data-pin").unwrap_or_default();
        let y = pin.closest(".handler__line").ok().flatten().map_or(0.0, |line| line.get_bounding_client_rect().y() - top);
        let from = before.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, stood)| stood - y);
        let _ = pin.style().set_property("--from", &[&from.to_string(), "px"].concat());
        now.push((name, y));
    }
    *before = now;
}

fn program(listing: &Listing) -> Html {
    html! { <Program key={listing.program.index()} listing={Rc::new(listing.clone())} /> }
}

#[derive(PartialEq, Properties)]
struct ProgramProps {
    listing: Rc<Listing>,
}

#[component]
fn Program(props: &ProgramProps) -> Html {
    let line = |line: &Line| html! { <CodeLine key={line.source_line} line={Rc::new(line.clone())} /> };
    html! { <div class="handler__program">{ for props.listing.lines.iter().map(line) }</div> }
}

#[derive(PartialEq, Properties)]
struct CodeLineProps {
    line: Rc<Line>,
}

#[component]
fn CodeLine(props: &CodeLineProps) -> Html {
    let line = &*props.line;
    let taken = line.taken.as_ref().map(|who| hue(who.id));
    let classes = class(
        "handler__line",
        &[
            (line.local && line.indent > 0, "handler__line--local"),
            (line.fold == Fold::Hidden, "handler__line--folds"),
            (taken.is_some(), "handler__line--taken"),
            (taken.is_some(), taken.unwrap_or_default()),
        ],
    );
    html! {
        <div class={classes} data-line={line.source_line.to_string()}>
            <span class="handler__pins">{ for line.pins.iter().map(pin) }</span>
            <span class="handler__number">{ line.number }</span>
            <code class={indent(line.indent)}>
                { for line.pieces.iter().map(piece) }
                if line.fold == Fold::Stands {
                    <span class="handler__fold">{ FOLDED_BLOCK }</span>
                }
                { for line.notes.iter().map(note) }
            </code>
        </div>
    }
}

/// The indentation as a class: two characters a level, four levels told apart.
fn indent(characters: usize) -> &'static str {
    const LEVELS: [&str; 5] = [
        "handler__code",
        "handler__code handler__code--1",
        "handler__code handler__code--2",
        "handler__code handler__code--3",
        "handler__code handler__code--4",
    ];
    LEVELS[(characters / 2).min(LEVELS.len() - 1)]
}

fn piece(piece: &Piece) -> Html {
    match piece.kind {
        PieceKind::Keyword => html! { <b>{ &piece.text }</b> },
        PieceKind::Comment => html! { <i class="handler__comment">{ &piece.text }</i> },
        PieceKind::Text | PieceKind::Plain => html! { <>{ &piece.text }</> },
    }
}

fn pin(pin: &Pin) -> Html {
    let (state, words) = match pin.state {
        PinState::Here => ("", " is here"),
        PinState::Ended => ("pin--ended", " has ended"),
        PinState::Failed => ("pin--failed", " has failed"),
        PinState::Died => ("pin--died", " has died"),
        PinState::Waits => ("pin--waits", " has not started"),
    };
    html! {
        <span key={pin.who.id.index()} class={["pin ", hue(pin.who.id), " ", state].concat()} data-pin={pin.who.name.to_string()}>
            { &pin.who.name }<span class="aside">{ words }</span>
        </span>
    }
}

fn note(note: &Note) -> Html {
    let parts = note.parts.iter().map(|part| {
        html! { <b class={hue(part.who.id)}>{ &part.who.name }{ " " }{ &part.text }</b> }
    });
    html! { <span class="handler__seen">{ note.about.clone().unwrap_or_default() }{ for parts }</span> }
}
