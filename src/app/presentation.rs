//! How the page is shown: what the query says, and what a page around this one may set later.

use std::sync::Arc;

use super::model::Speed;
use super::presenting::{is_listed, listed};
use crate::lang::value::Name;

/// How the page is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// Compact, in a frame of somebody's documentation.
    pub embed: bool,
    /// What it is for.
    pub mode: Mode,
    /// Scenarios that are presented one after the other, by name.
    pub list: Arc<[Name]>,
    /// Where in it the reader was when a text of their own took its place.
    pub left: Option<usize>,
    /// Its colours.
    pub theme: Theme,
    /// Which panels there are, in this order; empty: all of them, as the page has them.
    pub view: Arc<[Panel]>,
    /// Which controls there are.
    pub controls: Controls,
    /// How fast it plays at first.
    pub speed: Speed,
    /// Does it play by itself, once it is here?
    pub autoplay: bool,
    /// Which keys it hears.
    pub keys: Keys,
    /// Whom it obeys.
    pub obeys: Obeys,
}

/// What the page is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// All of it.
    #[default]
    Explore,
    /// On a projector.
    Present,
    /// The run that is there is stepped, and nothing else.
    Read,
}

/// Which colours the page has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As strong a contrast as there is.
    Contrast,
}

/// A part of the page that can be shown by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The programs with their pins.
    Handler,
    /// The tables.
    Tables,
    /// The sentence.
    Said,
    /// The lanes.
    Schedule,
    /// Every schedule, counted.
    Every,
    /// What is drawn of the run: its deliveries, how to read its end.
    Deliveries,
}

/// Which controls there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// All of them.
    #[default]
    Full,
    /// Back, on, and the place: a reader steps the run that is there.
    Min,
    /// None: nothing that is pressed changes anything, and the page around this one has its own.
    None,
}

/// Which keys the page hears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// Those that are pressed inside the player.
    #[default]
    Focus,
    /// Those that are pressed anywhere on the page.
    Page,
    /// None, and it never takes the focus.
    Off,
}

/// Whom the page obeys, if it stands in a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Obeys {
    /// The page around it.
    #[default]
    Parent,
    /// The page around it, if it is of this origin.
    Origin(Arc<str>),
    /// Nobody.
    Nobody,
}

/// The longest origin there is: a name of 253 characters, its scheme and its port.
const ORIGIN_MAX: usize = 280;

/// A name in the address, and what it stands for.
type Named<T> = (&'static str, T);

/// Every theme.
const THEMES: [Named<Theme>; 4] =
    [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark), ("contrast", Theme::Contrast)];
const MODES: [Named<Mode>; 3] = [("explore", Mode::Explore), ("present", Mode::Present), ("read", Mode::Read)];
const CONTROLS: [Named<Controls>; 3] = [("full", Controls::Full), ("min", Controls::Min), ("none", Controls::None)];
const KEYS: [Named<Keys>; 3] = [("focus", Keys::Focus), ("page", Keys::Page), ("off", Keys::Off)];
const SWITCHED: [Named<bool>; 2] = [("0", false), ("1", true)];
const PANELS: [Named<Panel>; 6] = [
    ("handler", Panel::Handler),
    ("tables", Panel::Tables),
    ("said", Panel::Said),
    ("schedule", Panel::Schedule),
    ("every", Panel::Every),
    ("deliveries", Panel::Deliveries),
];

impl Presentation {
    /// Reads a key of the query; false where the key or its value is not on the list, and what stood there stands. What
    /// only opens a door further is never read from a wrong value: an origin that is none locks the page.
    pub fn read(&mut self, key: &str, value: &str) -> bool {
        match key {
            "embed" => set(&mut self.embed, &SWITCHED, if value.is_empty() { "1" } else { value }),
            "theme" => set(&mut self.theme, &THEMES, value),
            _ => self.read_more(key, value),
        }
    }

    /// What no first view asks for. Never inlined: it belongs to the second part of the wasm.
    #[inline(never)]
    fn read_more(&mut self, key: &str, value: &str) -> bool {
        match key {
            "mode" => set(&mut self.mode, &MODES, value),
            "list" => {
                let (names, known) = listed(value);
                self.list = names.into();
                known
            }
            "controls" => set(&mut self.controls, &CONTROLS, value),
            "keys" => set(&mut self.keys, &KEYS, value),
            "autoplay" => set(&mut self.autoplay, &SWITCHED, value),
            // Until it is clicked, start.js loads none of this.
            "load" => matches!(value, "eager" | "click"),
            "view" => self.read_view(value),
            "speed" => match speed(value) {
                Some(speed) => {
                    self.speed = speed;
                    true
                }
                None => false,
            },
            "api" => {
                let known = matches!(value, "0" | "1");
                if value != "1" {
                    self.obeys = Obeys::Nobody;
                }
                known
            }
            "origin" => {
                let known = is_origin(value);
                self.obeys = match self.obeys {
                    Obeys::Parent if known => Obeys::Origin(value.into()),
                    // Two locks open to nobody.
                    Obeys::Parent | Obeys::Origin(_) | Obeys::Nobody => Obeys::Nobody,
                };
                known
            }
            _ => false,
        }
    }

