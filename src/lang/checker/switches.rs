//! Switches: which are declared, and what a `when` leaves of the file at given positions.

use crate::lang::document::{Switch, SwitchPosition};
use crate::lang::limits::{COMBINATIONS_MAX, SWITCHES_MAX};
use crate::lang::problems::Problems;
use crate::lang::syntax::{self, Block, Declaration, File, Statement, When};

/// The switches of a file.
pub(super) struct Switches {
    pub(super) list: Vec<Switch>,
}

impl Switches {
    /// The switches that the file declares. Reports what is wrong with them, and every `when` that names none.
    pub(super) fn declared(source: &str, file: &File, problems: &mut Problems) -> Self {
        let mut switches = Self { list: Vec::new() };
        for declaration in &file.declarations {
            if let Declaration::Switch(switch) = declaration {
                switches.add(switch, problems);
            }
        }
        switches.check_declarations(source, &file.declarations, problems);
        switches
    }

    fn add(&mut self, declared: &syntax::Switch, problems: &mut Problems) {
        let name = &declared.name;
        if self.list.iter().any(|switch| switch.name == name.name) {
            return problems.add(name.span, format!("There is a switch named `{}` already.", name.name));
        }
        if self.list.len() == SWITCHES_MAX {
            return problems.add(name.span, format!("A file has at most {SWITCHES_MAX} switches."));
        }
        let mut positions: Vec<SwitchPosition> = Vec::new();
        for (position, label) in declared.positions.iter().take(COMBINATIONS_MAX + 1) {
            if positions.iter().any(|known| known.name == position.name) {
                problems.add(position.span, format!("`{}` is a position of `{}` already.", position.name, name.name));
                continue;
            }
            let label = label.as_ref().map_or_else(|| position.name.clone(), super::plain);
            positions.push(SwitchPosition { name: position.name.clone(), label });
        }
        let combinations = self.list.iter().map(|switch| switch.positions.len()).product::<usize>() * positions.len();
        if combinations > COMBINATIONS_MAX {
            let message = format!(
                "The switches of a file have at most {COMBINATIONS_MAX} combinations; with this one there are more."
            );
            return problems.add(name.span, message);
        }
        self.list.push(Switch { name: name.name.clone(), positions, span: declared.span });
    }

    /// Every combination of positions, the last switch turning fastest.
    pub(super) fn combinations(&self) -> Vec<Vec<usize>> {
        let mut combinations = vec![Vec::new()];
        for switch in &self.list {
            combinations = combinations
                .iter()
                .flat_map(|before: &Vec<usize>| {
                    (0..switch.positions.len()).map(|position| [before.as_slice(), &[position]].concat())
                })
                .collect();
        }
        combinations
    }

    /// The block of `when` that holds at these positions, and the one that does not. A `when` that names nothing
    /// known holds: it has been reported.
    pub(super) fn taken<'w, T>(
        &self,
        when: &'w When<T>,
        positions: &[usize],
    ) -> (Option<&'w Block<T>>, Option<&'w Block<T>>) {
        let switch = self.list.iter().position(|switch| switch.name == when.switch.name);
        let holds = switch.is_none_or(|index| {
            let at = &self.list[index].positions[positions[index]].name;
            when.positions.iter().any(|position| position.name == *at)
        });
        if holds { (Some(&when.then), when.otherwise.as_ref()) } else { (when.otherwise.as_ref(), Some(&when.then)) }
    }

    /// The declarations that hold at these positions, in order.
    pub(super) fn declarations<'f>(&self, all: &'f [Declaration], positions: &[usize]) -> Vec<&'f Declaration> {
        let mut held = Vec::new();
        for declaration in all {
            let Declaration::When(when) = declaration else {
                held.push(declaration);
                continue;
            };
            if let Some(block) = self.taken(when, positions).0 {
                held.extend(self.declarations(&block.items, positions));
            }
        }
        held
    }

    fn check_declarations(&self, source: &str, declarations: &[Declaration], problems: &mut Problems) {
        for declaration in declarations {
            if let Some((_, body, _)) = declaration.program() {
                self.check_statements(source, body, problems);
            }
            let Declaration::When(when) = declaration else { continue };
            self.check_when(source, when, problems);
            for block in when.blocks() {
                for inner in &block.items {
                    if let Declaration::Switch(switch) = inner {
                        problems.add(switch.span, "A switch stands outside of every `when`.");
                    }
                }
                self.check_declarations(source, &block.items, problems);
            }
        }
    }

    fn check_statements(&self, source: &str, block: &Block<Statement>, problems: &mut Problems) {
        for statement in &block.items {
            if let Statement::When(when) = statement {
                self.check_when(source, when, problems);
            }
            for inner in statement.blocks() {
                self.check_statements(source, inner, problems);
            }
        }
    }

    /// Reports a `when` whose switch or position nobody declared.
    fn check_when<T>(&self, source: &str, when: &When<T>, problems: &mut Problems) {
        let Some(switch) = self.list.iter().find(|switch| switch.name == when.switch.name) else {
            if !problems.may_be_nameless(&["switch"]) {
                let message = format!("There is no switch named `{}`.", when.switch.name);
                let known = self.list.iter().map(|switch| &*switch.name);
                problems.add_unknown(&when.switch.name, when.switch.span, message, known);
            }
            // Half of what stands in its blocks is missing now; that is no second mistake.
            return problems.leave_unread(when.span.text(source));
        };
        for position in &when.positions {
            if switch.positions.iter().all(|known| known.name != position.name) {
                let message = format!("`{}` is no position of the switch `{}`.", position.name, switch.name);
                let known = switch.positions.iter().map(|position| &*position.name);
                problems.add_unknown(&position.name, position.span, message, known);
                problems.leave_unread(when.span.text(source));
            }
        }
    }
}
