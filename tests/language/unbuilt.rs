//! Forms that belong to the language and are not built yet: each is known by its name, none passes.

use crate::check_messages;

/// Checks that the form, put into a file that is right without it, is the only mistake.
#[track_caller]
fn check(form: &str, declaration: bool, named: &str) {
    let inside = if declaration { "" } else { form };
    let outside = if declaration { form } else { "" };
    let text = format!(
        "table keys (key unique)\neffect charges (id serial, key)\njob c-1\n{outside}\n\
         handler h {{\n  {inside}\n  do charges (key: job.key)\n}}\nworker W1 runs h on job 1\n"
    );
    check_messages(&text, &[&format!("{named} is part of the language but not built yet.")]);
}

#[test]
fn statements() {
    for (form, named) in [
        ("ack", "`ack`"),
        ("later \"why\"", "`later`"),
        ("fail \"why\"", "`fail`"),
        ("until some keys where key = job.key", "`until`"),
        ("begin snapshot", "`begin`"),
        ("commit", "`commit`"),
        ("rollback", "`rollback`"),
        ("try 3 times {\n insert keys (key: me) else { again }\n}", "`try`"),
        ("again", "`again`"),
        ("do charges (key: job.key) with key \"k\" as sent\n  say \"{sent.id}\"", "`with key`"),
        ("insert keys (key: job.key) or wait", "`insert … or wait`"),
        ("insert keys (key: fresh)", "`fresh`"),
        ("delete keys where not alive(key) as n\n  if n = 0 { return }", "`alive(…)`"),
    ] {
        check(form, false, named);
    }
}

#[test]
fn declarations() {
    for (form, named) in [
        ("queue (lease: 30s, attempts: 3)", "`queue`"),
        ("memory cache (key)", "`memory`"),
        ("worker W2 takes jobs with h", "`takes jobs with`"),
        ("table t (a unique nulls equal)", "`nulls equal`"),
        ("table t (a, b, unique (a, b) nulls equal)", "`nulls equal`"),
        ("table t (a, b, unique (a) where b = 1)", "`unique (…) where`"),
    ] {
        check(form, true, named);
    }
}

#[test]
fn faults() {
    for fault in ["lease", "lost", "redeliver", "fail", "reply", "store", "commit"] {
        check(&format!("faults {fault} 1"), true, &format!("`faults {fault}`"));
        check(&format!("schedule W1 {fault} W1"), true, &format!("`{fault}` in a schedule"));
    }
}

#[test]
fn expectations() {
    for (form, named) in [
        ("expect c-1 acked", "`JOB acked`"),
        ("expect c-1 dead", "`JOB dead`"),
        ("expect job 1 dead", "`JOB dead`"),
        ("expect every schedule: c-1 acked", "`JOB acked`"),
    ] {
        check(form, true, named);
    }
}
