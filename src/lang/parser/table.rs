//! `table`, `effect` and `row`.

use super::cursor::{Parser, Read};
use crate::lang::scenario::TableKind;
use crate::lang::span::Span;
use crate::lang::syntax::{Column, Declaration, Ident, Row, Table, TableItem};
use crate::lang::token::Symbol;
use crate::lang::words::TYPES;

impl Parser<'_> {
    /// `table T (…) as "…"` or `effect E (…) as "…"`.
    pub(super) fn table(&mut self, kind: TableKind) -> Read<Declaration> {
        let start = self.next().span;
        let what = match kind {
            TableKind::Store => "a table",
            TableKind::Memory => "a memory",
            TableKind::Effect => "an effect",
        };
        let name = self.name(what)?;
        self.need_symbol(Symbol::OpenBracket, &format!("`(` and the columns of `{}`", name.name))?;
        let mut items = Vec::new();
        while !self.eat_symbol(Symbol::CloseBracket) {
            items.push(self.table_item()?);
            if !self.is_symbol(0, Symbol::CloseBracket) {
                self.need_column_end()?;
            }
        }
        let noun = match self.eat_word("as") {
            Some(_) => Some(self.plain_text("what a sentence calls it, as in `as \"the key\"`,")?),
            None => None,
        };
        Ok(Declaration::Table(Table { name, kind, items, noun, span: self.since(start) }))
    }

    /// `,` behind a column, or the report of what stands there instead.
    fn need_column_end(&mut self) -> Read<()> {
        const WORDS: [&str; 3] = ["unique", "primary", "serial"];
        if self.eat_symbol(Symbol::Comma) {
            return Ok(());
        }
        if self.word(0).is_empty() {
            return Err(self.expected("`,` or `)`"));
        }
        let word = self.described(self.peek(0));
        if TYPES.contains(&&*self.word(0).to_ascii_lowercase()) {
            let span = self.peek(0).span;
            return Err(self.fail(span, format!("Columns have no types: leave {word} out.")));
        }
        let message = format!(
            "{word} says nothing about a column: expected `unique`, `primary`, `serial`, `= value`, `,` or `)`."
        );
        Err(self.unknown_word(message, WORDS))
    }

    fn table_item(&mut self) -> Read<TableItem> {
        if self.is_word("unique") && self.is_symbol(1, Symbol::OpenBracket) {
            return self.unique_group();
        }
        let name = self.name("a column")?;
        let mut column = Column { name, serial: None, unique: None, primary: None, default: None };
        loop {
            let place = match self.word(0) {
                "serial" => &mut column.serial,
                "unique" => &mut column.unique,
                "primary" => &mut column.primary,
                _ => break,
            };
            *place = Some(self.next().span);
            self.nulls_equal();
        }
        if self.eat_symbol(Symbol::Equal) {
            column.default = Some(self.expression()?);
        }
        Ok(TableItem::Column(column))
    }

    fn unique_group(&mut self) -> Read<TableItem> {
        let start = self.next().span;
        self.next();
        let mut columns: Vec<Ident> = Vec::new();
        while !self.eat_symbol(Symbol::CloseBracket) {
            columns.push(self.name("a column")?);
            if !self.is_symbol(0, Symbol::CloseBracket) {
                self.need_symbol(Symbol::Comma, "`,` or `)`")?;
            }
        }
        let span = self.since(start);
        self.nulls_equal();
        self.partial_unique()?;
        Ok(TableItem::Unique { columns, span })
    }

    /// `nulls equal` behind a UNIQUE.
    fn nulls_equal(&mut self) {
        if self.is_word("nulls") && self.word(1) == "equal" {
            let start = self.next().span;
            let end = self.next().span;
            self.not_built(start.to(end), "nulls equal");
        }
    }

    /// `where C` behind a UNIQUE group.
    fn partial_unique(&mut self) -> Read<()> {
        let start: Span = self.peek(0).span;
        if self.filter()?.is_some() {
            let span = self.since(start);
            self.not_built(span, "unique (…) where");
        }
        Ok(())
    }

    /// `row T (c: e)`.
    pub(super) fn row(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let table = self.name("a table")?;
        let cells = self.cells("the columns of the row")?;
        Ok(Declaration::Row(Row { table, cells, span: self.since(start) }))
    }
}
