//! The frontier order: a sweep over the problem with a small front, like row by row over a board.

use super::graph::Graph;
use crate::ids::{ItemId, to_u64};
use fixedbitset::FixedBitSet;

/// The limit of a sweep: the sum of the sizes of its fronts, times the words of a bit set of items.
/// Beyond it, items have so many neighbours that every front is wide.
const BUDGET: u64 = 1 << 24;

/// The order of the problem's text, or the order of a sweep if its width is at most half of that.
/// (The order of a text is often a good one, for reasons that the width does not show;
/// docs/measurements.md has an example.)
pub(super) fn find(graph: &Graph) -> Vec<ItemId> {
    let natural: Vec<_> = (0..graph.primary).map(ItemId::new).collect();
    let mut best = (graph.width(&natural), natural.clone());
    let first = (0..graph.primary).find(|&item| !graph.is_idle.contains(item));
    let starts = first.map(|first| [first, farthest(graph, first)]);
    for start in starts.into_iter().flatten() {
        if let Some(order) = sweep(graph, start) {
            let width = graph.width(&order);
            if width <= best.0 / 2 || (width < best.0 && best.1 != natural) {
                best = (width, order);
            }
        }
    }
    best.1
}

/// A primary item at the greatest distance from another one.
fn farthest(graph: &Graph, from: usize) -> usize {
    let mut seen = FixedBitSet::with_capacity(graph.neighbours.len());
    seen.insert(from);
    let (mut queue, mut next, mut last) = (vec![from], 0, from);
    while let Some(&item) = queue.get(next) {
        next += 1;
        if item < graph.primary {
            last = item;
        }
        let new: Vec<_> = graph.neighbours[item].difference(&seen).collect();
        seen.extend(new.iter().copied());
        queue.extend(new);
    }
    last
}

/// Takes the item of the front that adds the fewest new items to it, until there is none left; of
/// several, the one that was added first.
fn sweep(graph: &Graph, start: usize) -> Option<Vec<ItemId>> {
    let mut touched = Touched::new(graph);
    let mut front = Vec::new();
    let mut order = Vec::with_capacity(graph.primary);
    let mut work = 0;
    let mut others = std::iter::once(start).chain(0..graph.primary);
    loop {
        let fewest = (0..front.len()).min_by_key(|&place: &usize| touched.new[front[place]]);
        work += to_u64(front.len() * graph.words());
        if work > BUDGET {
            return None;
        }
        let item = match fewest {
            Some(place) => front.remove(place),
            None => match others.find(|&item| !touched.items.contains(item)) {
                Some(item) => item,
                None => return Some(order),
            },
        };
        touched.insert(item);
        order.push(ItemId::new(item));
        let new: Vec<_> = graph.neighbours[item].difference(&touched.items).collect();
        new.iter().for_each(|&item| touched.insert(item));
        front.extend(new.into_iter().filter(|&item| item < graph.primary));
    }
}

/// The items that are covered or in the front.
struct Touched<'a> {
    graph: &'a Graph,
    items: FixedBitSet,
    /// For each item, how many of its neighbours are not among them.
    new: Vec<usize>,
}

impl<'a> Touched<'a> {
    fn new(graph: &'a Graph) -> Self {
        let new = graph.neighbours.iter().map(|others| others.count_ones(..)).collect();
        Self { graph, items: FixedBitSet::with_capacity(graph.neighbours.len()), new }
    }

    fn insert(&mut self, item: usize) {
        if !self.items.put(item) {
            self.graph.neighbours[item].ones().for_each(|other| self.new[other] -= 1);
        }
    }
}
