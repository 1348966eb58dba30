//! [`edge_orbits`]: edges that automorphisms map to each other.
//!
//! An edge is *distinguished*: it gets a colour of its own, and the partition is refined. Then
//! points are individualised along one path until all are alone. If the labellings of two edges
//! give the same hypergraph, they show an automorphism. The points of a path are chosen at random,
//! so that the automorphisms are much like random elements of the group: a few of them nearly
//! always have its orbits, while a strong generating set needs several for each point of a base.
//!
//! A path is canonical only if each of its cells is an orbit. Otherwise an automorphism can be
//! missed, and edges that are equivalent are not found to be.

use super::form::FormWriter;
use super::hypergraph::Hypergraph;
use super::interrupt::Interrupt;
use super::mix::mix;
use super::orbits::Orbits;
use super::partition::Partition;
use super::refiner::Refiner;
use crate::ids::{as_index, to_u64, word_as_index};
use crate::splitmix;
use std::collections::HashSet;

/// Orbits of edges under some automorphisms.
#[derive(Debug)]
pub(crate) struct EdgeOrbits {
    /// The edges in the same set are equivalent.
    pub(crate) orbits: Orbits,
    /// The work, in visits of incidences.
    pub(crate) work: u64,
}

/// Indexes a hypergraph, and finds out which of some edges are equivalent.
///
/// `price`: the work that is saved for each edge that is equivalent to an earlier one. The search
/// takes at most about half of what could be saved.
pub(crate) fn edge_orbits(graph: &mut Hypergraph, edges: &[u32], price: u64) -> EdgeOrbits {
    graph.index();
    let mut search = EdgeSearch {
        graph,
        refiner: Refiner::default(),
        partition: Partition::default(),
        writer: FormWriter::default(),
        seed: 0,
        samples: Vec::new(),
        orbits: Orbits::new(graph.edges()),
        paths: 0,
    };
    search.run(edges, price);
    EdgeOrbits { orbits: search.orbits, work: search.refiner.work }
}

/// An edge that no automorphism found maps to one before.
#[derive(Debug)]
struct Sample {
    edge: u32,
    /// The hash of the refinement with the edge distinguished.
    trace: u64,
    leaf: Option<EdgeLeaf>,
}

/// A labelling with a distinguished edge.
#[derive(Debug)]
struct EdgeLeaf {
    /// The hash of the path.
    trace: u64,
    /// The labelled hypergraph, without the colour of the distinguished edge, and the edges in the
    /// order of the form.
    form: Vec<u8>,
    edges: Vec<u32>,
}

#[derive(Debug)]
struct EdgeSearch<'g> {
    graph: &'g Hypergraph,
    refiner: Refiner,
    partition: Partition,
    writer: FormWriter,
    seed: u64,
    samples: Vec<Sample>,
    orbits: Orbits,
    /// The paths that were followed to their ends.
    paths: u64,
}

impl EdgeSearch<'_> {
    fn run(&mut self, edges: &[u32], price: u64) {
        self.refiner.begin(self.graph, &mut self.partition, &mut Interrupt::never());
        self.refiner.trail.is_on = true;
        let begun = self.refiner.work;
        let sum = |edge: &u32| self.partition.edge_sums[as_index(*edge)];
        let kinds = edges.iter().map(sum).collect::<HashSet<_>>().len();
        let most = price.saturating_mul(to_u64(edges.len() - kinds)) / 2;
        for (index, &edge) in edges.iter().enumerate() {
            let root = self.orbits.root(edge);
            if self.samples.iter().any(|sample| self.orbits.root(sample.edge) == root) {
                continue;
            }
            let path = begun.max((self.refiner.work - begun) / self.paths.max(1));
            let left = price.saturating_mul(to_u64(edges.len() - index));
            if self.refiner.work + path > most || left < path {
                break;
            }
            self.test(edge);
        }
    }

    /// Adds an edge to the samples, unless an automorphism maps one of these to it.
    fn test(&mut self, edge: u32) {
        let mark = self.refiner.trail.mark();
        let trace = self.refiner.distinguish(self.graph, &mut self.partition, edge);
        let is_new = self.samples.iter().all(|sample| sample.trace != trace);
        let leaf = (!is_new).then(|| self.descend());
        self.refiner.trail.undo(&mut self.partition, mark);
        let Some(leaf) = leaf else { return self.samples.push(Sample { edge, trace, leaf: None }) };
        for index in 0..self.samples.len() {
            if self.samples[index].trace == trace && self.is_image(index, &leaf) {
                return;
            }
        }
        self.samples.push(Sample { edge, trace, leaf: Some(leaf) });
    }

    /// Whether a labelling shows an automorphism together with that of a sample. Unites the orbits
    /// that it maps to each other.
    fn is_image(&mut self, index: usize, leaf: &EdgeLeaf) -> bool {
        if self.samples[index].leaf.is_none() {
            let (mark, edge) = (self.refiner.trail.mark(), self.samples[index].edge);
            self.refiner.distinguish(self.graph, &mut self.partition, edge);
            self.samples[index].leaf = Some(self.descend());
            self.refiner.trail.undo(&mut self.partition, mark);
        }
        let own = self.samples[index].leaf.as_ref();
        let Some(own) = own.filter(|own| own.trace == leaf.trace && own.form == leaf.form) else {
            return false;
        };
        own.edges.iter().zip(&leaf.edges).for_each(|(&edge, &image)| self.orbits.join(edge, image));
        true
    }

    /// Individualises points until all are alone.
    fn descend(&mut self) -> EdgeLeaf {
        let (mut trace, mut singles) = (0, self.graph.points());
        let (refiner, partition) = (&mut self.refiner, &mut self.partition);
        while let Some(cell) = partition.smallest_cell(&mut singles) {
            let place = splitmix::next(&mut self.seed) % to_u64(cell.len());
            let point = partition.elements[cell.start + word_as_index(place)];
            let never = &mut Interrupt::never();
            let step = refiner.individualize(self.graph, partition, point, never);
            trace = mix(trace).wrapping_add(step);
        }
        self.paths += 1;
        self.refiner.work += to_u64(self.graph.incidences());
        let Partition { elements, places, .. } = &self.partition;
        let mut form = Vec::new();
        self.writer.write(self.graph, elements, places, &mut form);
        self.writer.equal_edges(self.graph).for_each(|(a, b)| self.orbits.join(a, b));
        EdgeLeaf { trace, form, edges: self.writer.ordered.clone() }
    }
}
