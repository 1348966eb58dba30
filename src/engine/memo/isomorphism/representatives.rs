//! [`Representatives`]: keys that many isomorphic subproblems have in common.
//!
//! An automorphism of the whole problem maps the key of a subproblem to the key of an isomorphic
//! one. Many problems have automorphisms that exchange two rows, two columns, two digits or two
//! points, and are their own inverses: *involutions*. The *representative* of a key is made by
//! applying involutions until none makes it greater, as the list of the states of its items. That
//! takes a tenth of the time of labelling.
//!
//! A representative is not canonical: isomorphic subproblems can have several. What is not found by
//! it is found by labelling.
//!
//! Involutions move items that are points of the [`KeyGraph`] of the root, and no others. Where an
//! item of the root is neither a point nor has colours that are points, no involutions are used: its
//! state would stay what it is, so that a representative might not be the key of any subproblem.
//! Presolve mostly makes such items idle.

use super::graph::KeyGraph;
use super::{CanonicalMode, Levels};
use crate::canonical::{Automorphism, Hypergraph, automorphisms};
use crate::engine::memo::key_layout::Field;
use crate::engine::memo::layout::Layout;
use crate::engine::memo::subproblem::Key;
use crate::ids::{as_index, to_u32, to_u64};
use std::collections::{BTreeSet, HashSet};

/// The involutions of a problem.
#[derive(Clone, Debug)]
pub(super) struct Representatives {
    /// The sizes of subproblems at which looking up representatives pays.
    pub(super) levels: Levels,
    /// The key of the root, until involutions are looked for.
    root: Option<Vec<u64>>,
    /// The items that some involution moves, in ascending order, and their fields.
    moved: Vec<(u32, Field)>,
    /// The pairs of these, as indices, that each involution exchanges, one involution after another.
    /// The first index of a pair is the lower one, and pairs are in ascending order.
    pairs: Vec<(u32, u32)>,
    /// The index in `pairs` at which each involution begins, and the end of the last one.
    starts: Vec<usize>,
    /// Scratch: the states of the items moved in the representative and in the key, and the indices
    /// of those that differ.
    states: Vec<u32>,
    before: Vec<u32>,
    changed: Vec<usize>,
    /// The work in all, in visits of incidences.
    pub(super) work: u64,
    /// That of the representative computed last.
    last: u64,
}

/// An involution: the pairs of items that it exchanges.
type Involution = Vec<(u32, u32)>;

/// Involutions are looked for when labelling has taken this many visits for each entry of the
/// problem's options.
const WAIT: u64 = 256;
/// The reciprocal of the share of labelled subproblems that must have been found by then.
const FOUND: u64 = 4;
/// The most visits of the search for automorphisms, for each entry, and of the closure of the
/// involutions.
const SEARCH: u64 = 1024;
/// The least number of involutions: a square board has five, and the few subproblems that they save
/// take as long as the representatives.
pub(in crate::engine::memo) const FEW: usize = 8;
/// The most involutions.
const MOST: usize = 128;
/// How many times as many pairs as the smallest one an involution may have: larger ones take time,
/// and change few keys that the others leave as they are.
const LARGE: usize = 2;
/// The time of mapping a pair of an involution, in visits. Measured: 4 to 5.
const CONJUGATION: u64 = 4;
/// Pairs that are compared in the time of a visit.
const PAIRS_A_VISIT: u64 = 4;

impl Representatives {
    /// For the key of the root; without it, there are no representatives.
    pub(super) fn new(canonical: CanonicalMode, root: Option<&[u64]>) -> Self {
        Self {
            levels: Levels::new(canonical),
            root: root.map(<[u64]>::to_vec),
            moved: Vec::new(),
            pairs: Vec::new(),
            starts: vec![0],
            states: Vec::new(),
            before: Vec::new(),
            changed: Vec::new(),
            work: 0,
            last: 0,
        }
    }

