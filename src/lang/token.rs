//! The text cut into tokens, each with its kind and its place; nothing is left out but blanks.

use super::span::Span;

/// One token. What it says is the text under its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `insert`, `W1`, `charge-77`: a minus between letters or digits belongs to the word.
    Word,
    /// `42`.
    Number,
    /// `60s`, `500ms`, `2m`, `1h`.
    Duration,
    /// `"…"` on one line, quotes included.
    Text,
    /// A text whose line ends before its closing quote.
    OpenText,
    /// A bracket, a comma, an operator.
    Symbol(Symbol),
    /// The end of a line, or `;`.
    Break,
    /// `#` to the end of its line.
    Comment,
    /// What is no part of the language: `==`, `'`, `60x`.
    Unknown,
}

/// A bracket, a comma, an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// `(`
    OpenBracket,
    /// `)`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Symbol {
    /// The symbol as it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::OpenBracket => "(",
            Self::CloseBracket => ")",
            Self::OpenBrace => "{",
            Self::CloseBrace => "}",
            Self::Comma => ",",
            Self::Colon => ":",
            Self::Dot => ".",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// Cuts the text into tokens, comments and line ends included. Never fails: what it does not know is
/// [`TokenKind::Unknown`].
#[must_use]
pub fn lex(source: &str) -> Vec<Token> {
    lex_at(source, 0)
}

/// Cuts a piece of a longer text into tokens whose places count from the start of the longer text; `start` is where
/// the piece begins.
#[must_use]
pub fn lex_at(piece: &str, start: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = piece;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next_token(rest, first);
        if let Some(kind) = kind {
            let at = start + piece.len() - rest.len();
            tokens.push(Token { kind, span: Span::new(at, at + length) });
        }
        rest = &rest[length..];
    }
    tokens
}

/// The kind of the token at the start of `rest` and its length in bytes, at least 1; no kind for a blank.
fn next_token(rest: &str, first: char) -> (Option<TokenKind>, usize) {
    match first {
        '\n' | ';' => (Some(TokenKind::Break), 1),
        '\u{feff}' => (None, first.len_utf8()),
        c if c.is_whitespace() => (None, c.len_utf8()),
        '#' => (Some(TokenKind::Comment), rest.find('\n').unwrap_or(rest.len())),
        '"' => text(rest),
        c if is_word_start(c) => (Some(TokenKind::Word), word_length(rest)),
        c if c.is_ascii_digit() => number(rest),
        c => symbol(rest).map_or_else(
            || (Some(TokenKind::Unknown), unknown_length(rest, c)),
            |symbol| (Some(TokenKind::Symbol(symbol)), symbol.text().len()),
        ),
    }
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A word goes on over a minus that stands right between two of its characters.
fn word_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let part = |at: usize| bytes.get(at).is_some_and(|byte| is_word_part(char::from(*byte)));
    let mut length = 1;
    while part(length) || (bytes.get(length) == Some(&b'-') && part(length + 1)) {
        length += 1;
    }
    length
}

/// `"…"` to the closing quote, or to the end of the line where there is none.
fn text(rest: &str) -> (Option<TokenKind>, usize) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return (Some(TokenKind::OpenText), at),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return (Some(TokenKind::Text), at + 1),
            _ => {}
        }
    }
    (Some(TokenKind::OpenText), rest.len())
}

fn number(rest: &str) -> (Option<TokenKind>, usize) {
    let length = rest.find(|c| !is_word_part(c)).unwrap_or(rest.len());
    let unit = rest[..length].trim_start_matches(|c: char| c.is_ascii_digit());
    let kind = match unit {
        "" => TokenKind::Number,
        "ms" | "s" | "m" | "h" => TokenKind::Duration,
        _ => TokenKind::Unknown,
    };
    (Some(kind), length)
}

/// Every symbol; of two that begin alike the longer stands first.
const SYMBOLS: [Symbol; 16] = [
    Symbol::NotEqual,
    Symbol::LessOrEqual,
    Symbol::GreaterOrEqual,
    Symbol::OpenBracket,
    Symbol::CloseBracket,
    Symbol::OpenBrace,
    Symbol::CloseBrace,
    Symbol::Comma,
    Symbol::Colon,
    Symbol::Dot,
    Symbol::Plus,
    Symbol::Minus,
    Symbol::Star,
    Symbol::Equal,
    Symbol::Less,
    Symbol::Greater,
];

/// Pairs from other languages, kept together so that an error can name them.
pub(super) const FOREIGN: [(&str, &str); 12] = [
    ("==", "Equality is written `=`."),
    ("<>", "Inequality is written `!=`."),
    ("=>", "At least is written `>=`."),
    (":=", "A variable is set by `let x = …`."),
    ("+=", "Write it out: `set n = n + 1`."),
    ("-=", "Write it out: `set n = n - 1`."),
    ("++", "Write it out: `set n = n + 1`."),
    ("--", "A comment starts with `#`."),
    ("//", "A comment starts with `#`."),
    ("/*", "A comment starts with `#`."),
    ("&&", "Write `and`."),
    ("||", "Write `or`."),
];

fn symbol(rest: &str) -> Option<Symbol> {
    if FOREIGN.iter().any(|(foreign, _)| rest.starts_with(foreign)) {
        return None;
    }
    SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol.text()))
}

/// Letters beyond a to z stay together, so that a name in another script is one error and not one a letter.
fn unknown_length(rest: &str, first: char) -> usize {
    if FOREIGN.iter().any(|(foreign, _)| rest.starts_with(foreign)) {
        return 2;
    }
    if !first.is_ascii() {
        return rest.find(|c: char| c.is_ascii() && !is_word_part(c)).unwrap_or(rest.len());
    }
    first.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, lex};

    #[track_caller]
    fn check(source: &str, expected: &[(TokenKind, &str)]) {
        let found: Vec<_> = lex(source).iter().map(|token| (token.kind, token.span.text(source))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_minus_inside_a_word_belongs_to_it() {
        check("job charge-77", &[(TokenKind::Word, "job"), (TokenKind::Word, "charge-77")]);
    }

    #[test]
    fn a_text_may_hold_a_quote_and_a_hash() {
        check(r##""a \" b # c" # d"##, &[(TokenKind::Text, r##""a \" b # c""##), (TokenKind::Comment, "# d")]);
    }

    #[test]
    fn a_text_ends_at_the_end_of_its_line() {
        check("\"a\nb", &[(TokenKind::OpenText, "\"a"), (TokenKind::Break, "\n"), (TokenKind::Word, "b")]);
    }

    #[test]
    fn durations_are_not_numbers_and_60x_is_neither() {
        check("60s 60 60x", &[(TokenKind::Duration, "60s"), (TokenKind::Number, "60"), (TokenKind::Unknown, "60x")]);
    }

    #[test]
    fn a_word_in_another_script_is_one_token() {
        check(
            "clé = ключ",
            &[
                (TokenKind::Word, "cl"),
                (TokenKind::Unknown, "é"),
                (TokenKind::Symbol(super::Symbol::Equal), "="),
                (TokenKind::Unknown, "ключ"),
            ],
        );
    }
}
