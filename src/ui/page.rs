//! The page: it holds the model, tells it what happened, and draws what it has become.

mod drawn;
mod writing;

use super::address::Writer;
use super::copy::Menu;
use super::explorer::Explorer;
use super::fetcher::{Fetcher, waits};
use super::field::Editor;
use super::hand::Hand;
pub use super::happened::Happened;
use super::held::Held;
use super::host::{self, Host};
use super::present::Presenter;
use super::settle::Settler;
use super::share::Sharing;
use super::shell::Heard;
use super::words::On;
use super::{address, filter, frame, keys, ribbon, settle, shell, storage};
use crate::app::message::Msg;
use crate::app::model::{Body, Model, Tab, Theme};
use crate::app::presentation::Controls;
use crate::app::screen::{Screen, screen};
use crate::app::update::{reader_may, update};
use crate::tell::inline::plain;
use crate::tell::tables::Beam;
use crate::tell::transport::Does;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// How long the main button stays deaf to what it has just turned into: the second half of a double click, or a key
/// that is held down, must not leave the scenario that has just ended.
const SETTLE_MS: f64 = 600.0;

/// The page.
pub struct Page {
    /// What is on it.
    pub model: Model,
    /// Everything that is shown of it; none where the scenario's file has errors.
    pub screen: Option<Screen>,
    /// Its colours.
    pub theme: Theme,
    /// Do single keys work?
    pub keys_active: bool,
    /// The copy menu.
    pub menu: Menu,
    /// What moves: the class of the player.
    pub motion: &'static str,
    /// What was said before that.
    pub told_before: String,
    /// The player, the copy button, the help.
    pub nodes: [NodeRef; 3],
    /// Is a path being drawn on the map: was the pointer pressed there?
    pub drawing: Rc<Cell<bool>>,
    /// The editor.
    pub editor: Editor,
    /// Hears what happens.
    pub on: On,
    /// A step in the reader's hand.
    pub hand: Hand,
    /// The windows of whoever presents.
    pub presenter: Presenter,
    /// The Share dialog.
    pub sharing: Sharing,
    held: Held,
    /// The page around this one.
    pub host: Host,
    /// Did what is on screen come out of the address?
    pub from_address: bool,
    /// Is the reader on the way to another scenario?
    arrives: bool,
    turned_ms: f64,
    explorer: Explorer,
    fetcher: Fetcher,
    writer: Writer,
    settler: Settler,
    timer: Option<((usize, u32), Timeout)>,
    heard: Vec<Heard>,
}

impl Component for Page {
    type Message = Happened;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let mut model = Model::at(&address::query(), &address::hash());
        let theme = host::first(&mut model);
        shell::show_theme(theme);
        Self {
            screen: screen(&model),
            model,
            theme,
            keys_active: storage::read(storage::KEYS).as_deref() != Some("off"),
            menu: Menu::default(),
            motion: "",
            told_before: String::new(),
            nodes: Default::default(),
            drawing: Rc::default(),
            editor: Editor::default(),
            on: context.link().callback(|happened: Happened| happened),
            presenter: Presenter::default(),
            sharing: Sharing::default(),
            hand: Hand::default(),
            held: Held::default(),
            host: Host::here(),
            from_address: true,
            arrives: false,
            turned_ms: 0.0,
            explorer: Explorer::default(),
            fetcher: Fetcher::default(),
            writer: Writer::default(),
            settler: Settler::default(),
            timer: None,
            heard: Vec::new(),
        }
    }

    fn update(&mut self, _: &Context<Self>, happened: Happened) -> bool {
        match happened {
            Happened::Told(message) => self.told(message),
            other => self.update_later(other),
        }
    }

    fn view(&self, _: &Context<Self>) -> Html {
        frame::frame(self)
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            self.listen();
        }
        let open = &self.model.open;
        self.settle_address();
        super::document().set_title(&[&*open.title, " · Ran Twice"].concat());
        if !matches!(open.body, Body::Awaited(_)) {
            shell::root_attribute("data-ready", Some(if self.model.at_start() { "start" } else { &open.name }));
        }
        self.fetcher.fetch(&self.model, &self.on);
        self.explorer.read(self.model.reading(), &self.on);
        if self.fetcher.landed(&self.model) {
            self.focus(0);
        }
        if !waits(&self.model) && std::mem::take(&mut self.arrives) {
            super::window().scroll_to_with_x_and_y(0.0, 0.0);
            self.focus(0);
        }
        if let Some((asking, question)) = self.model.asking() {
            self.model = asking;
            self.explorer.ask(question, &self.on);
        }
        self.project();
        self.settle_share();
        self.wind();
        self.settle_editor(first);
        self.settle();
        self.held.settle();
        self.tell_host();
    }
}

