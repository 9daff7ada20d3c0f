//! What production would show of a run: the query that finds duplicates, with its rows, and the log of who works on jobs.
//!
//! The log knows what the one who writes it knows: of a death it has no line, a lost ack it takes for an ack, and whether a
//! provider has done something or given back what it did before it cannot tell.

use super::deed::{Deed, deed, statement};
use super::inline::Who;
use super::moment::Moment;
use super::words::duration;
use crate::check::trace::Transition;
use crate::lang::program::{Atomic, Expr, Op};
use crate::lang::scenario::{ColumnId, DeliveryId, Fault, ProcessId, Scenario, TableId};
use crate::lang::value::Value;
use crate::sim::evaluate::plain;
use crate::sim::event::Event;

/// What production would show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The query for duplicates, once for each effect.
    pub queries: Vec<Query>,
    /// The log, in order.
    pub log: Vec<LogLine>,
}

/// The query that finds what was done more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Of which effect.
    pub effect: TableId,
    /// `SELECT key, count(*) FROM charges GROUP BY key HAVING count(*) > 1`; without a column that tells one intent from
    /// another, why there is nothing to group by.
    pub sql: Result<String, String>,
    /// The column it groups by.
    pub column: String,
    /// What it gives: each value with how often it is there.
    pub rows: Vec<(String, usize)>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Who wrote it.
    pub who: Who,
    /// At which step, from 1.
    pub step: usize,
    /// `t=30s worker=W1 job=charge-77 attempt=2 charge done`.
    pub text: String,
    /// Does it say of a job what an earlier line has said of it: an effect done?
    pub again: bool,
}

/// What production would show at this moment.
#[must_use]
pub fn production(moment: Moment<'_>) -> Production {
    let mut queries = Vec::new();
    for effect in (0..moment.scenario.tables.len()).map(TableId::new) {
        if moment.scenario.table(effect).is_effect() {
            queries.push(query(moment, effect));
        }
    }
    Production { queries, log: log(moment) }
}

/// As a terminal shows it: each query with its rows, then the log.
#[must_use]
pub fn text(production: &Production) -> String {
    let mut text = String::new();
    for query in &production.queries {
        match &query.sql {
            Ok(sql) => {
                text.push_str(&format!("{sql};\n"));
                write_rows(&mut text, query);
            }
            Err(why) => text.push_str(&format!("-- {why}\n")),
        }
        text.push('\n');
    }
    for line in &production.log {
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}

/// The rows as psql aligns them.
fn write_rows(text: &mut String, Query { column, rows, .. }: &Query) {
    let width = rows.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0).max(column.chars().count());
    text.push_str(&format!(" {column:width$} | count\n-{:-<width$}-+-------\n", ""));
    for (value, count) in rows {
        text.push_str(&format!(" {value:width$} | {count:>5}\n"));
    }
    text.push_str(&format!("({} {})\n", rows.len(), if rows.len() == 1 { "row" } else { "rows" }));
}

fn query(moment: Moment<'_>, effect: TableId) -> Query {
    let table = moment.scenario.table(effect);
    let Some(column) = grouped(moment.scenario, effect) else {
        let why = format!("no column of {} tells one job from another: there is nothing to group by", table.name);
        return Query { effect, sql: Err(why), column: String::new(), rows: Vec::new() };
    };
    let name = &table.columns[column.index()].name;
    let (of, from) = (in_sql(name), in_sql(&table.name));
    let sql = format!("SELECT {of}, count(*) FROM {from} GROUP BY {of} HAVING count(*) > 1");
    let mut groups: Vec<(&Value, usize)> = Vec::new();
    for row in moment.state().rows(effect) {
        let value = &row.cells[column.index()];
        match groups.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => groups.push((value, 1)),
        }
    }
    let mut rows = Vec::new();
    for (value, count) in groups {
        if count > 1 {
            rows.push((plain(value), count));
        }
    }
    Query { effect, sql: Ok(sql), column: name.to_string(), rows }
}

/// Words that SQL keeps for itself, with a space on both sides.
const RESERVED: &str = " all and any array as asc between both by case cast check collate column constraint create cross \
    current_date current_time current_user default delete desc distinct do drop else end except exists false fetch for \
    foreign from full grant group having in index inner insert intersect into is join left like limit natural not null \
    offset on only or order outer primary references returning right select session_user set some table then to \
    transaction true union unique update user using values when where window with ";

/// A name as SQL reads it: in quotes where it is a word of SQL.
fn in_sql(name: &str) -> String {
    let reserved = RESERVED.contains(&format!(" {} ", name.to_ascii_lowercase()));
    if reserved { format!("\"{name}\"") } else { name.to_owned() }
}

