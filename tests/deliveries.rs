//! A repeat never comes out of nowhere: over random schedules, each delivery but the first has a cause that stands in the
//! run, and the delivery that it repeats.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/made.rs"]
mod made;

use dice::Dice;
use made::made;
use ran_twice::check::load::open;
use ran_twice::check::trace::Trace;
use ran_twice::lang::document::Document;
use ran_twice::lang::scenario::{Fault, Scenario};
use ran_twice::sim::action::Action;
use ran_twice::sim::readiness::{complete, enabled};
use ran_twice::sim::state::Status;
use ran_twice::tell::deliveries::{CauseKind, Delivered, HappeningKind, Job, deliveries};
use ran_twice::tell::inline::Actor;
use ran_twice::tell::moment::Moment;

/// Texts that are made.
const TEXTS: usize = 150;
/// Schedules of each of them.
const SCHEDULES: usize = 12;
/// Schedules of the handler in which everything goes wrong.
const WRONG: usize = 1_000;

/// Everything that can happen to a job does.
const EVERYTHING: &str = r#"table jobs (id serial, key)
effect charges (id serial, key) as "the charge"
table keys (key unique) as "the key"
queue (lease: 30s, attempts: 3)
job charge-77
job charge-78
worker W1 takes jobs with h
worker W2 takes jobs with h
faults crash 2, lease 2, lost 2, redeliver 2, fail 1, reply 1, store 1
process sender repeats 2 { enqueue charge-77 }
handler h {
  insert keys (key: job.key) else {
    if job.attempt = 2 { later "somebody else has it" }
    if job.id = 2 { return }
    ack
    return
  }
  do charges (key: job.key)
  ack
}
"#;

fn read(text: &str) -> Option<Document> {
    open(text).ok()
}

/// A schedule of random choices, to its end.
fn drawn(scenario: &Scenario, dice: &mut Dice) -> Trace {
    let mut trace = Trace::start(scenario);
    loop {
        let possible = enabled(scenario, trace.last());
        if possible.is_empty() || (complete(scenario, trace.last()) && dice.below(2) == 0) {
            return trace;
        }
        let action = possible[dice.below(possible.len())];
        trace.take(scenario, action).expect("an enabled action can be taken");
    }
}

/// Judges every job of the run at this moment; how many repeats there were, by cause.
#[track_caller]
fn judged(scenario: &Scenario, trace: &Trace, playhead: usize, causes: &mut Vec<CauseKind>) {
    let state = &trace.states[playhead];
    let jobs = deliveries(Moment { scenario, trace, playhead });
    assert_eq!(jobs.len(), state.queue.len());
    for (at, job) in jobs.iter().enumerate() {
        let queued = &state.queue[at];
        assert_eq!(job.standing.status, queued.status);
        let attempts: Vec<u32> = job.deliveries.iter().map(|delivered| delivered.attempt).collect();
        assert_eq!(attempts, (1..=queued.attempts).collect::<Vec<_>>(), "each delivery stands there once, in order");
        for (at, delivered) in job.deliveries.iter().enumerate() {
            match at.checked_sub(1).map(|before| &job.deliveries[before]) {
                None => assert_eq!(delivered.cause, None, "nothing came before the first"),
                Some(before) => causes.push(caused(trace, job, before, delivered)),
            }
        }
        ended(job);
        if let Some(sent) = job.sent.as_ref().and_then(|sent| sent.again) {
            assert!(sent < job.id && jobs[sent.index()].intent == job.intent);
        }
    }
}

/// The cause of a repeat stands in the run, after the take of the one it repeats and before its own.
#[track_caller]
fn caused(trace: &Trace, job: &Job, before: &Delivered, delivered: &Delivered) -> CauseKind {
    let cause = delivered.cause.as_ref().unwrap_or_else(|| panic!("{delivered:?} of {job:?} came out of nowhere"));
    assert!(before.step <= cause.step && cause.step < delivered.step, "{before:?} {delivered:?}");
    let action = trace.transitions[cause.step - 1].action;
    let fits = match cause.kind {
        CauseKind::Died => matches!(action, Action::Strike(Fault::Crash, _)),
        CauseKind::AckLost => matches!(action, Action::Strike(Fault::Lost, _)),
        CauseKind::LeaseEnded => action == Action::StrikeJob(Fault::Lease, job.id),
        CauseKind::ByHand => action == Action::StrikeJob(Fault::Redeliver, job.id),
        CauseKind::HandedBack => matches!(action, Action::Step(_)),
        CauseKind::Failed | CauseKind::NoAck => matches!(action, Action::Step(_) | Action::Strike(..)),
    };
    assert!(fits, "{cause:?} is no {action:?}");
    match &cause.who {
        None => assert_eq!(cause.kind, CauseKind::ByHand),
        Some(who) => {
            assert_eq!(*who, before.who);
            // What ends a lease at work happens to the job.
            let acts = action.process().map(Actor::Process);
            assert!(acts == Some(who.id) || cause.kind == CauseKind::LeaseEnded);
        }
    }
    cause.kind
}

/// The course of each delivery leads to where the job stands.
#[track_caller]
fn ended(job: &Job) {
    for (at, delivered) in job.deliveries.iter().enumerate() {
        let has = |kind| delivered.course.iter().any(|happening| happening.kind == kind);
        let last = at + 1 == job.deliveries.len();
        let released = [
            HappeningKind::HandedBack,
            HappeningKind::Failed,
            HappeningKind::LeaseEnded,
            HappeningKind::LeaseEndedAtWork,
        ];
        let released = released.into_iter().any(has);
        match job.standing.status {
            Status::Leased { .. } if last => assert!(!released && !has(HappeningKind::Acked), "{job:?}"),
            _ => assert!(released || has(HappeningKind::Acked), "{job:?}"),
        }
        assert!(delivered.course.is_sorted_by_key(|happening| happening.step));
        if has(HappeningKind::Dead) {
            assert!(released);
        }
    }
}

#[test]
fn a_repeat_never_comes_out_of_nowhere() {
    let mut dice = Dice::new(20_261_130);
    let mut causes = Vec::new();
    for _ in 0..TEXTS {
        let Some(document) = read(&made(&mut dice)) else { continue };
        let scenario = document.scenario(&[]);
        for _ in 0..SCHEDULES {
            let trace = drawn(scenario, &mut dice);
            judged(scenario, &trace, trace.len(), &mut causes);
            judged(scenario, &trace, dice.below(trace.len() + 1), &mut causes);
        }
    }
    let everything = read(EVERYTHING).expect("the scenario is right");
    for _ in 0..WRONG {
        let scenario = everything.scenario(&[]);
        let trace = drawn(scenario, &mut dice);
        judged(scenario, &trace, trace.len(), &mut causes);
    }
    for kind in [
        CauseKind::Died,
        CauseKind::AckLost,
        CauseKind::LeaseEnded,
        CauseKind::NoAck,
        CauseKind::HandedBack,
        CauseKind::Failed,
        CauseKind::ByHand,
    ] {
        assert!(causes.contains(&kind), "{kind:?} was never the cause");
    }
}
