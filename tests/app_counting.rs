//! What the page knows of every schedule: what it asks, when, and what it shows of the answer.

use ran_twice::app::asking::{Along, Answer, Answering, Known, Question};
use ran_twice::app::counting::Shown;
use ran_twice::app::message::Msg;
use ran_twice::app::model::Model;
use ran_twice::app::update::update;
use ran_twice::check::explore::Explorer;
use ran_twice::check::outcome::Sign;
use ran_twice::check::relevance::Merging;
use ran_twice::sim::action::Action;
use ran_twice::tell::every::{Figure, Onward, Report, report};
use ran_twice::tell::question::Guess;

/// The page with everything answered that it asks, as bytes, and how many questions that were.
fn answered(mut model: Model) -> (Model, usize) {
    let mut questions = 0;
    while let Some((asking, question)) = model.asking() {
        questions += 1;
        model = asking;
        let question = Question::unpacked(&question.packed()).expect("these are its bytes");
        let document = question.document().expect("the page asks for what there is");
        let scenario = question.scenario(&document).expect("the page asks for what there is");
        assert!(question.player(document).is_some_and(|player| player.run.actions().eq(question.run.iter().copied())));
        let mut answering = Answering::new(&scenario);
        loop {
            let known = answering.go_on(&question.run);
            let more = matches!(known, Known::Working(_));
            let answer = Answer { number: question.number, known };
            assert_eq!(Answer::unpacked(&answer.packed()).as_ref(), Some(&answer));
            if let Some(next) = update(&model, Msg::Answered(answer.into())) {
                model = next;
            }
            if !more {
                break;
            }
        }
    }
    (model, questions)
}

fn after(model: &Model, messages: &[Msg]) -> Model {
    let mut model = model.clone();
    for message in messages {
        model = update(&model, message.clone()).expect("it changes the page");
    }
    answered(model).0
}

fn at(hash: &str) -> Model {
    let model = Model::at("", hash);
    assert_eq!(model.notice, None, "{hash}");
    model
}

/// All that is said of every schedule of the design on screen, and of each moment of its run.
#[track_caller]
fn said(model: &Model) -> (Report, Vec<Onward>) {
    let player = model.player().expect("it plays");
    let mut answering = Answering::new(player.scenario());
    let run: Vec<Action> = player.run.actions().collect();
    while matches!(answering.go_on(&run), Known::Working(_)) {}
    let report = answering.report().expect("it is counted").clone();
    assert_eq!(model.verdict(), Some(&report.verdict), "what the page knows is of the same design");
    (report, answering.onward().to_vec())
}

#[track_caller]
fn headline(model: &Model) -> String {
    said(model).0.headline.text
}

#[test]
fn nothing_is_asked_while_the_count_is_covered() {
    let model = at("scenario=race-loose");
    assert!(model.covered());
    assert_eq!(answered(model.clone()).1, 0);
    for message in [Msg::Advanced, Msg::Guessed(Guess::Depends), Msg::CountUncovered] {
        let (model, questions) = answered(update(&model, message).expect("it changes the page"));
        assert_eq!(questions, 1);
        assert_eq!(headline(&model), "18 of 20 schedules end with two charges");
    }
}

#[test]
fn each_step_of_the_guide_has_its_verdict() {
    for (name, expected, aside) in [
        ("in-sequence", "18 of 20 schedules end with two charges", "The other 2 end with one charge."),
        ("race-loose", "18 of 20 schedules end with two charges", "The other 2 end with one charge."),
        ("race-loose&switch=key:unique", "All 4 schedules end with one charge", ""),
        ("race-claim", "All 4 schedules end with one charge", ""),
        ("enqueue-twice", "The only schedule ends with no side effect", ""),
    ] {
        let model = after(&at(&format!("scenario={name}")), &[Msg::CountUncovered]);
        let report = said(&model).0;
        assert_eq!((&*report.headline.text, &*report.aside.text), (expected, aside), "{name}");
        let shares: u16 = report.kinds.iter().map(|kind| kind.share).sum();
        assert!(
            (1_000 - report.kinds.len() as u16..=1_000).contains(&shares),
            "shares are cut, never rounded up: {shares}"
        );
    }
}

