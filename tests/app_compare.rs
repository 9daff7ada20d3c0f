//! One schedule on two designs: what each step comes to on the other one, who is skipped, where they part.

use ran_twice::app::catalogue;
use ran_twice::app::compare::along;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Body, Model};
use ran_twice::app::player::Player;
use ran_twice::app::update::update;
use ran_twice::check::load;
use ran_twice::lang::scenario::{ProcessId, Scenario};
use ran_twice::sim::action::Action;
use ran_twice::sim::readiness::{enabled, readiness};
use ran_twice::sim::step::apply;
use ran_twice::tell::compare::{Compared, Side};
use ran_twice::tell::inline::{Inline, plain};

#[track_caller]
fn at(hash: &str) -> Model {
    let model = Model::at("", hash);
    assert_eq!(model.notice, None, "{hash}");
    model
}

fn beside(model: &Model) -> Option<Compared> {
    ran_twice::app::compare::compared(model.player().expect("it plays"))
}

#[track_caller]
fn compared(hash: &str) -> Compared {
    beside(&at(hash)).expect("a design stands beside it")
}

/// What a side said at each step, from the start on.
fn said(hash: &str, side: usize) -> Vec<String> {
    let steps = at(hash).player().expect("it plays").steps();
    (0..=steps)
        .map(|step| {
            compared(&format!("{hash}&step={step}")).sides[side]
                .lines
                .last()
                .map_or_else(String::new, |line| plain(line))
        })
        .collect()
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

/// What each side is called and how it ends, as `label: end`.
fn ends(compared: &Compared) -> [String; 2] {
    compared.sides.each_ref().map(|side| format!("{}: {}", side.label, plain(&side.end)))
}

/// What a side says, without the colours of the names.
fn lines(side: &Side) -> Vec<String> {
    side.lines.iter().map(|line| plain(line)).collect()
}

const RACE: &str = "scenario=race-loose&with=key:unique";

// On look first: W1 looks, W2 looks, W1 charges, W2 charges, W1 inserts, W2 inserts. On claim first W2 is refused at its
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
        "Up to step 1 both let everybody go on alike. At step 2 they part. On look first: W2 looked for charge-77 in \
         keys_plain and found no row. On claim first: W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: \
         keys_unique.key."
    );
    assert_eq!(ends(&end), ["look first: Two charges, the key twice", "claim first: One charge"]);
    assert_eq!(lines(&end.sides[1]), said(RACE, 1)[4..], "who was skipped so far, and what happened last");
    assert_eq!(lines(&end.sides[0]), ["W2 wrote the key into keys_plain: charge-77."]);
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
    assert_eq!(ends(&four), ["look first: ", "claim first: "]);
}

#[test]
fn what_the_shown_schedule_does_not_reach_on_the_other_design_is_said() {
    // The claim is over after three steps; three steps of check, then write have charged once and could go on.
    let end = compared("scenario=race-claim&with=key:plain&step=end");
    assert_eq!(
        ends(&end),
        ["claim first: One charge", "look first: The schedule ends here, though W1 and W2 could go on."],
        "nothing is added to the schedule"
    );
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
        ends(&end),
        ["key after the charge: Two charges, one key", "key before the charge: Zero charges, one key"]
    );
    assert!(
        plain(&end.difference).contains(" At step 3 they part. On key after the charge: W2 performed the charge for charge-77. On key before the charge: W2 was refused")
    );
    let back = compared("scenario=crash-after-key&with=key_goes:after&step=end");
    assert_eq!(ends(&back)[1], "key after the charge: The schedule ends here, though W2 could go on.");
}

#[test]
fn every_other_position_of_every_switch_is_offered() {
    let text = "title \"Two switches\"\nswitch key = none or plain \"plain key\" or unique \"unique key\"\nswitch order = first or last\n\
        effect charges (id serial)\njob a\nhandler h { do charges () }\nworker W1 runs h on job 1";
    let player = Player::open(load::open(text).expect("it is a scenario").into(), vec![1, 0]);
    let mut model = at("");
    let others = |model: &Model| -> Vec<(String, bool)> {
        let screen = ran_twice::app::screen::screen(model).expect("it plays");
        screen.others.into_iter().map(|view| (view.label.to_string(), view.open)).collect()
    };
    model.open.body = Body::Player(player);
    let [none, unique, last] = ["none", "unique key", "last"].map(str::to_owned);
    assert_eq!(others(&model), [(none.clone(), false), (unique.clone(), false), (last.clone(), false)]);
    let beside_last = update(&model, Msg::DesignCompared(Some((1, 1)))).expect("it stands beside");
    assert_eq!(others(&beside_last), [(none, false), (unique, false), (last, true)]);
    assert_eq!(beside(&beside_last).expect("it stands beside").sides.map(|side| side.label), ["first", "last"]);
}

