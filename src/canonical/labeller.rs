//! [`Labeller`]: a labelling along a single path of the search tree, in a few microseconds.

use super::hypergraph::Hypergraph;
use super::partition::{Partition, Refiner, mix};
use crate::ids::{as_index, to_u32};

/// A labelling that takes the first point of each chosen cell.
///
/// If the automorphisms can map all points of the chosen cells to each other, as they nearly always
/// can, the labelling is canonical: isomorphic hypergraphs get the same labelled hypergraph.
/// Otherwise they may get different ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labeller {
    refiner: Refiner,
    partition: Partition,
    /// Scratch: the edges of another hypergraph that were matched, by the last call that did.
    matched: Vec<u32>,
    call: u32,
}

impl Labeller {
    /// Indexes and labels a hypergraph. Returns a hash of the labelled hypergraph.
    pub(crate) fn label(&mut self, graph: &mut Hypergraph) -> u64 {
        graph.index();
        let mut trace = self.refiner.begin(graph, &mut self.partition);
        while let Some(cell) = self.partition.smallest_cell() {
            let point = self.partition.elements[cell.start];
            let step = self.refiner.individualize(graph, &mut self.partition, point);
            trace = mix(trace).wrapping_add(step);
        }
        mix(trace).wrapping_add(self.partition.sum())
    }

    /// Whether two labelled hypergraphs are equal: the one that this labeller has labelled last,
    /// and the one that another labeller has. Compares all colours and edges.
    pub(crate) fn is_equal(
        &mut self,
        graph: &Hypergraph,
        other: &Hypergraph,
        labels: &Self,
    ) -> bool {
        let sizes = |graph: &Hypergraph| (graph.points(), graph.edges(), graph.incidences());
        if sizes(graph) != sizes(other) || graph.empty_edges() != other.empty_edges() {
            return false;
        }
        self.matched.resize(self.matched.len().max(graph.edges()), 0);
        if self.call == u32::MAX {
            self.matched.fill(0);
            self.call = 0;
        }
        self.call += 1;
        (0..to_u32(graph.points())).all(|place| self.is_equal_at(graph, other, labels, place))
    }

    /// Compares the points at a position, and the edges of which they are the first points.
    fn is_equal_at(
        &mut self,
        graph: &Hypergraph,
        other: &Hypergraph,
        labels: &Self,
        place: u32,
    ) -> bool {
        let point = self.partition.elements[as_index(place)];
        let image = labels.partition.elements[as_index(place)];
        let images = other.incident(image);
        if graph.color(point) != other.color(image) || graph.incident(point).len() != images.len() {
            return false;
        }
        let places = &self.partition.places;
        graph.incident(point).iter().all(|&edge| {
            let members = graph.members(edge);
            if members.iter().any(|&member| places[as_index(member)] < place) {
                // The edge was compared at an earlier position.
                return true;
            }
            let found = images.iter().find(|&&candidate| {
                self.matched[as_index(candidate)] != self.call
                    && self.partition.edge_sum(edge) == labels.partition.edge_sum(candidate)
                    && graph.edge_color(edge) == other.edge_color(candidate)
                    && members.len() == other.members(candidate).len()
                    && members.iter().all(|&member| {
                        let mapped = labels.partition.elements[as_index(places[as_index(member)])];
                        other.members(candidate).contains(&mapped)
                    })
            });
            found.inspect(|&&found| self.matched[as_index(found)] = self.call).is_some()
        })
    }

    /// The work so far, in incidences of points and edges.
    pub(crate) fn work(&self) -> u64 {
        self.refiner.work
    }

    /// The points by position.
    pub(crate) fn elements(&self) -> &[u32] {
        &self.partition.elements
    }
}
