//! A scenario of the reader's own: written, opened by link, left and come back to, and never lost.

#[path = "support/read.rs"]
mod read;
#[path = "support/shipped.rs"]
mod shipped;

use std::sync::Arc;

use ran_twice::app::catalogue;
use ran_twice::app::message::{Direction, Msg};
use ran_twice::app::model::{Body, Model};
use ran_twice::app::own::{OWN, SHAPES};
use ran_twice::app::payload::encode;
use ran_twice::app::reader::file_of;
use ran_twice::app::reading::{Asked, Reading, Said};
use ran_twice::app::update::update;
use ran_twice::check::load::open;
use ran_twice::lang::packed::sealed;
use read::{after, at, settled};

/// The text of a shipped scenario.
fn text(name: &str) -> String {
    let shipped = shipped::shipped();
    shipped.into_iter().find(|(known, _)| known == name).expect("it is shipped").1
}

fn typed(text: &str) -> Msg {
    Msg::TextTyped(text.into())
}

/// The page with the text of race-loose beside it, at step 2.
fn editing() -> Model {
    let model = after(&Model::at("", "scenario=race-loose&step=2"), Msg::TextWanted);
    assert_eq!(model.writing.wanted.as_deref(), Some("race-loose"));
    let model = after(&model, Msg::TextFetched("race-loose".into(), Ok(sealed(text("race-loose").as_bytes()).into())));
    assert_eq!((&*model.writing.text, model.writing.wanted.as_deref()), (&*text("race-loose"), None));
    model
}

#[test]
fn of_the_text_of_a_shipped_scenario_comes_the_file_that_the_build_made() {
    for entry in catalogue::entries() {
        let text = sealed(text(entry.name).as_bytes());
        assert_eq!(file_of(&text).as_deref(), Some(entry.carried), "{}", entry.name);
        assert_eq!(file_of(&text[..text.len() - 1]), None, "a damaged text is none");
    }
}

#[test]
fn no_shipped_scenario_has_the_name_of_the_readers_own() {
    assert!(catalogue::entry(OWN).is_none());
}

#[test]
fn what_is_written_runs_at_the_moment_that_was_on_screen() {
    let model = editing();
    assert_eq!((&*model.open.name, model.hash().as_str()), ("race-loose", "scenario=race-loose&step=2"));
    let changed = text("race-loose").replace("charge-77", "order-5");
    let model = after(&model, typed(&changed));
    let player = model.player().expect("it has no mistake");
    assert_eq!((&*model.open.name, player.playhead), (OWN, 2));
    let payload = encode(&changed).expect("it is short");
    assert_eq!(model.hash(), format!("scenario=race-loose&step=2&text={payload}"));
    assert!(!model.covered(), "what is written is explored as it is typed");
    let (asking, question) = model.asking().expect("it is explored");
    assert_eq!(question.design.checked, model.own().expect("it is the reader's").checked.to_vec());
    // Another text is another design: it is asked for again, though its actions are the same.
    let model = after(&asking, typed(&changed.replace("order-5", "order-6")));
    assert!(model.asking().is_some());
}

#[test]
fn a_mistake_leaves_what_ran_and_says_where_it_is_in_the_words_of_the_terminal() {
    let model = after(&editing(), typed(&text("race-loose").replace("charge-77", "order-5")));
    let wrong = text("race-loose").replace("read keys_plain", "raed keys_plain");
    let broken = after(&model, typed(&wrong));
    assert_eq!((broken.hash(), &*broken.writing.text), (model.hash(), &*wrong));
    let mistake = &broken.writing.mistakes[0];
    assert_eq!(&wrong[mistake.stretch[0]..mistake.stretch[1]], "raed");
    let error = &open(&wrong).expect_err("it has a mistake")[0];
    let printed = error.rendered("x", &wrong, 1).to_string();
    assert!(printed.starts_with(&format!("x:{}:{}: {}\n", mistake.line, mistake.column, mistake.words)), "{printed}");
    assert_eq!(broken.writing.state(true), "1 mistake. The page shows the last text without one.");
    assert_eq!(broken.writing.state(false), "1 mistake. It runs once there is none.");
    let mended = after(&broken, typed(&text("race-loose")));
    assert!(mended.writing.mistakes.is_empty());
}

