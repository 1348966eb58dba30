//! [`Leaf`]: a labelling.

use super::automorphism::Automorphism;
use super::hypergraph::Hypergraph;
use super::partition::Partition;
use crate::ids::{as_index, to_u32};

/// A labelling: one leaf of the search tree.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The points that were individualised.
    pub(super) path: Vec<u32>,
    /// The hash of each refinement, and of the labelled hypergraph.
    pub(super) traces: Vec<u64>,
    pub(super) hash: u64,
    pub(super) form: Vec<u32>,
    pub(super) positions: Vec<u32>,
    pub(super) elements: Vec<u32>,
}

impl Leaf {
    pub(super) fn new(
        graph: &Hypergraph,
        partition: &Partition,
        path: &[u32],
        traces: &[u64],
    ) -> Self {
        Self {
            path: path.to_vec(),
            traces: traces.to_vec(),
            hash: partition.sum(),
            form: form(graph, partition),
            positions: partition.places.clone(),
            elements: partition.elements.clone(),
        }
    }

    /// The point that makes a node whose hashes are those of the node of this path at a depth most
    /// similar to it: the point of the path, or the one that is mapped to it.
    pub(super) fn like(&self, partition: &Partition, depth: usize) -> Option<u32> {
        let start = *self.path.get(depth)?;
        let mut point = start;
        while partition.lengths[as_index(partition.cells[as_index(point)])] == 1 {
            point = self.elements[as_index(partition.places[as_index(point)])];
            if point == start {
                return None;
            }
        }
        Some(point)
    }

    /// The permutation that maps each point to the one at its position in another labelling.
    pub(super) fn onto(&self, other: &Self) -> Automorphism {
        let images = self.elements.iter().zip(&other.elements);
        Automorphism::new(images.map(|(&point, &image)| (point, image)))
    }
}

/// A hypergraph as a discrete partition labels it: the numbers of points and edges, the colours of
/// the points by position, and the edges in ascending order, each with its colour, its size and the
/// positions of its points.
fn form(graph: &Hypergraph, partition: &Partition) -> Vec<u32> {
    let mut edges: Vec<Vec<u32>> = (0..to_u32(graph.edges()))
        .map(|edge| {
            let members = graph.members(edge);
            let mut own: Vec<_> =
                members.iter().map(|&point| partition.places[as_index(point)]).collect();
            own.sort_unstable();
            own.splice(0..0, [graph.edge_color(edge), to_u32(members.len())]);
            own
        })
        .collect();
    edges.sort_unstable();
    let mut form = vec![to_u32(graph.points()), to_u32(graph.edges())];
    form.extend(partition.elements.iter().map(|&point| graph.color(point)));
    form.extend(edges.into_iter().flatten());
    form
}
