//! What is presented: a clicker through a run and a list of runs, the notes, the address of the list.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::Arc;

use ran_twice::app::catalogue;
use ran_twice::app::message::{Direction, Msg};
use ran_twice::app::model::{Body, Model};
use ran_twice::app::packs::Packs;
use ran_twice::app::presentation::Mode;
use ran_twice::app::update::update;
use ran_twice::lang::packed::sealed;

const LIST: &str = "mode=present&list=race-loose,race-claim,killed-before-ack";

fn clicked(model: &Model, direction: Direction) -> Option<Model> {
    update(model, Msg::Clicked(direction))
}

/// The scenario and the step that are shown.
fn place(model: &Model) -> (String, usize) {
    (model.open.name.to_string(), model.player().unwrap().playhead)
}

#[test]
fn a_clicker_goes_through_every_step_of_the_list_and_back_again() {
    let mut model = Model::at(LIST, "");
    assert_eq!(model.presentation.mode, Mode::Present);
    assert_eq!(place(&model), ("race-loose".to_owned(), 0));
    assert_eq!(clicked(&model, Direction::Previous), None, "there is nothing before the first");
    let mut there = vec![place(&model)];
    while let Some(next) = clicked(&model, Direction::Next) {
        model = next;
        there.push(place(&model));
    }
    let steps = |name: &str| catalogue::entry(name).unwrap().open().unwrap();
    let runs = ["race-loose", "race-claim", "killed-before-ack"].map(|name| {
        ran_twice::app::player::Player::open(steps(name).clone(), vec![0; steps(name).switches.len()]).steps() + 1
    });
    assert_eq!(there.len(), runs.iter().sum::<usize>());
    assert_eq!(there.last().unwrap().0, "killed-before-ack");
    let mut back = vec![place(&model)];
    while let Some(before) = clicked(&model, Direction::Previous) {
        model = before;
        back.push(place(&model));
    }
    back.reverse();
    assert_eq!(back, there);
}

#[test]
fn without_a_list_a_clicker_stays_at_either_end() {
    let start = Model::at("mode=present", "scenario=race-loose");
    assert_eq!(clicked(&start, Direction::Previous), None);
    let end = Model::at("mode=present", "scenario=race-loose&step=end");
    assert_eq!(clicked(&end, Direction::Next), None);
}

#[test]
fn a_moment_in_the_hash_wins_over_the_first_of_the_list_and_keeps_its_place_in_it() {
    let model = Model::at(LIST, "scenario=race-claim&step=1");
    assert_eq!((place(&model), model.listed_at()), (("race-claim".to_owned(), 1), Some(1)));
    let elsewhere = Model::at(LIST, "scenario=in-sequence");
    assert_eq!(elsewhere.listed_at(), None);
}

#[test]
fn what_a_list_names_in_vain_is_left_out_and_reported_once() {
    let model = Model::at("list=nothing,race-claim,&mode=dance", "");
    assert_eq!(model.open.name.to_string(), "race-claim");
    assert_eq!(&*model.ignored, ["list=nothing,", "mode=dance"]);
    assert_eq!(model.presentation.mode, Mode::Explore);
    let none = Model::at("list=nothing", "");
    assert!(none.at_start());
    assert_eq!(told(&none), ["No scenario is called “nothing”."]);
    let long = vec!["race-loose"; 20_000].join(",");
    assert_eq!(Model::at(&format!("list={long}"), "").presentation.list.len(), 100);
}

/// What the page tells of the address.
fn told(model: &Model) -> Vec<String> {
    model.notice.as_ref().map_or_else(Vec::new, |notice| notice.details.clone())
}

#[test]
fn what_a_list_names_in_vain_is_said_on_the_page_with_the_nearest_name() {
    let model = Model::at("mode=present&list=race-lose,race-claim", "");
    assert_eq!(model.open.name.to_string(), "race-claim");
    let near = "No scenario is called “race-lose”. The nearest name is race-loose.";
    assert_eq!(told(&model), [near]);
    // Beside what is wrong with the moment itself.
    let both = Model::at("list=race-lose,race-claim", "scenario=race-claim&step=99");
    assert!(both.notice.is_some() && told(&both).len() == 2 && told(&both)[1] == near, "{:?}", both.notice);
    assert_eq!(told(&Model::at(LIST, "")), Vec::<String>::new());
    // Of a list of anything else the first few are told.
    let names: Vec<String> = (0..500).map(|number| format!("lesson-{number}")).collect();
    assert_eq!(told(&Model::at(&format!("list={}", names.join(",")), "")).len(), 6);
}

