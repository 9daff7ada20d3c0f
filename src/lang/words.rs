//! The words of the language, by what they begin or mean.

use super::token::{Symbol, Token, TokenKind};

/// Words that mean the same everywhere and can name nothing.
pub const RESERVED: [&str; 8] = ["and", "or", "not", "as", "where", "else", "true", "false"];

/// The ninth reserved word stands apart because it is a value of its own.
pub const NULL: &str = "null";

/// Words that a line inside a program may begin with.
pub const STATEMENTS: [&str; 13] =
    ["read", "count", "insert", "update", "delete", "do", "enqueue", "sleep", "let", "if", "return", "say", "when"];

/// Words that a line inside a program may begin with once they are built.
pub const STATEMENTS_NOT_BUILT: [&str; 9] =
    ["ack", "later", "fail", "until", "begin", "commit", "rollback", "try", "again"];

/// Words that a line of the file may begin with once they are built.
pub const DECLARATIONS_NOT_BUILT: [&str; 2] = ["queue", "memory"];

/// Words that a line of the file may begin with.
pub const DECLARATIONS: [&str; 19] = [
    "title", "about", "takeaway", "table", "effect", "row", "job", "handler", "process", "worker", "faults", "clock",
    "switch", "schedule", "open", "fixed", "predict", "expect", "when",
];

/// Words that begin or join something in other languages, and what is written here.
pub const FOREIGN_WORDS: [(&[&str], &str); 14] = [
    (&["elif", "elseif", "elsif"], "Write `else if`."),
    (&["otherwise", "catch", "except", "rescue"], "Write `else { … }`, right behind the statement that may fail."),
    (&["then"], "Blocks stand in braces: `{ … }`."),
    (
        &["while", "loop", "foreach", "repeat"],
        "There is no loop; `process NAME repeats 3 { … }` runs a program several times.",
    ),
    (&["select", "find", "get", "lookup"], "A row is looked for by `read T where C as x`."),
    (&["print", "echo", "log", "puts", "println"], "A line is printed by `say \"…\"`."),
    (&["var", "const"], "A variable is set by `let x = …`."),
    (&["upsert", "merge"], "Write `insert T (…) or update (…)`."),
    (&["remove", "drop"], "Rows are removed by `delete T where C`."),
    (&["perform", "call", "send", "emit"], "An effect is performed by `do E (…)`."),
    (&["wait", "delay"], "The clock is moved by `sleep 2s`."),
    (&["exit", "stop", "break", "abort"], "A run is ended by `return`."),
    (&["def", "function", "fn", "func", "fun"], "A program is written `handler NAME { … }` or `process NAME { … }`."),
    (&["is", "equals"], "Equality is written `=`, also with null: `x = null`."),
];

/// Words that other languages use for what a column holds.
pub const TYPES: [&str; 14] = [
    "text",
    "string",
    "varchar",
    "char",
    "int",
    "integer",
    "bigint",
    "number",
    "bool",
    "boolean",
    "timestamp",
    "datetime",
    "uuid",
    "float",
];

/// Words for values that every program knows.
pub const BUILTINS: [&str; 7] = ["now", "me", "run", "fresh", "error", "job", "alive"];

/// Faults as `faults` and `schedule` name them; of these only `crash` is built.
pub const FAULTS: [&str; 8] = ["crash", "lease", "lost", "redeliver", "fail", "reply", "store", "commit"];

/// A line that begins with one of these goes on with the line before it.
pub const CONTINUATIONS: [&str; 8] = ["where", "set", "as", "else", "and", "or", "with", "for"];

/// Words that mean something behind the first word of a line.
const INSIDE: [&str; 34] = [
    "set",
    "with",
    "for",
    "unique",
    "primary",
    "serial",
    "repeats",
    "after",
    "runs",
    "takes",
    "jobs",
    "on",
    "of",
    "is",
    "by",
    "answer",
    "answered",
    "never",
    "once",
    "twice",
    "times",
    "more",
    "than",
    "row",
    "rows",
    "refused",
    "stuck",
    "some",
    "no",
    "every",
    "schedules",
    "count",
    "crash",
    "nulls",
];

/// Is the word reserved everywhere?
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    word == NULL || RESERVED.contains(&word)
}

/// Is the token at `index` of [`lex`](super::token::lex)'s list a word of the language where it stands? For
/// highlighting: it looks at the neighbours only, never at what is declared.
#[must_use]
pub fn is_keyword(source: &str, tokens: &[Token], index: usize) -> bool {
    let Some(Token { kind: TokenKind::Word, span }) = tokens.get(index) else { return false };
    let word = span.text(source);
    let kind = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|token| token.kind);
    let before = kind(index.checked_sub(1));
    let behind = kind(Some(index + 1));
    let dotted = before == Some(TokenKind::Symbol(Symbol::Dot));
    let named = behind == Some(TokenKind::Symbol(Symbol::Colon));
    if dotted || named {
        return false;
    }
    let first = match before {
        None | Some(TokenKind::Break) => true,
        Some(TokenKind::Symbol(symbol)) => symbol == Symbol::OpenBrace || symbol == Symbol::CloseBrace,
        Some(_) => false,
    };
    is_reserved(word)
        || (first && (STATEMENTS.contains(&word) || DECLARATIONS.contains(&word)))
        || (!first && names_nothing(source, tokens, index) && INSIDE.contains(&word))
        || (BUILTINS.contains(&word) && behind != Some(TokenKind::Symbol(Symbol::Equal)))
}

/// A word right behind `table`, `read` or `as` is a name, whatever it says.
fn names_nothing(source: &str, tokens: &[Token], index: usize) -> bool {
    const NAMING: [&str; 16] = [
        "table", "effect", "row", "job", "handler", "process", "worker", "read", "count", "insert", "update", "delete",
        "do", "enqueue", "as", "let",
    ];
    let before = index.checked_sub(1).and_then(|at| tokens.get(at));
    before.is_none_or(|token| token.kind != TokenKind::Word || !NAMING.contains(&token.span.text(source)))
}

#[cfg(test)]
mod tests {
    use super::is_keyword;
    use crate::lang::token::lex;

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        let tokens = lex(source);
        let keywords: Vec<_> = (0..tokens.len())
            .filter(|index| is_keyword(source, &tokens, *index))
            .map(|index| tokens[index].span.text(source))
            .collect();
        assert_eq!(keywords, expected);
    }

    #[test]
    fn the_words_of_a_statement_are_keywords_and_its_names_are_not() {
        check("read count where key = job.key as seen", &["read", "where", "job", "as"]);
    }

    #[test]
    fn a_column_named_like_a_word_is_no_keyword() {
        check("do charges (row: me, count: 1)", &["do", "me"]);
    }

    #[test]
    fn a_line_of_the_file_begins_with_a_keyword() {
        check("worker W1 runs loose on job 1", &["worker", "runs", "on", "job"]);
    }
}
