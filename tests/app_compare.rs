//! One schedule on two designs: what each step comes to on the other one, who is skipped, where they part.

use ran_twice::app::catalogue;
use ran_twice::app::compare::along;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Body, Model};
use ran_twice::app::player::Player;
use ran_twice::app::screen::{Screen, screen};
use ran_twice::app::update::update;
use ran_twice::check::load;
use ran_twice::sim::action::{enabled, readiness};
use ran_twice::tell::compare::{Compared, Side};
use ran_twice::tell::inline::plain;

#[track_caller]
fn at(hash: &str) -> Model {
    let model = Model::at("", hash);
    assert_eq!(model.notice, None, "{hash}");
    model
}

#[track_caller]
fn after(hash: &str, messages: impl IntoIterator<Item = Msg>) -> Model {
    messages.into_iter().fold(at(hash), |model, message| update(&model, message).expect("it changes the page"))
}

#[track_caller]
fn shown(model: &Model) -> Screen {
    screen(model).expect("it plays")
}

#[track_caller]
fn compared(hash: &str) -> Compared {
    shown(&at(hash)).compared.expect("a design stands beside it")
}

/// What a side said at each step, from the start on.
fn said(hash: &str, side: usize) -> Vec<String> {
    let steps = at(hash).player().expect("it plays").steps();
    (0..=steps).map(|step| plain(&compared(&format!("{hash}&step={step}")).sides[side].now)).collect()
}

/// The rows of a side, by table, as `name: cells` with what became of it.
fn rows(side: &Side) -> Vec<String> {
    let mut rows = Vec::new();
    for table in &side.tables {
        for row in table.rows.iter().filter(|_| *table.name != *"jobs") {
            let cells: Vec<&str> = row.cells.iter().map(|cell| &*cell.text).collect();
            let marks: Vec<&str> = row.marks.iter().map(|mark| &*mark.text).collect();
            rows.push(format!("{}: {} [{}]", table.name, cells.join(" "), marks.join("; ")));
        }
    }
    rows
}

fn ends(compared: &Compared) -> Vec<(&str, String)> {
    let end = |side: &'_ Side| side.end.as_ref().map_or(String::new(), |end| end.headline.clone());
    compared.sides.iter().map(|side| (&*side.label, end(side))).collect()
}

const RACE: &str = "scenario=race-loose&with=key:unique";

// On plain key: W1 looks, W2 looks, W1 charges, W2 charges, W1 inserts, W2 inserts. On UNIQUE key W2 is refused at its
// first step and W1 has charged after its second: the last three have nobody left who could take them.
#[test]
fn the_schedule_that_charges_twice_is_refused_on_the_other_design() {
    assert_eq!(
        said(RACE, 1),
        [
            "Nothing has happened yet.",
            "W1 wrote the key into keys_unique: charge-77.",
            "W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key.",
            "W1 performed the charge for charge-77.",
            "Step 4: W2 is skipped, W2's run has ended.",
            "Step 5: W1 is skipped, W1's run has ended.",
            "Step 6: W2 is skipped, W2's run has ended.",
        ]
    );
    let end = compared(&format!("{RACE}&step=end"));
    assert_eq!(
        plain(&end.difference),
        "They part at step 1. On plain key: W1 looked for charge-77 in keys_plain and found no row. On UNIQUE key: W1 wrote \
         the key into keys_unique: charge-77. At step 2 only one of them stops somebody. On UNIQUE key: W2 was refused by \
         UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key."
    );
    assert_eq!(
        ends(&end),
        [("plain key", "Two charges, the key twice".to_owned()), ("UNIQUE key", "One charge".to_owned())]
    );
    assert_eq!(
        end.sides[1].skipped,
        ["Step 4: W2 is skipped, W2's run has ended.", "Step 5: W1 is skipped, W1's run has ended."]
    );
    assert!(end.sides[0].skipped.is_empty());
}