#[test]
fn along_a_run_each_moment_says_what_is_still_possible() {
    let model = after(&at("scenario=race-loose"), &[Msg::Advanced]);
    let words: Vec<String> = said(&model).1.into_iter().map(|onward| onward.words.text).collect();
    assert_eq!(
        words,
        [
            "From the start 18 of 20 ways on end with two charges.",
            "From here 9 of 10 ways on end with two charges.",
            "From here all 6 ways on end with two charges: it can no longer be avoided.",
            "From here all 3 ways on end with two charges: it can no longer be avoided.",
            "From here all 2 ways on end with two charges: it can no longer be avoided.",
            "From here the only way on ends with two charges.",
            "",
        ]
    );
    let lost: Vec<usize> =
        model.futures().iter().enumerate().filter(|(_, f)| f.no_way_back).map(|(at, _)| at).collect();
    assert_eq!(lost, [2]);
    // Those that are still possible stand together, and what was chosen is one of them.
    let verdict = model.verdict().expect("it is counted");
    assert_eq!(verdict.cells.len(), 20);
    for pair in model.futures().windows(2) {
        let ([from, many], [next, fewer]) = (pair[0].cells.expect("few"), pair[1].cells.expect("few"));
        assert!(from <= next && next + fewer <= from + many);
    }
    assert_eq!(model.futures().last().and_then(|future| future.cells).map(|[_, many]| many), Some(1));
}

#[test]
fn another_run_and_another_design_are_asked_about_again() {
    let first = after(&at("scenario=race-loose"), &[Msg::Advanced]);
    assert_eq!(answered(first.clone()).1, 0, "what is known is not asked again");
    let chosen = update(&first, Msg::ActionChosen(Action::Step(ran_twice::lang::scenario::ProcessId::new(0))));
    let chosen = chosen.expect("W1 can go again");
    assert!(chosen.futures().is_empty(), "what was known of another run is not shown of this one");
    assert!(chosen.verdict().is_some(), "the verdict is of the design and stays");
    assert_eq!(answered(chosen).0.futures().len(), 7);
    let flipped = update(&first, Msg::SwitchFlipped { switch: 0, position: 1 }).expect("there is a switch");
    assert!(flipped.verdict().is_none());
    assert_eq!(headline(&answered(flipped).0), "All 4 schedules end with one charge");
}

/// The page after this is known of what it asked last.
fn told(model: &Model, question: &Question, known: Known) -> Model {
    let answer = Answer { number: question.number, known };
    assert_eq!(Answer::unpacked(&answer.packed()).as_ref(), Some(&answer));
    update(model, Msg::Answered(answer.into())).expect("it is what was asked")
}

#[test]
fn the_run_is_drawn_before_it_is_counted_and_where_counting_was_stopped() {
    let drawn = |step: &str| Along { production: vec![step.to_owned()], ..Along::default() };
    let shown = |model: &Model| model.along().map(|along| along.production.concat());
    let first = update(&at("scenario=race-loose"), Msg::Advanced).expect("there is a step");
    let (asking, question) = first.asking().expect("a step uncovers the count");
    assert!(question.counts && shown(&asking).is_none());
    let first = told(&asking, &question, Known::Along(drawn("one").into()));
    assert_eq!(shown(&first).as_deref(), Some("one"));
    assert!(first.asking().is_none() && first.verdict().is_none(), "the count is still on its way");

    let stopped = update(&first, Msg::CountingStopped).expect("it counts");
    assert!(stopped.asking().is_none(), "the run is drawn already");
    let other = Msg::ActionChosen(Action::Step(ran_twice::lang::scenario::ProcessId::new(0)));
    let other = update(&stopped, other).expect("W1 can go again");
    assert_eq!(shown(&other), None, "what is drawn of another run is not shown of this one");
    let (asking, question) = other.asking().expect("this run is not drawn yet");
    assert!(!question.counts);
    assert_eq!(shown(&asking).as_deref(), Some("one"), "until it comes: they have the past in common");
    let second = told(&asking, &question, Known::Along(drawn("two").into()));
    assert_eq!(shown(&second).as_deref(), Some("two"));
    assert!(second.asking().is_none());

    let refused = told(&asking, &question, Known::Refused("no worker".into()));
    assert!(refused.asking().is_none(), "who cannot draw it is not asked for ever");
    assert_eq!(shown(&refused).as_deref(), Some(""));
}