/// The column that should be unique: `key`, else the one that a `do` fills with the job's key.
fn grouped(scenario: &Scenario, effect: TableId) -> Option<ColumnId> {
    scenario.table(effect).column_named("key").or_else(|| {
        let mut code = scenario.programs.iter().flat_map(|program| &program.code);
        code.find_map(|instruction| match &instruction.op {
            Op::Atomic(Atomic::Do { effect: done, cells, .. }) if *done == effect => {
                let of_job = |(_, expr): &&(ColumnId, Expr)| matches!(expr, Expr::JobField(name) if &**name == "key");
                cells.iter().find(of_job).map(|(column, _)| *column)
            }
            Op::Atomic(_) | Op::Local(_) => None,
        })
    })
}

fn log(moment: Moment<'_>) -> Vec<LogLine> {
    let mut lines: Vec<LogLine> = Vec::new();
    let mut done: Vec<(TableId, String)> = Vec::new();
    for (at, transition) in moment.trace.transitions[..moment.playhead].iter().enumerate() {
        let Some(process) = transition.action.process() else { continue };
        let Some((job, attempt)) = held(moment, at, transition, process) else { continue };
        let key = plain(&moment.state().delivery(job).field("key"));
        let since_ms = moment.trace.states[at + 1].clock_ms - moment.scenario.clock_ms;
        let since = if since_ms == 0 { "0s".to_owned() } else { duration(since_ms).replace(' ', "") };
        let head = format!("t={since} worker={} job={key} attempt={attempt}", moment.scenario.process(process).name);
        let mut write = |words: &str, again: bool| {
            let text = format!("{head} {words}");
            lines.push(LogLine { who: moment.who(process), step: at + 1, text, again });
        };
        for words in said(moment, transition) {
            let again = match &words {
                Words::Done(effect, _) => {
                    let again = done.contains(&(*effect, key.clone()));
                    done.push((*effect, key.clone()));
                    again
                }
                Words::Other(_) => false,
            };
            let (Words::Done(_, words) | Words::Other(words)) = words;
            write(&words, again);
        }
    }
    lines
}

/// What a line says.
enum Words {
    /// An effect was done, as far as the one who writes it knows.
    Done(TableId, String),
    /// Something else.
    Other(String),
}

/// What the one who acts writes about this step.
fn said(moment: Moment<'_>, transition: &Transition) -> Vec<Words> {
    let mut said = Vec::new();
    match deed(moment.scenario, transition) {
        Deed::Took { .. } => said.push(Words::Other("received".to_owned())),
        Deed::Performed { effect, .. } | Deed::Repeated { effect, .. } => {
            let noun = moment.scenario.table(effect).called();
            said.push(Words::Done(effect, format!("{} done", noun.strip_prefix("the ").unwrap_or(noun))));
        }
        // Nobody tells it that the ack was lost or came too late.
        Deed::Acked { .. } | Deed::AckLost { .. } => said.push(Words::Other("acked".to_owned())),
        Deed::Unheard { .. } if matches!(statement(moment.scenario, transition), Some((_, Atomic::Ack))) => {
            said.push(Words::Other("acked".to_owned()));
        }
        _ => {}
    }
    for event in &transition.events {
        match event {
            Event::Said { text } => said.push(Words::Other(quoted(text))),
            Event::RunFailed { failure, .. } => {
                said.push(Words::Other(format!("failed: {}", failure.message(moment.scenario))));
            }
            Event::Ended { answer, .. } => match statement(moment.scenario, transition) {
                Some((_, Atomic::Later { .. })) => said.push(Words::Other(["handed back", &reason(answer)].concat())),
                Some((_, Atomic::Fail { .. })) => said.push(Words::Other(["failed", &reason(answer)].concat())),
                Some(_) | None => {}
            },
            _ => {}
        }
    }
    said
}

fn reason(answer: &Value) -> String {
    match answer {
        Value::Text(text) => [": ", text].concat(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Row(..) => String::new(),
    }
}

/// Which job the one who acts has in its hands in this step, and the how-manieth delivery of it. A death writes no line.
fn held(moment: Moment<'_>, at: usize, transition: &Transition, process: ProcessId) -> Option<(DeliveryId, u32)> {
    if transition.action.fault() == Some(Fault::Crash) {
        return None;
    }
    let before = &moment.trace.states[at].processes[process.index()];
    let taken = transition.events.iter().find_map(|event| match event {
        Event::Taken { delivery, attempt, .. } => Some((*delivery, *attempt)),
        _ => None,
    });
    let (job, attempt) = taken.or(before.delivery.map(|job| (job, before.attempt)))?;
    if moment.scenario.queue.is_some() {
        return Some((job, attempt));
    }
    // Whoever hands jobs over directly counts the deliveries of one intent.
    let intent = moment.state().delivery(job).intent;
    let earlier = moment.state().deliveries[..=job.index()].iter().filter(|delivery| delivery.intent == intent);
    Some((job, earlier.count() as u32))
}

/// A text in quotes, as a log has it. Not by `Debug`: a release has none.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    ["\"", &escaped, "\""].concat()
}
