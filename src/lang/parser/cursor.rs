//! Where the parser stands, and the small moves all of its rooms use.

use crate::lang::diagnostic::Diagnostic;
use crate::lang::limits::{NAME_CHARS_MAX, NESTING_MAX};
use crate::lang::problems::Problems;
use crate::lang::span::Span;
use crate::lang::syntax::Ident;
use crate::lang::token::{Symbol, Token, TokenKind};
use crate::lang::words::is_reserved;

/// A part could not be read; it has been reported, and whoever called skips to the end of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skip;

/// A block that is likely the one that was left open.
pub(super) struct Suspect {
    /// Its opening brace.
    pub(super) open: Span,
    /// Whose block it is.
    pub(super) whose: String,
    /// The brace that closed it.
    pub(super) close: Span,
}

/// What was read, or [`Skip`].
pub(super) type Read<T> = Result<T, Skip>;

/// A place in the tokens of a text.
pub(super) struct Parser<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    depth: usize,
    /// Operators of the value that is being read.
    pub(super) operators: usize,
    /// Inside a condition, where `and` may join conditions as well as values.
    pub(super) in_condition: bool,
    pub(super) problems: Problems,
    /// A declaration stands here inside a program: every open block ends before it.
    pub(super) blocks_end_at: Option<usize>,
    /// Braces that do not match have been reported: once, not once a brace.
    pub(super) braces_reported: bool,
    /// How many blocks are open.
    pub(super) blocks_open: usize,
    /// How many of them are `try` blocks.
    pub(super) tries_open: usize,
    /// A block whose closing brace stands further left than the line it was opened on: likely it closes another.
    pub(super) suspect: Option<Suspect>,
    /// The program that was read last: its name, its closing brace, and the place behind that.
    pub(super) closed: Option<(Ident, Span, usize)>,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            tokens: super::layout::significant(source, 0),
            at: 0,
            depth: 0,
            operators: 0,
            in_condition: false,
            problems: Problems::default(),
            blocks_end_at: None,
            braces_reported: false,
            blocks_open: 0,
            tries_open: 0,
            suspect: None,
            closed: None,
        }
    }

    /// The token `ahead` of the next one; at the end of the text the last break, for ever.
    pub(super) fn peek(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    /// Passes over this many tokens.
    pub(super) fn skip(&mut self, tokens: usize) {
        for _ in 0..tokens {
            self.next();
        }
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek(0);
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn at_end(&self) -> bool {
        self.at == self.tokens.len() - 1
    }

    /// The word `ahead` of the next token; empty where no word stands there.
    pub(super) fn word(&self, ahead: usize) -> &'s str {
        let token = self.peek(ahead);
        if token.kind == TokenKind::Word { token.span.text(self.source) } else { "" }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word(0) == word
    }

    /// Goes past `word` where it stands next; its place.
    pub(super) fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.next().span)
    }

    pub(super) fn is_symbol(&self, ahead: usize, symbol: Symbol) -> bool {
        self.peek(ahead).kind == TokenKind::Symbol(symbol)
    }

    pub(super) fn eat_symbol(&mut self, symbol: Symbol) -> bool {
        let there = self.is_symbol(0, symbol);
        if there {
            self.next();
        }
        there
    }

    /// Goes past `symbol`, or reports that `what` was expected.
    pub(super) fn need_symbol(&mut self, symbol: Symbol, what: &str) -> Read<Span> {
        if self.is_symbol(0, symbol) { Ok(self.next().span) } else { Err(self.expected(what)) }
    }

    pub(super) fn need_word(&mut self, word: &str, what: &str) -> Read<Span> {
        match self.eat_word(word) {
            Some(span) => Ok(span),
            None => Err(self.expected(what)),
        }
    }

    /// Does the statement end here?
    pub(super) fn at_statement_end(&self) -> bool {
        match self.peek(0).kind {
            TokenKind::Break | TokenKind::Symbol(Symbol::CloseBrace) => true,
            TokenKind::Word if self.blocks_end_at == Some(self.at) => true,
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Duration
            | TokenKind::Text
            | TokenKind::OpenText
            | TokenKind::Symbol(_)
            | TokenKind::Comment
            | TokenKind::Unknown => false,
        }
    }

    /// Is what stands next the first of its line? A line that goes on with the one before it has no break before it.
    pub(super) fn begins_line(&self) -> bool {
        let before = self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end);
        self.source[before as usize..self.peek(0).span.start as usize].contains('\n')
    }

    /// From `start` to the end of the last token that was read.
    pub(super) fn since(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        if last.end < start.end { start } else { start.to(last) }
    }

    /// Reports a mistake.
    pub(super) fn fail(&mut self, span: Span, message: impl Into<String>) -> Skip {
        self.problems.add(span, message);
        Skip
    }

    /// Reports a word that none of `known` is.
    pub(super) fn unknown_word<'a>(
        &mut self,
        message: impl Into<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Skip {
        let token = self.peek(0);
        let near = crate::lang::nearest::nearest(token.span.text(self.source), known);
        self.problems.push(Diagnostic::new(token.span, message).with_nearest(near));
        Skip
    }

    /// The token as an error says it.
    pub(super) fn described(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Break if self.at_end() => "the end of the text".to_owned(),
            TokenKind::Break => "the end of the line".to_owned(),
            TokenKind::Text | TokenKind::OpenText => "a text".to_owned(),
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Duration
            | TokenKind::Symbol(_)
            | TokenKind::Comment
            | TokenKind::Unknown => {
                format!("`{}`", token.span.text(self.source).chars().take(NAME_CHARS_MAX).collect::<String>())
            }
        }
    }

    /// A name: no minus, not reserved. `what` says whose, with its article: "a table".
    pub(super) fn name(&mut self, what: &str) -> Read<Ident> {
        let ident = self.hyphenated(what)?;
        if ident.name.contains('-') {
            let message =
                format!("The name of {what} holds no `-`; only jobs, schedules and scenarios may. Write `_`.");
            self.problems.add(ident.span, message);
        }
        Ok(ident)
    }

    /// A name that may hold a minus.
    pub(super) fn hyphenated(&mut self, what: &str) -> Read<Ident> {
        let token = self.peek(0);
        if token.kind != TokenKind::Word {
            return Err(self.no_name(what, token));
        }
        let text = token.span.text(self.source);
        if is_reserved(text) {
            return Err(self.fail(token.span, format!("Expected the name of {what}; `{text}` is a reserved word.")));
        }
        if text.chars().count() > NAME_CHARS_MAX {
            self.problems.add(token.span, format!("A name has at most {NAME_CHARS_MAX} characters."));
        }
        self.next();
        let name: String = text.chars().take(NAME_CHARS_MAX).collect();
        Ok(Ident { name: name.into(), span: token.span })
    }

    fn no_name(&mut self, what: &str, token: Token) -> Skip {
        let found = self.described(token);
        match token.kind {
            TokenKind::Text | TokenKind::OpenText => {
                self.fail(token.span, format!("Expected the name of {what}, found a text: a name has no quotes."))
            }
            TokenKind::Number | TokenKind::Duration => {
                let message =
                    format!("Expected the name of {what}, found {found}: a name begins with a letter or `_`.");
                self.fail(token.span, message)
            }
            TokenKind::Word | TokenKind::Symbol(_) | TokenKind::Break | TokenKind::Comment | TokenKind::Unknown => {
                self.expected(&format!("the name of {what}"))
            }
        }
    }

    /// A whole number that is written out.
    pub(super) fn number(&mut self, what: &str) -> Read<i64> {
        let token = self.peek(0);
        if token.kind != TokenKind::Number {
            return Err(self.expected(what));
        }
        self.next();
        match token.span.text(self.source).parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.fail(token.span, "The number is too large: a value has 64 bits.")),
        }
    }

    /// A whole number from `least` to `most`; one outside is reported, and the nearer bound goes on in its place.
    pub(super) fn number_within(&mut self, what: &str, least: u32, most: u32) -> Read<u32> {
        let span = self.peek(0).span;
        let number = self.number(what)?;
        let within = u32::try_from(number).ok().filter(|number| (least..=most).contains(number));
        if within.is_none() {
            self.problems.add(span, format!("Expected {what} from {least} to {most}."));
        }
        Ok(within.unwrap_or(least))
    }

    /// Reads one level deeper, or reports that it is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == NESTING_MAX {
            let span = self.peek(0).span;
            return Err(self.fail(span, format!("Blocks and brackets stand at most {NESTING_MAX} deep in each other.")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
