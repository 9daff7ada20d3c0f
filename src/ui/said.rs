//! One sentence: what happened and why; at the end what came of it. The page's only live region.

use super::icons::{ring_in, sign_class};
use super::words::{add, class, fill, hue_of, raw, sentence, sentence_text, text_of};
use crate::app::screen::Screen;
use crate::tell::ending::Ending;
use yew::prelude::*;

/// The sentence, or the ending; over it, what came of a step that was to be moved. A new step is a new sentence, and the one
/// `before` it fades away; while it plays, nobody is told. Only what is new is read aloud: what is still possible comes
/// later than the sentence, which has been read by then.
pub fn said(screen: &Screen, before: &str, future: &str, step: usize, silent: bool) -> Html {
    let told = &screen.told;
    let after = if future.is_empty() { "" } else { r#"<p class="said__future" data-test="future">%</p>"# };
    let after = fill(after, &[future]);
    html! {
        <div role="status" aria-atomic="false" aria-live={if silent { "off" } else { "polite" }} data-test="said">
            if let Some((sentence, at)) = &screen.aside {
                <p key={*at} class="said__aside" data-test="aside">{ text_of(sentence) }</p>
            }
            if let Some(ending) = &screen.ending {
                { end(ending) }
            } else {
                <div key={step} class={class(&["said", hue_of(told.who.as_ref())])} data-before={before.to_owned()}>
                    <p class="said__text">{ sentence(&told.sentence) }</p>
                    { raw(after) }
                </div>
            }
        </div>
    }
}

fn end(ending: &Ending) -> Html {
    let mut markup = ending.sign.map_or_else(String::new, |sign| ring_in(sign, "ending__ring"));
    add(
        &mut markup,
        r#"<div class="ending__words"><h2 class="ending__title">$</h2><p class="ending__what">%</p></div>"#,
        &[&ending.headline, &sentence_text(&ending.sentence)],
    );
    if let Some(takeaway) = &ending.takeaway {
        add(
            &mut markup,
            r#"<div class="ending__takeaway"><h3 class="ending__label">Takeaway</h3><p>%</p></div>"#,
            &[&sentence_text(takeaway)],
        );
    }
    html! { <div class={class(&["ending", sign_class(ending.sign)])}>{ raw(markup) }</div> }
}
