//! Transactions: what a process sees of the rows, what it changes for itself until it commits, and who waits for whom.
//!
//! A change that is not committed stands at its row, so at most one open transaction has changed a row. Everyone else sees
//! the row as it was, and waits who wants to change it.

use std::sync::Arc;

use super::event::Event;
use super::process::Transaction;
use super::readiness::{Blocked, waits};
use super::state::State;
use super::step::Turn;
use super::store::{Change, Pending, Row, Rows};
use crate::lang::scenario::{ProcessId, Scenario, TableId};
use crate::lang::value::Value;

/// A row as a process sees it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Its place in the table. None under a snapshot where a transaction that was committed since has changed or
    /// removed it.
    pub(super) place: Option<usize>,
    /// Its cells.
    pub(super) cells: Arc<[Value]>,
}

impl Turn<'_> {
    /// The rows of a table, or of the process's own memory.
    pub(super) fn rows(&self, process: Option<ProcessId>, table: TableId) -> &Rows {
        match process {
            Some(process) if self.scenario.table(table).is_memory() => {
                &self.state.processes[process.index()].memory[table.index()]
            }
            _ => self.state.rows(table),
        }
    }

    /// The same, to be changed.
    pub(super) fn rows_mut(&mut self, process: Option<ProcessId>, table: TableId) -> &mut Rows {
        Arc::make_mut(match process {
            Some(process) if self.scenario.table(table).is_memory() => {
                &mut self.state.processes[process.index()].memory[table.index()]
            }
            _ => &mut self.state.tables[table.index()],
        })
    }

    /// The rows that a process sees, in order.
    pub(super) fn seen(&self, process: ProcessId, table: TableId) -> Vec<Seen> {
        let rows = self.rows(Some(process), table);
        let transaction = self.state.processes[process.index()].transaction.as_deref();
        match transaction.and_then(|transaction| transaction.view.as_ref()) {
            Some(view) if !self.scenario.table(table).is_effect() && !self.scenario.table(table).is_memory() => {
                seen_since(&view[table.index()], rows, process)
            }
            _ => {
                let seen = |(at, row): (usize, &Row)| {
                    row.seen_by(Some(process)).map(|cells| Seen { place: Some(at), cells: cells.clone() })
                };
                rows.iter().enumerate().filter_map(seen).collect()
            }
        }
    }

    /// Is a change of this table part of an open transaction of the process?
    pub(super) fn in_transaction(&self, process: Option<ProcessId>, table: TableId) -> Option<ProcessId> {
        let process = process?;
        let declared = self.scenario.table(table);
        let open = self.state.processes[process.index()].transaction.is_some();
        (open && !declared.is_effect() && !declared.is_memory()).then_some(process)
    }

    pub(super) fn open_transaction(&mut self, process: ProcessId, snapshot: bool) {
        let transaction = Transaction { snapshot, view: None };
        self.state.processes[process.index()].transaction = Some(Arc::new(transaction));
        self.events.push(Event::Began { process, snapshot });
    }

    /// Under a snapshot the first read or write settles what is seen from then on.
    pub(super) fn settle_view(&mut self, process: ProcessId) {
        let Some(transaction) = &self.state.processes[process.index()].transaction else { return };
        if !transaction.snapshot || transaction.view.is_some() {
            return;
        }
        let committed = |rows: &Arc<Rows>| {
            if rows.iter().all(|row| row.pending.is_none()) {
                return rows.clone();
            }
            Arc::new(rows.iter().filter_map(|row| row.seen_by(None).cloned().map(Row::of)).collect::<Rows>())
        };
        let view = self.state.tables.iter().map(committed).collect();
        let settled = Transaction { snapshot: true, view: Some(view) };
        self.state.processes[process.index()].transaction = Some(Arc::new(settled));
    }

    /// A statement that waits has begun: if it is the first of a snapshot, what is committed by now is what it sees.
    pub(super) fn settle_views_of_waiting(&mut self) {
        for process in self.scenario.process_ids() {
            let transaction = self.state.processes[process.index()].transaction.as_ref();
            let unsettled = transaction.is_some_and(|transaction| transaction.snapshot && transaction.view.is_none());
            if unsettled && matches!(waits(self.scenario, &self.state, process), Some(Blocked::Held { .. })) {
                self.settle_view(process);
            }
        }
    }

    /// A committed row with these cells was changed or removed: under a snapshot from before that, nobody can change it any
    /// more, be it that it looks the same again. Rows that are equal are told apart by their order.
    pub(super) fn outdate(&mut self, process: ProcessId, table: TableId, cells: &Arc<[Value]>) {
        for (other, state) in self.scenario.process_ids().zip(&mut self.state.processes) {
            let Some(transaction) = state.transaction.as_mut().filter(|_| other != process) else { continue };
            let Some(view) = Arc::make_mut(transaction).view.as_mut() else { continue };
            let rows = Arc::make_mut(&mut view[table.index()]);
            if let Some(row) = rows.iter_mut().find(|row| row.pending.is_none() && row.cells == *cells) {
                row.pending = Some(Pending { by: process, change: Change::Removed });
            }
        }
    }

    /// Its changes are for everyone from here on.
    pub(super) fn commit(&mut self, process: ProcessId) {
        self.close(process, true);
        self.events.push(Event::Committed { process });
    }

    /// Its changes are gone. Nothing where no transaction is open.
    pub(super) fn roll_back(&mut self, process: ProcessId) {
        if self.state.processes[process.index()].transaction.is_some() {
            self.close(process, false);
            self.events.push(Event::RolledBack { process });
        }
    }

    fn close(&mut self, process: ProcessId, commit: bool) {
        self.state.processes[process.index()].transaction = None;
        for table in (0..self.scenario.tables.len()).map(TableId::new) {
            let own = |row: &Row| row.pending.as_ref().is_some_and(|pending| pending.by == process);
            if !self.state.rows(table).iter().any(own) {
                continue;
            }
            let mut kept = Rows::new();
            for (at, row) in self.state.rows(table).clone().into_iter().enumerate() {
                let pending = if own(&row) { row.pending.as_ref().map(|pending| pending.change.clone()) } else { None };
                let Some(change) = pending else {
                    kept.push(row);
                    continue;
                };
                let settled = Row { pending: None, ..row.clone() };
                if commit && change != Change::Added {
                    self.outdate(process, table, &settled.cells);
                }
                match (change, commit) {
                    (Change::Added, true) | (Change::Removed, false) => kept.push(settled),
                    (Change::Added, false) | (Change::Removed, true) => {
                        self.events.push(Event::RowRemoved { table, row: at, before: row });
                    }
                    (Change::Changed(after), true) => kept.push(Row { cells: after, ..settled }),
                    (Change::Changed(after), false) => {
                        let before = Row { cells: after, ..settled.clone() };
                        self.events.push(Event::RowChanged { table, row: at, before });
                        kept.push(settled);
                    }
                }
            }
            *Arc::make_mut(&mut self.state.tables[table.index()]) = kept;
        }
    }
}

