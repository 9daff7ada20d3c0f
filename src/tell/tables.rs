//! Tables and effects row by row at one moment, with marks for who did what to a row, and where the ribbon ends.

mod beam;
mod marks;
mod rows;

use super::caption;
use super::history::{History, TableHistory};
use super::inline::{Who, placed};
use super::moment::Moment;
use crate::lang::order::sort_by_key;
use crate::lang::scenario::{ProcessId, TableId};
use crate::lang::value::Name;

/// Every table, and the ribbon from the statement just taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Effects first, then tables that a program touches, then the rest; `jobs` last unless a program touches it.
    pub tables: Vec<TableView>,
    /// The ribbon of the last step; none at the start, after a crash, or a statement that met no table.
    pub beam: Option<Beam>,
}

/// One table or effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// Which; with `memory_of` its key.
    pub id: TableId,
    /// Whose memory it is; none for a table that everybody shares.
    pub memory_of: Option<Who>,
    /// Its name.
    pub name: Name,
    /// Is it an effect?
    pub effect: bool,
    /// Does a running program touch it, or does it hold rows? A table that is neither can be left out of a small view.
    pub used: bool,
    /// The quiet words after the name: `the side effect`, `key is UNIQUE`, `no constraint`, `two deliveries of one job`.
    pub note: String,
    /// What stands for the whole table where it is folded: `2 rows, one key`.
    pub short: String,
    /// Names of the columns.
    pub columns: Vec<Name>,
    /// Rows in order, refused and removed ones included.
    pub rows: Vec<RowView>,
    /// What stands in place of rows where there are none.
    pub empty: Option<EmptyView>,
    /// Marks on the table as a whole: `W1 counted 2, now`.
    pub marks: Vec<Mark>,
}

/// The line that stands in a table without rows, or under its rows where one was looked for and not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyView {
    /// `no rows yet`, `no row`, `no rows, and no worker left to add one`.
    pub text: String,
    /// Is it a loss: an effect that nobody is left to perform?
    pub gap: bool,
    /// Who looked here and found nothing.
    pub marks: Vec<Mark>,
    /// The process of the last step, where it looked here.
    pub hit: Option<Who>,
}

/// Names a row within its table: stable from the step that made it on, back and forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowKey(pub u32);

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowView {
    /// Its key.
    pub key: RowKey,
    /// Is it there, refused, or removed?
    pub kind: RowKind,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Who did what to it.
    pub marks: Vec<Mark>,
    /// The process of the last step, where this row is what that step met.
    pub hit: Option<Who>,
}

/// How a row stands in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// It is there.
    There,
    /// UNIQUE refused it; it stands, struck, under the row that owns the key.
    Refused,
    /// It was removed; it stands, struck, where it was.
    Removed,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub text: String,
    /// What it held before the last step changed it.
    pub was: Option<String>,
    /// Does it own a key that a refused row below asked for?
    pub owns: bool,
    /// Is there nothing in it (null)?
    pub null: bool,
}

/// A mark on a row: who, what, when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The icon.
    pub kind: MarkKind,
    /// Who did it.
    pub who: Who,
    /// The whole text, the name included: `W1 looked, step 1`, `W2 refused, 2067`, `W1, died at step 2`.
    pub text: String,
    /// For a narrow place: `W1 looked`, `W2 refused`, `W1`.
    pub short: String,
    /// Was it done by the last step?
    pub now: bool,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// It was read, or looked for.
    Looked,
    /// It was added.
    Added,
    /// It was changed.
    Changed,
    /// It was removed.
    Removed,
    /// It was refused.
    Refused,
    /// A rollback took a change of it back.
    Undone,
    /// The provider knew its key, and performed nothing.
    Recognised,
    /// An open transaction has changed it: not committed yet.
    Pending,
    /// The provider remembers it by a key.
    Key,
}

/// The ribbon from the statement just taken to what it met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    /// Whose statement.
    pub who: Who,
    /// The step that draws it, from 1: a new step is a new ribbon.
    pub step: usize,
    /// The line it starts from: [`Line::source_line`](super::code::Line::source_line).
    pub source_line: usize,
    /// The table it runs to.
    pub table: TableId,
    /// Is that the memory of whose statement it is?
    pub memory: bool,
    /// The row; none for the line that stands for "no row", and for the table's head where it has no such line.
    pub row: Option<RowKey>,
    /// How it ends.
    pub end: BeamEnd,
}

/// How a ribbon ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamEnd {
    /// An open ring.
    Looked,
    /// An arrow.
    Wrote,
    /// A bar.
    Refused,
}

/// Every table at this moment.
#[must_use]
pub fn tables(moment: Moment<'_>) -> Tables {
    let history = History::of(moment);
    Tables { tables: table_views(moment, &history), beam: beam::beam(moment, &history) }
}

/// The same without the ribbon.
#[must_use]
pub fn views(moment: Moment<'_>) -> Vec<TableView> {
    table_views(moment, &History::of(moment))
}

fn table_views(moment: Moment<'_>, history: &History) -> Vec<TableView> {
    let mut ids: Vec<TableId> = (0..moment.scenario.tables.len()).map(TableId::new).collect();
    sort_by_key(&mut ids, |id| caption::rank(moment.scenario, *id));
    let mut tables = Vec::new();
    for id in ids {
        if !moment.scenario.table(id).is_memory() {
            tables.push(table_view(moment, history.table(id), id, None));
            continue;
        }
        // What is private stands once for each process that uses it.
        for process in placed(moment.scenario) {
            if let Some(past) = history.memory(process, id).filter(|_| caption::touches(moment.scenario, process, id)) {
                tables.push(table_view(moment, past, id, Some(process)));
            }
        }
    }
    tables
}

fn table_view(moment: Moment<'_>, past: &TableHistory, id: TableId, memory_of: Option<ProcessId>) -> TableView {
    let table = moment.scenario.table(id);
    let rows = rows::views(moment, past);
    let mut columns = Vec::new();
    for column in &table.columns {
        columns.push(column.name.clone());
    }
    let memory_of = memory_of.map(|process| moment.who(process));
    TableView {
        id,
        name: table.name.clone(),
        effect: table.is_effect(),
        used: caption::touched(moment.scenario, id) || !rows.is_empty(),
        note: caption::note(moment.scenario, moment.state(), id, memory_of.as_ref()),
        short: caption::short(moment.scenario, past, id),
        columns,
        empty: rows::empty(moment, past, id),
        marks: marks::counted(moment, past),
        rows,
        memory_of,
    }
}
