//! [`Partition`]: an ordered partition of the points of a hypergraph, and its refinement.
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
//! When a cell is split, its largest fragment keeps the key. So only the edges of the points in the
//! other fragments change, and a point is among them at most a logarithmic number of times
//! (Hopcroft).

use super::balls::Balls;
use super::hypergraph::Hypergraph;
use super::mix::mix;
use crate::engine::splitmix;
use crate::engine::unchecked::Unchecked;
use crate::ids::{as_index, high, low, to_u32, to_u64};
use std::ops::Range;

/// An ordered partition. A cell is identified by its first position.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// The points, cell by cell, and the position of each point.
    pub(super) elements: Vec<u32>,
    pub(super) places: Vec<u32>,
    /// The cell of each point.
    cells: Vec<u32>,
    /// The number of points of each cell, and the number of its key.
    lengths: Vec<u32>,
    keys: Vec<u32>,
    edge_sums: Vec<u64>,
    point_sums: Vec<u64>,
    count: usize,
}

impl Partition {
    /// Copies another partition into the memory of this one.
    pub(super) fn assign(&mut self, other: &Self) {
        self.elements.clone_from(&other.elements);
        self.places.clone_from(&other.places);
        self.cells.clone_from(&other.cells);
        self.lengths.clone_from(&other.lengths);
        self.keys.clone_from(&other.keys);
        self.edge_sums.clone_from(&other.edge_sums);
        self.point_sums.clone_from(&other.point_sums);
        self.count = other.count;
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = 5 * size_of::<u32>() + size_of::<u64>();
        numbers * self.elements.capacity() + size_of::<u64>() * self.edge_sums.capacity()
    }

    /// Whether every cell has one point.
    pub(super) fn is_discrete(&self) -> bool {
        self.count == self.elements.len()
    }

    /// The first of the smallest cells with several points, as a range of positions.
    pub(super) fn smallest_cell(&self) -> Option<Range<usize>> {
        let (mut best, mut least, mut start) = (None, u32::MAX, 0);
        while start < self.elements.len() {
            let length = self.lengths[start];
            if 1 < length && length < least {
                (best, least) = (Some(start), length);
                if length == 2 {
                    break;
                }
            }
            start += as_index(length);
        }
        best.map(|start| start..start + as_index(least))
    }

    /// A hash of the whole hypergraph as the partition describes it.
    pub(super) fn sum(&self) -> u64 {
        self.edge_sums.iter().fold(0, |sum: u64, &edge| sum.wrapping_add(mix(edge)))
    }
}

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
    /// The last round that has changed an edge, or a point of a cell.
    edge_rounds: Vec<u32>,
    cell_rounds: Vec<u32>,
    round: u32,
    balls: Balls,
    /// The points of a cell, each below the upper half of its sum.
    sorted: Vec<u64>,
    /// The work so far, in visits of incidences: about 5 ns each.
    pub(super) work: u64,
}

/// The time of building and indexing a hypergraph, in visits, beside that of its points and
/// incidences.
const ONCE: u64 = 128;

impl Refiner {
    /// Makes the partition by colours of points, and refines it. Returns a hash that isomorphic
    /// hypergraphs have in common.
    pub(super) fn begin(&mut self, graph: &Hypergraph, partition: &mut Partition) -> u64 {
        let (points, edges) = (graph.points(), graph.edges());
        while self.keys.len() <= points {
            self.keys.push(splitmix::next(&mut self.seed));
        }
        self.edge_rounds.resize(self.edge_rounds.len().max(edges), 0);
        self.cell_rounds.resize(self.cell_rounds.len().max(points), 0);
        let mut trace = self.by_colors(graph, partition);
        self.sum_all(graph, partition);
        self.changed.clear();
        let mut start = 0;
        while start < points {
            let length = as_index(partition.lengths[start]);
            trace = trace.wrapping_add(self.split(partition, start, length));
            start += length;
        }
        trace.wrapping_add(self.refine(graph, partition))
    }

    /// One cell for each colour and number of edges.
    fn by_colors(&mut self, graph: &Hypergraph, partition: &mut Partition) -> u64 {
        let points = graph.points();
        let numbers = 0..to_u32(points);
        let own = |point| u64::from(graph.color(point)) << 32 | to_u64(graph.incident(point).len());
        partition.point_sums.clear();
        partition.point_sums.extend(numbers.clone().map(|point| mix(own(point))));
        partition.elements.clear();
        partition.elements.extend(numbers.clone());
        partition.places.clear();
        partition.places.extend(numbers);
        for list in [&mut partition.cells, &mut partition.lengths, &mut partition.keys] {
            list.clear();
            list.resize(points, 0);
        }
        partition.count = usize::from(points > 0);
        let sizes = mix(to_u64(points) << 32 | to_u64(graph.edges()));
        match partition.lengths.first_mut() {
            None => sizes,
            Some(first) => {
                *first = to_u32(points);
                sizes.wrapping_add(self.split(partition, 0, points))
            }
        }
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

    /// Makes a point the first of its cell and a cell of its own, and refines the partition.
    /// Returns a hash, as [`begin`](Self::begin) does.
    pub(super) fn individualize(
        &mut self,
        graph: &Hypergraph,
        partition: &mut Partition,
        point: u32,
    ) -> u64 {
        let start = as_index(partition.cells[as_index(point)]);
        let length = partition.lengths[start];
        let (first, place) = (partition.elements[start], partition.places[as_index(point)]);
        partition.elements.swap(start, as_index(place));
        (partition.places[as_index(first)], partition.places[as_index(point)]) =
            (place, to_u32(start));
        // The others keep the key.
        let key = partition.keys[start];
        let own = to_u32(start + 1);
        (partition.keys[start], partition.keys[start + 1]) = (own, key);
        (partition.lengths[start], partition.lengths[start + 1]) = (1, length - 1);
        for &other in &partition.elements[start + 1..start + as_index(length)] {
            partition.cells[as_index(other)] = own;
        }
        partition.count += 1;
        self.changed.clear();
        self.changed.push((point, self.difference(own, key)));
        mix(to_u64(start)).wrapping_add(self.refine(graph, partition))
    }

    /// Splits a cell by the surroundings of its points, and refines the partition. Returns a hash;
    /// `None` if it was not split, because all surroundings are alike or would take more than `most`
    /// visits.
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
        let trace = self.split(partition, cell.start, cell.len());
        Some(trace.wrapping_add(self.refine(graph, partition)))
    }

