//! Every scenario: beside the player, in a panel where there is no room for it, and on the start page.

use super::filter::{filter, keyed};
use super::icons::{ring_in, sign_class};
use super::page::{Happened, Page};
use super::words::{On, add, button, class, each, fill, press, raw, send, when};
use crate::app::list::{ChapterView, EntryView, ListView, list};
use crate::app::message::Msg;
use crate::check::outcome::Sign;
use crate::tell::ending::{sign_text, sign_words};
use yew::prelude::*;

/// The filter, every scenario that it finds, by chapter and with the sign of how each shown run ended, and the button that
/// shows all of these.
pub fn chapters(page: &Page) -> Html {
    let (on, start, all) = (&page.on, page.model.at_start(), list(&page.model));
    let sought = !all.found.is_empty();
    // What the reader folds stays folded, until something else is looked for.
    let chapter = |chapter: &ChapterView| {
        let head = fill(r#"<summary class="chapters__group"><h2>$</h2></summary>"#, &[chapter.title]);
        html! {
            <details key={[chapter.folder, when(sought, "?")].concat()} class="chapters__chapter" open={chapter.open}>
                { raw(head) }
                <ol>{ each(&chapter.entries, &|entry| link(entry, on)) }</ol>
            </details>
        }
    };
    let keys = on.clone();
    let onkeydown = Callback::from(move |key: KeyboardEvent| keyed(&key, &keys));
    html! {
        <div id="chapters" class={class(&["chapters", when(start, "chapters--start")])} popover={(!start).then_some("auto")} {onkeydown}>
            { filter(&page.model.filter.text, &all.found, on) }
            <nav class="chapters__all" aria-label="Scenarios" data-test="chapters">
                { endings(&all, on) }
                <div class="chapters__list">{ each(&all.chapters, &chapter) }</div>
            </nav>
        </div>
    }
}

/// The button that shows every ending, and how far it is.
fn endings(all: &ListView, on: &On) -> Html {
    let (words, does) = (&all.endings.words, &all.endings.does);
    let onclick = match does {
        Some(Msg::EndingsStopped) => send(on, Happened::EndingsStopPressed),
        _ => press(on, Msg::EndingsRevealed),
    };
    let attributes = [("aria-disabled", when(does.is_none(), "true")), ("data-test", "endings")];
    html! {
        <p class="chapters__endings">
            { button("button button--quiet", &attributes, words.button.clone(), onclick, "endings") }
            { raw(fill(r#"<span class="chapters__progress">$</span>"#, &[&words.progress])) }
        </p>
    }
}

/// A plain press of a link tells this and stays on the page; any other opens a copy of the address, as of every link.
pub fn leads(message: Msg, on: &On) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |click: MouseEvent| {
        if !(click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key()) {
            click.prevent_default();
            on.emit(Happened::Gone(message.clone()));
        }
    })
}

/// Where the link of a scenario leads.
pub fn address(name: &str) -> String {
    ["#scenario=", name].concat()
}

fn link(entry: &EntryView, on: &On) -> Html {
    let number = entry.number.map(|number| number.to_string()).unwrap_or_default();
    let named = r#"<span class="chapters__number">$</span><span class="chapters__title">$</span>"#;
    let mut words = fill(named, &[&number, entry.title]);
    // Seen as a number, heard as words, which the pointer is told as well.
    let mut sign = |sign: Sign, picture: &str, seen: &str, [before, behind]: [&str; 2]| {
        let template = r#"<span class="chapters__sign $" title="$">%<span aria-hidden="true">$$</span><span class="aside">: $</span></span>"#;
        let told = [before, &sign_words(sign), behind].concat();
        add(&mut words, template, &[sign_class(Some(sign)), &told, picture, seen, &sign_text(sign), &told]);
    };
    if let Some(ended) = entry.sign {
        sign(ended, &ring_in(ended, ""), "", ["this run: ", ""]);
    }
    if let Some(worst) = entry.worst.filter(|worst| Some(*worst) != entry.sign) {
        sign(worst, "", "worst ", ["at worst ", " over all schedules"]);
    }
    if let Some(error) = &entry.error {
        add(&mut words, r#"<span class="chapters__error" title="$">error</span>"#, &[error]);
    }
    if let Some([before, found, after]) = &entry.excerpt {
        add(&mut words, r#"<span class="chapters__excerpt">$<mark>$</mark>$</span>"#, &[before, found, after]);
    }
    html! {
        <li key={entry.name}>
            <a class={class(&["chapters__link", when(entry.best, "chapters__link--best")])} href={address(entry.name)} aria-current={entry.current.then_some("page")}
                onclick={leads(Msg::ScenarioChosen(entry.name.into()), on)}>{ raw(words) }</a>
        </li>
    }
}
