//! What the reader has to be told: a link that broke, a file with errors. Nothing is lost by it.

use crate::app::message::Msg;
use crate::app::model::Notice as Told;
use crate::lang::diagnostic::Diagnostic;
use std::sync::Arc;
use yew::prelude::*;

/// The notice.
#[derive(PartialEq, Properties)]
pub struct NoticeProps {
    /// What is told.
    pub notice: Told,
    /// Hears that it was read.
    pub on: Callback<Msg>,
}

/// A notice above the figure.
#[component]
pub fn Notice(props: &NoticeProps) -> Html {
    html! {
        <section class="notice" aria-label="Notice" data-test="notice">
            <div class="notice__text">
                <p><b>{ &props.notice.headline }</b></p>
                { for props.notice.details.iter().map(|detail| html! { <p>{ detail }</p> }) }
            </div>
            <button type="button" class="button" onclick={props.on.reform(|_| Msg::Restarted)}>{ "From the start" }</button>
            <button type="button" class="button button--quiet" onclick={props.on.reform(|_| Msg::NoticeDismissed)}>{ "Dismiss" }</button>
        </section>
    }
}

/// The errors of a file.
#[derive(PartialEq, Properties)]
pub struct BrokenProps {
    /// Every one of them.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// A file that cannot be played, and why.
#[component]
pub fn Broken(props: &BrokenProps) -> Html {
    html! {
        <section class="notice" data-test="notice">
            <div class="notice__text">
                <p><b>{ "This scenario has mistakes and cannot run." }</b></p>
                <ol>{ for props.diagnostics.iter().map(|diagnostic| html! { <li>{ diagnostic.to_string() }</li> }) }</ol>
            </div>
        </section>
    }
}
