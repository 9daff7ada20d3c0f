//! What the page does once it is drawn: it listens, winds its clock, and settles what only the browser can measure.

use super::Page;
use crate::app::message::Msg;
use crate::app::model::{Presentation, Tab};
use crate::app::playback::pause_ms;
use crate::app::presentation::{Keys, Mode};
use crate::ui::editor::Done;
use crate::ui::fetcher::waits;
use crate::ui::happened::Happened;
use crate::ui::{address, every, files, shell};
use gloo_timers::callback::Timeout;
use web_sys::{FocusOptions, HtmlElement};

impl Page {
    pub(super) fn listen(&mut self) {
        self.writer.begins(address::hash());
        if !self.model.presentation.embed {
            shell::on_key(self.on.clone());
            files::on_drop(self.on.clone());
        }
        if self.model.presentation.is_told() {
            self.present(&Presentation::default());
        }
        self.host.listen(&self.on);
        if !self.model.ignored.is_empty() {
            shell::report(&["Ran Twice: nothing is known of ", &self.model.ignored.join(", "), "."].concat());
        }
        let hears = |happened: Happened| {
            let on = self.on.clone();
            move || on.emit(happened.clone())
        };
        self.heard.push(shell::on_address(hears(Happened::AddressHeard)));
        self.heard.push(shell::on_sight(hears(Happened::SightHeard)));
        if let Some(app) = crate::ui::document().get_element_by_id("app") {
            // Not at once: what is drawn while sizes are told is of another size again.
            let on = self.on.clone();
            let later = move || {
                let on = on.clone();
                Timeout::new(0, move || on.emit(Happened::SizeHeard)).forget();
            };
            self.heard.push(shell::on_size(&app, later));
        }
    }

    /// Winds the clock for the step on screen, where it plays; a clock that runs for this step goes on.
    pub(super) fn wind(&mut self) {
        let wanted = pause_ms(&self.model).map(|pause| (self.place().0, pause));
        if wanted != self.timer.as_ref().map(|(running, _)| *running) {
            self.timer = wanted.map(|wanted| {
                let on = self.on.clone();
                (wanted, Timeout::new(wanted.1, move || on.emit(Happened::Told(Msg::Ticked))))
            });
        }
    }

    pub(super) fn settle(&mut self) {
        let (step, steps) = self.place();
        if let (Some(player), Some(screen)) = (self.nodes[0].cast::<HtmlElement>(), &self.screen) {
            if let Some(main) = player.parent_element() {
                every::mark(&main, &self.model);
            }
            let beam = screen.tables.beam.as_ref().filter(|_| self.model.tab == Tab::Tables);
            let turn = self.model.futures().iter().position(|future| future.no_way_back);
            // Where there is none, the mark is out of sight.
            self.settler.settle(&player, screen, [step, steps, turn.unwrap_or(steps * 9)], beam);
            self.hand.land(&player);
        }
    }

    /// Gives the focus to the player, the copy button or the help, where it may be taken.
    pub fn focus(&self, node: usize) {
        if self.model.presentation.keys != Keys::Off
            && let Some(element) = self.nodes[node].cast::<HtmlElement>()
        {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = element.focus_with_options(&options);
        }
    }

    /// The address says what is on screen, unless that is on its way.
    pub(super) fn settle_address(&self) {
        if !waits(&self.model) {
            self.writer.shows(&self.model, self.from_address);
        }
    }

    /// The address is another one. Is there something else to show?
    #[inline(never)]
    pub(super) fn address_heard(&mut self) -> bool {
        self.keeps_mode();
        // What was done just before is drawn by now, or is to be.
        self.settle_address();
        let Some(message) = self.writer.hears(address::hash()) else { return false };
        // What was typed last is of the entry that was left.
        let rested = self.edited(&Done::Rested);
        self.tell(message) || rested
    }

    /// Nobody sees the page any more, and it may never come back.
    #[inline(never)]
    pub(super) fn hidden(&mut self) -> bool {
        self.writer.ends();
        self.tell(Msg::PageHidden)
    }

    /// An entry of the history may be from before the mode was turned: the mode is the window's, and the address says so.
    fn keeps_mode(&self) {
        let presentation = &self.model.presentation;
        let mode = Some(presentation.mode.name()).filter(|_| presentation.mode != Mode::Explore);
        let query = address::query();
        let there = query.split('&').find_map(|part| part.strip_prefix("mode="));
        if !presentation.embed && there.unwrap_or(Mode::Explore.name()) != mode.unwrap_or(Mode::Explore.name()) {
            address::turn("mode", mode);
        }
    }
}
