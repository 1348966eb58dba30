//! Graphs that are cut into connected pieces of a few vertices.
//!
//! Each vertex is an item, and each connected set of at most so many vertices an option.

use super::family::Family;
use super::random::Random;
use std::collections::BTreeSet;

/// A graph, as the neighbours of each vertex.
#[derive(Debug)]
pub(crate) struct Graph(Vec<BTreeSet<usize>>);

impl Graph {
    /// A graph of a kind: `network`, `geometric`, or else `sparse`. It has four edges for three
    /// vertices.
    pub(crate) fn named(kind: &str, vertices: usize, seed: u64) -> Self {
        let (mut graph, mut random) = (Self(vec![BTreeSet::new(); vertices]), Random::new(seed));
        let edges = (vertices * 4 / 3).min(vertices * (vertices - 1) / 2);
        if kind == "geometric" {
            graph.join_nearest(edges, &mut random);
        } else {
            graph.grow(edges, kind == "network", &mut random);
        }
        graph
    }

    fn join(&mut self, a: usize, b: usize) -> bool {
        a != b && self.0[a].insert(b) && self.0[b].insert(a)
    }

    /// A random tree and further edges. A network prefers vertices in proportion to their degrees
    /// (Barabási and Albert, 1999).
    fn grow(&mut self, edges: usize, has_hubs: bool, random: &mut Random) {
        // Each vertex as many times as it has edges.
        let mut ends = vec![0];
        let mut left = edges;
        for vertex in 1..self.0.len() {
            let other =
                if has_hubs { ends[random.below(ends.len())] } else { random.below(vertex) };
            left -= usize::from(self.join(vertex, other));
            ends.extend([vertex, other]);
        }
        while left > 0 {
            let vertex = random.below(self.0.len());
            let other =
                if has_hubs { ends[random.below(ends.len())] } else { random.below(self.0.len()) };
            if self.join(vertex, other) {
                ends.extend([vertex, other]);
                left -= 1;
            }
        }
    }

    /// Random points of a square, and edges between those that are nearest to each other.
    fn join_nearest(&mut self, edges: usize, random: &mut Random) {
        const SIDE: usize = 1 << 16;
        let mut points: Vec<_> =
            self.0.iter().map(|_| (random.below(SIDE), random.below(SIDE))).collect();
        random.shuffle(&mut points);
        let mut pairs = Vec::new();
        for a in 0..points.len() {
            for b in a + 1..points.len() {
                let (x, y) = (points[a].0.abs_diff(points[b].0), points[a].1.abs_diff(points[b].1));
                pairs.push((x * x + y * y, a, b));
            }
        }
        pairs.sort_unstable();
        for &(_, a, b) in &pairs[..edges] {
            self.join(a, b);
        }
    }

    /// The connected sets of at most `most` vertices, as the options of a problem.
    pub(crate) fn pieces(&self, most: usize) -> Family {
        let mut family = Family::default();
        let name = |vertex: usize| format!("p{vertex}");
        (0..self.0.len()).for_each(|vertex| family.item(name(vertex)));
        let mut last: BTreeSet<_> = (0..self.0.len()).map(|vertex| vec![vertex]).collect();
        let mut all = last.clone();
        for _ in 1..most {
            last = last.iter().flat_map(|piece| self.larger(piece)).collect();
            all.extend(last.iter().cloned());
        }
        for piece in &all {
            let names: Vec<_> = piece.iter().map(|&vertex| name(vertex)).collect();
            family.option(&names);
        }
        family
    }

    /// The connected sets of a connected set and one more vertex, each in ascending order.
    fn larger(&self, piece: &[usize]) -> Vec<Vec<usize>> {
        let around = piece.iter().flat_map(|&vertex| &self.0[vertex]);
        let new = around.filter(|vertex| !piece.contains(vertex));
        let with = |&vertex: &usize| {
            let mut larger = [piece, &[vertex]].concat();
            larger.sort_unstable();
            larger
        };
        new.map(with).collect()
    }
}
