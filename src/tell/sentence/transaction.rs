//! What a step means to those outside the transaction it is part of.

use crate::check::trace::Transition;
use crate::lang::program::Atomic;
use crate::lang::scenario::ProcessId;
use crate::sim::action::Action;
use crate::sim::event::Event;
use crate::sim::failure::Failure;
use crate::sim::readiness::{Blocked, readiness};
use crate::tell::deed::{Deed, statement};
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::waits::changed_by;
use crate::tell::words::list;

/// What others see of it, and who waited for it.
pub(super) fn why(
    moment: Moment<'_>,
    transition: &Transition,
    process: ProcessId,
    deed: &Deed<'_>,
    say: &mut Saying<'_>,
) {
    let before = Moment { playhead: moment.playhead - 1, ..moment };
    let mut changed = changed_by(before, process);
    // What a run that ends in this step has changed in this step is not seen in the state before.
    if let Deed::Added { table, .. } | Deed::Changed { table, rows: 1.. } | Deed::Removed { table, rows: 1.. } = deed
        && !moment.scenario.table(*table).is_memory()
        && !changed.contains(&moment.scenario.table(*table).name.to_string())
    {
        changed.push(moment.scenario.table(*table).name.to_string());
    }
    match deed {
        Deed::Began { snapshot: false } => {
            say.words(" Nobody else sees what it writes until it commits.");
        }
        Deed::Began { snapshot: true } => {
            say.words(" It sees rows as they are at its first read or write, and nobody else sees what it writes.");
        }
        Deed::Committed if changed.is_empty() => say.words(" It had changed nothing."),
        Deed::Committed => write!(say, " What it changed in {} is there for everyone now.", list(&changed, " and ")),
        Deed::Added { table, .. } | Deed::Changed { table, rows: 1.. } | Deed::Removed { table, rows: 1.. }
            if uncommitted(moment, process, *table) =>
        {
            say.words(" Not committed yet: nobody else sees it.");
        }
        Deed::Failed { failure, .. } if ***failure == Failure::Deadlock => {
            say.words(" They wait for one another in a ring, so the store ends one of them.");
        }
        _ => {}
    }
    let rolled_back = transition.events.iter().any(|event| matches!(event, Event::RolledBack { .. }));
    if rolled_back {
        let asked = matches!(statement(moment.scenario, transition), Some((_, Atomic::Rollback)));
        if !asked && transition.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            say.words(" Its run is over without a commit.");
        }
        match (asked, changed.is_empty()) {
            (true, true) => say.words(" It had changed nothing."),
            (false, true) => say.words(" Its open transaction is rolled back."),
            (_, false) => write!(say, " What it had changed in {} is undone.", list(&changed, " and ")),
        }
    }
    freed(moment, before, process, say);
}

/// Does the process have changes in this table that it has not committed?
fn uncommitted(moment: Moment<'_>, process: ProcessId, table: crate::lang::scenario::TableId) -> bool {
    let mut rows = moment.state().rows(table).iter();
    rows.any(|row| row.pending.as_ref().is_some_and(|pending| pending.by == process))
}

/// `W2 waited for it and can go on.`
fn freed(moment: Moment<'_>, before: Moment<'_>, process: ProcessId, say: &mut Saying<'_>) {
    let mut freed = Vec::new();
    for other in moment.scenario.process_ids().filter(|other| *other != process) {
        let waited = readiness(moment.scenario, before.state(), Action::Step(other));
        let waits = matches!(waited, Err(Blocked::Held { .. } | Blocked::Owned { .. } | Blocked::Until { .. }));
        if waits && readiness(moment.scenario, moment.state(), Action::Step(other)).is_ok() {
            freed.push(other);
        }
    }
    if !freed.is_empty() {
        say.next();
        say.names(&freed);
        say.words(" waited for that and can go on.");
    }
}