#[test]
fn the_simplest_schedule_of_a_kind_opens_and_the_run_before_stays_near() {
    let model = after(&at("scenario=race-loose"), &[Msg::CountUncovered]);
    let kinds = &model.verdict().expect("it is counted").kinds;
    assert_eq!(kinds.iter().map(|kind| kind.sign).collect::<Vec<_>>(), [Some(Sign::Repeated(2)), Some(Sign::Once)]);
    let simplest = after(&model, &[Msg::RunChosen(1), Msg::WentToEnd]);
    assert_eq!(simplest.player().and_then(|player| player.sign()), Some(Sign::Once));
    let restored = after(&simplest, &[Msg::BranchRestored]);
    assert_eq!(restored.player().map(|player| player.run.len()), Some(6));
}

#[test]
fn a_size_is_in_the_address_and_the_count_is_of_it() {
    let model = after(&at("scenario=race-loose"), &[Msg::WorkersChosen(3), Msg::CountUncovered]);
    assert!(model.hash().contains("&workers=3"), "{}", model.hash());
    assert_eq!(headline(&model), "1,422 of 1,428 schedules end with more than one charge");
    let linked = after(&at(&model.hash()), &[Msg::CountUncovered]);
    assert_eq!(headline(&linked), headline(&model));
    let own = after(&model, &[Msg::WorkersChosen(2)]);
    assert!(!own.hash().contains("workers"), "the file's own size is not written: {}", own.hash());
    let crashing = after(&own, &[Msg::CrashesChosen(1)]);
    assert!(crashing.hash().contains("&faults=crash:1"), "{}", crashing.hash());
    assert_eq!(headline(&crashing), "56 of 84 schedules end with two charges");
    let broken = Model::at("", "scenario=race-loose&workers=1");
    assert!(broken.notice.is_some_and(|notice| notice.details[0].contains("has 2 workers of its own")));
}

#[test]
fn every_ending_is_counted_once_it_is_wanted() {
    let model = after(&at("scenario=race-loose"), &[Msg::EndingsRevealed]);
    let chapters = ran_twice::app::list::list(&model).chapters;
    let worst = |name: &str| {
        let mut entries = chapters.iter().flat_map(|chapter| &chapter.entries);
        entries.find(|entry| *entry.name == *name).expect("it is shipped").worst
    };
    assert_eq!(worst("in-sequence"), Some(Sign::Repeated(2)), "the run shown ends well, another one does not");
    assert_eq!(worst("race-claim"), Some(Sign::Once));
    assert_eq!(worst("enqueue-twice"), None);
}

#[test]
fn an_answer_to_an_older_question_changes_nothing_and_a_stopped_count_says_so() {
    let uncovered = update(&at("scenario=race-loose"), Msg::CountUncovered).expect("it changes the page");
    let (asking, question) = uncovered.asking().expect("it is wanted");
    let old = Answer { number: question.number - 1, known: Known::Stopped("far".into()) };
    assert_eq!(update(&asking, Msg::Answered(old.into())), None);
    let working = Answer { number: question.number, known: Known::Working("so far".into()) };
    let working = update(&asking, Msg::Answered(working.into())).expect("it says how far it is");
    assert_eq!(working.counted().0, &Shown::Working("so far".into()));
    let stopped = update(&working, Msg::CountingStopped).expect("it can be stopped");
    assert_eq!(stopped.counted().0, &Shown::Halted);
    assert!(stopped.asking().is_none_or(|(_, question)| !question.counts), "what was stopped is not counted again");
    // Another design is counted, and this one stays stopped until the reader wants it counted on.
    let flip = |position| Msg::SwitchFlipped { switch: 0, position };
    let back = after(&after(&stopped, &[flip(1)]), &[flip(0)]);
    assert_eq!(back.counted(), (&Shown::Halted, false));
    assert_eq!(headline(&after(&back, &[Msg::CountUncovered])), "18 of 20 schedules end with two charges");
}

