//! What the worker draws of a run: markup that holds together, whatever the run and its words are.

#![cfg(feature = "explorer")]

#[path = "support/dice.rs"]
mod dice;
#[path = "support/made.rs"]
mod made;

use dice::Dice;
use made::made;
use ran_twice::check::load::open;
use ran_twice::check::replay::{follow, shown};
use ran_twice::check::trace::Trace;
use ran_twice::draw::deliveries::deliveries;
use ran_twice::draw::production::production;
use ran_twice::lang::document::parse_schedule;
use ran_twice::tell::moment::Moment;

/// Elements that have no end.
const VOID: [&str; 2] = ["col", "path"];

/// Texts that are made.
const TEXTS: usize = 60;

/// The text of the markup, with every element ended where it should be.
#[track_caller]
fn words(markup: &str) -> String {
    let (mut words, mut open, mut rest) = (String::new(), Vec::new(), markup);
    while let Some(at) = rest.find('<') {
        words.push_str(&rest[..at]);
        let end = at + rest[at..].find('>').unwrap_or_else(|| panic!("a tag has no end: {markup}"));
        let tag = &rest[at + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{markup}");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        words.push(' ');
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} in {markup}");
    words.push_str(rest);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

const CHARGE: &str = r#"effect charges (id serial, key) as "the charge"
queue (lease: 30s, attempts: 3)
job charge-77
worker W1 takes jobs with charge
worker W2 takes jobs with charge
faults lost 1
process sender { enqueue charge-77 }
handler charge {
  do charges (key: job.key)
  ack
  say "<b>{me} & co</b>"
}
"#;

#[test]
fn each_repeat_is_drawn_from_the_one_it_repeats() {
    let document = open(CHARGE).expect("the scenario is right");
    let scenario = document.scenario(&[]);
    let items = parse_schedule("W1 W1 lost W1 lease job 1 W2 sender", scenario).expect("it is a schedule");
    let trace = follow(scenario, &items).trace;
    let moment = Moment { scenario, trace: &trace, playhead: trace.len() };
    assert_eq!(
        words(&deliveries(&moment).expect("there is a queue")),
        "Deliveries Two jobs, two deliveries. job 1 charge-77 leased to W2, 30 s left Delivery 1 W1 took it, step 1 its ack \
         was lost, step 3 its lease ended, step 4 Delivery 1 again, because the ack of W1 was lost, step 3 Delivery 2 W2 \
         took it, step 5 job 2 charge-77 ready, 3 deliveries left job 1 again: sender enqueued it again at step 6 nobody \
         has taken it yet"
    );
    let shown = words(&production(&moment).expect("there is an effect"));
    assert!(shown.contains("attempt=1 &quot;&lt;b>W1 &amp; co&lt;/b>&quot;"), "no word is markup: {shown}");
    assert!(shown.starts_with("SELECT key, count(*) FROM charges GROUP BY key HAVING count(*) > 1; 0 rows"), "{shown}");
}

#[test]
fn what_is_drawn_of_any_run_holds_together() {
    let mut dice = Dice::new(20_261_201);
    for _ in 0..TEXTS {
        let text = made(&mut dice);
        let Ok(document) = open(&text) else { continue };
        let scenario = document.scenario(&[]);
        let trace: Trace = shown(scenario).trace;
        for playhead in 0..=trace.len() {
            let moment = Moment { scenario, trace: &trace, playhead };
            assert_eq!(deliveries(&moment).is_some(), scenario.queue.is_some());
            deliveries(&moment).map(|markup| words(&markup));
            words(&production(&moment).expect("what is made has an effect"));
        }
    }
}