/// Where two handlers part that one worker runs, of a table whose key is not looked at.
#[track_caller]
fn check_difference(one: &str, other: &str, expected: &str) {
    let text = format!(
        "title \"Two\"\nswitch way = one \"one way\" or other \"other way\"\ntable keys (key unique, until)\neffect charges (id serial, key)\njob a\n\
         handler first {{\n{one}\n}}\nhandler second {{\n{other}\n}}\n\
         when way is one {{ worker W1 runs first on job 1 }} else {{ worker W1 runs second on job 1 }}\n"
    );
    let document = load::open(&text).expect("it is a scenario");
    let mut player = Player::open(document.into(), vec![0]);
    player.with = Some((0, 1));
    let mut model = at("");
    model.open.body = Body::Player(player);
    assert_eq!(plain(&beside(&model).expect("a design stands beside it").difference), expected);
}

#[test]
fn where_neither_stops_anybody_the_first_other_deed_is_named() {
    let insert = "insert keys (key: job.key, until: now + 1s)";
    let charge = "do charges (key: job.key)";
    check_difference(
        &format!("{insert}\n{charge}"),
        &format!("{insert}\nread keys where key = job.key as seen"),
        "Neither stops anybody whom the other lets go on. At step 2 they part. On one way: W1 performed charges for a. On other \
         way: W1 looked for a in keys and found a row.",
    );
    check_difference(insert, insert, "Every step of this schedule goes the same way on both.");
    // Who has ended takes no step more: that stops as a refusal does.
    check_difference(
        &format!("{insert}\n{charge}"),
        insert,
        "Up to step 1 both let everybody go on alike. At step 2 they part. On one way: W1 performed charges for a. On other \
         way: Step 2: W1 is skipped, W1's run has ended.",
    );
}

#[test]
fn a_design_is_chosen_closed_and_gone_over_to() {
    let model = at("scenario=race-loose&step=2");
    let open = update(&model, Msg::DesignCompared(Some((0, 1)))).expect("it opens");
    assert_eq!(open.hash(), "scenario=race-loose&with=key:unique&step=2");
    let closed = update(&open, Msg::DesignCompared(None)).expect("it closes");
    assert_eq!(closed.hash(), "scenario=race-loose&step=2");
    assert_eq!(update(&closed, Msg::DesignCompared(None)), None);
    let on = update(&open, Msg::Advanced).expect("it steps");
    assert_eq!(on.hash(), "scenario=race-loose&with=key:unique&step=3", "it stays beside the run");
    let over = update(&on, Msg::SwitchFlipped { switch: 0, position: 1 }).expect("it goes over");
    assert_eq!(over.hash(), "scenario=race-loose&switch=key:unique&step=end", "no design stands beside itself");
    for nothing in [(0, 1), (0, 2), (3, 1)] {
        assert_eq!(update(&over, Msg::DesignCompared(Some(nothing))), None, "{nothing:?}");
    }
}

#[test]
fn a_broken_with_is_explained() {
    for (hash, told) in [
        ("with=key:uniqe", "No position of the switch key is called “uniqe”. The nearest name is unique."),
        ("with=kye:unique", "No switch is called “kye”. The nearest name is key."),
        ("with=key:plain", "It puts a design beside itself: there is nothing to compare."),
        ("with=key:unique,key:unique", "Only one switch can stand elsewhere in the design beside it."),
        ("with=key", "“key” names a switch without its position."),
    ] {
        let model = Model::at("", &format!("scenario=race-loose&{hash}&step=2"));
        let details = model.notice.as_ref().map(|notice| notice.details.clone()).unwrap_or_default();
        let shown = if hash.contains(',') { "&with=key:unique" } else { "" };
        assert_eq!((details, model.hash()), (vec![told.to_owned()], format!("scenario=race-loose{shown}&step=2")));
    }
    let from_query = Model::at("scenario=race-loose&with=key:unique", "");
    assert_eq!((from_query.hash(), from_query.ignored.len()), ("scenario=race-loose&with=key:unique".to_owned(), 0));
}

