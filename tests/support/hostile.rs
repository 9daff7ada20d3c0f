//! Hostile scenario texts: random bytes, cut files, mutated files. The same on every run; `made.rs` makes whole ones.

use super::dice::Dice;

/// Bytes of any value, as text.
pub fn random_bytes(dice: &mut Dice) -> String {
    let bytes: Vec<u8> = (0..dice.below(400)).map(|_| dice.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words of the language in any order.
pub fn random_words(dice: &mut Dice) -> String {
    let words = [
        "table",
        "effect",
        "job",
        "handler",
        "process",
        "worker",
        "runs",
        "on",
        "read",
        "insert",
        "update",
        "set",
        "where",
        "delete",
        "do",
        "else",
        "if",
        "{",
        "}",
        "(",
        ")",
        ",",
        "=",
        "\n",
        ";",
        "\"",
        "{me}",
        "as",
        "t",
        "x",
        "1",
        "60s",
        "-",
        "+",
        "unique",
        "serial",
        "schedule",
        "W1",
        "W1*",
        "crash",
        "faults",
        "expect",
        "every",
        "rows",
        "when",
        "is",
        "or",
        "and",
        "not",
        "switch",
        "queue",
        "lease",
        ":",
        "attempts",
        "takes",
        "jobs",
        "with",
        "memory",
        "source",
        "ack",
        "later",
        "fail",
        "begin",
        "snapshot",
        "commit",
        "rollback",
        "try",
        "times",
        "again",
        "wait",
        "nulls",
        "equal",
        "fresh",
        "alive",
        "lost",
        "redeliver",
        "reply",
        "store",
        "acked",
        "dead",
        "key",
        "for",
        "return",
        "say",
        "let",
        "sleep",
        "now",
        "job.key",
        "error.code",
        "#",
        "until",
        "some",
        "no",
        "count",
        "predict",
        "answer",
        "open",
        "clock",
        "repeats",
        "after",
        "charge-77",
        "é",
        "\t",
    ];
    (0..dice.below(120)).map(|_| format!("{} ", dice.pick(&words))).collect()
}

/// Blocks, brackets and texts nested far past the bound.
pub fn deep(dice: &mut Dice) -> String {
    let depth = 1 + dice.below(3_000);
    let (open, close) =
        [("if x { ", "} "), ("(", ")"), ("not ", ""), ("when a is b { ", "}"), ("\"{", "}\"")][dice.below(5)];
    format!("process p {{ let x = {}1{} }}", open.repeat(depth), close.repeat(depth))
}

/// A text cut at any byte.
pub fn cut(text: &str, dice: &mut Dice) -> String {
    String::from_utf8_lossy(&text.as_bytes()[..dice.below(text.len())]).into_owned()
}

/// A text with a few changes that a person could make by a slip, or worse.
pub fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + dice.below(3) {
        let (at, other) = (dice.below(lines.len()), dice.below(lines.len()));
        match dice.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => lines.insert(at, lines[other].clone()),
            3 => lines[at] = word_changed(&lines[at], dice),
            4 => {
                lines[at] =
                    lines[at].replacen(|c: char| c.is_ascii_digit(), dice.pick(&["0", "7", "99999999999999999999"]), 1)
            }
            5 => lines[at] = byte_changed(&lines[at], dice),
            6 => lines[at] = shuffled(&lines[at], dice),
            _ => lines[at].push_str(dice.pick(&[
                " {",
                " }",
                " else { return }",
                " else { again }",
                " as x",
                " or wait",
                " with key fresh",
                " # x",
                "\"",
                " where 1 = 1",
            ])),
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

fn word_changed(line: &str, dice: &mut Dice) -> String {
    let known = [
        "charges",
        "keys_plain",
        "keys_unique",
        "jobs",
        "W1",
        "W2",
        "key",
        "at",
        "id",
        "worker",
        "now",
        "me",
        "null",
        "job.key",
        "fresh",
        "alive(run)",
        "ack",
        "begin",
        "commit",
        "until",
        "lost",
        "lease",
    ];
    let mut words: Vec<&str> = line.split(' ').collect();
    let at = dice.below(words.len());
    words[at] = dice.pick(&known);
    words.join(" ")
}

fn byte_changed(line: &str, dice: &mut Dice) -> String {
    let mut bytes = line.as_bytes().to_vec();
    if let Some(byte) = (!bytes.is_empty()).then(|| dice.below(bytes.len())) {
        bytes[byte] = dice.below(256) as u8;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same words of a schedule, say, in another order.
fn shuffled(line: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if words.len() > 2 {
        let (from, to) = (1 + dice.below(words.len() - 1), 1 + dice.below(words.len() - 1));
        words.swap(from, to);
    }
    words.join(" ")
}
