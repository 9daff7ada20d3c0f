//! A program's text as lines: branches not taken left out, indentation closed up, each stretch with its kind.

use super::{Fold, Line, Piece, PieceKind};
use crate::lang::program::Program;
use crate::lang::span::{Span, position};
use crate::lang::token::{Symbol, Token, TokenKind, lex_at};
use crate::lang::words::{BUILTINS, is_keyword};

/// How far a block stands in.
const INDENT: usize = 2;

/// The lines of a program that are there, without pins and notes.
pub(super) fn lines(source: &str, program: &Program) -> Vec<Line> {
    let text = program.span.text(source);
    let tokens = lex_at(text, program.span.start as usize);
    let shown = |token: &Token| !program.hidden.iter().any(|hidden| hidden.holds(token.span));
    let mut lines = Vec::new();
    let mut depth = 0_usize;
    let mut start = program.span.start as usize;
    let first_line = position(source, program.span.start).line;
    for (at, line) in text.split('\n').enumerate() {
        let span = Span::new(start, start + line.len());
        let mut here = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let inside = span.start <= token.span.start && token.span.start < span.end;
            if inside && token.kind != TokenKind::Break && shown(token) {
                here.push(index);
            }
        }
        if let Some(first) = here.first() {
            let goes_on = goes_on(program, tokens[*first].span.start);
            let closing = here.iter().take_while(|index| closes(&tokens[**index])).count();
            let level = depth.saturating_sub(closing) + usize::from(goes_on && depth > 0 && closing == 0);
            lines.push(Line {
                source_line: first_line + at,
                number: None,
                local: true,
                indent: level * INDENT,
                pieces: pieces(source, &tokens, &here),
                taken: None,
                pins: Vec::new(),
                notes: Vec::new(),
                fold: Fold::Stays,
            });
        }
        for index in here {
            if opens(&tokens[index]) {
                depth += 1;
            } else if closes(&tokens[index]) {
                depth = depth.saturating_sub(1);
            }
        }
        start += line.len() + 1;
    }
    lines
}

/// Does a statement that began on an earlier line go on here?
fn goes_on(program: &Program, at: u32) -> bool {
    program.code.iter().any(|instruction| instruction.span.start < at && at < instruction.span.end)
}

/// The stretches of a line, blanks kept as they stand between two tokens.
fn pieces(source: &str, tokens: &[Token], here: &[usize]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut end = u32::MAX;
    for index in here {
        let token = &tokens[*index];
        let kind = kind(source, tokens, *index);
        let blank = match token.kind {
            _ if end >= token.span.start => "",
            TokenKind::Comment => "  ",
            _ => " ",
        };
        let text = token.span.text(source).trim_end();
        end = token.span.end;
        // The blank belongs to the words before it, so that a bold word starts at its first letter.
        if let Some(last) = pieces.last_mut() {
            last.text.push_str(blank);
        }
        match pieces.last_mut() {
            Some(last) if last.kind == kind => last.text.push_str(text),
            _ => pieces.push(Piece { kind, text: text.to_owned() }),
        }
    }
    pieces
}

fn kind(source: &str, tokens: &[Token], index: usize) -> PieceKind {
    match tokens[index].kind {
        TokenKind::Text | TokenKind::OpenText => PieceKind::Text,
        TokenKind::Comment => PieceKind::Comment,
        // `job` and `me` are values of the program like its variables, not words that shape it.
        TokenKind::Word if BUILTINS.contains(&tokens[index].span.text(source)) => PieceKind::Plain,
        TokenKind::Word if is_keyword(source, tokens, index) => PieceKind::Keyword,
        TokenKind::Word
        | TokenKind::Number
        | TokenKind::Duration
        | TokenKind::Symbol(_)
        | TokenKind::Break
        | TokenKind::Unknown => PieceKind::Plain,
    }
}

fn opens(token: &Token) -> bool {
    token.kind == TokenKind::Symbol(Symbol::OpenBrace) || token.kind == TokenKind::Symbol(Symbol::OpenBracket)
}

fn closes(token: &Token) -> bool {
    token.kind == TokenKind::Symbol(Symbol::CloseBrace) || token.kind == TokenKind::Symbol(Symbol::CloseBracket)
}

/// Decides what becomes of each line where lines are folded: quiet lines go, but for the head and lines with a pin; a
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
            None if quiet(&lines[at]) && !closes_loud(lines, at) => lines[at].fold = Fold::Hidden,
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

/// Is this the closing brace of a block that stays whole?
fn closes_loud(lines: &[Line], at: usize) -> bool {
    let brace = lines[at].pieces.first().is_some_and(|piece| piece.text.starts_with('}'));
    let opener =
        (1..at).rev().find(|line| lines[*line].indent == lines[at].indent && block_of(lines, *line) == Some(at));
    brace && opener.is_some_and(|line| lines[line].fold == Fold::Stays)
}
