//! Numbers for what is seen again and again, in the order it was first seen, from 0. Full values are kept and compared:
//! two that only look alike to a hash never become one. The maps are asked, never walked.

use std::collections::HashMap;
use std::hash::Hash;

use crate::lang::limits::PROCESSES_MAX;

/// Values by number.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { list: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of a value, which is kept where it is new; and whether it is.
    pub(super) fn number(&mut self, value: T) -> (u32, bool) {
        let next = number_after(self.list.len());
        let number = *self.numbers.entry(value).or_insert_with_key(|value| {
            self.list.push(value.clone());
            next
        });
        (number, number == next)
    }

    /// The number of a value that was seen.
    pub(super) fn known(&self, value: &T) -> Option<u32> {
        self.numbers.get(value).copied()
    }

    /// The value with this number.
    pub(super) fn value(&self, number: u32) -> &T {
        &self.list[number as usize]
    }

    /// Every value, by number.
    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.list.iter()
    }
}

/// Keys of equally many words by number. One stretch of memory holds them all: the explorer asks for a key at each edge.
#[derive(Debug)]
pub(super) struct NumberedKeys {
    width: usize,
    words: Vec<u32>,
    places: Places,
}

impl NumberedKeys {
    /// No keys, of so many words each.
    pub(super) fn new(width: usize) -> Self {
        assert!(width <= KEY_WORDS_MAX, "{width} words in a key");
        Self { width, words: Vec::new(), places: Places::default() }
    }

    /// Words of a key.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The key with this number.
    pub(super) fn key(&self, number: u32) -> &[u32] {
        let start = number as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// The number of a key, which is kept where it is new.
    pub(super) fn number(&mut self, key: &[u32]) -> u32 {
        let hash = hash(key);
        match self.places.find(hash, |number| same(self.key(number), key)) {
            Ok(number) => number,
            Err(free) => {
                self.words.extend_from_slice(key);
                self.places.take(free, hash)
            }
        }
    }

    /// The same for a key that may well be the one with the number `near`.
    pub(super) fn number_near(&mut self, key: &[u32], near: u32) -> u32 {
        if same(self.key(near), key) { near } else { self.number(key) }
    }

    /// The number of a key that was seen.
    pub(super) fn known(&self, key: &[u32]) -> Option<u32> {
        self.places.find(hash(key), |number| same(self.key(number), key)).ok()
    }
}

/// Pairs of words by number: as [`NumberedKeys`], and faster, for what is asked at each edge.
#[derive(Debug, Default)]
pub(super) struct NumberedPairs {
    pairs: Vec<[u32; 2]>,
    places: Places,
}

impl NumberedPairs {
    /// The pair with this number.
    pub(super) fn pair(&self, number: u32) -> [u32; 2] {
        self.pairs[number as usize]
    }

    /// The number of a pair, which is kept where it is new.
    pub(super) fn number(&mut self, pair: [u32; 2]) -> u32 {
        let hash = hash(&pair);
        match self.places.find(hash, |number| self.pair(number) == pair) {
            Ok(number) => number,
            Err(free) => {
                self.pairs.push(pair);
                self.places.take(free, hash)
            }
        }
    }

    /// The number of a pair that was seen.
    pub(super) fn known(&self, pair: [u32; 2]) -> Option<u32> {
        self.places.find(hash(&pair), |number| self.pair(number) == pair).ok()
    }
}

/// Where numbers are found by the hash of what they stand for: at the slot that it names, or at the next free one behind.
#[derive(Debug)]
pub(super) struct Places {
    /// A power of two, at most three quarters of them taken.
    slots: Vec<Slot>,
    len: usize,
}

/// A number with the hash of what it stands for: most that differ are told apart by it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

/// A slot that is free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free(usize);

const FREE: Slot = Slot { hash: 0, number: u32::MAX };

/// Slots at first.
const SLOTS_MIN: usize = 64;

impl Default for Places {
    fn default() -> Self {
        Self { slots: vec![FREE; SLOTS_MIN], len: 0 }
    }
}

impl Places {
    /// The number with this hash that is the `same`, or the slot that it would take.
    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Result<u32, Free> {
        let hash = short(hash);
        let mut at = self.first(hash);
        loop {
            let slot = self.slots[at];
            if slot.number == FREE.number {
                return Err(Free(at));
            }
            if slot.hash == hash && same(slot.number) {
                return Ok(slot.number);
            }
            at = self.next(at);
        }
    }

