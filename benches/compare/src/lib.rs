//! What the explorer is compared with, and how it is run for that: shared by the comparison on this machine and by the
//! one in a browser.

pub mod hand;
pub mod hard;
pub mod ours;
