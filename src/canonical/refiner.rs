//! [`Refiner`]: the refinement of partitions.
//!
//! # Refinement
//!
//! A partition is *equitable* if any two points of a cell have the same number of edges of each
//! kind; the kind of an edge is its colour and how many of its points are in each cell. Refinement
//! splits cells until the partition is equitable (colour refinement, by rounds).
//!
//! Kinds are compared by 64-bit sums: each cell has a pseudorandom key, an edge has the sum of the
//! keys of its points' cells, and a point the sum of the mixed sums of its edges. A collision of
//! two sums leaves a cell in one piece that could have been split. It harms nothing else: the sums
//! do not depend on the numbers of points and edges, so that isomorphic hypergraphs are still
//! refined in the same way, and labellings are compared in full.
//!
//! # Cost
//!
//! The key of a cell is that of its first position. When a cell is split, its largest fragment
//! stays in front and keeps the key. So only the edges of the points in the other fragments change,
//! and a point is among them at most a logarithmic number of times (Hopcroft). No other points are
//! moved, and only points of changed edges are looked at.
//!
//! A [`Trail`] can record what changes, so that it is undone in the time that the changes took.

use super::balls::Balls;
use super::hypergraph::Hypergraph;
use super::interrupt::Interrupt;
use super::mix::mix;
use super::partition::Partition;
use super::trail::Trail;
use crate::engine::unchecked::Unchecked;
use crate::ids::{as_index, high, low, to_u32, to_u64};
use crate::splitmix;
use std::ops::Range;

/// The refinement of partitions, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Refiner {
    /// The pseudorandom keys.
    keys: Vec<u64>,
    seed: u64,
    /// The points whose cells have another key than before, and the change.
    changed: Vec<(u32, u64)>,
    /// The edges with such points, and their sums before.
    edges: Vec<(u32, u64)>,
    /// The cells with points whose sums have changed.
    cells: Vec<u32>,
    /// The last round that has changed an edge.
    edge_rounds: Vec<u32>,
    round: u32,
    /// The number of points of each cell that the current round has changed: the last ones.
    touched: Vec<u32>,
    pub(super) trail: Trail,
    balls: Balls,
    /// Points of a cell, each below the upper half of its sum.
    sorted: Vec<u64>,
    /// The work so far, in visits of incidences: about 5 ns each.
    pub(super) work: u64,
}

/// The time of building and indexing a hypergraph, in visits, beside that of its points and
/// incidences.
const ONCE: u64 = 128;
/// What is added to the sum of an edge that gets a colour of its own: an odd pseudorandom number.
const DISTINGUISHED: u64 = 0xd1b5_4a32_d192_ed03;

impl Refiner {
    /// Makes the partition by colours of points, and refines it. Returns a hash that isomorphic
    /// hypergraphs have in common. After an interrupt, the partition is not equitable, and the hash
    /// means nothing; the same holds for the other functions.
    pub(super) fn begin(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        interrupt: &mut Interrupt<'_>,
    ) -> u64 {
        let (points, edges) = (graph.points(), graph.edges());
        while self.keys.len() <= points {
            self.keys.push(splitmix::next(&mut self.seed));
        }
        self.edge_rounds.resize(self.edge_rounds.len().max(edges), 0);
        self.touched.resize(self.touched.len().max(points), 0);
        let mut trace = self.by_colors(graph, partition);
        self.sum_all(graph, partition);
        self.changed.clear();
        let mut start = 0;
        while start < points {
            let length = partition.lengths[start];
            self.touched[start] = length;
            trace = trace.wrapping_add(self.split(partition, to_u32(start)));
            start += as_index(length);
        }
        trace.wrapping_add(self.refine(graph, partition, interrupt))
    }

    /// One cell for each colour and number of edges.
    fn by_colors(&mut self, graph: &Hypergraph, partition: &mut Partition) -> u64 {
        let points = graph.points();
        let numbers = 0..to_u32(points);
        let own = |point| u64::from(graph.color(point)) << 32 | to_u64(graph.incident(point).len());
        partition.point_sums.clear();
        partition.point_sums.extend(numbers.clone().map(|point| mix(own(point))));
        for list in [&mut partition.elements, &mut partition.places] {
            list.clear();
            list.extend(numbers.clone());
        }
        for list in [&mut partition.cells, &mut partition.lengths] {
            list.clear();
            list.resize(points, 0);
        }
        partition.count = usize::from(points > 0);
        let sizes = mix(to_u64(points) << 32 | to_u64(graph.edges()));
        if points == 0 {
            return sizes;
        }
        (partition.lengths[0], self.touched[0]) = (to_u32(points), to_u32(points));
        sizes.wrapping_add(self.split(partition, 0))
    }

