//! [`Labeller`]: a labelling along a single path of the search tree, in a few microseconds.

use super::form::FormWriter;
use super::hypergraph::Hypergraph;
use super::interrupt::Interrupt;
use super::mix::mix;
use super::partition::Partition;
use super::refiner::Refiner;
use crate::ids::to_u64;
use std::ops::Range;

/// A hypergraph with a labelling: an order of its points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labelled {
    pub(crate) graph: Hypergraph,
    partition: Partition,
}

impl Labelled {
    /// The memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.graph.bytes() + self.partition.bytes()
    }
}

/// The labelling of hypergraphs, with its memory.
///
/// It takes the least point of each chosen cell, since similar hypergraphs often have their points
/// in similar orders. If the automorphisms can map all points of the chosen cells to each other, as
/// they nearly always can, the labelling is canonical: isomorphic hypergraphs get the same labelled
/// hypergraph. Otherwise they may get different ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labeller {
    refiner: Refiner,
    /// Large cells, and those that the surroundings of their points have split; recent ones.
    balls: u64,
    useful_balls: u64,
    labellings: u64,
    writer: FormWriter,
}

/// The least size of a cell that is split by the surroundings of its points, and the number of
/// visits of incidences for each of the hypergraph's that this may take.
const LARGE: usize = 16;
const VISITS: u64 = 64;
/// The cells of a hypergraph that may be tried and not split: others are rarely split then, as in a
/// hypergraph of many equal parts, which has such a cell for each part.
const FAILURES: u32 = 4;
/// Cells that are tried before their number counts, the reciprocal of the share that must be split,
/// the number of labellings from one test to the next otherwise, and the cells at which the past
/// counts half.
const TRIAL: u64 = 32;
const SELDOM: u64 = 16;
const TEST: u64 = 64;
const REMEMBERED: u64 = 1024;

impl Labeller {
    /// Indexes and labels a hypergraph. Returns a hash of the labelled hypergraph.
    ///
    /// `has_balls`: whether large cells are also split by the surroundings of their points. This
    /// takes time, and finds differences of points in regular structures. Two labellings are
    /// comparable only if both have it or both have not.
    pub(crate) fn label(&mut self, labelled: &mut Labelled, has_balls: bool) -> u64 {
        labelled.graph.index();
        let Labelled { graph, partition } = &mut *labelled;
        let mut trace = self.refiner.begin(graph, partition, &mut Interrupt::never());
        let (mut failures, mut singles) = (0, graph.points());
        while let Some(cell) = labelled.partition.smallest_cell(&mut singles) {
            let is_large = has_balls && cell.len() >= LARGE && failures < FAILURES;
            let split = if is_large { self.split_by_balls(labelled, cell.clone()) } else { None };
            failures += u32::from(is_large && split.is_none());
            let step = split.unwrap_or_else(|| {
                let first = labelled.partition.elements[cell.start];
                let point = labelled.partition.elements[cell].iter().fold(first, |a, b| a.min(*b));
                let Labelled { graph, partition } = &mut *labelled;
                self.refiner.individualize(graph, partition, point, &mut Interrupt::never())
            });
            trace = mix(trace).wrapping_add(step);
        }
        mix(trace).wrapping_add(labelled.partition.sum())
    }

    /// Splits a cell by the surroundings of its points. Returns the hash, if it was split.
    fn split_by_balls(&mut self, labelled: &mut Labelled, cell: Range<usize>) -> Option<u64> {
        let Labelled { graph, partition } = labelled;
        let most = VISITS * to_u64(graph.incidences());
        let split = self.refiner.split_by_balls(graph, partition, cell, most);
        self.balls += 1;
        self.useful_balls += u64::from(split.is_some());
        if self.balls == REMEMBERED {
            (self.balls, self.useful_balls) = (self.balls / 2, self.useful_balls / 2);
        }
        split
    }

    /// Whether the next labelling should have balls: not if they seldom split a cell, but for a
    /// test now and then.
    pub(crate) fn wants_balls(&mut self) -> bool {
        self.labellings += 1;
        self.balls < TRIAL
            || self.useful_balls * SELDOM >= self.balls
            || self.labellings.is_multiple_of(TEST)
    }

    /// Writes a labelled hypergraph: two are equal if and only if their bytes are.
    pub(crate) fn write(&mut self, labelled: &Labelled, form: &mut Vec<u8>) {
        let Labelled { graph, partition } = labelled;
        self.refiner.work += to_u64(graph.incidences());
        self.writer.write(graph, &partition.elements, &partition.places, form);
    }

    /// The edges of a labelled hypergraph in the order of its bytes: if those of two are equal,
    /// edges at the same place are isomorphic.
    #[cfg(feature = "proof")]
    pub(crate) fn ordered_edges(&mut self, labelled: &Labelled) -> impl Iterator<Item = u32> + '_ {
        self.write(labelled, &mut Vec::new());
        self.writer.ordered.iter().copied()
    }

    /// The work so far, in incidences of points and edges.
    pub(crate) fn work(&self) -> u64 {
        self.refiner.work
    }
}
