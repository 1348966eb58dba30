//! [`FormWriter`]: a labelled hypergraph as bytes.
//!
//! Two labelled hypergraphs are equal if and only if their bytes are. The bytes are the numbers of
//! points and edges, the colours of the points by position, in runs, and the edges in ascending
//! order: how far the first position is from that of the edge before, the colour, the size, and the
//! differences of successive positions. Nearly every number is below 128 and takes one byte.

use super::hypergraph::Hypergraph;
use crate::ids::{as_index, to_u32};

/// Writes labelled hypergraphs, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct FormWriter {
    /// The positions of each edge's points, in ascending order, one edge after another.
    positions: Vec<u32>,
    /// The edges in the order in which they were written last.
    pub(super) ordered: Vec<u32>,
    /// The index in `ordered` of the next edge with each first position; edges without points have
    /// the first index.
    next: Vec<u32>,
}

impl FormWriter {
    /// Writes a hypergraph with a labelling, given as the points by position and the positions of
    /// the points.
    pub(super) fn write(
        &mut self,
        graph: &Hypergraph,
        elements: &[u32],
        places: &[u32],
        form: &mut Vec<u8>,
    ) {
        self.place_members(graph, places);
        self.order_edges(graph);
        form.clear();
        push(form, to_u32(graph.points()));
        push(form, to_u32(graph.edges()));
        for run in elements.chunk_by(|&a, &b| graph.color(a) == graph.color(b)) {
            push(form, graph.color(run[0]));
            push(form, to_u32(run.len()));
        }
        let mut last = 0;
        for &edge in &self.ordered {
            let own = &self.positions[graph.range(edge)];
            let first = own.first().map_or(last, |&first| first);
            push(form, first - last);
            push(form, graph.edge_color(edge));
            push(form, to_u32(own.len()));
            own.windows(2).for_each(|pair| push(form, pair[1] - pair[0]));
            last = first;
        }
    }

    /// Pairs of equal edges: the orbits of all pairs have all edges that are equal.
    pub(super) fn equal_edges<'a>(
        &'a self,
        graph: &'a Hypergraph,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let content = |edge| (&self.positions[graph.range(edge)], graph.edge_color(edge));
        let pairs = self.ordered.windows(2).map(|pair| (pair[0], pair[1]));
        pairs.filter(move |&(a, b)| content(a) == content(b))
    }

    fn place_members(&mut self, graph: &Hypergraph, places: &[u32]) {
        self.positions.clear();
        for edge in 0..to_u32(graph.edges()) {
            let begin = self.positions.len();
            let members = graph.members(edge).iter();
            self.positions.extend(members.map(|&point| places[as_index(point)]));
            self.positions[begin..].sort_unstable();
        }
    }

    /// Orders the edges by first position, by counting sort, then by the rest.
    fn order_edges(&mut self, graph: &Hypergraph) {
        let Self { positions, ordered, next } = self;
        let edges = 0..to_u32(graph.edges());
        let class = |edge| positions[graph.range(edge)].first().map_or(0, |&first| first + 1);
        next.clear();
        next.resize(graph.points() + 2, 0);
        edges.clone().for_each(|edge| next[as_index(class(edge)) + 1] += 1);
        for index in 1..next.len() {
            next[index] += next[index - 1];
        }
        ordered.clear();
        ordered.resize(graph.edges(), 0);
        for edge in edges {
            let place = &mut next[as_index(class(edge))];
            ordered[as_index(*place)] = edge;
            *place += 1;
        }
        let content = |edge: u32| (&positions[graph.range(edge)], graph.edge_color(edge));
        let mut begin = 0;
        for &end in &next[..=graph.points()] {
            ordered[begin..as_index(end)].sort_unstable_by(|&a, &b| content(a).cmp(&content(b)));
            begin = as_index(end);
        }
    }
}

/// Appends a number: seven bits a byte, the lowest first, all but the last with the highest bit
/// set.
#[inline]
fn push(form: &mut Vec<u8>, mut number: u32) {
    while number >= 1 << 7 {
        let [low, ..] = (number | 1 << 7).to_le_bytes();
        form.push(low);
        number >>= 7;
    }
    let [low, ..] = number.to_le_bytes();
    form.push(low);
}
