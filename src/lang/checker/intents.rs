//! The names of jobs: what each asks for, in the order in which the file mentions them first.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Checker;
use crate::lang::limits::INTENTS_MAX;
use crate::lang::nearest::nearest;
use crate::lang::scenario::IntentId;
use crate::lang::syntax::{Atomic, Block, Cell, Declaration, Ident, Statement};
use crate::lang::value::Name;

impl<'a> Checker<'a> {
    /// Collects the intents of these positions, and the fields that any job of the file carries.
    pub(super) fn find_intents(&mut self) {
        let mut handed_over = BTreeSet::new();
        self.job_fields.insert("key".into());
        for declaration in &self.parsed.file.declarations {
            find_jobs(declaration, &mut |intent, fields| {
                handed_over.insert(intent.name.clone());
                self.job_fields.extend(fields.iter().map(|cell| cell.name.name.clone()));
            });
        }
        for declaration in self.declarations.clone() {
            if let Declaration::Job(job) = declaration {
                self.mention(&job.intent);
            } else if let Some((_, body, _)) = declaration.program() {
                self.mention_all(body, &handed_over);
            }
        }
    }

    fn mention(&mut self, intent: &Ident) {
        if self.scenario.intents.contains(&intent.name) {
            return;
        }
        if self.scenario.intents.len() == INTENTS_MAX {
            return self.problems.add(intent.span, format!("A file names at most {INTENTS_MAX} jobs."));
        }
        Arc::make_mut(&mut self.scenario.intents).push(intent.name.clone());
    }

    fn mention_all(&mut self, body: &'a Block<Statement>, handed_over: &BTreeSet<Name>) {
        let mut mentioned = Vec::new();
        self.each_statement(body, &mut |statement| {
            let Statement::Atomic { atomic, .. } = statement else { return };
            if let Atomic::Enqueue { intent, .. } = atomic {
                mentioned.push((intent, false));
            } else if let Atomic::Do { intent: Some(intent), .. } = atomic {
                mentioned.push((intent, true));
            }
        });
        for (intent, served) in mentioned {
            if served {
                self.check_served(intent, handed_over);
            }
            self.mention(intent);
        }
    }

    /// `for NAME` may name what no job asks for. A name that is all but a job's is a slip, though.
    fn check_served(&mut self, intent: &Ident, handed_over: &BTreeSet<Name>) {
        if handed_over.contains(&intent.name) {
            return;
        }
        if nearest(&intent.name, handed_over.iter().map(|name| &**name)).is_some() {
            let message = format!("There is no job named `{}`.", intent.name);
            let known = handed_over.iter().map(|name| &**name);
            self.problems.add_unknown(&intent.name, intent.span, message, known);
        }
    }

    /// The intent of this name, which [`Checker::find_intents`] has found before. One past the bound has been
    /// reported, and any other goes on in its place.
    pub(super) fn intent(&self, name: &str) -> IntentId {
        let index = self.scenario.intents.iter().position(|intent| &**intent == name);
        IntentId::new(index.unwrap_or(0))
    }

    /// Calls `visit` with every statement of the block that holds at these positions, in the order of the text.
    pub(super) fn each_statement<'b>(&self, block: &'b Block<Statement>, visit: &mut dyn FnMut(&'b Statement)) {
        for statement in &block.items {
            visit(statement);
            if let Statement::When(when) = statement {
                if let Some(taken) = self.switches.taken(when, &self.positions).0 {
                    self.each_statement(taken, visit);
                }
            } else {
                for inner in statement.blocks() {
                    self.each_statement(inner, visit);
                }
            }
        }
    }
}

/// Calls `visit` with every `job` and `enqueue` of the declaration, whatever the switches say.
fn find_jobs<'d>(declaration: &'d Declaration, visit: &mut dyn FnMut(&'d Ident, &'d [Cell])) {
    if let Declaration::Job(job) = declaration {
        visit(&job.intent, &job.fields);
    } else if let Some((_, body, _)) = declaration.program() {
        find_enqueued(body, visit);
    } else if let Declaration::When(when) = declaration {
        for inner in when.blocks().flat_map(|block| &block.items) {
            find_jobs(inner, visit);
        }
    }
}

fn find_enqueued<'b>(block: &'b Block<Statement>, visit: &mut dyn FnMut(&'b Ident, &'b [Cell])) {
    for statement in &block.items {
        if let Statement::Atomic { atomic: Atomic::Enqueue { intent, fields }, .. } = statement {
            visit(intent, fields);
        }
        for inner in statement.blocks() {
            find_enqueued(inner, visit);
        }
    }
}
