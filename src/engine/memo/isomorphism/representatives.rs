//! [`Representatives`]: keys that many isomorphic subproblems have in common.
//!
//! An automorphism of the whole problem maps the key of a subproblem to the key of an isomorphic
//! one. Many problems have automorphisms that exchange two rows, two columns, two digits or two
//! points, and are their own inverses: *involutions*. The *representative* of a key is made by
//! applying involutions until none makes it greater. Keys are compared bit by bit, from the lowest
//! bit of the first word. That takes a thirtieth of the time of labelling, or less.
//!
//! A representative is not canonical: isomorphic subproblems can have several. What is not found by
//! it is found by labelling.
//!
//! Involutions move items that are points of the [`KeyGraph`] of the root, and no others. Where an
//! item of the root is neither a point nor has colours that are points, no involutions are used:
//! its state would stay what it is, so that a representative might not be the key of any
//! subproblem. Presolve mostly makes such items idle.

use super::graph::KeyGraph;
use super::involutions::{self, Involution};
use super::{CanonicalMode, Levels};
use crate::canonical::Hypergraph;
use crate::engine::memo::key_layout::KeyLayout;
use crate::engine::memo::layout::Layout;
use crate::engine::memo::subproblem::Key;
use crate::ids::{as_index, to_u64};
use std::collections::BTreeMap;

/// The involutions of a problem.
#[derive(Clone, Debug)]
pub(super) struct Representatives {
    /// The sizes of subproblems at which looking up representatives pays.
    pub(super) levels: Levels,
    /// The key of the root, until involutions are looked for.
    root: Option<Vec<u64>>,
    /// What each involution swaps in a key, in ascending order of the lower words, one involution
    /// after another.
    swaps: Vec<DeltaSwap>,
    /// The index in `swaps` at which each involution begins, and the end of the last one.
    starts: Vec<usize>,
    /// The work in all, in visits of incidences.
    pub(super) work: u64,
    /// That of the representative computed last.
    last: u64,
}

/// A delta swap (Knuth, The Art of Computer Programming, 7.1.3): it swaps the bits of `mask` in one
/// word of a key with those of the mask rotated to the left in another word, or in the same one.
#[derive(Clone, Copy, Debug)]
struct DeltaSwap {
    mask: u64,
    lower: u32,
    upper: u32,
    rotation: u32,
}

/// Involutions are looked for when labelling has taken this many visits for each entry of the
/// problem's options.
const WAIT: u64 = 256;
/// The reciprocal of the share of labelled subproblems that must have been found by then.
const FOUND: u64 = 4;
/// The least number of involutions: a square board has five, and the few subproblems that they save
/// take as long as the representatives.
pub(in crate::engine::memo) const FEW: usize = 8;
/// The swaps whose cost is entered as that of one visit. Their time is 1.1 to 1.6 swaps a visit,
/// but with 2 or less, representatives are computed too seldom: Latin squares of order 8 have more
/// labellings and take 5 % longer. With 8 or 16, nothing measured is faster.
const SWAPS_A_VISIT: u64 = 4;

impl DeltaSwap {
    /// The bits of the lower word that differ from those that they are exchanged with.
    #[inline(always)]
    fn differing(self, words: &[u64]) -> u64 {
        let upper = words[as_index(self.upper)].rotate_right(self.rotation);
        (words[as_index(self.lower)] ^ upper) & self.mask
    }

    #[inline(always)]
    fn apply(self, words: &mut [u64]) {
        let differing = self.differing(words);
        words[as_index(self.lower)] ^= differing;
        words[as_index(self.upper)] ^= differing.rotate_left(self.rotation);
    }
}

/// The swaps of an involution, in ascending order of the lower words.
fn swaps(involution: &Involution, fields: &KeyLayout) -> impl Iterator<Item = DeltaSwap> {
    let mut masks: BTreeMap<_, u64> = BTreeMap::new();
    for &(first, second) in involution {
        let (lower, upper) = (fields.field(first), fields.field(second));
        let rotation = upper.shift.wrapping_sub(lower.shift) % u64::BITS;
        *masks.entry((lower.word, upper.word, rotation)).or_default() |= lower.mask << lower.shift;
    }
    let swap = |((lower, upper, rotation), mask)| DeltaSwap { mask, lower, upper, rotation };
    masks.into_iter().map(swap)
}

