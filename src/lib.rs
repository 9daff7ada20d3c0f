//! Ran Twice: a background job that runs twice, why it does, and which design stops it.
//!
//! The crate is a house of floors. A file may use its own floor and the floors below it, never one above;
//! `tests/floors.rs` enforces that. From the ground up:
//!
//! | floor | holds |
//! | --- | --- |
//! | 0 [`lang`] | scenario text to checked program, with spans and errors that teach |
//! | 1 [`sim`] | state, store, processes, actions, events, and `apply`: the only way to a new state |
//! | 2 [`check`] | schedules, traces, outcomes, expectations |
//! | 3 [`tell`] | the words on screen, printed tables, exports, readings |
//! | 4 [`app`] | the page's model, messages, `update`, playback, links; no web type |
//! | 5 `ui` and `main.rs` | components and the browser |
//! | 5 `draw` | markup that the page and its worker both make |
//! | 5 `worker` and `explorer.rs` | the web worker that explores |
//! | 5 `cli` and `bin/ran-twice.rs` | the terminal |

pub mod lang;
pub mod sim;
pub mod check;
pub mod tell;
pub mod app;
#[cfg(any(feature = "page", feature = "explorer"))]
pub mod draw;
#[cfg(feature = "page")]
pub mod ui;
#[cfg(feature = "explorer")]
pub mod worker;
#[cfg(feature = "cli")]
pub mod cli;
