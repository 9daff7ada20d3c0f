//! What the rows of a run are to be at its end: what a file claims of them over every schedule, of this design or of another.

use std::sync::Arc;

use crate::lang::claim::{Expect, Scope, Share, Want};
use crate::lang::scenario::{Scenario, TableId};

/// The designs of a file, each with what it wants of its rows. A design that claims something of a table in every schedule
/// has the last word on it; of the other tables it is to leave what another design always leaves.
pub(super) fn with_wants(mut designs: Vec<Scenario>) -> Vec<Arc<Scenario>> {
    let own: Vec<Vec<Want>> = designs.iter().map(claimed).collect();
    for at in 0..designs.len() {
        let mut wants = own[at].clone();
        for other in (0..designs.len()).filter(|other| *other != at) {
            if is_like(&designs[at], &designs[other]) {
                for want in &own[other] {
                    if !wants.contains(want) && !shares_table(&own[at], want, &designs[at]) {
                        wants.push(want.clone());
                    }
                }
            }
        }
        designs[at].wants = Arc::new(wants);
    }
    designs.into_iter().map(Arc::new).collect()
}

/// What a design claims of rows at the end of every schedule.
fn claimed(scenario: &Scenario) -> Vec<Want> {
    let mut wants = Vec::new();
    for expect in scenario.expects.iter().filter(|expect| expect.claim.table().is_some()) {
        if let Some(holds) = always(expect) {
            wants.push(Want { claim: expect.claim.clone(), holds });
        }
    }
    wants
}

/// Does the claim hold of every schedule, or of none? Neither where it holds of some.
fn always(expect: &Expect) -> Option<bool> {
    match expect.scope {
        Scope::Schedules(Share::Every) => Some(true),
        Scope::Schedules(Share::No) => Some(false),
        Scope::Schedules(Share::Exactly { holds: 0, .. }) => Some(false),
        Scope::Schedules(Share::Exactly { holds, of }) if holds == of => Some(true),
        Scope::Schedules(Share::Exactly { .. } | Share::Some) | Scope::States(_) | Scope::ShownRun => None,
    }
}

fn shares_table(own: &[Want], want: &Want, scenario: &Scenario) -> bool {
    (0..scenario.tables.len())
        .map(TableId::new)
        .any(|table| want.claim.is_about(table) && own.iter().any(|mine| mine.claim.is_about(table)))
}

/// Do the names in a claim mean the same in both: the same tables with the same columns?
fn is_like(one: &Scenario, other: &Scenario) -> bool {
    one.tables.len() == other.tables.len()
        && one.tables.iter().zip(other.tables.iter()).all(|(one, other)| {
            let columns = || one.columns.iter().map(|column| &column.name);
            one.name == other.name
                && one.kind == other.kind
                && columns().eq(other.columns.iter().map(|column| &column.name))
        })
}
