//! Scenarios that nobody thought of: two or three processes with transactions on one table, drawn by dice.
//!
//! What the model does otherwise on purpose is not drawn: in one transaction no key is written twice.

use crate::dice::Dice;

/// The text of one.
pub fn scenario(dice: &mut Dice) -> String {
    let table = dice.pick(&[
        "k unique, v",
        "k primary, v",
        "id serial, k unique, v",
        "k, v, unique (k) nulls equal",
        "k, v, unique (k) where v < 2",
        "id serial, k, v, unique (k, v) nulls equal",
    ]);
    let mut text = format!("table t ({table})\nrow t (k: 0, v: 0)\n");
    if dice.below(2) == 0 {
        text.push_str("row t (k: 1, v: 1)\n");
    }
    let names = if dice.below(4) == 0 { &["A", "B", "C"][..] } else { &["A", "B"][..] };
    for name in names {
        text.push_str(&format!("process {name} {{\n"));
        // With three, short: all their runs are too many, but a run should come to its end.
        for _ in 0..4 - names.len() {
            text.push_str(&transaction(dice, names.len()));
        }
        text.push_str("}\n");
    }
    text
}

fn transaction(dice: &mut Dice, processes: usize) -> String {
    let (begin, end) = match dice.below(8) {
        0 | 1 => return format!("  {}\n", statement(dice, &mut Vec::new())),
        2..5 => ("begin", "commit"),
        5 | 6 => ("begin snapshot", "commit"),
        _ => ("begin", "rollback"),
    };
    let mut written = Vec::new();
    let body: String =
        (0..1 + dice.below(5 - processes)).map(|_| format!("  {}\n", statement(dice, &mut written))).collect();
    format!("  {begin}\n{body}  {end}\n")
}

/// A statement that writes none of the keys `written`, or reads.
fn statement(dice: &mut Dice, written: &mut Vec<usize>) -> String {
    let (from, to) = (dice.below(KEYS.len()), dice.below(KEYS.len()));
    let (key, other) = (KEYS[from], KEYS[to]);
    let v = dice.below(3);
    let mut writes = |keys: &[usize]| {
        let free = keys.iter().all(|key| !written.contains(key));
        written.extend(keys.iter().filter(|_| free));
        free
    };
    let text = match dice.below(9) {
        0..3 if writes(&[from]) => format!("insert t (k: {key}, v: {v})"),
        3 if writes(&[from]) => format!("insert t (k: {key}, v: {v}) or update (v: v + 1)"),
        4 if writes(&[from]) => format!("update t set v = {v} where k = {key} as hit"),
        5 if writes(&[from]) => format!("delete t where k = {key} as hit"),
        6 if from != to && writes(&[from, to]) => {
            format!("update t set k = {other} where k = {key} as hit")
        }
        7 => format!("read t where k = {key} as row"),
        _ => format!("count t where v >= {v} as hit"),
    };
    let otherwise = dice.pick(&["", " else { }", " else { return error.message }"]);
    format!("{text}{otherwise}")
}

const KEYS: [&str; 4] = ["0", "1", "2", "null"];
