//! `ran-twice run`: one run of a scenario, printed as the guide prints it.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::Exit;
use super::arguments::RunArguments;
use super::check::shown_name;
use super::files;
use super::notes::{failed, of_end, of_schedule};
use super::variant::{positions, sized};
use crate::check::load::open;
use crate::check::replay::{Replay, follow, shown};
use crate::lang::document::{Document, Positions, parse_schedule};
use crate::lang::scenario::{Scenario, Table};
use crate::lang::value::Value;
use crate::tell::moment::Moment;
use crate::tell::printed;
use crate::tell::production::{Production, Query, production, text};

/// Runs what the command line names and prints it.
#[must_use]
pub fn run(arguments: &RunArguments) -> Exit {
    let document = match open_file(&arguments.file) {
        Ok(document) => document,
        Err((reason, exit)) => return refuse(&reason, exit),
    };
    let positions = match positions(&document, &arguments.switch) {
        Ok(positions) => positions,
        Err(reason) => return refuse(&reason, Exit::Unusable),
    };
    let scenario = match sized(document.scenario(&positions), arguments.size.workers, &arguments.size.faults) {
        Ok(scenario) => scenario,
        Err(reason) => return refuse(&reason, Exit::Unusable),
    };
    match replay(&scenario, arguments.schedule.as_deref()) {
        Ok(replay) => {
            print(&document, &positions, &scenario, &replay, arguments);
            Exit::Done
        }
        Err(reason) => refuse(&reason, Exit::Failed),
    }
}

/// Reads and checks a scenario file.
///
/// # Errors
/// What is wrong with it, and how to exit.
pub fn open_file(file: &Path) -> Result<Document, (String, Exit)> {
    if files::kind(file) == files::Kind::Markdown {
        let reason = format!("{}: is Markdown; only `ran-twice check` reads the scenarios in it", file.display());
        return Err((reason, Exit::Unusable));
    }
    let text = files::read(file).map_err(|unreadable| (unreadable.to_string(), Exit::Unusable))?;
    open(&text).map_err(|errors| {
        let name = shown_name(file);
        let shown: Vec<String> = errors.iter().map(|error| error.rendered(&name, &text, 1).to_string()).collect();
        (shown.join("\n\n"), Exit::Failed)
    })
}

/// Says why not, on stderr.
pub fn refuse(reason: &str, exit: Exit) -> Exit {
    eprintln!("{reason}");
    exit
}

fn replay(scenario: &Scenario, asked: Option<&str>) -> Result<Replay, String> {
    let Some(asked) = asked else { return Ok(shown(scenario)) };
    let named = scenario.schedules.iter().find(|schedule| schedule.name.as_deref() == Some(asked.trim()));
    if let Some(schedule) = named {
        return Ok(follow(scenario, &schedule.items));
    }
    let items = parse_schedule(asked, scenario).map_err(|errors| {
        let mut shown: Vec<String> =
            errors.iter().map(|error| error.rendered("--schedule", asked, 1).to_string()).collect();
        if scenario.faults.is_empty() && errors.iter().any(|error| error.message.contains("`faults crash 1`")) {
            shown.push("With `--faults crash=1` one worker may die in this run.".to_owned());
        }
        shown.join("\n\n")
    })?;
    let replay = follow(scenario, &items);
    match replay.passed_over.first() {
        None => Ok(replay),
        Some(passed) => Err(format!(
            "--schedule: item {} of {}, {}, cannot happen: {}",
            passed.item + 1,
            items.len(),
            passed.wanted.span.text(asked),
            passed.reason.reason(scenario),
        )),
    }
}

fn print(document: &Document, positions: &Positions, scenario: &Scenario, replay: &Replay, asked: &RunArguments) {
    for note in of_schedule(&document.source, scenario, replay) {
        eprintln!("{}", note.text);
    }
    for (name, why) in failed(scenario, replay) {
        eprintln!("{name}'s run failed: {why}");
    }
    for note in of_end(scenario, replay) {
        eprintln!("{note}");
    }
    let moment = Moment { scenario, trace: &replay.trace, playhead: replay.trace.len() };
    let production = asked.production.then(|| production(moment));
    if asked.json {
        let mut object = as_object(document, positions, scenario, replay);
        if let Some(production) = &production {
            object["production"] = shown_in_production(production);
        }
        super::print(&format!("{object:#}\n"));
    } else if let Some(production) = &production {
        super::print(&text(production));
    } else {
        super::print(&printed::printed(scenario, &replay.trace, replay.trace.len()));
    }
}

fn as_object(document: &Document, positions: &Positions, scenario: &Scenario, replay: &Replay) -> Json {
    let trace = &replay.trace;
    let tables = printed::shown(scenario, trace.last()).map(|(table, rows)| {
        let committed = rows.iter().filter_map(|row| row.seen_by(None));
        (table.name.to_string(), Json::Array(committed.map(|cells| row_object(table, cells)).collect()))
    });
    json!({
        "title": &*document.title,
        "switch": document.positions_text(positions),
        "schedule": trace.actions().map(|action| action.text(scenario)).collect::<Vec<_>>(),
        "complete": replay.complete,
        "failed": failed(scenario, replay)
            .into_iter()
            .map(|(process, reason)| json!({ "process": process, "reason": reason }))
            .collect::<Vec<_>>(),
        "ends": of_end(scenario, replay),
        "passed_over": replay.passed_over.iter().map(|passed| passed.wanted.span.text(&document.source)).collect::<Vec<_>>(),
        "lines": printed::lines(scenario, trace, trace.len()),
        "tables": tables.collect::<serde_json::Map<String, Json>>(),
    })
}

/// Each query with its rows, and the log.
fn shown_in_production(production: &Production) -> Json {
    let query = |query: &Query| {
        let rows = query.rows.iter().map(|(value, count)| json!({ &*query.column: value, "count": count }));
        json!({ "sql": query.sql.as_ref().ok(), "rows": rows.collect::<Vec<_>>() })
    };
    json!({
        "queries": production.queries.iter().map(query).collect::<Vec<_>>(),
        "log": production.log.iter().map(|line| &*line.text).collect::<Vec<_>>(),
    })
}

fn row_object(table: &Table, cells: &[Value]) -> Json {
    Json::Object(
        table.columns.iter().zip(cells).map(|(column, cell)| (column.name.to_string(), as_json(cell))).collect(),
    )
}

fn as_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => json!(flag),
        Value::Int(number) => json!(number),
        Value::Text(text) => json!(&**text),
        Value::Row(_, cells) => Json::Array(cells.iter().map(as_json).collect()),
    }
}
