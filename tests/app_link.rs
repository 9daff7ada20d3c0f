//! The address: written short, read back exactly, explained where it is broken.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use ran_twice::app::catalogue;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Model, Theme};
use ran_twice::app::update::update;
use ran_twice::sim::readiness::enabled;

/// The page at a link: the address it then has, and what it says of the link.
#[track_caller]
fn check(link: &str, address: &str, told: &[&str]) {
    let model = Model::at("", link);
    let details = model.notice.as_ref().map_or(Vec::new(), |notice| notice.details.clone());
    assert_eq!((model.hash().as_str(), details), (address, told.iter().map(ToString::to_string).collect()), "{link}");
}

/// The page at the moment is the page that the moment's link opens.
#[track_caller]
fn check_round(model: &Model) {
    let hash = model.hash();
    let opened = Model::at("", &hash);
    let bare = |model: &Model| {
        let mut player = model.player().expect("the scenario plays").clone();
        player.left = None;
        player
    };
    assert_eq!(opened.notice, None, "{hash}");
    assert_eq!((bare(&opened), opened.hash()), (bare(model), hash));
}

#[test]
fn every_moment_of_every_scenario_and_switch_has_a_link_that_leads_back() {
    let mut moments = 0;
    for entry in catalogue::entries() {
        let document = entry.open().expect("every shipped file is without errors");
        for positions in document.combinations() {
            let switches = match document.switches.len() {
                0 => String::new(),
                _ => format!("&switch={}", document.positions_text(&positions)),
            };
            let start = Model::at("", &format!("scenario={}{switches}", entry.name));
            let steps = start.player().expect("the scenario plays").steps();
            for step in 0..=steps {
                let here = update(&start, Msg::Seeked(step)).unwrap_or_else(|| start.clone());
                check_round(&here);
                moments += 1;
                // And one choice off the shown run, for each there is.
                let player = here.player().expect("the scenario plays");
                for action in enabled(player.scenario(), &player.run.states[step]) {
                    let other = update(&here, Msg::ActionChosen(action)).expect("an enabled action can be chosen");
                    check_round(&other);
                    moments += 1;
                }
            }
        }
    }
    assert!(moments > 100, "{moments}");
}

#[test]
fn what_is_as_it_opens_is_left_out() {
    check("scenario=race-claim&v=1&schedule=W1.W2.W1&switch=key:unique&step=0", "scenario=race-claim", &[]);
    check("scenario=race-claim&step=3", "scenario=race-claim&step=end", &[]);
    check("step=0", "scenario=enqueue-twice", &[]);
}

#[test]
fn a_broken_part_is_explained_and_the_nearest_moment_shown() {
    check(
        "scenario=race-lose&step=2",
        "scenario=race-loose&step=2",
        &["No scenario is called “race-lose”. The nearest name is race-loose."],
    );
    check("scenario=race-cl", "scenario=race-claim", &["It was cut off: “race-cl” is the beginning of race-claim."]);
    check("scenario=zebra", "scenario=enqueue-twice", &["No scenario is called “zebra”."]);
    check(
        "scenario=race-loose&switch=kye:unique",
        "scenario=race-loose",
        &["No switch is called “kye”. The nearest name is key."],
    );
    check(
        "scenario=race-loose&switch=key:xyz",
        "scenario=race-loose",
        &["No position of the switch key is called “xyz”. There is plain, unique."],
    );
    check(
        "scenario=race-loose&step=9",
        "scenario=race-loose&step=end",
        &["It names step 9, and this run has 6: you see its end."],
    );
    check(
        "scenario=race-loose&step=two",
        "scenario=race-loose",
        &["“two” is no step: a number is, or “end”, or a mark such as “@refused”."],
    );
}

#[test]
fn a_moment_is_named_by_what_happens_there() {
    check("scenario=race-claim&step=@refused", "scenario=race-claim&step=2", &[]);
    check("scenario=race-loose&step=@effect", "scenario=race-loose&step=3", &[]);
    check("scenario=race-loose&step=%40effect-2", "scenario=race-loose&step=4", &[]);
    // It is the same moment after other steps.
    check(
        "scenario=race-loose&schedule=W1.W1.W2.W1&step=@effect",
        "scenario=race-loose&schedule=W1.W1.W2.W1.W2.W2&step=2",
        &["Its schedule stops after step 4; the rest of the run is in the default order."],
    );
    check(
        "scenario=race-loose&step=@effect-3",
        "scenario=race-loose&step=4",
        &["It names a moment “effect-3”, and this run has 2 of those: you see the last."],
    );
    check(
        "scenario=race-loose&step=@crash",
        "scenario=race-loose",
        &["It names a moment “crash”, and this run has none: you see its start."],
    );
    for wrong in ["@", "@effect-0", "@effect-", "@effects", "@effect-2-2"] {
        let told = format!("“{wrong}” is no step: a number is, or “end”, or a mark such as “@refused”.");
        check(&format!("scenario=race-loose&step={wrong}"), "scenario=race-loose", &[&told]);
    }
}

