//! Syntax tree to checked scenarios: one for each combination of switch positions, every name looked up.

mod switches;
mod intents;
mod tables;
mod uniques;
mod jobs;
mod expression;
mod fields;
mod variables;
mod program;
mod statement;
mod transactions;
mod processes;
mod queue;
mod faults;
mod schedules;
mod condition;
mod claims;
mod wants;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::document::{Document, Switch};
use super::limits::DIAGNOSTICS_MAX;
use super::order::sort_by_key;
use super::parser::Parsed;
use super::problems::Problems;
use super::scenario::{Scenario, ScheduleItem};
use super::span::{LineStarts, Span, position};
use super::syntax::{Declaration, Ident, Text, TextPiece, When};
use super::value::Name;
use switches::Switches;

/// Checks what was read, once for each combination of switch positions.
///
/// # Errors
/// Every mistake of the text, those of the parser included, in the order of the text.
pub fn check(source: &str, parsed: &Parsed) -> Result<Document, Vec<Diagnostic>> {
    let mut problems = parsed.problems.clone();
    let switches = Switches::declared(source, &parsed.file, &mut problems);
    let heading = Heading::declared(&parsed.file.declarations, &mut problems);
    let mut merged = Merged::new(problems, &switches.list);
    let mut designs = Vec::new();
    let starts = LineStarts::of(source);
    for positions in switches.combinations() {
        let mut checker = Checker::new((source, &starts), parsed, &switches, positions, merged.whole());
        checker.run();
        merged.add(checker.problems, &checker.positions);
        merged.add_idle(checker.idle_faults);
        designs.push(checker.scenario);
    }
    let found = merged.into_sorted();
    if !found.is_empty() {
        return Err(found);
    }
    Ok(Document {
        source: source.into(),
        title: heading.title.unwrap_or_else(|| "Untitled scenario".into()),
        about: heading.about,
        reported: heading.reported,
        switches: switches.list,
        designs: wants::with_wants(designs),
    })
}

/// Looks up the processes of a schedule that stands alone.
///
/// # Errors
/// Every mistake of the schedule, in order.
pub fn check_schedule(text: &str, scenario: &Scenario) -> Result<Vec<ScheduleItem>, Vec<Diagnostic>> {
    let (items, mut problems) = super::parser::parse_schedule_items(text);
    let resolved = schedules::resolved(&items, scenario, &mut problems);
    if problems.is_empty() { Ok(resolved) } else { Err(problems.into_sorted()) }
}

/// One combination of switch positions while it is checked.
pub(super) struct Checker<'a> {
    source: &'a str,
    starts: &'a LineStarts,
    parsed: &'a Parsed,
    switches: &'a Switches,
    positions: Vec<usize>,
    /// The declarations that hold for these positions, in order.
    declarations: Vec<&'a Declaration>,
    /// Names of the fields that any job of the file carries.
    job_fields: BTreeSet<Name>,
    /// Where the queue is declared.
    queue_span: Option<Span>,
    /// The most turns of the `try` blocks of each program.
    tries: Vec<u32>,
    /// Each fault that is declared, and why it could never strike, where it cannot.
    idle_faults: Vec<(Span, Option<String>)>,
    problems: Problems,
    scenario: Scenario,
}

impl<'a> Checker<'a> {
    fn new(
        (source, starts): (&'a str, &'a LineStarts),
        parsed: &'a Parsed,
        switches: &'a Switches,
        positions: Vec<usize>,
        known: &Problems,
    ) -> Self {
        let declarations = switches.declarations(&parsed.file.declarations, &positions);
        let problems = Problems::after(known);
        Self {
            source,
            starts,
            parsed,
            switches,
            positions,
            declarations,
            job_fields: BTreeSet::new(),
            queue_span: None,
            tries: Vec::new(),
            idle_faults: Vec::new(),
            problems,
            scenario: empty_scenario(),
        }
    }

    fn run(&mut self) {
        self.add_tables();
        self.find_intents();
        self.add_rows();
        self.add_jobs();
        self.add_programs();
        self.add_queue();
        self.add_processes();
        self.add_faults();
        self.add_schedules();
        self.add_claims();
    }

    /// Reports a second declaration of the same name, or of a form that stands once.
    fn second(&mut self, what: &str, at: Span, first: Span) {
        if self.problems.is_full() {
            return;
        }
        let line = position(self.source, first.start).line;
        self.problems.add(at, format!("There is {what} already, on line {line}."));
    }

    /// Reports `ident` where an earlier one of the same kind has its name.
    fn is_second(&mut self, kind: &str, ident: &Ident, first: Option<Span>) -> bool {
        if let Some(first) = first {
            self.second(&format!("{kind} named `{}`", ident.name), ident.span, first);
        }
        first.is_some()
    }
}

