//! Values: `left - 1`, `job.key`, `a = b and not c`, loosest first.

use super::cursor::{Parser, Read};
use crate::lang::limits::OPERATORS_MAX;
use crate::lang::program::Binary;
use crate::lang::syntax::{Cell, Expr, ExprKind, Ident};
use crate::lang::token::{Symbol, TokenKind};
use crate::lang::words::BUILTINS;

impl Parser<'_> {
    /// A value.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        let operators_around = std::mem::replace(&mut self.operators, 0);
        let value = self.nested(Self::either);
        self.operators = operators_around;
        value
    }

    fn either(&mut self) -> Read<Expr> {
        let mut left = self.both()?;
        while self.is_word("or") && !self.condition_follows() {
            left = self.binary(Binary::Or, left, Self::both)?;
        }
        Ok(left)
    }

    fn both(&mut self) -> Read<Expr> {
        let mut left = self.negation()?;
        while self.is_word("and") && !self.condition_follows() {
            left = self.binary(Binary::And, left, Self::negation)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read<Expr> {
        if !self.is_word("not") {
            return self.comparison();
        }
        let start = self.next().span;
        let inner = self.nested(Self::negation)?;
        Ok(Expr { span: start.to(inner.span), kind: ExprKind::Not(Box::new(inner)) })
    }

    fn comparison(&mut self) -> Read<Expr> {
        let left = self.sum()?;
        let Some(operator) = self.comparison_operator() else { return Ok(left) };
        let whole = self.binary(operator, left, Self::sum)?;
        match self.comparison_operator() {
            None => Ok(whole),
            Some(_) => {
                let span = self.peek(0).span;
                Err(self.fail(span, "Comparisons do not chain: join two of them with `and`."))
            }
        }
    }

    /// The comparison that stands next.
    pub(super) fn comparison_operator(&self) -> Option<Binary> {
        const COMPARISONS: [(Symbol, Binary); 6] = [
            (Symbol::Equal, Binary::Equal),
            (Symbol::NotEqual, Binary::NotEqual),
            (Symbol::Less, Binary::Less),
            (Symbol::LessOrEqual, Binary::LessOrEqual),
            (Symbol::Greater, Binary::Greater),
            (Symbol::GreaterOrEqual, Binary::GreaterOrEqual),
        ];
        COMPARISONS.into_iter().find(|(symbol, _)| self.is_symbol(0, *symbol)).map(|(_, operator)| operator)
    }

    fn sum(&mut self) -> Read<Expr> {
        let mut left = self.signed()?;
        while let Some(operator) = self.sum_operator() {
            left = self.binary(operator, left, Self::signed)?;
        }
        Ok(left)
    }

    fn sum_operator(&self) -> Option<Binary> {
        if self.is_symbol(0, Symbol::Plus) {
            return Some(Binary::Add);
        }
        self.is_symbol(0, Symbol::Minus).then_some(Binary::Subtract)
    }

    fn signed(&mut self) -> Read<Expr> {
        if !self.is_symbol(0, Symbol::Minus) {
            return self.primary();
        }
        let start = self.next().span;
        let inner = self.nested(Self::signed)?;
        let span = start.to(inner.span);
        if let ExprKind::Int(number) = inner.kind {
            return Ok(Expr { kind: ExprKind::Int(-number), span });
        }
        Ok(Expr { kind: ExprKind::Negate(Box::new(inner)), span })
    }

    /// The operator that stands next, applied to `left` and what follows. The tree grows one level a time, so the
    /// number of operators bounds its depth; past the bound the line is left unread.
    fn binary(&mut self, operator: Binary, left: Expr, right: fn(&mut Self) -> Read<Expr>) -> Read<Expr> {
        self.next();
        self.count_operator()?;
        let right = right(self)?;
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span })
    }

    /// Counts one more operator, or reports that there are too many.
    pub(super) fn count_operator(&mut self) -> Read<()> {
        self.operators += 1;
        if self.operators > OPERATORS_MAX {
            let span = self.peek(0).span;
            return Err(self.fail(span, format!("A value has at most {OPERATORS_MAX} operators.")));
        }
        Ok(())
    }

    fn primary(&mut self) -> Read<Expr> {
        let token = self.peek(0);
        match token.kind {
            TokenKind::Number => {
                let number = self.number("a number")?;
                if self.is_symbol(0, Symbol::Dot) {
                    let span = self.since(token.span).to(self.peek(1).span);
                    return Err(self.fail(span, "Numbers are whole: money is counted in its smallest unit."));
                }
                Ok(Expr { kind: ExprKind::Int(number), span: token.span })
            }
            TokenKind::Duration => Ok(Expr { kind: ExprKind::Int(self.duration()?), span: token.span }),
            TokenKind::Text | TokenKind::OpenText => {
                let text = self.text("a text")?;
                Ok(Expr { kind: ExprKind::Text(text.pieces), span: text.span })
            }
            TokenKind::Symbol(Symbol::OpenBracket) => self.bracketed(),
            TokenKind::Word => self.named(),
            TokenKind::Symbol(_) | TokenKind::Break | TokenKind::Comment | TokenKind::Unknown => {
                Err(self.expected("a value"))
            }
        }
    }

    fn bracketed(&mut self) -> Read<Expr> {
        let start = self.next().span;
        let mut inner = self.nested(Self::either)?;
        self.need_symbol(Symbol::CloseBracket, "`)`")?;
        inner.span = self.since(start);
        Ok(inner)
    }

    /// `60s` in milliseconds.
    pub(super) fn duration(&mut self) -> Read<i64> {
        let token = self.next();
        let text = token.span.text(self.source);
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit_ms = match &text[digits.len()..] {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            _ => 3_600_000,
        };
        match digits.parse::<i64>().ok().and_then(|number| number.checked_mul(unit_ms)) {
            Some(duration_ms) => Ok(duration_ms),
            None => Err(self.fail(token.span, "The duration is too long: a value has 64 bits.")),
        }
    }

    /// A word, or a word, a dot and a field.
    fn named(&mut self) -> Read<Expr> {
        let token = self.peek(0);
        let word = self.word(0);
        let literal = match word {
            "null" => Some(ExprKind::Null),
            "true" => Some(ExprKind::Bool(true)),
            "false" => Some(ExprKind::Bool(false)),
            _ => None,
        };
        if let Some(kind) = literal {
            self.next();
            return Ok(Expr { kind, span: token.span });
        }
        if word == "alive" && self.is_symbol(1, Symbol::OpenBracket) {
            return self.alive();
        }
        let base = self.value_word()?;
        if self.is_symbol(0, Symbol::OpenBracket) && BUILTINS.contains(&&*base.name) {
            return Err(self.fail(base.span, format!("`{}` is written without brackets.", base.name)));
        }
        if !self.eat_symbol(Symbol::Dot) {
            return Ok(Expr { kind: ExprKind::Word(base.name), span: base.span });
        }
        let field = self.value_word()?;
        let span = base.span.to(field.span);
        Ok(Expr { kind: ExprKind::Field(base, field), span })
    }

    /// `alive(e)`.
    fn alive(&mut self) -> Read<Expr> {
        let start = self.next().span;
        self.next();
        self.count_operator()?;
        let run = self.nested(Self::either)?;
        self.need_symbol(Symbol::CloseBracket, "`)`")?;
        Ok(Expr { kind: ExprKind::Alive(Box::new(run)), span: self.since(start) })
    }

    /// A word inside a value. A minus in it was meant to subtract.
    fn value_word(&mut self) -> Read<Ident> {
        let ident = self.hyphenated("a value")?;
        if ident.name.contains('-') {
            let spaced = ident.name.replace('-', " - ");
            let message = format!(
                "A minus needs a space on both sides: `{spaced}`. (A job's name is a text here: \"{}\".)",
                ident.name
            );
            return Err(self.fail(ident.span, message));
        }
        Ok(ident)
    }

    /// `(name: e, name: e)`. `whose` says what the names are of, as in "the columns of the row".
    pub(super) fn cells(&mut self, whose: &str) -> Read<Vec<Cell>> {
        if self.is_symbol(0, Symbol::OpenBrace) {
            let skip = self.expected(&format!("`(` and {whose}"));
            self.skip_braces();
            return Err(skip);
        }
        self.need_symbol(Symbol::OpenBracket, &format!("`(` and {whose}"))?;
        let mut cells = Vec::new();
        while !self.eat_symbol(Symbol::CloseBracket) {
            let start = self.peek(0).span;
            let name = self.name("a column")?;
            if [Symbol::Dot, Symbol::Comma, Symbol::CloseBracket].iter().any(|symbol| self.is_symbol(0, *symbol)) {
                return Err(self.fail(start, "Each value stands behind the name of its column: `(key: job.key)`."));
            }
            self.need_symbol(Symbol::Colon, &format!("`:` and the value of `{}`", name.name))?;
            cells.push(Cell { name, value: self.expression()? });
            if !self.is_symbol(0, Symbol::CloseBracket) {
                self.need_symbol(Symbol::Comma, "`,` or `)`")?;
            }
        }
        Ok(cells)
    }

    /// Goes past braces that stand where round brackets should: they are no block.
    fn skip_braces(&mut self) {
        let mut depth = 0_usize;
        while !self.at_end() {
            depth += usize::from(self.is_symbol(0, Symbol::OpenBrace));
            depth -= usize::from(self.is_symbol(0, Symbol::CloseBrace));
            self.next();
            if depth == 0 {
                return;
            }
        }
    }

    /// `where C`, where it stands.
    pub(super) fn filter(&mut self) -> Read<Option<Expr>> {
        match self.eat_word("where") {
            Some(_) => Ok(Some(self.expression()?)),
            None => Ok(None),
        }
    }
}
