//! The search for a canonical labelling, and for automorphisms.
//!
//! A point of a cell with several points is *individualised*: it becomes a cell of its own, and the
//! partition is refined. Repeated until every point is alone, this gives a labelling, a *leaf* of a
//! tree whose branches are the points of each chosen cell (McKay, "Practical graph isomorphism",
//! 1981). The canonical labelling is that of the least leaf: by the hashes of its refinements, then
//! by a hash of the labelled hypergraph, then by the labelled hypergraph itself.
//!
//! Two leaves with the same labelled hypergraph show an automorphism; others are guessed before a
//! leaf is reached. A branch that an automorphism maps to another one of the same node is not
//! searched, nor is the rest of a subtree that was found equivalent to another one.
//!
//! # The group
//!
//! The nodes on the path to the first leaf are finished from the last to the first. So the
//! automorphisms that are known when such a node is finished generate all those that keep the path
//! to it, and the order of the group is the product of the orbits of the points on the path.
//!
//! # Memory
//!
//! There is one partition. Returning to a node undoes what was changed below it.

use super::automorphism::Automorphism;
use super::cell_tree::CellTree;
use super::guess::AutomorphismGuess;
use super::hypergraph::Hypergraph;
use super::interrupt::Interrupt;
use super::leaf::Leaf;
use super::orbits::Orbits;
use super::partition::Partition;
use super::refiner::Refiner;
use super::trail::Mark;
use crate::ids::as_index;
#[cfg(feature = "diagram")]
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::ops::Range;

/// A canonical labelling, and the automorphism group.
#[derive(Clone, Debug)]
pub(crate) struct Canonical {
    /// The position of each point in the canonical form.
    pub(crate) positions: Vec<u32>,
    /// Strong generators of the automorphism group: for each number of points of the base, those
    /// that keep these points generate all automorphisms that do.
    pub(crate) generators: Vec<Automorphism>,
    /// Points such that only the identity keeps all of them, and the size of the orbit of each
    /// under the automorphisms that keep those before it.
    pub(crate) base: Vec<(u32, u32)>,
    /// Equal for two hypergraphs if and only if they are isomorphic.
    pub(crate) form: Vec<u8>,
}

#[cfg(feature = "diagram")]
impl Canonical {
    /// The number of automorphisms.
    pub(crate) fn order(&self) -> BigUint {
        product(self.base.iter().map(|&(_, orbit)| orbit.into()).collect())
    }
}

/// The product of numbers, of factors of about equal lengths.
#[cfg(feature = "diagram")]
fn product(mut factors: Vec<BigUint>) -> BigUint {
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().product()).collect();
    }
    factors.pop().unwrap_or_else(|| 1u32.into())
}

/// The canonical labelling of a hypergraph; `None` if `goes_on` has returned false, which is called
/// at the beginning and every few milliseconds.
pub(crate) fn canonical(
    mut graph: Hypergraph,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Canonical> {
    if !goes_on() {
        return None;
    }
    graph.index();
    let mut search = Search::new(&graph, Interrupt::new(goes_on));
    search.run(u64::MAX);
    let Search { best, generators, mut base, interrupt, .. } = search;
    let best = best.filter(|_| !interrupt.is_stopped())?;
    base.reverse();
    Some(Canonical { form: best.form, positions: best.positions, generators, base })
}

/// Automorphisms of a hypergraph, found by about `most` visits of incidences: generators of the
/// group, if that was enough. Also returns the number of visits.
pub(crate) fn automorphisms(graph: &mut Hypergraph, most: u64) -> (Vec<Automorphism>, u64) {
    graph.index();
    let mut search = Search::new(graph, Interrupt::never());
    search.run(most);
    (search.generators, search.refiner.work)
}

/// A node on the current path.
#[derive(Debug)]
struct Node {
    mark: Mark,
    cell: Range<usize>,
    /// The points of the cell that were individualised.
    tried: Vec<u32>,
    /// The other points that are left, once the first one is finished, or in a large cell two.
    candidates: Option<std::vec::IntoIter<u32>>,
    /// The orbits under the automorphisms that keep the path, as far as these are known; those of a
    /// node on the first path are in the search.
    orbits: Option<Orbits>,
    known: usize,
    standing: Standing,
}

/// How the path to a node compares with the two leaves that are kept.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// Whether the node is on the path to the first leaf, and whether its hashes are those of a
    /// node that is.
    is_on_first: bool,
    is_as_first: bool,
    /// The comparison of its hashes with those of the best leaf.
    to_best: Ordering,
}

