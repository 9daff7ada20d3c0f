//! What the page does when something happens.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use ran_twice::app::catalogue;
use ran_twice::app::list::list;
use ran_twice::app::message::{Direction, Msg};
use ran_twice::app::model::{Body, Model, Speed};
use ran_twice::app::playback::{pause_ms, sentence_ms};
use ran_twice::app::player::{Chosen, Player};
use ran_twice::app::screen::screen;
use ran_twice::app::update::update;
use ran_twice::check::outcome::Sign;
use ran_twice::sim::action::Action;
use ran_twice::tell::inline::words_of;
use ran_twice::tell::question::Guess;

/// The page at a link, after these messages; a message that changes nothing is a mistake of the test.
#[track_caller]
fn after(hash: &str, messages: impl IntoIterator<Item = Msg>) -> Model {
    let mut model = Model::at("", hash);
    assert_eq!(model.notice, None, "{hash}");
    for message in messages {
        let text = format!("{message:?}");
        model = update(&model, message).unwrap_or_else(|| panic!("{text} changes nothing at {}", model.hash()));
    }
    model
}

#[track_caller]
fn player(model: &Model) -> &Player {
    model.player().expect("the scenario has no errors")
}

/// The run's actions as a schedule writes them.
#[track_caller]
fn schedule(model: &Model) -> String {
    let player = player(model);
    let words: Vec<String> = player.run.actions().map(|action| action.text(player.scenario())).collect();
    words.join(" ")
}

#[track_caller]
fn step(model: &Model, name: &str) -> Action {
    Action::Step(player(model).scenario().process_named(name).expect("the process is there"))
}

/// The address after these messages is the whole result: it names scenario, switches, schedule and step.
#[track_caller]
fn check(hash: &str, messages: impl IntoIterator<Item = Msg>, expected: &str) {
    assert_eq!(after(hash, messages).hash(), expected);
}

