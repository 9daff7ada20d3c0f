//! An error that teaches: where, what was expected, the nearest name.

use std::fmt;

use super::span::{Span, position};

/// How the mistake begins that is one however often it is made: a table that is missing is missing everywhere.
pub const NO_TABLE: &str = "There is no table or effect named ";

/// One mistake in a scenario's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stretch to underline.
    pub span: Span,
    /// What is wrong and what was expected, in one or two sentences.
    pub message: String,
    /// The nearest known name, to write instead of what stands under `span`.
    pub nearest: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), nearest: None }
    }

    /// The same error with the name to write instead.
    #[must_use]
    pub fn with_nearest(mut self, nearest: Option<String>) -> Self {
        self.nearest = nearest;
        self
    }

    /// Is it the same mistake as one that is known? Then the known one keeps the place that comes first in the text.
    pub(super) fn is_told_by(&self, known: &mut Self) -> bool {
        let same = self == known || (self.message == known.message && self.message.starts_with(NO_TABLE));
        if same && self.span < known.span {
            known.span = self.span;
        }
        same
    }

    /// The error with its place, its line and the stretch underlined, as the terminal prints it. `file` names the
    /// text; `first_line` is the line of the file the text starts on (1, but for a block inside Markdown).
    #[must_use]
    pub fn rendered<'a>(&'a self, file: &'a str, source: &'a str, first_line: usize) -> impl fmt::Display + 'a {
        Rendered { diagnostic: self, file, source, first_line }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(nearest) = &self.nearest {
            write!(f, " The nearest name is {nearest}.")?;
        }
        Ok(())
    }
}

struct Rendered<'a> {
    diagnostic: &'a Diagnostic,
    file: &'a str,
    source: &'a str,
    first_line: usize,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = position(self.source, self.diagnostic.span.start);
        let line = self.source.lines().nth(at.line - 1).unwrap_or("");
        let number = (at.line + self.first_line - 1).to_string();
        let margin = " ".repeat(number.len());
        let under = self.diagnostic.span.text(self.source).lines().next().unwrap_or("").chars().count().max(1);
        writeln!(f, "{}:{number}:{}: {}", self.file, at.column, self.diagnostic)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {line}")?;
        // Tabs keep their width, so that the marks stand under what they mean.
        let pad: String = line.chars().take(at.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(f, "{margin} | {pad}{}", "^".repeat(under))
    }
}
