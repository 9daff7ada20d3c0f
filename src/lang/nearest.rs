//! The known name nearest to one that nobody declared.

use super::limits::NAME_CHARS_MAX;

/// The name among `known` that a slip of the hand could have turned into `name`: at most one change for every three
/// letters, and one in a name of two. The first of equals; none where nothing is near.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    nearest_of(name, &known).map(str::to_owned)
}

/// The same of a list.
#[must_use]
pub fn nearest_of<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let wanted = letters(name);
    if wanted.len() > 2 * NAME_CHARS_MAX {
        return None;
    }
    // Of a single letter nothing is left after a change.
    let mut changes_max = if wanted.len() == 1 { 0 } else { (wanted.len() / 3).max(1) };
    let mut nearest = None;
    for known in known.iter().filter(|known| **known != name) {
        let changes = distance(&wanted, &letters(known));
        if changes < changes_max || (changes == changes_max && nearest.is_none()) {
            changes_max = changes;
            nearest = Some(*known);
        }
    }
    nearest
}

/// Its letters; case counts nothing.
fn letters(name: &str) -> Vec<char> {
    name.chars().map(|c| c.to_ascii_lowercase()).collect()
}

/// How many letters to add, drop, change or swap with their neighbour (optimal string alignment).
fn distance(wanted: &[char], known: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=known.len()).collect();
    for (row, letter) in wanted.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, other) in known.iter().enumerate() {
            let change = last[column] + usize::from(letter != other);
            let mut least = change.min(last[column + 1] + 1).min(line[column] + 1);
            let swapped = row > 0 && column > 0 && wanted[row - 1] == *other && *letter == known[column - 1];
            if swapped {
                least = least.min(before[column - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut last, line);
    }
    last[known.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(name: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(name, known.iter().copied()).as_deref(), expected);
    }

    #[test]
    fn a_missing_letter_is_near() {
        check("keys_uniqe", &["keys_plain", "keys_unique"], Some("keys_unique"));
    }

    #[test]
    fn swapped_letters_are_one_change() {
        check("kye", &["at", "key"], Some("key"));
    }

    #[test]
    fn case_is_no_difference() {
        check("w1", &["W2", "W1"], Some("W1"));
    }

    #[test]
    fn another_word_is_not_near() {
        check("charges", &["jobs", "keys"], None);
    }
}
