//! What the page says of a queue, of transactions, of waiting and of what goes wrong.

#[path = "tell/support.rs"]
#[expect(dead_code, reason = "no shipped scenario is asked for here")]
mod support;

use ran_twice::lang::document::Document;
use ran_twice::tell::code::listings;
use ran_twice::tell::decide::decide;
use ran_twice::tell::deliveries::deliveries;
use ran_twice::tell::ending::ending;
use ran_twice::tell::inline::plain;
use ran_twice::tell::lanes::lanes;
use ran_twice::tell::printed::printed;
use ran_twice::tell::sentence::told;
use ran_twice::tell::tables::tables;
use ran_twice::tell::transport::{Neighbours, transport};
use support::{moment, read, run};

/// A worker charges and then writes the key; whoever finds the key acks and goes.
const CHARGE: &str = r#"
table jobs (id serial, key)
effect charges (id serial, key, worker) as "the charge"
table keys (key unique) as "the key"
queue (lease: 30s, attempts: 3)
job charge-77
worker W1 takes jobs with charge
worker W2 takes jobs with charge
faults crash 1, lease 1, lost 1, redeliver 1, reply 1, store 1
handler charge {
  do charges (key: job.key, worker: me)
  insert keys (key: job.key) else { ack; return }
  ack
  say "{me} charged {job.key}"
}
"#;

/// The provider remembers a key, and nobody ever acks.
const KEYED: &str = r#"
effect charges (key) as "the charge"
queue (lease: 30s, attempts: 2)
job charge-77
worker W1 takes jobs with charge
worker W2 takes jobs with charge
handler charge {
  do charges (key: job.key) with key "charge:{job.key}"
  later "not yet"
}
"#;

/// Two transactions want the same key; what each has seen it keeps in its memory.
const TRANSACTION: &str = r#"
effect charges (key) as "the charge"
table keys (key unique) as "the key"
table account (id serial, left = 1)
row account ()
memory seen (key)
job charge-77
job charge-77
worker W1 runs charge on job 1
worker W2 runs charge on job 2
faults crash 1
handler charge {
  insert seen (key: job.key)
  begin
  insert keys (key: job.key) else { rollback; return }
  update account set left = left - 1 where left > 0
  do charges (key: job.key)
  commit
}
"#;

/// A mutex, and somebody who waits for what stands in the log.
const WAITS: &str = r#"
table locks (name unique)
table log (who, status = "new")
job charge-77
job charge-77
worker W1 runs charge on job 1
worker W2 runs charge on job 2
handler charge {
  insert locks (name: "l") or wait
  insert log (who: me)
  delete locks where name = "l"
}
process watcher {
  until some log where who = "W2" and status = "new"
  until (count log) >= 2 and no locks
}
"#;

/// The sentences of some steps of a run, by the number of steps taken.
#[track_caller]
fn check_told(document: &Document, schedule: &str, expected: &[(usize, &str)]) {
    let trace = run(document.scenario(&[]), schedule);
    for (at, wanted) in expected {
        assert_eq!(plain(&told(moment(document, &trace, *at)).sentence), *wanted, "after step {at}");
    }
}

/// What the reader can decide after this schedule; what cannot happen stands in brackets.
#[track_caller]
fn check_decide(document: &Document, schedule: &str, expected: &[&str]) {
    let trace = run(document.scenario(&[]), schedule);
    let choices = decide(moment(document, &trace, trace.len())).choices;
    let mut keys: Vec<usize> = choices.iter().map(|choice| choice.key).collect();
    let words = choices.iter().map(|choice| match choice.action {
        Some(_) => choice.words.clone(),
        None => format!("({})", choice.words),
    });
    assert_eq!(words.collect::<Vec<_>>(), expected);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), choices.len(), "each choice has a key of its own");
}

/// The lanes of a run at its end: where each pill stands, how far it goes, and what it says.
#[track_caller]
fn check_lanes(document: &Document, schedule: &str, expected: &[&str]) {
    let trace = run(document.scenario(&[]), schedule);
    let found: Vec<String> = lanes(moment(document, &trace, trace.len()))
        .lanes
        .iter()
        .map(|lane| {
            let pills = lane.pills.iter().map(|pill| match pill.span {
                1 => format!(" | {} {}", pill.column + 1, pill.long),
                span => format!(" | {}-{} {}", pill.column + 1, pill.column + span, pill.long),
            });
            format!("{}{}", lane.who.name, pills.collect::<String>())
        })
        .collect();
    assert_eq!(found, expected);
}

