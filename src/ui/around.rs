//! Where a scenario leads: to the ones before and after it in the list, and to where it was told in public.

use super::chapters::{address, leads};
use super::icons::{Icon, icon_text};
use super::words::{On, fill, raw};
use crate::app::message::Msg;
use crate::lang::value::Name;
use crate::tell::transport::Neighbour;
use yew::prelude::*;

/// The scenarios before and after this one.
pub fn around([before, after]: &[Option<Neighbour>; 2], on: &On) -> Html {
    let one = |way: &'static str, class: &'static str, icon: Icon, neighbour: &Option<Neighbour>| {
        let neighbour = neighbour.as_ref()?;
        let words = fill(r#"%<span><small>$</small>$</span>"#, &[&icon_text(icon), way, &neighbour.title]);
        let onclick = leads(Msg::ScenarioChosen(neighbour.name.clone()), on);
        Some(html! { <a key={way} {class} href={address(&neighbour.name)} {onclick}>{ raw(words) }</a> })
    };
    html! {
        <nav class="around" aria-label="Next to this">
            { one("Previous scenario", "around__link", Icon::Back, before) }
            { one("Next scenario", "around__link around__link--after", Icon::Next, after) }
        </nav>
    }
}

/// Where it was told: a link that tells nobody where the reader came from.
#[inline(never)]
pub fn reported([address, shown]: &[Name; 2]) -> Html {
    let words = r#"<p class="page__source">Told in public: <a href="$" rel="noreferrer">$</a></p>"#;
    raw(fill(words, &[address, shown]))
}
