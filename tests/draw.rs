<<<<<<< HEAD
//! What the worker draws of every schedule: a tick or a cross with its word, buttons that open a schedule, figures whole.
#![cfg(feature = "explorer")]

use ran_twice::check::explore::Explorer;
use ran_twice::check::load::open;
use ran_twice::check::refusals::refused;
use ran_twice::check::relevance::Merging;
use ran_twice::draw::depths::depths;
use ran_twice::draw::every::{headline, phrase, under};
use ran_twice::lang::scenario::Scenario;
use ran_twice::tell::every::{Figure, Phrase, Report, report};

const CLAIM: &str = "title \"x\"\neffect charges (id serial, key) as \"the charge\"\ntable keys (key unique)\njob a\njob a\n\
    handler h {\n insert keys (key: job.key) else { return }\n do charges (key: job.key)\n}\n\
    worker W1 runs h on job 1\nworker W2 runs h on job 2\nfaults crash 1\n";

fn reported(scenario: &Scenario) -> Report {
    let mut explorer = Explorer::new(scenario, Merging::default());
    explorer.finish();
    let refused = refused(&mut explorer).expect("it is done");
    report(&mut explorer, &refused).expect("it is done")
}

#[test]
fn a_claim_that_does_not_hold_has_a_button_that_opens_what_breaks_it() {
    let text = format!("{CLAIM}expect every schedule: charges once\nexpect some state: no keys where key = \"<b>\"");
    let document = open(&text).expect("it is right");
    let report = reported(document.scenario(&[]));
    let drawn = under(&report);
    let claims: Vec<&str> = drawn.split("<li class=\"claims__one ").skip(1).collect();
    let [broken, held] = claims[..] else { panic!("{drawn}") };
    assert!(broken.starts_with("sign--twice\""), "{broken}");
    assert!(broken.contains("</svg>does not hold</b> <code>every schedule: charges once</code>"), "{broken}");
    assert!(broken.contains("10 of 14 schedules"), "{broken}");
    let run = report.shown_by[0].expect("a schedule breaks it");
    assert!(run >= report.kinds.len(), "it is not one of the simplest, though it may be the same");
    assert!(broken.contains(&format!("data-run=\"{run}\">Open the simplest that shows it</button>")), "{broken}");
    assert!(held.starts_with("sign--once\"") && held.contains("</svg>holds</b>"), "{held}");
    assert!(held.contains("no keys where key = &quot;&lt;b>&quot;"), "an author's words are no markup: {held}");
    assert!(!held.contains("button"), "{held}");
    assert!(drawn.contains("UNIQUE refuses a row in 8 of 14 schedules. Percentages are of the orders, not chances."));
}

#[test]
fn each_figure_of_the_headline_is_its_own() {
    let figure = |shown: &str, exact: &str| Figure { shown: shown.to_owned(), exact: exact.to_owned() };
    let text = "≈ 1.2 × 10¹⁵ of ≈ 1.2 × 10¹⁵ and 3 <".to_owned();
    let figures = vec![
        figure("≈ 1.2 × 10¹⁵", "1,200,000,000,000,001"),
        figure("≈ 1.2 × 10¹⁵", "1,200,000,000,000,002"),
        figure("3", "3"),
    ];
    let drawn = phrase(&Phrase { text, figures });
    let [one, other] = ["001", "002"].map(|end| drawn.find(&format!("title=\"1,200,000,000,000,{end}\"")));
    assert!(one < other && one.is_some(), "{drawn}");
    assert!(
        drawn.contains("aria-hidden=\"true\">1200000000000001</span>"),
        "what is copied has no signs in it: {drawn}"
    );
    assert!(drawn.ends_with("</span> and 3 &lt;"), "{drawn}");
}

#[test]
fn the_steps_stand_where_no_map_can_and_add_up() {
    let document = open(CLAIM).expect("it is right");
    let report = reported(document.scenario(&[]));
    assert!(headline(&report).contains("4 of 14 schedules end with no charge"));
    let view = report.depths.expect("a crash has no direction");
    let drawn = depths(&view);
    for step in 0..view.depths.len() {
        assert!(drawn.contains(&format!("data-step=\"{step}\"")), "{step} in {drawn}");
    }
    assert!(drawn.contains("lost: every way on ends with no charge"));
    // The last column: nothing is open, so what is not safe is lost.
    assert!(
        drawn.contains(&format!(
            "<th scope=\"row\">{}</th><td>28 %</td><td>0 %</td><td>71 %</td>",
            view.depths.len() - 1
        ))
    );
=======
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
         took it, step 5 job 2 charge-77 ready, 3 deliveries left sender enqueued it again at step 6, as well as job 1 \
         nobody has taken it yet"
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
>>>>>>> 6c554c5 (wip: tests of what is drawn along a run)
}