#[test]
fn in_another_size_both_designs_have_it() {
    let hash = "scenario=race-loose&workers=3&faults=crash:1&with=key:unique";
    let model = at(&format!("{hash}&schedule=W1.W2.W3.crash-W3.W1.W2.W1.W2&step=end"));
    let compared = beside(&model).expect("a design stands beside it");
    assert_eq!(lines(&compared.sides[1])[0], "Step 4: W3 is skipped, W3's run has ended.");
    assert_eq!(model.hash(), format!("{hash}&schedule=W1.W2.W3.crash-W3.W1.W2.W1.W2&step=end"));
}

// Every moment of every shipped scenario on every other design, and one choice off it: what is skipped could not happen
// when its turn came, what is not could, and nothing is added.
#[test]
fn each_step_is_taken_on_the_other_design_or_could_not_be() {
    let mut pairs = 0;
    for entry in catalogue::entries() {
        let document = entry.open().expect("every shipped file is without errors");
        for positions in document.combinations() {
            let player = Player::open(document.clone(), positions.clone());
            for at in 0..=player.steps() {
                let here = player.at(at);
                let mut moments = vec![here.clone()];
                let state = &here.run.states[at];
                moments.extend(enabled(here.scenario(), state).into_iter().filter_map(|action| here.choosing(action)));
                for mut beside in moments {
                    beside.with = positions.first().map(|position| (0, usize::from(*position == 0)));
                    if beside.with.is_some() {
                        check_pair(&beside);
                        pairs += 1;
                    }
                }
            }
        }
    }
    assert!(pairs > 50, "{pairs}");
}

#[track_caller]
fn check_pair(player: &Player) {
    let other = player.other().expect("a design stands beside it");
    let (there, skipped) = along(player.scenario(), &player.run, &other);
    assert_eq!((there.len(), skipped.len()), (player.steps(), player.steps()), "nothing is added");
    for (step, action) in player.run.actions().enumerate() {
        let [before, after] = [&there.states[step], &there.states[step + 1]];
        let Some(action) = of_the_same_name(player.scenario(), &other, action) else {
            assert!(before == after && skipped[step].starts_with("there is no "), "{}", skipped[step]);
            continue;
        };
        match readiness(&other, before, action) {
            Ok(()) => {
                let taken = apply(&other, before, action).expect("it is ready");
                assert_eq!((&taken.state, &*skipped[step]), (after, ""));
                assert_eq!(taken.events, there.transitions[step].events);
            }
            Err(blocked) => {
                assert_eq!((before, blocked.reason(&other).to_string()), (after, skipped[step].clone()));
                assert!(there.transitions[step].events.is_empty());
            }
        }
    }
    let mut model = at("");
    model.open.body = Body::Player(player.clone());
    let compared = beside(&model).expect("a design stands beside it");
    let difference = plain(&compared.difference);
    let alike = difference == "Every step of this schedule goes the same way on both.";
    assert!(alike || difference.contains(" they part. On "), "{difference}");
    assert!(!alike || skipped.iter().all(|reason| reason.is_empty()), "{skipped:?}");
    // A worker is a worker wherever it is named: none of its names is left in plain words.
    let sentences = compared.sides.iter().flat_map(|side| side.lines.iter().chain([&side.end]));
    for piece in sentences.chain([&compared.difference]).flatten() {
        if let Inline::Plain(words) = piece {
            // `W2-1` is the name of a run, and a value.
            let apart = |letter: char| !letter.is_alphanumeric() && letter != '-';
            let named = words.split(apart).find(|word| ["W1", "W2"].contains(word));
            assert_eq!(named, None, "{words}");
        }
    }
}

/// The action there: a sweeper may stand on one design only, before others.
fn of_the_same_name(here: &Scenario, there: &Scenario, action: Action) -> Option<Action> {
    let same = |process: ProcessId| there.process_named(&here.process(process).name);
    Some(match action {
        Action::Step(process) => Action::Step(same(process)?),
        Action::Strike(fault, process) => Action::Strike(fault, same(process)?),
        Action::LeaseEnds(_) | Action::StrikeJob(..) => action,
    })
}
