//! The search for a canonical labelling, and for automorphisms.
//!
//! A point of a cell with several points is *individualised*: it becomes a cell of its own, and the
//! partition is refined. Repeated until every point is alone, this gives a labelling, a *leaf* of a
//! tree whose branches are the points of each chosen cell (McKay, "Practical graph isomorphism",
//! 1981). The canonical labelling is that of the least leaf: by the hashes of its refinements, then
//! by a hash of the labelled hypergraph, then by the labelled hypergraph itself.
//!
//! Two leaves with the same labelled hypergraph show an automorphism. A branch that an automorphism
//! maps to another one of the same node is not searched, nor is the rest of a subtree that was
//! found equivalent to another one.

use super::form::FormWriter;
use super::hypergraph::Hypergraph;
use super::partition::{Partition, Refiner};
use crate::ids::{as_index, to_u32};

/// A canonical labelling, and generators of the automorphism group.
#[derive(Clone, Debug)]
pub(crate) struct Canonical {
    /// The position of each point in the canonical form.
    pub(crate) positions: Vec<u32>,
    /// Images of the points.
    pub(crate) generators: Vec<Vec<u32>>,
    /// Equal for two hypergraphs if and only if they are isomorphic.
    pub(crate) form: Vec<u8>,
}

/// The canonical labelling of a hypergraph.
pub(crate) fn canonical(graph: &Hypergraph) -> Canonical {
    let mut graph = graph.clone();
    graph.index();
    let mut search = Search::new(&graph);
    search.run();
    let best = search.best.expect("every search has a leaf");
    Canonical { form: best.form, positions: best.positions, generators: search.generators }
}

/// A labelling: one leaf of the tree.
#[derive(Clone, Debug)]
struct Leaf {
    /// The points that were individualised.
    path: Vec<u32>,
    /// The hash of each refinement, and of the labelled hypergraph.
    traces: Vec<u64>,
    hash: u64,
    form: Vec<u8>,
    positions: Vec<u32>,
    elements: Vec<u32>,
}

/// What a node passes to its parent: the depth at which the search continues.
type Depth = usize;

#[derive(Debug)]
struct Search<'g> {
    graph: &'g Hypergraph,
    refiner: Refiner,
    /// The partition of each node on the path.
    levels: Vec<Partition>,
    path: Vec<u32>,
    traces: Vec<u64>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    generators: Vec<Vec<u32>>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Hypergraph) -> Self {
        Self {
            graph,
            refiner: Refiner::default(),
            levels: vec![Partition::default()],
            path: Vec::new(),
            traces: Vec::new(),
            first: None,
            best: None,
            generators: Vec::new(),
        }
    }

    fn run(&mut self) {
        let trace = self.refiner.begin(self.graph, &mut self.levels[0]);
        self.traces.push(trace);
        self.visit(0);
    }

    /// Searches the subtree of the node at a depth.
    fn visit(&mut self, depth: Depth) -> Depth {
        let Some(cell) = self.levels[depth].smallest_cell() else { return self.leaf() };
        let mut points = self.levels[depth].elements[cell].to_vec();
        // The first path takes any point; the others are taken in the same order.
        points.sort_unstable();
        let mut tried: Vec<u32> = Vec::new();
        let mut orbits = Orbits::new(self.graph.points());
        let mut known = 0;
        for point in points {
            known = self.join_orbits(&mut orbits, known);
            if tried.iter().any(|&other| orbits.root(other) == orbits.root(point)) {
                continue;
            }
            tried.push(point);
            if self.levels.len() == depth + 1 {
                self.levels.push(Partition::default());
            }
            let (upper, lower) = self.levels.split_at_mut(depth + 1);
            lower[0].assign(&upper[depth]);
            let trace = self.refiner.individualize(self.graph, &mut lower[0], point);
            self.path.push(point);
            self.traces.push(trace);
            let next = if self.is_promising() { self.visit(depth + 1) } else { depth };
            self.path.pop();
            self.traces.pop();
            if next < depth {
                return next;
            }
        }
        depth
    }

    /// Joins the points that automorphisms found since `known` map to each other, as far as they
    /// fix the path. Returns the number of automorphisms.
    fn join_orbits(&self, orbits: &mut Orbits, known: usize) -> usize {
        for image in &self.generators[known..] {
            if self.path.iter().all(|&point| image[as_index(point)] == point) {
                (0..).zip(image).for_each(|(point, &image)| orbits.join(point, image));
            }
        }
        self.generators.len()
    }

    /// Whether the current node can have a leaf that equals the first one, or is at most the best.
    fn is_promising(&self) -> bool {
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else { return true };
        let length = self.traces.len();
        let is_first = first.traces.get(..length) == Some(&self.traces);
        let bound = &best.traces[..length.min(best.traces.len())];
        is_first || self.traces.as_slice() <= bound
    }

    /// Compares a leaf with the first and the best one. Returns the depth at which the search
    /// continues: that of the common ancestor, if the leaf equals another one.
    fn leaf(&mut self) -> Depth {
        let partition = self.levels[self.path.len()].clone();
        let hash = partition.sum();
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            let leaf = self.make_leaf(&partition, hash);
            (self.first, self.best) = (Some(leaf.clone()), Some(leaf));
            return self.path.len();
        };
        let own = (&self.traces, hash);
        let order = own.cmp(&(&best.traces, best.hash));
        let is_as_first = own == (&first.traces, first.hash);
        if order.is_gt() && !is_as_first {
            return self.path.len();
        }
        let leaf = self.make_leaf(&partition, hash);
        for other in [first, best] {
            if own == (&other.traces, other.hash) && leaf.form == other.form {
                let image = other.positions.iter().map(|&place| leaf.elements[as_index(place)]);
                let image = image.collect();
                let common = self.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
                self.generators.push(image);
                return common;
            }
        }
        if order.is_lt() || (order.is_eq() && leaf.form < best.form) {
            self.best = Some(leaf);
        }
        self.path.len()
    }

    fn make_leaf(&self, partition: &Partition, hash: u64) -> Leaf {
        let mut form = Vec::new();
        let (elements, places) = (&partition.elements, &partition.places);
        FormWriter::default().write(self.graph, elements, places, &mut form);
        Leaf {
            path: self.path.clone(),
            traces: self.traces.clone(),
            hash,
            form,
            positions: partition.places.clone(),
            elements: partition.elements.clone(),
        }
    }
}

/// Disjoint sets of points.
#[derive(Debug)]
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(points: usize) -> Self {
        Self((0..to_u32(points)).collect())
    }

    fn root(&mut self, mut point: u32) -> u32 {
        while self.0[as_index(point)] != point {
            let parent = self.0[as_index(point)];
            self.0[as_index(point)] = self.0[as_index(parent)];
            point = parent;
        }
        point
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[as_index(a.max(b))] = a.min(b);
    }
}