#[test]
fn every_moment_of_a_text_has_a_link_that_leads_back() {
    for (name, text) in shipped::shipped() {
        let payload = encode(&text).expect("it is short");
        let start = at(&format!("text={payload}"));
        let steps = start.player().unwrap_or_else(|| panic!("{name} plays")).steps();
        for step in 0..=steps {
            let here = update(&start, Msg::Seeked(step)).unwrap_or_else(|| start.clone());
            let opened = at(&here.hash());
            assert_eq!((opened.hash(), &opened.notice), (here.hash(), &None), "{name}");
            assert!(opened.hash().ends_with(&format!("text={payload}")), "{name}");
            assert_eq!(opened.player().map(|player| player.playhead), Some(step), "{name}");
        }
    }
}

#[test]
fn back_and_forward_go_between_a_shipped_scenario_and_texts() {
    let shipped = Model::at("", "scenario=race-loose&step=2");
    let one = after(&editing(), typed(&text("race-loose").replace("charge-77", "order-5")));
    let back = after(&one, Msg::AddressChanged(shipped.hash()));
    assert_eq!((back.hash(), back.own().is_none()), (shipped.hash(), true));
    // Its own text takes the place of what stood in the editor.
    assert_eq!(back.writing.wanted.as_deref(), Some("race-loose"));
    let forward = after(&back, Msg::AddressChanged(one.hash()));
    assert_eq!((forward.hash(), &*forward.writing.text), (one.hash(), &*one.writing.text));
    // Another moment of the same text needs no reading.
    let elsewhere = one.hash().replace("step=2", "step=4");
    let moved = update(&forward, Msg::AddressChanged(elsewhere.clone())).expect("it is another moment");
    assert_eq!((moved.reading(), moved.hash()), (None, elsewhere));
}

#[test]
fn what_was_typed_last_stays_in_the_entry_that_is_left() {
    let one = after(&editing(), typed(&text("race-loose").replace("charge-77", "order-5")));
    let last = update(&one, typed(&text("race-loose").replace("charge-77", "order-6"))).expect("it is typed");
    let elsewhere = one.hash().replace("step=2", "step=4");
    let moved = update(&last, Msg::AddressChanged(elsewhere.clone())).expect("it is another moment of the same text");
    assert_eq!((moved.reading(), moved.hash(), &*moved.writing.text), (None, elsewhere, &*one.writing.text));
}

#[test]
fn what_is_typed_while_a_link_is_read_does_not_stop_it() {
    let one = editing();
    let other = format!("text={}", encode(&text("race-claim")).expect("it is short"));
    let awaited = update(&one, Msg::AddressChanged(other.clone())).expect("it is another text");
    assert!(matches!(awaited.open.body, Body::Awaited(_)));
    let typed = update(&awaited, typed("job\n")).map_or_else(|| awaited.clone(), settled);
    assert_eq!(settled(typed).hash(), other);
}

#[test]
fn a_file_takes_the_place_of_a_link_that_is_read_and_one_with_mistakes_leaves_what_was_before() {
    let one = editing();
    let other = format!("text={}", encode(&text("race-claim")).expect("it is short"));
    let awaited = update(&one, Msg::AddressChanged(other)).expect("it is another text");
    let placed = after(&awaited, Msg::TextPlaced(text("slower-than-lease").into()));
    assert_eq!(&*placed.own().expect("it runs").text, text("slower-than-lease"));
    let wrong = after(&awaited, Msg::TextPlaced("job\n".into()));
    assert_eq!((wrong.hash(), wrong.writing.mistakes.is_empty()), (one.hash(), false));
    // Where nothing was before, the first scenario is.
    let first = update(&Model::at("", "text=1z.AAAA"), Msg::TextPlaced("job\n".into())).map(settled);
    assert!(first.is_some_and(|first| first.player().is_some()));
}

#[test]
fn a_file_dropped_on_a_projector_is_played_there_and_the_list_goes_on_behind_it() {
    let listed = settled(Model::at("mode=present&list=race-loose,race-claim,sweeper", "scenario=race-claim"));
    let mine = after(&listed, Msg::TextPlaced(text("slower-than-lease").into()));
    assert!(mine.own().is_some() && !mine.writing.open);
    let end = after(&mine, Msg::Seeked(mine.player().map_or(0, |player| player.steps())));
    let click = |model: &Model, direction| after(model, Msg::Clicked(direction)).open.name.to_string();
    assert_eq!(click(&end, Direction::Next), "sweeper");
    assert_eq!(click(&mine, Direction::Previous), "race-claim");
    // Whoever writes there goes on writing.
    let writing = after(&mine, Msg::TextWanted);
    assert!(after(&writing, Msg::TextPlaced(text("race-loose").into())).writing.open);
    // One with a mistake is written, because it cannot be played.
    assert!(after(&listed, Msg::TextPlaced("job\n".into())).writing.open);
}

