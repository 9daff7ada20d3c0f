//! Where a job stands in the queue at a moment.

use super::job_name;
use crate::lang::scenario::{DeliveryId, ProcessId};
use crate::sim::queue::{held, holder};
use crate::sim::state::{Queued, Status};
use crate::tell::inline::Who;
use crate::tell::moment::Moment;
use crate::tell::words::duration;

/// Where a job stands in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What the queue knows of it.
    pub status: Status,
    /// Who holds its lease and still works on it.
    pub who: Option<Who>,
    /// `ready`, `leased`, `acked`, `dead`.
    pub word: &'static str,
    /// `ready, 2 deliveries left`, `leased to W1, 30 s left`.
    pub words: String,
}

/// Where this job stands.
pub(super) fn standing(moment: Moment<'_>, job: DeliveryId) -> Standing {
    let Queued { status, left, .. } = moment.state().queue[job.index()];
    let who = holder(moment.state(), job).map(|process| moment.who(process));
    let (word, words) = match status {
        Status::Ready => ("ready", format!("ready, {} left", deliveries(left))),
        Status::Leased { until_ms, .. } => {
            let rest_ms = until_ms - moment.state().clock_ms;
            let rest = match rest_ms {
                1.. => format!("{} left", duration(rest_ms)),
                _ => "its time is over, and nobody has ended it".to_owned(),
            };
            let holds = match &who {
                Some(who) => format!("leased to {}", who.name),
                None => "leased, and nobody works on it".to_owned(),
            };
            ("leased", format!("{holds}, {rest}"))
        }
        Status::Acked => ("acked", "acked: it is done for the queue".to_owned()),
        Status::Dead => ("dead", "dead: no delivery is left, and nobody acked it".to_owned()),
    };
    Standing { status, who, word, words }
}

/// Which job a process holds: `job 1, attempt 2`, and what else there is to say of it; none where it holds none.
pub(in crate::tell) fn holding(moment: Moment<'_>, process: ProcessId) -> Option<String> {
    let state = &moment.state().processes[process.index()];
    let job = state.delivery?;
    let queued = moment.state().queue.get(job.index())?;
    let more = match held(moment.state(), process) {
        Some(_) => "",
        None if queued.status == Status::Acked && queued.attempts == state.attempt => ", acked",
        None => ", lease over",
    };
    Some(format!("{}, attempt {}{more}", job_name(job), state.attempt))
}

/// `1 delivery`, `2 deliveries`.
fn deliveries(left: u32) -> String {
    format!("{left} {}", if left == 1 { "delivery" } else { "deliveries" })
}