#[test]
fn every_cell_of_the_strip_opens_its_schedule() {
    let model = after(&at("scenario=race-loose"), &[Msg::CountUncovered]);
    let cells = model.verdict().expect("it is counted").cells.clone();
    let mut seen = Vec::new();
    for (place, kind) in cells.iter().enumerate() {
        let chosen = update(&model, Msg::CellChosen(place)).map_or(model.clone(), |chosen| answered(chosen).0);
        let player = chosen.player().expect("it plays");
        let sign = chosen.verdict().expect("it is counted").kinds[usize::from(*kind)].sign;
        assert_eq!(player.sign(), sign, "schedule {place}");
        let last = chosen.futures().last().and_then(|future| future.cells).expect("few");
        assert_eq!(last, [place as u32, 1], "what the count says of the run is the cell that was chosen");
        seen.push(player.run.actions().collect::<Vec<_>>());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 20);
}

#[test]
fn the_map_leads_to_every_place_and_back() {
    let model = after(&at("scenario=race-loose"), &[Msg::CountUncovered]);
    let scenario = model.player().expect("it plays").scenario().clone();
    let mut explorer = Explorer::new(&scenario, Merging::default());
    explorer.finish();
    let report = report(&mut explorer, &[]).expect("it is done");
    let map = report.map.expect("two workers, no faults");
    assert_eq!(report.depths, None, "where there is a map nothing stands for it");
    assert_eq!(map.size, [3, 3]);
    assert_eq!(map.labels, [["read", "do", "insert"], ["read", "do", "insert"]]);
    let lost: Vec<[u32; 2]> = map.places.iter().filter(|place| place.lost).map(|place| place.at).collect();
    // Past the end of one of them, a path comes by on which it had written before the other looked.
    assert_eq!(lost, [[1, 1], [2, 1], [1, 2], [2, 2], [3, 2], [2, 3], [3, 3]]);
    for from in &map.places {
        for to in &map.places {
            let [from, to] = [from.at, to.at].map(|place| place.map(|steps| steps as usize));
            let stood = update(&model, Msg::PlaceChosen(from)).unwrap_or(model.clone());
            let player = stood.player().expect("it plays");
            let reached = player.walked_to(to).map_or(player.place(), |walked| walked.place());
            assert!(reached == to || to[0] + to[1] > 3, "{from:?} to {to:?} led to {reached:?}");
        }
    }
}

#[test]
fn a_guess_is_held_against_every_schedule() {
    for (guess, right, words) in [
        (
            Guess::Count(2),
            false,
            "You said 2. This run ends with 2. Over all 20 schedules it depends: 2 in 18 of them, 1 in 2.",
        ),
        (
            Guess::Depends,
            true,
            "You said it depends, and that is right. This run ends with 2. Over all 20 schedules it depends: 2 in 18 of \
             them, 1 in 2.",
        ),
    ] {
        let model = after(&at("scenario=race-loose"), &[Msg::Guessed(guess), Msg::WentToEnd]);
        let question = ran_twice::app::screen::screen(&model).and_then(|screen| screen.question).expect("it asks");
        assert_eq!(question.words, words);
        assert!(question.choices.iter().any(|choice| choice.chosen && choice.right == right));
        assert!(question.choices.iter().any(|choice| choice.came && choice.guess == Guess::Count(2)));
    }
    let claim = after(&at("scenario=race-claim"), &[Msg::Guessed(Guess::Count(1)), Msg::WentToEnd]);
    let question = ran_twice::app::screen::screen(&claim).and_then(|screen| screen.question).expect("it asks");
    assert_eq!(
        question.words,
        "You said 1, and that is right. This run ends with 1. So do all 4 schedules: the answer is 1."
    );
}

