//! Tables and effects as real tables, with a tag for who did what to a row.

use super::icons::{Icon, icon_text};
use super::markup::{add, classes, fill, hue, hue_of, when};
use crate::lang::scenario::TableId;
use crate::tell::inline::Who;
use crate::tell::tables::{Cell, EmptyView, Mark, MarkKind, RowKind, RowView, TableView};

/// Names a row in the document, for the ribbon; no row is the line that stands for "no row". A memory table is somebody's.
pub fn place(table: TableId, memory_of: Option<&Who>, row: Option<u32>) -> String {
    let row = row.map_or_else(|| "none".to_owned(), |row| row.to_string());
    let of = memory_of.map_or("", |who| &*who.name);
    [&table.index().to_string(), of, "-", &row].concat()
}

/// One table. Nothing in it takes the focus.
pub fn table(table: &TableView) -> String {
    let mut markup = fill(
        r#"<p class="tables__brief" aria-hidden="true">$<span class="tables__note">$</span></p><table class="tables__table"><caption>$<span class="tables__note">$</span>"#,
        &[&table.name, &table.short, &table.name, &table.note],
    );
    tags(&mut markup, &table.marks);
    markup.push_str("</caption><colgroup>");
    for at in 0..table.columns.len() {
        add(&mut markup, r#"<col class="$">"#, &[width(table, at)]);
    }
    markup.push_str("</colgroup><thead><tr>");
    for name in &table.columns {
        add(&mut markup, r#"<th scope="col">$</th>"#, &[name]);
    }
    markup.push_str("</tr></thead><tbody>");
    for view in &table.rows {
        row(&mut markup, view, &place(table.id, table.memory_of.as_ref(), Some(view.key.0)));
    }
    if let Some(empty) = &table.empty {
        nothing(&mut markup, empty, table);
    }
    markup.push_str("</tbody></table>");
    markup
}

/// The classes of the box that it stands in, which scrolls.
pub fn boxed(table: &TableView) -> String {
    let brief = !table.rows.is_empty() && table.marks.is_empty() && table.rows.iter().all(|row| row.marks.is_empty());
    classes(&["tables__box", when(brief, "tables__box--brief")])
}

/// The last column takes what is left: marks stand in it.
fn width(table: &TableView, at: usize) -> &'static str {
    if at + 1 == table.columns.len() {
        ""
    } else if at == 0 && &*table.columns[0] == "id" {
        "tables__col--id"
    } else {
        "tables__col"
    }
}

/// One row, refused and removed ones struck.
fn row(markup: &mut String, row: &RowView, place: &str) {
    let kind = match row.kind {
        RowKind::There => "",
        RowKind::Refused => "tables__row--refused",
        RowKind::Removed => "tables__row--removed",
    };
    let last = row.cells.len().saturating_sub(1);
    begin(markup, kind, row.hit.as_ref(), place);
    for (at, cell) in row.cells.iter().enumerate() {
        markup.push_str("<td>");
        content(markup, cell, row.kind);
        if at == last {
            tags(markup, &row.marks);
        }
        markup.push_str("</td>");
    }
    markup.push_str("</tr>");
}

/// The start of a row: how it stands, whose step met it, and where the ribbon finds it.
fn begin(markup: &mut String, kind: &'static str, hit: Option<&Who>, place: &str) {
    let now = when(hit.is_some(), "tables__row--now");
    add(markup, r#"<tr class="$" data-row="$">"#, &[&classes(&["tables__row", kind, now, hue_of(hit)]), place]);
}

fn content(markup: &mut String, cell: &Cell, kind: RowKind) {
    let (owns, null) = (when(cell.owns, " tables__cell--owner"), when(cell.null, " tables__cell--null"));
    let template = if kind == RowKind::There {
        if let Some(was) = &cell.was {
            add(markup, r#"<s class="tables__was">$</s>"#, &[was]);
        }
        r#"<span class="tables__cell$$">$</span>"#
    } else {
        r#"<s class="tables__cell$$">$</s>"#
    };
    add(markup, template, &[owns, null, &cell.text]);
}

fn nothing(markup: &mut String, empty: &EmptyView, table: &TableView) {
    begin(
        markup,
        when(empty.gap, "tables__row--gap sign--never"),
        empty.hit.as_ref(),
        &place(table.id, table.memory_of.as_ref(), None),
    );
    add(markup, r#"<td class="tables__none" colspan="$">$"#, &[&table.columns.len().to_string(), &empty.text]);
    tags(markup, &empty.marks);
    markup.push_str("</td></tr>");
}

fn tags(markup: &mut String, marks: &[Mark]) {
    for Mark { kind, who, text, short, now } in marks {
        let refused = when(*kind == MarkKind::Refused, " tag--refused");
        add(
            markup,
            r#"<span class="tag $$$">%<span class="tag__long">$</span><span class="tag__short" aria-hidden="true">$</span></span>"#,
            &[hue(who), when(*now, " tag--now"), refused, &icon_text(Icon::of(*kind)), text, short],
        );
    }
}
