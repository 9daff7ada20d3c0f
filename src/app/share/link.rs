//! The address of the moment, how long it is and what that means, and who can open it.

use super::{Reach, Share};
use crate::app::presentation::Mode;
use crate::tell::outcome::grouped;

/// The longest address that a QR code holds: a camera at the back of a room still reads its 97 squares a side.
pub const CODE_BYTES_MAX: usize = 1_000;
/// What every chat and mail lets through: the shortest message that one of the large chats takes.
const CHAT_CHARS_MAX: usize = 2_000;

/// What is said where there is no link.
pub const TOO_LONG: &str = "This text is too long for a link: packed, one carries 16 kB. Send its file instead.";

impl Share<'_> {
    /// The link; none where the text is too long for one.
    #[must_use]
    pub fn link(&self) -> Option<String> {
        let query = match self.options.mode {
            Mode::Explore => String::new(),
            mode => ["?mode=", mode.name()].concat(),
        };
        Some([&self.site.address, &*query, "#", &self.hash()?].concat())
    }

    /// How long the link is, and who takes one of that length.
    #[must_use]
    pub fn length(&self) -> String {
        let Some(link) = self.link() else { return TOO_LONG.to_owned() };
        let (length, packed) = (link.len(), self.model.own().is_some());
        let said = if length <= CODE_BYTES_MAX {
            "chats, mails and a QR code take it."
        } else if length <= CHAT_CHARS_MAX {
            "chats and mails take it. A QR code that is read across a room holds 1,000."
        } else {
            "a browser opens it, but some chats and mail programs cut a link after 2,000, and then it says that it was cut. \
             Send the file where yours may be one of them."
        };
        let carries = if packed { " It carries your text." } else { "" };
        format!("{} characters: {said}{carries}", grouped(&length.to_string()))
    }

    /// Does a code hold the link, and could a phone follow it?
    #[must_use]
    pub fn has_code(&self) -> bool {
        let short = self.link().is_some_and(|link| link.len() <= CODE_BYTES_MAX);
        short && self.site.reach == Reach::Everybody
    }

    /// What has to be said of who can open the link; empty where everybody can.
    #[must_use]
    pub fn reach(&self) -> &'static str {
        match self.site.reach {
            Reach::Everybody => "",
            Reach::Machine => {
                "It opens on this machine only, which serves the page. A public address is given when the page is built: \
                 RAN_TWICE_ADDRESS=https://… script/build"
            }
            Reach::File => {
                "This page is a file, so the link opens on this machine only, where the file is. What stands after the # \
                 opens the same moment in every copy of the file, and on every site that has the page."
            }
        }
    }
}