    /// The change of a point's sum from an old key to a new one.
    #[inline(always)]
    fn difference(&self, new: u32, old: u32) -> u64 {
        self.keys[as_index(new)].wrapping_sub(self.keys[as_index(old)])
    }

    /// Splits cells until the partition is equitable.
    fn refine(&mut self, graph: &Hypergraph, partition: &mut Partition) -> u64 {
        let mut trace: u64 = 0;
        while !self.changed.is_empty() {
            if self.round == u32::MAX {
                self.edge_rounds.fill(0);
                self.cell_rounds.fill(0);
                self.round = 0;
            }
            self.round += 1;
            self.update_edges(graph, partition);
            self.changed.clear();
            if partition.is_discrete() {
                break;
            }
            self.update_points(graph, partition);
            let mut cells = std::mem::take(&mut self.cells);
            for start in cells.drain(..) {
                let start = as_index(start);
                let length = as_index(partition.lengths[start]);
                trace = trace.wrapping_add(self.split(partition, start, length));
            }
            self.cells = cells;
        }
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
    }

    /// Updates the sums of the points of the edges that have changed, and lists their cells.
    #[inline]
    #[allow(unsafe_code)]
    fn update_points(&mut self, graph: &Hypergraph, partition: &mut Partition) {
        self.cells.clear();
        let round = self.round;
        let Partition { cells, lengths, edge_sums, point_sums, .. } = partition;
        // SAFETY: the hypergraph is indexed, which checks the points of edges; there is a cell and a
        // sum for each point, and a length and a round for each position at which a cell can begin.
        let (cells, lengths, mut point_sums, mut cell_rounds) = unsafe {
            (
                Unchecked::new(&**cells),
                Unchecked::new(&**lengths),
                Unchecked::new(&mut **point_sums),
                Unchecked::new(&mut *self.cell_rounds),
            )
        };
        for &(edge, before) in &self.edges {
            let difference = mix(edge_sums[as_index(edge)]).wrapping_sub(mix(before));
            let members = graph.members(edge);
            self.work += to_u64(members.len());
            for &member in members {
                let cell = cells[member];
                if lengths[cell] == 1 {
                    continue;
                }
                let sum = &mut point_sums[member];
                *sum = sum.wrapping_add(difference);
                let last = &mut cell_rounds[cell];
                if *last != round {
                    *last = round;
                    self.cells.push(cell);
                }
            }
        }
    }

    /// Splits a cell by the sums of its points, or rather their upper halves, so that a sum and a
    /// point can be sorted as one number. The points with another key than before are added to the
    /// changed ones.
    #[inline]
    fn split(&mut self, partition: &mut Partition, start: usize, length: usize) -> u64 {
        let Partition { elements, places, cells, lengths, keys, point_sums, count, .. } = partition;
        let own = &mut elements[start..start + length];
        let sum = |point: u32| u64::from(high(point_sums[as_index(point)]));
        let first = sum(own[0]);
        if own[1..].iter().all(|&point| sum(point) == first) {
            return mix(first << 32 | to_u64(start));
        }
        self.sorted.clear();
        self.sorted.extend(own.iter().map(|&point| sum(point) << 32 | u64::from(point)));
        self.sorted.sort_unstable();
        let is_same = |a: &u64, b: &u64| high(*a) == high(*b);
        let (mut largest, mut most, mut begin) = (0, 0, 0);
        for fragment in self.sorted.chunk_by(is_same) {
            if fragment.len() > most {
                (largest, most) = (begin, fragment.len());
            }
            begin += fragment.len();
        }
        let (old, mut trace, mut begin) = (keys[start], 0u64, 0);
        for fragment in self.sorted.chunk_by(is_same) {
            let at = start + begin;
            // The numbers of keys are those of positions at which cells begin.
            let key = match begin {
                _ if begin == largest => old,
                0 => to_u32(start + largest),
                _ => to_u32(at),
            };
            let difference = self.keys[as_index(key)].wrapping_sub(self.keys[as_index(old)]);
            for (place, &sorted) in (at..).zip(fragment) {
                let point = low(sorted);
                elements[place] = point;
                places[as_index(point)] = to_u32(place);
                cells[as_index(point)] = to_u32(at);
                if begin != largest {
                    self.changed.push((point, difference));
                }
            }
            let size = mix(to_u64(fragment.len()) << 32 | to_u64(at));
            trace = trace.wrapping_add(mix(u64::from(high(fragment[0])) ^ size));
            lengths[at] = to_u32(fragment.len());
            keys[at] = key;
            *count += usize::from(begin > 0);
            begin += fragment.len();
        }
        trace
    }
}
