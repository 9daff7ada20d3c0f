//! A program's text as lines: branches not taken left out, indentation closed up, each stretch with its kind. Made once,
//! when the file is checked, so that who shows a program needs neither its text nor a lexer.

use std::sync::Arc;

use super::program::Program;
use super::span::{LineStarts, Span};
use super::token::{Symbol, Token, TokenKind, lex_at};
use super::value::Name;
use super::words::{BUILTINS, is_keyword};

/// How far a block stands in.
const INDENT: usize = 2;

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLine {
    /// Its line in the scenario's text, from 1.
    pub line: usize,
    /// The number of the atomic statement that begins here, from 1 in each program.
    pub number: Option<u32>,
    /// Is it quiet: a local line, a brace, a comment? Lines of an atomic statement are not.
    pub local: bool,
    /// How many characters it is indented.
    pub indent: usize,
    /// Its text after the indentation.
    pub pieces: Arc<[Piece]>,
}

/// A stretch of one kind of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// The text.
    pub text: Name,
}

/// What a stretch of text is. Code has no hue; keywords are bold, comments are quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A word of the language.
    Keyword,
    /// Text in quotes.
    Text,
    /// Names, numbers, signs.
    Plain,
    /// From `#` to the end of the line.
    Comment,
}

/// The lines of a program whose code is there, without the stretches that are `hidden`.
pub(super) fn listed(source: &str, starts: &LineStarts, program: &Program, hidden: &[Span]) -> Vec<ListedLine> {
    let mut lines = lines(source, starts, program, hidden);
    number(program, &mut lines);
    lines
}

fn lines(source: &str, starts: &LineStarts, program: &Program, hidden: &[Span]) -> Vec<ListedLine> {
    let text = program.span.text(source);
    let tokens = lex_at(text, program.span.start as usize);
    let shown = |token: &Token| !hidden.iter().any(|hidden| hidden.holds(token.span));
    let mut lines = Vec::new();
    let mut depth = 0_usize;
    let mut start = program.span.start as usize;
    let mut next = tokens.iter().enumerate().peekable();
    for (line, text) in (starts.line(program.span.start)..).zip(text.split('\n')) {
        let end = (start + text.len()) as u32;
        let mut here = Vec::new();
        while let Some((index, token)) = next.next_if(|(_, token)| token.span.start < end) {
            if token.kind != TokenKind::Break && shown(token) {
                here.push(index);
            }
        }
        if let Some(first) = here.first() {
            let goes_on = goes_on(program, tokens[*first].span.start);
            let closing = here.iter().take_while(|index| closes(&tokens[**index])).count();
            let level = depth.saturating_sub(closing) + usize::from(goes_on && depth > 0 && closing == 0);
            let pieces = pieces(source, &tokens, &here).into();
            lines.push(ListedLine { line, number: None, local: true, indent: level * INDENT, pieces });
        }
        for index in here {
            if opens(&tokens[index]) {
                depth += 1;
            } else if closes(&tokens[index]) {
                depth = depth.saturating_sub(1);
            }
        }
        start += text.len() + 1;
    }
    lines
}

/// Numbers the atomic statements; every line of one is loud.
fn number(program: &Program, lines: &mut [ListedLine]) {
    for (number, instruction) in (1..).zip(program.code.iter().filter(|instruction| instruction.is_atomic())) {
        for line in lines.iter_mut().filter(|line| instruction.lines.hold(line.line)) {
            line.local = false;
            if line.line == instruction.lines.first && line.number.is_none() {
                line.number = Some(number);
            }
        }
    }
}

/// Does a statement that began on an earlier line go on here?
fn goes_on(program: &Program, at: u32) -> bool {
    program.code.iter().any(|instruction| instruction.span.start < at && at < instruction.span.end)
}

/// The stretches of a line, with one blank where some stand between two tokens, and two before a comment.
fn pieces(source: &str, tokens: &[Token], here: &[usize]) -> Vec<Piece> {
    let mut pieces: Vec<(PieceKind, String)> = Vec::new();
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
        if let Some((_, last)) = pieces.last_mut() {
            if *index > 0 && tokens[index - 1].kind == TokenKind::Break {
                // Two statements on one line.
                last.push(';');
            }
            last.push_str(blank);
        }
        match pieces.last_mut() {
            Some((last, so_far)) if *last == kind => so_far.push_str(text),
            _ => pieces.push((kind, text.to_owned())),
        }
    }
    pieces.into_iter().map(|(kind, text)| Piece { kind, text: text.into() }).collect()
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
