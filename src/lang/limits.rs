//! Bounds of a scenario, each with its reason. Over one of them is an error that names it, never a hang.

/// Bytes of a scenario's text. A link carries at most 256 kB unpacked; a file that a person reads is far shorter.
pub const SOURCE_BYTES_MAX: usize = 256 * 1024;

/// Characters of a name: still readable on a pin or a column head.
pub const NAME_CHARS_MAX: usize = 40;

/// Bytes of one text value. Joining text in a loop would otherwise double it at every line.
pub const TEXT_BYTES_MAX: usize = 2_000;

/// How deep blocks, brackets and `when` may stand in each other: the parser calls itself that often.
pub const NESTING_MAX: usize = 32;

/// Operators of one value: each makes its tree one level deeper, and the tree is walked by calls.
pub const OPERATORS_MAX: usize = 64;

/// Tables and effects: more than fit a page beside the handler.
pub const TABLES_MAX: usize = 24;

/// Columns of a table.
pub const COLUMNS_MAX: usize = 24;

/// Rows there from the start, over all tables.
pub const SEED_ROWS_MAX: usize = 200;

/// Workers and other processes. Six workers are what one program can show pins for; sweepers and producers come on top.
pub const PROCESSES_MAX: usize = 16;

/// Deliveries handed over at the start.
pub const JOBS_MAX: usize = 64;

/// Deliveries of one run, those that its programs enqueue included: an `enqueue` past it fails. A page lists fewer.
pub const DELIVERIES_MAX: usize = 256;

/// Rows of one table or effect: an insert past it fails. A page shows fewer, and each moment of a run keeps its own.
pub const ROWS_MAX: usize = 256;

/// Names of jobs, those of `enqueue` and `for` included: the page has a line for each.
pub const INTENTS_MAX: usize = 128;

/// Statements of one program: a handler of 200 lines is no longer a figure.
pub const STATEMENTS_MAX: usize = 200;

/// Variables of one program.
pub const VARIABLES_MAX: usize = 64;

/// Handlers and process programs.
pub const PROGRAMS_MAX: usize = 32;

/// Turns of a process that `repeats`, times the turns of the `try` blocks that stand in each other in it; the attempts
/// of a queue count like turns. With [`STATEMENTS_MAX`] it bounds the steps of any run.
pub const TURNS_MAX: u32 = 100;

/// Turns of `try`: as many as a person would wait for, and few enough to look at each.
pub const TRIES_MAX: u32 = 20;

/// How long a lease may last: a week. Queues that are in use stop at twelve hours.
pub const LEASE_MS_MAX: i64 = 7 * 24 * 60 * 60 * 1_000;

/// How often a queue may hand over one job: as often as Sidekiq does where nothing else is said.
pub const ATTEMPTS_MAX: u32 = 25;

/// How often one fault may strike.
pub const FAULT_TIMES_MAX: u32 = 9;

/// Items of one schedule: the longest run is longer, but `W1*` stands for many steps.
pub const SCHEDULE_ITEMS_MAX: usize = 4_000;

/// Schedules of one file.
pub const SCHEDULES_MAX: usize = 32;

/// Switches of one file.
pub const SWITCHES_MAX: usize = 6;

/// Combinations of switch positions: each is compiled, checked and replayed.
pub const COMBINATIONS_MAX: usize = 64;

/// Expectations of one file.
pub const EXPECTS_MAX: usize = 200;

/// Errors reported of one file; the rest would only repeat them.
pub const DIAGNOSTICS_MAX: usize = 50;

/// Generations of jobs that enqueue jobs: what would go on for ever fails at the line that goes one too far.
pub const GENERATIONS_MAX: u8 = 3;
