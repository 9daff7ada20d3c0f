//! Where something stands in a scenario's text.

/// A stretch of a scenario's text, in bytes from its start; `end` is the first byte after it.
///
/// A text is at most [`SOURCE_BYTES_MAX`](super::limits::SOURCE_BYTES_MAX) long, so 32 bits are enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// First byte after the last.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`, both in bytes.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span ends before it starts: {start}..{end}");
        Self { start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text under the span; empty where the span does not lie in `source`.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Does `other` lie inside this span?
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The lines that a stretch of text stands on, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
}

impl Lines {
    /// Is the line one of them?
    #[must_use]
    pub fn hold(self, line: usize) -> bool {
        self.first <= line && line <= self.last
    }
}

/// Where the lines of a text begin: what line a byte stands on is asked often while a file is checked.
#[derive(Debug)]
pub struct LineStarts(Vec<u32>);

impl LineStarts {
    /// Of this text.
    #[must_use]
    pub fn of(source: &str) -> Self {
        let breaks = source.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n');
        Self(std::iter::once(0).chain(breaks.map(|(_, next)| next)).collect())
    }

    /// The line, from 1, that holds this byte.
    #[must_use]
    pub fn line(&self, at: u32) -> usize {
        self.0.partition_point(|start| *start <= at)
    }

    /// The lines that a stretch stands on.
    #[must_use]
    pub fn lines(&self, span: Span) -> Lines {
        Lines { first: self.line(span.start), last: self.line(span.end.saturating_sub(1).max(span.start)) }
    }
}

/// A position as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// The line and column of the byte `at` of `source`.
#[must_use]
pub fn position(source: &str, at: u32) -> Position {
    let before = &source.as_bytes()[..(at as usize).min(source.len())];
    let mut position = Position { line: 1, column: 1 };
    for byte in before {
        match byte {
            b'\n' => position = Position { line: position.line + 1, column: 1 },
            // What goes on with a character is no column of its own.
            0x80..=0xbf => {}
            _ => position.column += 1,
        }
    }
    position
}
