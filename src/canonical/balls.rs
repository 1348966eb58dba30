//! [`Balls`]: hashes of the surroundings of points.
//!
//! Colour refinement can't split a cell of a regular structure: in a graph of which each vertex has
//! three neighbours, all vertices look the same. Many of them differ in how often the paths from a
//! point meet again. So two steps of refinement are made with one point distinguished, on the
//! points that they reach and without splitting any cell.

use super::hypergraph::Hypergraph;
use super::mix::mix;
use crate::engine::unchecked::Unchecked;
use crate::ids::{as_index, to_u64};

/// The steps from a point to all points of its edges.
const STEPS: usize = 2;

/// The search for surroundings, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Balls {
    /// The hash of each point's surroundings.
    pub(super) hashes: Vec<u64>,
    /// Sums of the edges and points that a step has reached; 0 for all others.
    edge_sums: Vec<u64>,
    point_sums: Vec<u64>,
    edges: Vec<u32>,
    points: Vec<(u32, u64)>,
}

impl Balls {
    /// Computes the hashes of some points, unless that would take more than `most` visits; then
    /// they are equal. `key`: of a point's cell. Returns the number of visits.
    pub(super) fn find(
        &mut self,
        graph: &Hypergraph,
        points: &[u32],
        key: impl Fn(u32) -> u64,
        edge_sums: &[u64],
        most: u64,
    ) -> u64 {
        self.edge_sums.resize(self.edge_sums.len().max(graph.edges()), 0);
        self.point_sums.resize(self.point_sums.len().max(graph.points()), 0);
        self.hashes.clear();
        self.hashes.resize(points.len(), 0);
        let mut visits = 0;
        for (index, &point) in points.iter().enumerate() {
            let (hash, own) = self.ball(graph, point, &key, edge_sums);
            self.hashes[index] = hash;
            visits += own;
            if own * to_u64(points.len()) > most {
                self.hashes.fill(0);
                break;
            }
        }
        visits
    }

    /// The hash of the surroundings of a point, and the number of visits.
    #[allow(unsafe_code)]
    fn ball(
        &mut self,
        graph: &Hypergraph,
        point: u32,
        key: impl Fn(u32) -> u64,
        edge_sums: &[u64],
    ) -> (u64, u64) {
        let (mut hash, mut visits) = (0u64, 0);
        // SAFETY: the hypergraph is indexed, which checks the points of edges; `find` has made a
        // sum for each edge and each point.
        let (mut own_edges, mut own_points) = unsafe {
            (Unchecked::new(&mut *self.edge_sums), Unchecked::new(&mut *self.point_sums))
        };
        self.points.clear();
        self.points.push((point, 1));
        for _ in 0..STEPS {
            self.edges.clear();
            for &(point, value) in &self.points {
                let (mixed, incident) = (mix(value), graph.incident(point));
                visits += to_u64(incident.len());
                for &edge in incident {
                    let sum = &mut own_edges[edge];
                    if *sum == 0 {
                        self.edges.push(edge);
                    }
                    *sum = sum.wrapping_add(mixed);
                }
            }
            self.points.clear();
            for &edge in &self.edges {
                let sum = std::mem::take(&mut own_edges[edge]);
                let mixed = mix(sum.wrapping_add(edge_sums[as_index(edge)]));
                let members = graph.members(edge);
                visits += to_u64(members.len());
                for &member in members {
                    let sum = &mut own_points[member];
                    if *sum == 0 {
                        self.points.push((member, 0));
                    }
                    *sum = sum.wrapping_add(mixed);
                }
            }
            for (point, value) in &mut self.points {
                let sum = std::mem::take(&mut own_points[*point]);
                *value = sum.wrapping_add(key(*point));
                hash = hash.wrapping_add(mix(*value));
            }
        }
        (hash, visits)
    }
}
