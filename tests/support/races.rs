//! Scenarios that the laws are held against: the designs of the guide, and one job that some workers race for.
#![allow(dead_code, reason = "no test uses all of them")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ran_twice::check::load::open;
use ran_twice::lang::scenario::Scenario;

/// The first design of a text.
#[track_caller]
pub fn one(text: &str) -> Arc<Scenario> {
    let document = open(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    document.scenario(&[]).clone()
}

/// So many workers with one handler on one intent, of which so many may crash.
pub fn race(handler: &str, workers: usize, crashes: u32) -> Arc<Scenario> {
    let mut text = HANDLERS.to_owned();
    if crashes > 0 {
        text.push_str(&format!("faults crash {crashes}\n"));
    }
    for worker in 1..=workers {
        text.push_str(&format!("job charge-77\nworker W{worker} runs {handler} on job {worker}\n"));
    }
    one(&text)
}

/// `six_steps` is loose with what surrounds it: an update of the job's row stands for taking the job, answering and
/// acknowledging.
const HANDLERS: &str = "
table  jobs        (id serial, key)
effect charges     (id serial, key, worker)
table  keys_plain  (key)
table  keys_unique (key unique, at)
table  work        (key, status)
row    work        (key: \"charge-77\")
handler loose {
  read keys_plain where key = job.key as seen
  if seen { return }
  do charges (key: job.key, worker: me)
  insert keys_plain (key: job.key)
}
handler claim {
  insert keys_unique (key: job.key, at: now) else { return }
  do charges (key: job.key, worker: me)
}
handler work_first {
  do charges (key: job.key, worker: me)
  insert keys_unique (key: job.key, at: now) else { return }
}
handler six_steps {
  update work set status = \"taken\" where key = job.key
  read keys_unique where key = job.key as seen
  if not seen {
    do charges (key: job.key, worker: me)
    insert keys_unique (key: job.key, at: now) else { say \"{me} came second\" }
  }
  update work set status = \"answered\" where key = job.key
  update work set status = \"acknowledged\" where key = job.key
}
";

/// Every design of the guide's scenarios: small enough to walk whole.
pub fn guide() -> Vec<Arc<Scenario>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios/guide");
    let paths = fs::read_dir(folder).expect("the guide is there").map(|entry| entry.expect("readable").path());
    let mut texts: Vec<String> = paths.map(|path| fs::read_to_string(path).expect("text")).collect();
    texts.sort();
    texts.iter().flat_map(|text| open(text).expect("right").designs).collect()
}

/// What workers read of each other, names that matter, `after`, turns, budgets of one process: nothing may merge that
/// differs.
pub const OTHERS: &[&str] = &[
    "table t (k unique, owner)\neffect e (k)\njob a\njob a\nfaults crash 1\nhandler h {\n insert t (k: 1, owner: me) else {\n  update t set owner = me where owner != me as n\n  if n = 0 { return }\n }\n do e (k: 1)\n read t as mine\n if mine.owner != me { do e (k: 2) }\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    "table t (id serial, k)\neffect e (k)\njob a\njob a\nhandler h {\n insert t (k: 1)\n read t where k = 1 as first\n if first.id = 1 { do e (k: first.id) }\n delete t where id = 1\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    "table t (k)\neffect e (k)\njob a\njob b\nfaults crash 1, crash 1 of p\nhandler h {\n count t as n\n insert t (k: n)\n do e (k: n)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2 after p\nprocess p repeats 2 {\n delete t\n}",
    "table t (k, n)\neffect e (k)\njob a\njob a\njob a\nhandler h {\n update t set n = n + 1 as hit\n if hit = 0 { insert t (k: 1, n: 0) }\n do e (k: 1)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2\nworker W3 runs h on job 3",
    "table t (k)\neffect e (k)\nhandler h { do e (k: 1) }\nprocess p {\n do e (k: 1) for x\n sleep 1s\n insert t (k: now)\n}\nprocess q {\n count t where k < now as n\n if n > 0 { do e (k: 2) for x }\n}",
    "table jobs (id serial, key)\neffect e (k)\njob a\nhandler h {\n enqueue b (n: job.id)\n count jobs as n\n do e (k: n)\n}\nworker W1 runs h on job 1\nprocess p { enqueue a }",
    // An unread cell that only one of two workers can compute.
    "table t (k)\neffect e (k, n)\njob a\njob a\nhandler h {\n insert t (k: 1)\n do e (k: 1, n: job.id + 9223372036854775806)\n do e (k: 2)\n}\nworker W1 runs h on job 1\nworker W2 runs h on job 2",
    // Which row a condition fails on first decides the message, and the message decides the effect.
    "table t (k)\neffect e (k)\nprocess p { insert t (k: 9223372036854775807) }\nprocess q { insert t (k: \"a\") }\nprocess r {\n count t where k + 1 > 0 as n else {\n  if error.message = \"the number does not fit 64 bits\" { do e (k: 1) for x }\n }\n}",
    // A turn reads what the turn before it left.
    "table t (k)\neffect e (k)\nprocess a repeats 2 {\n if n { do e (k: 1) for x }\n insert t (k: 1)\n let n = 1\n}\nprocess b {\n delete t\n}",
];
