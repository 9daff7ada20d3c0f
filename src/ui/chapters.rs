//! Every scenario: a list at the left, a select where there is no room for it.

use super::icons::{ring, sign_class};
use super::page::Happened;
use super::words::{On, class, each, press, text_of};
use crate::app::message::Msg;
use crate::app::screen::{ChapterView, EntryView};
use crate::tell::ending::{sign_text, sign_words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Every scenario, by chapter, with the sign of how each shown run ended.
pub fn chapters(chapters: &[ChapterView], revealed: bool, on: &On) -> Html {
    let chapter = |chapter: &ChapterView| {
        html! {
            <section key={chapter.folder}>
                <h2 class="chapters__group">{ text_of(&chapter.title) }</h2>
                <ol>{ each(&chapter.entries, &|entry| link(entry, on)) }</ol>
            </section>
        }
    };
    html! {
        <aside class="chapters">
            <nav aria-label="Scenarios" data-test="chapters">{ each(chapters, &chapter) }</nav>
            <p class="chapters__all">
                <button type="button" class="button button--quiet" aria-disabled={revealed.then_some("true")} data-test="endings"
                    onclick={press(on, Msg::EndingsRevealed)}>{ if revealed { "Every ending is shown" } else { "Show every ending" } }</button>
            </p>
        </aside>
    }
}

/// A real link, so that it can be copied and opened beside this one; a plain click stays on the page.
fn link(entry: &EntryView, on: &On) -> Html {
    let (name, on) = (entry.name.clone(), on.clone());
    let onclick = Callback::from(move |click: MouseEvent| {
        if !(click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key()) {
            click.prevent_default();
            on.emit(Happened::Told(Msg::ScenarioChosen(name.clone())));
        }
    });
    let number = entry.number.map(|number| number.to_string());
    html! {
        <li key={&*entry.name}>
            <a class="chapters__link" href={["#scenario=", &*entry.name].concat()} aria-current={entry.current.then_some("page")} {onclick}>
                <span class="chapters__number">{ text_of(number.as_deref().unwrap_or_default()) }</span>
                <span class="chapters__title">{ text_of(&entry.title) }</span>
                if let Some(sign) = entry.sign {
                    <span class={class(&["chapters__sign", sign_class(Some(sign))])}>
                        { ring(sign, "") }
                        <span aria-hidden="true">{ text_of(&sign_text(sign)) }</span>
                        <span class="aside">{ ": " }{ text_of(&sign_words(sign)) }</span>
                    </span>
                }
                if let Some(worst) = entry.worst.filter(|worst| Some(*worst) != entry.sign) {
                    <span class={class(&["chapters__sign", sign_class(Some(worst))])}>
                        <span aria-hidden="true">{ "≤" }{ text_of(&sign_text(worst)) }</span>
                        <span class="aside">{ ", at worst " }{ text_of(&sign_words(worst)) }</span>
                    </span>
                }
                if let Some(error) = &entry.error {
                    <span class="chapters__error" title={error.clone()}>{ "error" }</span>
                }
            </a>
        </li>
    }
}

/// The same list as a select.
pub fn select(chapters: &[ChapterView], on: &On) -> Html {
    let on = on.clone();
    let onchange = Callback::from(move |change: Event| {
        let select: HtmlSelectElement = change.target_unchecked_into();
        on.emit(Happened::Told(Msg::ScenarioChosen(select.value().into())));
    });
    let option = |entry: &EntryView| {
        let mut words = entry.number.map(|number| [&number.to_string(), "  "].concat()).unwrap_or_default();
        words.push_str(&entry.title);
        if let Some(sign) = entry.sign {
            words.push_str("  ");
            words.push_str(&sign_text(sign));
        }
        html! { <option key={&*entry.name} value={entry.name.to_string()} selected={entry.current}>{ text_of(&words) }</option> }
    };
    let group = |chapter: &ChapterView| {
        html! { <optgroup key={chapter.folder} label={chapter.title.clone()}>{ each(&chapter.entries, &option) }</optgroup> }
    };
    html! {
        <select class="page__select" aria-label="Scenario" data-test="scenario-select" {onchange}>{ each(chapters, &group) }</select>
    }
}
