//! The explorer with the hand-written model built in: numbered states, kept edges, one walk in depth, ways on from each
//! state by kind of end. What it does not do is look a step up that was read from a file.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use ran_twice::check::count::Count;

use crate::hand::{How, Place, Size, State};

/// A number of schedules.
pub trait Number: Copy + PartialEq {
    const ZERO: Self;
    const ONE: Self;
    #[must_use]
    fn plus(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Bits that tell most numbers apart.
    fn lowest(self) -> u64;
    fn decimal(self) -> String;
}

impl Number for Count {
    const ZERO: Self = Count::ZERO;
    const ONE: Self = Count::ONE;

    fn plus(self, other: Self) -> Self {
        self.plus(other)
    }

    fn is_zero(self) -> bool {
        self.is_zero()
    }

    fn lowest(self) -> u64 {
        self.lowest_digit()
    }

    fn decimal(self) -> String {
        self.decimal()
    }
}

/// What fits at these sizes; past them it would wrap in silence.
impl Number for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn is_zero(self) -> bool {
        self == 0
    }

    fn lowest(self) -> u64 {
        self as u64
    }

    fn decimal(self) -> String {
        self.to_string()
    }
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    pub states: usize,
    /// How many schedules charge how often, where any does.
    pub by_charges: Vec<(u8, String)>,
}

/// Explores every schedule.
pub fn explore<N: Number>(size: Size) -> Found {
    let mut walk = Walk::<N>::default();
    let start = walk.number(State::start(size));
    walk.expand(start);
    let mut path = vec![Stop { node: start, edges: 0, next: 0 }];
    while let Some(stop) = path.last_mut() {
        match walk.edges.get(stop.next) {
            Some(edge) => {
                let to = edge.to;
                stop.next += 1;
                if walk.lists.get(to as usize).is_none_or(|list| *list == UNKNOWN) {
                    let edges = walk.edges.len();
                    walk.expand(to);
                    path.push(Stop { node: to, edges, next: edges });
                }
            }
            None => {
                let Stop { node, edges, .. } = *stop;
                path.pop();
                walk.settle(node, edges);
                walk.edges.truncate(edges);
            }
        }
    }
    let total = walk.ways.list(walk.lists[start as usize]).iter();
    Found { states: walk.states.len(), by_charges: total.map(|(end, ways)| (*end, ways.decimal())).collect() }
}

/// As the explorer keeps it: what a simplest schedule asks for afterwards.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    #[expect(dead_code, reason = "what it costs to keep is part of the comparison")]
    action: crate::hand::Action,
}

/// A node on the path, where its edges begin, and the one to walk next.
#[derive(Clone, Copy)]
struct Stop {
    node: u32,
    edges: usize,
    next: usize,
}

const UNKNOWN: u32 = u32::MAX;

struct Walk<N> {
    states: Vec<State>,
    numbers: HashMap<u64, u32, BuildHasherDefault<Golden>>,
    edges: Vec<Edge>,
    /// The number of the list of ways from each state.
    lists: Vec<u32>,
    ways: Lists<N>,
}

/// Lists of ways, each kept once; those with one hash are chained.
struct Lists<N> {
    ways: Vec<(u8, N)>,
    lists: Vec<(Range<u32>, u32)>,
    latest: HashMap<u64, u32, BuildHasherDefault<Golden>>,
}

impl<N> Default for Walk<N> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            numbers: HashMap::default(),
            edges: Vec::new(),
            lists: Vec::new(),
            ways: Lists { ways: Vec::new(), lists: Vec::new(), latest: HashMap::default() },
        }
    }
}

impl<N: Number> Walk<N> {
    fn number(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        *self.numbers.entry(packed(&state)).or_insert_with(|| {
            self.states.push(state);
            next
        })
    }

    fn expand(&mut self, node: u32) {
        let state = self.states[node as usize];
        state.actions(|action| {
            let to = self.number(state.after(action));
            self.edges.push(Edge { to, action });
        });
    }

    fn settle(&mut self, node: u32, edges: usize) {
        let mut sums = [N::ZERO; 7];
        let state = &self.states[node as usize];
        if state.complete() {
            sums[usize::from(state.charges)] = N::ONE;
        }
        for edge in &self.edges[edges..] {
            for (end, ways) in self.ways.list(self.lists[edge.to as usize]) {
                let sum = &mut sums[usize::from(*end)];
                *sum = sum.plus(*ways);
            }
        }
        if self.lists.len() <= node as usize {
            self.lists.resize(node as usize + 1, UNKNOWN);
        }
        self.lists[node as usize] = self.ways.number(&sums);
    }
}

impl<N: Number> Lists<N> {
    fn list(&self, number: u32) -> &[(u8, N)] {
        let (range, _) = &self.lists[number as usize];
        &self.ways[range.start as usize..range.end as usize]
    }

    fn number(&mut self, sums: &[N; 7]) -> u32 {
        let ways = || sums.iter().enumerate().filter(|(_, sum)| !sum.is_zero()).map(|(end, sum)| (end as u8, *sum));
        let mix = |hash: u64, (end, sum): (u8, N)| {
            (hash.rotate_left(23) ^ sum.lowest() ^ (u64::from(end) << 56)).wrapping_mul(GOLDEN)
        };
        let hash = ways().fold(0, mix);
        let latest = self.latest.get(&hash).copied().unwrap_or(UNKNOWN);
        let mut number = latest;
        while number != UNKNOWN && !ways().eq(self.list(number).iter().copied()) {
            number = self.lists[number as usize].1;
        }
        if number == UNKNOWN {
            let start = self.ways.len() as u32;
            self.ways.extend(ways());
            number = self.lists.len() as u32;
            self.lists.push((start..self.ways.len() as u32, latest));
            self.latest.insert(hash, number);
        }
        number
    }
}

/// The state in 36 bits.
fn packed(state: &State) -> u64 {
    let places = state.workers.iter().fold(0, |bits, place| (bits << 4) | place_bits(*place));
    let rest = [(state.status as u64, 2), (u64::from(state.key), 1), (u64::from(state.charges), 3)];
    let bits = rest.iter().fold(places, |bits, (value, width)| (bits << width) | value);
    (bits << 4) | u64::from(state.crashes_left)
}

fn place_bits(place: Place) -> u64 {
    let how = |how: How| how as u64;
    match place {
        Place::Take => 0,
        Place::Look => 1,
        Place::Charge => 2,
        Place::Write => 3,
        Place::Answer(found) => 4 + how(found),
        Place::Acknowledge(found) => 7 + how(found),
        Place::Done => 10,
        Place::Dead => 11,
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Fibonacci hashing of one word, as the explorer's own map hashes several.
#[derive(Default)]
struct Golden(u64);

impl Hasher for Golden {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is one word")
    }

    fn write_u64(&mut self, word: u64) {
        let product = word.wrapping_mul(GOLDEN);
        // The standard map takes the place from the low bits and a tag from the high ones.
        self.0 = product.rotate_left(32);
    }
}
