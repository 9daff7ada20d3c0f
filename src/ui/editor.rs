//! The editor: the text of the scenario beside the page that plays it. A field as every browser has it, so that its keys, its
//! undo and what reads it aloud are the browser's own; what is underlined stands on a layer behind it.

use super::happened::Happened;
use super::page::Page;
use super::settle::find;
use super::words::{On, button, each, fill, raw, send, text_of, truth, when};
use crate::app::drafts::Draft;
use crate::app::own::SHAPES;
use crate::app::palette::Piece;
use crate::app::reading::Mistake;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, File, HtmlInputElement};
use yew::prelude::*;

/// Where the browser opens files for us.
const FILE: &str = "editor-file";

/// What happened in the editor, or to it.
#[derive(Clone)]
pub enum Done {
    /// It is wanted.
    Opened,
    /// It is to be put away.
    Closed,
    /// Its text is another one.
    Wrote,
    /// Nobody has typed for a moment.
    Rested,
    /// It scrolls.
    Scrolled,
    /// A mistake in the list was pressed.
    Sought(Mistake),
    /// Something of the palette was pressed.
    Wanted(Piece),
    /// The palette was opened for the first time.
    PaletteOpened,
    /// What it offers is here.
    PaletteFetched(Vec<(String, Vec<Piece>)>),
    /// A text to begin with was pressed.
    Begun(&'static str),
    /// A draft was pressed.
    TakenUp(String),
    /// The list of what there is to begin with was opened or closed.
    Listed,
    /// A file was chosen or dropped.
    Picked(File),
    /// It was read; or it was not, in words.
    Read(Result<String, String>),
    /// The text is to be saved.
    Saved,
}

/// A press that says this.
pub fn does(done: Done, on: &On) -> Callback<MouseEvent> {
    send(on, Happened::Edited(Rc::new(done)))
}

/// The button that opens the editor and puts it away.
pub fn opener(page: &Page) -> Html {
    let open = page.model.writing.open;
    let turned = if open { Done::Closed } else { Done::Opened };
    let attributes = [
        ("aria-label", "Edit scenario"),
        ("title", "Edit scenario"),
        ("aria-expanded", truth(open)),
        ("data-test", "edit"),
    ];
    let words = r#"<svg aria-hidden="true" class="icon icon--drawn" viewBox="0 0 14 14"><path d="M9.5 2 12 4.5 5 11.5H2.5V9z"/></svg><span class="page__theme-word">Edit scenario</span>"#;
    button("button page__edit", &attributes, words.to_owned(), does(turned, &page.on), "edit")
}

/// The editor. No first view has it, so it is kept out of who draws those.
#[inline(never)]
pub fn editor(page: &Page) -> Html {
    let (writing, on) = (&page.model.writing, &page.on);
    let state = page.editor.told.clone().unwrap_or_else(|| writing.state(page.screen.is_some()));
    let (wrote, scrolled) = (on.clone(), on.clone());
    let oninput = Callback::from(move |_: InputEvent| wrote.emit(Happened::Edited(Rc::new(Done::Wrote))));
    let onscroll = Callback::from(move |_: Event| scrolled.emit(Happened::Edited(Rc::new(Done::Scrolled))));
    let [field, layer] = &page.editor.nodes;
    let mistake = |mistake: &Mistake| {
        let place = [&*mistake.line.to_string(), ":", &mistake.column.to_string()].concat();
        let words = fill("<b>$</b> <span>$</span>", &[&place, &mistake.words]);
        let pressed = does(Done::Sought(mistake.clone()), on);
        html! { <li>{ button("editor__mistake", &[], words, pressed, "mistake") }</li> }
    };
    let wrong = !writing.mistakes.is_empty() || writing.told.is_some() || page.editor.told.is_some();
    html! {
        <section class="editor" aria-labelledby="editor-title" data-test="editor">
            <div class="editor__head">
                <h2 id="editor-title" class="editor__title">{ "Your scenario" }</h2>
                { begin(page) }
                { button("button", &[], "Open file".to_owned(), Callback::from(|_| browse()), "file") }
                { button("button", &[("data-test", "save")], "Save file".to_owned(), does(Done::Saved, on), "save") }
                { button("button button--quiet", &[("data-test", "put-away")], "Close".to_owned(), does(Done::Closed, on), "close") }
                { chooser(on) }
            </div>
            <p class="editor__word" hidden={page.editor.word.is_empty()} role="status" data-test="word">{ text_of(page.editor.word) }</p>
            <div class="editor__field">
                <div ref={layer} class="editor__drawn" aria-hidden="true"></div>
                <textarea ref={field} class="editor__text" aria-label="Text of the scenario" aria-describedby="editor-state"
                    aria-invalid={truth(wrong)} spellcheck="false" autocapitalize="off" autocomplete="off"
                    readonly={writing.wanted.is_some()} data-test="text" {oninput} {onscroll} />
            </div>
            <p id="editor-state" class={when(wrong, "editor__state--wrong")} role="status" data-test="state">{ text_of(&state) }</p>
            <ol class="editor__mistakes" data-test="mistakes" hidden={writing.mistakes.is_empty()}>{ each(&writing.mistakes, &mistake) }</ol>
            { palette(page) }
        </section>
    }
}

/// What there is to begin with: small texts, and what was written here before.
fn begin(page: &Page) -> Html {
    let on = &page.on;
    let shape = |(name, title): &(&'static str, &str)| {
        button("menu__item", &[("data-test", name)], (*title).to_owned(), does(Done::Begun(name), on), name)
    };
    let onkeydown = Callback::from(|key: KeyboardEvent| {
        if key.key() == "Escape" {
            close_menus();
        }
    });
    let listed = on.clone();
    let ontoggle = Callback::from(move |_: Event| listed.emit(Happened::Edited(Rc::new(Done::Listed))));
    let onfocusout = Callback::from(|event: FocusEvent| {
        let next = event.related_target().and_then(|next| next.dyn_into::<Element>().ok());
        if next.is_some_and(|next| !matches!(next.closest(".editor__menu"), Ok(Some(_)))) {
            close_menus();
        }
    });
    html! {
        <details class="menu editor__menu" data-test="begin" {onkeydown} {onfocusout} {ontoggle}>
            { raw(r#"<summary class="button">New</summary>"#.to_owned()) }
            <div class="menu__list">
                <p class="editor__group">{ "Small ones to begin with" }</p>
                { each(&SHAPES, &shape) }
                <p class="editor__group" hidden={page.editor.drafts.is_empty()}>{ "Written here before" }</p>
                { each(&page.editor.drafts, &|draft| drafted(draft, "menu__item", on)) }
            </div>
        </details>
    }
}

/// A draft that was written here before.
pub fn drafted(draft: &Draft, class: &str, on: &On) -> Html {
    let lines = draft.text.lines().count().to_string();
    let words = fill(r#"<span>$</span> <span class="button__detail">$ lines</span>"#, &[&draft.title, &lines]);
    button(class, &[("data-test", "draft")], words, does(Done::TakenUp(draft.name.clone()), on), &draft.name)
}

/// What the language has, for who does not know it yet: a press writes it.
fn palette(page: &Page) -> Html {
    let on = page.on.clone();
    let ontoggle = Callback::from(move |_: Event| on.emit(Happened::Edited(Rc::new(Done::PaletteOpened))));
    let piece = |piece: &Piece| {
        let words = fill(r#"<b>$</b> <span>$</span>"#, &[&piece.word, &piece.does]);
        let attributes = [("title", &*piece.text), ("data-test", "piece")];
        button("editor__piece", &attributes, words, does(Done::Wanted(piece.clone()), &page.on), &piece.word)
    };
    let group = |(title, pieces): &(String, Vec<Piece>)| {
        html! {
            <div key={title.clone()} class="editor__pieces" role="group" aria-label={title.clone()}>
                <p class="editor__group">{ text_of(title) }</p>{ each(pieces, &piece) }
            </div>
        }
    };
    html! {
            <details class="editor__palette" data-test="palette" {ontoggle}>
                { raw(r#"<summary class="editor__summary">What can be written</summary>"#.to_owned()) }
                { each(&page.editor.palette, &group) }
    { raw(language()) }
            </details>
        }
}

/// The way to the whole language: index.html knows under which name that stands.
fn language() -> String {
    let page = super::document().document_element();
    let link = page.and_then(|page| find(&page, ".more [href*=language]")?.get_attribute("href"));
    let link = link.unwrap_or_default();
    fill(r#"<p class="editor__group"><a href="$" target="_blank" rel="noopener">The whole language</a></p>"#, &[&link])
}

/// The browser's own way to a file; the button before it says what it does.
fn chooser(on: &On) -> Html {
    let on = on.clone();
    let onchange = Callback::from(move |change: Event| {
        let input: HtmlInputElement = change.target_unchecked_into();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            on.emit(Happened::Edited(Rc::new(Done::Picked(file))));
        }
        // The same file may be chosen again.
        input.set_value("");
    });
    html! { <input id={FILE} type="file" accept=".twice,.txt,text/plain" hidden=true data-test="file" {onchange} /> }
}

fn browse() {
    if let Some(input) =
        super::document().get_element_by_id(FILE).and_then(|input| input.dyn_into::<HtmlInputElement>().ok())
    {
        input.click();
    }
}

/// Closes the menu of what there is to begin with. The focus that was in it goes to what opened it.
pub fn close_menus() {
    let Some(menu) = super::document().document_element().and_then(|page| find(&page, ".editor__menu[open]")) else {
        return;
    };
    if let (Ok(Some(_)), Some(summary)) = (menu.query_selector(":focus"), find(&menu, "summary")) {
        let _ = summary.focus();
    }
    let _ = menu.remove_attribute("open");
}
