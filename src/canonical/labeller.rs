//! [`Labeller`]: a labelling along a single path of the search tree, in a few microseconds.

use super::hypergraph::Hypergraph;
use super::mix::mix;
use super::partition::{Partition, Refiner};
use crate::ids::{as_index, to_u32, to_u64};
use std::ops::Range;

/// A labelling that takes the first point of each chosen cell.
///
/// If the automorphisms can map all points of the chosen cells to each other, as they nearly always
/// can, the labelling is canonical: isomorphic hypergraphs get the same labelled hypergraph.
/// Otherwise they may get different ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labeller {
    refiner: Refiner,
    partition: Partition,
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
    /// takes time, and finds differences of points in regular structures. Two labellings are comparable only
    /// if both have it or both have not.
    pub(crate) fn label(&mut self, graph: &mut Hypergraph, has_balls: bool) -> u64 {
        graph.index();
        let mut trace = self.refiner.begin(graph, &mut self.partition);
        while let Some(cell) = self.partition.smallest_cell() {
            let is_large = has_balls && cell.len() >= LARGE;
            let split = if is_large { self.split_by_balls(graph, cell.clone()) } else { None };
            let step = split.unwrap_or_else(|| {
                let point = self.partition.elements[cell.start];
                self.refiner.individualize(graph, &mut self.partition, point)
            });
            trace = mix(trace).wrapping_add(step);
        }
        mix(trace).wrapping_add(self.partition.sum())
    }

    /// Splits a cell by the surroundings of its points. Returns the hash, if it was split.
    fn split_by_balls(&mut self, graph: &Hypergraph, cell: Range<usize>) -> Option<u64> {
        let most = VISITS * to_u64(graph.incidences());
        let split = self.refiner.split_by_balls(graph, &mut self.partition, cell, most);
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
}
