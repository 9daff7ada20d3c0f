//! Every scenario: a list at the left, a select where there is no room for it.

use super::icons::{ring, sign_class};
use super::words::class;
use crate::app::message::Msg;
use crate::app::screen::{ChapterView, EntryView};
use crate::tell::ending::{sign_text, sign_words};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The list.
#[derive(PartialEq, Properties)]
pub struct ChaptersProps {
    /// What is shown.
    pub chapters: Rc<Vec<ChapterView>>,
    /// Are all endings shown?
    pub revealed: bool,
    /// Hears what was chosen.
    pub on: Callback<Msg>,
}

/// Every scenario, by chapter, with the sign of how its shown run ended.
#[component]
pub fn Chapters(props: &ChaptersProps) -> Html {
    let chapter = |chapter: &ChapterView| {
        html! {
            <section key={chapter.folder}>
                <h2 class="chapters__group">{ &chapter.title }</h2>
                <ol>{ for chapter.entries.iter().map(|entry| html! { <Link key={&*entry.name} entry={entry.clone()} on={&props.on} /> }) }</ol>
            </section>
        }
    };
    let reveal = props.on.reform(|_| Msg::EndingsRevealed);
    html! {
        <aside class="chapters">
            <nav aria-label="Scenarios" data-test="chapters">{ for props.chapters.iter().map(chapter) }</nav>
            <p class="chapters__all" hidden={props.revealed}>
                <button type="button" class="button button--quiet" onclick={reveal}>{ "Show every ending" }</button>
            </p>
        </aside>
    }
}

#[derive(PartialEq, Properties)]
struct LinkProps {
    entry: EntryView,
    on: Callback<Msg>,
}

/// A real link, so that it can be copied and opened beside this one; a plain click stays on the page.
#[component]
fn Link(props: &LinkProps) -> Html {
    let entry = &props.entry;
    let onclick = use_callback((entry.name.clone(), props.on.clone()), |click: MouseEvent, (name, on)| {
        if !(click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key()) {
            click.prevent_default();
            on.emit(Msg::ScenarioChosen(name.clone()));
        }
    });
    html! {
        <li>
            <a class="chapters__link" href={["#scenario=", &*entry.name].concat()} aria-current={entry.current.then_some("page")} {onclick}>
                <span class="chapters__number">{ entry.number }</span>
                <span class="chapters__title">{ &entry.title }</span>
                if let Some(sign) = entry.sign {
                    <span class={class("chapters__sign", &[(true, sign_class(Some(sign)))])}>
                        { ring(sign, "") }
                        <span aria-hidden="true">{ sign_text(sign) }</span>
                        <span class="aside">{ ": " }{ sign_words(sign) }</span>
                    </span>
                }
                if let Some(error) = &entry.error {
                    <span class="chapters__error" title={error.clone()}>{ "error" }</span>
                }
            </a>
        </li>
    }
}

/// The select.
#[derive(PartialEq, Properties)]
pub struct SelectProps {
    /// What is shown.
    pub chapters: Rc<Vec<ChapterView>>,
    /// Hears what was chosen.
    pub on: Callback<Msg>,
}

/// The same list as a select.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let chosen = use_callback(props.on.clone(), |change: Event, on| {
        let select: HtmlSelectElement = change.target_unchecked_into();
        on.emit(Msg::ScenarioChosen(select.value().into()));
    });
    let option = |entry: &EntryView| {
        let number = entry.number.map(|number| [&number.to_string(), "  "].concat());
        let sign = entry.sign.map(|sign| ["  ", &sign_text(sign)].concat());
        html! { <option key={&*entry.name} value={entry.name.to_string()} selected={entry.current}>{ number }{ &entry.title }{ sign }</option> }
    };
    let group = |chapter: &ChapterView| {
        html! { <optgroup key={chapter.folder} label={chapter.title.clone()}>{ for chapter.entries.iter().map(option) }</optgroup> }
    };
    html! {
        <select class="page__select" aria-label="Scenario" data-test="scenario-select" onchange={chosen}>
            { for props.chapters.iter().map(group) }
        </select>
    }
}
