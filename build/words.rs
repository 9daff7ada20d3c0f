//! What the page's filter searches beside titles: a line for each scenario. Used by `build.rs`; read by `app::filter`.

use crate::lang::document::Document;
use crate::lang::scenario::Fault;

/// What the scenario is about, where it was told, what to take away from it, what may go wrong in it, its switches, tables
/// and processes, each once: parted by a tab.
pub fn words(document: &Document) -> String {
    let mut fields: Vec<String> = Vec::new();
    let mut add = |field: &str| {
        let field = field.split_whitespace().collect::<Vec<_>>().join(" ");
        if !fields.contains(&field) {
            fields.push(field);
        }
    };
    add(document.about.as_deref().unwrap_or_default());
    if let Some(reported) = &document.reported {
        add(reported.trim_start_matches("https://"));
    }
    for design in &document.designs {
        add(design.takeaway.as_deref().unwrap_or_default());
    }
    for design in &document.designs {
        for budget in &design.faults {
            add(cause(budget.fault));
        }
        if design.queue.is_some() {
            add("Here a queue hands out jobs, each with a lease.");
        }
    }
    for position in document.switches.iter().flat_map(|switch| &switch.positions) {
        add(&position.label);
    }
    for design in &document.designs {
        for table in design.tables.iter() {
            add(&table.name);
        }
        for process in &design.processes {
            add(&process.name);
        }
    }
    fields.join("\t")
}

/// What may go wrong, as a reader would look for it.
fn cause(fault: Fault) -> &'static str {
    match fault {
        Fault::Crash => "Here a worker may crash: killed, restarted, deployed.",
        Fault::Lost => "Here an ack may be lost.",
        Fault::Fail => "Here a call may fail.",
        Fault::Reply => "Here a reply may be lost: a timeout after the call has worked.",
        Fault::Store => "Here a statement may fail.",
        Fault::Commit => "Here a commit may fail: the transaction rolls back.",
        Fault::Lease => "Here a lease may end while its worker still works: a visibility timeout, a stalled job.",
        Fault::Redeliver => "Here somebody may redeliver a job by hand.",
    }
}