/// What a snapshot sees: the rows of then, with the process's own changes since.
fn seen_since(view: &Rows, rows: &Rows, process: ProcessId) -> Vec<Seen> {
    let mut found = vec![false; rows.len()];
    let own = |row: &Row| row.pending.as_ref().is_some_and(|pending| pending.by == process);
    let added = |row: &Row| matches!(row.pending, Some(Pending { change: Change::Added, .. }));
    let mut seen = Vec::new();
    for then in view {
        // Rows that are equal are told apart by their order; the own change of one is found before the others.
        let current = then.pending.is_none();
        let is = |at: &usize| current && !found[*at] && !added(&rows[*at]) && rows[*at].cells == then.cells;
        let changed = (0..rows.len()).filter(|at| own(&rows[*at])).find(is);
        let place = changed.or_else(|| (0..rows.len()).filter(|at| !own(&rows[*at])).find(is));
        if let Some(place) = place {
            found[place] = true;
        }
        let cells = match place.filter(|place| own(&rows[*place])) {
            Some(place) => rows[place].seen_by(Some(process)).cloned(),
            None => Some(then.cells.clone()),
        };
        seen.extend(cells.map(|cells| Seen { place, cells }));
    }
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| own(row) && added(row)) {
        seen.push(Seen { place: Some(at), cells: row.cells.clone() });
    }
    seen
}

/// Does this process wait for another that waits, by way of others maybe, for it?
pub(super) fn in_ring(scenario: &Scenario, state: &State, process: ProcessId) -> bool {
    let mut at = process;
    for _ in 0..scenario.processes.len() {
        match waits(scenario, state, at) {
            Some(Blocked::Held { by, .. }) if by == process => return true,
            Some(Blocked::Held { by, .. }) => at = by,
            _ => return false,
        }
    }
    false
}
