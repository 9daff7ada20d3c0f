//! Scenarios that are not here yet: which is fetched when, and what the reader sees meanwhile.

use std::sync::Arc;

use ran_twice::app::catalogue;
use ran_twice::app::list::list;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Awaited, Body, Model};
use ran_twice::app::packs::Packs;
use ran_twice::app::screen::screen;
use ran_twice::app::update::update;

/// The page at a link, as it starts in the browser: no scenario is here.
fn bare(query: &str, hash: &str) -> Model {
    Model::with(Packs::default(), query, hash)
}

/// What is fetched brings the page to this.
#[track_caller]
fn fetched(model: &Model, name: &str) -> Model {
    let entry = catalogue::entry(name).expect("it is shipped");
    update(model, Msg::ScenarioFetched(name.into(), entry.carried.into())).expect("the page has one more scenario")
}

fn missed(model: &Model, name: &str) -> Model {
    update(model, Msg::ScenarioMissed(name.into(), "no answer".into())).expect("the page knows it")
}

#[track_caller]
fn wanted(model: &Model) -> &'static str {
    model.wanted().expect("a scenario is wanted").name
}

#[track_caller]
fn awaited(model: &Model) -> &Awaited {
    let Body::Awaited(awaited) = &model.open.body else { panic!("{:?}", model.open.body) };
    awaited
}

/// Once the one that is wanted is here, the page is the page that a link opens where all are here.
#[track_caller]
fn check(query: &str, hash: &str) {
    let (waiting, whole) = (bare(query, hash), Model::at(query, hash));
    assert!(screen(&waiting).is_none() && awaited(&waiting).told.is_none(), "{hash}");
    assert_eq!(wanted(&waiting), &*whole.open.name, "{hash}");
    let here = fetched(&waiting, wanted(&waiting));
    assert_eq!((&here.open, &here.notice, here.hash()), (&whole.open, &whole.notice, whole.hash()), "{hash}");
}

#[test]
fn every_link_opens_the_same_moment_where_its_scenario_has_to_be_fetched_first() {
    check("embed=1", "");
    check("", "scenario=race-loose&switch=key:unique&schedule=W1.W2.W1&with=key:plain&step=2");
    check("", "scenario=race-claim&step=end");
    check("scenario=race-loose&step=2", "");
    check("scenario=race-loose&step=2", "step=1");
    check("", "scenario=race-lose&step=99");
    check("", "scenario=race-cl");
    check("", "scenario=zebra&step=1");
    check("", "scenario=race-loose&schedule=W1.W9");
}

#[test]
fn a_scenario_that_is_not_here_keeps_its_address_until_it_is() {
    let start = fetched(&bare("", "scenario=enqueue-twice"), "enqueue-twice");
    let chosen = update(&start, Msg::ScenarioChosen("race-claim".into())).expect("it is chosen");
    assert_eq!((chosen.hash().as_str(), wanted(&chosen)), ("scenario=race-claim", "race-claim"));
    assert_eq!(update(&chosen, Msg::Advanced), None);
    let followed =
        update(&chosen, Msg::AddressChanged("scenario=race-loose&step=2".to_owned())).expect("it is followed");
    assert_eq!((followed.hash().as_str(), wanted(&followed)), ("scenario=race-loose&step=2", "race-loose"));
    // What was wanted before comes all the same, and is not shown.
    let late = fetched(&followed, "race-claim");
    assert_eq!((awaited(&late), wanted(&late)), (awaited(&followed), "race-loose"));
    let back = update(&late, Msg::ScenarioChosen("race-claim".into())).expect("it is chosen");
    assert!(back.player().is_some());
}

#[test]
fn the_next_scenario_is_fetched_ahead_and_every_one_once_all_endings_are_shown() {
    let mut model = fetched(&bare("", "scenario=enqueue-twice"), "enqueue-twice");
    assert_eq!(wanted(&model), "in-sequence");
    model = missed(&model, "in-sequence");
    assert_eq!((&model.notice, model.wanted().map(|entry| entry.name)), (&None, None));
    model = update(&model, Msg::EndingsRevealed).expect("all endings are wanted");
    // All that are left, and the missing one once more.
    let mut fetches = 0;
    while let Some(entry) = model.wanted() {
        let missing = entry.name == "in-sequence";
        model = if missing { missed(&model, entry.name) } else { fetched(&model, entry.name) };
        fetches += 1;
    }
    assert_eq!(fetches, catalogue::count() - 1);
    let signs =
        |model: &Model| list(model).chapters.iter().flat_map(|chapter| &chapter.entries).flat_map(|e| e.sign).count();
    let whole = update(&Model::at("", ""), Msg::EndingsRevealed).expect("all endings are wanted");
    assert_eq!(signs(&model), signs(&whole) - 1);
}

#[test]
fn a_missing_scenario_is_told_and_tried_again_when_the_reader_wants_it() {
    let chosen = update(&Model::with(Packs::default(), "", ""), Msg::ScenarioChosen("race-loose".into()));
    let missing = missed(&chosen.expect("it is chosen"), "race-loose");
    assert_eq!((awaited(&missing).told.as_deref(), missing.wanted().is_some()), (Some("no answer"), false));
    // Chosen again from elsewhere, it is tried again by itself.
    let elsewhere = update(&missing, Msg::ScenarioChosen("race-claim".into())).expect("it is chosen");
    let again = update(&elsewhere, Msg::ScenarioChosen("race-loose".into())).expect("it is chosen");
    assert_eq!((awaited(&again).told.as_deref(), wanted(&again)), (None, "race-loose"));
    let retried = update(&missing, Msg::FetchRetried).expect("it is tried");
    assert_eq!((awaited(&retried).told.as_deref(), wanted(&retried)), (Some("Trying again …"), "race-loose"));
    assert!(fetched(&retried, "race-loose").player().is_some());
    // It may come after all.
    assert!(fetched(&missing, "race-loose").player().is_some());
}

#[test]
fn a_damaged_byte_anywhere_is_told_and_never_played() {
    let chosen = bare("", "scenario=crash-after-key");
    let carried = catalogue::entry("crash-after-key").expect("it is shipped").carried;
    for place in 0..carried.len() {
        let mut damaged = carried.to_vec();
        damaged[place] ^= 1 << (place % 8);
        let told = update(&chosen, Msg::ScenarioFetched("crash-after-key".into(), damaged.into())).expect("it is told");
        let words = awaited(&told).told.as_deref().unwrap_or_default();
        assert!(words.contains("damaged"), "byte {place}: {words}");
    }
    for bytes in [&[][..], &carried[..3], &carried[..carried.len() - 1]] {
        let told = update(&chosen, Msg::ScenarioFetched("crash-after-key".into(), Arc::from(bytes)));
        assert!(awaited(&told.expect("it is told")).told.is_some());
    }
}
