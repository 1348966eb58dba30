//! [`AutomorphismGuess`]: automorphisms that are found before a leaf is reached.
//!
//! Two nodes with the same refinements map points that are alone in their cells to each other.
//! Where the points of two equal parts of a hypergraph are exchanged, these are all that matter:
//! the permutation that closes the cycles of this mapping and keeps all other points is often an
//! automorphism (Darga, Sakallah and Markov, "Faster symmetry discovery using sparsity of
//! symmetries", 2008). It is tested in full, in the time that its moved points take.

use super::automorphism::Automorphism;
use super::hypergraph::Hypergraph;
use super::mix::mix;
use crate::ids::{as_index, to_u32};
use crate::splitmix;

/// The test of guessed automorphisms, with its memory.
#[derive(Debug)]
pub(super) struct AutomorphismGuess {
    /// The image of each point: itself, between calls.
    images: Vec<u32>,
    /// A key for each point, and the hash of each edge by the keys of its points.
    keys: Vec<u64>,
    edge_hashes: Vec<u64>,
    /// The stamps of sets of points and edges: a set is what has its stamp.
    points: Vec<u64>,
    edges: Vec<u64>,
    stamp: u64,
    /// Scratch: the image of an edge.
    image: Vec<u32>,
}

impl AutomorphismGuess {
    pub(super) fn new(graph: &Hypergraph) -> Self {
        let mut seed = 0;
        let keys: Vec<_> = (0..graph.points()).map(|_| splitmix::next(&mut seed)).collect();
        let edges = 0..to_u32(graph.edges());
        let hash = |edge| edge_hash(&keys, graph.edge_color(edge), graph.members(edge));
        Self {
            images: (0..to_u32(graph.points())).collect(),
            edge_hashes: edges.map(hash).collect(),
            points: vec![0; graph.points()],
            edges: vec![0; graph.edges()],
            keys,
            stamp: 0,
            image: Vec::new(),
        }
    }

    /// The automorphism that maps points to points, some of them more than once in the list, and
    /// closes the cycles; `None` if that is none.
    pub(super) fn close(
        &mut self,
        graph: &Hypergraph,
        pairs: impl Iterator<Item = (u32, u32)>,
    ) -> Option<Automorphism> {
        let mut moved: Vec<(u32, u32)> = pairs.filter(|(from, to)| from != to).collect();
        moved.sort_unstable();
        moved.dedup();
        let is_image = self.next_stamp();
        for &(from, to) in &moved {
            self.images[as_index(from)] = to;
            self.points[as_index(to)] = is_image;
        }
        // A point that is no image begins a chain, whose end has no image.
        for index in 0..moved.len() {
            let start = moved[index].0;
            if self.points[as_index(start)] == is_image {
                continue;
            }
            let mut end = start;
            while self.images[as_index(end)] != end {
                end = self.images[as_index(end)];
            }
            self.images[as_index(end)] = start;
            moved.push((end, start));
        }
        let is_automorphism = self.is_automorphism(graph, &moved);
        moved.iter().for_each(|&(from, _)| self.images[as_index(from)] = from);
        is_automorphism.then(|| Automorphism::new(moved.into_iter()))
    }

    /// A stamp that nothing has.
    fn next_stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    /// Whether the images are those of an automorphism: each point has the colour of its image, and
    /// each edge of a moved point has as many equal edges as its image.
    fn is_automorphism(&mut self, graph: &Hypergraph, moved: &[(u32, u32)]) -> bool {
        let seen = self.next_stamp();
        moved.iter().all(|&(from, to)| {
            graph.color(from) == graph.color(to)
                && graph.incident(from).len() == graph.incident(to).len()
        }) && moved.iter().all(|&(from, _)| {
            graph.incident(from).iter().all(|&edge| {
                std::mem::replace(&mut self.edges[as_index(edge)], seen) == seen
                    || self.is_kept(graph, edge)
            })
        })
    }

    /// Whether the image of an edge is an edge, as often as the edge itself.
    fn is_kept(&mut self, graph: &Hypergraph, edge: u32) -> bool {
        let (color, members) = (graph.edge_color(edge), graph.members(edge));
        let mut image = std::mem::take(&mut self.image);
        image.clear();
        image.extend(members.iter().map(|&point| self.images[as_index(point)]));
        let times = self.times(graph, color, &image);
        self.image = image;
        times == self.times(graph, color, members)
    }

    /// How many edges have a colour and these points, which are not none.
    fn times(&mut self, graph: &Hypergraph, color: u32, points: &[u32]) -> usize {
        let (hash, own) = (edge_hash(&self.keys, color, points), self.next_stamp());
        points.iter().for_each(|&point| self.points[as_index(point)] = own);
        let rarest = points.iter().min_by_key(|&&point| graph.incident(point).len());
        let candidates = rarest.map_or(&[][..], |&point| graph.incident(point));
        let is_equal = |&&edge: &&u32| {
            let members = graph.members(edge);
            self.edge_hashes[as_index(edge)] == hash
                && graph.edge_color(edge) == color
                && members.len() == points.len()
                && members.iter().all(|&member| self.points[as_index(member)] == own)
        };
        candidates.iter().filter(is_equal).count()
    }
}

/// A hash of a colour and a set of points.
fn edge_hash(keys: &[u64], color: u32, points: &[u32]) -> u64 {
    let sum = |sum: u64, &point: &u32| sum.wrapping_add(keys[as_index(point)]);
    points.iter().fold(mix(u64::from(color)), sum)
}
