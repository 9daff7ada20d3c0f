//! What the page knows of every schedule: what it asks, when, and what it shows of the answer.

use ran_twice::app::asking::{Answer, Answering, Known, Question};
use ran_twice::app::counting::Shown;
use ran_twice::app::message::Msg;
use ran_twice::app::model::Model;
use ran_twice::app::update::update;
use ran_twice::check::explore::Explorer;
use ran_twice::check::outcome::Sign;
use ran_twice::check::relevance::Merging;
use ran_twice::sim::action::Action;
use ran_twice::tell::every::map_of;
use ran_twice::tell::question::Guess;

/// The page with everything answered that it asks, as bytes, and how many questions that were.
fn answered(mut model: Model) -> (Model, usize) {
    let mut questions = 0;
    while let Some((asking, question)) = model.asking() {
        questions += 1;
        model = asking;
        let question = Question::unpacked(&question.packed()).expect("these are its bytes");
        let scenario = question.scenario().expect("the page asks for what there is");
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

#[track_caller]
fn headline(model: &Model) -> &str {
    &model.verdict().expect("it is counted").headline
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
        let verdict = model.verdict().expect("it is counted");
        assert_eq!((&*verdict.headline, &*verdict.aside), (expected, aside), "{name}");
        let shares: u16 = verdict.kinds.iter().map(|kind| kind.share).sum();
        assert!(
            (1_000 - verdict.kinds.len() as u16..=1_000).contains(&shares),
            "shares are cut, never rounded up: {shares}"
        );
    }
}

#[test]
fn along_a_run_each_moment_says_what_is_still_possible() {
    let model = after(&at("scenario=race-loose"), &[Msg::Advanced]);
    let words: Vec<&str> = model.futures().iter().map(|future| &*future.words).collect();
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

#[test]
fn the_simplest_schedule_of_a_kind_opens_and_the_run_before_stays_near() {
    let model = after(&at("scenario=race-loose"), &[Msg::CountUncovered]);
    let kinds = &model.verdict().expect("it is counted").kinds;
    assert_eq!(kinds.iter().map(|kind| kind.sign).collect::<Vec<_>>(), [Some(Sign::Repeated(2)), Some(Sign::Once)]);
    let simplest = after(&model, &[Msg::SimplestChosen(1), Msg::WentToEnd]);
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
    let chapters = ran_twice::app::screen::chapters(&model);
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
    let old = Answer { number: question.number - 1, known: Known::Stopped(7) };
    assert_eq!(update(&asking, Msg::Answered(old.into())), None);
    let working = Answer { number: question.number, known: Known::Working(4_000) };
    let working = update(&asking, Msg::Answered(working.into())).expect("it says how far it is");
    assert_eq!(working.counted().0, &Shown::Working(4_000));
    let stopped = update(&working, Msg::CountingStopped).expect("it can be stopped");
    assert_eq!(stopped.counted().0, &Shown::Halted);
    assert!(stopped.asking().is_none(), "what was stopped is not asked again");
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
    let map = map_of(&explorer).expect("two workers, no faults");
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
    let verdict = model.verdict().expect("it is counted");
    assert_eq!(verdict.headline, "65,449,830,191,760 of 65,449,830,196,800 schedules end with more than one charge");
    let good: Vec<&str> = verdict.kinds.iter().filter(|kind| !kind.bad).map(|kind| &*kind.schedules.exact).collect();
    assert_eq!(good, ["5040"]);
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
}
