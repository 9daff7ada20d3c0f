//! Where mistakes are underlined while somebody types: what was read last says it of the text as it was then.

/// Stretches of a text, in bytes.
pub type Stretches = Vec<[usize; 2]>;

/// The stretches of `before` in `now`: what was typed moves those behind it, and takes those away that it touches.
#[must_use]
pub fn moved(stretches: &[[usize; 2]], before: &str, now: &str) -> Stretches {
    let (old, new) = (before.as_bytes(), now.as_bytes());
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - same;
    let behind = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let mut kept = Vec::new();
    for [from, to] in stretches {
        if *to <= same {
            kept.push([*from, *to]);
        } else if *from >= old.len() - behind {
            kept.push([from + new.len() - old.len(), to + new.len() - old.len()]);
        }
    }
    kept
}

/// The place in a text that a browser counts in UTF-16, for one in bytes.
#[must_use]
pub fn units(text: &str, bytes: usize) -> u32 {
    text.get(..bytes).unwrap_or(text).encode_utf16().count() as u32
}

/// The place in bytes for one that a browser counts in UTF-16.
#[must_use]
pub fn bytes(text: &str, units: u32) -> usize {
    let mut left = units as usize;
    for (at, letter) in text.char_indices() {
        if left == 0 {
            return at;
        }
        left = left.saturating_sub(letter.len_utf16());
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{bytes, moved, units};

    #[test]
    fn what_is_typed_moves_what_stands_behind_it_and_takes_away_what_it_touches() {
        let before = "read keys\nread kesy\nraed x";
        let stretches = [[15, 19], [20, 24]];
        assert_eq!(moved(&stretches, before, "read all keys\nread kesy\nraed x"), [[19, 23], [24, 28]]);
        assert_eq!(moved(&stretches, before, "read keys\nread keys\nraed x"), [[20, 24]]);
        assert_eq!(moved(&stretches, before, "read keys\nread kesy\nread x"), [[15, 19]]);
        assert_eq!(moved(&stretches, before, "d keys\nread kesy\nraed x"), [[12, 16], [17, 21]]);
        assert!(moved(&stretches, before, "").is_empty());
        assert_eq!(moved(&stretches, before, before), stretches);
    }

    #[test]
    fn a_browser_counts_in_units_of_its_own() {
        let text = "é🙂x";
        for (at, unit) in [(0, 0), (2, 1), (6, 3), (7, 4)] {
            assert_eq!((units(text, at), bytes(text, unit)), (unit, at));
        }
        assert_eq!((units(text, 99), bytes(text, 99)), (4, 7));
    }
}
