//! Several sessions on one real PostgreSQL, driven statement by statement: who waits, who goes on, who is refused.
//!
//! `script/postgres` starts the server and says in `RAN_TWICE_POSTGRES` where it is.

pub mod database;
pub mod reply;
pub mod sessions;
