//! [`Hypergraph`]: coloured points, and coloured edges that are sets of points.

use crate::ids::{as_index, to_u32};
use std::ops::Range;

/// A hypergraph with colours. An edge is a set of any number of points; equal edges are allowed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hypergraph {
    colors: Vec<u32>,
    edge_colors: Vec<u32>,
    /// The points of edge `e` are `members[starts[e]..starts[e + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// The edges of point `p` are `incident[point_starts[p]..point_starts[p + 1]]`, once the
    /// hypergraph is indexed.
    point_starts: Vec<u32>,
    incident: Vec<u32>,
}

impl Hypergraph {
    /// A hypergraph without edges, of points with these colours.
    pub(crate) fn new(colors: Vec<u32>) -> Self {
        Self { colors, starts: vec![0], ..Self::default() }
    }

    /// Removes all points and edges, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.colors.clear();
        self.edge_colors.clear();
        self.starts.clear();
        self.starts.push(0);
        self.members.clear();
    }

    /// Adds a point, and returns its number.
    pub(crate) fn add_point(&mut self, color: u32) -> u32 {
        self.colors.push(color);
        to_u32(self.colors.len() - 1)
    }

    /// Adds an edge with these points, which are distinct.
    pub(crate) fn add_edge(&mut self, color: u32, points: &[u32]) {
        self.members.extend_from_slice(points);
        self.end_edge(color);
    }

    /// Adds a point to the edge that [`end_edge`](Self::end_edge) will add.
    #[inline]
    pub(crate) fn add_member(&mut self, point: u32) {
        self.members.push(point);
    }

    /// Adds an edge with the points that were added as its members.
    #[inline]
    pub(crate) fn end_edge(&mut self, color: u32) {
        self.edge_colors.push(color);
        self.starts.push(to_u32(self.members.len()));
    }

    /// The number of points.
    pub(crate) fn points(&self) -> usize {
        self.colors.len()
    }

    /// The number of edges.
    pub(crate) fn edges(&self) -> usize {
        self.edge_colors.len()
    }

    /// The number of pairs of an edge and a point of it.
    pub(crate) fn incidences(&self) -> usize {
        self.members.len()
    }

    #[inline(always)]
    pub(crate) fn color(&self, point: u32) -> u32 {
        self.colors[as_index(point)]
    }

    #[inline(always)]
    pub(super) fn edge_color(&self, edge: u32) -> u32 {
        self.edge_colors[as_index(edge)]
    }

    /// The points of an edge.
    #[inline(always)]
    pub(super) fn members(&self, edge: u32) -> &[u32] {
        &self.members[self.range(edge)]
    }

    /// The range of an edge's points in a list of the points of all edges.
    #[inline(always)]
    pub(super) fn range(&self, edge: u32) -> Range<usize> {
        let edge = as_index(edge);
        as_index(self.starts[edge])..as_index(self.starts[edge + 1])
    }

    /// The edges of a point of an indexed hypergraph.
    #[inline(always)]
    pub(super) fn incident(&self, point: u32) -> &[u32] {
        let point = as_index(point);
        &self.incident[as_index(self.point_starts[point])..as_index(self.point_starts[point + 1])]
    }

    /// Lists the edges of each point, by counting sort.
    pub(super) fn index(&mut self) {
        let points = self.colors.len();
        self.point_starts.clear();
        self.point_starts.resize(points + 1, 0);
        // The slice makes every member checked against the number of points: others rely on it.
        let sizes = &mut self.point_starts[..points];
        for &member in &self.members {
            sizes[as_index(member)] += 1;
        }
        // The end of each list, which becomes its start as the list is filled from its end.
        let mut end = 0;
        for start in &mut self.point_starts {
            end += *start;
            *start = end;
        }
        self.incident.resize(self.members.len(), 0);
        for (edge, bounds) in self.starts.windows(2).enumerate().rev() {
            for &member in &self.members[as_index(bounds[0])..as_index(bounds[1])] {
                let start = &mut self.point_starts[as_index(member)];
                *start -= 1;
                self.incident[as_index(*start)] = to_u32(edge);
            }
        }
    }

    /// The memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<u32>()
            * (self.colors.capacity()
                + self.edge_colors.capacity()
                + self.starts.capacity()
                + self.members.capacity()
                + self.point_starts.capacity()
                + self.incident.capacity())
    }
}
