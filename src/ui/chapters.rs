//! Every scenario: a list at the left, a select where there is no room for it.

use super::icons::{ring_in, sign_class};
use super::page::Happened;
use super::words::{On, button, class, each, fill, press, raw, text_of, when};
use crate::app::message::Msg;
use crate::app::screen::{ChapterView, EntryView};
use crate::check::outcome::Sign;
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
    let words = if revealed { "Every ending is shown" } else { "Show every ending" };
    let attributes = [("aria-disabled", when(revealed, "true")), ("data-test", "endings")];
    html! {
        <aside class="chapters">
            <nav aria-label="Scenarios" data-test="chapters">{ each(chapters, &chapter) }</nav>
            <p class="chapters__all">
                { button("button button--quiet", &attributes, words.to_owned(), press(on, Msg::EndingsRevealed), "endings") }
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
    let number = entry.number.map(|number| number.to_string()).unwrap_or_default();
    let named = r#"<span class="chapters__number">$</span><span class="chapters__title">$</span>"#;
    // Seen as a number, heard as words, which the pointer is told as well.
    let sign = |sign: Sign, picture: &str, seen: &str, [before, behind]: [&str; 2]| {
        let template = r#"<span title="$">%<span aria-hidden="true">$$</span><span class="aside">: $</span></span>"#;
        let words = [before, &sign_words(sign), behind].concat();
        let markup = fill(template, &[&words, picture, seen, &sign_text(sign), &words]);
        html! { <span class={class(&["chapters__sign", sign_class(Some(sign))])}>{ raw(markup) }</span> }
    };
    let ended = entry.sign.map(|ended| sign(ended, &ring_in(ended, ""), "", ["this run: ", ""]));
    let worst = entry.worst.filter(|worst| Some(*worst) != entry.sign);
    let worst = worst.map(|worst| sign(worst, "", "≤", ["at most ", " over all schedules"]));
    let error = entry
        .error
        .as_ref()
        .map_or_else(String::new, |error| fill(r#"<span class="chapters__error" title="$">error</span>"#, &[error]));
    html! {
        <li key={&*entry.name}>
            <a class="chapters__link" href={["#scenario=", &*entry.name].concat()} aria-current={entry.current.then_some("page")} {onclick}>
                { raw(fill(named, &[&number, &entry.title])) }
                { ended }
                { worst }
                { raw(error) }
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
