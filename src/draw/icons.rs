//! The pictures on buttons, marks and endings: drawn, never a character that some system turns into an emoji.

use crate::check::outcome::Sign;
use crate::tell::tables::MarkKind;

/// A picture on a button or a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// To the start.
    Restart,
    /// One step back.
    Back,
    /// One step on.
    Next,
    /// Plays.
    Play,
    /// Pauses.
    Pause,
    /// Leaves this frame.
    Open,
    /// Light and dark.
    Theme,
    /// Was read.
    Looked,
    /// Was added.
    Added,
    /// Was changed.
    Changed,
    /// Was removed.
    Removed,
    /// Was refused, or died.
    Stopped,
    /// Was taken back.
    Undone,
    /// Is known by a key.
    Key,
    /// Is not final.
    Pending,
}

impl Icon {
    /// The picture of a mark on a row.
    pub fn of(mark: MarkKind) -> Self {
        match mark {
            MarkKind::Looked => Self::Looked,
            MarkKind::Added => Self::Added,
            MarkKind::Changed => Self::Changed,
            MarkKind::Removed => Self::Removed,
            MarkKind::Refused => Self::Stopped,
            MarkKind::Undone => Self::Undone,
            MarkKind::Recognised | MarkKind::Key => Self::Key,
            MarkKind::Pending => Self::Pending,
        }
    }

    /// Its outline in a square of 14, and whether it is filled.
    fn path(self) -> (&'static str, bool) {
        match self {
            Self::Restart => ("M2 1.5h2v11H2zM13 1.5v11L5 7z", true),
            Self::Back => ("M11 1.5v11L2 7z", true),
            Self::Next => ("M7.6 2 6.5 3.1 9.6 6.2H1v1.6h8.6L6.5 10.9 7.6 12l5-5z", true),
            Self::Play => ("M3 1.5v11l9-5.5z", true),
            Self::Pause => ("M3 2h3v10H3zM8 2h3v10H8z", true),
            Self::Open => ("M8 2h4v4M12 2 6.5 7.5M10 8v4H2V4h4", false),
            Self::Theme => ("M7 1.5a5.5 5.5 0 1 0 0 11zM7 1.5a5.5 5.5 0 1 1 0 11v-1a4.5 4.5 0 1 0 0-9z", true),
            Self::Looked => ("M7 3.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7z", false),
            Self::Added => ("M7 2.5v9M2.5 7h9", false),
            Self::Changed => ("M2 8.5c2-4 3.5-4 5-1.5s3 2.5 5-1.5", false),
            Self::Removed => ("M2.5 7h9", false),
            Self::Stopped => ("M7 1.5v11", false),
            Self::Undone => ("M5 3 2 6l3 3M2.5 6H9a3 3 0 0 1 0 6H6", false),
            Self::Key => ("M4.5 4a3 3 0 1 1 0 6 3 3 0 1 1 0-6zM7.5 7H13M11 7v3", false),
            Self::Pending => ("M7 2v1.5M7 6v2M7 10.5V12M2 7h1.5M10.5 7H12", false),
        }
    }
}

/// The picture, hidden from who hears the page: the words beside it say the same.
pub fn icon_text(icon: Icon) -> String {
    let (path, filled) = icon.path();
    let class = if filled { "icon--solid" } else { "icon--drawn" };
    drawn(&["icon ", class, "\" viewBox=\"0 0 14 14\"><path d=\"", path, "\"/>"])
}

/// The ring of an outcome: one closed, two that overlap, one that stays open.
pub fn ring_in(sign: Sign, block: &'static str) -> String {
    let (class, circles) = match sign {
        Sign::Once => ("", r#"" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5" pathLength="1"/>"#),
        Sign::Amiss => {
            ("", r#"" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5" pathLength="1"/><path d="M4 12 12 4"/>"#)
        }
        Sign::Never => (" ring--open", r#"" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5"/>"#),
        Sign::Repeated(_) => (
            " ring--two",
            r#"" viewBox="0 0 26 16"><circle cx="8.5" cy="8" r="6.5" pathLength="1"/><circle class="ring__second" cx="17.5" cy="8" r="6.5" pathLength="1"/>"#,
        ),
    };
    drawn(&["ring ", block, class, circles])
}

/// A picture out of its parts, all of them written in this file. As text it is a tenth of the code that its elements are.
fn drawn(parts: &[&'static str]) -> String {
    ["<svg aria-hidden=\"true\" class=\"", &parts.concat(), "</svg>"].concat()
}

/// The same, where there is an outcome.
pub fn ring_text(sign: Option<Sign>) -> String {
    sign.map_or_else(String::new, |sign| ring_in(sign, ""))
}

/// The class that gives a block the colours of this outcome.
pub fn sign_class(sign: Option<Sign>) -> &'static str {
    match sign {
        Some(Sign::Once) => "sign--once",
        Some(Sign::Amiss | Sign::Never) => "sign--never",
        Some(Sign::Repeated(_)) => "sign--twice",
        None => "",
    }
}
