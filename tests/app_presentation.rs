//! How the page is shown: every key of the query is on a list or clamped, and one that is not is reported and never fatal.

use ran_twice::app::host::{Command, is_handed_on, obey};
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Model, Speed, Theme};
use ran_twice::app::presentation::{Controls, Keys, Mode, Obeys, Panel, Presentation};
use ran_twice::app::screen::screen;
use ran_twice::app::update::{reader_may, update};
use ran_twice::tell::transport::Does;

/// The page at this query, and what of it means nothing.
#[track_caller]
fn check(query: &str, expected: Presentation, ignored: &[&str]) {
    let model = Model::at(query, "scenario=race-loose");
    let known: Vec<&str> = model.ignored.iter().map(String::as_str).collect();
    assert_eq!((&model.presentation, known.as_slice()), (&expected, ignored), "{query}");
    assert_eq!((model.notice, model.speed), (None, expected.speed), "{query}");
}

fn plain() -> Presentation {
    Presentation::default()
}

#[test]
fn every_key_has_its_values_and_the_first_is_the_default() {
    check("", plain(), &[]);
    check(
        "embed=0&mode=explore&theme=auto&view=all&controls=full&speed=1&autoplay=0&keys=focus&load=eager&api=1",
        plain(),
        &[],
    );
    check("embed", Presentation { embed: true, ..plain() }, &[]);
    check("mode=present&theme=contrast", Presentation { mode: Mode::Present, theme: Theme::Contrast, ..plain() }, &[]);
    check("mode=read&controls=min", Presentation { mode: Mode::Read, controls: Controls::Min, ..plain() }, &[]);
    check("controls=none&keys=off", Presentation { controls: Controls::None, keys: Keys::Off, ..plain() }, &[]);
    check("keys=page&autoplay=1&load=click", Presentation { keys: Keys::Page, autoplay: true, ..plain() }, &[]);
    let view = [Panel::Said, Panel::Schedule, Panel::Handler, Panel::Tables, Panel::Every, Panel::Deliveries];
    check("view=said,schedule,handler,tables,every,deliveries", Presentation { view: view.into(), ..plain() }, &[]);
}

#[test]
fn a_value_that_is_on_no_list_leaves_the_default_and_is_reported() {
    check(
        "embed=2&mode=x&theme=&view=&controls=most&speed=fast&autoplay=yes&keys=all&load=never",
        plain(),
        &[
            "embed=2",
            "mode=x",
            "theme=",
            "view=",
            "controls=most",
            "speed=fast",
            "autoplay=yes",
            "keys=all",
            "load=never",
        ],
    );
    // What is known of a list is shown, each panel once.
    let view = [Panel::Tables, Panel::Said];
    check("view=tables,nothing,said,tables", Presentation { view: view.into(), ..plain() }, &["view=nothing"]);
    check("view=fnord", plain(), &["view=fnord"]);
}

#[test]
fn a_speed_is_clamped() {
    let speeds = [
        ("0", Speed::Half),
        ("0.5", Speed::Half),
        ("0.75", Speed::Half),
        ("1.5", Speed::One),
        ("2", Speed::Two),
        ("3", Speed::Two),
        ("4", Speed::Four),
        ("004", Speed::Four),
        ("99999", Speed::Four),
    ];
    for (text, speed) in speeds {
        check(&format!("speed={text}"), Presentation { speed, ..plain() }, &[]);
    }
    for text in ["-1", "1e3", "½", "1.", ".5", "9999999999"] {
        check(&format!("speed={text}"), plain(), &[&*format!("speed={text}")]);
    }
}

#[test]
fn a_lock_that_is_none_locks_to_nobody() {
    let origin = |origin: &str| Presentation { obeys: Obeys::Origin(origin.into()), ..plain() };
    let nobody = || Presentation { obeys: Obeys::Nobody, ..plain() };
    check("origin=https%3A%2F%2Fdocs.example", origin("https://docs.example"), &[]);
    check("origin=https://docs.example:8443&api=1", origin("https://docs.example:8443"), &[]);
    check("origin=http://localhost:3000", origin("http://localhost:3000"), &[]);
    check("origin=http://127.0.0.1", origin("http://127.0.0.1"), &[]);
    check("api=0", nobody(), &[]);
    check("api=0&origin=https://docs.example", nobody(), &[]);
    check("origin=https://docs.example&api=0", nobody(), &[]);
    check("origin=https://docs.example&origin=https://other.example", nobody(), &[]);
    check("api=no", nobody(), &["api=no"]);
    for wrong in [
        "*",
        "null",
        "",
        "https://",
        "https://a.example/",
        "https://a.example:",
        "https://a.example:0443",
        "https://A.example",
        "https://user@a.example",
        "http://a.example",
        "http://localhost.example",
        "javascript:x",
    ] {
        check(&format!("origin={wrong}"), nobody(), &[&*format!("origin={wrong}")]);
    }
}