#[test]
fn the_tables_of_both_are_those_of_the_same_step_and_count_its_steps() {
    let two = compared(&format!("{RACE}&step=2"));
    assert_eq!(rows(&two.sides[0]), [""; 0]);
    assert_eq!(
        rows(&two.sides[1]),
        ["keys_unique: charge-77 0 [W1, step 1]", "keys_unique: charge-77 0 [W2 refused, 2067]"]
    );
    // A skipped step touches nothing: no row is of now.
    let four = compared(&format!("{RACE}&step=4"));
    assert!(four.sides[1].tables.iter().flat_map(|table| &table.rows).all(|row| row.hit.is_none()));
    assert_eq!(rows(&four.sides[1])[0], "charges: 1 charge-77 W1 [W1, step 3]");
    assert_eq!(ends(&four), [("plain key", String::new()), ("UNIQUE key", String::new())]);
}

#[test]
fn what_the_shown_schedule_does_not_reach_on_the_other_design_is_said() {
    // The claim is over after three steps; three steps of check, then write have charged once and could go on.
    let end = compared("scenario=race-claim&with=key:plain&step=end");
    assert_eq!(
        ends(&end),
        [("UNIQUE key", "One charge".to_owned()), ("plain key", "Not finished".to_owned())],
        "nothing is added to the schedule"
    );
    let unfinished = end.sides[1].end.as_ref().map(|end| plain(&end.unfinished));
    assert_eq!(unfinished.as_deref(), Some("The schedule ends here, though W1 and W2 could go on."));
}

#[test]
fn a_crash_happens_on_both() {
    let end = compared("scenario=crash-after-charge&with=key_goes:before&step=end");
    assert_eq!(
        said("scenario=crash-after-charge&with=key_goes:before", 1),
        [
            "Nothing has happened yet.",
            "W1 wrote the key into keys_unique: charge-77.",
            "W1 died after the key, before the charge.",
            "W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key.",
            "Step 4: W2 is skipped, W2's run has ended.",
        ]
    );
    assert_eq!(
        ends(&end).into_iter().map(|(_, end)| end).collect::<Vec<_>>(),
        ["Two charges, one key", "Zero charges, one key"]
    );
    assert!(
        plain(&end.difference)
            .contains(" At step 3 only one of them stops somebody. On key before the charge: W2 was refused")
    );
    let back = compared("scenario=crash-after-key&with=key_goes:after&step=end");
    assert_eq!(ends(&back)[1].1, "Not finished");
}

#[test]
fn rows_are_compared_where_both_do_the_same() {
    let text = r#"title "Lease"
switch lease = short "short lease" or long "long lease"
table keys (key unique, until)
job a
handler brief {
  insert keys (key: job.key, until: now + 1s)
}
handler late {
  insert keys (key: job.key, until: now + 9s)
}
when lease is short { worker W1 runs brief on job 1 } else { worker W1 runs late on job 1 }
"#;
    let document = load::open(text).expect("it is a scenario");
    let player = Player::open(document.into(), vec![0]).beside(Some(vec![1]));
    let mut model = at("");
    model.open.body = Body::Player(player);
    let compared = shown(&model).compared.expect("a design stands beside it");
    assert_eq!(
        plain(&compared.difference),
        "They part at step 1. In keys, short lease has (a, 1000), and long lease has (a, 9000)."
    );
}

#[test]
fn a_design_is_chosen_closed_and_gone_over_to() {
    let model = at("scenario=race-loose&step=2");
    let words: Vec<String> = shown(&model).others.into_iter().map(|other| other.words).collect();
    assert_eq!(words, ["Same schedule on UNIQUE key"]);
    let choose = Msg::DesignCompared { switch: 0, position: 1 };
    let open = update(&model, choose.clone()).expect("it opens");
    assert_eq!(open.hash(), "scenario=race-loose&with=key:unique&step=2");
    assert!(shown(&open).others[0].open);
    for closes in [choose, Msg::ComparisonClosed] {
        assert_eq!(update(&open, closes).expect("it closes").hash(), "scenario=race-loose&step=2");
    }
    let on = update(&open, Msg::Advanced).expect("it steps");
    assert_eq!(on.hash(), "scenario=race-loose&with=key:unique&step=3", "it stays beside the run");
    let over = update(&on, Msg::WentOver).expect("it goes over");
    assert_eq!(over.hash(), "scenario=race-loose&switch=key:unique&step=end");
    assert_eq!(update(&over, Msg::ComparisonClosed), None);
    assert_eq!(update(&over, Msg::WentOver), None);
    assert_eq!(update(&over, Msg::DesignCompared { switch: 0, position: 1 }), None, "it is the one on screen");
    assert_eq!(update(&over, Msg::DesignCompared { switch: 3, position: 1 }), None);
    let flipped = after("scenario=race-loose&with=key:unique", [Msg::SwitchFlipped { switch: 0, position: 1 }]);
    assert_eq!(flipped.player().expect("it plays").with, None, "a design is not put beside itself");
}

