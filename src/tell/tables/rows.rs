//! The rows of a table, refused and removed ones included, and what stands where there are none.

use super::{Cell, EmptyView, RowKey, RowKind, RowView, marks};
use crate::lang::order::sort_by_key;
use crate::lang::scenario::TableId;
use crate::lang::value::Value;
use crate::sim::evaluate::plain;
use crate::tell::caption;
use crate::tell::history::{Entry, TableHistory};
use crate::tell::moment::Moment;

/// How many refused and removed rows a table shows at once: the latest. More would push what is there off the screen.
const GHOSTS_MAX: usize = 6;

/// The rows in their order.
pub(super) fn views(moment: Moment<'_>, past: &TableHistory) -> Vec<RowView> {
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

/// What stands in place of rows, or under them where one was looked for and not found.
pub(super) fn empty(moment: Moment<'_>, past: &TableHistory, id: TableId) -> Option<EmptyView> {
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
