//! Puts short lists in order. Each of std's sorts costs the page 3 to 6 kB of wasm, made for lists a thousand times as
//! long as those of a scenario.

/// Sorts by a key; equal ones keep their order. For lists of a few dozen: the time grows with the square.
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

/// Sorts by which of two stands behind the other; where neither does, they keep their order. For lists as short.
pub fn sort_by<T>(list: &mut [T], behind: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && behind(&list[at - 1], &list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}
