//! Small words: numbers, plurals, lists, durations.

/// A number as a word up to twelve, in digits above.
pub(super) fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match WORDS.get(count) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// `1 row`, `2 rows`.
pub(super) fn rows(count: usize) -> String {
    format!("{count} {}", if count == 1 { "row" } else { "rows" })
}

/// The place in a list as a word up to tenth: `second`, `11th`.
pub(super) fn ordinal(place: usize) -> String {
    const WORDS: [&str; 11] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = WORDS.get(place) {
        return (*word).to_owned();
    }
    let ending = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// A noun for more than one: `charge` becomes `charges`, `reply` `replies`, `batch` `batches`.
pub(super) fn plural(noun: &str) -> String {
    match noun.as_bytes() {
        [.., b'a' | b'e' | b'i' | b'o' | b'u', b'y'] => format!("{noun}s"),
        [.., b'y'] => format!("{}ies", noun.strip_suffix('y').unwrap_or(noun)),
        [.., b's' | b'x'] | [.., b'c' | b's', b'h'] => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// With its first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}

/// A list in words: its parts with `between` between them. Not `join`, which std makes for any slices and separators.
pub(super) fn list(parts: &[String], between: &str) -> String {
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { between });
        text.push_str(part);
    }
    text
}

/// A duration in the largest unit that leaves no rest: `2 s`, `1500 ms`.
pub(super) fn duration(duration_ms: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(3_600_000, "h"), (60_000, "min"), (1_000, "s")];
    for (size, name) in UNITS {
        if duration_ms != 0 && duration_ms % size == 0 {
            return format!("{} {name}", duration_ms / size);
        }
    }
    format!("{duration_ms} ms")
}