#[test]
fn the_whole_list_is_fetched_before_it_is_needed() {
    let mut model = Model::with(Packs::default(), LIST, "");
    let mut fetched = Vec::new();
    while let Some(entry) = model.wanted() {
        fetched.push(entry.name);
        let bytes: Arc<[u8]> = entry.carried.into();
        model = update(&model, Msg::ScenarioFetched(entry.name.into(), bytes)).unwrap();
    }
    assert_eq!(fetched, ["race-loose", "race-claim", "killed-before-ack"]);
    // One that is not here yet comes at the moment that was asked for.
    let mut late = Model::with(Packs::default(), LIST, "scenario=race-claim");
    let bytes: Arc<[u8]> = catalogue::entry("race-claim").unwrap().carried.into();
    late = update(&late, Msg::ScenarioFetched("race-claim".into(), bytes)).unwrap();
    late = clicked(&late, Direction::Previous).unwrap();
    assert!(matches!(late.open.body, Body::Awaited(_)));
    late = update(
        &late,
        Msg::ScenarioFetched("race-loose".into(), catalogue::entry("race-loose").unwrap().carried.into()),
    )
    .unwrap();
    assert_eq!(place(&late), ("race-loose".to_owned(), 6));
    assert!(Packs::default().with("race-loose", &sealed(b"nothing")).is_none());
}

#[test]
fn the_notes_say_what_comes_next_and_what_the_room_has_not_seen_yet() {
    let notes = Model::at(LIST, "scenario=race-loose&step=4").notes().unwrap();
    assert_eq!(notes.place, "Step 4 of 6 · scenario 1 of 3");
    assert_eq!(notes.ahead.len(), 2, "{:?}", notes.ahead);
    assert_eq!(notes.now, plain("scenario=race-loose&step=4"));
    assert_eq!(notes.ahead[0], plain("scenario=race-loose&step=5"));
    // After the last step the room reads what came of the run.
    assert!(notes.ahead[1].starts_with("Two charges, the key twice. W1 and W2 both looked"), "{:?}", notes.ahead);
    assert_eq!(notes.ahead[1], Model::at(LIST, "scenario=race-loose&step=6").notes().unwrap().now);
    assert!(notes.question.starts_with("How many rows"), "{}", notes.question);
    assert!(notes.answer.contains("ends with 2"), "{}", notes.answer);
    assert!(!notes.takeaway.is_empty());
    assert_eq!(Model::at("", "").notes(), None);
    // With nothing to ask and nothing to take away both are empty, in every scenario that there is.
    for entry in catalogue::entries() {
        let notes = Model::at("mode=present", &format!("scenario={}", entry.name)).notes().unwrap();
        assert!(notes.ahead.len() <= 3 && (notes.question.is_empty() == notes.answer.is_empty()), "{}", entry.name);
    }
}

/// What the room reads at a moment.
fn plain(hash: &str) -> String {
    let model = Model::at("", hash);
    ran_twice::tell::inline::plain(&ran_twice::tell::sentence::told(model.player().unwrap().moment()).sentence)
}

#[cfg(feature = "page")]
#[test]
fn a_code_holds_a_thousand_bytes_and_not_one_more() {
    use ran_twice::draw::code::{BYTES_MAX, code};
    let address = |length: usize| format!("https://example.org/#{}", "a".repeat(length - 21));
    for length in [60, 300, BYTES_MAX] {
        let drawn = code(&address(length)).unwrap();
        assert!(drawn.starts_with("<svg") && !drawn.contains('%') && !drawn.contains('$'), "{length}");
    }
    assert_eq!(code(&address(BYTES_MAX + 1)), None);
    // An address is data: nothing of it is markup.
    assert!(!code("https://example.org/#\"><script>").unwrap().contains("script"));
}
