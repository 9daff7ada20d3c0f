//! What an expression is worth, at one moment of one process.

use std::cell::Cell;

use super::failure::Unevaluable;
use super::process::Phase;
use super::state::State;
use crate::lang::limits::TEXT_BYTES_MAX;
use crate::lang::program::{Binary, ErrorField, Expr, Piece};
use crate::lang::scenario::{ProcessId, Scenario};
use crate::lang::value::Value;

/// Where an expression stands: what its names mean.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The moment.
    pub state: &'a State,
    /// Whose variables, name and job; none for what is there from the start and in `expect`.
    pub process: Option<ProcessId>,
    /// The row that bare names are columns of.
    pub row: Option<&'a [Value]>,
    /// How many texts nobody else has this action has made, beside those that the process has counted.
    pub fresh: Option<&'a Cell<u32>>,
}

impl<'a> Scope<'a> {
    /// Outside any process.
    #[must_use]
    pub fn outside(scenario: &'a Scenario, state: &'a State) -> Self {
        Self { scenario, state, process: None, row: None, fresh: None }
    }

    /// The same place, looking at one row.
    #[must_use]
    pub fn with_row(self, row: &'a [Value]) -> Self {
        Self { row: Some(row), ..self }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// Why it has none.
    pub fn value(&self, expr: &Expr) -> Result<Value, Unevaluable> {
        match expr {
            Expr::Literal(value) => Ok(value.clone()),
            Expr::Template(pieces) => self.template(pieces),
            Expr::Fresh => Ok(self.fresh()),
            Expr::Alive(inner) => Ok(Value::Bool(self.alive(&self.value(inner)?))),
            Expr::Now => Ok(Value::Int(self.state.clock_ms)),
            Expr::Me => Ok(self.process.map_or(Value::Null, |id| Value::Text(self.scenario.process(id).name.clone()))),
            Expr::Run => Ok(self.process.map_or(Value::Null, |id| {
                let life = self.state.processes[id.index()].life;
                Value::text(&format!("{}-{life}", self.scenario.process(id).name))
            })),
            Expr::JobField(name) => Ok(self.delivery().map_or(Value::Null, |delivery| delivery.field(name))),
            Expr::JobId => Ok(self.delivery_number()),
            Expr::JobAttempt => Ok(self.delivery().map_or(Value::Null, |_| self.attempt())),
            Expr::Error(field) => Ok(self.error(*field)),
            Expr::Variable(slot) => Ok(self.variable(slot.0)),
            Expr::Field(slot, name) => Ok(self.field(slot.0, name)),
            Expr::Column(column) => {
                let row = self.row.expect("the checker allows a column only where there is a row");
                Ok(row[column.index()].clone())
            }
            Expr::Not(inner) => Ok(Value::Bool(!self.value(inner)?.holds())),
            Expr::Negate(inner) => negated(self.value(inner)?),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    /// Does the condition hold? No condition always does.
    ///
    /// # Errors
    /// Why it cannot be told.
    pub fn holds(&self, condition: Option<&Expr>) -> Result<bool, Unevaluable> {
        condition.map_or(Ok(true), |condition| Ok(self.value(condition)?.holds()))
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Result<Value, Unevaluable> {
        let left = self.value(left)?;
        match operator {
            Binary::And if !left.holds() => return Ok(Value::Bool(false)),
            Binary::Or if left.holds() => return Ok(Value::Bool(true)),
            _ => {}
        }
        let right = self.value(right)?;
        Ok(match operator {
            Binary::And | Binary::Or => Value::Bool(right.holds()),
            Binary::Equal => Value::Bool(left == right),
            Binary::NotEqual => Value::Bool(left != right),
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                Value::Bool(ordered(operator, &left, &right)?)
            }
            Binary::Add | Binary::Subtract => arithmetic(operator, &left, &right)?,
        })
    }

    fn template(&self, pieces: &[Piece]) -> Result<Value, Unevaluable> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Filled(expr) => write_plain(&mut text, &self.value(expr)?),
            }
            if text.len() > TEXT_BYTES_MAX {
                return Err(Unevaluable::TextTooLong);
            }
        }
        Ok(Value::text(&text))
    }

