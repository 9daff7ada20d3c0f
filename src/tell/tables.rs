//! Tables and effects row by row at one moment, with marks for who did what to a row, and where the ribbon ends.

mod marks;

use super::caption;
use super::deed::{Deed, deed, is_step, statement};
use super::history::{Entry, History, TableHistory};
use super::inline::Who;
use super::moment::Moment;
use crate::lang::order::sort_by_key;
use crate::lang::program::Atomic;
use crate::lang::scenario::TableId;
use crate::lang::value::{Name, Value};
use crate::sim::evaluate::plain;

/// How many refused and removed rows a table shows at once: the latest. More would push what is there off the screen.
const GHOSTS_MAX: usize = 6;

/// Every table, and the ribbon from the statement just taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Effects first, then tables that a program touches, then the rest; `jobs` last unless a program touches it.
    pub tables: Vec<TableView>,
    /// The ribbon of the last step; none at the start, after a crash, a sleep, or a statement that met no row.
    pub beam: Option<Beam>,
}

/// One table or effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// Which: its key.
    pub id: TableId,
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
    Tables { tables: table_views(moment, &history), beam: beam(moment, &history) }
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
        tables.push(table_view(moment, history, id));
    }
    tables
}

fn table_view(moment: Moment<'_>, history: &History, id: TableId) -> TableView {
    let table = moment.scenario.table(id);
    let past = history.table(id);
    let rows = row_views(moment, past);
    let mut columns = Vec::new();
    for column in &table.columns {
        columns.push(column.name.clone());
    }
    TableView {
        id,
        name: table.name.clone(),
        effect: table.is_effect(),
        used: caption::touched(moment.scenario, id) || !rows.is_empty(),
        note: caption::note(moment.scenario, moment.state(), id),
        short: caption::short(moment.scenario, moment.state(), id),
        columns,
        empty: empty_view(moment, past, id),
        marks: marks::counted(moment, past),
        rows,
    }
}

fn row_views(moment: Moment<'_>, past: &TableHistory) -> Vec<RowView> {
    // The oldest ghosts go first; the ones of one table are in the order of their keys.
    let mut ghosts: Vec<RowKey> = Vec::new();
    for entry in &past.entries {
        if entry.kind != RowKind::There {
            ghosts.push(entry.key);
        }
    }
    sort_by_key(&mut ghosts, |key| *key);
    ghosts.truncate(ghosts.len().saturating_sub(GHOSTS_MAX));
    let mut views = Vec::new();
    for entry in &past.entries {
        if !ghosts.contains(&entry.key) {
            views.push(row_view(moment, past, &ghosts, entry));
        }
    }
    views
}

fn row_view(moment: Moment<'_>, past: &TableHistory, left_out: &[RowKey], entry: &Entry) -> RowView {
    let mut cells = Vec::new();
    for (column, value) in entry.cells.iter().enumerate() {
        let was = entry.was.as_ref().map(|was| &was[column]).filter(|was| *was != value);
        cells.push(Cell { text: plain(value), was: was.map(plain), owns: false, null: matches!(value, Value::Null) });
    }
    for other in &past.entries {
        if let Some((owner, refusal)) = &other.refused_by
            && *owner == entry.key
            && entry.kind == RowKind::There
            && !left_out.contains(&other.key)
        {
            for column in &refusal.columns {
                cells[column.index()].owns = true;
            }
        }
    }
    let last = entry.deeds.last().filter(|(_, did)| did.step == moment.playhead);
    RowView {
        key: entry.key,
        kind: entry.kind,
        cells,
        marks: marks::of(moment, entry),
        hit: last.map(|(_, did)| moment.who(did.process)),
    }
}

fn empty_view(moment: Moment<'_>, past: &TableHistory, id: TableId) -> Option<EmptyView> {
    let bare = past.stands().next().is_none();
    let now = past.missed.last().filter(|did| did.step == moment.playhead).copied();
    if !bare && now.is_none() {
        return None;
    }
    let gap = bare && caption::lost(moment, id);
    let text = match (bare, past.ever) {
        (false, _) => "no matching row",
        (true, _) if gap => "no rows, and nobody left to add one",
        (true, _) if now.is_some() => "no row",
        (true, true) => "no rows left",
        (true, false) if !past.missed.is_empty() => "no row",
        (true, false) if moment.at_end() && moment.trace.complete(moment.scenario) => "no rows",
        (true, false) => "no rows yet",
    };
    let mut marks = Vec::new();
    for did in &past.missed {
        // Once rows have stood here, an earlier look that found none says nothing about them.
        if (bare && !past.ever) || Some(*did) == now {
            marks.push(marks::looked(moment, *did));
        }
    }
    marks::keep_latest(&mut marks);
    Some(EmptyView { text: text.to_owned(), gap, marks, hit: now.map(|did| moment.who(did.process)) })
}

fn beam(moment: Moment<'_>, history: &History) -> Option<Beam> {
    let transition = moment.last().filter(|transition| is_step(transition))?;
    let (instruction, atomic) = statement(moment.scenario, transition)?;
    let (table, end) = met(moment, &deed(moment.scenario, transition), atomic)?;
    let hit = |entry: &&Entry| entry.deeds.last().is_some_and(|(_, did)| did.step == moment.playhead);
    Some(Beam {
        who: moment.who(transition.action.process()),
        step: moment.playhead,
        source_line: instruction.lines.first,
        table,
        row: history.table(table).entries.iter().find(hit).map(|entry| entry.key),
        end,
    })
}

/// The table that the step met, and how the ribbon to it ends.
fn met(moment: Moment<'_>, deed: &Deed<'_>, atomic: &Atomic) -> Option<(TableId, BeamEnd)> {
    Some(match deed {
        Deed::Looked { table, .. } | Deed::Counted { table, .. } => (*table, BeamEnd::Looked),
        Deed::Changed { table, rows: 0 } | Deed::Removed { table, rows: 0 } => (*table, BeamEnd::Looked),
        Deed::Added { table, .. } | Deed::Changed { table, .. } | Deed::Removed { table, .. } => {
            (*table, BeamEnd::Wrote)
        }
        Deed::Performed { effect, .. } => (*effect, BeamEnd::Wrote),
        Deed::Enqueued { .. } => (moment.scenario.jobs_table?, BeamEnd::Wrote),
        Deed::Refused { table, .. } => (*table, BeamEnd::Refused),
        Deed::Failed { .. } => (atomic.table()?, BeamEnd::Refused),
        Deed::Slept { .. } | Deed::Crashed | Deed::Paused => return None,
    })
}
