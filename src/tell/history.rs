//! How each row came to be: who added, looked at, changed, refused or removed it, and at which step.

use std::sync::Arc;

use super::moment::Moment;
use super::tables::{MarkKind, RowKey, RowKind};
use crate::check::trace::Transition;
use crate::lang::scenario::{ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::failure::Refusal;

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
    /// Under which row a refused one stands, and why.
    pub refused_by: Option<(RowKey, Refusal)>,
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
        let mut history = Self { tables: Vec::new() };
        for rows in &moment.trace.states[0].tables {
            let mut table = TableHistory::default();
            for row in &**rows {
                table.add(row.cells.clone(), None);
            }
            history.tables.push(table);
        }
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
        // Rows removed by one statement are named by where they stood before it removed any.
        let mut places: Vec<Vec<RowKey>> = Vec::new();
        for table in &mut self.tables {
            for entry in &mut table.entries {
                entry.was = None;
            }
            let mut keys = Vec::new();
            for entry in table.stands() {
                keys.push(entry.key);
            }
            places.push(keys);
        }
        for event in &transition.events {
            self.note(moment, &places, event, did);
        }
    }

    fn note(&mut self, moment: Moment<'_>, places: &[Vec<RowKey>], event: &Event, did: Did) {
        let after = |table: TableId, row: usize| moment.trace.states[did.step].rows(table)[row].cells.clone();
        let (table, row, kind) = match event {
            Event::RowRead { table, found: None } | Event::RowsHit { table, rows: 0 } => {
                return self.tables[table.index()].missed.push(did);
            }
            Event::Counted { table, rows } => return self.tables[table.index()].counted.push((did, *rows)),
            Event::RowAdded { table, row } | Event::EffectPerformed { effect: table, row, .. } => {
                return self.tables[table.index()].add(after(*table, *row), Some(did));
            }
            Event::RowRefused { table, owner, attempted, refusal } => {
                let owner = places[table.index()][*owner];
                return self.tables[table.index()].refuse(owner, attempted.cells.clone(), refusal, did);
            }
            Event::RowRead { table, found: Some(row) } => (*table, *row, MarkKind::Looked),
            Event::RowChanged { table, row, .. } => (*table, *row, MarkKind::Changed),
            Event::RowRemoved { table, row, .. } => (*table, *row, MarkKind::Removed),
            Event::RowsHit { .. }
            | Event::Enqueued { .. }
            | Event::ClockMoved { .. }
            | Event::StatementFailed { .. }
            | Event::Said { .. }
            | Event::Started { .. }
            | Event::TurnBegan { .. }
            | Event::Ended { .. }
            | Event::RunFailed { .. }
            | Event::Crashed { .. } => return,
        };
        let key = places[table.index()][row];
        let Some(entry) = self.tables[table.index()].entries.iter_mut().find(|entry| entry.key == key) else { return };
        entry.deeds.push((kind, did));
        match event {
            Event::RowChanged { before, .. } => {
                // A row changed twice by one statement shows how it was before the statement.
                entry.was.get_or_insert_with(|| before.cells.clone());
                entry.cells = after(table, row);
            }
            Event::RowRemoved { .. } => entry.kind = RowKind::Removed,
            _ => {}
        }
    }
}

impl TableHistory {
    /// The rows that are there, in their order.
    pub fn stands(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.kind == RowKind::There)
    }

    /// The row that stands at this place of the store's list.
    pub fn at(&self, row: usize) -> Option<&Entry> {
        self.stands().nth(row)
    }

    fn add(&mut self, cells: Arc<[Value]>, did: Option<Did>) {
        self.ever = true;
        let mut entry = self.made(RowKind::There, cells);
        if let Some(did) = did {
            entry.deeds.push((MarkKind::Added, did));
        }
        self.entries.push(entry);
    }

    /// A refused row stands under the row that owns its key, after others that row has turned away.
    fn refuse(&mut self, owner: RowKey, cells: Arc<[Value]>, refusal: &Refusal, did: Did) {
        let mut entry = self.made(RowKind::Refused, cells);
        entry.refused_by = Some((owner, refusal.clone()));
        entry.deeds.push((MarkKind::Refused, did));
        let mut below = self.entries.len();
        for (at, other) in self.entries.iter().enumerate() {
            if other.key == owner || other.refused_by.as_ref().is_some_and(|by| by.0 == owner) {
                below = at + 1;
            }
        }
        self.entries.insert(below, entry);
    }

    fn made(&mut self, kind: RowKind, cells: Arc<[Value]>) -> Entry {
        self.made += 1;
        Entry { key: RowKey(self.made), kind, cells, was: None, refused_by: None, deeds: Vec::new() }
    }
}

impl Entry {
    /// Who added it, and when; none where it is there from the start.
    pub fn added(&self) -> Option<Did> {
        match self.deeds.first() {
            Some((MarkKind::Added, did)) => Some(*did),
            Some(_) | None => None,
        }
    }
}
