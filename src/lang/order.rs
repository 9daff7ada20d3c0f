//! Puts lists in order. Each of std's sorts costs the page 3 to 6 kB of wasm, and it would have one for each kind of list: so
//! short lists are sorted by insertion, and longer ones all by one of std's, which sorts their places.

/// Up to so many, insertion is as fast. The first view sorts no longer list.
const SHORT: usize = 32;

/// Sorts by a key; equal ones keep their order.
///
/// ```
/// use ran_twice::lang::order::sort_by_key;
///
/// let mut words = ["three", "one", "two"];
/// sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["one", "two", "three"]);
/// ```
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one) > key(other));
}

/// Sorts by which of two stands behind the other; where neither does, they keep their order.
///
/// ```
/// use ran_twice::lang::order::sort_by;
///
/// let mut steps = [(2, "pay"), (1, "read"), (2, "write")];
/// sort_by(&mut steps, |one, other| one.0 > other.0);
/// assert_eq!(steps, [(1, "read"), (2, "pay"), (2, "write")]);
/// ```
pub fn sort_by<T>(list: &mut [T], behind: impl Fn(&T, &T) -> bool) {
    if list.len() > SHORT {
        let places = sorted(list.len(), &|one, other| behind(&list[one], &list[other]));
        return arrange(list, places);
    }
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && behind(&list[at - 1], &list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The places of so many in their order.
#[inline(never)]
fn sorted(count: usize, behind: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| behind(*one, *other).cmp(&behind(*other, *one)));
    places
}

/// At each place what stood at the one that is given for it.
fn arrange<T>(list: &mut [T], mut places: Vec<usize>) {
    for at in 0..list.len() {
        let mut from = places[at];
        // What stood before this place has been moved on to where its own came from.
        while from < at {
            from = places[from];
        }
        list.swap(at, from);
        places[at] = from;
    }
}

#[cfg(test)]
mod tests {
    use super::{SHORT, sort_by_key};

    #[test]
    fn lists_of_any_length_are_sorted_as_by_std() {
        let mut random = 1_u32;
        for length in (0..3 * SHORT).chain([1_000]) {
            for spread in [2, 10, 1_000] {
                let list: Vec<(u32, usize)> = (0..length)
                    .map(|at| {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        ((random >> 16) % spread, at)
                    })
                    .collect();
                let (mut ours, mut theirs) = (list.clone(), list);
                sort_by_key(&mut ours, |(key, _)| *key);
                theirs.sort_by_key(|(key, _)| *key);
                assert_eq!(ours, theirs);
            }
        }
    }
}
