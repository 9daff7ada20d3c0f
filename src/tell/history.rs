//! How each row came to be: who added, looked at, changed, refused or removed it, and at which step.

use std::sync::Arc;

use super::moment::Moment;
use super::tables::{MarkKind, RowKey, RowKind};
use crate::check::trace::Transition;
use crate::lang::scenario::{ProcessId, TableId};
use crate::lang::value::Value;
use crate::sim::event::Event;
use crate::sim::failure::Refusal;
use crate::sim::store::{Pending, Row};

/// The rows of every table with their past, up to a playhead.
#[derive(Debug)]
pub(super) struct History {
    /// By table. Of a memory table nothing stands here.
    pub tables: Vec<TableHistory>,
    /// By process, what it has in its memory tables, by table.
    memory: Vec<Vec<TableHistory>>,
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
    /// The rows by where they stood before the last step: events name them so.
    places: Vec<RowKey>,
    made: u32,
}

/// One row with its past.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: RowKey,
    pub kind: RowKind,
    /// As whoever changed it last sees it, be it committed or not.
    pub cells: Arc<[Value]>,
    /// How it was before the last step changed it.
    pub was: Option<Arc<[Value]>>,
    /// What an open transaction has made of it.
    pub pending: Option<Pending>,
    /// The key that the provider remembers it by.
    pub provider_key: Option<Value>,
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
        let start = &moment.trace.states[0];
        let mut tables = Vec::new();
        for rows in &start.tables {
            let mut table = TableHistory::default();
            for _ in &**rows {
                table.add(None);
            }
            table.sync(rows);
            tables.push(table);
        }
        let mut memory = Vec::new();
        for process in &start.processes {
            memory.push(process.memory.iter().map(|_| TableHistory::default()).collect());
        }
        let mut history = Self { tables, memory };
        for (at, transition) in moment.trace.transitions[..moment.playhead].iter().enumerate() {
            history.follow(moment, transition, at + 1);
        }
        history
    }

    pub fn table(&self, table: TableId) -> &TableHistory {
        &self.tables[table.index()]
    }

    /// What a process has in a memory table.
    pub fn memory(&self, process: ProcessId, table: TableId) -> Option<&TableHistory> {
        self.memory[process.index()].get(table.index())
    }

    fn follow(&mut self, moment: Moment<'_>, transition: &Transition, step: usize) {
        for table in self.tables.iter_mut().chain(self.memory.iter_mut().flatten()) {
            table.begin_step();
        }
        // What happens to a job touches no row, nor does a pause: whoever is skipped may not even stand on this design.
        let (Some(process), false) = (transition.action.process(), transition.events.is_empty()) else { return };
        let did = Did { process, step };
        let undoes = transition.events.iter().any(|event| matches!(event, Event::RolledBack { .. }));
        for event in &transition.events {
            self.note(moment, event, did, undoes);
        }
        let state = &moment.trace.states[step];
        for (table, rows) in self.tables.iter_mut().zip(&state.tables) {
            table.sync(rows);
        }
        for (table, rows) in self.memory[process.index()].iter_mut().zip(&state.processes[process.index()].memory) {
            table.sync(rows);
        }
    }

    fn note(&mut self, moment: Moment<'_>, event: &Event, did: Did, undoes: bool) {
        let undone = |kind| if undoes { MarkKind::Undone } else { kind };
        let (table, row, kind) = match event {
            Event::RowRead { table, found: None } | Event::RowsHit { table, rows: 0 } => {
                return self.of_table(moment, *table, did).missed.push(did);
            }
            Event::Counted { table, rows } => {
                return self.of_table(moment, *table, did).counted.push((did, *rows));
            }
            Event::RowAdded { table, .. } | Event::EffectPerformed { effect: table, .. } => {
                return self.of_table(moment, *table, did).add(Some(did));
            }
            Event::RowRefused { table, owner, attempted, refusal } => {
                return self.of_table(moment, *table, did).refuse(*owner, attempted.cells.clone(), refusal, did);
            }
            Event::Crashed { .. } => {
                return self.memory[did.process.index()].iter_mut().for_each(TableHistory::forget);
            }
            Event::RowRead { table, found: Some(row) } => (*table, *row, MarkKind::Looked),
            Event::EffectRepeated { effect, row } => (*effect, *row, MarkKind::Recognised),
            Event::RowChanged { table, row, .. } => (*table, *row, undone(MarkKind::Changed)),
            Event::RowRemoved { table, row, .. } => (*table, *row, undone(MarkKind::Removed)),
            Event::RowMarked { table, row } => (*table, *row, MarkKind::Removed),
            Event::RowsHit { table, .. } => return self.of_table(moment, *table, did).count_places(),
            _ => return,
        };
        let table = self.of_table(moment, table, did);
        let Some(key) = table.places.get(row).copied() else { return };
        let Some(entry) = table.entries.iter_mut().find(|entry| entry.key == key) else { return };
        entry.deeds.push((kind, did));
        match event {
            // A row changed twice by one statement shows how it was before the statement.
            Event::RowChanged { before, .. } => {
                entry.was.get_or_insert_with(|| before.cells.clone());
            }
            Event::RowRemoved { before, .. } => {
                entry.kind = RowKind::Removed;
                entry.pending = None;
                entry.cells.clone_from(&before.cells);
            }
            _ => {}
        }
    }

    /// The table, or the memory of whoever acts.
    fn of_table(&mut self, moment: Moment<'_>, table: TableId, did: Did) -> &mut TableHistory {
        if moment.scenario.table(table).is_memory() {
            return &mut self.memory[did.process.index()][table.index()];
        }
        &mut self.tables[table.index()]
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

    fn begin_step(&mut self) {
        for entry in &mut self.entries {
            entry.was = None;
        }
        self.count_places();
    }

    /// Counts anew where each row stands: after a statement that removed some, and before the next one.
    fn count_places(&mut self) {
        self.places.clear();
        for entry in &self.entries {
            if entry.kind == RowKind::There {
                self.places.push(entry.key);
            }
        }
    }

    /// Gives the rows that are there what the store holds of them.
    fn sync(&mut self, rows: &[Row]) {
        let there = self.entries.iter_mut().filter(|entry| entry.kind == RowKind::There);
        for (entry, row) in there.zip(rows) {
            let by = row.pending.as_ref().map(|pending| pending.by);
            entry.cells.clone_from(row.seen_by(by).unwrap_or(&row.cells));
            entry.pending.clone_from(&row.pending);
            entry.provider_key.clone_from(&row.key);
        }
    }

    /// A process that dies forgets what it had in memory.
    fn forget(&mut self) {
        self.entries.clear();
        self.missed.clear();
        self.counted.clear();
    }

    fn add(&mut self, did: Option<Did>) {
        self.ever = true;
        let mut entry = self.made(RowKind::There, Vec::new().into());
        if let Some(did) = did {
            entry.deeds.push((MarkKind::Added, did));
        }
        self.places.push(entry.key);
        self.entries.push(entry);
    }

    /// A refused row stands under the row that owns its key, after others that row has turned away.
    fn refuse(&mut self, owner: usize, cells: Arc<[Value]>, refusal: &Refusal, did: Did) {
        let Some(owner) = self.places.get(owner).copied() else { return };
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
        let key = RowKey(self.made);
        let (was, pending, provider_key, refused_by) = (None, None, None, None);
        Entry { key, kind, cells, was, pending, provider_key, refused_by, deeds: Vec::new() }
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