#[test]
fn a_broken_with_is_explained() {
    for (hash, told) in [
        ("with=key:uniqe", "No position of the switch key is called “uniqe”. The nearest name is unique."),
        ("with=kye:unique", "No switch is called “kye”. The nearest name is key."),
        ("with=key:plain", "It puts a design beside itself: there is nothing to compare."),
        ("with=key", "“key” names a switch without its position."),
    ] {
        let model = Model::at("", &format!("scenario=race-loose&{hash}&step=2"));
        let details = model.notice.as_ref().map(|notice| notice.details.clone()).unwrap_or_default();
        assert_eq!((details.as_slice(), &*model.hash()), ([told.to_owned()].as_slice(), "scenario=race-loose&step=2"));
    }
    let from_query = Model::at("scenario=race-loose&with=key:unique", "");
    assert_eq!((from_query.hash(), from_query.ignored.len()), ("scenario=race-loose&with=key:unique".to_owned(), 0));
}

#[test]
fn in_another_size_both_designs_have_it() {
    let hash = "scenario=race-loose&workers=3&faults=crash:1&with=key:unique";
    let model = at(&format!("{hash}&schedule=W1.W2.W3.crash-W3.W1.W2.W1.W2&step=end"));
    let compared = shown(&model).compared.expect("a design stands beside it");
    assert_eq!(compared.sides[1].skipped[0], "Step 4: W3 is skipped, W3's run has ended.");
    assert_eq!(model.hash(), format!("{hash}&schedule=W1.W2.W3.crash-W3.W1.W2.W1.W2&step=end"));
}

// Every moment of every shipped scenario on every other design, and one choice off it: what is skipped could not happen
// when its turn came, what is not could, and nothing is added.
#[test]
fn each_step_is_taken_on_the_other_design_or_could_not_be() {
    let mut pairs = 0;
    for entry in catalogue::entries() {
        let document = entry.open().as_ref().expect("every shipped file is without errors");
        for positions in document.combinations() {
            let player = Player::open(document.clone(), positions.clone());
            for (at, with) in
                (0..=player.steps()).flat_map(|at| document.combinations().into_iter().map(move |with| (at, with)))
            {
                if with == positions {
                    continue;
                }
                let here = player.at(at);
                let mut moments = vec![here.clone()];
                let state = &here.run.states[at];
                moments.extend(enabled(here.scenario(), state).into_iter().filter_map(|action| here.choosing(action)));
                for moment in moments {
                    check_pair(&moment.beside(Some(with.clone())));
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 50, "{pairs}");
}

#[track_caller]
fn check_pair(player: &Player) {
    let other = player.design(player.with.as_ref().expect("a design stands beside it"));
    let along = along(player.scenario(), &player.run, &other);
    assert_eq!((along.steps.len(), along.paced.len()), (player.steps(), player.steps()));
    let mut taken = 0;
    for (action, step) in player.run.actions().zip(&along.steps) {
        let ready = readiness(&other, &along.run.states[taken], action);
        assert_eq!(
            step.as_ref().ok(),
            ready.is_ok().then_some(&(taken + 1)),
            "ids are the same in the shipped designs"
        );
        taken += usize::from(step.is_ok());
    }
    assert_eq!(taken, along.run.len(), "nothing is added");
    let mut model = at("");
    model.open.body = Body::Player(player.clone());
    let compared = shown(&model).compared.expect("a design stands beside it");
    assert!(plain(&compared.difference).starts_with("They part at step 1."), "{}", plain(&compared.difference));
}
