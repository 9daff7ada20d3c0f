//! Sentences, names and class lists: what every view needs.

use crate::lang::scenario::ProcessId;
use crate::tell::inline::Inline;
use yew::prelude::*;

/// The classes that give a block the hue of a process, in order of declaration; a seventh process begins again.
const HUES: [&str; 6] = ["hue--1", "hue--2", "hue--3", "hue--4", "hue--5", "hue--6"];

/// The class that gives a block the hue of this process.
pub fn hue(id: ProcessId) -> &'static str {
    HUES[id.index() % HUES.len()]
}

/// The classes whose condition holds, after the one that always does.
pub fn class(block: &'static str, parts: &[(bool, &'static str)]) -> AttrValue {
    if parts.iter().all(|(holds, _)| !holds) {
        return AttrValue::Static(block);
    }
    let mut all = String::from(block);
    for (_, part) in parts.iter().filter(|(holds, _)| *holds) {
        all.push(' ');
        all.push_str(part);
    }
    all.into()
}

/// A sentence with the names of processes in their hue.
pub fn sentence(pieces: &[Inline]) -> Html {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(text) => html! { <>{ text }</> },
        Inline::Process(who) => html! { <b class={["who ", hue(who.id)].concat()}>{ &who.name }</b> },
        Inline::Code(text) => html! { <code>{ text }</code> },
        Inline::Strong(text) => html! { <b>{ text }</b> },
    };
    pieces.iter().map(piece).collect()
}
