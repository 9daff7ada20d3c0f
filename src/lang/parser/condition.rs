//! Conditions on rows: `no T where C and (count T) <= 1`.

use super::cursor::{Parser, Read};
use crate::lang::limits::NESTING_MAX;
use crate::lang::syntax::{Condition, Quantity};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words::is_reserved;

impl Parser<'_> {
    /// A condition on rows: `no T where C and (count T) <= 1`.
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let around = std::mem::replace(&mut self.in_condition, true);
        let operators_around = std::mem::replace(&mut self.operators, 0);
        let condition = self.nested(Self::either_condition);
        self.in_condition = around;
        self.operators = operators_around;
        condition
    }

    fn either_condition(&mut self) -> Read<Condition> {
        let mut left = self.both_conditions()?;
        while self.eat_word("or").is_some() {
            self.count_operator()?;
            left = Condition::Or(Box::new(left), Box::new(self.both_conditions()?));
        }
        Ok(left)
    }

    fn both_conditions(&mut self) -> Read<Condition> {
        let mut left = self.one_condition()?;
        while self.eat_word("and").is_some() {
            self.count_operator()?;
            left = Condition::And(Box::new(left), Box::new(self.one_condition()?));
        }
        Ok(left)
    }

    fn one_condition(&mut self) -> Read<Condition> {
        let counts = self.is_symbol(0, Symbol::OpenBracket) && self.word(1) == "count";
        match self.word(0) {
            "not" => {
                self.next();
                Ok(Condition::Not(Box::new(self.nested(Self::one_condition)?)))
            }
            "some" => {
                self.next();
                Ok(Condition::Some(self.rows()?))
            }
            "no" => {
                self.next();
                Ok(Condition::None(self.rows()?))
            }
            _ if counts || self.peek(0).kind == TokenKind::Number => self.compared(),
            _ if self.eat_symbol(Symbol::OpenBracket) => {
                let inner = self.nested(Self::either_condition)?;
                self.need_symbol(Symbol::CloseBracket, "`)`")?;
                Ok(inner)
            }
            _ => Err(self.expected("a condition: `some T where C`, `no T where C`, or `(count T where C) <= 1`")),
        }
    }

    fn compared(&mut self) -> Read<Condition> {
        let left = self.quantity()?;
        let Some(operator) = self.comparison_operator() else {
            return Err(self.expected("a comparison, as in `(count T) <= 1`"));
        };
        self.next();
        Ok(Condition::Compare(operator, left, self.quantity()?))
    }

    fn quantity(&mut self) -> Read<Quantity> {
        if !self.eat_symbol(Symbol::OpenBracket) {
            return Ok(Quantity::Number(self.number("a number or `(count T where C)`")?));
        }
        self.need_word("count", "`count` and a table")?;
        let rows = self.rows()?;
        self.need_symbol(Symbol::CloseBracket, "`)`")?;
        Ok(Quantity::Count(rows))
    }

    /// Behind the `and` or `or` that stands next: does another condition begin, so that the `where` before it ends?
    pub(super) fn condition_follows(&self) -> bool {
        self.in_condition && self.condition_stands(1)
    }

    /// Does a condition on rows begin `ahead` of the next token?
    pub(super) fn condition_stands(&self, mut ahead: usize) -> bool {
        // A bracket or a `not` may stand before it; how many is bounded by what `nested` lets through.
        while ahead <= NESTING_MAX && (self.word(ahead) == "not" || self.is_symbol(ahead, Symbol::OpenBracket)) {
            ahead += 1;
        }
        let bracketed = ahead > 0 && self.is_symbol(ahead - 1, Symbol::OpenBracket);
        let counts = bracketed && self.word(ahead) == "count";
        let named = !self.word(ahead + 1).is_empty() && !is_reserved(self.word(ahead + 1));
        named && (counts || matches!(self.word(ahead), "some" | "no"))
    }
}
