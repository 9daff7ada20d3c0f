//! The page around this one: what it may ask for, and what it is told. Everything that a message means is decided here, on
//! plain values; `ui::host` carries them over.

mod told;

pub use told::{Height, Say, Shown, answer, news};

use super::link::{self, Step};
use super::message::Msg;
use super::model::Model;
use super::player::Player;
use super::presentation::{Controls, Keys, Mode, Presentation};

/// What every message names first, in `ns`.
pub const NAMESPACE: &str = "ran-twice";
/// The version of the messages, in `v`.
pub const VERSION: u32 = 1;
/// The longest text in a message, in bytes: an edited scenario and what stands around it.
pub const TEXT_MAX: usize = 20_000;
/// The longest `id`, in bytes.
const ID_MAX: usize = 64;

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// There is none.
    Missing,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// Text.
    Text(String),
    /// Anything else, which means nothing here.
    Other,
}

/// What the page around this one asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Is somebody there?
    Hello,
    /// Play from here.
    Play,
    /// Stop playing.
    Pause,
    /// One step on.
    Next,
    /// One step back.
    Back,
    /// To this moment of the run.
    Seek(Step),
    /// To the moment that this hash names.
    Load(String),
    /// A key of the query and its value.
    Set(String, String),
    /// What is on screen?
    Get,
    /// The focus is for the player.
    Focus,
    /// The slide that holds this page is on screen: what plays by itself begins.
    SlideShown,
    /// It no longer is.
    SlideLeft,
}

/// A message to this page, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What the answer has to carry; missing where none is wanted.
    pub id: Field,
    /// What is asked for, or in words why it cannot be read.
    pub command: Result<Command, String>,
}

/// Reads a message, field by field; none where it is not for this page, of which nobody is told.
#[must_use]
pub fn read(field: &dyn Fn(&str) -> Field) -> Option<Asked> {
    if field("ns") != Field::Text(NAMESPACE.to_owned()) {
        return None;
    }
    let id = match field("id") {
        Field::Text(text) if text.len() > ID_MAX => Field::Missing,
        id @ (Field::Number(_) | Field::Text(_)) => id,
        Field::Missing | Field::Flag(_) | Field::Other => Field::Missing,
    };
    let command = match field("v") {
        Field::Number(VERSION) => command(field),
        _ => Err(format!("This page speaks version {VERSION} of the messages.")),
    };
    Some(Asked { id, command })
}

/// Reads what reveal.js says to the frames of a slide.
#[must_use]
pub fn read_slide(text: &str) -> Option<Command> {
    match text {
        "slide:start" => Some(Command::SlideShown),
        "slide:stop" => Some(Command::SlideLeft),
        _ => None,
    }
}

fn command(field: &dyn Fn(&str) -> Field) -> Result<Command, String> {
    let Field::Text(kind) = field("type") else { return Err("It has no type.".to_owned()) };
    Ok(match &*kind {
        "hello" => Command::Hello,
        "play" => Command::Play,
        "pause" => Command::Pause,
        "next" => Command::Next,
        "back" => Command::Back,
        "get" => Command::Get,
        "focus" => Command::Focus,
        "seek" => Command::Seek(seek(field("step"))?),
        "load" => {
            let hash = text(field, "hash")?;
            Command::Load(hash.strip_prefix('#').unwrap_or(&hash).to_owned())
        }
        "set" => {
            let value = match field("value") {
                Field::Number(number) => number.to_string(),
                Field::Flag(on) => u8::from(on).to_string(),
                Field::Missing | Field::Text(_) | Field::Other => text(field, "value")?,
            };
            Command::Set(text(field, "name")?, value)
        }
        _ => return Err("Its type is none that this page knows.".to_owned()),
    })
}

fn seek(step: Field) -> Result<Step, String> {
    let read = match step {
        Field::Number(step) => usize::try_from(step).ok().map(Step::After),
        Field::Text(text) => link::read_step(&text),
        Field::Missing | Field::Flag(_) | Field::Other => None,
    };
    read.ok_or_else(|| "Its step is no number, not “end”, and no mark.".to_owned())
}

fn text(field: &dyn Fn(&str) -> Field, name: &str) -> Result<String, String> {
    match field(name) {
        Field::Text(text) if text.len() <= TEXT_MAX => Ok(text),
        Field::Text(_) => Err(format!("Its {name} is longer than {TEXT_MAX} bytes.")),
        Field::Missing | Field::Flag(_) | Field::Number(_) | Field::Other => Err(format!("Its {name} is no text.")),
    }
}

/// What a command comes to: what the page is told as if a reader had done it, nothing where it is so already.
///
/// # Errors
/// In words, why it is not done.
pub fn obey(model: &Model, command: &Command) -> Result<Option<Msg>, String> {
    Ok(match command {
        Command::Hello | Command::Get => None,
        Command::Focus if model.presentation.keys == Keys::Off => return Err("keys=off: it takes no focus.".to_owned()),
        Command::Focus => None,
        Command::Play | Command::SlideShown if model.playing => None,
        Command::SlideShown if !model.presentation.autoplay => None,
        Command::Play if model.presentation.mode == Mode::Read => {
            return Err("mode=read: it is stepped, and does not play.".to_owned());
        }
        Command::Play | Command::SlideShown => Some(Msg::PlayToggled),
        Command::Pause | Command::SlideLeft => model.playing.then_some(Msg::PlayToggled),
        Command::Next => Some(Msg::Advanced),
        Command::Back => Some(Msg::WentBack),
        Command::Seek(Step::After(step)) => Some(Msg::Seeked(*step)),
        Command::Seek(Step::End) => Some(Msg::WentToEnd),
        Command::Seek(Step::At(mark, place)) => {
            let moments = model.player().map_or_else(Vec::new, |player| player.marked(*mark));
            let moment = moments.get(place - 1).ok_or("This run has no such moment.")?;
            Some(Msg::Seeked(*moment))
        }
        Command::Load(hash) => Some(Msg::AddressChanged(hash.clone())),
        Command::Set(name, _) if !Presentation::can_be_set(name) => {
            return Err("Its name is none that can be set.".to_owned());
        }
        Command::Set(name, value) => {
            let mut presentation = model.presentation.clone();
            if !presentation.read(name, value) {
                return Err(format!("Its value is none of {name}."));
            }
            Some(Msg::Presented(presentation))
        }
    })
}

/// Is this key for the page around this one: one that would go on at the end, or back at the start? Without controls each of
/// them is.
#[must_use]
pub fn is_handed_on(model: &Model, key: &str) -> bool {
    let free = model.presentation.controls == Controls::None;
    let ends = |player: &Player| (free || player.playhead == 0, free || player.at_end());
    let (at_start, at_end) = model.player().map_or((true, true), ends);
    match key {
        "ArrowRight" | "PageDown" => at_end,
        "ArrowLeft" | "PageUp" => at_start,
        _ => false,
    }
}