    /// Whether to look for involutions. `work`: of all labellings, of which there were `labelled`, and
    /// after `found` of them an entry.
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
        builder.build(layout, &root, |_| true, graph);
        if !builder.has_all_items() {
            return;
        }
        let mut items = vec![None; graph.points()];
        builder.item_points().for_each(|(item, point)| items[as_index(point)] = Some(item));
        let most = SEARCH * to_u64(layout.entries.len());
        let (generators, work) = automorphisms(graph, most);
        self.work += work;
        let involutions = generators.iter().filter_map(|found| involution(layout, &items, found));
        let (all, work) = closure(involutions.collect(), layout.items.len(), most);
        self.work += work;
        if all.len() >= least {
            self.set(layout, all);
        }
    }

    /// Keeps involutions, in the order of their first pairs: later ones mostly keep what earlier ones
    /// have decided.
    fn set(&mut self, layout: &Layout, mut involutions: Vec<Involution>) {
        involutions.sort_unstable();
        let pairs = involutions.iter().flatten();
        let moved: BTreeSet<u32> = pairs.flat_map(|&(first, second)| [first, second]).collect();
        let moved: Vec<u32> = moved.into_iter().collect();
        let index = |item| to_u32(moved.partition_point(|&other| other < item));
        for involution in involutions {
            self.pairs
                .extend(involution.iter().map(|&(first, second)| (index(first), index(second))));
            self.starts.push(self.pairs.len());
        }
        self.states.resize(moved.len(), 0);
        self.changed.resize(moved.len(), 0);
        let field = |item| (item, layout.key_layout.field(item));
        self.moved = moved.into_iter().map(field).collect();
    }

    /// Computes the representative of a key. Returns whether it is another key that seems worth
    /// looking up. `work`: what the search has done, without labelling, in visits of incidences.
    pub(super) fn find(&mut self, layout: &Layout, key: &Key, work: u64, own: &mut Key) -> bool {
        if self.pairs.is_empty() || !self.levels.is_worth_it(Levels::of_key(&key.words), work) {
            return false;
        }
        for ((_, field), state) in self.moved.iter().zip(&mut self.states) {
            *state = field.state(&key.words);
        }
        self.before.clone_from(&self.states);
        if !self.ascend() {
            return false;
        }
        own.words.clone_from(&key.words);
        own.hash = key.hash;
        // Collected without a branch, which would be mispredicted.
        let mut count = 0;
        for (index, (before, after)) in self.before.iter().zip(&self.states).enumerate() {
            self.changed[count] = index;
            count += usize::from(before != after);
        }
        for &index in &self.changed[..count] {
            let (item, _) = self.moved[index];
            own.toggle(&layout.key_layout, item, self.before[index]);
            own.toggle(&layout.key_layout, item, self.states[index]);
        }
        true
    }

    /// Enters the cost of the representative computed last, which was looked up, and what that has
    /// saved. If a key is its own representative, nothing is entered.
    pub(super) fn enter(&mut self, level: usize, saved: u64) {
        self.levels.enter(level, self.last, saved);
    }

    /// Applies involutions until none makes the key greater. Returns whether one has. Each of
    /// them decides by the first pair whose states differ.
    fn ascend(&mut self) -> bool {
        let Self { pairs, starts, states, .. } = self;
        let (involutions, mut is_other) = (starts.len() - 1, false);
        let (mut next, mut kept, mut compared) = (0, 0, 0);
        while kept < involutions {
            let own = &pairs[starts[next]..starts[next + 1]];
            next = if next + 1 == involutions { 0 } else { next + 1 };
            kept += 1;
            let place = own.iter().position(|&(a, b)| states[as_index(a)] != states[as_index(b)]);
            compared += to_u64(place.unwrap_or(own.len())) + 1;
            if let Some(place) = place
                && states[as_index(own[place].0)] < states[as_index(own[place].1)]
            {
                compared += to_u64(own.len());
                for &(a, b) in &own[place..] {
                    states.swap(as_index(a), as_index(b));
                }
                (kept, is_other) = (0, true);
            }
        }
        self.last = (compared + to_u64(self.moved.len())) / PAIRS_A_VISIT;
        self.work += self.last;
        is_other
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let states = size_of_val(&*self.states) + size_of_val(&*self.before);
        let moved = size_of_val(&*self.moved) + size_of_val(&*self.changed);
        size_of_val(&*self.pairs) + size_of_val(&*self.starts) + moved + states
    }
}

/// The pairs of items that an automorphism exchanges; `None` if it is no involution, moves a colour,
/// or items with different bounds. `items`: the item of each point; a colour has none.
fn involution(
    layout: &Layout,
    items: &[Option<u32>],
    automorphism: &Automorphism,
) -> Option<Involution> {
    let bounds = |item: u32| {
        let own = &layout.items[as_index(item)];
        (item < layout.primary, own.low, own.high, own.is_idle)
    };
    let mut pairs = Vec::new();
    for &(point, image) in automorphism.moved() {
        let (item, other) = (items[as_index(point)]?, items[as_index(image)]?);
        if automorphism.image(image) != point || bounds(item) != bounds(other) {
            return None;
        }
        if item < other {
            pairs.push((item, other));
        }
    }
    pairs.sort_unstable();
    Some(pairs)
}

/// Adds the involutions that others map given ones to, those of the fewest pairs first, up to
/// [`MOST`]. Stops after the work of `most` visits. Returns the work, too. `items`: their number.
fn closure(mut all: Vec<Involution>, items: usize, most: u64) -> (Vec<Involution>, u64) {
    all.sort_by_key(Vec::len);
    let longest = LARGE * all.first().map_or(0, Vec::len);
    all.retain(|own| own.len() <= longest);
    let mut known: HashSet<_> = all.iter().cloned().collect();
    let mut images: Vec<u32> = (0..to_u32(items)).collect();
    let (mut next, mut work) = (0, 0);
    while next < all.len() && all.len() < MOST && work < most {
        for other in 0..next {
            for (own, by) in [(next, other), (other, next)] {
                work += CONJUGATION * to_u64(all[own].len() + all[by].len());
                let image = conjugate(&all[own], &all[by], &mut images);
                if !known.contains(&image) {
                    known.insert(image.clone());
                    all.push(image);
                }
            }
            if all.len() >= MOST || work >= most {
                break;
            }
        }
        next += 1;
        all[next..].sort_by_key(Vec::len);
    }
    all.truncate(MOST);
    (all, work)
}

/// The involution that another one maps an involution to. `images`: scratch, the identity.
fn conjugate(own: &Involution, by: &Involution, images: &mut [u32]) -> Involution {
    by.iter().for_each(|&(a, b)| images.swap(as_index(a), as_index(b)));
    let image = |item| images[as_index(item)];
    let mut pairs: Vec<_> = own.iter().map(|&(a, b)| ordered(image(a), image(b))).collect();
    by.iter().for_each(|&(a, b)| images.swap(as_index(a), as_index(b)));
    pairs.sort_unstable();
    pairs
}

fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests;