/// Each job at the end of a run: where it stands, then each delivery with its cause and its course.
#[track_caller]
fn check_deliveries(document: &Document, schedule: &str, expected: &[&str]) {
    let trace = run(document.scenario(&[]), schedule);
    let mut found = Vec::new();
    for job in deliveries(moment(document, &trace, trace.len())) {
        let sent = job.sent.map(|sent| format!(", {}", sent.words)).unwrap_or_default();
        found.push(format!("job {}, {}{sent}: {}", job.id.index() + 1, job.intent, job.standing.words));
        for delivered in job.deliveries {
            let cause = delivered.cause.map(|cause| format!(", as {} at {}", cause.words, cause.step));
            let course: Vec<String> =
                delivered.course.iter().map(|happening| format!("{} at {}", happening.words, happening.step)).collect();
            let (attempt, name, step) = (delivered.attempt, delivered.who.name, delivered.step);
            found.push(format!("{attempt} {name} at {step}{}: {}", cause.unwrap_or_default(), course.join(", ")));
        }
    }
    assert_eq!(found, expected);
}

/// What comes of a run.
#[track_caller]
fn check_ending(document: &Document, schedule: &str, headline: &str, sentence: &str) {
    let trace = run(document.scenario(&[]), schedule);
    let ending = ending(moment(document, &trace, trace.len()));
    assert_eq!((&*ending.headline, &*plain(&ending.sentence)), (headline, sentence));
}

#[test]
fn a_death_before_the_ack_is_told_to_the_end() {
    let document = read(CHARGE);
    let schedule = "W1 W1 crash W1 lease job 1 W2 W2 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (0, "Nothing has happened yet. One job is ready in the queue. W1 and W2 are idle."),
            (1, "W1 took job 1 (charge-77), attempt 1 of 3."),
            (
                3,
                "W1 died after the charge, before the key. What it did stays: the charge. When its lease ends, the \
                 queue hands job 1 over again.",
            ),
            (
                4,
                "The lease of job 1 ended, and nobody works on it any more; the clock moved on by 30 s. Job 1 is ready \
                 again, for 2 more deliveries.",
            ),
            (
                5,
                "W2 took job 1 (charge-77), attempt 2 of 3. It comes again because W1 died after the charge, before the \
                 key (step 3).",
            ),
            (
                6,
                "W2 performed the charge for charge-77. It is the second for charge-77: W1 performed one at step 2, and \
                 died before the key.",
            ),
            (8, "W2 told the queue that job 1 is done. The queue will not hand it over again."),
        ],
    );
    check_lanes(
        &document,
        schedule,
        &[
            "W1 | 1 take job 1 | 2 do charges | 3 died after the charge | 4 W1 is idle, and no job is ready | 6-8 W1 is \
             idle, and no job is ready",
            "W2 | 2-4 W2 is idle, and no job is ready | 5 take job 1 → attempt 2 | 6 do charges | 7 insert keys → added \
             | 8 ack",
            "queue | 4 lease of job 1 ends",
        ],
    );
    check_deliveries(
        &document,
        schedule,
        &[
            "job 1, charge-77: acked: it is done for the queue",
            "1 W1 at 1: died after the charge, before the key at 3, its lease ended at 4",
            "2 W2 at 5, as W1 died after the charge, before the key at 3: acked at 8",
        ],
    );
    check_ending(
        &document,
        schedule,
        "Two charges, one key",
        "W1 died after the charge, before the key. Nothing said that W1 had performed the charge, and W2 performed it \
         again.",
    );
}

#[test]
fn a_lost_ack_brings_the_job_again() {
    let document = read(CHARGE);
    let schedule = "W1 W1 W1 lost W1 lease job 1 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (
                4,
                "W1 acked job 1, and the ack was lost. Nobody tells the worker. When its lease ends, the queue hands \
                 job 1 over again.",
            ),
            (6, "W2 took job 1 (charge-77), attempt 2 of 3. It comes again because the ack of W1 was lost (step 4)."),
            (
                7,
                "W2 performed the charge for charge-77. It is the second for charge-77: W1 performed one at step 2, and \
                 the job came again because the ack of W1 was lost. The schedule ends here, though W2 could go on.",
            ),
        ],
    );
    check_deliveries(
        &document,
        schedule,
        &[
            "job 1, charge-77: leased to W2, 30 s left",
            "1 W1 at 1: its ack was lost at 4, its lease ended at 5",
            "2 W2 at 6, as the ack of W1 was lost at 4: ",
        ],
    );
}

