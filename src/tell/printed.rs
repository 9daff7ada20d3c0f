//! What the guide prints: lines said and deaths in order, then each table and effect as compact JSON.

use crate::check::trace::Trace;
use crate::lang::scenario::Scenario;
use crate::lang::value::Value;
use crate::sim::state::State;

/// How wide a table's name is padded, as the guide's `padEnd(12)` does.
pub const NAME_WIDTH: usize = 12;

/// What was said up to this playhead, a line for each `say` and each death, in order.
#[must_use]
pub fn lines(scenario: &Scenario, trace: &Trace, playhead: usize) -> Vec<String> {
    let _ = (scenario, trace, playhead);
    todo!()
}

/// A line for each table and effect, in order of declaration: the name padded to [`NAME_WIDTH`], a space, the rows.
#[must_use]
pub fn tables(scenario: &Scenario, state: &State) -> Vec<String> {
    let _ = (scenario, state);
    todo!()
}

/// All of it at this playhead, a newline after every line.
#[must_use]
pub fn printed(scenario: &Scenario, trace: &Trace, playhead: usize) -> String {
    let mut text = String::new();
    let all = lines(scenario, trace, playhead).into_iter().chain(tables(scenario, &trace.states[playhead]));
    for line in all {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds a value as `JSON.stringify` writes it.
pub fn write_json(text: &mut String, value: &Value) {
    let _ = (text, value);
    todo!()
}
