//! The scenario's own text, line by line, with a pin for each process at the statement it takes next.

use super::words::{On, add, choice, classes, each, hue, hue_of, list, press, raw, when};
use crate::app::message::Msg;
use crate::app::screen::{Screen, SwitchView};
use crate::tell::code::{FOLDED_BLOCK, Fold, Line, Listing, ListingKind, Note, NotePart, PieceKind, Pin, PinState};
use crate::tell::inline::Who;
use yew::prelude::*;

/// The programs, and in their head the switches between designs. A small frame has the switches in its title.
pub fn handler(screen: &Screen, head: bool, badge: Option<Html>, on: &On) -> Html {
    let handles = screen.listings.iter().any(|listing| listing.kind == ListingKind::Handler);
    let name = if handles { "Handler" } else { "Process" };
    html! {
        <section class="handler" aria-label={name}>
            if head {
                <div class="handler__head"><div class="player__head">
                    <h2 class="player__name">{ name }</h2>
                    { switches(screen, on) }
                    { badge }
                </div></div>
            }
            <div class="handler__programs">{ each(&screen.listings, &program) }</div>
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

/// The lines are markup: nothing in them takes the focus.
fn program(listing: &Listing) -> Html {
    let mut lines = String::new();
    for each in &listing.lines {
        line(&mut lines, each);
    }
    html! { <div key={listing.program.index()} class="handler__program">{ raw(lines) }</div> }
}

/// One line with its pins, its number, its text, and what stands beside it.
fn line(markup: &mut String, line: &Line) {
    let class = classes(&[
        "handler__line",
        when(line.local && line.indent > 0, "handler__line--local"),
        when(line.fold == Fold::Hidden, "handler__line--folds"),
        when(line.taken.is_some(), "handler__line--taken"),
        hue_of(line.taken.as_ref()),
    ]);
    let place = line.source_line.to_string();
    add(markup, r#"<div class="$" data-line="$"><span class="handler__pins">"#, &[&class, &place]);
    for each in &line.pins {
        pin(markup, each);
    }
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    add(markup, r#"</span><span class="handler__number">$</span><code class="$">"#, &[&number, indent(line.indent)]);
    for piece in &line.pieces[..] {
        let template = match piece.kind {
            PieceKind::Keyword => "<b>$</b>",
            PieceKind::Comment => r#"<i class="handler__comment">$</i>"#,
            PieceKind::Text | PieceKind::Plain => "$",
        };
        add(markup, template, &[&piece.text]);
    }
    if line.fold == Fold::Stands {
        add(markup, r#"<span class="handler__fold">$</span>"#, &[FOLDED_BLOCK]);
    }
    for Note { about, parts } in &line.notes {
        add(markup, r#"<span class="handler__seen">$"#, &[about.as_deref().unwrap_or_default()]);
        for NotePart { who, text } in parts {
            add(markup, r#"<b class="$">$ $</b>"#, &[hue(who), &who.name, text]);
        }
        markup.push_str("</span>");
    }
    markup.push_str("</code></div>");
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

fn pin(markup: &mut String, pin: &Pin) {
    let (state, words) = match pin.state {
        PinState::Here => ("", " is here"),
        PinState::Ended => (" pin--ended", " has ended"),
        PinState::Failed => (" pin--failed", " has failed"),
        PinState::Died => (" pin--died", " has died"),
        PinState::Waits => (" pin--waits", " has not started"),
        PinState::Idle => (" pin--waits", " waits for a job"),
    };
    let Who { name, .. } = &pin.who;
    let template = r#"<span class="pin $$" data-pin="$">$<span class="aside">$</span></span>"#;
    add(markup, template, &[hue(&pin.who), state, name, name, words]);
}
