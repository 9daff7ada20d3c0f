//! What the reader has to be told: a link that broke, a file with errors. Nothing is lost by it.

use super::words::{On, add, button, fill, press, raw};
use crate::app::message::Msg;
use crate::app::model::Notice;
use yew::prelude::*;

/// A notice above the figure.
pub fn notice(notice: &Notice, on: &On) -> Html {
    let mut words = lines("<p>$</p>", &notice.details);
    words.insert_str(0, &lines("<p><b>$</b></p>", std::slice::from_ref(&notice.headline)));
    html! {
        <section class="notice" aria-label="Notice" data-test="notice">
            <div class="notice__text">{ raw(words) }</div>
            { button("button", &[], "From the start".to_owned(), press(on, Msg::Restarted), "start") }
            { button("button button--quiet", &[], "Dismiss".to_owned(), press(on, Msg::NoticeDismissed), "dismiss") }
        </section>
    }
}

/// A file that cannot be played, and why.
#[inline(never)]
pub fn broken(mistakes: &[String]) -> Html {
    let words =
        ["<p><b>This scenario has mistakes and cannot run.</b></p><ol>", &lines("<li>$</li>", mistakes), "</ol>"]
            .concat();
    html! {
        <section class="notice" aria-label="Mistakes" data-test="notice"><div class="notice__text">{ raw(words) }</div></section>
    }
}

/// A scenario that could not be fetched, and why.
#[inline(never)]
pub fn awaited(reason: &str, on: &On) -> Html {
    let words = fill("<p><b>This scenario is not here yet.</b></p><p>$</p>", &[reason]);
    html! {
        <section class="notice" aria-label="Notice" data-test="awaited">
            <div class="notice__text" role="status">{ raw(words) }</div>
            { button("button", &[], "Try again".to_owned(), press(on, Msg::FetchRetried), "again") }
        </section>
    }
}

fn lines(template: &str, lines: &[String]) -> String {
    let mut markup = String::new();
    for line in lines {
        add(&mut markup, template, &[line]);
    }
    markup
}
