//! What each way shows: what can be chosen, what is copied, and what has to be known of it.

use super::{Act, does};
use crate::app::presentation::{Controls, Mode, Panel, Theme};
use crate::app::share::{Column, Form, Options, Share, Way};
use crate::draw::code::code;
use crate::ui::page::Page;
use crate::ui::words::{button, choice, escaped, fill, list, raw, text_of};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use yew::prelude::*;
use yew::virtual_dom::VTag;

const MODES: [(Mode, &str); 3] =
    [(Mode::Explore, "All of the page"), (Mode::Read, "Stepping only"), (Mode::Present, "For a projector")];
const PANELS: [(Panel, &str); 6] = [
    (Panel::Handler, "Handler"),
    (Panel::Tables, "Tables"),
    (Panel::Said, "Sentence"),
    (Panel::Schedule, "Schedule"),
    (Panel::Every, "Every schedule"),
    (Panel::Deliveries, "Deliveries"),
];
const CONTROLS: [(Controls, &str); 3] =
    [(Controls::Full, "All"), (Controls::Min, "Back and on"), (Controls::None, "None")];
const THEMES: [(Theme, &str); 4] = [
    (Theme::Auto, "As the page around it"),
    (Theme::Light, "Light"),
    (Theme::Dark, "Dark"),
    (Theme::Contrast, "Contrast"),
];

/// The height of a frame that has not said its own.
const HEIGHT_PX: u32 = 560;
/// What is said where a browser lets nothing be copied.
const SELECTED: &str =
    "This browser or this frame does not let the page copy. The text is selected: press Ctrl and C, or ⌘ and C.";

/// What the chosen way shows.
pub fn panel(page: &Page, share: &Share<'_>) -> Html {
    let Some(options) = &page.sharing.chosen else { return Html::default() };
    match page.sharing.way {
        Way::Link => link(page, share, options),
        Way::Embed => embed(page, share, options),
        Way::File => file(page, share),
        Way::Issue => field(page, "issue", "Markdown, with the tables as they are at this moment", &share.issue()),
    }
}

fn link(page: &Page, share: &Share<'_>, options: &Options) -> Html {
    let modes = MODES.map(|(mode, words)| (words, mode == options.mode, Options { mode, ..options.clone() }));
    let address = share.link();
    let code = address.as_deref().filter(|_| share.has_code()).and_then(code);
    let mut parts = vec![moments(page, share, options), row(page, "Opens", "mode", &modes)];
    if let Some(address) = &address {
        parts.push(field(page, "link", "The link", address));
    }
    parts.push(element(
        "p",
        &[("class", "share__note"), ("data-test", "share-length")],
        vec![text_of(&share.length())],
    ));
    parts.push(note(share.reach()));
    if address.is_none() {
        let to = does(Act::Chosen(Way::File), &page.on);
        parts.push(button("button", &[], "To the file".to_owned(), to, "file"));
    }
    if let Some(code) = code {
        let shown = raw(["<summary>QR code</summary>", &code].concat());
        parts.push(element("details", &[("class", "share__code")], vec![shown]));
    }
    list(parts)
}

fn embed(page: &Page, share: &Share<'_>, options: &Options) -> Html {
    let preview = &page.sharing.preview;
    let forms = Form::ALL.map(|form| (form.label(), form == options.form, Options { form, ..options.clone() }));
    let mut parts = vec![row(page, "As", "form", &forms)];
    let snippet = share.snippet(preview.height.unwrap_or(HEIGHT_PX));
    if let Some(snippet) = &snippet {
        parts.push(field(page, "snippet", options.form.label(), snippet));
        if options.form == Form::Block {
            parts.push(field(page, "script", "Once for the whole site", &share.script()));
        }
    }
    for words in share.about() {
        parts.push(note(&words));
    }
    if snippet.is_some() {
        let panels = PANELS.map(|(panel, words)| (words, options.panels.contains(&panel), options.turned(panel)));
        let controls = CONTROLS
            .map(|(controls, words)| (words, controls == options.controls, Options { controls, ..options.clone() }));
        let themes = THEMES.map(|(theme, words)| (words, theme == options.theme, Options { theme, ..options.clone() }));
        parts.push(moments(page, share, options));
        parts.push(row(page, "Shows", "panels", &panels));
        parts.push(row(page, "Buttons", "controls", &controls));
        parts.push(row(page, "Colours", "theme", &themes));
    }
    let mut halves = vec![element("div", &[("class", "share__options")], parts)];
    if let Some(frame) = share.preview() {
        let columns =
            Column::ALL.map(|column| (column.label(), column == options.column, Options { column, ..options.clone() }));
        let shown = vec![row(page, "Preview in a column of", "column", &columns), preview.view(&frame, options.column)];
        halves.push(element("section", &[("class", "share__try"), ("aria-label", "Preview")], shown));
    }
    element("div", &[("class", "share__embed")], halves)
}

