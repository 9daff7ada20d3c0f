//! The address: `scenario=race-loose&switch=key:unique&schedule=W1.W2.crash-W1.lease-job-1&step=2`.
//!
//! A scenario of somebody's own comes last, as `text=1z.…`: where a link is cut, it is the text that tells.
//!
//! Names stand in it, never indices, and it is written as short as it can be: what is as it opens is left out, and no
//! `v` means version 1. A broken part is explained, and the nearest valid moment is shown.

mod read;
mod resolve;
mod write;

pub use read::{parse, read_step};
pub use resolve::{no_scenario, resolve, resolved};
pub use write::{print, start};

use super::model::{Notice, Open, Presentation};
use super::player::Mark;

/// What the query and the hash say, before anything of it is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// `scenario`.
    pub scenario: Option<String>,
    /// `switch`: names of switches and positions.
    pub switches: Vec<(String, String)>,
    /// `workers`.
    pub workers: Option<u32>,
    /// `faults`: how many crashes.
    pub crashes: Option<u32>,
    /// `with`: names of switches and positions of the design beside it.
    pub with: Vec<(String, String)>,
    /// `schedule`: its items as written.
    pub schedule: Option<Vec<String>>,
    /// `text`: a scenario of somebody's own, packed.
    pub text: Option<String>,
    /// `step`.
    pub step: Option<Step>,
    /// Parts that could not be read at all, in words.
    pub unreadable: Vec<String>,
}

impl Link {
    /// Does it name nothing at all?
    #[must_use]
    pub fn is_bare(&self) -> bool {
        *self == Self::default()
    }
}

/// `step=…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// After this many steps.
    After(usize),
    /// `end`.
    End,
    /// `@refused`, `@refused-2`: the moment with this mark, the first or a later one, counted from 1. It stays what it is when
    /// steps before it come and go.
    At(Mark, usize),
}

/// An address, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The moment it names.
    pub link: Link,
    /// How the page is shown.
    pub presentation: Presentation,
    /// Parts that mean nothing here.
    pub ignored: Vec<String>,
}

/// What a link comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The moment, or the nearest valid one; none where no scenario can be told.
    pub open: Option<Open>,
    /// A sentence for every part that could not be met.
    pub troubles: Vec<String>,
}

/// The engine's version in links. A link without `v` is of version 1.
pub const VERSION: u32 = 1;

/// What stands in place of a text that is too long for a link.
pub const TOO_LONG: &str = "too-long";

/// Items of a schedule that a link may carry: more would not fit the 16 kB that hosts let through.
pub const ITEMS_MAX: usize = 4_000;

/// What the reader has to be told of a link's troubles.
pub(super) fn notice(troubles: Vec<String>) -> Option<Notice> {
    let headline = "This link is not whole. You see the nearest moment it names.".to_owned();
    (!troubles.is_empty()).then_some(Notice { headline, details: troubles })
}

#[cfg(test)]
mod tests {
    use super::resolve::action;
    use super::write::item;
    use crate::check::load::open;
    use crate::check::trace::Trace;
    use crate::sim::readiness::enabled;

    /// Everything that can go wrong does in one of the schedules of this file.
    const EVERYTHING: &str = "table t (key unique)\neffect e (key)\nqueue (lease: 1s, attempts: 2)\njob a\n\
         worker W1 takes jobs with h\nfaults crash 1, lease 1, lost 1, redeliver 1, fail 1, reply 1, store 1, commit 1\n\
         handler h {\n  begin\n  insert t (key: job.key) else { return }\n  do e (key: job.key)\n  commit\n  ack\n}\n";

    #[test]
    fn every_action_is_written_and_read_by_name() {
        let document = open(EVERYTHING).expect("the file is right");
        let scenario = document.scenario(&[]);
        let (mut items, mut open) = (Vec::new(), vec![Trace::start(scenario)]);
        while let Some(run) = open.pop() {
            for taken in enabled(scenario, run.last()) {
                let mut text = String::new();
                item(scenario, taken, &mut text);
                assert_eq!(action(scenario, &run, &text), Some(taken), "{text}");
                let mut on = run.clone();
                on.take(scenario, taken).expect("it can happen");
                // A job that was seen before goes no further: each fault has struck by then.
                if on.len() < 12 && (open.len() < 40 || !items.contains(&text)) {
                    open.push(on);
                }
                items.push(text);
            }
        }
        items.sort();
        items.dedup();
        let all = ["W1", "commit-W1", "crash-W1", "fail-W1", "lease-job-1", "lost-W1", "redeliver-job-1"];
        assert_eq!(items, [&all[..], &["reply-W1", "store-W1"]].concat());
    }
}
