//! [`Representatives`]: keys that many isomorphic subproblems have in common.
//!
//! An automorphism of the whole problem maps the key of a subproblem to the key of an isomorphic
//! one. Many problems have automorphisms that exchange two rows, two columns, two digits or two
//! points, and are their own inverses: *involutions*. The *representative* of a key is made by
//! applying involutions as long as one makes the key greater, in the lexicographic order of the
//! states of its items. That takes a tenth of the time of labelling.
//!
//! A representative is not canonical: isomorphic subproblems can have several. What is not found by
//! it is found by labelling.
//!
//! Involutions act on the items that are points of the [`KeyGraph`] of the root, and keep all others.
//! The states of these points must determine the options left. They do if each other primary item
//! has the same options as one of them. An item that can be covered by all of its options is no
//! point either, but the search branches on it and drops options: where there is such an item, no
//! involutions are used.

use super::graph::KeyGraph;
use super::{CanonicalMode, Levels};
use crate::canonical::{Automorphism, Hypergraph, automorphisms};
use crate::engine::memo::key_layout::Field;
use crate::engine::memo::layout::Layout;
use crate::engine::memo::subproblem::Key;
use crate::ids::{as_index, to_u32, to_u64};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The involutions of a problem.
#[derive(Debug)]
pub(super) struct Representatives {
    /// The sizes of subproblems at which looking up representatives pays.
    pub(super) levels: Levels,
    /// The key of the root, until the involutions are looked for.
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
    /// The work in all, and that of the representative computed last, in visits of incidences.
    pub(super) work: u64,
    last: u64,
}

/// An involution: the pairs of items that it exchanges.
type Involution = Vec<(u32, u32)>;

/// The work of labelling for each entry of the problem's options before involutions are looked for,
/// the most that this may take, and the reciprocal of the share of labelled subproblems that must
/// have been found.
const WAIT: u64 = 256;
const SEARCH: u64 = 1024;
const FOUND: u64 = 4;
/// The least number of involutions: a square board has five, and the few subproblems that they save
/// take as long as the representatives.
pub(in crate::engine::memo) const FEW: usize = 8;
/// The most involutions, and how many times as many pairs as the smallest one an involution may have:
/// larger ones take time, and change few keys that the others leave as they are.
const MOST: usize = 128;
const LARGE: usize = 2;
/// Pairs that are compared in the time of a visit.
const PAIRS_A_VISIT: u64 = 4;

impl Representatives {
    /// `root`: the key of the root, if it determines the options left there. Otherwise there are no
    /// representatives.
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

    /// Whether to look for involutions after so much work of labelling.
    pub(super) fn is_due(&self, layout: &Layout, work: u64, labelled: u64, found: u64) -> bool {
        self.root.is_some()
            && FOUND * found >= labelled
            && work >= WAIT * to_u64(layout.entries.len())
    }

    /// Whether involutions have been looked for, or there can be none.
    pub(super) fn is_prepared(&self) -> bool {
        self.root.is_none()
    }

