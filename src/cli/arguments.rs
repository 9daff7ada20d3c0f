//! The command line, with help that teaches.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// See a background job run twice, see why, and see which design stops it.
#[derive(Debug, Parser)]
#[command(name = "ran-twice", version, about, after_help = EXIT_CODES, after_long_help = FIRST_STEPS, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario and print what its workers say and what its tables hold
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArguments),
    /// Replay every `expect` line of scenario files and of the scenarios in Markdown
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Count every schedule of a scenario, by what comes of it
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArguments),
}

/// What `run` is asked to do.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// A scenario file; - reads it from standard input
    pub file: PathBuf,
    /// Run this schedule instead of the file's own: names of processes in the order they step, `W1*` for all the rest
    /// of W1's run, `crash W1`, `lost W1`, `lease job 1`; or the name of a schedule that the file declares
    #[arg(long, value_name = "SCHEDULE")]
    pub schedule: Option<String>,
    /// Put a switch of the scenario into a position; may be given more than once
    #[arg(long, value_name = "SWITCH=POSITION", value_delimiter = ',')]
    pub switch: Vec<String>,
    /// Another size than the file's.
    #[command(flatten)]
    pub size: Size,
    /// Print what production would show of the run: the query that finds duplicates, and the workers' log
    #[arg(long)]
    pub production: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Another size of a scenario than its file gives it.
#[derive(Debug, Args)]
pub struct Size {
    /// Repeat the first worker's line on further deliveries of the same job, until there are so many workers
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,
    /// Let a fault strike so often at most, in place of what the file says of this fault; the others stay as the file
    /// has them, and 0 forbids one. Several stand with commas between them
    #[arg(long, value_name = "FAULT=N", value_delimiter = ',')]
    pub faults: Vec<String>,
}

/// What `check` is asked to do.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Scenario files, Markdown files, or folders that hold them; - reads a scenario from standard input
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Check only with a switch in this position, in every file that has it; may be given more than once
    #[arg(long, value_name = "SWITCH=POSITION", value_delimiter = ',')]
    pub switch: Vec<String>,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Print the result as one JSON object: --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// How `check` prints its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// Annotations that a GitHub workflow shows at the lines of a change.
    Github,
}

/// What `explore` is asked to do.
#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// A scenario file; - reads it from standard input
    pub file: PathBuf,
    /// Put a switch of the scenario into a position; may be given more than once
    #[arg(long, value_name = "SWITCH=POSITION", value_delimiter = ',')]
    pub switch: Vec<String>,
    /// Another size than the file's.
    #[command(flatten)]
    pub size: Size,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

const FIRST_STEPS: &str = "\
A scenario is a text file. Save this as race.twice:

  effect charges (id serial, key)
  table  keys    (key)
  job order-5                    # one delivery
  job order-5                    # the same job, delivered again
  handler pay {
    read keys where key = job.key as seen
    if seen { return }
    do charges (key: job.key)
    insert keys (key: job.key)
  }
  worker W1 runs pay on job 1
  worker W2 runs pay on job 2
  expect every schedule: charges once

Then:

  ran-twice run race.twice       what one order of steps leaves behind
  ran-twice explore race.twice   how many orders charge twice, and the simplest of them
  ran-twice check race.twice     whether its `expect` lines hold; this one does not

Make the column `unique`, insert the key before the charge and leave the look out, and it does.

Exit codes: 0 done; 1 an expectation does not hold, a scenario has errors, or a step cannot happen; 2 the command line \
or a file is not usable. The result goes to stdout, everything else to stderr.";

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 an expectation does not hold, a scenario has errors, or a step cannot happen; 2 the command line \
or a file is not usable. The result goes to stdout, everything else to stderr.";

const RUN_EXAMPLES: &str = "\
Examples:
  ran-twice run race.twice
  ran-twice run race.twice --schedule \"W1 W2 W1 W2*\"
  ran-twice run race.twice --schedule \"W1 crash W1 W2*\"
  ran-twice run race.twice --switch key=unique --json
  ran-twice run race.twice --production
  ran-twice run race.twice --workers 3 --faults crash=1 --schedule \"W3 crash W3 W1* W2*\"

A schedule given here must be possible: the first step that is not is named, with the reason. In the file's own \
schedule such a step is passed over, and stderr says so. A run may end before every process has; stderr says that too, and \
what is stuck, dead, not acked or not committed at the end.";

const CHECK_EXAMPLES: &str = "\
Examples:
  ran-twice check scenarios docs
  ran-twice check README.md
  ran-twice check race.twice --switch key=unique
  ran-twice check docs --format github

Every file is checked under every combination of its switches; --switch leaves those that fit. What is expected of every \
schedule and does not hold is shown by the simplest schedule where it fails, as `run --schedule` takes it. An item of a \
schedule that cannot happen is passed over, and a run may end before every process has: stderr says both, and so does the \
result of an `expect` about that run. In Markdown these fenced blocks count:
  ```ran-twice            a whole scenario; or in its first line the name of a shipped one, or the hash of a link to it \
(scenario=race-loose&step=end), and under it what is expected of that run
  ```ran-twice,fragment   a piece, read together with the nearest whole scenario above it
  ```ran-twice,error      must fail with the words of its first line, `# error: words`";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  ran-twice explore race.twice
  ran-twice explore race.twice --workers 4 --faults crash=1,store=0
  ran-twice explore race.twice --switch key=unique --json

A schedule is a sequence of choices (this process steps, this process dies, this lease ends) until nothing but a fault is possible; a fault \
may always stay away. Processes have names, so two workers of three steps each have 20 schedules. For each outcome one \
simplest schedule is given (fewest faults, then changes of worker, then steps): `run --schedule` takes it as it is, with the \
same --switch, --workers and --faults. What the file expects of every schedule is judged with it, and exit code 1 says that \
some of it does not hold; in another size than the file's own, lines with a number of schedules are left out.";
