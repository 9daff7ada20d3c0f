//! Small words: numbers, plurals, lists, durations.

/// A number as a word up to twelve, in digits above.
pub(super) fn number(count: u64) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(count)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
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
    let vowel_before_y = noun.len() >= 2 && noun[..noun.len() - 1].ends_with(['a', 'e', 'i', 'o', 'u']);
    if noun.ends_with('y') && !vowel_before_y {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if ["s", "x", "ch", "sh"].iter().any(|ending| noun.ends_with(ending)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// With its first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
}

/// A duration in the largest unit that leaves no rest: `2 s`, `1500 ms`.
pub(super) fn duration(duration_ms: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(3_600_000, "h"), (60_000, "min"), (1_000, "s")];
    let unit = UNITS.iter().find(|(size, _)| duration_ms != 0 && duration_ms % size == 0);
    unit.map_or_else(|| format!("{duration_ms} ms"), |(size, name)| format!("{} {name}", duration_ms / size))
}
