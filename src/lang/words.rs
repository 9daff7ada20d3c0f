//! The words of the language, by what they begin or mean.

use super::token::{Symbol, Token, TokenKind};

/// Words that mean the same everywhere and can name nothing.
pub const RESERVED: [&str; 8] = ["and", "or", "not", "as", "where", "else", "true", "false"];

/// The ninth reserved word stands apart because it is a value of its own.
pub const NULL: &str = "null";

/// Words that a line inside a program may begin with.
pub const STATEMENTS: [&str; 22] = [
    "read", "count", "insert", "update", "delete", "do", "enqueue", "sleep", "ack", "later", "fail", "until", "begin",
    "commit", "rollback", "let", "if", "try", "again", "return", "say", "when",
];

/// Words that a line of the file may begin with.
pub const DECLARATIONS: [&str; 22] = [
    "title", "about", "takeaway", "source", "table", "memory", "effect", "row", "job", "queue", "handler", "process",
    "worker", "faults", "clock", "switch", "schedule", "open", "fixed", "predict", "expect", "when",
];

/// Words that begin or join something in other languages, and what is written here.
pub const FOREIGN_WORDS: [(&[&str], &str); 21] = [
    (&["elif", "elseif", "elsif"], "Write `else if`."),
    (&["otherwise", "catch", "except", "rescue"], "Write `else { … }`, right behind the statement that may fail."),
    (&["then"], "Blocks stand in braces: `{ … }`."),
    (
        &["while", "loop", "foreach", "repeat"],
        "There is no loop; `try 3 times { … again … }` tries again, and `process NAME repeats 3 { … }` runs a program several times.",
    ),
    (&["select", "find", "get", "lookup"], "A row is looked for by `read T where C as x`."),
    (&["print", "echo", "log", "puts", "println"], "A line is printed by `say \"…\"`."),
    (&["var", "const"], "A variable is set by `let x = …`."),
    (&["upsert", "merge"], "Write `insert T (…) or update (…)`."),
    (&["remove", "drop"], "Rows are removed by `delete T where C`."),
    (&["perform", "call", "send", "emit"], "An effect is performed by `do E (…)`."),
    (&["wait", "delay"], "The clock is moved by `sleep 2s`; rows are waited for by `until some T where C`."),
    (&["acknowledge", "confirm"], "The queue is told that the job is done by `ack`."),
    (
        &["nack", "reject", "requeue", "release", "defer", "postpone"],
        "A job is handed back to the queue by `later \"why\"`, or as a failure by `fail \"why\"`.",
    ),
    (&["raise", "throw", "panic"], "A run is ended as a failure by `fail \"why\"`."),
    (&["retry"], "Write `try 3 times { … again … }`."),
    (&["transaction", "atomic"], "A transaction is opened by `begin` and closed by `commit` or `rollback`."),
    (&["exit", "stop", "break", "abort"], "A run is ended by `return`."),
    (&["def", "function", "fn", "func", "fun"], "A program is written `handler NAME { … }` or `process NAME { … }`."),
    (&["create"], "A table is declared by `table NAME (columns)`, a row is added by `insert T (…)`."),
    (
        &["assert", "ensure", "verify"],
        "What is claimed of the end of a run stands outside of the programs: `expect …`.",
    ),
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

/// Faults as `faults` and `schedule` name them.
pub const FAULTS: [&str; 8] = ["crash", "lease", "lost", "redeliver", "fail", "reply", "store", "commit"];

/// A line that begins with one of these goes on with the line before it.
pub const CONTINUATIONS: [&str; 8] = ["where", "set", "as", "else", "and", "or", "with", "for"];

/// Words that mean something behind the first word of a line.
const INSIDE: [&str; 39] = [
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
    "equal",
    "wait",
    "snapshot",
    "acked",
    "dead",
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
        || (!first && is_keyword_here(source, tokens, index))
        || (BUILTINS.contains(&word) && behind != Some(TokenKind::Symbol(Symbol::Equal)))
}

/// Words that mean something in one place only, and are good names everywhere else: `with key`, `faults lost 1`.
fn is_keyword_here(source: &str, tokens: &[Token], index: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.span.text(source));
    if word(index) == "key" {
        return index > 0 && word(index - 1) == "with";
    }
    let line = || {
        let begin = tokens[..index].iter().rposition(|token| token.kind == TokenKind::Break);
        word(begin.map_or(0, |at| at + 1))
    };
    FAULTS.contains(&word(index)) && matches!(line(), "faults" | "schedule")
}

/// A word right behind `table`, `read` or `as` is a name, whatever it says.
fn names_nothing(source: &str, tokens: &[Token], index: usize) -> bool {
    const NAMING: [&str; 17] = [
        "table", "memory", "effect", "row", "job", "handler", "process", "worker", "read", "count", "insert", "update",
        "delete", "do", "enqueue", "as", "let",
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
        check("worker W1 takes jobs with loose", &["worker", "takes", "jobs", "with"]);
        check("queue (lease: 30s, attempts: 3)", &["queue"]);
    }

    #[test]
    fn the_words_of_faults_are_keywords_where_they_may_strike_and_names_elsewhere() {
        check("faults lost 1, store 1 of W2", &["faults", "lost", "store", "of"]);
        check("schedule W1 lost W1; read t where store = lost as x", &["schedule", "lost", "read", "where", "as"]);
    }

    #[test]
    fn a_key_is_a_keyword_behind_with_alone() {
        check("do e (key: key) with key key for a", &["do", "with", "key", "for"]);
    }

    #[test]
    fn blocks_may_begin_with_the_words_of_the_queue_and_of_transactions() {
        check("try 3 times { begin snapshot", &["try", "times", "begin", "snapshot"]);
        check("commit else { again }", &["commit", "else", "again"]);
        check("if x { ack; later \"why\" }", &["if", "ack", "later"]);
    }
}