fn empty_scenario() -> Scenario {
    Scenario {
        tables: Arc::default(),
        jobs_table: None,
        rows: Arc::default(),
        intents: Arc::default(),
        jobs: Vec::new(),
        programs: Arc::default(),
        processes: Vec::new(),
        queue: None,
        faults: Vec::new(),
        schedules: Arc::default(),
        opens_with: None,
        clock_ms: 0,
        predict: None,
        takeaway: None,
        fixed_by: None,
        expects: Arc::default(),
        wants: Arc::default(),
    }
}

/// A text that nothing is filled in, as a name.
fn plain(text: &Text) -> Name {
    let pieces = text.pieces.iter().map(|piece| match piece {
        TextPiece::Text(text) => &**text,
        TextPiece::Filled(_) => "",
    });
    pieces.collect::<String>().into()
}

/// What holds for the whole file, whatever the switches say.
#[derive(Default)]
struct Heading {
    title: Option<Name>,
    about: Option<Name>,
    reported: Option<Name>,
}

impl Heading {
    fn declared(declarations: &[Declaration], problems: &mut Problems) -> Self {
        let mut heading = Self::default();
        for declaration in declarations {
            if let Declaration::Title(text) = declaration {
                take_once(&mut heading.title, text, "title", problems);
            } else if let Declaration::About(text) = declaration {
                take_once(&mut heading.about, text, "about", problems);
            } else if let Declaration::Source(text) = declaration {
                take_once(&mut heading.reported, text, "source", problems);
            } else if let Declaration::When(when) = declaration {
                not_inside(when, problems);
            }
        }
        heading
    }
}

fn take_once(place: &mut Option<Name>, text: &Text, what: &str, problems: &mut Problems) {
    if place.replace(plain(text)).is_some() {
        problems.add(text.span, format!("A file has one `{what}`; this is the second."));
    }
}

/// Reports a `title`, an `about` or a `source` inside `when`.
fn not_inside(when: &When<Declaration>, problems: &mut Problems) {
    for declaration in when.blocks().flat_map(|block| &block.items) {
        if let Declaration::Title(text) | Declaration::About(text) | Declaration::Source(text) = declaration {
            let message = "`title`, `about` and `source` hold for the whole file: they stand outside of `when`.";
            problems.add(text.span, message);
        } else if let Declaration::When(when) = declaration {
            not_inside(when, problems);
        }
    }
}

/// The mistakes of all combinations, each once, with the positions it was found at.
struct Merged<'s> {
    whole: Problems,
    switches: &'s [Switch],
    found: Vec<(Diagnostic, Vec<Vec<usize>>)>,
    combinations: usize,
    /// Faults by their place, and why each could never strike; none of those that can at some combination.
    idle: BTreeMap<Span, Option<String>>,
}

impl<'s> Merged<'s> {
    fn new(whole: Problems, switches: &'s [Switch]) -> Self {
        Self { whole, switches, found: Vec::new(), combinations: 0, idle: BTreeMap::new() }
    }

    /// What was found before any combination was looked at.
    fn whole(&self) -> &Problems {
        &self.whole
    }

    fn add(&mut self, problems: Problems, positions: &[usize]) {
        self.combinations += 1;
        for diagnostic in problems.into_sorted() {
            match self.found.iter_mut().position(|(known, _)| diagnostic.is_told_by(known)) {
                Some(index) => self.found[index].1.push(positions.to_vec()),
                None if self.found.len() < DIAGNOSTICS_MAX => self.found.push((diagnostic, vec![positions.to_vec()])),
                None => {}
            }
        }
    }

    /// A fault that can strike in one design is no mistake in another: the file has it to compare them.
    fn add_idle(&mut self, idle: Vec<(Span, Option<String>)>) {
        for (span, why) in idle {
            let known = self.idle.entry(span).or_insert_with(|| why.clone());
            if why.is_none() {
                *known = None;
            }
        }
    }

    fn into_sorted(mut self) -> Vec<Diagnostic> {
        // What could not be read may be what a fault would strike.
        if self.whole.is_empty() && self.found.is_empty() {
            for (span, why) in self.idle {
                why.into_iter().for_each(|why| self.whole.add(span, why));
            }
        }
        let mut all = self.whole.into_sorted();
        for (mut diagnostic, at) in self.found {
            if at.len() < self.combinations {
                diagnostic.message.push_str(&found_where(self.switches, &at));
            }
            all.push(diagnostic);
        }
        sort_by_key(&mut all, |diagnostic| diagnostic.span);
        all.truncate(DIAGNOSTICS_MAX);
        all
    }
}

/// ` This is so where key is plain.`: the switches that make a difference.
fn found_where(switches: &[Switch], at: &[Vec<usize>]) -> String {
    let mut parts = Vec::new();
    for (index, switch) in switches.iter().enumerate() {
        let names: Vec<&str> = (switch.positions.iter().enumerate())
            .filter(|(position, _)| at.iter().any(|positions| positions[index] == *position))
            .map(|(_, position)| &*position.name)
            .collect();
        if names.len() < switch.positions.len() {
            parts.push(format!("{} is {}", switch.name, names.join(" or ")));
        }
    }
    format!(" This is so where {}.", parts.join(" and "))
}
