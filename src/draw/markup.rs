//! Markup out of templates and words, and the classes that the style sheet knows.

use crate::tell::inline::{Actor, Inline, Who};

/// The classes that give a block the hue of a process, workers first; a seventh process begins again.
const HUES: [&str; 6] = ["hue--1", "hue--2", "hue--3", "hue--4", "hue--5", "hue--6"];

/// The class that gives a block the hue of this process; the queue has none.
pub fn hue(who: &Who) -> &'static str {
    match who.id {
        Actor::Process(_) => HUES[who.place % HUES.len()],
        Actor::Queue => "hue--queue",
    }
}

/// The same, where there is a process.
pub fn hue_of(who: Option<&Who>) -> &'static str {
    who.map_or("", hue)
}

/// A class list; empty parts are left out.
pub fn classes(parts: &[&'static str]) -> String {
    let mut all = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !all.is_empty() {
            all.push(' ');
        }
        all.push_str(part);
    }
    all
}

/// The class where the condition holds.
pub fn when(holds: bool, class: &'static str) -> &'static str {
    if holds { class } else { "" }
}

/// The template with the next of these words in place of each `$`, escaped, or of each `%`, which is markup.
pub fn fill(template: &str, words: &[&str]) -> String {
    let mut markup = String::new();
    add(&mut markup, template, words);
    markup
}

/// The same, after what is there.
pub fn add(markup: &mut String, template: &str, words: &[&str]) {
    let mut words = words.iter();
    for letter in template.chars() {
        match letter {
            '$' => escape(markup, words.next().unwrap_or(&"")),
            '%' => markup.push_str(words.next().unwrap_or(&"")),
            _ => markup.push(letter),
        }
    }
}

/// Text that is no markup, in an element or between double quotes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    escape(&mut escaped, text);
    escaped
}

fn escape(markup: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '"' => markup.push_str("&quot;"),
            _ => markup.push(letter),
        }
    }
}

/// A sentence with the names of processes in their hue.
pub fn sentence_text(pieces: &[Inline]) -> String {
    let mut markup = String::new();
    for piece in pieces {
        let (template, text) = match piece {
            Inline::Plain(text) => ("$", text),
            Inline::Process(who) => {
                add(&mut markup, r#"<b class="who $">$</b>"#, &[hue(who), &who.name]);
                continue;
            }
            Inline::Code(text) => ("<code>$</code>", text),
            Inline::Strong(text) => ("<b>$</b>", text),
        };
        add(&mut markup, template, &[text]);
    }
    markup
}