    /// Computes the sums of all edges and points.
    fn sum_all(&mut self, graph: &Hypergraph, partition: &mut Partition) {
        let Partition { cells, edge_sums, point_sums, .. } = partition;
        edge_sums.clear();
        point_sums.clear();
        point_sums.resize(graph.points(), 0);
        for edge in 0..to_u32(graph.edges()) {
            let members = graph.members(edge);
            let mut sum = mix(u64::from(graph.edge_color(edge)) << 32 | to_u64(members.len()));
            for &member in members {
                sum = sum.wrapping_add(self.keys[as_index(cells[as_index(member)])]);
            }
            edge_sums.push(sum);
            let mixed = mix(sum);
            for &member in members {
                let sum = &mut point_sums[as_index(member)];
                *sum = sum.wrapping_add(mixed);
            }
        }
        self.work += ONCE + 8 * to_u64(graph.points()) + 4 * to_u64(graph.incidences());
    }

    /// Makes a point the last of its cell and a cell of its own, and refines the partition.
    /// Returns a hash, as [`begin`](Self::begin) does.
    pub(super) fn individualize(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        point: u32,
        interrupt: &mut Interrupt<'_>,
    ) -> u64 {
        let start = partition.cells[as_index(point)];
        let own = start + partition.lengths[as_index(start)] - 1;
        partition.move_to(point, own);
        self.changed.clear();
        self.cut(partition, start, own);
        mix(u64::from(own)).wrapping_add(self.refine(graph, partition, interrupt))
    }

    /// Gives an edge a colour of its own, and refines the partition. Returns a hash, as
    /// [`begin`](Self::begin) does.
    pub(super) fn distinguish(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        edge: u32,
    ) -> u64 {
        let sum = &mut partition.edge_sums[as_index(edge)];
        self.edges.clear();
        self.edges.push((edge, *sum));
        let trace = mix(*sum);
        *sum = sum.wrapping_add(DISTINGUISHED);
        self.trail.edges(&self.edges);
        self.changed.clear();
        trace.wrapping_add(self.split_touched(graph, partition)).wrapping_add(self.refine(
            graph,
            partition,
            &mut Interrupt::never(),
        ))
    }

    /// Makes the points from a position to the end of a cell a cell of their own.
    fn cut(&mut self, partition: &mut Partition, start: u32, at: u32) {
        partition.cut(start, at);
        let change = self.keys[as_index(at)].wrapping_sub(self.keys[as_index(start)]);
        let own = as_index(at)..as_index(at + partition.lengths[as_index(at)]);
        self.changed.extend(partition.elements[own].iter().map(|&point| (point, change)));
        self.trail.cut(start, at);
    }

    /// Splits a cell by the surroundings of its points, and refines the partition. Returns a hash;
    /// `None` if it was not split, because all surroundings are alike or would take more than
    /// `most` visits.
    pub(super) fn split_by_balls(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        cell: Range<usize>,
        most: u64,
    ) -> Option<u64> {
        let points = &partition.elements[cell.clone()];
        let key = |point: u32| self.keys[as_index(partition.cells[as_index(point)])];
        let visits = self.balls.find(graph, points, key, &partition.edge_sums, most);
        self.work += visits;
        let hashes = &self.balls.hashes;
        if hashes.iter().all(|&hash| hash == hashes[0]) {
            return None;
        }
        for (&point, &hash) in points.iter().zip(hashes) {
            partition.point_sums[as_index(point)] = hash;
        }
        self.changed.clear();
        self.touched[cell.start] = to_u32(cell.len());
        let trace = self.split(partition, to_u32(cell.start));
        Some(trace.wrapping_add(self.refine(graph, partition, &mut Interrupt::never())))
    }

    /// Splits cells until the partition is equitable.
    fn refine(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        interrupt: &mut Interrupt<'_>,
    ) -> u64 {
        let mut trace: u64 = 0;
        while !self.changed.is_empty() && !interrupt.stops(self.work) {
            if self.round == u32::MAX {
                self.edge_rounds.fill(0);
                self.round = 0;
            }
            self.round += 1;
            self.update_edges(graph, partition);
            self.changed.clear();
            if partition.is_discrete() {
                break;
            }
            trace = trace.wrapping_add(self.split_touched(graph, partition));
        }
        trace
    }

    /// Splits the cells with points of the edges that have changed.
    fn split_touched(&mut self, graph: &Hypergraph, partition: &mut Partition) -> u64 {
        self.update_points(graph, partition);
        let (mut cells, mut trace) = (std::mem::take(&mut self.cells), 0u64);
        for start in cells.drain(..) {
            trace = trace.wrapping_add(self.split(partition, start));
        }
        self.cells = cells;
        trace
    }

    /// Updates the sums of the edges with changed points.
    #[inline]
    #[allow(unsafe_code)]
    fn update_edges(&mut self, graph: &Hypergraph, partition: &mut Partition) {
        self.edges.clear();
        let round = self.round;
        // SAFETY: the hypergraph is indexed, and there is a sum and a round for each edge.
        let (mut edge_sums, mut edge_rounds) = unsafe {
            (Unchecked::new(&mut *partition.edge_sums), Unchecked::new(&mut *self.edge_rounds))
        };
        for &(point, difference) in &self.changed {
            let incident = graph.incident(point);
            self.work += to_u64(incident.len());
            for &edge in incident {
                let sum = &mut edge_sums[edge];
                let last = &mut edge_rounds[edge];
                if *last != round {
                    *last = round;
                    self.edges.push((edge, *sum));
                }
                *sum = sum.wrapping_add(difference);
            }
        }
        self.trail.edges(&self.edges);
    }

