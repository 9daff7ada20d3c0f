//! What can happen on the page: what the model is told of, and what only the page knows.

use super::copy::Menu;
use super::editor::Done;
use super::present::Act;
use super::share;
use crate::app::message::Msg;
use crate::tell::export::Form;
use std::rc::Rc;
use web_sys::{KeyboardEvent, MessageEvent, PointerEvent};

/// Something that happened on the page.
#[derive(Clone)]
pub enum Happened {
    /// The model is told.
    Told(Msg),
    /// The same, by a control that goes away: its focus goes to the player.
    ToldAndGone(Msg),
    /// The same, by something below the player: it stays where it is on the screen, however tall the player becomes.
    ToldFromBelow(Msg),
    /// The same, by a button that leaves what is on screen.
    Left(Msg),
    /// The same, by a link that leads elsewhere: the page is shown from its top, and the focus goes to the player.
    Gone(Msg),
    /// What plays by itself begins.
    Begun,
    /// A key was pressed inside the player.
    Pressed(KeyboardEvent),
    /// The pointer did something over the lanes.
    Pointed(PointerEvent),
    /// The address is another one.
    AddressHeard,
    /// The page came into sight or went out of it.
    SightHeard,
    /// The stage has another size.
    SizeHeard,
    /// The theme was pressed.
    ThemeTurned,
    /// The help for the keys is wanted, or no longer.
    HelpTurned(bool),
    /// Single keys were turned on or off.
    KeysTurned(bool),
    /// The copy menu changes.
    MenuTurned(Menu),
    /// It was left by Escape.
    MenuEscaped,
    /// A form was chosen in it.
    FormChosen(Form),
    /// The worker of this generation has said something; nothing where it failed.
    Explored(usize, Option<Vec<u8>>),
    /// The reader has waited long enough for the count.
    StopPressed,
    /// The same for that of every scenario.
    EndingsStopPressed,
    /// Something happened in the editor, or to it.
    Edited(Rc<Done>),
    /// Whoever presents wants this.
    Presents(Act),
    /// Something happened in the Share dialog, or to it.
    Shares(share::Act),
    /// The window of whoever presents has said something.
    NotesSaid(String),
    /// A key was pressed anywhere on the page.
    Typed(KeyboardEvent),
    /// The page around this one, or somebody else, has said something.
    HostSaid(MessageEvent),
}

impl Happened {
    /// Is it of the reader's pressing, whatever it tells? What is told is judged by itself.
    #[inline(never)]
    pub fn is_pressed(&self) -> bool {
        match self {
            Self::ToldAndGone(_)
            | Self::ToldFromBelow(_)
            | Self::Left(_)
            | Self::Gone(_)
            | Self::Pressed(_)
            | Self::Pointed(_)
            | Self::ThemeTurned
            | Self::HelpTurned(_)
            | Self::KeysTurned(_)
            | Self::MenuTurned(_)
            | Self::MenuEscaped
            | Self::FormChosen(_)
            | Self::StopPressed
            | Self::EndingsStopPressed
            | Self::Edited(_)
            | Self::Presents(_)
            | Self::Shares(_)
            | Self::Typed(_) => true,
            Self::Told(_)
            | Self::Begun
            | Self::AddressHeard
            | Self::SightHeard
            | Self::SizeHeard
            | Self::Explored(..)
            | Self::NotesSaid(_)
            | Self::HostSaid(_) => false,
        }
    }
}
