//! What each way shows: what can be chosen, what is copied, and what has to be known of it.

use super::{Act, does};
use crate::app::presentation::{Controls, Mode, Panel, Theme};
use crate::app::share::{Column, Form, Options, Share, Way};
use crate::draw::code::code;
use crate::ui::page::Page;
use crate::ui::words::{button, choice, each, escaped, fill, list, raw, text_of};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use yew::prelude::*;

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
    let mode = |to| Options { mode: to, ..options.clone() };
    let address = share.link();
    let code = address.as_deref().filter(|_| share.has_code()).and_then(code);
    html! {
        <>
            { moments(page, share, options) }
            { row(page, "Opens", "mode", &MODES, |to| to == options.mode, mode) }
            if let Some(address) = &address {
                { field(page, "link", "The link", address) }
            }
            <p class="share__note" data-test="share-length">{ text_of(&share.length()) }</p>
            { note(share.reach()) }
            if address.is_none() {
                { button("button", &[], "To the file".to_owned(), does(Act::Chosen(Way::File), &page.on), "file") }
            }
            if let Some(code) = code {
                <details class="share__code"><summary>{ "QR code" }</summary>{ raw(code) }</details>
            }
        </>
    }
}

fn embed(page: &Page, share: &Share<'_>, options: &Options) -> Html {
    let preview = &page.sharing.preview;
    let panel = |panel: &(Panel, &'static str)| {
        let shown = options.panels.contains(&panel.0);
        choice(panel.1, shown, None, does(Act::Set(options.turned(panel.0)), &page.on))
    };
    let column = |column: &Column| {
        let to = Options { column: *column, ..options.clone() };
        choice(&column.label(), *column == options.column, None, does(Act::Set(to), &page.on))
    };
    let form = |form: &Form| {
        let to = Options { form: *form, ..options.clone() };
        choice(form.label(), *form == options.form, None, does(Act::Set(to), &page.on))
    };
    let controls = |to| Options { controls: to, ..options.clone() };
    let theme = |to| Options { theme: to, ..options.clone() };
    let snippet = share.snippet(preview.height.unwrap_or(HEIGHT_PX));
    let frame = share.preview();
    html! {
        <div class="share__embed">
            <div class="share__options">
                { labelled("As", "form", each(&Form::ALL, &form)) }
                if let Some(snippet) = &snippet {
                    { field(page, "snippet", options.form.label(), snippet) }
                }
                if options.form == Form::Block && snippet.is_some() {
                    { field(page, "script", "Once for the whole site", &share.script()) }
                }
                { each(&share.about(), &|words: &String| note(words)) }
                if snippet.is_some() {
                    { moments(page, share, options) }
                    { labelled("Shows", "panels", each(&PANELS, &panel)) }
                    { row(page, "Buttons", "controls", &CONTROLS, |to| to == options.controls, controls) }
                    { row(page, "Colours", "theme", &THEMES, |to| to == options.theme, theme) }
                }
            </div>
            if let Some(frame) = frame {
                <section class="share__try" aria-label="Preview">
                    { labelled("Preview in a column of", "column", each(&Column::ALL, &column)) }
                    { preview.view(&frame, options.column) }
                </section>
            }
        </div>
    }
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
    html! {
        <>
            <p class="share__note" role="status" data-test="share-file">{ text_of(&told) }</p>
            if let Some((name, text)) = here {
                <p>{ button("button button--main", &[("data-test", "share-save")], escaped(&["Save ", &name].concat()), does(Act::Saved, &page.on), "save") }</p>
                { field(page, "text", "Its text", &text) }
                { note(&["In a terminal: ran-twice check ", &name].concat()) }
            }
            { raw(whole(share)) }
        </>
    }
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
    let mut choices = Vec::new();
    for (at, words) in share.moments() {
        let to = Options { at, ..options.clone() };
        choices.push(choice(&words, at == options.at, None, does(Act::Set(to), &page.on)));
    }
    labelled("Moment", "at", list(choices))
}

/// One of a few, under a word.
fn row<T: Copy>(
    page: &Page,
    label: &str,
    name: &'static str,
    all: &[(T, &'static str)],
    is: impl Fn(T) -> bool,
    to: impl Fn(T) -> Options,
) -> Html {
    let mut choices = Vec::new();
    for (value, words) in all {
        choices.push(choice(words, is(*value), None, does(Act::Set(to(*value)), &page.on)));
    }
    labelled(label, name, list(choices))
}

fn labelled(label: &str, name: &str, choices: Html) -> Html {
    let id = ["share-", name, "-label"].concat();
    html! {
        <div class="share__row" data-test={["share-", name].concat()}>
            <span id={id.clone()} class="share__label">{ text_of(label) }</span>
            <div class="choice" role="group" aria-labelledby={id}>{ choices }</div>
        </div>
    }
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
    html! {
        <div class="share__field">
            <label class="share__label" for={id.clone()}>{ text_of(label) }</label>
            { button("button button--main", &[("data-test", &*[&id, "-copy"].concat())], words, does(Act::Copy(name), &page.on), "copy") }
            <textarea id={id} class="share__text" {rows} readonly=true spellcheck="false" value={text.to_owned()} />
            <p class="share__told" role="status">{ text_of(told) }</p>
        </div>
    }
}

fn note(words: &str) -> Html {
    html! { <p class="share__note" hidden={words.is_empty()}>{ text_of(words) }</p> }
}