#[test]
fn the_text_beside_a_link_is_that_of_the_link() {
    let one = after(&editing(), typed(&text("race-loose").replace("charge-77", "order-5")));
    let shut = after(&one, Msg::TextPutAway);
    let other = text("race-claim");
    let hash = format!("text={}", encode(&other).expect("it is short"));
    let opened = after(&after(&shut, Msg::AddressChanged(hash)), Msg::TextWanted);
    assert_eq!((&*opened.writing.text, opened.writing.open), (&*other, true));
}

#[test]
fn a_link_without_a_text_leaves_what_the_reader_had() {
    let model = Model::at("", "scenario=race-loose&step=4");
    let cut = "scenario=race-claim&text=1z.pVRti9swDP";
    let waits = update(&model, Msg::AddressChanged(cut.to_owned())).expect("it is another address");
    assert!(matches!(waits.open.body, Body::Awaited(_)));
    let told = settled(waits);
    let details = told.notice.as_ref().map(|notice| notice.details.clone()).unwrap_or_default();
    assert_eq!(details, ["Its text was cut off on the way: the end of the link is missing."]);
    assert_eq!(told.hash(), model.hash());
    // Where there was nothing before, what it names is the nearest.
    let opened = at(cut);
    assert_eq!(
        (opened.hash().as_str(), opened.notice.map(|notice| notice.details)),
        ("scenario=race-claim", Some(details))
    );
}

#[test]
fn a_link_whose_text_has_mistakes_opens_the_text() {
    let model = at(&format!("text={}", encode("job\n").expect("it is short")));
    assert!(matches!(&model.open.body, Body::Broken(mistakes) if mistakes[0].starts_with("Line 1: ")));
    assert_eq!((model.writing.open, &*model.writing.text), (true, "job\n"));
    assert!(!model.writing.mistakes.is_empty());
    // A figure in somebody's documentation has no room to write in.
    assert!(!settled(Model::at("embed=1", &model.hash())).writing.open);
}

#[test]
fn an_answer_to_what_was_typed_before_changes_nothing() {
    let model = editing();
    let first = update(&model, typed("job a\n")).expect("it is typed");
    let late = ran_twice::app::reader::read(first.reading().expect("it is to be read"));
    let second = update(&first, typed(&text("race-claim"))).expect("it is typed");
    assert_eq!(update(&second, Msg::TextRead(Arc::new(late))), None);
    // Nor to what was typed into a scenario that was left.
    let left = update(&second, Msg::ScenarioChosen("lease".into()));
    let left = left.or_else(|| update(&second, Msg::ScenarioChosen("race-claim".into()))).expect("it is another one");
    assert_eq!(left.reading(), None);
}

#[test]
fn a_text_from_a_file_begins_at_its_start_and_one_with_mistakes_waits_in_the_editor() {
    let model = Model::at("", "scenario=race-loose&step=3");
    let placed = after(&model, Msg::TextPlaced(text("race-claim").into()));
    let player = placed.player().expect("it plays");
    assert_eq!((&*placed.open.name, player.playhead, placed.writing.open), (OWN, 0, true));
    assert!(placed.hash().starts_with("text="), "{}", placed.hash());
    let wrong = after(&model, Msg::TextPlaced("job\n".into()));
    assert_eq!((wrong.hash(), &*wrong.writing.text), (model.hash(), "job\n"));
    // On the start page there is nothing that could stay.
    let start = after(&Model::at("", ""), Msg::TextPlaced("job\n".into()));
    assert!(matches!(start.open.body, Body::Broken(_)));
}

#[test]
fn what_was_typed_before_a_reload_goes_on_at_its_moment() {
    let one = after(&editing(), typed(&text("race-loose").replace("charge-77", "order-5")));
    let changed = text("race-loose").replace("charge-77", "order-6");
    let restored = after(&at(&one.hash()), Msg::TextRestored(changed.as_str().into()));
    assert_eq!(restored.player().map(|player| player.playhead), Some(2));
    assert_eq!((&*restored.writing.text, restored.writing.open), (&*changed, true));
    assert!(restored.hash().starts_with("scenario=race-loose&step=2&text="));
}

