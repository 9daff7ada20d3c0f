//! Tables and effects as real tables, with a tag for who did what to a row.

use super::icons::{Icon, icon};
use super::words::{On, choice, class, each, hue, hue_of, list, press, text_of, when};
use crate::app::message::Msg;
use crate::app::model::Tab;
use crate::app::screen::Screen;
use crate::lang::scenario::TableId;
use crate::tell::tables::{Cell, EmptyView, Mark, MarkKind, RowKind, RowView, TableView};
use yew::prelude::*;

/// Every table in use, or what the guide prints. `menu` stands at the right of the head; a small frame has no head.
pub fn tables(screen: &Screen, tab: Tab, menu: Option<Html>, on: &On) -> Html {
    let shows = |which: Tab, word, test| choice(word, which == tab, Some(test), press(on, Msg::TabChosen(which)));
    let mut used = Vec::new();
    for view in &screen.tables.tables {
        if view.used {
            used.push(table(view));
        }
    }
    html! {
        <section class="tables" aria-label="Tables">
            if let Some(menu) = menu {
                <div class="player__head">
                    <h2 class="player__name">{ "Tables" }</h2>
                    <div class="choice tables__views" role="group" aria-label="Shown as">
                        { shows(Tab::Tables, "tables", "tables-tab") }
                        { shows(Tab::Printed, "as printed", "printed-tab") }
                    </div>
                    { menu }
                </div>
            }
            <div class="tables__list" hidden={tab != Tab::Tables}>
                { list(used) }
            </div>
            <pre class="printed" hidden={tab != Tab::Printed} data-test="printed">{ text_of(&screen.printed) }</pre>
        </section>
    }
}

/// Names a row in the document, for the ribbon; no row is the line that stands for "no row".
pub fn place(table: TableId, row: Option<u32>) -> String {
    let row = row.map_or_else(|| "none".to_owned(), |row| row.to_string());
    [&table.index().to_string(), "-", &row].concat()
}

/// One table.
pub fn table(table: &TableView) -> Html {
    let columns = table.columns.len();
    let brief = !table.rows.is_empty() && table.marks.is_empty() && table.rows.iter().all(|row| row.marks.is_empty());
    let row = |view: &RowView| row(view, place(table.id, Some(view.key.0)));
    let mut widths = Vec::new();
    for at in 0..columns {
        widths.push(html! { <col class={width(table, at)} /> });
    }
    html! {
        <div key={table.id.index()} class={class(&["tables__box", when(brief, "tables__box--brief")])}>
            <p class="tables__brief" aria-hidden="true">{ text_of(&table.name) }<span class="tables__note">{ text_of(&table.short) }</span></p>
            <table class="tables__table">
                <caption>
                    { text_of(&table.name) }
                    <span class="tables__note">{ text_of(&table.note) }</span>
                    { each(&table.marks, &tag) }
                </caption>
                <colgroup>{ list(widths) }</colgroup>
                <thead><tr>{ each(&table.columns, &|name| html! { <th scope="col">{ text_of(name) }</th> }) }</tr></thead>
                <tbody>
                    { each(&table.rows, &row) }
                    if let Some(empty) = &table.empty {
                        { nothing(empty, columns, place(table.id, None)) }
                    }
                </tbody>
            </table>
        </div>
    }
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
fn row(row: &RowView, place: String) -> Html {
    let kind = match row.kind {
        RowKind::There => "",
        RowKind::Refused => "tables__row--refused",
        RowKind::Removed => "tables__row--removed",
    };
    let classes = class(&["tables__row", kind, when(row.hit.is_some(), "tables__row--now"), hue_of(row.hit.as_ref())]);
    let last = row.cells.len().saturating_sub(1);
    let mut cells = Vec::new();
    for (at, cell) in row.cells.iter().enumerate() {
        let marks: &[Mark] = if at == last { &row.marks } else { &[] };
        cells.push(html! { <td>{ content(cell, row.kind) }{ each(marks, &tag) }</td> });
    }
    html! { <tr key={row.key.0} class={classes} data-row={place}>{ list(cells) }</tr> }
}

fn content(cell: &Cell, kind: RowKind) -> Html {
    let class = class(&["tables__cell", when(cell.owns, "tables__cell--owner"), when(cell.null, "tables__cell--null")]);
    let text = text_of(&cell.text);
    if kind != RowKind::There {
        return html! { <s {class}>{ text }</s> };
    }
    html! {
        <>
            if let Some(was) = &cell.was {
                <s class="tables__was">{ text_of(was) }</s>
            }
            <span {class}>{ text }</span>
        </>
    }
}

fn nothing(empty: &EmptyView, columns: usize, place: String) -> Html {
    let classes = class(&[
        "tables__row",
        when(empty.gap, "tables__row--gap sign--never"),
        when(empty.hit.is_some(), "tables__row--now"),
        hue_of(empty.hit.as_ref()),
    ]);
    html! {
        <tr key="none" class={classes} data-row={place}>
            <td class="tables__none" colspan={columns.to_string()}>{ text_of(&empty.text) }{ each(&empty.marks, &tag) }</td>
        </tr>
    }
}

fn tag(mark: &Mark) -> Html {
    let refused = mark.kind == MarkKind::Refused;
    html! {
        <span class={class(&["tag", hue(&mark.who), when(mark.now, "tag--now"), when(refused, "tag--refused")])}>
            { icon(Icon::of(mark.kind)) }
            <span class="tag__long">{ text_of(&mark.text) }</span>
            <span class="tag__short" aria-hidden="true">{ text_of(&mark.short) }</span>
        </span>
    }
}
