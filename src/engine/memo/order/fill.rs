//! The elimination order, reversed: it decomposes a sparse problem soon.
//!
//! To *eliminate* an item is to connect all its neighbours with each other and to remove it. The
//! order that always eliminates an item with the fewest new edges (*min-fill*; Rose, 1972) keeps
//! neighbourhoods small. The items that it eliminates last are small separators of large parts, and
//! the search branches on these first.

use super::graph::Graph;
use crate::ids::{ItemId, to_u64};

/// The limit of the work, in words of bits.
const BUDGET: u64 = 1 << 26;

/// The order, and the greatest degree of an item when it is eliminated. `None` if that exceeds
/// `most`, or if the work exceeds the budget.
pub(super) fn find(mut graph: Graph, most: usize) -> Option<(Vec<ItemId>, usize)> {
    let count = graph.neighbours.len();
    let words = to_u64(graph.words());
    let mut work = 0;
    let mut fills: Vec<Option<usize>> = vec![None; count];
    let mut left: Vec<usize> = (0..count).filter(|&item| !graph.is_idle.contains(item)).collect();
    let (mut eliminated, mut width) = (Vec::with_capacity(count), 0);
    while !left.is_empty() {
        for &item in &left {
            if fills[item].is_none() {
                let degree = graph.neighbours[item].count_ones(..);
                work += to_u64(degree) * words;
                fills[item] = Some(fill(&graph, item, degree));
            }
            if work > BUDGET {
                return None;
            }
        }
        work += to_u64(left.len());
        let (place, &item) = left.iter().enumerate().min_by_key(|&(_, &item)| fills[item])?;
        left.remove(place);
        let around = graph.neighbours[item].clone();
        let degree = around.count_ones(..);
        width = width.max(degree);
        if width > most {
            return None;
        }
        work += to_u64(degree) * words * 2;
        for other in around.ones() {
            let row = &mut graph.neighbours[other];
            row.union_with(&around);
            row.set(other, false);
            row.set(item, false);
        }
        // A common neighbour of two of them can have lost a pair of unconnected neighbours.
        for other in around.ones() {
            fills[other] = None;
            graph.neighbours[other].ones().for_each(|near| fills[near] = None);
        }
        eliminated.push(item);
    }
    let primary = eliminated.into_iter().rev().filter(|&item| item < graph.primary);
    let mut order: Vec<_> = primary.map(ItemId::new).collect();
    order.extend(graph.is_idle.ones().filter(|&item| item < graph.primary).map(ItemId::new));
    Some((order, width))
}

/// Twice the number of edges that eliminating an item would add.
fn fill(graph: &Graph, item: usize, degree: usize) -> usize {
    let around = &graph.neighbours[item];
    let missing = |other: usize| degree - 1 - around.intersection_count(&graph.neighbours[other]);
    around.ones().map(missing).sum()
}