#[test]
fn a_text_too_long_for_a_link_runs_all_the_same_and_says_so_in_its_address() {
    let comments: String = (0..9_000_u32).map(|at| format!("# {}\n", at.wrapping_mul(2_654_435_761))).collect();
    let model = after(&editing(), typed(&format!("{}{comments}", text("race-loose"))));
    assert!(model.player().is_some() && model.own().is_some_and(|own| own.payload.is_none()));
    assert_eq!(model.hash(), "scenario=race-loose&step=2&text=too-long");
    let opened = at(&model.hash());
    assert_eq!((opened.hash().as_str(), opened.notice.is_some()), ("scenario=race-loose&step=2", true));
    // The page that had it has kept it for Back.
    let left = after(&model, Msg::ScenarioChosen("race-claim".into()));
    let own = model.own().expect("it is the reader's").text.clone();
    let back = after(&left, Msg::CameBack(model.hash(), own.clone()));
    assert_eq!((back.hash(), back.own().map(|own| &own.text)), (model.hash(), Some(&own)));
    assert_eq!((back.player().map(|player| player.playhead), back.notice), (Some(2), None));
}

#[test]
fn the_text_comes_and_goes_with_the_scenario_that_it_is_of() {
    let model = editing();
    let other = after(&model, Msg::ScenarioChosen("race-claim".into()));
    assert_eq!((other.writing.wanted.as_deref(), other.writing.open), (Some("race-claim"), true));
    let missed = after(&other, Msg::TextFetched("race-claim".into(), Err("The server did not answer.".into())));
    assert_eq!(missed.writing.told.as_deref(), Some("The server did not answer."));
    let shut = after(&model, Msg::TextPutAway);
    assert!(!shut.writing.open);
    // What was put away with a mistake in it comes back as it was.
    let shut = after(&after(&model, typed("job\n")), Msg::TextPutAway);
    let again = after(&shut, Msg::TextWanted);
    assert_eq!((&*again.writing.text, again.writing.wanted), ("job\n", None));
    assert!(!after(&model, Msg::StartWanted).writing.open);
}

#[test]
fn a_text_to_begin_with_that_comes_after_another_scenario_was_opened_does_not_take_its_place() {
    let model = editing();
    let wants = after(&model, Msg::ShapeChosen(SHAPES[1].0.into()));
    let late = || Msg::TextFetched(SHAPES[1].0.into(), Ok(sealed(text("race-claim").as_bytes()).into()));
    assert_eq!(&*after(&wants, late()).open.name, OWN);
    let chosen = Msg::ScenarioChosen("race-claim".into());
    for left in [chosen, Msg::AddressChanged("scenario=race-loose&step=1".to_owned()), Msg::StartWanted] {
        let elsewhere = after(&wants, left);
        let hash = elsewhere.hash();
        assert_eq!(update(&elsewhere, late()).map_or(hash.clone(), |model| settled(model).hash()), hash);
    }
}

#[test]
fn from_the_start_page_one_begins_with_a_shape() {
    let model = after(&Model::at("", ""), Msg::TextWanted);
    assert_eq!((model.writing.open, model.writing.wanted.as_deref()), (true, Some(SHAPES[0].0)));
    let model = after(&model, Msg::TextFetched(SHAPES[0].0.into(), Ok(sealed(text("race-loose").as_bytes()).into())));
    assert_eq!(&*model.open.name, OWN);
    assert!(model.hash().starts_with("text=1z."), "{}", model.hash());
}

#[test]
fn a_reader_that_fails_says_so_and_the_text_stays() {
    let model = update(&editing(), typed("job a\n")).expect("it is typed");
    let number = model.reading().expect("it is to be read").number;
    let reading = Reading { number, text: Err("There is no worker.".into()) };
    let failed = update(&model, Msg::TextRead(reading.into())).expect("it is told");
    assert_eq!((failed.writing.told.as_deref(), &*failed.writing.text), (Some("There is no worker."), "job a\n"));
}

#[test]
fn what_is_sent_both_ways_comes_back_out_of_its_bytes() {
    let model = update(&editing(), typed("job\n")).expect("it is typed");
    for source in [model, Model::at("", "text=1j.am9i"), Model::at("", "text=1z.A")] {
        let asked = source.reading().expect("it is to be read").clone();
        let said = Said::Reading(ran_twice::app::reader::read(&asked));
        assert_eq!(Said::unpacked(&said.packed()), Some(said));
        let asked = Asked::Read(asked);
        assert_eq!(Asked::unpacked(&asked.packed()), Some(asked));
    }
    assert_eq!((Asked::unpacked(&[]), Said::unpacked(&[1, 2])), (None, None));
}