/// What steps the run that is there, and what would do more.
#[test]
fn who_reads_steps_the_run_that_is_there_and_does_nothing_else() {
    let model = Model::at("mode=read", "scenario=race-loose");
    let on = update(&model, Msg::Advanced).expect("it is stepped");
    assert_eq!(on.hash(), "scenario=race-loose&step=1");
    let next = on.player().expect("it plays").run.transitions[1].action;
    assert_eq!(update(&on, Msg::ActionChosen(next)).expect("the next step").hash(), "scenario=race-loose&step=2");
    let other = on.player().map(|player| ran_twice::sim::readiness::enabled(player.scenario(), &player.run.states[1]));
    let other = other.and_then(|enabled| enabled.into_iter().find(|action| *action != next)).expect("there is one");
    for message in [
        Msg::PlayToggled,
        Msg::ActionChosen(other),
        Msg::SwitchFlipped { switch: 0, position: 1 },
        Msg::StepMoved { from: 0, to: 2 },
        Msg::ScenarioChosen("race-claim".into()),
        Msg::WorkersChosen(4),
        Msg::StartWanted,
    ] {
        let text = format!("{message:?}");
        assert_eq!(update(&on, message), None, "{text}");
    }
    let end = update(&on, Msg::WentToEnd).expect("it is stepped");
    let screen = screen(&end).expect("it plays");
    assert_eq!((screen.transport.main.does, screen.around), (Does::Restart, [None, None]));
}

/// The panels of the player stand in it up to the last of them, with what is named between; the others stand under it.
#[test]
fn panels_are_split_behind_the_last_of_the_players_own() {
    let split = |value: &str| {
        let mut presentation = plain();
        assert!(presentation.read("view", value), "{value}");
        let (inside, under) = presentation.split();
        (inside.to_vec(), under.to_vec())
    };
    use Panel::{Deliveries, Every, Handler, Said};
    assert_eq!(split("every,handler,said,deliveries"), (vec![Every, Handler, Said], vec![Deliveries]));
    assert_eq!(split("handler,every,said"), (vec![Handler, Every, Said], vec![]));
    assert_eq!(split("deliveries,every"), (vec![], vec![Deliveries, Every]));
    assert_eq!(split("all"), (vec![], vec![]));
}

/// What a reader may do with fewer controls, and that a message does it all the same.
#[test]
fn with_fewer_controls_a_reader_steps_and_without_them_does_nothing() {
    let may = |controls: &str, message: &Msg| reader_may(&Model::at(controls, "scenario=race-loose&step=1"), message);
    let other = Msg::ScheduleChosen(None);
    let pressed = [Msg::Advanced, Msg::WentBack, Msg::Restarted, Msg::WentToEnd, Msg::Seeked(3)];
    for message in &pressed {
        let allowed = ["", "controls=min", "controls=none"].map(|controls| may(controls, message));
        assert_eq!(allowed, [true, true, false], "{message:?}");
    }
    for message in [Msg::PlayToggled, other, Msg::SwitchFlipped { switch: 0, position: 1 }, Msg::WorkersChosen(3)] {
        let allowed = ["", "controls=min", "controls=none"].map(|controls| may(controls, &message));
        assert_eq!(allowed, [true, false, false], "{message:?}");
    }
    for message in [Msg::Ticked, Msg::AddressChanged(String::new()), Msg::PageHidden] {
        assert!(may("controls=none", &message), "{message:?}");
    }
    let silent = Model::at("controls=none", "scenario=race-loose&step=1");
    assert_eq!(obey(&silent, &Command::Next), Ok(Some(Msg::Advanced)));
    for key in ["ArrowRight", "PageDown", "ArrowLeft", "PageUp"] {
        assert!(is_handed_on(&silent, key), "{key} is the page's around it");
        assert!(!is_handed_on(&Model::at("controls=min", "scenario=race-loose&step=1"), key), "{key}");
    }
    assert!(!is_handed_on(&silent, " "));
}

/// What is public is in the reference, word for word.
#[test]
fn every_key_value_message_attribute_and_event_is_documented() {
    let reference = include_str!("../docs/embedding.md");
    let element = include_str!("../static/ran-twice.js");
    let words = "embed mode theme view controls speed autoplay keys load api origin explore present read auto light dark \
                 contrast all handler tables said schedule every deliveries full min none focus page off eager click \
                 scenario switch schedule workers faults with step v text label ready steps playing hash hello play pause next back \
                 seek load set get resize ended error key reply id ok reason outcome ran-twice-ready ran-twice-step \
                 ran-twice-ended ran-twice-error data-theme data-bs-theme data-md-color-scheme slide:start slide:stop";
    // As code, alone or in a list.
    let code: Vec<&str> = reference.split('`').skip(1).step_by(2).collect();
    let named =
        |word: &str| code.iter().any(|code| code.split([' ', ',', '{', '}', '(', ')', '=']).any(|part| part == word));
    for word in words.split_whitespace() {
        assert!(named(word), "{word}");
    }
    // What the element takes as an attribute is what the page reads.
    let model = Model::at("", "");
    for key in ["scenario", "switch", "schedule", "workers", "faults", "with", "v", "step", "text"] {
        assert!(element.contains(&format!("\"{key}\"")), "{key}");
    }
    for (key, value) in [
        ("mode", "explore"),
        ("theme", "auto"),
        ("view", "all"),
        ("controls", "full"),
        ("speed", "1"),
        ("keys", "focus"),
    ] {
        assert!(element.contains(&format!("{key}: \"{value}\"")) && Presentation::can_be_set(key), "{key}");
        let mut presentation = model.presentation.clone();
        assert!(presentation.read(key, value) && presentation == model.presentation, "{value} is the default of {key}");
    }
}
