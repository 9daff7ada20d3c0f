//! Tables and effects as real tables, with a tag for who did what to a row.

use super::words::{On, choice, list, press, raw, text_of};
use crate::app::message::Msg;
use crate::app::model::Tab;
use crate::app::screen::Screen;
pub use crate::draw::tables::place;
use crate::draw::tables::{boxed, table};
use crate::tell::tables::TableView;
use yew::prelude::*;

/// Columns that always fit. A box with more may scroll, and then a keyboard reaches it.
const COLUMNS_FIT: usize = 2;

fn reached(view: &TableView) -> Option<&'static str> {
    (view.columns.len() > COLUMNS_FIT).then_some("0")
}

/// Every table in use, or what the guide prints. `menu` stands at the right of the head; a small frame has no head.
pub fn tables(screen: &Screen, tab: Tab, menu: Option<Html>, on: &On) -> Html {
    let shows = |which: Tab, word, test| choice(word, which == tab, Some(test), press(on, Msg::TabChosen(which)));
    let mut used = Vec::new();
    for view in &screen.tables.tables {
        if view.used {
            used.push(html! { <div key={place(view.id, view.memory_of.as_ref(), None)} class={boxed(view)} tabindex={reached(view)}>{ raw(table(view)) }</div> });
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
