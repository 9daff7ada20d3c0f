//! After each number of steps: how many schedules are lost, open and safe. It stands where no map can.

use super::markup::{add, fill};
use crate::tell::every::DepthsView;

/// Steps that are named under the columns at most.
const NAMED_MAX: usize = 12;

/// A column for each number of steps; what is lost lies at the bottom, what is safe at the top. A press on a column goes to
/// that step of the run on screen.
#[must_use]
pub fn depths(view: &DepthsView) -> String {
    let mut text = fill(
        r#"<div class="depths" data-test="depths"><p class="depths__why">$ It is told by steps instead: after so many, how many schedules can still end either way?</p><div class="depths__columns" aria-hidden="true">"#,
        &[&view.why],
    );
    for (step, depth) in view.depths.iter().enumerate() {
        let [_, open, safe] = depth.shares;
        let [lost, still, well] = &depth.percents;
        add(
            &mut text,
            r#"<i class="depths__column" data-step="$" title="After $: $ lost, $ open, $ safe"><svg viewBox="0 0 1 1000" preserveAspectRatio="none"><rect class="depths__safe" width="1" height="$"/><rect class="depths__open" width="1" y="$" height="$"/></svg></i>"#,
            &[
                &step.to_string(),
                &steps(step),
                lost,
                still,
                well,
                &safe.to_string(),
                &safe.to_string(),
                // A remainder of the cut is nobody's: what is not lost at all leaves nothing to be seen.
                &(if depth.shares[0] == 0 { 1000 - safe } else { open }).to_string(),
            ],
        );
    }
    text.push_str(r#"<i class="depths__here"></i>"#);
    let every = view.depths.len().div_ceil(NAMED_MAX);
    for step in 0..view.depths.len() {
        let named = if step % every == 0 { step.to_string() } else { String::new() };
        add(&mut text, r#"<b class="depths__step">$</b>"#, &[&named]);
    }
    add(
        &mut text,
        r#"</div><ul class="depths__legend"><li><i class="depths__key depths__key--safe"></i>safe: no way on ends badly</li><li><i class="depths__key depths__key--open"></i>open: may end either way</li><li><i class="depths__key depths__key--lost"></i>lost: every way on ends $</li></ul>"#,
        &[&view.lost],
    );
    text.push_str(r#"<div class="aside"><table><caption>All schedules after each number of steps</caption><thead><tr><th scope="col">Steps</th><th scope="col">Lost</th><th scope="col">Open</th><th scope="col">Safe</th></tr></thead><tbody>"#);
    for (step, depth) in view.depths.iter().enumerate() {
        let [lost, open, safe] = &depth.percents;
        add(
            &mut text,
            r#"<tr><th scope="row">$</th><td>$</td><td>$</td><td>$</td></tr>"#,
            &[&step.to_string(), lost, open, safe],
        );
    }
    text.push_str("</tbody></table></div></div>");
    text
}

fn steps(step: usize) -> String {
    if step == 1 { "1 step".to_owned() } else { [&step.to_string(), " steps"].concat() }
}