#[test]
fn kinds_past_the_last_that_is_shown_are_told_as_one_of_their_class() {
    let model = after(&at("scenario=race-loose&workers=7"), &[Msg::CountUncovered]);
    let report = said(&model).0;
    assert_eq!(
        report.headline.text,
        "65,449,830,191,760 of 65,449,830,196,800 schedules end with more than one charge"
    );
    let kinds = report.verdict.kinds.iter().zip(&report.kinds);
    let good: Vec<&str> = kinds.filter(|(kind, _)| !kind.bad).map(|(_, share)| &*share.schedules.exact).collect();
    assert_eq!(good, ["5,040"]);
    assert!(report.headline.figures.iter().all(Figure::is_whole), "up to fifteen digits are written out");
}

/// Nine workers: 21 digits. What is shown short is known to its last digit, and each figure by itself.
#[test]
fn a_figure_that_is_shown_short_is_known_whole() {
    let report = said(&after(&at("scenario=race-loose&workers=9"), &[Msg::CountUncovered])).0;
    let [bad, all] = &report.headline.figures[..] else { panic!("{:?}", report.headline) };
    assert_eq!((&*bad.shown, &*all.shown), ("≈ 2.4 × 10²⁰", "≈ 2.4 × 10²⁰"));
    let number = |figure: &Figure| figure.exact.replace(',', "").parse::<u128>().expect("digits");
    // 9! orders let everybody but the first find the key.
    assert_eq!(number(all) - number(bad), 362_880);
    assert_eq!(number(&report.all), number(all));
    let pieces = report.headline.pieces();
    let words: Vec<(&str, bool)> = pieces.iter().map(|(words, figure)| (*words, figure.is_some())).collect();
    assert_eq!(words, [("", true), (" of ", true), (" schedules end with more than one charge", false)]);
    assert_eq!(pieces[0].1, Some(bad));
}

#[test]
fn what_the_file_expects_of_every_schedule_is_told_with_what_breaks_it() {
    let told = |name: &str| -> Vec<(String, bool)> {
        let report = said(&after(&at(name), &[Msg::CountUncovered])).0;
        report.claims.into_iter().map(|claim| (claim.words, claim.holds)).collect()
    };
    assert_eq!(told("scenario=race-loose"), [("18 of 20 schedules: charges twice".to_owned(), true)]);
    assert_eq!(told("scenario=race-loose&workers=3"), [], "what a file expects, it expects of its own size");

    let text = "title \"x\"\neffect charges (id serial, key)\ntable keys (key unique)\njob a\njob a\n\
        handler h {\n insert keys (key: job.key) else { return }\n do charges (key: job.key)\n}\n\
        worker W1 runs h on job 1\nworker W2 runs h on job 2\nfaults crash 1\n\
        expect every schedule: charges once\nexpect no schedules: charges twice\nexpect every state: (count keys) = 0\n\
        expect 3 of 14 schedules: charges never\nexpect 10 of 13 schedules: charges once";
    let document = ran_twice::check::load::open(text).expect("it is right");
    let scenario = document.scenario(&[]);
    let mut explorer = Explorer::new(scenario, Merging::default());
    explorer.finish();
    let report = report(&mut explorer, &[]).expect("it is done");
    let claims: Vec<(&str, bool, &str)> =
        report.claims.iter().map(|claim| (&*claim.words, claim.holds, &*claim.found.text)).collect();
    assert_eq!(
        claims,
        [
            ("every schedule: charges once", false, "10 of 14 schedules"),
            ("no schedules: charges twice", true, ""),
            ("every state: (count keys) = 0", false, "it holds in some moments, and in others it does not"),
            ("3 of 14 schedules: charges never", false, "4 of 14 schedules"),
            ("10 of 13 schedules: charges once", false, "10 of 14 schedules"),
        ]
    );
    // Who dies with the key charges nothing; the key is there after one step; no one schedule makes them fourteen.
    let shown_by: Vec<Option<String>> = report
        .shown_by
        .iter()
        .map(|run| run.map(|run| report.verdict.runs[run].iter().map(|action| action.text(scenario) + " ").collect()))
        .collect();
    let none = "W1 crash W1 W2 ".to_owned();
    assert_eq!(shown_by, [Some(none.clone()), None, Some("W1 ".to_owned()), Some(none), None]);
}