#[derive(Debug)]
struct Search<'g> {
    graph: &'g Hypergraph,
    interrupt: Interrupt<'g>,
    refiner: Refiner,
    partition: Partition,
    cells: CellTree,
    nodes: Vec<Node>,
    /// The points that are individualised, and the hashes of the refinements.
    path: Vec<u32>,
    traces: Vec<u64>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    guess: Option<AutomorphismGuess>,
    generators: Vec<Automorphism>,
    /// The orbits under all automorphisms found.
    orbits: Orbits,
    /// The finished points of the first path, from the last one, each with the size of its orbit.
    base: Vec<(u32, u32)>,
}

/// The most steps of a search from one question whether to go on to the next, and the size of a
/// hypergraph, in points and incidences, from which on each step asks.
const STEPS: usize = 64;
const LARGE: usize = 1 << 14;
/// The most points of a cell that are copied for its second point.
const COPIED: usize = 1 << 10;

impl<'g> Search<'g> {
    fn new(graph: &'g Hypergraph, interrupt: Interrupt<'g>) -> Self {
        let mut refiner = Refiner::default();
        refiner.trail.is_on = true;
        Self {
            graph,
            interrupt,
            refiner,
            partition: Partition::default(),
            cells: CellTree::default(),
            nodes: Vec::new(),
            path: Vec::new(),
            traces: Vec::new(),
            first: None,
            best: None,
            guess: None,
            generators: Vec::new(),
            orbits: Orbits::new(graph.points()),
            base: Vec::new(),
        }
    }

    /// Searches until it is finished, or has visited about `most` incidences.
    fn run(&mut self, most: u64) {
        let Self { refiner, partition, interrupt, .. } = self;
        let trace = refiner.begin(self.graph, partition, interrupt);
        self.cells.begin(partition, &refiner.trail);
        if interrupt.is_stopped() {
            return;
        }
        self.traces.push(trace);
        self.enter(Standing { is_on_first: true, is_as_first: true, to_best: Ordering::Equal });
        let size = self.graph.points() + self.graph.incidences();
        let steps = (LARGE / size.max(1)).clamp(1, STEPS);
        let mut step = 0;
        while self.refiner.work < most
            && !self.interrupt.is_stopped()
            && let Some(node) = self.nodes.last()
        {
            step += 1;
            if step % steps == 0 && self.interrupt.stops_now() {
                break;
            }
            let depth = self.nodes.len() - 1;
            self.cells.undo(&self.refiner.trail, node.mark);
            self.refiner.trail.undo(&mut self.partition, node.mark);
            self.path.truncate(depth);
            self.traces.truncate(depth + 1);
            match self.next_point(depth) {
                Some(point) => self.branch(point),
                None => self.finish(),
            }
        }
    }

    /// Individualises a point of the last node, and goes on there if that is promising.
    fn branch(&mut self, point: u32) {
        let Self { refiner, partition, interrupt, .. } = self;
        let trace = refiner.individualize(self.graph, partition, point, interrupt);
        if interrupt.is_stopped() {
            return;
        }
        self.path.push(point);
        self.traces.push(trace);
        let standing = self.standing();
        let is_promising = standing.is_as_first || standing.to_best.is_le();
        if is_promising && !self.guesses(standing) {
            self.enter(standing);
        }
    }

    /// Enters the current node: it becomes the last one, unless it is a leaf.
    fn enter(&mut self, standing: Standing) {
        let cell = self.cells.smallest(&self.partition, &self.refiner.trail);
        let Some(cell) = cell else { return self.leaf(standing) };
        self.nodes.push(Node {
            mark: self.refiner.trail.mark(),
            cell,
            tried: Vec::new(),
            candidates: None,
            orbits: None,
            known: 0,
            standing,
        });
    }

    /// Removes the last node, of which no point is left.
    fn finish(&mut self) {
        if let Some(node) = self.nodes.pop()
            && node.standing.is_on_first
        {
            let point = node.tried[0];
            self.base.push((point, self.orbits.size(point)));
        }
    }

