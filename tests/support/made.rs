//! Scenarios that check, with any statements in any order: workers that are handed their jobs, or take them from a queue.

use super::dice::Dice;

/// What stands in every file that is made.
const TABLES: &str = r"table jobs (id serial, key)
effect e (id serial, k, who)
table a (id serial, k unique, n = 1)
table b (k, n, unique (k, n) nulls equal, unique (k) where n > 2)
memory m (k unique, n = 1)
";

/// The last lines of each program, so that each fault has something to strike.
const LAST: &str = "begin snapshot\n  update b set n = n + 1\ncommit else { rollback }\n";

/// A scenario that checks.
pub fn made(dice: &mut Dice) -> String {
    let queued = dice.below(2) == 0;
    let workers = 1 + dice.below(3);
    let mut text = format!("{TABLES}{}", "job one\n".repeat(workers));
    if queued {
        text.push_str(&format!("queue (lease: {}s, attempts: {})\n", 1 + dice.below(9), 1 + dice.below(3)));
    }
    text.push_str(faults(queued, dice));
    let lines = Lines { key: "job.key", queued, handler: true };
    text.push_str("handler h {\n");
    block(&mut text, dice, 0, lines);
    text.push_str(LAST);
    text.push_str("do e (k: job.key, who: run)\n");
    text.push_str(if queued { "ack\n}\n" } else { "}\n" });
    text.push_str(["process p {\n", "process p repeats 2 {\n", "process p after q {\n"][dice.below(3)]);
    block(&mut text, dice, 0, Lines { key: "\"one\"", queued, handler: false });
    text.push_str(LAST);
    text.push_str("}\nprocess q { sleep 1s }\n");
    for worker in 1..=workers {
        let how = if queued { "takes jobs with h".to_owned() } else { format!("runs h on job {worker}") };
        text.push_str(&format!("worker W{worker} {how}\n"));
    }
    text
}

fn faults(queued: bool, dice: &mut Dice) -> &'static str {
    let direct =
        ["", "faults crash 1\n", "faults crash 2, crash 1 of p\n", "faults fail 1, reply 1, store 1, commit 1 of p\n"];
    let queue = [
        "",
        "faults crash 1, lease 1\n",
        "faults lost 1, redeliver 1, fail 1\n",
        "faults lease 1, commit 1, store 1 of p\n",
    ];
    if queued { queue[dice.below(queue.len())] } else { direct[dice.below(direct.len())] }
}

/// What a line may say where it stands.
#[derive(Clone, Copy)]
struct Lines {
    key: &'static str,
    queued: bool,
    handler: bool,
}

fn block(text: &mut String, dice: &mut Dice, depth: usize, lines: Lines) {
    for _ in 0..1 + dice.below(4) {
        statement(text, dice, depth, lines);
    }
}

fn statement(text: &mut String, dice: &mut Dice, depth: usize, lines: Lines) {
    let plain = match dice.below(4) {
        0 => newer(dice, lines),
        _ => plain(dice, lines),
    };
    text.push_str(&plain);
    if depth < 3 && !plain.contains(['\n', '}']) && dice.below(3) == 0 {
        text.push_str(" else {\n");
        block(text, dice, depth + 1, lines);
        text.push('}');
    }
    text.push('\n');
}

fn plain(dice: &mut Dice, Lines { key, .. }: Lines) -> String {
    let number = dice.below(4);
    match dice.below(13) {
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
    }
}

/// Transactions, waiting, memory, and what is said to a queue.
fn newer(dice: &mut Dice, Lines { key, queued, handler }: Lines) -> String {
    let number = dice.below(4);
    match dice.below(18) {
        0 => "begin".to_owned(),
        1 => "begin snapshot".to_owned(),
        2 => "commit".to_owned(),
        3 => "rollback".to_owned(),
        4 => format!("insert a (k: {key}) or wait"),
        5 => format!("until some a where k = {key} or (count b) < {number}"),
        6 => format!("until no b where n = {number} and not alive(k)"),
        7 => format!("do e (k: {key}, who: me) with key {key} for one as sent\n say \"{{sent.id}}\""),
        8 => "do e (who: run) with key fresh for one".to_owned(),
        9 => format!("insert m (k: fresh, n: {number})"),
        10 => format!("insert m (k: {key}) or update (n: n + 1)"),
        11 => format!("try 2 times {{ insert a (k: {key}) else {{ again }} }}"),
        12 => {
            format!("try 2 times {{ try 2 times {{ update b set n = n + 1 as hit; if hit = {number} {{ again }} }} }}")
        }
        13 => "let mine = fresh\n if alive(mine) or alive(run) { say mine }".to_owned(),
        14 if handler => "later \"why {job.attempt}\"".to_owned(),
        15 if handler => "fail".to_owned(),
        16 if handler && queued => "ack".to_owned(),
        _ => format!("count m where n = {number} as mine"),
    }
}