    /// Looks for involutions, and keeps them if there are at least so many.
    pub(super) fn prepare(
        &mut self,
        layout: &Layout,
        least: usize,
        builder: &mut KeyGraph,
        graph: &mut Hypergraph,
    ) {
        let Some(root) = self.root.take() else { return };
        builder.build(layout, &root, |_| true, graph);
        if builder.has_free_item(layout) {
            return;
        }
        let mut items = vec![None; graph.points()];
        builder.item_points().for_each(|(item, point)| items[as_index(point)] = Some(item));
        let most = SEARCH * to_u64(layout.entries.len());
        let (generators, work) = automorphisms(graph, most);
        self.work += work;
        let involutions = generators.iter().filter_map(|found| involution(layout, &items, found));
        let all = closure(involutions.collect());
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

    /// Computes the representative of a key, after so much work of the search. Returns whether it is
    /// another key and looking it up seems to pay.
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

    /// Enters that the representative computed last was looked up, and what it has saved.
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
/// [`MOST`].
fn closure(mut all: Vec<Involution>) -> Vec<Involution> {
    all.sort_by_key(Vec::len);
    let most = LARGE * all.first().map_or(0, Vec::len);
    all.retain(|own| own.len() <= most);
    let mut known: HashSet<_> = all.iter().cloned().collect();
    let mut next = 0;
    while next < all.len() && all.len() < MOST {
        for other in 0..next {
            for (own, by) in [(next, other), (other, next)] {
                let image = conjugate(&all[own], &all[by]);
                if known.insert(image.clone()) {
                    all.push(image);
                }
            }
        }
        next += 1;
        all[next..].sort_by_key(Vec::len);
    }
    all.truncate(MOST);
    all
}

/// The involution that another one maps an involution to.
fn conjugate(own: &Involution, by: &Involution) -> Involution {
    let images: HashMap<u32, u32> = by.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let image = |item| images.get(&item).copied().unwrap_or(item);
    let mut pairs: Vec<_> = own.iter().map(|&(a, b)| ordered(image(a), image(b))).collect();
    pairs.sort_unstable();
    pairs
}

fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::memo::Orders;
    use crate::engine::memo::order::Order;
    use crate::problem::Problem;

    /// A layout in the order of the items, and the key in which all are open.
    fn root(text: &str) -> (Layout, Vec<u64>) {
        let problem: Problem = text.parse().unwrap();
        let plan = Orders::new(&problem, None, CanonicalMode::On).plan(Order::Fewest);
        let layout = Layout::new(&problem, &plan.items, None, &[]);
        let mut key = Key { words: vec![0; layout.key_layout.words()], hash: 0 };
        (0..problem.items().len()).for_each(|item| key.toggle(&layout.key_layout, to_u32(item), 1));
        (layout, key.words)
    }

    fn prepared(layout: &Layout, root: &[u64]) -> Representatives {
        let mut own = Representatives::new(CanonicalMode::On, Some(root));
        own.prepare(layout, FEW, &mut KeyGraph::new(layout), &mut Hypergraph::default());
        own
    }

    /// Two pigeons, and five holes that take at least one.
    fn pigeons() -> String {
        let holes = ["h", "i", "j", "k", "l"];
        let options =
            ["a", "b"].into_iter().flat_map(|bird| holes.map(|hole| format!("{bird} {hole}\n")));
        let options: String = options.collect();
        format!("a b {}\n{options}", holes.map(|hole| format!("1:9|{hole}")).join(" "))
    }

    #[test]
    fn transpositions_next_to_each_other_give_all() {
        let chain: Vec<Involution> =
            (0..5).map(|item| vec![(item, item + 1), (item + 10, item + 11)]).collect();
        let all = closure(chain);
        assert_eq!(all.len(), 15);
        assert!(all.contains(&vec![(0, 5), (10, 15)]));
    }

    #[test]
    fn states_of_interchangeable_items_are_sorted() {
        let (layout, words) = root(&pigeons());
        let mut own = prepared(&layout, &words);
        let holes: Vec<u32> =
            (0..7).filter(|&item| !layout.items[as_index(item)].is_unit()).collect();
        let mut found = HashSet::new();
        for hole in &holes {
            let mut key = Key { words: words.clone(), hash: 0 };
            key.toggle(&layout.key_layout, *hole, 1);
            key.toggle(&layout.key_layout, *hole, 2);
            let key = Key { hash: layout.key_layout.hash(&key.words), ..key };
            let mut other = Key::default();
            let representative = if own.find(&layout, &key, 0, &mut other) { other } else { key };
            assert_eq!(representative.hash, layout.key_layout.hash(&representative.words));
            let is_other = own.find(&layout, &representative, 0, &mut Key::default());
            assert!(!is_other, "it is its own");
            found.insert(representative.words);
        }
        assert_eq!(found.len(), 1);
    }
}
