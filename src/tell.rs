//! Floor 3: the words on screen, printed tables, exports and readings. Plain data out, nothing drawn.
//!
//! Every view is computed from one [`moment::Moment`] (scenario, text, run, playhead) and compares by value, so a
//! component shows it and computes nothing. Processes are named by [`inline::Who`], never by a colour.
//!
//! | room | what it tells |
//! | --- | --- |
//! | [`moment`] | where we are in a run: what every other room is asked with |
//! | [`inline`] | sentences made of plain words, process names and code |
//! | [`deed`] | what one step did, told from its events |
//! | [`death`] | `died after the key, before the charge` |
//! | [`printed`] | what the guide prints: lines said, then every table |
//! | [`sentence`] | what just happened, and why |
//! | [`ending`] | headline, sentence, sign and takeaway of a run's end |
//! | [`code`] | handlers line by line, with pins and notes |
//! | [`tables`] | tables and effects row by row, with marks and the ribbon's end |
//! | [`lanes`] | one lane a process, one column a step |
//! | [`waits`] | for what and for whom a process waits |
//! | [`deliveries`] | every job of a queue with its deliveries, and why each repeat came |
//! | [`production`] | the query for duplicates and the log, as production would show them |
//! | [`decide`] | what can happen next, and why something cannot |
//! | [`stays`] | why a step cannot be moved |
//! | [`transport`] | the words of the buttons, the place in the run |
//! | [`reading`] | how to read this result: six readings, and which of them fits |
//! | [`question`] | the guess before the run, and its answer |
//! | [`notes`] | what comes next, the answer, the takeaway: for whoever presents |
//! | [`export`] | tables as Markdown, CSV, JSON and as printed |
//! | [`claim`] | a claim as the language writes it |
//! | [`found`] | what a check found instead of what was expected |
//! | [`outcome`] | what came of schedules, and how many there are |
//! | [`every`] | the verdict over every schedule, what is still possible, the map |
//! | [`compare`] | one schedule on two designs: where they part, who is skipped, how each ends |
//! | [`list`] | what the filter finds, and how far the endings of the list are |
//! | [`still`] | the steps of a chapter as HTML for a page without script |

pub mod moment;
pub mod inline;
mod words;
mod sought;
pub mod deed;
mod history;
mod caption;
pub mod death;
pub mod printed;
pub mod sentence;
pub mod ending;
pub mod code;
pub mod tables;
pub mod lanes;
pub mod waits;
pub mod deliveries;
pub mod production;
pub mod decide;
pub mod stays;
pub mod transport;
pub mod reading;
pub mod question;
pub mod notes;
pub mod export;
pub mod claim;
pub mod found;
pub mod outcome;
pub mod every;
pub mod compare;
pub mod list;
pub mod still;