fn file(page: &Page, share: &Share<'_>) -> Html {
    let (here, missed) = match (page.shared_file(), &page.sharing.text) {
        (None, Some((of, Err(reason)))) if *of == page.model.open.name => (None, Some(reason.clone())),
        (here, _) => (here, None),
    };
    let told = match (&here, &missed) {
        (Some(_), _) => {
            "The scenario as it is written. Whoever drops it on this page, or opens it in the editor, begins at its start; the \
             moment is in the link."
                .to_owned()
        }
        (None, Some(reason)) => ["The text of this scenario is not here. ", reason].concat(),
        (None, None) => "The text is on its way …".to_owned(),
    };
    let status = [("class", "share__note"), ("role", "status"), ("data-test", "share-file")];
    let mut parts = vec![element("p", &status, vec![text_of(&told)])];
    if let Some((name, text)) = here {
        let words = escaped(&["Save ", &name].concat());
        let save =
            button("button button--main", &[("data-test", "share-save")], words, does(Act::Saved, &page.on), "save");
        parts.push(element("p", &[], vec![save]));
        parts.push(field(page, "text", "Its text", &text));
        parts.push(note(&["In a terminal: ran-twice check ", &name].concat()));
    }
    parts.push(raw(whole(share)));
    list(parts)
}

/// Where the page in one file is.
fn whole(share: &Share<'_>) -> String {
    if Reflect::has(&crate::ui::window(), &JsValue::from_str("ranTwiceInside")).unwrap_or(false) {
        let hash = share.hash().unwrap_or_default();
        let moment =
            if hash.is_empty() { hash } else { [" Behind its address, #", &hash, " opens this moment."].concat() };
        return fill(
            r#"<p class="share__note">This page is one file that opens without a network: send that, too.$</p>"#,
            &[&moment],
        );
    }
    let single = crate::ui::document().get_element_by_id("app").and_then(|app| app.get_attribute("data-single"));
    single.map_or_else(String::new, |single| {
        fill(
            r#"<p class="share__note"><a href="$" download="ran-twice.html">The whole page in one file, ran-twice.html</a>: it opens without a network, from a folder or a memory stick.</p>"#,
            &[&single],
        )
    })
}

/// Which moment.
fn moments(page: &Page, share: &Share<'_>, options: &Options) -> Html {
    let (moments, mut choices) = (share.moments(), Vec::new());
    for (at, words) in &moments {
        choices.push((&**words, *at == options.at, Options { at: *at, ..options.clone() }));
    }
    row(page, "Moment", "at", &choices)
}

/// One of a few, or some of them, after a word: what each says, whether it is chosen, and what a press chooses.
fn row(page: &Page, label: &str, name: &str, choices: &[(&str, bool, Options)]) -> Html {
    let mut drawn = Vec::new();
    for (words, chosen, to) in choices {
        drawn.push(choice(words, *chosen, None, does(Act::Set(to.clone()), &page.on)));
    }
    labelled(label, name, drawn)
}

fn labelled(label: &str, name: &str, choices: Vec<Html>) -> Html {
    let (test, id) = (["share-", name].concat(), ["share-", name, "-label"].concat());
    let word = element("span", &[("id", &id), ("class", "share__label")], vec![text_of(label)]);
    let group = [("class", "choice"), ("role", "group"), ("aria-labelledby", &*id)];
    element("div", &[("class", "share__row"), ("data-test", &test)], vec![word, element("div", &group, choices)])
}

/// Something to copy: a field that holds it, so that it can be selected where nothing else is allowed.
fn field(page: &Page, name: &'static str, label: &str, text: &str) -> Html {
    let copied =
        page.sharing.copied.as_ref().filter(|(of, was, _)| *of == name && was == text).map(|(_, _, copied)| *copied);
    let word = if copied == Some(true) { "Copied" } else { "Copy" };
    let told = match copied {
        Some(true) => "It is on the clipboard.",
        Some(false) => SELECTED,
        None => "",
    };
    let id = ["share-", name].concat();
    let words = fill(r#"$<span class="aside">: $</span>"#, &[word, label]);
    let rows = text.lines().count().clamp(2, 10).to_string();
    let label = element("label", &[("class", "share__label"), ("for", &id)], vec![text_of(label)]);
    let test = [&id, "-copy"].concat();
    let copy = button("button button--main", &[("data-test", &test)], words, does(Act::Copy(name), &page.on), "copy");
    let told = element("p", &[("class", "share__told"), ("role", "status")], vec![text_of(told)]);
    let text = html! {
        <textarea {id} class="share__text" {rows} readonly=true spellcheck="false" value={text.to_owned()} />
    };
    element("div", &[("class", "share__field")], vec![label, copy, text, told])
}

fn note(words: &str) -> Html {
    element("p", &[("class", "share__note")], vec![text_of(words)])
}

/// An element without listeners: every one that `html!` writes is code of its own.
pub(super) fn element(tag: &'static str, attributes: &[(&'static str, &str)], children: Vec<Html>) -> Html {
    let mut made = VTag::new(tag);
    for (name, value) in attributes {
        made.add_attribute(name, (*value).to_owned());
    }
    for child in children {
        made.add_child(child);
    }
    made.into()
}
