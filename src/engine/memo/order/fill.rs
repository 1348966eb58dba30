//! An order that takes a sparse problem apart: an elimination order, from its end.
//!
//! To *eliminate* an item is to make neighbours of all its neighbours and to leave it out. The order that eliminates
//! next whatever makes the fewest new neighbours (*min-fill*; Rose, 1972) keeps neighbourhoods small, and what is
//! eliminated last are small sets of items that separate large parts from each other. The search asks for these first.

use super::graph::Graph;
use crate::ids::{ItemId, to_u64};

/// The words of bits that may be looked at.
const BUDGET: u64 = 1 << 26;

/// The order, and the greatest neighbourhood when an item is eliminated; nothing if there is one above `most`, or if it
/// takes too long to find.
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
        // Whoever is a neighbour of two of them may have one pair of strangers less.
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

/// Twice the number of pairs of neighbours that are strangers to each other.
fn fill(graph: &Graph, item: usize, degree: usize) -> usize {
    let around = &graph.neighbours[item];
    let strangers = |other: usize| degree - 1 - around.intersection_count(&graph.neighbours[other]);
    around.ones().map(strangers).sum()
}
