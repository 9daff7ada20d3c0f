//! Deliveries that are handed over at the start.

use super::Checker;
use super::expression::Scope;
use crate::lang::limits::{COLUMNS_MAX, JOBS_MAX};
use crate::lang::program::Expr;
use crate::lang::scenario::Job;
use crate::lang::syntax::{Cell, Declaration, Ident};
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
