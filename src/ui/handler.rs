//! The scenario's own text, line by line, with a pin for each process at the statement it takes next.

use super::words::{On, choice, class, each, hue, hue_of, list, press, text_of, when};
use crate::app::message::Msg;
use crate::app::screen::{Screen, SwitchView};
use crate::tell::code::{
    FOLDED_BLOCK, Fold, Line, Listing, ListingKind, Note, NotePart, Piece, PieceKind, Pin, PinState,
};
use yew::prelude::*;

/// The programs, and in their head the switches between designs. A small frame has the switches in its title.
pub fn handler(screen: &Screen, head: bool, badge: Option<Html>, on: &On) -> Html {
    let handles = screen.listings.iter().any(|listing| listing.kind == ListingKind::Handler);
    let name = if handles { "Handler" } else { "Process" };
    html! {
        <section class="handler" aria-label={name}>
            if head {
                <div class="player__head">
                    <h2 class="player__name">{ name }</h2>
                    { switches(screen, on) }
                    { badge }
                </div>
            }
            { each(&screen.listings, &program) }
        </section>
    }
}

/// The switches between designs of one file.
pub fn switches(screen: &Screen, on: &On) -> Html {
    each(&screen.switches, &|view| switch(view, on))
}

fn switch(view: &SwitchView, on: &On) -> Html {
    let mut items = Vec::new();
    for (position, label) in view.labels.iter().enumerate() {
        let flipped = Msg::SwitchFlipped { switch: view.index, position };
        items.push(choice(label, position == view.position, None, press(on, flipped)));
    }
    html! {
        <div key={view.index} class="choice" role="group" aria-label={view.name.to_string()} data-test="switch">{ list(items) }</div>
    }
}

fn program(listing: &Listing) -> Html {
    html! { <div key={listing.program.index()} class="handler__program">{ each(&listing.lines, &line) }</div> }
}

/// One line with its pins, its number, its text, and what stands beside it.
fn line(line: &Line) -> Html {
    let classes = class(&[
        "handler__line",
        when(line.local && line.indent > 0, "handler__line--local"),
        when(line.fold == Fold::Hidden, "handler__line--folds"),
        when(line.taken.is_some(), "handler__line--taken"),
        hue_of(line.taken.as_ref()),
    ]);
    html! {
        <div key={line.source_line} class={classes} data-line={line.source_line.to_string()}>
            <span class="handler__pins">{ each(&line.pins, &pin) }</span>
            <span class="handler__number">{ line.number }</span>
            <code class={indent(line.indent)}>
                { each(&line.pieces, &piece) }
                if line.fold == Fold::Stands {
                    <span class="handler__fold">{ FOLDED_BLOCK }</span>
                }
                { each(&line.notes, &note) }
            </code>
        </div>
    }
}

/// The indentation as a class: two characters a level, five levels told apart.
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
    let text = text_of(&piece.text);
    match piece.kind {
        PieceKind::Keyword => html! { <b>{ text }</b> },
        PieceKind::Comment => html! { <i class="handler__comment">{ text }</i> },
        PieceKind::Text | PieceKind::Plain => text,
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
        <span key={pin.who.id.index()} class={class(&["pin", hue(&pin.who), state])} data-pin={pin.who.name.to_string()}>
            { text_of(&pin.who.name) }<span class="aside">{ words }</span>
        </span>
    }
}

fn note(note: &Note) -> Html {
    let part = |part: &NotePart| {
        html! { <b class={hue(&part.who)}>{ text_of(&part.who.name) }{ " " }{ text_of(&part.text) }</b> }
    };
    html! { <span class="handler__seen">{ text_of(note.about.as_deref().unwrap_or_default()) }{ each(&note.parts, &part) }</span> }
}
