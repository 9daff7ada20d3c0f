//! The whole page: head, chapters, figure. It holds the model and sends it what happened.

use super::chapters::{Chapters, Select};
use super::embed::Embed;
use super::icons::{Icon, icon, ring};
use super::notice::{Broken, Notice};
use super::player::Player;
use super::question::Question;
use super::reading::Reading;
use super::shell::{use_address, use_playback, use_theme};
use super::words::sentence;
use super::address;
use crate::app::message::Msg;
use crate::app::model::{Body, Model, Theme};
use crate::app::screen::{Screen, chapters, screen};
use crate::app::update::update;
use crate::check::outcome::Sign;
use std::rc::Rc;
use yew::prelude::*;

/// What is on the page.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The model.
    pub model: Rc<Model>,
    /// Was the address what changed last?
    pub from_address: bool,
}

impl Reducible for Shown {
    type Action = Msg;

    fn reduce(self: Rc<Self>, message: Msg) -> Rc<Self> {
        let from_address = matches!(message, Msg::AddressChanged(_));
        match update(&self.model, message) {
            Some(model) => Rc::new(Self { model: Rc::new(model), from_address }),
            None => self,
        }
    }
}

/// The page.
#[component]
pub fn Page() -> Html {
    let shown = use_reducer(|| Shown {
        model: Rc::new(Model::at(&address::query(), &address::hash())),
        from_address: true,
    });
    let on = (*use_memo((), |()| shown.dispatcher().to_callback())).clone();
    use_address(&shown, &on);
    use_playback(&shown, &on);
    let model = shown.model.clone();
    let (theme, theme_changed) = use_theme(model.presentation.theme);
    let screen = screen(&model).map(Rc::new);
    if model.presentation.embed {
        return html! { <Embed {model} {screen} {on} /> };
    }
    let chapters = Rc::new(chapters(&model));
    html! {
        <>
            <header class="page__head">
                <a class="page__name" href="./">{ ring(Sign::Repeated(2), "") }<span>{ "Ran Twice" }</span></a>
                <Select chapters={chapters.clone()} on={on.clone()} />
                <div class="page__tools">{ theme_button(theme, theme_changed) }</div>
            </header>
            <div class="page__body">
                <Chapters {chapters} revealed={model.endings_revealed} on={on.clone()} />
                <main class="page__main">{ figure(model, screen, on) }</main>
            </div>
        </>
    }
}

/// The open scenario: its question, its player, and where its result sits.
fn figure(model: Rc<Model>, screen: Option<Rc<Screen>>, on: Callback<Msg>) -> Html {
    let about = screen.as_ref().and_then(|screen| screen.about.as_ref());
    html! {
        <>
            if let Some(notice) = &model.notice {
                <Notice notice={notice.clone()} on={on.clone()} />
            }
            <h1 class="page__title">{ &*model.open.title }</h1>
            if let Some(about) = about {
                <p class="page__lede">{ sentence(about) }</p>
            }
            if let Body::Broken(diagnostics) = &model.open.body {
                <Broken diagnostics={diagnostics.clone()} />
            }
            if let Some(screen) = &screen {
                if let Some(question) = &screen.question {
                    <Question question={question.clone()} sign={screen.ending.as_ref().and_then(|ending| ending.sign)} on={on.clone()} />
                }
                <Player model={model.clone()} screen={screen.clone()} {on} />
                if let Some(placed) = &screen.placed {
                    <Reading placed={placed.clone()} sign={screen.ending.as_ref().and_then(|ending| ending.sign)} />
                }
            }
        </>
    }
}

fn theme_button(theme: Theme, changed: Callback<MouseEvent>) -> Html {
    let (word, label) = match theme {
        Theme::Auto => ("Auto", "Theme: follows your system"),
        Theme::Light => ("Light", "Theme: light"),
        Theme::Dark => ("Dark", "Theme: dark"),
        Theme::Contrast => ("Contrast", "Theme: strong contrast"),
    };
    html! {
        <button type="button" class="button" aria-label={label} title={label} onclick={changed}>
            { icon(Icon::Theme) }<span class="page__theme-word">{ word }</span>
        </button>
    }
}
