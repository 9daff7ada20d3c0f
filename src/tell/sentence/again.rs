//! An effect for the same intent once more: performed again, and what let it through; or recognised by the provider.

use super::why::{added_by, missed};
use crate::check::trace::Transition;
use crate::lang::scenario::{IntentId, ProcessId, TableId};
use crate::sim::event::Event;
use crate::tell::death::death;
use crate::tell::deed::{Deed, deed};
use crate::tell::deliveries::{self, job_name};
use crate::tell::history::Did;
use crate::tell::inline::Saying;
use crate::tell::moment::Moment;
use crate::tell::words::{capital, ordinal};

/// What a statement did all the same, of which the reply was lost.
pub(super) fn all_the_same(moment: Moment<'_>, transition: &Transition, process: ProcessId, say: &mut Saying<'_>) {
    for event in &transition.events {
        match event {
            Event::EffectPerformed { effect, row, intent } => repeated(moment, process, (*effect, *row), *intent, say),
            Event::EffectRepeated { effect, row } => recognised(moment, *effect, *row, say),
            Event::Enqueued { delivery } if moment.scenario.queue.is_some() => {
                write!(say, " {} is in the queue.", capital(&job_name(*delivery)));
            }
            _ => {}
        }
    }
}

/// `It is the second for charge-77: W1 performed one at step 3.`
pub(super) fn repeated(
    moment: Moment<'_>,
    process: ProcessId,
    (effect, row): (TableId, usize),
    intent: IntentId,
    say: &mut Saying<'_>,
) {
    let mut nth = 1;
    let mut last = None;
    for (at, other) in moment.state().rows(effect)[..row].iter().enumerate() {
        if other.intent == Some(intent) {
            nth += 1;
            last = Some(at);
        }
    }
    let Some(did) = last.and_then(|last| added_by(moment, effect, last)) else { return };
    write!(say, " It is the {} for {}: ", ordinal(nth), moment.scenario.intents[intent.index()]);
    say.who(did.process);
    write!(say, " performed one at step {}", did.step);
    cause(moment, process, did, say);
    say.words(".");
}

/// `The provider knows the key since step 3: it gave back what it did then, and performed nothing.`
pub(super) fn recognised(moment: Moment<'_>, effect: TableId, row: usize, say: &mut Saying<'_>) {
    say.words(" The provider recognised the key");
    if let Some(did) = added_by(moment, effect, row) {
        say.words(": ");
        say.who(did.process);
        write!(say, " used it at step {}", did.step);
    }
    say.words(". It gave back what it did then and performed nothing.");
}

/// What let a second effect through: a death, a drop, or a look that no longer holds.
fn cause(moment: Moment<'_>, process: ProcessId, first: Did, say: &mut Saying<'_>) {
    let now = moment.playhead - 1;
    for step in (first.step..now).rev() {
        let transition = &moment.trace.transitions[step];
        let Some(other) = transition.action.process() else { continue };
        match deed(moment.scenario, transition) {
            Deed::Removed { table, rows: 1.. } if !moment.scenario.table(table).is_memory() => {
                say.words(", and ");
                say.who(other);
                let noun = moment.scenario.table(table).called();
                return write!(say, " dropped {noun} at step {}", step + 1);
            }
            Deed::Crashed if other == first.process => {
                return write!(say, ", and died {}", death(moment.scenario, moment.trace, step).before);
            }
            _ => {}
        }
    }
    for step in (0..now).rev() {
        if moment.trace.transitions[step].action.process() == Some(process) && missed(moment, step).is_some() {
            say.words(", and ");
            say.who(process);
            return write!(say, " goes by its look at step {}", step + 1);
        }
    }
    let held = &moment.trace.states[now].processes[process.index()];
    let Some(job) = held.delivery.filter(|_| moment.scenario.queue.is_some()) else { return };
    if let Some(cause) = deliveries::cause(moment, job, held.attempt) {
        write!(say, ", and the job came again because {}", cause.words);
    } else if let Some(sent) = deliveries::sent(moment, job) {
        write!(say, ", and {}", sent.words);
    }
}
