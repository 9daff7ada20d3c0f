//! What becomes of each line of a program where lines are folded.

use super::{Fold, Line};

/// Decides what becomes of each line where lines are folded: quiet lines go, but for the head, lines with a pin and whole blocks; a
/// line that opens a block of which nothing is left stands for it.
pub(super) fn fold(lines: &mut [Line]) {
    let last = lines.len().saturating_sub(1);
    for at in 0..lines.len() {
        if at == 0 || at == last {
            continue;
        }
        let block = block_of(lines, at);
        let quiet = |line: &Line| line.local && line.pins.is_empty();
        match block {
            Some(end) if lines[at].fold == Fold::Stays && lines[at + 1..=end].iter().all(quiet) => {
                lines[at].fold = Fold::Stands;
                lines[at + 1..=end].iter_mut().for_each(|line| line.fold = Fold::Hidden);
            }
            // A block with something loud in it stays whole, its braces too.
            Some(_) => {}
            None if quiet(&lines[at]) && !closes_loud(lines, at) && !holds_block(&lines[at]) => {
                lines[at].fold = Fold::Hidden;
            }
            None => {}
        }
    }
    if let Some(line) = lines.last_mut().filter(|line| line.pins.is_empty() && line.local) {
        line.fold = if last == 0 { Fold::Stays } else { Fold::Hidden };
    }
}

/// The index of the line that closes the block which this line opens.
fn block_of(lines: &[Line], at: usize) -> Option<usize> {
    let opens = lines[at].pieces.last().is_some_and(|piece| piece.text.trim_end().ends_with('{'));
    let after = lines[at + 1..].iter().position(|line| line.indent <= lines[at].indent);
    after.filter(|_| opens).map(|after| at + 1 + after)
}

/// Does a whole block stand on the line? Without it the program would read as another one.
fn holds_block(line: &Line) -> bool {
    line.pieces.iter().any(|piece| piece.text.contains('{'))
}

/// Is this the closing brace of a block that stays whole?
fn closes_loud(lines: &[Line], at: usize) -> bool {
    let brace = lines[at].pieces.first().is_some_and(|piece| piece.text.starts_with('}'));
    let opener =
        (1..at).rev().find(|line| lines[*line].indent == lines[at].indent && block_of(lines, *line) == Some(at));
    brace && opener.is_some_and(|line| lines[line].fold == Fold::Stays)
}
