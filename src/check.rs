//! Floor 2: schedules, traces, outcomes and expectations.
//!
//! [`load::open`] is the door for everything above: a scenario's text, read, checked and started once for each
//! combination of switches.

mod alike;
pub mod count;
pub mod counterexample;
pub mod depths;
pub mod edge;
pub mod everywhere;
pub mod expectation;
pub mod explore;
pub mod graph;
mod liveness;
pub mod load;
pub mod map;
mod nodes;
mod numbered;
pub mod ordered;
pub mod outcome;
pub mod refusals;
pub mod relevance;
pub mod replay;
pub mod trace;
pub mod variant;
mod ways;
pub mod witness;