#[test]
fn unique_is_told_where_it_refuses_a_row() {
    let refused = |name: &str| said(&after(&at(name), &[Msg::CountUncovered])).0.refused.text;
    assert_eq!(refused("scenario=race-claim"), "UNIQUE refuses a row in all 4 schedules.");
    assert_eq!(refused("scenario=crash-after-key"), "UNIQUE refuses a row in 8 of 14 schedules.");
    assert_eq!(refused("scenario=race-loose"), "");
}

#[test]
fn where_there_is_no_map_the_steps_are_told_and_why() {
    let depths = |name: &str| said(&after(&at(name), &[Msg::CountUncovered])).0.depths;
    let crash = depths("scenario=crash-after-key").expect("a crash has no direction");
    assert!(crash.why.contains("none for a fault"), "{}", crash.why);
    assert_eq!(crash.lost, "with no charge");
    // W1 key · W2 key · dies: all is open. After the second step the mirrors of W1 W1 are safe, W1 dies is lost.
    let percents: Vec<String> = crash.depths.iter().map(|depth| depth.percents.join(" ")).collect();
    assert_eq!(percents[0], "0 % 100 % 0 %");
    assert_eq!(percents.last().map(String::as_str), Some("28 % 0 % 71 %"), "at the end all is decided");
    for depth in &crash.depths {
        let sum: u16 = depth.shares.iter().sum();
        assert!((998..=1_000).contains(&sum), "{sum}");
    }
    let three = depths("scenario=race-loose&workers=3").expect("three have no grid");
    assert_eq!(
        (&*three.why, &*three.lost),
        ("There is no map: it shows two processes, and here are 3.", "with more than one charge")
    );
    assert_eq!(depths("scenario=race-claim&workers=3"), None, "nothing is decided where all ends well");
}

#[test]
fn a_size_that_nobody_can_have_is_refused_on_every_machine() {
    for workers in [0, 1, 17, u32::MAX] {
        let broken = Model::at("", &format!("scenario=key-expires&workers={workers}&faults=crash:4294967295"));
        assert!(broken.notice.is_some() && broken.player().is_some_and(|player| player.size.is_own()), "{workers}");
    }
    let own = Model::at("", "scenario=race-loose&workers=2&faults=crash:0");
    assert_eq!((own.notice.clone(), own.player().map(|player| player.size.is_own())), (None, Some(true)));
}

#[test]
fn quick_presses_on_the_strip_go_on_from_the_cell_before() {
    let model = after(&at("scenario=race-loose"), &[Msg::CountUncovered]);
    let ninth = update(&model, Msg::CellChosen(9)).expect("another schedule");
    assert_eq!((ninth.cell(), ninth.futures().len()), (Some(9), 0), "known before the answer is there");
    let tenth = update(&ninth, Msg::CellChosen(10)).expect("another schedule");
    assert_eq!(answered(tenth).0.cell(), Some(10));

    // The answer about the run before comes when the next one is chosen and not yet asked about.
    let moved = update(&model, Msg::CellChosen(3)).expect("another schedule");
    let (asking, question) = moved.asking().expect("it is wanted");
    let chosen = update(&asking, Msg::CellChosen(19)).expect("another schedule");
    let document = question.document().expect("it is there");
    let scenario = question.scenario(&document).expect("it is there");
    let mut answering = Answering::new(&scenario);
    let known = loop {
        let known = answering.go_on(&question.run);
        if !matches!(known, Known::Working(_)) {
            break known;
        }
    };
    let late = Answer { number: question.number, known };
    assert_eq!(update(&chosen, Msg::Answered(late.into())).expect("it is heard").cell(), Some(19));
}
