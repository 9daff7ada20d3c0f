//! A step that is moved makes another schedule, or is told why it stays.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::Arc;

use ran_twice::app::asking::{Answer, Known};
use ran_twice::app::catalogue;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Model, Moved};
use ran_twice::app::player::Player;
use ran_twice::app::update::update;
use ran_twice::check::load::open;
use ran_twice::check::replay::finish;
use ran_twice::check::trace::{Trace, Transition};
use ran_twice::lang::scenario::{Fault, ProcessId};
use ran_twice::sim::action::Action;
use ran_twice::sim::readiness::{Blocked, readiness};
use ran_twice::sim::step::apply;

#[track_caller]
fn player(model: &Model) -> &Player {
    model.player().expect("the scenario has no errors")
}

#[track_caller]
fn schedule(model: &Model) -> String {
    let player = player(model);
    let words: Vec<String> = player.run.actions().map(|action| action.text(player.scenario())).collect();
    words.join(" ")
}

/// What moving a step (both from 1) of this moment makes: the schedule and the place it stands at, or the sentence.
#[track_caller]
fn check(hash: &str, (from, to): (usize, usize), expected: Result<(&str, usize), &str>) {
    let model = Model::at("", hash);
    assert_eq!(model.notice, None, "{hash}");
    let next = update(&model, Msg::StepMoved { from: from - 1, to: to - 1 }).expect("the move is answered");
    assert_eq!(next.moves, 1);
    match expected {
        Ok((expected, stands)) => {
            let moved = next.moved.as_ref().expect("it was moved");
            assert_eq!((schedule(&next).as_str(), moved.stands), (expected, Some(stands - 1)));
            let restored = update(&next, Msg::BranchRestored).expect("the run before is one click away");
            assert_eq!((restored.hash(), restored.moved), (model.hash(), None));
        }
        Err(sentence) => {
            assert_eq!(next.moved, Some(Moved { stands: None, words: sentence.to_owned() }));
            assert_eq!(next.hash(), model.hash());
            assert_eq!(player(&next), player(&model));
        }
    }
}

#[test]
fn a_step_moves_past_steps_of_others_and_what_is_planned_follows() {
    check("scenario=race-loose", (2, 1), Ok(("W2 W1 W1 W2 W1 W2", 1)));
    check("scenario=race-loose", (3, 4), Ok(("W1 W2 W2 W1 W1 W2", 4)));
    check("scenario=race-loose&step=2", (6, 5), Ok(("W1 W2 W1 W2 W2 W1", 5)));
    // Past the end is the end.
    check("scenario=race-loose", (5, 99), Ok(("W1 W2 W1 W2 W2 W1", 6)));
}

#[test]
fn what_can_no_longer_happen_is_skipped_and_the_default_order_completes_the_run() {
    // W1 claims at 1, W2 is refused at 2, W1 charges at 3. Where W2 claims first, it charges in the end, and W1's own
    // charge can no longer happen.
    check("scenario=race-claim", (2, 1), Ok(("W2 W1 W2", 1)));
    // W2 has the key: W1 is refused, so its death cannot happen any more.
    check("scenario=crash-after-key", (3, 1), Ok(("W2 W1 W2", 1)));
    // The purger's delete after W2: the key is still there, W2 is refused, and the delete comes a step earlier than asked.
    check("scenario=key-expires", (5, 7), Ok(("W1 W1 purger purger W2 purger", 6)));
}

/// What is left out for this, in words, and the schedule that is left.
#[track_caller]
fn check_left_out(hash: &str, message: Msg, words: &str, left: &str) {
    let next = update(&Model::at("", hash), message).expect("it changes the run");
    assert_eq!(schedule(&next), left);
    assert_eq!(next.moved.as_ref().map_or("", |moved| &*moved.words), words);
    let screen = ran_twice::app::screen::screen(&next).expect("it plays");
    assert_eq!(screen.aside.map_or(String::new(), |(words, _)| words), words);
}

