//! Programs to flat code: blocks become jumps.

use std::sync::Arc;

use super::Checker;
use super::expression::Scope;
use super::variables::ProgramScope;
use crate::lang::limits::{PROGRAMS_MAX, STATEMENTS_MAX, TURNS_MAX};
use crate::lang::listing::listed;
use crate::lang::program::{CodeIndex, Instruction, Local, Op, Program, Slot};
use crate::lang::span::Span;
use crate::lang::syntax::{Block, Branch, Declaration, Ident, Statement, When};

impl Checker<'_> {
    pub(super) fn add_programs(&mut self) {
        for declaration in self.declarations.clone() {
            let Some((name, body, span)) = declaration.program() else { continue };
            let turns = if let Declaration::Process(process) = declaration { process.turns } else { 1 };
            let handler = matches!(declaration, Declaration::Handler(_));
            let first = self.scenario.programs.iter().find(|known| known.name == name.name).map(|known| known.span);
            if self.is_second("a handler or a process", name, first) {
                continue;
            }
            if self.scenario.programs.len() == PROGRAMS_MAX {
                return self
                    .problems
                    .add(name.span, format!("A file has at most {PROGRAMS_MAX} handlers and processes."));
            }
            let scope = self.program_scope(handler, turns, body);
            let (program, tries) = Compiler::new(self, &scope).program(name, body, span);
            if turns * tries > TURNS_MAX {
                let message = format!(
                    "`{}` repeats {turns} times, and tries up to {tries} times in each turn: together more than {TURNS_MAX}.",
                    name.name
                );
                self.problems.add(name.span, message);
            }
            self.tries.push(tries);
            self.check_transactions(&program);
            Arc::make_mut(&mut self.scenario.programs).push(program);
        }
    }
}

/// Writes the code of one program.
pub(super) struct Compiler<'c, 'a> {
    pub(super) checker: &'c mut Checker<'a>,
    pub(super) scope: &'c ProgramScope,
    code: Vec<Instruction>,
    hidden: Vec<Span>,
    statements: usize,
    /// The `try` blocks around what is compiled now, outermost first.
    tries: Vec<Tried>,
    /// How many variables count their turns: blocks that stand side by side share theirs.
    counters: usize,
    /// The most turns of `try` blocks in each other, multiplied.
    tries_most: u32,
}

/// A `try` block.
#[derive(Clone, Copy)]
struct Tried {
    /// The variable that counts what is left.
    turns: Slot,
    /// The first line of the block.
    first: CodeIndex,
    /// Its turns, times those of the blocks around it.
    times: u32,
}

impl<'c, 'a> Compiler<'c, 'a> {
    fn new(checker: &'c mut Checker<'a>, scope: &'c ProgramScope) -> Self {
        Self {
            checker,
            scope,
            code: Vec::new(),
            hidden: Vec::new(),
            statements: 0,
            tries: Vec::new(),
            counters: 0,
            tries_most: 1,
        }
    }

    /// The program, and the most turns of its `try` blocks.
    fn program(mut self, name: &Ident, body: &Block<Statement>, span: Span) -> (Program, u32) {
        self.block(body);
        if self.statements > STATEMENTS_MAX {
            let message =
                format!("A program has at most {STATEMENTS_MAX} statements; `{}` has {}.", name.name, self.statements);
            self.checker.problems.add(name.span, message);
        }
        // No program can name a counter: its name is empty.
        let variables = self.scope.slots.iter().cloned().chain(vec!["".into(); self.counters]).collect();
        let mut program = Program {
            name: name.name.clone(),
            handler: self.scope.handler,
            code: self.code,
            variables,
            span,
            listing: Vec::new(),
        };
        // A file with a mistake shows nothing.
        if self.checker.problems.is_complete() {
            program.listing = listed(self.checker.source, self.checker.starts, &program, &self.hidden);
        }
        (program, self.tries_most)
    }

