//! Floor 4: the page without a browser: what is shown, what happened, and what is shown then. No web type.
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`catalogue`] | every shipped scenario, by chapter |
//! | [`named`] | values by the names of scenarios |
//! | [`packs`] | the scenarios that are here, and which to fetch |
//! | [`filter`] | which scenarios the list is kept to |
//! | [`size`] | more workers, other budgets of faults |
//! | [`player`] | one scenario being played: switches, run, playhead |
//! | [`reorder`] | the same run with one step at another place |
//! | [`compare`] | the schedule on screen on another design, in step with it |
//! | [`presentation`] | how the page is shown: compact, its colours, its panels, its keys |
//! | [`presenting`] | what a clicker does, and the list of scenarios that it goes through |
//! | [`model`] | everything that is on the page |
//! | [`message`] | what can happen to it |
//! | [`update`] | `update(&Model, Msg) -> Option<Model>`: none is no change |
//! | [`playback`] | how long each step stays while playing |
//! | [`link`] | the address: read, written, and explained where it is broken |
//! | [`reading`] | a text to be read, and what came of it; the bytes both ways |
//! | `payload` `reader` | a text in a link, and reading it: the worker's part |
//! | [`own`] | a scenario of the reader's own: what is written, and what of it runs |
//! | [`underlined`] `palette` | what is underlined while somebody types; what the palette writes, and where |
//! | [`drafts`] [`files`] | what was typed, and how it is kept; files that are opened and saved |
//! | [`share`] | the moment to be handed on: a link, a figure, a file, a text for an issue |
//! | [`host`] | the page around this one: what it may ask for, and what it is told |
//! | [`asking`] | what is asked of every schedule, and the bytes of question and answer |
//! | [`counting`] | what is known of every schedule, and what to ask next |
//! | [`endings`] | how every scenario ends, shown at once |
//! | [`list`] | every scenario as the page lists it |
//! | [`screen`] | every view of `tell` for a model, computed at once |

pub mod catalogue;
pub mod named;
pub mod packs;
pub mod filter;
pub mod size;
pub mod player;
pub mod reorder;
pub mod compare;
pub mod presentation;
pub mod presenting;
pub mod model;
pub mod message;
pub mod update;
pub mod playback;
pub mod link;
pub mod share;
pub mod host;
pub mod asking;
pub mod reading;
#[cfg(feature = "reading")]
pub mod payload;
#[cfg(feature = "reading")]
pub mod reader;
pub mod own;
pub mod drafts;
pub mod files;
pub mod underlined;
pub mod palette;
pub mod counting;
pub mod endings;
pub mod list;
pub mod screen;
