//! `table`, `effect` and `row`.

use super::cursor::{Parser, Read};
use crate::lang::scenario::TableKind;
use crate::lang::syntax::{Column, Declaration, Ident, Row, Table, TableItem, Unique};
use crate::lang::token::Symbol;
use crate::lang::words::TYPES;

impl Parser<'_> {
    /// `table T (…) as "…"`, `memory T (…)` or `effect E (…) as "…"`.
    pub(super) fn table(&mut self, kind: TableKind) -> Read<Declaration> {
        let start = self.next().span;
        let what = match kind {
            TableKind::Store => "a table",
            TableKind::Memory => "a table of memory",
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
        const WORDS: [&str; 4] = ["unique", "primary", "serial", "nulls"];
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
        if self.is_word("where") {
            let message = "A UNIQUE over some of the rows stands by itself among the columns: `unique (key) where status = \"open\"`.";
            return Err(self.fail(self.peek(0).span, message));
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
        let mut column = Column { name, serial: None, unique: None, primary: None, nulls_equal: false, default: None };
        loop {
            let place = match self.word(0) {
                "serial" => &mut column.serial,
                "unique" => &mut column.unique,
                "primary" => &mut column.primary,
                _ => break,
            };
            *place = Some(self.next().span);
            column.nulls_equal |= column.unique.is_some() && self.nulls_equal()?;
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
        let nulls_equal = self.nulls_equal()?;
        let filter = self.filter()?;
        Ok(TableItem::Unique(Unique { columns, nulls_equal, filter, span }))
    }

    /// `nulls equal`, where it stands.
    fn nulls_equal(&mut self) -> Read<bool> {
        if self.eat_word("nulls").is_none() {
            return Ok(false);
        }
        self.need_word("equal", "`equal`: by `nulls equal` two nulls are the same value")?;
        Ok(true)
    }

    /// `row T (c: e)`.
    pub(super) fn row(&mut self) -> Read<Declaration> {
        let start = self.next().span;
        let table = self.name("a table")?;
        let cells = self.cells("the columns of the row")?;
        Ok(Declaration::Row(Row { table, cells, span: self.since(start) }))
    }
}
