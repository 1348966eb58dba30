//! [`Leaf`]: a labelling.

use super::automorphism::Automorphism;
use super::form::FormWriter;
use super::hypergraph::Hypergraph;
use super::partition::Partition;
use crate::ids::as_index;

/// A labelling: one leaf of the search tree.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The points that were individualised.
    pub(super) path: Vec<u32>,
    /// The hash of each refinement, and of the labelled hypergraph.
    pub(super) traces: Vec<u64>,
    pub(super) hash: u64,
    pub(super) form: Vec<u8>,
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
        let mut form = Vec::new();
        FormWriter::default().write(graph, &partition.elements, &partition.places, &mut form);
        Self {
            path: path.to_vec(),
            traces: traces.to_vec(),
            hash: partition.sum(),
            form,
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
