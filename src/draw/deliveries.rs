//! Every job with its deliveries: who took each and how it went, and each repeat drawn from the one it repeats, with its
//! cause.

use super::markup::{add, fill, hue, when};
use crate::sim::state::Status;
use crate::tell::deliveries::{Cause, Delivered, Happening, HappeningKind, Job, deliveries as told, job_name, summary};
use crate::tell::moment::Moment;

/// From one delivery to the next.
const ARROW: &str =
    r#"<svg class="icon icon--drawn" aria-hidden="true" viewBox="0 0 14 14"><path d="M7 1v11M3 8l4 4 4-4"/></svg>"#;

/// The deliveries at this moment; none without a queue.
pub fn deliveries(moment: &Moment<'_>) -> Option<String> {
    moment.scenario.queue?;
    let jobs = told(*moment);
    let mut markup = fill(
        r#"<h2 class="deliveries__title" id="deliveries-title">Deliveries</h2><p class="deliveries__summary">$</p>"#,
        &[&summary(&jobs)],
    );
    for view in &jobs {
        job(&mut markup, view, moment.playhead);
    }
    Some(markup)
}

fn job(markup: &mut String, job: &Job, now: usize) {
    add(
        markup,
        r#"<div class="deliveries__job"><h3 class="deliveries__name">$ <code>$</code> <span class="deliveries__standing $">$</span></h3>"#,
        &[&job_name(job.id), &job.intent, sign_of(job.standing.status), &job.standing.words],
    );
    if let Some(sent) = &job.sent {
        // Another job of the same intent is a repeat, too: of a job and not of a delivery.
        match sent.again {
            Some(other) => add(
                markup,
                r#"<p class="deliveries__cause deliveries__cause--job">%<span>$ again: $</span></p>"#,
                &[ARROW, &job_name(other), &sent.words],
            ),
            None => add(markup, r#"<p class="deliveries__sent">$</p>"#, &[&sent.words]),
        }
    }
    if job.deliveries.is_empty() {
        markup.push_str(r#"<p class="deliveries__sent">nobody has taken it yet</p></div>"#);
        return;
    }
    markup.push_str(r#"<ol class="deliveries__list">"#);
    for view in &job.deliveries {
        delivered(markup, view, now);
    }
    markup.push_str("</ol></div>");
}

/// One delivery; before a repeat, the arrow from the one it repeats with the cause.
fn delivered(markup: &mut String, delivered: &Delivered, now: usize) {
    add(markup, r#"<li class="deliveries__item $">"#, &[hue(&delivered.who)]);
    if let Some(Cause { words, step, .. }) = &delivered.cause {
        add(
            markup,
            r#"<p class="deliveries__cause">%<span><span class="aside">Delivery $ again, because </span>$, %</span></p>"#,
            &[ARROW, &(delivered.attempt - 1).to_string(), words, &step_button(*step, now)],
        );
    }
    add(
        markup,
        r#"<div class="deliveries__card"><p class="deliveries__head"><span class="deliveries__number"><span class="aside">Delivery </span>$</span> <b class="who">$</b> took it, %</p><ul class="deliveries__course">"#,
        &[&delivered.attempt.to_string(), &delivered.who.name, &step_button(delivered.step, now)],
    );
    for Happening { kind, step, words } in &delivered.course {
        add(markup, r#"<li class="$">$, %</li>"#, &[mark_of(*kind), words, &step_button(*step, now)]);
    }
    markup.push_str("</ul></div></li>");
}

/// A press goes to that moment: the section hears it.
fn step_button(step: usize, now: usize) -> String {
    let step_text = step.to_string();
    let here = when(step == now, r#" aria-current="step""#);
    fill(
        r#"<button type="button" class="deliveries__step" data-step="$"%>step $</button>"#,
        &[&step_text, here, &step_text],
    )
}

/// The colours of where a job stands: words say it, too.
fn sign_of(status: Status) -> &'static str {
    match status {
        Status::Acked => "sign--once",
        Status::Dead => "sign--never",
        Status::Ready | Status::Leased { .. } => "",
    }
}

/// The colours of what came of a delivery.
fn mark_of(kind: HappeningKind) -> &'static str {
    match kind {
        HappeningKind::Acked => "deliveries__end sign--once",
        HappeningKind::AckLost
        | HappeningKind::Died
        | HappeningKind::Failed
        | HappeningKind::LeaseEndedAtWork
        | HappeningKind::TooLate
        | HappeningKind::Silent
        | HappeningKind::Dead => "deliveries__end sign--never",
        HappeningKind::HandedBack | HappeningKind::LeaseEnded => "deliveries__end",
    }
}
