//! The palette of statements, and where in a text what it writes goes.

use crate::lang::packed::unsealed;

/// Something that the palette writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is called.
    pub word: String,
    /// What it does.
    pub does: String,
    /// What is written.
    pub text: String,
    /// Does it stand inside of a program, or between the declarations of the file?
    pub inside: bool,
}

/// The groups of the palette with their titles, out of its file as `build.rs` sealed it; none where that is damaged.
#[must_use]
pub fn groups(sealed: &[u8]) -> Option<Vec<(String, Vec<Piece>)>> {
    let text = std::str::from_utf8(unsealed(sealed)?).ok()?;
    let mut groups: Vec<(String, Vec<Piece>)> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("= ") {
            groups.push((title.to_owned(), Vec::new()));
        }
        let inside = groups.len() == 1;
        let mut fields = line.split('\t');
        if let (Some(word), Some(does), Some(text), Some((_, pieces))) =
            (fields.next(), fields.next(), fields.next(), groups.last_mut())
        {
            let text = text.replace("\\n", "\n");
            pieces.push(Piece { word: word.to_owned(), does: does.to_owned(), text, inside });
        }
    }
    Some(groups)
}

/// Where a piece goes that is wanted at `caret`, and what is written there: on a line of its own behind the caret's, as far
/// in as that; what is no statement behind the program that the caret stands in. Both in bytes.
#[must_use]
pub fn placed(text: &str, caret: usize, piece: &str, inside: bool) -> (usize, String) {
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let mut end = line_end(floor(text, caret));
    while !inside && depth(&text[..end]) > 0 && end < text.len() {
        end = line_end(end + 1);
    }
    let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..end];
    let blank = line.trim().is_empty();
    let mut margin = 0;
    if inside {
        margin = if blank { 2 * depth(&text[..end]) } else { line.len() - line.trim_start().len() };
        margin += if code(line).trim_end().ends_with('{') { 2 } else { 0 };
    }
    let mut written = String::new();
    for (at, piece_line) in piece.lines().enumerate() {
        if at > 0 || !blank {
            written.push('\n');
        }
        // A blank line may hold a part of the margin already.
        let there = if at == 0 && blank { line.len() } else { 0 };
        written.push_str(&" ".repeat(margin.saturating_sub(there)));
        written.push_str(piece_line);
    }
    (end, written)
}

/// The nearest place at or before it where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// How many blocks are open behind this.
fn depth(text: &str) -> usize {
    text.lines().fold(0, |depth: usize, line| {
        let code = code(line);
        (depth + code.matches('{').count()).saturating_sub(code.matches('}').count())
    })
}

/// A line without its texts, in which braces mean something else, and without its comment.
fn code(line: &str) -> String {
    let mut code = String::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 0 {
            let (part, comment) = part.split_once('#').map_or((part, false), |(before, _)| (before, true));
            code.push_str(part);
            if comment {
                break;
            }
        }
    }
    code
}
