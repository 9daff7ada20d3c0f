//! Files that a reader opens or drops on the page, and the name of one that is saved. Such a file may be anything.

use crate::lang::limits::SOURCE_BYTES_MAX;

/// Letters of a file's name, at most: of one that is told, what fits a line; of one that is saved, what every system takes.
const NAME_LETTERS_MAX: usize = 60;

/// Is a file of this size read at all? Else why not, in words.
///
/// # Errors
/// It is larger than a scenario may be.
#[inline(never)]
pub fn fits(name: &str, bytes: f64) -> Result<(), String> {
    if bytes <= SOURCE_BYTES_MAX as f64 {
        return Ok(());
    }
    Err([&shown(name), " is larger than a scenario may be: it has at most 256 kB."].concat())
}

/// The text of a file, without the mark of its encoding; else why it has none, in words.
///
/// # Errors
/// It is too large, or no text in UTF-8.
#[inline(never)]
pub fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    fits(name, bytes.len() as f64)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    text.ok_or_else(|| [&shown(name), " holds no text in UTF-8."].concat())
}

/// Why a file could not be read, in words.
#[must_use]
pub fn unread(name: &str) -> String {
    [&shown(name), " could not be read."].concat()
}

/// The name of a file, as it is told: what would turn or hide the words around it is left out.
#[must_use]
fn shown(name: &str) -> String {
    let turns =
        |letter: &char| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut letters = name.chars().filter(|letter| !letter.is_control() && !turns(letter));
    let mut shown: String = letters.by_ref().take(NAME_LETTERS_MAX).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    if shown.trim().is_empty() { "The file".to_owned() } else { shown }
}

/// The name of a file for a scenario of this title.
#[inline(never)]
#[must_use]
pub fn name(title: &str) -> String {
    let mut name = String::new();
    for letter in title.chars() {
        if name.len() == NAME_LETTERS_MAX {
            break;
        }
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    [if name.is_empty() { "scenario" } else { name }, ".twice"].concat()
}