    /// Gives the next number to what was not found.
    pub(super) fn take(&mut self, free: Free, hash: u64) -> u32 {
        let number = number_after(self.len);
        self.slots[free.0] = Slot { hash: short(hash), number };
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }

    /// By the highest bits: a product mixes those best.
    fn first(&self, hash: u32) -> usize {
        (hash >> (u32::BITS - self.slots.len().trailing_zeros())) as usize
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let larger = vec![FREE; self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.number != FREE.number {
                let mut at = self.first(slot.hash);
                while self.slots[at].number != FREE.number {
                    at = self.next(at);
                }
                self.slots[at] = slot;
            }
        }
    }
}

/// The number of the next after so many.
fn number_after(len: usize) -> u32 {
    let next = u32::try_from(len).ok().filter(|next| *next != FREE.number);
    next.expect("STATES_MAX keeps it below 2³²")
}

/// 2⁶⁴ divided by the golden ratio, odd: Fibonacci hashing (Knuth, volume 3, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Words that a key may have: one for each process, and one for what is shared.
const KEY_WORDS_MAX: usize = PROCESSES_MAX + 1;

/// One factor for each word.
const FACTORS: [u64; KEY_WORDS_MAX] = factors();

const fn factors() -> [u64; KEY_WORDS_MAX] {
    let mut factors = [GOLDEN; KEY_WORDS_MAX];
    let mut at = 1;
    while at < KEY_WORDS_MAX {
        factors[at] = (factors[at - 1].rotate_left(23) ^ factors[at - 1]).wrapping_mul(GOLDEN) | 1;
        at += 1;
    }
    factors
}

/// A sum of products, none of which waits for another.
fn hash(key: &[u32]) -> u64 {
    key.iter().zip(&FACTORS).fold(0, |sum, (word, factor)| sum.wrapping_add(u64::from(*word).wrapping_mul(*factor)))
}

/// A few words are compared faster one by one than by a call.
fn same(left: &[u32], right: &[u32]) -> bool {
    left.iter().zip(right).all(|(left, right)| left == right)
}

/// One more word in a hash.
pub(super) fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(GOLDEN)
}

/// The half of a hash that is kept: the higher, where a product mixes best.
fn short(hash: u64) -> u32 {
    (hash >> u32::BITS) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_number_they_were_first_given() {
        let mut keys = NumberedKeys::new(3);
        let key = |number: u32| [number % 7, number / 7, number.wrapping_mul(0x8000_0001)];
        for round in 0..2 {
            for number in 0..5_000 {
                assert_eq!(keys.known(&key(number)), (round > 0).then_some(number));
                assert_eq!((keys.number(&key(number)), keys.key(number)), (number, &key(number)[..]));
            }
        }
        assert_eq!(keys.places.len, 5_000);
    }

    #[test]
    fn keys_with_one_hash_are_told_apart() {
        let mut seen = HashMap::new();
        let found = (0..1_000_000_u32).find_map(|number| {
            let key = [number, number.wrapping_mul(number)];
            seen.insert(short(hash(&key)), key).map(|other| [other, key])
        });
        let [left, right] = found.expect("of a million keys two share one of 2³² hashes");
        let mut keys = NumberedKeys::new(2);
        assert_eq!((keys.number(&left), keys.number(&right)), (0, 1));
        assert_eq!((keys.known(&left), keys.known(&right)), (Some(0), Some(1)));
    }
}