#[test]
fn names_are_unique_over_all_chapters_and_every_file_opens() {
    let mut names: Vec<&str> = catalogue::entries().map(|entry| entry.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for entry in catalogue::entries() {
        let document = entry.open().unwrap_or_else(|errors| panic!("{}: {errors:?}", entry.name));
        assert_eq!(&*document.title, entry.title, "the title read cheaply is the title");
    }
}

#[test]
fn a_scenario_opens_before_its_first_step_on_the_schedule_it_names() {
    assert_eq!(schedule(&Model::at("", "scenario=race-claim")), "W1 W2 W1");
    assert_eq!(schedule(&Model::at("", "scenario=race-loose")), "W1 W2 W1 W2 W1 W2");
    assert_eq!(player(&Model::at("", "scenario=race-loose")).playhead, 0);
}

#[test]
fn going_back_undoes_a_step_exactly() {
    let start = Model::at("", "scenario=race-loose");
    let there = update(&start, Msg::Advanced).unwrap();
    // But for the count, which a reader who has stepped has seen.
    let back = update(&there, Msg::WentBack).unwrap();
    assert_eq!(Model { counting: start.counting.clone(), ..back }, start);
    assert_eq!(update(&start, Msg::WentBack), None);
    assert_eq!(update(&start, Msg::Restarted), None);
}

#[test]
fn the_reader_moves_through_the_run() {
    check("scenario=race-loose", [Msg::Advanced, Msg::Advanced], "scenario=race-loose&step=2");
    check("scenario=race-loose", [Msg::WentToEnd], "scenario=race-loose&step=end");
    check("scenario=race-loose", [Msg::Seeked(99)], "scenario=race-loose&step=end");
    check("scenario=race-loose&step=4", [Msg::Restarted], "scenario=race-loose");
    assert_eq!(update(&Model::at("", "scenario=race-loose&step=end"), Msg::Advanced), None);
}

#[test]
fn marks_are_conflicts_crashes_and_effects() {
    let marks = |hash: &str| player(&Model::at("", hash)).marks();
    assert_eq!(marks("scenario=race-claim"), [2, 3]);
    assert_eq!(marks("scenario=crash-after-key"), [2, 3]);
    let sought = |direction| Msg::MarkSought(direction);
    check("scenario=race-claim", [sought(Direction::Next)], "scenario=race-claim&step=2");
    check("scenario=race-claim&step=end", [sought(Direction::Previous)], "scenario=race-claim&step=2");
}

#[test]
fn letting_another_process_go_first_keeps_what_was_taken_and_the_rest_of_the_plan() {
    let model = after("scenario=race-loose&step=2", []);
    let chosen = update(&model, Msg::ActionChosen(step(&model, "W2"))).unwrap();
    assert_eq!((schedule(&chosen), player(&chosen).playhead), ("W1 W2 W2 W1 W1 W2".to_owned(), 3));
    assert_eq!(chosen.hash(), "scenario=race-loose&schedule=W1.W2.W2.W1.W1.W2&step=3");
    let restored = update(&chosen, Msg::BranchRestored).unwrap();
    assert_eq!(restored.hash(), model.hash());
}

#[test]
fn choosing_what_the_run_does_anyway_is_a_step() {
    let model = after("scenario=race-loose", []);
    assert_eq!(update(&model, Msg::ActionChosen(step(&model, "W1"))), update(&model, Msg::Advanced));
}

#[test]
fn who_goes_on_instead_of_dying_does_not_die_after_it() {
    let model = after("scenario=crash-after-key&step=1", []);
    let chosen = update(&model, Msg::ActionChosen(step(&model, "W1"))).unwrap();
    assert_eq!(schedule(&chosen), "W1 W1 W2");
    assert_eq!(player(&chosen).sign(), Some(Sign::Once));
}

#[test]
fn an_action_that_cannot_happen_changes_nothing() {
    let model = after("scenario=race-claim&step=end", []);
    assert_eq!(update(&model, Msg::ActionChosen(step(&model, "W2"))), None);
}

#[test]
fn a_switch_replays_the_same_actions_on_the_other_design() {
    let flip = |position| Msg::SwitchFlipped { switch: 0, position };
    let model = after("scenario=race-loose&step=2", [flip(1)]);
    assert_eq!(
        (schedule(&model), model.hash()),
        ("W1 W2 W1".to_owned(), "scenario=race-loose&switch=key:unique&step=2".to_owned())
    );
    check("scenario=race-loose&step=2", [flip(1), flip(0)], "scenario=race-loose&step=2");
    check("scenario=race-loose&step=end", [flip(1)], "scenario=race-loose&switch=key:unique&step=end");
    assert_eq!(update(&Model::at("", "scenario=race-loose"), flip(0)), None);
}

#[test]
fn a_schedule_of_the_file_can_be_chosen() {
    let model = after("scenario=race-claim&step=2", [Msg::ScheduleChosen(Some(0))]);
    assert_eq!(
        (schedule(&model), player(&model).schedule, player(&model).playhead),
        ("W1 W1 W2".to_owned(), Chosen::Named(0), 0)
    );
}

#[test]
fn play_takes_its_first_step_at_once_and_stops_at_the_end() {
    let model = after("scenario=race-claim", [Msg::PlayToggled]);
    assert!(model.playing && player(&model).playhead == 1);
    let model = update(&model, Msg::Ticked).unwrap();
    let model = update(&model, Msg::Ticked).unwrap();
    assert!(!model.playing && player(&model).at_end());
    assert_eq!(update(&model, Msg::Ticked), None);
    let again = update(&model, Msg::PlayToggled).unwrap();
    assert!(again.playing && player(&again).playhead == 0);
}

#[test]
fn whoever_moves_or_leaves_pauses() {
    for message in [Msg::Advanced, Msg::WentBack, Msg::PageHidden, Msg::PlayToggled] {
        let model = after("scenario=race-loose", [Msg::PlayToggled, message]);
        assert!(!model.playing);
    }
}

#[test]
fn a_step_stays_by_its_words_within_bounds_divided_by_the_speed() {
    let playing = after("scenario=race-loose", [Msg::PlayToggled]);
    // "W1 looked for charge-77 in keys_plain and found no row." has ten words.
    assert_eq!(pause_ms(&playing), Some(2_500));
    let fast = update(&playing, Msg::SpeedChosen(Speed::Four)).unwrap();
    assert_eq!(pause_ms(&fast), Some(625));
    assert_eq!(pause_ms(&Model::at("", "")), None);
    assert_eq!(sentence_ms(&words_of("one"), Speed::One), 1_200);
    assert_eq!(sentence_ms(&words_of(&"word ".repeat(50)), Speed::Half), 10_000);
}

#[test]
fn a_guess_can_be_changed_until_it_is_answered() {
    let model = after("scenario=race-loose", [Msg::Guessed(Guess::Count(1)), Msg::Guessed(Guess::Count(2))]);
    let end = update(&model, Msg::WentToEnd).unwrap();
    assert_eq!(update(&end, Msg::Guessed(Guess::Count(0))), None);
    assert_eq!(end.guesses.values().copied().collect::<Vec<_>>(), [Guess::Count(2)]);
}

#[test]
fn an_outcome_shows_once_the_scenario_has_run() {
    let signs = |model: &Model| -> Vec<Option<Sign>> {
        let guide =
            list(model).chapters.into_iter().find(|chapter| chapter.folder == "guide").expect("the guide is there");
        guide.entries.into_iter().map(|entry| entry.sign).collect()
    };
    let model = after("scenario=race-loose", []);
    assert_eq!(signs(&model), [None; 7]);
    let ended = update(&model, Msg::WentToEnd).unwrap();
    assert_eq!(signs(&ended)[2], Some(Sign::Repeated(2)));
    let revealed = update(&model, Msg::EndingsRevealed).unwrap();
    let (once, twice) = (Some(Sign::Once), Some(Sign::Repeated(2)));
    assert_eq!(signs(&revealed), [None, once, twice, once, twice, Some(Sign::Never), twice]);
}

#[test]
fn the_whole_screen_is_computed_at_every_step_of_every_scenario() {
    for entry in catalogue::entries() {
        let mut model = Model::at("", &format!("scenario={}", entry.name));
        assert!(matches!(model.open.body, Body::Player(_)), "{}", entry.name);
        loop {
            let screen = screen(&model).expect("the scenario plays");
            assert_eq!(screen.ending.is_some(), player(&model).at_end());
            match update(&model, Msg::Advanced) {
                Some(next) => model = next,
                None => break,
            }
        }
    }
}
