//! Tables and effects as real tables, with a tag for who did what to a row.

use super::icons::{Icon, icon};
use super::words::{class, hue};
use crate::app::message::Msg;
use crate::app::model::Tab;
use crate::app::screen::Screen;
use crate::tell::tables::{Cell, EmptyView, Mark, RowKind, RowView, TableView};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The tables' side of the stage.
#[derive(PartialEq, Properties)]
pub struct TablesProps {
    /// What is shown.
    pub screen: Rc<Screen>,
    /// Does it have a head of its own, to choose and copy in?
    pub head: bool,
    /// Tables, or as printed.
    pub tab: Tab,
    /// Hears which was chosen.
    pub on: Callback<Msg>,
    /// What stands at the right of the head.
    pub children: Html,
}

/// Every table in use, or what the guide prints.
#[component]
pub fn Tables(props: &TablesProps) -> Html {
    let tab = |tab: Tab, word: &'static str, test: &'static str| {
        html! {
            <button type="button" class="choice__item" aria-pressed={(tab == props.tab).to_string()} data-test={test}
                onclick={props.on.reform(move |_| Msg::TabChosen(tab))}>{ word }</button>
        }
    };
    let list = use_node_ref();
    let tallest = use_mut_ref(Tallest::default);
    {
        let list = list.clone();
        use_effect_with((props.screen.clone(), props.tab), move |(screen, _)| {
            if let Some(list) = list.cast::<HtmlElement>() {
                tallest.borrow_mut().hold(&list, screen);
            }
        });
    }
    let table = |table: &TableView| html! { <Table key={table.id.index()} table={Rc::new(table.clone())} /> };
    html! {
        <section class="tables" aria-label="Tables">
            if props.head {
                <div class="player__head">
                    <h2 class="player__name">{ "Tables" }</h2>
                    <div class="choice tables__views" role="group" aria-label="Shown as">
                        { tab(Tab::Tables, "tables", "tables-tab") }
                        { tab(Tab::Printed, "as printed", "printed-tab") }
                    </div>
                    { props.children.clone() }
                </div>
            }
            <div ref={list} class="tables__list" hidden={props.tab != Tab::Tables}>
                { for props.screen.tables.tables.iter().filter(|table| table.used).map(table) }
            </div>
            <pre class="printed" hidden={props.tab != Tab::Printed} data-test="printed">{ &props.screen.printed }</pre>
        </section>
    }
}

/// The tallest that the tables of one scenario have been: they keep that height, so that no button moves away from
/// under the hand when a step is taken back.
#[derive(Default)]
struct Tallest {
    of: String,
    width: i32,
    height: i32,
}

impl Tallest {
    fn hold(&mut self, list: &HtmlElement, screen: &Screen) {
        let mut of = screen.title.to_string();
        screen.switches.iter().for_each(|switch| of.push(if switch.position == 0 { '0' } else { '1' }));
        let width = list.client_width();
        if self.of != of || self.width != width {
            *self = Self { of, width, height: 0 };
            let _ = list.style().remove_property("min-height");
        }
        let height = list.offset_height();
        if height > self.height {
            self.height = height;
            let _ = list.style().set_property("min-height", &[&height.to_string(), "px"].concat());
        }
    }
}

#[derive(PartialEq, Properties)]
struct TableProps {
    table: Rc<TableView>,
}

#[component]
fn Table(props: &TableProps) -> Html {
    let table = &*props.table;
    let columns = table.columns.len();
    let briefly = !table.rows.is_empty() && table.marks.is_empty() && table.rows.iter().all(|row| row.marks.is_empty());
    let rows = table.rows.iter().map(|row| {
        html! { <Row key={row.key.0} row={Rc::new(row.clone())} place={place(table, row.key.0)} /> }
    });
    let name = html! {
        <>
            { &table.name }
            <span class="tables__note">{ &table.note }</span>
            { for table.marks.iter().map(tag) }
        </>
    };
    html! {
        <div class={class("tables__box", &[(briefly, "tables__box--brief")])}>
            <p class="tables__brief" aria-hidden="true">{ &table.name }<span class="tables__note">{ &table.short }</span></p>
            <table class="tables__table">
                <caption>{ name }</caption>
                <colgroup>{ for (0..columns).map(|at| html! { <col class={width(table, at)} /> }) }</colgroup>
                <thead><tr>{ for table.columns.iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
                <tbody>
                    { for rows }
                    if let Some(empty) = &table.empty {
                        { nothing(empty, columns, place(table, u32::MAX)) }
                    }
                </tbody>
            </table>
        </div>
    }
}

/// Names a row for the ribbon; `u32::MAX` is the line that stands for "no row".
fn place(table: &TableView, row: u32) -> AttrValue {
    super::ribbon::place(table.id, row).into()
}

/// The last column takes what is left, marks stand in it.
fn width(table: &TableView, at: usize) -> &'static str {
    if at + 1 == table.columns.len() {
        ""
    } else if at == 0 && &*table.columns[0] == "id" {
        "tables__col--id"
    } else {
        "tables__col"
    }
}

#[derive(PartialEq, Properties)]
struct RowProps {
    row: Rc<RowView>,
    place: AttrValue,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let row = &*props.row;
    let hit = row.hit.as_ref().map(|who| hue(who.id));
    let classes = class(
        "tables__row",
        &[
            (row.kind == RowKind::Refused, "tables__row--refused"),
            (row.kind == RowKind::Removed, "tables__row--removed"),
            (hit.is_some(), "tables__row--now"),
            (hit.is_some(), hit.unwrap_or_default()),
        ],
    );
    let last = row.cells.len().saturating_sub(1);
    let cells = row.cells.iter().enumerate().map(|(at, cell)| {
        html! {
            <td>
                { content(cell, row.kind) }
                if at == last {
                    { for row.marks.iter().map(tag) }
                }
            </td>
        }
    });
    html! { <tr class={classes} data-row={&props.place}>{ for cells }</tr> }
}

fn content(cell: &Cell, kind: RowKind) -> Html {
    let class = class("tables__cell", &[(cell.owns, "tables__cell--owner"), (cell.null, "tables__cell--null")]);
    let was = cell.was.as_ref().map(|was| html! { <><s>{ was }</s>{ " " }</> });
    match kind {
        RowKind::There => html! { <>{ was }<span {class}>{ &cell.text }</span></> },
        RowKind::Refused | RowKind::Removed => html! { <s {class}>{ &cell.text }</s> },
    }
}

fn nothing(empty: &EmptyView, columns: usize, place: AttrValue) -> Html {
    let hit = empty.hit.as_ref().map(|who| hue(who.id));
    let classes = class(
        "tables__row",
        &[
            (empty.gap, "tables__row--gap"),
            (empty.gap, "sign--never"),
            (hit.is_some(), "tables__row--now"),
            (hit.is_some(), hit.unwrap_or_default()),
        ],
    );
    html! {
        <tr key="none" class={classes} data-row={place}>
            <td class="tables__none" colspan={columns.to_string()}>{ &empty.text }{ for empty.marks.iter().map(tag) }</td>
        </tr>
    }
}

fn tag(mark: &Mark) -> Html {
    let refused = mark.kind == crate::tell::tables::MarkKind::Refused;
    let classes = class("tag", &[(true, hue(mark.who.id)), (mark.now, "tag--now"), (refused, "tag--refused")]);
    html! {
        <span class={classes}>
            { icon(Icon::of(mark.kind)) }
            <span class="tag__long">{ &mark.text }</span>
            <span class="tag__short" aria-hidden="true">{ &mark.short }</span>
        </span>
    }
}
