//! Faults: how often each may strike, and whom.

use super::Checker;
use crate::lang::program::Atomic;
use crate::lang::scenario::{Fault, FaultBudget, ProcessId, Role, Scenario, TableId, TableKind};
use crate::lang::syntax::{self, Declaration};

impl Checker<'_> {
    pub(super) fn add_faults(&mut self) {
        for declaration in self.declarations.clone() {
            let Declaration::Faults { budgets, .. } = declaration else { continue };
            for budget in budgets {
                self.add_fault(budget);
            }
        }
    }

    fn add_fault(&mut self, declared: &syntax::FaultBudget) {
        let of = match &declared.of {
            None => None,
            Some(name) => match self.process_id(name) {
                Some(process) => Some(process),
                None => return,
            },
        };
        let budget = FaultBudget { fault: declared.fault, of, times: declared.times };
        if self.scenario.faults.iter().any(|known| known.fault == budget.fault && known.of == of) {
            return self.problems.add(declared.span, "How often this fault may strike has been said already.");
        }
        self.idle_faults.push((declared.span, why_idle(&self.scenario, budget)));
        self.scenario.faults.push(budget);
    }
}

/// Does the file let this fault strike this process?
pub(super) fn may_strike(scenario: &Scenario, fault: Fault, process: ProcessId) -> bool {
    let worker = is_worker(scenario, process);
    scenario.faults.iter().any(|budget| budget.fault == fault && budget.of.map_or(worker, |of| of == process))
}

/// Does it serve jobs, directly or from the queue?
pub(super) fn is_worker(scenario: &Scenario, process: ProcessId) -> bool {
    match scenario.process(process).role {
        Role::Worker(_) | Role::Taker => true,
        Role::Other => false,
    }
}

/// Why the fault could never strike; none where it can.
fn why_idle(scenario: &Scenario, budget: FaultBudget) -> Option<String> {
    let word = budget.fault.word();
    let queued = match budget.fault {
        Fault::Lease => Some("ends a lease"),
        Fault::Lost => Some("loses an `ack`"),
        Fault::Redeliver => Some("makes a job of the queue ready again"),
        Fault::Crash | Fault::Fail | Fault::Reply | Fault::Store | Fault::Commit => None,
    };
    if let Some(does) = queued.filter(|_| scenario.queue.is_none()) {
        return Some(format!(
            "`{word}` {does}, and the file has no queue: it needs a line `queue (lease: 30s, attempts: 3)`."
        ));
    }
    let struck: Vec<ProcessId> =
        scenario.process_ids().filter(|id| budget.of.map_or(is_worker(scenario, *id), |of| of == *id)).collect();
    let needed = match budget.fault {
        Fault::Lease | Fault::Redeliver => return None,
        _ if budget.of.is_none() && struck.is_empty() => {
            return Some(format!(
                "`{word}` strikes workers, and the file has none: say which process, as in `{word} {} of NAME`.",
                budget.times
            ));
        }
        Fault::Crash => return None,
        Fault::Lost => "`ack`",
        Fault::Fail => "`do`, no `enqueue` and no look at an effect",
        Fault::Reply => "`do` and no `enqueue`",
        Fault::Store => "statement on a table",
        Fault::Commit => "`commit`",
    };
    let strikes = |id: ProcessId| {
        scenario.program_of(id).atomics().any(|(_, _, atomic)| may_raise(scenario, budget.fault, atomic))
    };
    (!struck.into_iter().any(strikes)).then(|| {
        let whose = match budget.of {
            Some(of) => format!("`{}` has", scenario.process(of).name),
            None => "the workers have".to_owned(),
        };
        format!("`{word}` could never strike: {whose} no {needed}.")
    })
}

/// Can the fault strike at this statement?
fn may_raise(scenario: &Scenario, fault: Fault, atomic: &Atomic) -> bool {
    let effect = |table: TableId| scenario.table(table).is_effect();
    let sends = matches!(atomic, Atomic::Do { .. } | Atomic::Enqueue { .. });
    match fault {
        Fault::Crash | Fault::Lease | Fault::Redeliver => true,
        Fault::Lost => *atomic == Atomic::Ack,
        Fault::Fail => sends || atomic.table().is_some_and(effect),
        Fault::Reply => sends,
        Fault::Store => atomic.table().is_some_and(|table| scenario.table(table).kind == TableKind::Store),
        Fault::Commit => *atomic == Atomic::Commit,
    }
}