    fn delivery(&self) -> Option<&'a super::state::Delivery> {
        let held = self.state.processes[self.process?.index()].delivery?;
        Some(self.state.delivery(held))
    }

    /// The next text that nobody else has.
    fn fresh(&self) -> Value {
        let (Some(id), Some(made)) = (self.process, self.fresh) else { return Value::Null };
        made.set(made.get() + 1);
        let process = &self.state.processes[id.index()];
        let (name, number) = (&self.scenario.process(id).name, process.fresh + made.get());
        Value::text(&format!("fresh-{name}-{}-{number}", process.life))
    }

    /// Is the run of this name still going?
    fn alive(&self, run: &Value) -> bool {
        let Value::Text(run) = run else { return false };
        let Some((name, life)) = run.rsplit_once('-') else { return false };
        self.scenario.process_named(name).is_some_and(|id| {
            let process = &self.state.processes[id.index()];
            matches!(process.phase, Phase::Running { .. }) && life.parse() == Ok(process.life)
        })
    }

    fn attempt(&self) -> Value {
        self.process.map_or(Value::Null, |id| Value::Int(i64::from(self.state.processes[id.index()].attempt)))
    }

    fn delivery_number(&self) -> Value {
        let held = self.process.and_then(|id| self.state.processes[id.index()].delivery);
        held.map_or(Value::Null, |id| Value::Int(id.index() as i64 + 1))
    }

    fn variable(&self, slot: u16) -> Value {
        let variables = self.process.map(|id| &self.state.processes[id.index()].variables);
        variables.and_then(|variables| variables.get(slot as usize)).cloned().unwrap_or_default()
    }

    fn field(&self, slot: u16, name: &str) -> Value {
        match self.variable(slot) {
            Value::Row(table, cells) => self
                .scenario
                .table(table)
                .column_named(name)
                .map_or(Value::Null, |column| cells[column.index()].clone()),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Text(_) => Value::Null,
        }
    }

    fn error(&self, field: ErrorField) -> Value {
        let error = self.process.and_then(|id| self.state.processes[id.index()].error.as_ref());
        error.map_or(Value::Null, |failure| match field {
            ErrorField::Unique => Value::Bool(failure.is_unique()),
            ErrorField::Code => failure.code(),
            ErrorField::Message => Value::text(&failure.message(self.scenario)),
        })
    }
}

fn negated(value: Value) -> Result<Value, Unevaluable> {
    match value {
        Value::Null => Ok(Value::Null),
        Value::Int(number) => number.checked_neg().map(Value::Int).ok_or(Unevaluable::Overflow),
        Value::Bool(_) | Value::Text(_) | Value::Row(..) => Err(Unevaluable::NotNumbers),
    }
}

/// `<` and its kin: false with null, as SQL has it in a condition.
fn ordered(operator: Binary, left: &Value, right: &Value) -> Result<bool, Unevaluable> {
    let order = match (left, right) {
        (Value::Null, _) | (_, Value::Null) => return Ok(false),
        (Value::Int(left), Value::Int(right)) => left.cmp(right),
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        _ => return Err(Unevaluable::DifferentTypes),
    };
    Ok(compares(operator, order))
}

/// Is `order` what the comparison asks for? False for operators that compare nothing.
#[must_use]
pub fn compares(operator: Binary, order: std::cmp::Ordering) -> bool {
    match operator {
        Binary::Less => order.is_lt(),
        Binary::LessOrEqual => order.is_le(),
        Binary::Greater => order.is_gt(),
        Binary::GreaterOrEqual => order.is_ge(),
        Binary::Equal => order.is_eq(),
        Binary::NotEqual => order.is_ne(),
        Binary::Add | Binary::Subtract | Binary::And | Binary::Or => false,
    }
}

/// `+` and `-`: null with anything is null, as in SQL.
fn arithmetic(operator: Binary, left: &Value, right: &Value) -> Result<Value, Unevaluable> {
    match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        (Value::Int(left), Value::Int(right)) => {
            let sum = if operator == Binary::Add { left.checked_add(*right) } else { left.checked_sub(*right) };
            sum.map(Value::Int).ok_or(Unevaluable::Overflow)
        }
        (Value::Text(left), Value::Text(right)) if operator == Binary::Add => {
            if left.len() + right.len() > TEXT_BYTES_MAX {
                return Err(Unevaluable::TextTooLong);
            }
            Ok(Value::text(&format!("{left}{right}")))
        }
        _ => Err(Unevaluable::NotNumbers),
    }
}

/// A value as a line says it: text without quotes, a row as its cells in brackets.
#[must_use]
pub fn plain(value: &Value) -> String {
    let mut text = String::new();
    write_plain(&mut text, value);
    text
}

/// Adds a value as a line says it.
pub fn write_plain(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => text.push_str(&number.to_string()),
        Value::Text(plain) => text.push_str(plain),
        Value::Row(_, cells) => {
            text.push('(');
            for (at, cell) in cells.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { ", " });
                write_plain(text, cell);
            }
            text.push(')');
        }
    }
}