#[test]
fn a_lease_that_ends_at_work_lets_two_work_at_once() {
    let document = read(CHARGE);
    let schedule = "W1 W1 lease job 1 W2 W1 W1 W2 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (
                3,
                "The lease of job 1 ended while W1 still works on it; the clock moved on by 30 s. Job 1 is ready again, \
                 for 2 more deliveries. Whoever takes it works on it at the same time as W1.",
            ),
            (
                4,
                "W2 took job 1 (charge-77), attempt 2 of 3. It comes again because its lease ended while W1 still worked \
                 on it (step 3). W1 still works on it: both work on it at once now.",
            ),
            (6, "W1 told the queue of job 1 too late: its lease had ended. It changed nothing: job 1 is with W2 now."),
        ],
    );
    check_decide(
        &document,
        "W1 W1 lease job 1 W2",
        &[
            "W1 insert keys",
            "W2 do charges",
            "W1 dies here",
            "W1 insert keys, but the store is not reached",
            "W2 dies here",
            "W2 do charges, but its reply is lost",
        ],
    );
    check_decide(
        &document,
        "W1",
        &[
            "W1 do charges",
            "(W2 is idle, and no job is ready)",
            "W1 dies here",
            "W1 do charges, but its reply is lost",
            "lease of job 1 ends while W1 works",
        ],
    );
    let trace = run(document.scenario(&[]), schedule);
    let pinned = |at: usize| {
        let notes = listings(moment(&document, &trace, at)).remove(0).lines.remove(0).notes.remove(0);
        assert_eq!(notes.about.as_deref(), Some("holds"));
        notes.parts.iter().map(|part| format!("{} {}", part.who.name, part.text)).collect::<Vec<_>>()
    };
    assert_eq!(pinned(0), ["W1 no job", "W2 no job"]);
    assert_eq!(pinned(5), ["W1 job 1, attempt 1, lease over", "W2 job 1, attempt 2"]);
}

#[test]
fn a_reply_that_is_lost_leaves_the_worker_in_the_dark() {
    let document = read(CHARGE);
    check_told(
        &document,
        "W1 reply W1",
        &[(
            2,
            "W1's charge happened, and the reply was lost. W1 got no answer and cannot tell whether it happened. Nothing \
             catches it, so the run fails. Job 1 is ready again, for 2 more deliveries. The schedule ends here, though W1 \
             and W2 could go on.",
        )],
    );
    check_lanes(
        &document,
        "W1 reply W1",
        &[
            "W1 | 1 take job 1 | 2 do charges → no reply | 3 let W1 go on",
            "W2 | 2 W2 is idle, and no job is ready | 3 let W2 go on",
            "queue",
        ],
    );
}

#[test]
fn what_an_operator_hands_over_again_is_done_again() {
    let document = read(CHARGE);
    let schedule = "W1 W1 W1 W1 redeliver job 1 W2 W2 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (
                5,
                "Somebody made job 1 (charge-77) ready again by hand. It had been acked. Nobody takes back what was done for it.",
            ),
            (
                6,
                "W2 took job 1 (charge-77), attempt 2 of 3. It comes again because job 1 was redelivered by hand (step 5).",
            ),
        ],
    );
    let trace = run(document.scenario(&[]), schedule);
    let button = |at: usize| transport(moment(&document, &trace, at), &Neighbours::default()).main.detail;
    assert_eq!([button(0), button(3), button(4)], ["W1 take job 1", "W1 ack", "redeliver job 1"]);
}

#[test]
fn a_provider_recognises_its_key_and_a_dead_job_is_named() {
    let document = read(KEYED);
    let schedule = "W1 W1 W1 W2 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (3, "W1 handed job 1 back: not yet. Job 1 is ready again, for one more delivery."),
            (
                5,
                "W2 asked for the charge once more, with the key charge:charge-77. The provider recognised the key: W1 \
                 used it at step 2. It gave back what it did then and performed nothing.",
            ),
            (6, "W2 handed job 1 back: not yet. That was its last delivery: job 1 is dead."),
        ],
    );
    check_ending(
        &document,
        schedule,
        "One charge, job 1 dead",
        "W2 asked for the charge once more, and the provider recognised the key. W1 performed the charge, and nobody else \
         did. Job 1 is dead: it was handed over twice, and nobody acked it.",
    );
    let trace = run(document.scenario(&[]), schedule);
    let marks: Vec<String> =
        tables(moment(&document, &trace, 5)).tables[0].rows[0].marks.iter().map(|mark| mark.text.clone()).collect();
    assert_eq!(marks, ["W1, step 2", "W2 asked again", "the provider remembers it by charge:charge-77"]);
}