#[test]
fn planned_steps_that_no_longer_fit_are_named() {
    let [w1, w2] = [0, 1].map(|process| Action::Step(ProcessId::new(process)));
    // On claim first W1 has the key and charges; where W2 claims first, W1 is refused and its charge is nobody's.
    let charge = "W1's charge can no longer happen: left out.";
    check_left_out("scenario=race-claim", Msg::StepMoved { from: 1, to: 0 }, charge, "W2 W1 W2");
    check_left_out("scenario=race-claim", Msg::ActionChosen(w2), charge, "W2 W1 W2");
    // W1 has written its key before W2 looks: W2 finds it and returns.
    let two = "W2's charge and W2's insert can no longer happen: left out.";
    check_left_out("scenario=race-loose&schedule=W1.W1.W2.W1.W2.W2&step=2", Msg::ActionChosen(w1), two, "W1 W1 W1 W2");
    // Who goes on instead of dying does not die: that was chosen, and nobody's step is lost by it.
    let gone_on = Msg::ActionChosen(w1);
    check_left_out("scenario=crash-after-key&step=1", gone_on, "", "W1 W1 W2");
    // Nothing is lost where only the order changes, and what was told goes with the next step.
    check_left_out("scenario=race-loose", Msg::ActionChosen(w2), "", "W2 W1 W1 W2 W1 W2");
    let told = update(&Model::at("", "scenario=race-claim"), Msg::ActionChosen(w2)).unwrap();
    assert_eq!(update(&told, Msg::Advanced).unwrap().moved, None);
    // An answer of who counts is nothing that the reader did.
    let (asking, question) = told.asking().expect("the choice is a step, and uncovers the count");
    let working = Answer { number: question.number, known: Known::Working("so far".into()) };
    assert_eq!(update(&asking, Msg::Answered(working.into())).unwrap().moved, told.moved);
}

#[test]
fn a_step_stays_in_the_order_of_its_own_process() {
    let insert = "W2's insert stays after its charge: a worker takes its statements in order. Nothing was moved.";
    check("scenario=race-loose", (6, 4), Err(insert));
    check("scenario=race-loose", (6, 1), Err(insert));
    let look = "W1's look stays before its charge: a worker takes its statements in order. Nothing was moved.";
    check("scenario=race-loose&step=end", (1, 3), Err(look));
}

#[test]
fn a_death_may_come_earlier_but_nobody_acts_after_it() {
    check("scenario=crash-after-charge", (2, 1), Ok(("crash W1 W2 W2", 1)));
    let dead = "W1's charge stays before its death: who has died takes no more steps. Nothing was moved.";
    check("scenario=crash-after-charge", (1, 2), Err(dead));
}

#[test]
fn who_starts_when_another_has_ended_stays_behind_it() {
    let source = "title \"x\"\neffect charges (id serial) as \"the charge\"\njob a\nhandler work {\n  sleep 1s\n  do charges ()\n}\n\
        worker W1 runs work on job 1\nprocess sweeper after W1 { sleep 1s }\n";
    let document = Arc::new(open(source).unwrap_or_else(|errors| panic!("{errors:?}")));
    let player = Player::open(document, Vec::new());
    let why = |from, to| match player.moving(from, to) {
        Some(Err(sentence)) => sentence,
        other => panic!("{other:?}"),
    };
    // W1 sleep, W1 charge, sweeper sleep.
    assert_eq!(why(2, 1), "sweeper starts when W1 has ended. Nothing was moved.");
    assert_eq!(why(1, 2), "sweeper starts when W1 has ended. Nothing was moved.");
    assert_eq!(
        why(1, 0),
        "W1's charge stays after its sleep: a worker takes its statements in order. Nothing was moved."
    );
}

#[test]
fn the_reader_sees_as_many_steps_as_before_and_the_end_where_they_saw_it() {
    let after = |hash: &str, from, to| {
        let model = update(&Model::at("", hash), Msg::StepMoved { from, to }).unwrap();
        (player(&model).playhead, player(&model).steps())
    };
    assert_eq!(after("scenario=race-loose&step=2", 1, 0), (2, 6));
    assert_eq!(after("scenario=race-loose&step=end", 1, 0), (6, 6));
}

#[test]
fn each_try_is_answered_and_the_answer_goes_with_the_next_action() {
    let again = Msg::StepMoved { from: 5, to: 4 };
    let start = Model::at("", "scenario=race-loose&step=2");
    let blocked = Msg::StepMoved { from: 5, to: 3 };
    let first = update(&start, blocked.clone()).unwrap();
    let second = update(&first, blocked).unwrap();
    assert_eq!((first.moved.is_some(), &first.moved), (true, &second.moved));
    assert_ne!(first.moves, second.moves);
    for message in [Msg::Advanced, Msg::WentBack, Msg::PlayToggled, again, Msg::EndingsRevealed] {
        let next = update(&second, message).unwrap();
        assert_eq!(next.moved.map_or(String::new(), |moved| moved.words), "");
    }
    assert_eq!(update(&start, Msg::StepMoved { from: 2, to: 2 }), None);
    assert_eq!(update(&start, Msg::StepMoved { from: 6, to: 0 }), None);
}

