//! The start page: what this is, in one screen, and the way in; every scenario under it.

use super::chapters::{address, chapters, leads};
use super::editor::{Done, does, drafted};
use super::icons::{Icon, icon_text};
use super::page::Page;
use super::storage::Browser;
use super::words::{button, fill, raw};
use crate::app::catalogue;
use crate::app::drafts::latest;
use crate::app::message::Msg;
use crate::tell::still::SENTENCE;
use yew::prelude::*;

/// What it is.
const WHAT: &str = r#"<h1 class="start__title">$</h1>
<p class="start__why">Queues deliver at least once: a lease ends, an ack is lost, a deploy stops a worker, and the same job comes again. Whether your handler survives it depends on the order in which the workers take its statements. Here you choose that order, one statement at a time.</p>"#;

/// A picture of what the main button opens, before its first step: who hears the page has the words beside it.
const PICTURE: &str = r#"<div class="start__picture" aria-hidden="true"><div class="start__code"><p><i><b class="pin hue--1">W1</b><b class="pin hue--2">W2</b></i><code><b>read</b> keys <b>where</b> key = job.key</code></p><p><i></i><code><b>do</b> charges (key: job.key)</code></p><p><i></i><code><b>insert</b> keys (key: job.key)</code></p></div><div class="start__lanes"><b class="who hue--1">W1</b><span class="pill pill--next hue--1">read</span><span class="pill pill--planned hue--1">do</span><span class="pill pill--planned hue--1">insert</span><b class="who hue--2">W2</b><span class="pill pill--next hue--2">read</span><span class="pill pill--planned hue--2">do</span><span class="pill pill--planned hue--2">insert</span></div><p class="start__ask">One job, delivered twice. Two workers. Who goes first, and how often is the customer charged?</p></div>"#;

/// The start page.
pub fn start(page: &Page) -> Html {
    let opening = catalogue::opening().map(|entry| {
        let words = fill(
            r#"<span>Start</span><span class="button__detail">$</span>%"#,
            &[entry.title, &icon_text(Icon::Next)],
        );
        let onclick = leads(Msg::ScenarioChosen(entry.name.into()), &page.on);
        html! { <a class="button button--main start__main" href={address(entry.name)} {onclick} data-test="start">{ raw(words) }</a> }
    });
    let own = button(
        "button start__own",
        &[("data-test", "own")],
        "Write your own".to_owned(),
        does(Done::Opened, &page.on),
        "own",
    );
    let written = latest(&Browser).map(|draft| {
        html! { <p class="start__note start__draft">{ "Written here before: " }{ drafted(&draft, "button button--quiet", &page.on) }</p> }
    });
    html! {
        <main class="start">
            <section class="start__hero">
                <div>{ raw(fill(WHAT, &[SENTENCE])) }<p class="start__ways">{ opening }{ own }</p>{ written }<p class="start__note">{ "Then every other order is counted. Nothing leaves your browser." }</p></div>
                { raw(PICTURE.to_owned()) }
            </section>
            { chapters(page) }
        </main>
    }
}