    /// What a value inside the program knows.
    pub(super) fn values(&self) -> Scope<'c> {
        Scope::inside(self.scope)
    }

    fn block(&mut self, block: &Block<Statement>) {
        for statement in &block.items {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.statements += 1;
        match statement {
            Statement::Atomic { atomic, span, otherwise } => {
                let compiled = self.atomic(atomic);
                let at = compiled.map(|atomic| self.push(Op::Atomic(atomic), *span));
                if let Some(block) = otherwise {
                    self.failure_block(at, block, *span);
                }
            }
            Statement::Let { into, value, span } => {
                let value = self.checker.value(value, &self.values());
                if let Some(into) = self.slot(into) {
                    self.push(Op::Local(Local::Let { into, value }), *span);
                }
            }
            Statement::Say { text, span } => {
                let text = self.checker.value(text, &self.values());
                self.push(Op::Local(Local::Say { text }), *span);
            }
            Statement::Return { answer, span } => {
                let answer = answer.as_ref().map(|answer| self.checker.value(answer, &self.values()));
                self.push(Op::Local(Local::Return { answer }), *span);
            }
            Statement::Try { times, body, span } => self.tried(*times, body, *span),
            Statement::Again { span } => self.again(*span),
            Statement::If { branches, otherwise } => self.choice(branches, otherwise.as_ref()),
            Statement::When(when) => {
                self.statements -= 1;
                self.when(when);
            }
        }
    }

    /// A `try` block: its turns are counted from its head on, and the lines behind that are gone through again.
    fn tried(&mut self, times: u32, body: &Block<Statement>, span: Span) {
        let around = self.tries.last().map_or(1, |tried| tried.times);
        let together = around.saturating_mul(times);
        if together > TURNS_MAX && around <= TURNS_MAX {
            let message = format!("`try` blocks inside each other have at most {TURNS_MAX} turns together.");
            self.checker.problems.add(span, message);
        }
        let turns = Slot((self.scope.slots.len() + self.tries.len()) as u16);
        self.push(Op::Local(Local::Try { turns, times }), span);
        self.tries.push(Tried { turns, first: self.here(), times: together });
        self.counters = self.counters.max(self.tries.len());
        self.tries_most = self.tries_most.max(together.min(TURNS_MAX));
        self.block(body);
        self.tries.pop();
    }

    fn again(&mut self, span: Span) {
        // One outside of every `try` has been reported by the parser.
        if let Some(Tried { turns, first, .. }) = self.tries.last().copied() {
            self.push(Op::Local(Local::Again { turns, to: first }), span);
        }
    }

    /// An `else` block behind its statement, with a jump over it.
    fn failure_block(&mut self, at: Option<CodeIndex>, block: &Block<Statement>, span: Span) {
        let over = self.push_jump(span);
        if let Some(at) = at {
            self.code[at.0 as usize].on_failure = Some(self.here());
        }
        self.block(block);
        self.land(over);
    }

    /// Each condition jumps to the next one; each block but the last jumps to the end.
    fn choice(&mut self, branches: &[Branch], otherwise: Option<&Block<Statement>>) {
        let mut ends = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            self.checker.check_truth(&branch.condition, &self.values());
            let condition = self.checker.value(&branch.condition, &self.values());
            let otherwise_at = CodeIndex(0);
            let test = self.push(Op::Local(Local::Branch { condition, otherwise: otherwise_at }), branch.span);
            self.block(&branch.then);
            if index + 1 < branches.len() || otherwise.is_some() {
                ends.push(self.push_jump(branch.span));
            }
            self.land(test);
        }
        if let Some(block) = otherwise {
            self.block(block);
        }
        for end in ends {
            self.land(end);
        }
    }

    /// Only the block that these positions take is compiled; the rest is hidden, with the lines of the `when`.
    fn when(&mut self, when: &When<Statement>) {
        let (taken, _) = self.checker.switches.taken(when, &self.checker.positions);
        let Some(taken) = taken else { return self.hide(when.span) };
        let start = taken.span.start + 1;
        let inside = Span { start, end: taken.span.end.saturating_sub(1).max(start) };
        self.hide(Span { start: when.span.start, end: inside.start });
        self.block(taken);
        self.hide(Span { start: inside.end, end: when.span.end.max(inside.end) });
    }

    /// Hides a stretch, and the comment behind it where nothing else stands on its last line.
    fn hide(&mut self, span: Span) {
        let behind = self.checker.source.get(span.end as usize..).unwrap_or("");
        let rest = behind.lines().next().unwrap_or("");
        let comment = rest.trim_start().starts_with('#');
        self.hidden.push(Span { start: span.start, end: span.end + if comment { rest.len() as u32 } else { 0 } });
    }

    fn push(&mut self, op: Op, span: Span) -> CodeIndex {
        let at = self.here();
        self.code.push(Instruction { op, on_failure: None, span, lines: self.checker.starts.lines(span) });
        at
    }

    /// A jump whose target is not known yet; [`Compiler::land`] gives it.
    fn push_jump(&mut self, span: Span) -> CodeIndex {
        self.push(Op::Local(Local::Jump { to: CodeIndex(0) }), span)
    }

    /// The jump or branch at `at` goes here.
    fn land(&mut self, at: CodeIndex) {
        let here = self.here();
        match &mut self.code[at.0 as usize].op {
            Op::Local(Local::Jump { to } | Local::Branch { otherwise: to, .. }) => *to = here,
            other => unreachable!("only jumps and branches land, not {other:?}"),
        }
    }

    fn here(&self) -> CodeIndex {
        CodeIndex(self.code.len() as u32)
    }
}