#[test]
fn every_move_of_every_shipped_schedule_is_made_or_refused_with_a_reason() {
    let (mut made, mut refused) = (0, 0);
    for entry in catalogue::entries() {
        let document = entry.open().unwrap();
        let mut starts = vec![Player::open(document.clone(), vec![0; document.switches.len()])];
        for (switch, described) in document.switches.iter().enumerate() {
            for position in 1..described.positions.len() {
                let mut positions = vec![0; document.switches.len()];
                positions[switch] = position;
                starts.push(Player::open(document.clone(), positions));
            }
        }
        for start in starts {
            for playhead in 0..=start.steps() {
                let player = start.at(playhead);
                for from in 0..player.steps() {
                    for to in (0..player.steps()).filter(|to| *to != from) {
                        match player.moving(from, to).expect("there is something to move") {
                            Ok((moved, stands)) => {
                                made += 1;
                                holds(&player, &moved, (from, to), stands);
                            }
                            Err(sentence) => {
                                refused += 1;
                                assert!(sentence.ends_with(". Nothing was moved."), "{sentence}");
                                assert!(!possible(&player, from, to), "{}: {from} to {to}: {sentence}", entry.name);
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(made > 300 && refused > 300, "{made} made, {refused} refused");
}

/// The order with that step at its new place, without what cannot happen there, gone on to its end; and how many of its
/// steps happen.
fn followed(player: &Player, (from, to): (usize, usize)) -> (Trace, usize) {
    let scenario = player.scenario();
    let mut order: Vec<Action> = player.run.actions().collect();
    let action = order.remove(from);
    order.insert(to, action);
    let mut trace = Trace::start(scenario);
    for action in &order {
        let _ = trace.take(scenario, *action);
    }
    let happened = trace.len();
    finish(scenario, &mut trace);
    (trace, happened)
}

/// The moved run is the order with that step at its new place.
#[track_caller]
fn holds(player: &Player, moved: &Player, (from, to): (usize, usize), stands: usize) {
    let action = player.run.transitions[from].action;
    let (expected, happened) = followed(player, (from, to));
    assert_eq!(*moved.run, expected);
    assert!(moved.complete());
    assert_eq!(moved.run.transitions[stands].action, action);
    assert!(stands <= to && !moved.run.same_actions(&player.run));
    if happened == player.steps() {
        let mut kept: Vec<Action> = moved.run.actions().take(happened).collect();
        let mut all: Vec<Action> = player.run.actions().collect();
        kept.sort_unstable();
        all.sort_unstable();
        assert_eq!(kept, all, "nothing was skipped, so nothing is missing");
    }
    // What comes before both places is as it was, and it is the same statement that was moved.
    let same = from.min(to);
    assert!(moved.run.actions().take(same).eq(player.run.actions().take(same)));
    if !action.is_fault() {
        assert_eq!(moved.run.transitions[stands].at, player.run.transitions[from].at);
    }
    assert!(moved.left.as_ref().is_some_and(|left| left.run == player.run && left.playhead == player.playhead));
}

/// Can the step stand there at all: with every step between still taken before or after it, is it the same statement? And
/// is that another run?
fn possible(player: &Player, from: usize, to: usize) -> bool {
    let scenario = player.scenario();
    let step = &player.run.transitions[from];
    let between = if to < from { &player.run.transitions[to..from] } else { &player.run.transitions[from + 1..=to] };
    let own = |other: &Transition| step.action.process().is_some() && other.action.process() == step.action.process();
    if step.action.fault() != Some(Fault::Crash) && between.iter().any(own) {
        return false;
    }
    let mut state = player.run.states[from.min(to)].clone();
    if from < to {
        // What is between happens without it, where it can. Whoever starts when it has ended stays behind it.
        for other in between {
            match apply(scenario, &state, other.action) {
                Ok(taken) => state = taken.state,
                Err(Blocked::NotStarted { .. }) => return false,
                Err(_) => {}
            }
        }
    }
    readiness(scenario, &state, step.action).is_ok() && !followed(player, (from, to)).0.same_actions(&player.run)
}
