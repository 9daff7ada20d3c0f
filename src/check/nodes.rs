//! The nodes of a graph by key. Memory is what exploring waits for, so what is asked for at each edge is kept small and
//! close together.
//!
//! A key is cut in two halves, and each half is numbered: there are far fewer halves than keys. Keys with one left half
//! and right halves that were numbered one after the other are a block, which holds a note for each of them. So a node is
//! its block and its place in there, and is found by way of two small tables and one with an entry for each block. No key
//! is kept in full, and none is taken for another.

use super::numbered::{NumberedKeys, NumberedPairs};

/// Every node that was seen, with a note of one word for each.
#[derive(Debug)]
pub(super) struct Nodes {
    /// Words of a key in its left half.
    left_width: usize,
    lefts: NumberedKeys,
    rights: NumberedKeys,
    /// A left half, and the number of a right half without its lowest digits.
    blocks: NumberedPairs,
    /// As many for each block as it has places.
    notes: Vec<u32>,
    len: usize,
    scratch: Vec<[u32; 2]>,
}

/// Places of a block: their notes fill what a processor reads from memory at once.
const BLOCK_PLACES: u32 = 16;

/// The note of a place whose node was not seen.
const UNSEEN: u32 = u32::MAX;

/// The note of a node before another is made.
pub(super) const NO_NOTE: u32 = u32::MAX - 1;

impl Nodes {
    /// None, with keys of so many words.
    pub(super) fn new(width: usize) -> Self {
        let left_width = width / 2;
        Self {
            left_width,
            lefts: NumberedKeys::new(left_width),
            rights: NumberedKeys::new(width - left_width),
            blocks: NumberedPairs::default(),
            notes: Vec::new(),
            len: 0,
            scratch: Vec::new(),
        }
    }

    /// How many were seen.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The key of a node that was seen: its left and its right half.
    pub(super) fn key(&self, node: u32) -> (&[u32], &[u32]) {
        let [left, right] = self.halves(node);
        (self.lefts.key(left), self.rights.key(right))
    }

    /// Words of a key in its left half: as many as in its right half, or one fewer.
    pub(super) fn left_width(&self) -> usize {
        self.left_width
    }

    /// The numbers of the halves of its key.
    pub(super) fn halves(&self, node: u32) -> [u32; 2] {
        let [left, right] = self.blocks.pair(node / BLOCK_PLACES);
        [left, right * BLOCK_PLACES + node % BLOCK_PLACES]
    }

    /// The node with a key, which is kept where it is new.
    pub(super) fn node(&mut self, key: &[u32]) -> u32 {
        let (left, right) = key.split_at(self.left_width);
        let halves = [self.lefts.number(left), self.rights.number(right)];
        self.at(halves)
    }

    /// The nodes of keys that follow one another, none of which differs much from that of `before`.
    pub(super) fn nodes(&mut self, before: u32, keys: &[u32], mut each: impl FnMut(u32)) {
        let near = self.halves(before);
        let mut all = std::mem::take(&mut self.scratch);
        for key in keys.chunks_exact(self.left_width + self.rights.width()) {
            let (left, right) = key.split_at(self.left_width);
            all.push([self.lefts.number_near(left, near[0]), self.rights.number_near(right, near[1])]);
        }
        // Memory is slow to answer but hears many at once: nothing else stands between these.
        for halves in all.drain(..) {
            each(self.at(halves));
        }
        self.scratch = all;
    }

    fn at(&mut self, [left, right]: [u32; 2]) -> u32 {
        let block = self.blocks.number([left, right / BLOCK_PLACES]);
        let node = block * BLOCK_PLACES + right % BLOCK_PLACES;
        if self.notes.len() <= node as usize {
            self.notes.resize((block as usize + 1) * BLOCK_PLACES as usize, UNSEEN);
        }
        let note = &mut self.notes[node as usize];
        if *note == UNSEEN {
            *note = NO_NOTE;
            self.len += 1;
        }
        node
    }

    /// The node with a key that was seen.
    pub(super) fn known(&self, key: &[u32]) -> Option<u32> {
        let (left, right) = key.split_at(self.left_width);
        let right = self.rights.known(right)?;
        let block = self.blocks.known([self.lefts.known(left)?, right / BLOCK_PLACES])?;
        Some(block * BLOCK_PLACES + right % BLOCK_PLACES).filter(|node| self.notes[*node as usize] != UNSEEN)
    }

    /// The note of a node.
    pub(super) fn note(&self, node: u32) -> u32 {
        self.notes[node as usize]
    }

    /// Makes another note of a node that was seen.
    pub(super) fn set_note(&mut self, node: u32, note: u32) {
        self.notes[node as usize] = note;
    }
}
