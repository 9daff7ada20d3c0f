//! A text with its mistakes underlined: what stands behind the field that it is written in.

use super::markup::{add, escaped};
use crate::lang::order::sort_by_key;

/// The text as markup. A stretch that begins inside of one before it is not underlined again; one without a letter is a mark
/// between two.
pub fn underlined(text: &str, stretches: &[[usize; 2]]) -> String {
    let mut sorted: Vec<(usize, [usize; 2])> = stretches.iter().copied().enumerate().collect();
    sort_by_key(&mut sorted, |(_, stretch)| *stretch);
    let (mut markup, mut at) = (String::new(), 0);
    for (number, [from, to]) in sorted {
        let (Some(before), Some(under)) = (text.get(at..from), text.get(from..to)) else { continue };
        markup.push_str(&escaped(before));
        let shown = under.trim_end_matches('\n');
        let class = if shown.is_empty() { "editor__wrong editor__wrong--here" } else { "editor__wrong" };
        add(&mut markup, r#"<u class="$" data-mistake="$">$</u>"#, &[class, &number.to_string(), shown]);
        at = from + shown.len();
    }
    markup.push_str(&escaped(text.get(at..).unwrap_or_default()));
    // A line that ends the text is a line only where something stands on it.
    markup.push_str("\n ");
    markup
}
