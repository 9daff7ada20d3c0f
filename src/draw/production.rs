//! What production would show: the query that finds duplicates with its rows, and the log, lines that say a thing again
//! marked.

use super::markup::{add, hue, when};
use crate::tell::moment::Moment;
use crate::tell::production::{LogLine, Query, production as shown};

/// What production would show at this moment; none where nothing outside the store is done.
pub fn production(moment: &Moment<'_>) -> Option<String> {
    if !moment.scenario.tables.iter().any(|table| table.is_effect()) {
        return None;
    }
    let production = shown(*moment);
    let mut markup = String::new();
    for query in &production.queries {
        self::query(&mut markup, query);
    }
    if production.log.is_empty() {
        markup.push_str(r#"<p class="production__note">Nobody has written a line to the log yet.</p>"#);
        return Some(markup);
    }
    markup.push_str(r#"<ol class="production__log" aria-label="Log">"#);
    for line in &production.log {
        self::line(&mut markup, line);
    }
    markup.push_str("</ol>");
    markup.push_str(
        r#"<p class="production__note">A log knows what its writer knows: a dead worker's stops, and one whose ack was lost says that it acked.</p>"#,
    );
    Some(markup)
}

fn query(markup: &mut String, query: &Query) {
    let sql = match &query.sql {
        Ok(sql) => sql,
        Err(why) => return add(markup, r#"<p class="production__note">$.</p>"#, &[why]),
    };
    add(markup, r#"<pre class="production__sql" tabindex="0"><code>$;</code></pre>"#, &[sql]);
    if query.rows.is_empty() {
        markup.push_str(r#"<p class="production__none">0 rows: nothing is there twice</p>"#);
        return;
    }
    add(
        markup,
        r#"<table class="production__rows"><thead><tr><th scope="col">$</th><th scope="col">count</th></tr></thead><tbody>"#,
        &[&query.column],
    );
    for (value, count) in &query.rows {
        add(markup, r#"<tr class="sign--twice"><td>$</td><td>$</td></tr>"#, &[value, &count.to_string()]);
    }
    markup.push_str("</tbody></table>");
}

fn line(markup: &mut String, line: &LogLine) {
    let said = when(line.again, r#" <span class="production__again sign--twice">already done for this job</span>"#);
    add(markup, r#"<li class="$"><code>$</code>%</li>"#, &[hue(&line.who), &line.text, said]);
}
