//! [`Labeller`]: a labelling along a single path of the search tree, in a few microseconds.

use super::hypergraph::Hypergraph;
use super::mix::mix;
use super::partition::Partition;
use super::refiner::Refiner;
use crate::ids::{as_index, to_u32, to_u64};
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
/// in similar orders. If the automorphisms can map all points of the
/// chosen cells to each other, as they nearly always can, the labelling is canonical: isomorphic
/// hypergraphs get the same labelled hypergraph. Otherwise they may get different ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labeller {
    refiner: Refiner,
    /// Large cells, and those that the surroundings of their points have split; recent ones.
    balls: u64,
    useful_balls: u64,
    labellings: u64,
    /// Scratch: the edges of another hypergraph that were matched, by the last call that did.
    matched: Vec<u32>,
    call: u32,
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
        let mut trace = self.refiner.begin(&labelled.graph, &mut labelled.partition);
        let mut failures = 0;
        while let Some(cell) = labelled.partition.smallest_cell() {
            let is_large = has_balls && cell.len() >= LARGE && failures < FAILURES;
            let split = if is_large { self.split_by_balls(labelled, cell.clone()) } else { None };
            failures += u32::from(is_large && split.is_none());
            let step = split.unwrap_or_else(|| {
                let first = labelled.partition.elements[cell.start];
                let point = labelled.partition.elements[cell].iter().fold(first, |a, b| a.min(*b));
                self.refiner.individualize(&labelled.graph, &mut labelled.partition, point)
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

    /// Whether two labelled hypergraphs are equal. Compares all colours and edges.
    pub(crate) fn is_equal(&mut self, own: &Labelled, other: &Labelled) -> bool {
        let sizes = |graph: &Hypergraph| (graph.points(), graph.edges(), graph.incidences());
        if sizes(&own.graph) != sizes(&other.graph)
            || own.graph.empty_edges() != other.graph.empty_edges()
        {
            return false;
        }
        self.matched.resize(self.matched.len().max(own.graph.edges()), 0);
        if self.call == u32::MAX {
            self.matched.fill(0);
            self.call = 0;
        }
        self.call += 1;
        (0..to_u32(own.graph.points())).all(|place| self.is_equal_at(own, other, place))
    }

    /// Compares the points at a position, and the edges of which they are the first points.
    fn is_equal_at(&mut self, own: &Labelled, other: &Labelled, place: u32) -> bool {
        let (elements, places) = (&own.partition.elements, &own.partition.places);
        let point = elements[as_index(place)];
        let image = other.partition.elements[as_index(place)];
        let (incident, images) = (own.graph.incident(point), other.graph.incident(image));
        if own.graph.color(point) != other.graph.color(image) || incident.len() != images.len() {
            return false;
        }
        incident.iter().all(|&edge| {
            let members = own.graph.members(edge);
            if members.iter().any(|&member| places[as_index(member)] < place) {
                // The edge was compared at an earlier position.
                return true;
            }
            let found = images.iter().find(|&&candidate| {
                let candidates = other.graph.members(candidate);
                self.matched[as_index(candidate)] != self.call
                    && own.partition.edge_sum(edge) == other.partition.edge_sum(candidate)
                    && own.graph.edge_color(edge) == other.graph.edge_color(candidate)
                    && members.len() == candidates.len()
                    && members.iter().all(|&member| {
                        let place = places[as_index(member)];
                        candidates.contains(&other.partition.elements[as_index(place)])
                    })
            });
            found.inspect(|&&found| self.matched[as_index(found)] = self.call).is_some()
        })
    }

    /// The work so far, in incidences of points and edges.
    pub(crate) fn work(&self) -> u64 {
        self.refiner.work
    }
}