#[test]
fn what_is_not_committed_is_marked_and_never_printed() {
    let document = read(TRANSACTION);
    let schedule = "W1 W2 W1 W2 W1 W1 W1 W1 W2 W2";
    check_told(
        &document,
        schedule,
        &[
            (
                1,
                "W1 added a row to seen in its memory: charge-77. Nobody else sees it, and it is gone when the process dies.",
            ),
            (3, "W1 opened a transaction. Nobody else sees what it writes until it commits."),
            (5, "W1 wrote the key into keys: charge-77. Not committed yet: nobody else sees it."),
            (
                8,
                "W1 committed its transaction. What it changed in keys and account is there for everyone now. W2 waited \
                 for that and can go on.",
            ),
            (10, "W2 rolled its transaction back. It had changed nothing."),
        ],
    );
    check_lanes(
        &document,
        schedule,
        &[
            "W1 | 1 insert seen → added | 3 begin | 5 insert keys → added | 6 update account → 1 row | 7 do charges | 8 \
             commit",
            "W2 | 2 insert seen → added | 4 begin | 6-8 W2 waits for the transaction of W1, which has changed keys | 9 \
             insert keys → refused | 10 rollback",
        ],
    );
    let trace = run(document.scenario(&[]), schedule);
    let shown = |at: usize| {
        let views = tables(moment(&document, &trace, at)).tables;
        let mut rows = Vec::new();
        for view in views {
            for row in &view.rows {
                let of = view.memory_of.as_ref().map(|who| format!(" of {}", who.name)).unwrap_or_default();
                let cells: Vec<&str> = row.cells.iter().map(|cell| &*cell.text).collect();
                let marks: Vec<&str> = row.marks.iter().map(|mark| &*mark.text).collect();
                rows.push(format!("{}{of}: {} [{}]", view.name, cells.join(" "), marks.join(", ")));
            }
        }
        rows
    };
    assert_eq!(
        shown(6),
        [
            "keys: charge-77 [W1, step 5, new by W1, not committed yet]",
            "account: 1 0 [W1 changed, changed by W1, not committed yet]",
            "seen of W1: charge-77 [W1, step 1]",
            "seen of W2: charge-77 [W2, step 2]",
        ]
    );
    assert_eq!(
        printed(document.scenario(&[]), &trace, 6),
        "charges      []\nkeys         []\naccount      [{\"id\":1,\"left\":1}]\n"
    );
    check_told(
        &document,
        "W1 W2 W1 W2 W1 crash W1",
        &[(
            6,
            "W1 died after the key, before account. It leaves nothing behind. What it had changed in keys is undone. W2 \
             waited for that and can go on. The schedule ends here, though W2 could go on.",
        )],
    );
}

#[test]
fn whoever_waits_says_for_what_and_for_whom() {
    let document = read(WAITS);
    check_decide(
        &document,
        "W1",
        &[
            "W1 insert log",
            "(W2 waits for a row in locks: W1 has it since step 1)",
            "(watcher waits until there is a row with who W2 and status new in log)",
        ],
    );
    let schedule = "W1 W1 W1 W2 W2 watcher W2 watcher";
    check_told(
        &document,
        schedule,
        &[
            (5, "W2 added a row to log: W2. watcher waited for that and can go on."),
            (6, "watcher goes on: there is a row with who W2 and status new in log."),
        ],
    );
    check_lanes(
        &document,
        schedule,
        &[
            "W1 | 1 insert locks → added | 2 insert log → added | 3 delete locks → 1 row",
            "W2 | 2-3 W2 waits for a row in locks: W1 has it since step 1 | 4 insert locks → added | 5 insert log → \
             added | 7 delete locks → 1 row",
            "watcher | 1-5 watcher waits until there is a row with who W2 and status new in log | 6 until | 7 watcher \
             waits until the number of rows in log is at least 2 and there is no row in locks | 8 until",
        ],
    );
}

#[test]
fn who_waits_for_what_never_comes_is_named_at_the_end() {
    let document = read(
        "table log (who)\nrow log (who: \"x\")\njob a\nworker W1 runs h on job 1\n\
         handler h {\n  count log as n\n  until (count log) >= 2\n}\n",
    );
    check_ending(
        &document,
        "W1",
        "W1 stuck",
        "The run is over. Nothing in it has an effect outside the store. W1 waits until the number of rows in log is at \
         least 2, and nothing can free it.",
    );
}
