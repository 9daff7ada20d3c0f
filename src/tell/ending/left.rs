//! What a run leaves behind that nobody wants: jobs that are dead, processes that wait for what never comes, rows that are not
//! what the file wants of every run.

use crate::check::outcome::{Outcome, missed, stuck};
use crate::lang::scenario::DeliveryId;
use crate::sim::action::Action;
use crate::sim::readiness::readiness;
use crate::sim::state::Status;
use crate::tell::claim::claim_words;
use crate::tell::deliveries::job_name;
use crate::tell::found::often;
use crate::tell::inline::{Inline, Saying};
use crate::tell::moment::Moment;
use crate::tell::outcome::wrong_rows;
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
    if let Some(want) = missed(moment.scenario, moment.state()) {
        say.next();
        say.words(if want.holds { "Every run should end with " } else { "No run should end with " });
        say.code(claim_words(moment.scenario, &want.claim));
        say.words(".");
    }
}

/// `job 1 dead`, `W2 stuck`, `wrong rows in jobs`: what a headline says of it.
pub(super) fn headline(moment: Moment<'_>, outcome: &Outcome) -> Vec<String> {
    let mut words = Vec::new();
    for job in dead(moment) {
        words.push([&*job_name(job), " dead"].concat());
    }
    for process in stuck(moment.scenario, moment.state()) {
        words.push([&*moment.scenario.process(process).name, " stuck"].concat());
    }
    words.extend(outcome.wrong.map(|table| wrong_rows(moment.scenario, table)));
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