impl Page {
    /// What no first view comes to.
    #[inline(never)]
    fn update_later(&mut self, happened: Happened) -> bool {
        if happened.is_pressed() && self.model.presentation.controls == Controls::None {
            return matches!(happened, Happened::Pressed(key) if self.handed(&key));
        }
        match happened {
            Happened::Told(message) => self.told(message),
            Happened::ToldAndGone(message) => {
                self.focus(0);
                self.told(message)
            }
            Happened::ToldFromBelow(message) => {
                let place = Held::place();
                self.told(message) && self.held.hold(place)
            }
            Happened::Gone(message) => {
                filter::close();
                self.arrives = true;
                self.told(message)
            }
            Happened::Left(message) => Date::now() - self.turned_ms > SETTLE_MS && self.told(message),
            Happened::Begun => self.tell(Msg::PlayToggled),
            Happened::Pressed(key) => self.pressed(&key),
            Happened::Pointed(pointer) => {
                self.hand.pointed(&pointer, self.place().1).is_some_and(|message| self.told(message))
            }
            Happened::AddressHeard => self.address_heard(),
            Happened::SightHeard => super::document().hidden() && self.hidden(),
            Happened::SizeHeard => {
                if let (Some(player), Some(beam)) = (self.nodes[0].cast::<HtmlElement>(), self.beam())
                    && let Some(paths) = ribbon::measured(&player, beam)
                {
                    ribbon::draw(&player, &paths);
                }
                self.tell_height();
                self.project();
                false
            }
            Happened::HostSaid(said) => self.host_said(&said),
            Happened::ThemeTurned => {
                self.theme = shell::next_theme(self.theme);
                shell::show_theme(self.theme);
                true
            }
            Happened::HelpTurned(open) => {
                keys::turn_help(&self.nodes[2], open);
                false
            }
            Happened::KeysTurned(active) => {
                storage::keep(storage::KEYS, if active { "on" } else { "off" });
                std::mem::replace(&mut self.keys_active, active) != active
            }
            Happened::MenuTurned(menu) => std::mem::replace(&mut self.menu, menu) != menu,
            Happened::MenuEscaped => {
                self.focus(1);
                std::mem::replace(&mut self.menu, Menu::Closed) != Menu::Closed
            }
            Happened::Explored(generation, said) => {
                let mut changed = false;
                for message in self.explorer.hear(generation, said).into_iter().flatten() {
                    changed |= self.tell(message);
                }
                // Something may have been typed meanwhile.
                self.explorer.read(self.model.reading(), &self.on);
                changed
            }
            Happened::StopPressed => {
                self.explorer.end();
                self.focus(0);
                self.tell(Msg::CountingStopped)
            }
            Happened::EndingsStopPressed => {
                self.explorer.end();
                self.tell(Msg::EndingsStopped)
            }
            Happened::Edited(done) => self.edited(&done),
            Happened::Presents(act) => self.presents_as(act),
            Happened::Shares(act) => self.shares(act),
            Happened::NotesSaid(said) => self.notes_said(&said),
            Happened::Typed(key) => self.typed(&key),
            Happened::FormChosen(form) => {
                self.focus(1);
                self.copy(form);
                false
            }
        }
    }

    /// How many steps have been taken, and how many there are.
    pub fn place(&self) -> (usize, usize) {
        self.model.player().map_or((0, 0), |player| (player.playhead, player.steps()))
    }

    /// The ribbon, where tables are shown that it can run to.
    pub fn beam(&self) -> Option<&Beam> {
        self.screen.as_ref()?.tables.beam.as_ref().filter(|_| self.model.tab == Tab::Tables)
    }

    /// Tells the model what comes of a press, where a reader may do that.
    pub fn told(&mut self, message: Msg) -> bool {
        let free = self.model.presentation.controls == Controls::Full;
        (free || reader_may(&self.model, &message)) && self.tell(message)
    }

    /// Tells the model; false where nothing changes. Never inlined: it is called from many places.
    #[inline(never)]
    pub fn tell(&mut self, message: Msg) -> bool {
        // What is fetched or read was wanted before.
        let fetched = matches!(
            message,
            Msg::ScenarioFetched(..) | Msg::ScenarioMissed(..) | Msg::FetchRetried | Msg::TextRead(_)
        );
        let comes = matches!(message, Msg::AddressChanged(_) | Msg::CameBack(..));
        let placed = matches!(message, Msg::TextPlaced(_) | Msg::ShapeChosen(_));
        let stays = self.from_address && (fetched || waits(&self.model));
        self.fetcher.hear(&message);
        let Some(model) = update(&self.model, message) else {
            if comes {
                self.writer.departs();
            }
            return false;
        };
        let before = (self.model.open.name.clone(), self.place().0, self.advances());
        let departs = placed || (!comes && !fetched && before.0 != model.open.name);
        if departs {
            self.writer.departs();
        }
        self.hand.moved(&model);
        self.model = model;
        self.from_address = comes || (stays && !departs);
        let shown = std::mem::replace(&mut self.screen, screen(&self.model));
        let step = self.place().0;
        if before.0 != self.model.open.name || shown.is_none() {
            self.held.let_go();
            self.motion = "";
        } else if before.1 != step {
            self.motion = settle::motion(before.1, step);
            self.told_before = shown.map_or_else(String::new, |screen| plain(&screen.told.sentence));
            self.menu = Menu::Closed;
        }
        if before.2 != self.advances() {
            self.turned_ms = Date::now();
        }
        self.fetcher.fetch(&self.model, &self.on);
        self.explorer.read(self.model.reading(), &self.on);
        shell::root_attribute("data-waits", waits(&self.model).then_some(""));
        !waits(&self.model)
    }

    fn advances(&self) -> bool {
        self.screen.as_ref().is_some_and(|screen| screen.transport.main.does == Does::Advance)
    }
}
