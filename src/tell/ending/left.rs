//! What a run leaves behind that nobody will take up: jobs that are dead, processes that wait for what never comes.

use crate::check::outcome::stuck;
use crate::lang::scenario::DeliveryId;
use crate::sim::action::Action;
use crate::sim::readiness::readiness;
use crate::sim::state::Status;
use crate::tell::deliveries::job_name;
use crate::tell::found::often;
use crate::tell::inline::{Inline, Saying};
use crate::tell::moment::Moment;
use crate::tell::waits::reason;
use crate::tell::words::capital;

/// `Job 1 is dead: it was handed over 3 times, and nobody acked it.`, `W2 waits until …, and nothing can free it.`
pub(super) fn left(moment: Moment<'_>, say: &mut Saying<'_>) {
    for job in dead(moment) {
        let times = moment.state().queue[job.index()].attempts;
        say.next();
        let job = capital(&job_name(job));
        write!(say, "{job} is dead: it was handed over {}, and nobody acked it.", often(times));
    }
    for process in stuck(moment.scenario, moment.state()) {
        let Err(blocked) = readiness(moment.scenario, moment.state(), Action::Step(process)) else { continue };
        say.next();
        for piece in reason(moment, &blocked) {
            match piece {
                Inline::Plain(text) | Inline::Strong(text) => say.words(&text),
                Inline::Code(text) => say.code(text),
                Inline::Process(_) => say.who(process),
            }
        }
        say.words(", and nothing can free it.");
    }
}

/// `, job 1 dead`, `, W2 stuck`: what a headline says of it.
pub(super) fn headline(moment: Moment<'_>) -> String {
    let mut words = String::new();
    for job in dead(moment) {
        words.push_str(&format!(", {} dead", job_name(job)));
    }
    for process in stuck(moment.scenario, moment.state()) {
        words.push_str(&format!(", {} stuck", moment.scenario.process(process).name));
    }
    words
}

fn dead(moment: Moment<'_>) -> Vec<DeliveryId> {
    let mut dead = Vec::new();
    for (at, queued) in moment.state().queue.iter().enumerate() {
        if queued.status == Status::Dead {
            dead.push(DeliveryId::new(at));
        }
    }
    dead
}