impl Representatives {
    /// For the key of the root; without it, there are no representatives.
    pub(super) fn new(canonical: CanonicalMode, root: Option<&[u64]>) -> Self {
        Self {
            levels: Levels::new(canonical),
            root: root.map(<[u64]>::to_vec),
            swaps: Vec::new(),
            starts: vec![0],
            work: 0,
            last: 0,
        }
    }

    /// Whether to look for involutions. `work`: of all labellings, of which there were `labelled`,
    /// and after `found` of them an entry.
    pub(super) fn is_due(&self, layout: &Layout, work: u64, labelled: u64, found: u64) -> bool {
        self.root.is_some()
            && FOUND * found >= labelled
            && work >= WAIT * to_u64(layout.entries.len())
    }

    /// Whether involutions were looked for, or need not be.
    pub(super) fn knows_involutions(&self) -> bool {
        self.root.is_none()
    }

    /// Looks for involutions, and keeps them if there are at least so many.
    pub(super) fn find_involutions(
        &mut self,
        layout: &Layout,
        least: usize,
        builder: &mut KeyGraph,
        graph: &mut Hypergraph,
    ) {
        let Some(root) = self.root.take() else { return };
        let (all, work) = involutions::find(layout, &root, builder, graph);
        self.work += work;
        if all.len() >= least {
            self.set(&layout.key_layout, all);
        }
    }

    /// Keeps involutions, in the order of their first pairs: later ones mostly keep what earlier
    /// ones have decided.
    fn set(&mut self, fields: &KeyLayout, mut involutions: Vec<Involution>) {
        involutions.sort_unstable();
        for own in &involutions {
            self.swaps.extend(swaps(own, fields));
            self.starts.push(self.swaps.len());
        }
    }

    /// Computes the representative of a key. Returns whether it is another key that seems worth
    /// looking up. `work`: what the search has done, without labelling, in visits of incidences.
    pub(super) fn find(&mut self, layout: &Layout, key: &Key, work: u64, own: &mut Key) -> bool {
        if self.swaps.is_empty() || !self.levels.is_worth_it(Levels::of_key(&key.words), work) {
            return false;
        }
        own.words.clone_from(&key.words);
        let is_other = self.ascend(&mut own.words);
        if is_other {
            own.hash = layout.key_layout.rehash(&own.words, &key.words, key.hash);
        }
        is_other
    }

    /// Enters the cost of the representative computed last, which was looked up, and what that has
    /// saved. If a key is its own representative, nothing is entered.
    pub(super) fn enter(&mut self, level: usize, saved: u64) {
        self.levels.enter(level, self.last, saved);
    }

    /// Applies involutions until none makes the key greater. Returns whether one has. An involution
    /// makes it greater if the first bit that it changes becomes 1: that is a bit of a lower word,
    /// because the fields of a key are in the order of its items.
    fn ascend(&mut self, words: &mut [u64]) -> bool {
        let Self { swaps, starts, .. } = self;
        let (involutions, mut is_other) = (starts.len() - 1, false);
        let (mut next, mut kept, mut compared) = (0, 0, 0);
        while kept < involutions {
            let own = &swaps[starts[next]..starts[next + 1]];
            next = if next + 1 == involutions { 0 } else { next + 1 };
            kept += 1;
            let (mut word, mut differing) = (0, 0);
            for swap in own {
                if swap.lower != word && differing != 0 {
                    break;
                }
                word = swap.lower;
                differing |= swap.differing(words);
                compared += 1;
            }
            let first = differing & differing.wrapping_neg();
            if first != 0 && words[as_index(word)] & first == 0 {
                compared += to_u64(own.len());
                own.iter().for_each(|swap| swap.apply(words));
                (kept, is_other) = (0, true);
            }
        }
        self.last = (compared + to_u64(words.len())) / SWAPS_A_VISIT;
        self.work += self.last;
        is_other
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.swaps) + size_of_val(&*self.starts)
    }
}

#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests;
