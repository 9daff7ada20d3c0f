//! Floor 1: what can happen, and what it does. The only way to a new state is [`step::apply`].
//!
//! Nothing here reads a clock, a random number or a hash map's order: equal scenario and equal schedule give an equal
//! trace on every target. Absent on purpose: threads, async, floating point, global state.

pub mod action;
pub mod condition;
pub mod evaluate;
pub mod event;
pub mod failure;
pub mod process;
pub mod queue;
pub mod readiness;
mod rows;
mod run;
pub mod start;
pub mod state;
mod statement;
pub mod step;
pub mod store;
mod transaction;