    /// The next point of a node that no known automorphism maps to one before.
    fn next_point(&mut self, depth: usize) -> Option<u32> {
        let node = &mut self.nodes[depth];
        let cell = &self.partition.elements[node.cell.clone()];
        if node.tried.is_empty() {
            let first = self.first.as_ref().filter(|_| node.standing.is_as_first);
            let like = first.and_then(|first| first.like(&self.partition, depth));
            let cell_of = |&point: &u32| as_index(self.partition.cells[as_index(point)]);
            let like = like.filter(|point| cell_of(point) == node.cell.start);
            node.tried.push(like.unwrap_or(cell[0]));
            return node.tried.first().copied();
        }
        let orbits = if node.standing.is_on_first {
            &mut self.orbits
        } else {
            let orbits = node.orbits.get_or_insert_with(|| Orbits::new(self.graph.points()));
            let is_kept = |found: &Automorphism| self.path.iter().all(|&p| found.image(p) == p);
            let new = self.generators[node.known..].iter().filter(|found| is_kept(found));
            new.for_each(|found| orbits.join_images(found));
            node.known = self.generators.len();
            orbits
        };
        if as_index(orbits.size(node.tried[0])) == cell.len() {
            return None;
        }
        let mut is_new = |&point: &u32| {
            let root = orbits.root(point);
            node.tried.iter().all(|&other| orbits.root(other) != root)
        };
        // Mostly the second point is the last one: a copy of a large cell would be used once.
        let point = if node.tried.len() == 1 && cell.len() > COPIED {
            cell.iter().copied().find(|point| is_new(point))?
        } else {
            let candidates = node.candidates.get_or_insert_with(|| Vec::from(cell).into_iter());
            candidates.find(|point| is_new(point))?
        };
        node.tried.push(point);
        Some(point)
    }

    /// Compares the current node, a branch of the last one, with the leaves that are kept.
    fn standing(&self) -> Standing {
        let depth = self.path.len();
        let parent = self.nodes[depth - 1].standing;
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else {
            return parent;
        };
        let trace = &self.traces[depth];
        Standing {
            is_on_first: false,
            is_as_first: parent.is_as_first && first.traces.get(depth) == Some(trace),
            to_best: parent.to_best.then_with(|| Some(trace).cmp(&best.traces.get(depth))),
        }
    }

    /// Whether an automorphism was guessed from the current node and the one of the first path.
    fn guesses(&mut self, standing: Standing) -> bool {
        let Some(first) = self.first.as_ref().filter(|_| standing.is_as_first) else {
            return false;
        };
        // The last node of the first path, and the number of steps from it.
        let common = self.nodes.iter().rposition(|node| node.standing.is_on_first).unwrap_or(0);
        if !(self.path.len() - common).is_power_of_two() {
            return false;
        }
        let (elements, partition) = (&first.elements, &self.partition);
        let cells = self.refiner.trail.cells_since(self.nodes[common].mark).map(as_index);
        let pairs = cells
            .filter(|&cell| partition.lengths[cell] == 1)
            .map(|cell| (elements[cell], partition.elements[cell]));
        let guess = self.guess.get_or_insert_with(|| AutomorphismGuess::new(self.graph));
        let Some(found) = guess.close(self.graph, pairs) else { return false };
        self.add(found, common);
        true
    }

    /// Adds an automorphism that maps an earlier branch of a node to the current one.
    fn add(&mut self, found: Automorphism, depth: usize) {
        self.orbits.join_images(&found);
        self.generators.push(found);
        self.nodes.truncate(depth + 1);
    }

    /// Compares a leaf with the first and the best one.
    fn leaf(&mut self, standing: Standing) {
        let leaf = || Leaf::new(self.graph, &self.partition, &self.path, &self.traces);
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else {
            let leaf = leaf();
            (self.first, self.best) = (Some(leaf.clone()), Some(leaf));
            return;
        };
        let own = (self.traces.len(), self.partition.sum());
        let is_as_first = standing.is_as_first && own == (first.traces.len(), first.hash);
        let order = standing.to_best.then(own.cmp(&(best.traces.len(), best.hash)));
        if order.is_gt() && !is_as_first {
            return;
        }
        let leaf = leaf();
        let is_equal = |other: &&Leaf| leaf.form == other.form;
        let equal = Some(first).filter(|_| is_as_first).filter(is_equal);
        if let Some(other) = equal.or(Some(best).filter(|_| order.is_eq()).filter(is_equal)) {
            let found = other.onto(&leaf);
            let common = self.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
            return self.add(found, common);
        }
        if order.is_lt() || (order.is_eq() && leaf.form < best.form) {
            self.best = Some(leaf);
            self.nodes.iter_mut().for_each(|node| node.standing.to_best = Ordering::Equal);
        }
    }
}
