//! Hostile scenario texts: random bytes, cut files, mutated files, and made ones. The same on every run.

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
            _ => {
                lines[at].push_str(dice.pick(&[" {", " }", " else { return }", " as x", " # x", "\"", " where 1 = 1"]))
            }
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

/// A scenario that checks, with any statements in any order.
pub fn made(dice: &mut Dice) -> String {
    let mut text = String::from(
        "table jobs (id serial, key)\neffect e (id serial, k, who)\ntable a (id serial, k unique, n = 1)\ntable b (k, n, unique (k, n))\n",
    );
    let workers = 1 + dice.below(3);
    text.push_str(&"job one\n".repeat(workers));
    text.push_str(["", "faults crash 1\n", "faults crash 2, crash 1 of p\n"][dice.below(3)]);
    text.push_str("handler h {\n");
    block(&mut text, dice, 0, "job.key");
    text.push_str("}\n");
    text.push_str(["process p {\n", "process p repeats 2 {\n", "process p after W1 {\n"][dice.below(3)]);
    block(&mut text, dice, 0, "\"one\"");
    text.push_str("}\n");
    for worker in 1..=workers {
        text.push_str(&format!("worker W{worker} runs h on job {worker}\n"));
    }
    text
}

fn block(text: &mut String, dice: &mut Dice, depth: usize, key: &str) {
    for _ in 0..1 + dice.below(4) {
        statement(text, dice, depth, key);
    }
}

fn statement(text: &mut String, dice: &mut Dice, depth: usize, key: &str) {
    let number = dice.below(4);
    let plain = match dice.below(13) {
        0 => format!("insert a (k: {key}, n: {number})"),
        1 => format!("insert b (k: {key}, n: {number})"),
        2 => format!("insert a (k: {key}) or update (n: n + {number})"),
        3 => format!("update a set n = n - {number} where k = {key} as hit"),
        4 => format!("update b set n = {number}"),
        5 => format!("delete a where n < {number}"),
        6 => "delete b".to_owned(),
        7 => format!("do e (k: {key}, who: me) for one"),
        8 => "enqueue one".to_owned(),
        9 => format!("sleep {number}s"),
        10 => format!("let x = {number} + 9223372036854775805\n say \"{{x}} {{me}}\""),
        11 => format!("read a where k = {key} as seen\n if seen {{ say \"{{seen.n}}\" }}"),
        _ => format!("count b where n = {number} as many\n if many > 1 {{ return }}"),
    };
    text.push_str(&plain);
    if depth < 3 && !plain.contains('\n') && dice.below(3) == 0 {
        text.push_str(" else {\n");
        block(text, dice, depth + 1, key);
        text.push('}');
    }
    text.push('\n');
}
