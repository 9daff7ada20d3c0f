//! What the worker draws of every schedule: a tick or a cross with its word, buttons that open a schedule, figures whole.
#![cfg(feature = "explorer")]

use ran_twice::check::explore::Explorer;
use ran_twice::check::load::open;
use ran_twice::check::refusals::refused;
use ran_twice::check::relevance::Merging;
use ran_twice::draw::depths::depths;
use ran_twice::draw::every::{headline, phrase, under};
use ran_twice::draw::text::underlined;
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
}

#[test]
fn a_text_is_underlined_where_it_is_wrong_and_no_letter_of_it_is_markup() {
    let text = "job <b>\nraed \"x\" & y\n";
    assert_eq!(
        underlined(text, &[[8, 12], [9, 10], [4, 7], [20, 21], [400, 500]]),
        "job <u class=\"editor__wrong\" data-mistake=\"2\">&lt;b></u>\n<u class=\"editor__wrong\" data-mistake=\"0\">raed</u> \
         &quot;x&quot; &amp; y<u class=\"editor__wrong editor__wrong--here\" data-mistake=\"3\"></u>\n\n "
    );
    assert_eq!(underlined("", &[]), "\n ");
}
