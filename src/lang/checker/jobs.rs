//! Deliveries that are handed over at the start.

use super::Checker;
use super::expression::Scope;
use crate::lang::limits::{COLUMNS_MAX, DELIVERIES_MAX, JOBS_MAX};
use crate::lang::problems::Problems;
use crate::lang::program::{Atomic, Expr};
use crate::lang::scenario::{DeliveryId, IntentId, Job, JobRef, Scenario};
use crate::lang::syntax::{Cell, Declaration, Ident, JobName, JobNumber};
use crate::lang::value::{Name, Value};

impl Checker<'_> {
    pub(super) fn add_jobs(&mut self) {
        for declaration in self.declarations.clone() {
            let Declaration::Job(job) = declaration else { continue };
            if self.scenario.jobs.len() == JOBS_MAX {
                return self.problems.add(job.span, format!("A file hands over at most {JOBS_MAX} jobs."));
            }
            let fields = self.fields(&job.intent, &job.fields, &Scope::constant());
            let intent = self.intent(&job.intent.name);
            self.scenario.jobs.push(Job { intent, fields: fields.into(), span: job.span });
        }
    }

    /// The fields of a job, `key` first; without one the key is the name.
    pub(super) fn fields(&mut self, intent: &Ident, given: &[Cell], scope: &Scope<'_>) -> Vec<(Name, Expr)> {
        let key: Name = "key".into();
        let mut fields = vec![(key.clone(), Expr::Literal(Value::Text(intent.name.clone())))];
        let mut key_given = false;
        for cell in given {
            let name = &cell.name.name;
            let value = self.value(&cell.value, scope);
            let twice = if *name == key { key_given } else { fields.iter().any(|(known, _)| known == name) };
            if twice {
                self.problems.add(cell.name.span, format!("`{name}` is given twice."));
            } else if matches!(&**name, "id" | "attempt") {
                let message = format!("`{name}` is given to every delivery as it is handed over: leave it out.");
                self.problems.add(cell.name.span, message);
            } else if fields.len() > COLUMNS_MAX {
                self.problems.add(cell.name.span, format!("A job has at most {COLUMNS_MAX} fields."));
            } else if *name == key {
                key_given = true;
                fields[0].1 = value;
            } else {
                fields.push((name.clone(), value));
            }
        }
        fields
    }
}

/// The job that a schedule or a claim speaks of; an unknown one is reported.
pub(super) fn job_ref(job: &JobName, scenario: &Scenario, problems: &mut Problems) -> Option<JobRef> {
    match job {
        JobName::Number(number) => {
            // Where jobs are enqueued, there may be more than the file hands over.
            let mut atomics = scenario.programs.iter().flat_map(|program| program.atomics());
            let more = atomics.any(|(_, _, atomic)| matches!(atomic, Atomic::Enqueue { .. }));
            let most = if more { DELIVERIES_MAX } else { scenario.jobs.len() };
            delivery(*number, most, scenario, problems).map(JobRef::Delivery)
        }
        JobName::Name(name) => {
            let found = scenario.intents.iter().position(|intent| *intent == name.name);
            if found.is_none() {
                let message = if scenario.process_named(&name.name).is_some() {
                    format!("`{}` is a process, and this is said of a job: `job 1`, or its name.", name.name)
                } else {
                    format!("There is no job named `{}`.", name.name)
                };
                problems.add_unknown(&name.name, name.span, message, scenario.intents.iter().map(|name| &**name));
            }
            found.map(|index| JobRef::Intent(IntentId::new(index)))
        }
    }
}

/// A job that the file hands over.
pub(super) fn handed_over(job: JobNumber, scenario: &Scenario, problems: &mut Problems) -> Option<DeliveryId> {
    delivery(job, scenario.jobs.len(), scenario, problems)
}

/// `job 1` is the first delivery; one past `most` is reported.
fn delivery(job: JobNumber, most: usize, scenario: &Scenario, problems: &mut Problems) -> Option<DeliveryId> {
    let jobs = scenario.jobs.len();
    let found = usize::try_from(job.number).ok().filter(|number| (1..=most).contains(number));
    // Where a `job` line could not be read, the count means nothing.
    if found.is_none() && !problems.is_unread("job") {
        let handed = match jobs {
            0 => "the file hands over no job".to_owned(),
            1 => "the file hands over one job".to_owned(),
            _ => format!("the file hands over {jobs} jobs"),
        };
        problems.add(job.span, format!("There is no job {}: {handed}.", job.number));
    }
    found.map(|number| DeliveryId::new(number - 1))
}
