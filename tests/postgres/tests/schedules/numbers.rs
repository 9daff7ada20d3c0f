//! Serial numbers there: the largest plus one, as the engine has it. PostgreSQL shows nobody the rows of an open
//! transaction, so the numbers that those have are kept here.

use std::collections::BTreeMap;

use ran_twice::lang::scenario::{ProcessId, TableId};
use ran_twice::lang::value::Value;
use ran_twice::sim::event::Event;
use ran_twice::sim::step::Step;
use ran_twice_postgres::database::Database;

use crate::here::Here;

/// The number of a row that waits: nothing else has it.
pub const WHILE_IT_WAITS: i64 = -1;

/// What open transactions have done to numbers.
#[derive(Default)]
pub struct Numbers(BTreeMap<ProcessId, Open>);

#[derive(Default)]
struct Open {
    /// Of rows that it added.
    given: Vec<(TableId, i64)>,
    /// Of rows that it removed: free for itself, for nobody else.
    freed: Vec<(TableId, i64)>,
}

impl Numbers {
    /// A step added or removed rows.
    pub fn learn(&mut self, here: &Here<'_>, process: ProcessId, step: &Step) {
        let number = |table: TableId, cells: &[Value]| match cells[here.serial(table)?] {
            Value::Int(number) => Some((table, number)),
            _ => None,
        };
        let open = self.0.entry(process).or_default();
        for event in &step.events {
            match event {
                Event::RowAdded { table, row } => {
                    let row = step.state.rows(*table).get(*row);
                    open.given.extend(row.and_then(|row| number(*table, &row.cells)));
                }
                Event::RowMarked { table, row } => {
                    open.freed.extend(number(*table, &here.state.rows(*table)[*row].cells));
                }
                Event::RowRemoved { table, before, .. } => {
                    let removed = number(*table, &before.cells);
                    open.given.retain(|given| Some(*given) != removed);
                }
                _ => {}
            }
        }
    }

    /// Its transaction is over: PostgreSQL shows what is left.
    pub fn forget(&mut self, process: ProcessId) {
        self.0.remove(&process);
    }

    /// The next number of a table for a process; none where the table has no serial.
    pub fn next(&self, here: &Here<'_>, database: &mut Database, process: ProcessId, table: TableId) -> Option<i64> {
        let declared = here.scenario.table(table);
        let column = &declared.columns[here.serial(table)?].name;
        let rows = database.rows(&format!("SELECT \"{column}\" FROM \"{}\"", declared.name));
        let freed = self.0.get(&process).map_or(&[][..], |open| &open.freed);
        let committed = rows.iter().map(|row| row[0].as_ref().map_or(0, |number| number.parse().expect("a number")));
        let given = self.0.values().flat_map(|open| &open.given).filter(|(of, _)| *of == table);
        let taken = committed.filter(|number| !freed.contains(&(table, *number)));
        Some(taken.chain(given.map(|(_, number)| *number)).max().unwrap_or(0).max(0) + 1)
    }
}