    /// Updates the sums of the points of the edges that have changed, moves these points to the
    /// ends of their cells, and lists the cells.
    #[inline]
    #[allow(unsafe_code)]
    fn update_points(&mut self, graph: &Hypergraph, partition: &mut Partition) {
        self.cells.clear();
        let Partition { elements, places, cells, lengths, edge_sums, point_sums, .. } = partition;
        // SAFETY: the hypergraph is indexed, which checks the points of edges; there is a cell, a
        // position and a sum for each point, and a point, a length and a number of touched points
        // for each position.
        let (mut elements, mut places, cells, lengths, mut point_sums, mut touched) = unsafe {
            (
                Unchecked::new(&mut **elements),
                Unchecked::new(&mut **places),
                Unchecked::new(&**cells),
                Unchecked::new(&**lengths),
                Unchecked::new(&mut **point_sums),
                Unchecked::new(&mut *self.touched),
            )
        };
        for &(edge, before) in &self.edges {
            let difference = mix(edge_sums[as_index(edge)]).wrapping_sub(mix(before));
            let members = graph.members(edge);
            self.work += to_u64(members.len());
            for &member in members {
                let cell = cells[member];
                let length = lengths[cell];
                if length == 1 {
                    continue;
                }
                let (sum, place, number) = (point_sums[member], places[member], touched[cell]);
                point_sums[member] = sum.wrapping_add(difference);
                let touched_from = cell + length - number;
                if place >= touched_from {
                    continue;
                }
                let last = touched_from - 1;
                let other = elements[last];
                (elements[place], elements[last]) = (other, member);
                (places[other], places[member]) = (place, last);
                touched[cell] = number + 1;
                if number == 0 {
                    self.cells.push(cell);
                }
                self.trail.point(member, sum);
            }
        }
    }

    /// Splits a cell by the sums of its points, of which only the touched ones have changed. Its
    /// points with another key than before are added to the changed ones. Only the upper halves of
    /// sums count, so that a sum and its point are sorted as one number.
    #[inline]
    fn split(&mut self, partition: &mut Partition, start: u32) -> u64 {
        let end = start + partition.lengths[as_index(start)];
        let touched = std::mem::take(&mut self.touched[as_index(start)]);
        let Partition { elements, point_sums, .. } = &*partition;
        let sum = |point: u32| high(point_sums[as_index(point)]);
        let numbered = |&point: &u32| u64::from(sum(point)) << 32 | u64::from(point);
        let own = &elements[as_index(start)..as_index(end)];
        let (others, own) = own.split_at(own.len() - as_index(touched));
        let first = sum(elements[as_index(start)]);
        if own.iter().all(|&point| sum(point) == first) {
            return mix(u64::from(first) << 32 | u64::from(start));
        }
        self.sorted.clear();
        self.sorted.extend(own.iter().map(numbered));
        self.sorted.sort_unstable();
        // The largest fragment, of the least sum; the points that were not touched have the first.
        let (mut kept, mut most) = (first, others.len());
        for fragment in self.sorted.chunk_by(|&a, &b| high(a) == high(b)) {
            let own = high(fragment[0]);
            let length = fragment.len() + if own == first { others.len() } else { 0 };
            if length > most || (length == most && own < kept) {
                (kept, most) = (own, length);
            }
        }
        if kept != first && !others.is_empty() {
            self.sorted.extend(others.iter().map(numbered));
            self.sorted.sort_unstable();
        }
        self.cut_fragments(partition, start, (kept, to_u32(most)))
    }

    /// Makes cells of the sorted points, but for those with the sum of the largest fragment.
    fn cut_fragments(&mut self, partition: &mut Partition, start: u32, kept: (u32, u32)) -> u64 {
        let sorted = std::mem::take(&mut self.sorted);
        let hash = |sum: u32, length: u32, place: u32| {
            mix(u64::from(sum) ^ mix(u64::from(length) << 32 | u64::from(place)))
        };
        let mut trace = hash(kept.0, kept.1, start);
        let is_same = |&a: &u64, &b: &u64| high(a) == high(b);
        let fragments = || sorted.chunk_by(is_same).filter(|own| high(own[0]) != kept.0);
        let mut place = start + kept.1;
        for &numbered in fragments().flatten() {
            partition.move_to(low(numbered), place);
            place += 1;
        }
        // Each cut leaves the fragments before it to the next one.
        for fragment in fragments().rev() {
            let length = to_u32(fragment.len());
            place -= length;
            self.cut(partition, start, place);
            trace = trace.wrapping_add(hash(high(fragment[0]), length, place));
        }
        self.sorted = sorted;
        trace
    }
}
