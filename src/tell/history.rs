//! How each row came to be: who added, looked at, changed, refused or removed it, and at which step.

use std::sync::Arc;

use super::moment::Moment;
use super::tables::{MarkKind, RowKey, RowKind};
use crate::check::trace::Transition;
use crate::lang::scenario::{ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::event::Event;

/// The rows of every table with their past, up to a playhead.
#[derive(Debug)]
pub(super) struct History {
    /// By table.
    pub tables: Vec<TableHistory>,
}

/// The rows of one table with their past.
#[derive(Debug, Default)]
pub(super) struct TableHistory {
    /// In the order they are shown, refused and removed ones included.
    pub entries: Vec<Entry>,
    /// Who looked for a row and found none, and when.
    pub missed: Vec<Did>,
    /// Who counted how many, and when.
    pub counted: Vec<(Did, usize)>,
    /// Did a row ever stand here?
    pub ever: bool,
    made: u32,
}

/// One row with its past.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: RowKey,
    pub kind: RowKind,
    pub cells: Arc<[Value]>,
    /// How it was before the last step changed it.
    pub was: Option<Arc<[Value]>>,
    /// Under which row a refused one stands, and the columns of the UNIQUE that refused it.
    pub refused_by: Option<(RowKey, Vec<usize>, i64)>,
    /// What was done to it, in order.
    pub deeds: Vec<(MarkKind, Did)>,
}

/// Who did it, and at which step (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Did {
    pub process: ProcessId,
    pub step: usize,
}

impl History {
    /// The past of every row at this moment.
    pub fn of(moment: Moment<'_>) -> Self {
        let mut history = Self { tables: moment.trace.states[0].tables.iter().map(|rows| seeded(rows)).collect() };
        for (at, transition) in moment.trace.transitions[..moment.playhead].iter().enumerate() {
            let did = Did { process: transition.action.process(), step: at + 1 };
            history.follow(moment, transition, did);
        }
        history
    }

    pub fn table(&self, table: TableId) -> &TableHistory {
        &self.tables[table.index()]
    }

    fn follow(&mut self, moment: Moment<'_>, transition: &Transition, did: Did) {
        for entry in self.tables.iter_mut().flat_map(|table| &mut table.entries) {
            entry.was = None;
        }
        // Rows removed by one statement are named by where they stood before it removed any.
        let places: Vec<Vec<RowKey>> = self.tables.iter().map(TableHistory::there).collect();
        for event in &transition.events {
            self.note(moment, &places, event, did);
        }
    }

    fn note(&mut self, moment: Moment<'_>, places: &[Vec<RowKey>], event: &Event, did: Did) {
        let after = &moment.trace.states[did.step];
        match event {
            Event::RowRead { table, found: None } => self.tables[table.index()].missed.push(did),
            Event::RowRead { table, found: Some(row) } => self.mark(*table, places, *row, MarkKind::Looked, did),
            Event::Counted { table, rows } => self.tables[table.index()].counted.push((did, *rows)),
            Event::RowAdded { table, row } | Event::EffectPerformed { effect: table, row, .. } => {
                self.tables[table.index()].add(after.rows(*table)[*row].cells.clone(), Some(did));
            }
            Event::RowRefused { table, owner, attempted, refusal } => {
                let columns = refusal.columns.iter().map(|column| column.index()).collect();
                let code = crate::sim::failure::Failure::Refused(refusal.clone()).code();
                let owner = places[table.index()][*owner];
                self.tables[table.index()].refuse(owner, attempted.cells.clone(), (columns, code), did);
            }
            Event::RowChanged { table, row, before } => {
                self.mark(*table, places, *row, MarkKind::Changed, did);
                let key = places[table.index()][*row];
                if let Some(entry) = self.tables[table.index()].entry_mut(key) {
                    // A row changed twice by one statement shows how it was before the statement.
                    entry.was.get_or_insert_with(|| before.cells.clone());
                    entry.cells = after.rows(*table)[*row].cells.clone();
                }
            }
            Event::RowRemoved { table, row, .. } => {
                self.mark(*table, places, *row, MarkKind::Removed, did);
                let key = places[table.index()][*row];
                if let Some(entry) = self.tables[table.index()].entry_mut(key) {
                    entry.kind = RowKind::Removed;
                }
            }
            Event::RowsHit { table, rows: 0 } => self.tables[table.index()].missed.push(did),
            Event::RowsHit { .. }
            | Event::Enqueued { .. }
            | Event::ClockMoved { .. }
            | Event::StatementFailed { .. }
            | Event::Said { .. }
            | Event::Started { .. }
            | Event::TurnBegan { .. }
            | Event::Ended { .. }
            | Event::RunFailed { .. }
            | Event::Crashed { .. } => {}
        }
    }

    fn mark(&mut self, table: TableId, places: &[Vec<RowKey>], row: usize, kind: MarkKind, did: Did) {
        let key = places[table.index()][row];
        if let Some(entry) = self.tables[table.index()].entry_mut(key) {
            entry.deeds.push((kind, did));
        }
    }
}

impl TableHistory {
    /// The keys of the rows that are there, in their order.
    pub fn there(&self) -> Vec<RowKey> {
        self.entries.iter().filter(|entry| entry.kind == RowKind::There).map(|entry| entry.key).collect()
    }

    /// The row that stands at this place of the store's list.
    pub fn at(&self, row: usize) -> Option<&Entry> {
        self.entries.iter().filter(|entry| entry.kind == RowKind::There).nth(row)
    }

    fn entry_mut(&mut self, key: RowKey) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    fn next_key(&mut self) -> RowKey {
        self.made += 1;
        RowKey(self.made)
    }

    fn add(&mut self, cells: Arc<[Value]>, did: Option<Did>) {
        self.ever = true;
        let key = self.next_key();
        let deeds = did.map(|did| (MarkKind::Added, did)).into_iter().collect();
        self.entries.push(Entry { key, kind: RowKind::There, cells, was: None, refused_by: None, deeds });
    }

    /// A refused row stands under the row that owns its key, after others that row has turned away.
    fn refuse(&mut self, owner: RowKey, cells: Arc<[Value]>, why: (Vec<usize>, i64), did: Did) {
        let key = self.next_key();
        let entry = Entry {
            key,
            kind: RowKind::Refused,
            cells,
            was: None,
            refused_by: Some((owner, why.0, why.1)),
            deeds: vec![(MarkKind::Refused, did)],
        };
        let stands = |entry: &Entry| entry.key == owner || entry.refused_by.as_ref().is_some_and(|by| by.0 == owner);
        let below = self.entries.iter().rposition(stands).map_or(self.entries.len(), |last| last + 1);
        self.entries.insert(below, entry);
    }
}

impl Entry {
    /// Who added it, and when; none where it is there from the start.
    pub fn added(&self) -> Option<Did> {
        self.deeds.iter().find(|(kind, _)| *kind == MarkKind::Added).map(|(_, did)| *did)
    }
}

/// The rows that are there from the start.
fn seeded(rows: &[crate::sim::store::Row]) -> TableHistory {
    let mut table = TableHistory::default();
    for row in rows {
        table.add(row.cells.clone(), None);
    }
    table
}