#[test]
fn every_mark_has_a_name_and_is_a_moment_that_a_reader_jumps_to() {
    use ran_twice::app::player::Mark;
    let mut found = Vec::new();
    for entry in catalogue::entries() {
        let model = Model::at("", &format!("scenario={}&step=end", entry.name));
        let player = model.player().expect("it plays");
        let mut marked: Vec<usize> = Mark::ALL.iter().flat_map(|mark| player.marked(*mark)).collect();
        marked.sort_unstable();
        assert_eq!(marked, player.marks(), "{}", entry.name);
        found.extend(Mark::ALL.iter().filter(|mark| !player.marked(**mark).is_empty()).map(|mark| mark.name()));
    }
    for mark in Mark::ALL {
        assert!(found.contains(&mark.name()), "{} is in no shipped run", mark.name());
    }
}

#[test]
fn a_schedule_that_breaks_off_is_followed_as_far_as_it_goes() {
    check(
        "scenario=race-claim&schedule=W1.W9.W2&step=2",
        "scenario=race-claim&schedule=W1.W1.W2&step=1",
        &["Step 2 of its schedule names nobody. No process is called “W9”. The nearest name is W1."],
    );
    check(
        "scenario=race-claim&schedule=W1.W1.W1&step=3",
        "scenario=race-claim&schedule=W1.W1.W2&step=2",
        &["Step 3 of its schedule, W1, cannot happen: W1's run has ended."],
    );
    check(
        "scenario=race-claim&schedule=W1.crash-W1&step=2",
        "scenario=race-claim&schedule=W1.W1.W2&step=1",
        &["Step 2 of its schedule, crash W1, cannot happen: the scenario allows no crash of W1."],
    );
    check(
        "scenario=race-loose&schedule=W2.W1&step=2",
        "scenario=race-loose&schedule=W2.W1.W1.W1.W2.W2&step=2",
        &["Its schedule stops after step 2; the rest of the run is in the default order."],
    );
    check(
        "scenario=race-loose&schedule=W2.",
        "scenario=race-loose&schedule=W2.W1.W1.W1.W2.W2",
        &["Its schedule was cut off before step 2."],
    );
}

#[test]
fn a_link_of_a_later_engine_says_so() {
    check(
        "scenario=race-loose&v=2&step=1",
        "scenario=race-loose&step=1",
        &["It was made by version 2 of the engine, and this is version 1: the run may differ."],
    );
}

#[test]
fn a_broken_link_loses_nothing() {
    let model = Model::at("", "scenario=race-loose&step=4");
    let moved = update(&model, Msg::AddressChanged("scenario=zebra".to_owned())).unwrap();
    assert_eq!((moved.hash(), moved.notice.is_some()), (model.hash(), true));
    assert_eq!(update(&model, Msg::AddressChanged(model.hash())), None);
    let read = update(&moved, Msg::NoticeDismissed).unwrap();
    assert_eq!(read, model);
}

#[test]
fn the_query_says_it_where_a_host_strips_the_hash_and_the_hash_wins() {
    let at = |query: &str, hash: &str| Model::at(query, hash).hash();
    assert_eq!(at("embed=1&scenario=race-loose&step=2", ""), "scenario=race-loose&step=2");
    assert_eq!(at("scenario=race-loose&step=2", "step=4"), "scenario=race-loose&step=4");
    assert_eq!(at("scenario=race-loose&step=2", "scenario=race-claim"), "scenario=race-claim");
    assert_eq!(at("scenario=race%2Dloose", ""), "scenario=race-loose");
}

#[test]
fn presentation_is_read_from_the_query_and_unknown_names_are_kept_to_be_reported() {
    let model = Model::at("embed=1&theme=dark&utm=x&theme=purple", "scenario=race-loose&colour=red");
    assert!(model.presentation.embed);
    assert_eq!(model.presentation.theme, Theme::Dark);
    assert_eq!(&*model.ignored, ["utm=x", "theme=purple", "colour=red"]);
    assert_eq!(model.notice, None);
}

#[test]
fn no_address_is_fatal() {
    for hash in ["%", "%zz=%4", "&&&==", "scenario", "scenario=%ff%fe", "schedule=...&step=-1", "switch=:,:&v="] {
        let model = Model::at(hash, hash);
        assert!(model.player().is_some() || model.at_start(), "{hash}");
    }
}