    /// May the page around this one set it later? What it is embedded with stays: whom it obeys above all.
    #[must_use]
    pub fn can_be_set(key: &str) -> bool {
        matches!(key, "mode" | "theme" | "view" | "controls" | "speed" | "keys")
    }

    /// Does it have to be told to the style sheet, or to who hears the keys?
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.mode != Mode::Explore || self.controls != Controls::Full || self.keys == Keys::Page
    }

    /// What of a value that is not known whole is not: the names of a list that are none, else all of it.
    #[must_use]
    pub fn unknown<'a>(key: &str, value: &'a str) -> Vec<&'a str> {
        let none = |name: &&str| match key {
            "view" => !PANELS.iter().any(|(known, _)| known == name),
            "list" => !is_listed(name),
            _ => false,
        };
        let names: Vec<&str> = value.split(',').filter(none).collect();
        if names.is_empty() { vec![value] } else { names }
    }

    /// Is this panel shown?
    #[must_use]
    pub fn shows(&self, panel: Panel) -> bool {
        self.view.is_empty() || self.view.contains(&panel)
    }

    /// The panels that were named up to the last of the player's own, and those after it.
    #[must_use]
    pub fn split(&self) -> (&[Panel], &[Panel]) {
        let outside = |panel: &Panel| matches!(panel, Panel::Every | Panel::Deliveries);
        self.view.split_at(self.view.iter().rposition(|panel| !outside(panel)).map_or(0, |last| last + 1))
    }

    /// `all`, or a list of panels; each stands once.
    fn read_view(&mut self, value: &str) -> bool {
        if value == "all" {
            self.view = Arc::default();
            return true;
        }
        let (mut panels, mut known) = (Vec::new(), true);
        for name in value.split(',') {
            match PANELS.iter().find(|(each, _)| *each == name) {
                Some((_, panel)) if !panels.contains(panel) => panels.push(*panel),
                Some(_) => {}
                None => known = false,
            }
        }
        if !panels.is_empty() {
            self.view = panels.into();
        }
        known
    }
}

impl Panel {
    /// Every panel, in the order of the page.
    pub const ALL: [Self; 6] = [Self::Handler, Self::Tables, Self::Said, Self::Schedule, Self::Every, Self::Deliveries];

    /// As links write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        name(&PANELS, self)
    }
}

impl Theme {
    /// As links write it, and as the page's `data-theme` has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        name(&THEMES, self)
    }
}

impl Mode {
    /// As links write it, and as the page's `data-mode` has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        name(&MODES, self)
    }
}

impl Controls {
    /// As links write it, and as the page's `data-controls` has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        name(&CONTROLS, self)
    }
}

fn name<T: Copy + PartialEq>(named: &[Named<T>], wanted: T) -> &'static str {
    named.iter().find(|(_, value)| *value == wanted).map_or("", |(name, _)| *name)
}

/// Puts what is called so into its place; false where nothing is.
fn set<T: Copy>(place: &mut T, named: &[Named<T>], wanted: &str) -> bool {
    let found = named.iter().find(|(name, _)| *name == wanted);
    if let Some((_, value)) = found {
        *place = *value;
    }
    found.is_some()
}

/// `0.5`, `1`, `2`, `4`; a number between two of them is the slower, one outside of them the nearest.
fn speed(value: &str) -> Option<Speed> {
    let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || value.len() > 9 {
        return None;
    }
    Some(match whole.trim_start_matches('0') {
        "" => Speed::Half,
        "1" => Speed::One,
        "2" | "3" => Speed::Two,
        _ => Speed::Four,
    })
}

/// `https://docs.example`, with a port or without; and plain http on this machine, where an author tries it.
fn is_origin(value: &str) -> bool {
    let here = ["http://localhost", "http://127.0.0.1"].iter().find_map(|here| value.strip_prefix(here));
    let (name, port) = match (value.strip_prefix("https://"), here) {
        (Some(rest), _) => rest.split_once(':').map_or((rest, None), |(name, port)| (name, Some(port))),
        (None, Some("")) => ("localhost", None),
        (None, Some(rest)) => ("localhost", Some(rest.strip_prefix(':').unwrap_or_default())),
        (None, None) => return false,
    };
    // As the browser says it: lower case, and names in other scripts as xn--.
    let letters = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.' || byte == b'-';
    let numbered = |port: &str| port.parse::<u16>().is_ok_and(|number| number.to_string() == port);
    value.len() <= ORIGIN_MAX && !name.is_empty() && name.bytes().all(letters) && port.is_none_or(numbered)
}
