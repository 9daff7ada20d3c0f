//! The moment on screen, to be handed on: as a link, a figure in somebody's page, a file, a text for an issue. What is said and
//! what is copied is made here; `ui::share` shows it.

mod figure;
mod issue;
mod link;

pub use figure::Form;
pub use link::{CODE_BYTES_MAX, TOO_LONG};

use super::catalogue;
use super::link::print;
use super::model::{Body, Model, Open, Theme};
use super::player::{Mark, Player};
use super::presentation::{Controls, Mode, Panel};
use crate::tell::ending::read;
use crate::tell::inline::plain;

/// A way to hand the moment on: a further one is one more of these, with its panel in `ui::share`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Its address.
    #[default]
    Link,
    /// A figure in somebody's page.
    Embed,
    /// The text of its scenario, as a file.
    File,
    /// What happens there, as Markdown.
    Issue,
}

impl Way {
    /// Every way, in the order of the tabs.
    pub const ALL: [Self; 4] = [Self::Link, Self::Embed, Self::File, Self::Issue];

    /// What its tab says.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Link => "Link",
            Self::Embed => "Embed",
            Self::File => "File",
            Self::Issue => "Text for an issue",
        }
    }

    /// What its tab and its panel go by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Embed => "embed",
            Self::File => "file",
            Self::Issue => "issue",
        }
    }
}

/// Where the page stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its address without query and hash: the one for others, where there is one.
    pub address: String,
    /// Who can open that.
    pub reach: Reach,
}

/// Who can open an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Whoever gets it.
    Everybody,
    /// Browsers on this machine: it is served from there.
    Machine,
    /// The same, and no page on the web may hold it: it is a file.
    File,
}

/// Which moment of the run is handed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum At {
    /// The one on screen, by its number.
    #[default]
    Here,
    /// The same, by what happens there.
    Mark,
    /// The start.
    Start,
    /// The end.
    End,
}

/// How wide the column is in which a figure is to stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// As wide as there is room here.
    #[default]
    Whole,
    /// The column of a book.
    Book,
    /// A narrow one.
    Narrow,
    /// A phone.
    Phone,
}

impl Column {
    /// Every width.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Book, Self::Narrow, Self::Phone];

    /// What its button says.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Whole => "All there is",
            Self::Book => "720 px",
            Self::Narrow => "480 px",
            Self::Phone => "320 px",
        }
    }

    /// The width of a frame there.
    #[must_use]
    pub fn width(self) -> &'static str {
        self.label().strip_suffix(" px").unwrap_or("100%")
    }
}

/// What a reader chooses of what is handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The moment.
    pub at: At,
    /// What the page of the link is for.
    pub mode: Mode,
    /// As what a figure is written.
    pub form: Form,
    /// What a figure shows, in the order of the page.
    pub panels: Vec<Panel>,
    /// Its buttons.
    pub controls: Controls,
    /// Its colours.
    pub theme: Theme,
    /// Where it is tried.
    pub column: Column,
}

/// What a compact figure shows by itself.
const WHOLE: [Panel; 4] = [Panel::Handler, Panel::Tables, Panel::Said, Panel::Schedule];

impl Options {
    /// What the dialog begins with: a figure shows what is on screen, so also the design beside it.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let mut panels = WHOLE.to_vec();
        if model.player().is_some_and(|player| player.with.is_some()) {
            panels.push(Panel::Every);
        }
        Self {
            at: At::Here,
            // Where only stepping is shown, that is what is handed on.
            mode: model.presentation.mode,
            form: Form::Element,
            panels,
            controls: Controls::Full,
            theme: Theme::Auto,
            column: Column::Whole,
        }
    }

    /// The same with this panel, or without it; the last one stays.
    #[must_use]
    pub fn turned(&self, panel: Panel) -> Self {
        let had = self.panels.contains(&panel);
        let panels = Panel::ALL.into_iter().filter(|each| self.panels.contains(each) != (*each == panel));
        let panels: Vec<Panel> = panels.collect();
        if had && panels.is_empty() { self.clone() } else { Self { panels, ..self.clone() } }
    }
}

/// What is handed on.
pub struct Share<'a> {
    model: &'a Model,
    /// It, at the moment that was chosen.
    player: Player,
    site: &'a Site,
    options: &'a Options,
}

impl<'a> Share<'a> {
    /// What is handed on of what is on screen; none where nothing plays.
    #[must_use]
    pub fn of(model: &'a Model, site: &'a Site, options: &'a Options) -> Option<Self> {
        let player = model.player()?;
        let player = match options.at {
            At::Here | At::Mark => player.clone(),
            At::Start => player.at(0),
            At::End => player.at(usize::MAX),
        };
        Some(Self { model, player, site, options })
    }

    /// The moments that can be chosen, each in words; at either end fewer.
    #[must_use]
    pub fn moments(&self) -> Vec<(At, String)> {
        let Some(shown) = self.model.player() else { return Vec::new() };
        let (step, steps) = (shown.playhead, shown.steps());
        let here = match step {
            0 => "The start".to_owned(),
            _ if shown.at_end() => "The end".to_owned(),
            _ => format!("This one, step {step}"),
        };
        let mut moments = vec![(At::Here, here)];
        if let Some(mark) = mark(shown) {
            moments.push((At::Mark, ["By what happens, @", &mark].concat()));
        }
        if step > 0 {
            moments.push((At::Start, "The start".to_owned()));
        }
        if step < steps {
            moments.push((At::End, "The end".to_owned()));
        }
        moments
    }

    /// `Race: check, then write · step 2 of 6`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} · step {} of {}", self.model.open.title, self.player.playhead, self.player.steps())
    }

    /// The moment as the address has it after the `#`; none where its text is too long for one.
    #[must_use]
    pub fn hash(&self) -> Option<String> {
        if self.model.own().is_some_and(|own| own.payload.is_none()) {
            return None;
        }
        let hash = print(&Open { body: Body::Player(self.player.clone()), ..self.model.open.clone() });
        let mark = if self.options.at == At::Mark { mark(&self.player) } else { None };
        let Some(mark) = mark else { return Some(hash) };
        let mut parts = Vec::new();
        for part in hash.split('&') {
            parts.push(if part.starts_with("step=") { ["step=@", &mark].concat() } else { part.to_owned() });
        }
        Some(parts.join("&"))
    }

    /// What the file of the scenario is called; none for one of the reader's own, which is called after its title.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        Some([catalogue::entry(&self.model.open.name)?.name, ".twice"].concat())
    }

    /// What has to be said of the text where it is not the one that stands in the editor.
    #[must_use]
    pub fn aside(&self) -> &'static str {
        if self.model.writing.open && !self.model.writing.mistakes.is_empty() {
            "What stands in the editor has mistakes: this is the last text without one, which the page shows."
        } else {
            ""
        }
    }

    /// What happens at the moment, in plain words.
    fn said(&self) -> String {
        plain(&read(self.player.moment()))
    }
}

/// The mark at the playhead, as a link has it after `@`; none where nothing marks that moment.
fn mark(player: &Player) -> Option<String> {
    for mark in Mark::ALL {
        if let Some(place) = player.marked(mark).iter().position(|step| *step == player.playhead) {
            let name = mark.name();
            return Some(if place == 0 { name.to_owned() } else { format!("{name}-{}", place + 1) });
        }
    }
    None
}
