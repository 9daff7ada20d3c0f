//! No scenario, shipped, mutated or made, brings a view or the page down.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/shipped.rs"]
mod shipped;
#[path = "support/hostile.rs"]
#[expect(dead_code, reason = "this test makes scenarios that can be read, not texts that cannot")]
mod hostile;
#[path = "support/made.rs"]
mod made;

use std::sync::Arc;

use dice::Dice;
use hostile::mutated;
use made::made;
use ran_twice::app::model::{Body, Model, Open};
use ran_twice::app::player::Player;
use ran_twice::app::screen::screen;
use ran_twice::check::load::open;
use ran_twice::lang::document::Document;
use ran_twice::sim::readiness::enabled;
use ran_twice::tell::export::{Form, export};
use ran_twice::tell::inline::{Actor, plain};
use ran_twice::tell::still::still;
use ran_twice::tell::tables::RowKind;

/// Texts tried; about two in three can be read.
const TEXTS: usize = 600;
/// Steps of the reader on each design: enough to reach the end of most runs and to leave them by choices.
const MOVES: usize = 14;

/// Plays the document as a reader who mostly goes on, and sometimes lets another process go first.
fn play(document: &Arc<Document>, dice: &mut Dice) -> usize {
    let mut shown = 0;
    for positions in document.combinations() {
        let mut player = Player::open(document.clone(), positions);
        for _ in 0..MOVES {
            look(&player);
            shown += 1;
            let ready = enabled(player.scenario(), &player.run.states[player.playhead]);
            let chosen = (dice.below(3) == 0 && !ready.is_empty()).then(|| ready[dice.below(ready.len())]);
            let next = chosen.map_or_else(|| player.advanced(), |action| player.choosing(action));
            let Some(next) = next else { break };
            player = next;
        }
    }
    shown
}

/// Computes everything the page shows of this moment.
fn look(player: &Player) {
    let open = Open { name: "made".into(), title: "Made".into(), body: Body::Player(player.clone()), own: None };
    let screen = screen(&Model { open, ..Model::at("", "") }).expect("a player is shown");
    let said = plain(&screen.told.sentence);
    assert!(!said.is_empty() && !said.contains("  "), "{said}\n{}", player.document.source);
    for form in Form::ALL {
        assert!(!export(player.moment(), form).is_empty());
    }
    for listing in &screen.listings {
        let pins: usize = listing.lines.iter().map(|line| line.pins.len()).sum();
        let run = player.scenario().processes.iter().filter(|process| process.program == listing.program).count();
        assert_eq!(pins, run, "every process has one pin\n{}", player.document.source);
    }
    for lane in &screen.lanes.lanes {
        let free = lane.pills.windows(2).all(|pair| pair[0].column + pair[0].span <= pair[1].column);
        assert!(free, "pills of {} overlap: {:?}\n{}", lane.who.name, lane.pills, player.document.source);
    }
    let state = player.moment().state();
    for view in &screen.tables.tables {
        let there = view.rows.iter().filter(|row| row.kind == RowKind::There).count();
        let rows = match view.memory_of.as_ref().map(|who| who.id) {
            Some(Actor::Process(process)) => &state.processes[process.index()].memory[view.id.index()],
            Some(Actor::Queue) | None => state.rows(view.id),
        };
        assert_eq!(there, rows.len(), "{}", player.document.source);
    }
}

#[test]
fn every_view_of_every_moment_can_be_computed() {
    let mut dice = Dice::new(7);
    let shipped = shipped::shipped();
    let (mut read, mut moments) = (0, 0);
    for at in 0..TEXTS {
        let text = if at % 3 == 0 { mutated(&shipped[at % shipped.len()].1, &mut dice) } else { made(&mut dice) };
        if let Ok(document) = open(&text) {
            let document = Arc::new(document);
            read += 1;
            moments += play(&document, &mut dice);
            assert!(still(&[&document]).ends_with("</section>\n"));
        }
    }
    assert!(read > TEXTS / 4 && moments > 1_000, "{read} texts read, {moments} moments shown");
}
