//! The compact form for a frame in somebody's documentation. It takes no focus and no key it was not given.

use super::address;
use super::handler::switches;
use super::icons::{Icon, icon, ring};
use super::notice::{Broken, Notice};
use super::player::Player;
use crate::app::message::Msg;
use crate::app::model::{Body, Model};
use crate::app::screen::Screen;
use crate::check::outcome::Sign;
use std::rc::Rc;
use yew::prelude::*;

/// The compact form.
#[derive(PartialEq, Properties)]
pub struct EmbedProps {
    /// Everything there is.
    pub model: Rc<Model>,
    /// What is shown of it.
    pub screen: Option<Rc<Screen>>,
    /// Hears what happened.
    pub on: Callback<Msg>,
}

/// One card that fills its frame.
#[component]
pub fn Embed(props: &EmbedProps) -> Html {
    let EmbedProps { model, screen, on } = props;
    let full = [&address::path(), "#", &model.hash()].concat();
    html! {
        <main class="embed">
            <header class="embed__head">
                { ring(Sign::Repeated(2), "") }
                <h1 class="embed__title">{ &*model.open.title }</h1>
                if let Some(screen) = screen {
                    { switches(screen, on) }
                }
                <a class="button" href={full} target="_blank" rel="noopener">{ "Open in full" }{ icon(Icon::Open) }</a>
            </header>
            if let Some(notice) = &model.notice {
                <Notice notice={notice.clone()} on={on.clone()} />
            }
            if let Body::Broken(diagnostics) = &model.open.body {
                <Broken diagnostics={diagnostics.clone()} />
            }
            if let Some(screen) = screen {
                <Player model={model.clone()} screen={screen.clone()} on={on.clone()} embed=true />
            }
        </main>
    }
}
