//! [`Graph`]: items, connected if an option has both.

use crate::ids::ItemId;
use crate::problem::{Problem, Reduction};
use fixedbitset::FixedBitSet;

/// The items of a problem that are not idle. Two are neighbours if an option that is left has both.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) neighbours: Vec<FixedBitSet>,
    /// The number of primary items, which come first.
    pub(super) primary: usize,
    pub(super) is_idle: FixedBitSet,
}

/// The most items of a graph: its memory grows with the square of their number.
const MOST_ITEMS: usize = 1 << 13;

impl Graph {
    /// The graph of a problem; `None` if it has too many items.
    pub(super) fn new(problem: &Problem, known: Option<&Reduction>) -> Option<Self> {
        let count = problem.items().len();
        if count > MOST_ITEMS {
            return None;
        }
        let mut is_idle = FixedBitSet::with_capacity(count);
        known
            .into_iter()
            .flat_map(Reduction::redundant_items)
            .for_each(|item| is_idle.insert(item.index()));
        let mut neighbours = vec![FixedBitSet::with_capacity(count); count];
        let mut own = FixedBitSet::with_capacity(count);
        for option in problem.options().filter(|&o| Reduction::leaves(known, problem, o)) {
            own.clear();
            let items = problem.entries(option).iter().map(|entry| entry.item.index());
            items.filter(|&item| !is_idle.contains(item)).for_each(|item| own.insert(item));
            own.ones().for_each(|item| neighbours[item].union_with(&own));
        }
        for (item, others) in neighbours.iter_mut().enumerate() {
            others.set(item, false);
        }
        Some(Self { neighbours, primary: problem.primary_items().len(), is_idle })
    }

    /// The number of words of a row.
    pub(super) fn words(&self) -> usize {
        self.neighbours.len().div_ceil(usize::BITS.try_into().unwrap_or(64)).max(1)
    }

    /// The greatest size of the front when primary items are covered in this order. An item is in
    /// the front while some of its neighbours are covered and it is not.
    pub(super) fn width(&self, order: &[ItemId]) -> usize {
        let count = self.neighbours.len();
        let mut ranks = vec![usize::MAX; count];
        order.iter().enumerate().for_each(|(rank, item)| ranks[item.index()] = rank);
        // The number of items that enter the front at a rank, and of those that leave it.
        let (mut come, mut leave) = (vec![0usize; order.len() + 1], vec![0usize; order.len() + 1]);
        for (item, others) in self.neighbours.iter().enumerate() {
            let around =
                || others.ones().map(|other| ranks[other]).filter(|&rank| rank < usize::MAX);
            let (Some(first), Some(mut last)) = (around().min(), around().max()) else { continue };
            if item < self.primary {
                last = ranks[item];
            }
            if first < last && last < usize::MAX {
                come[first] += 1;
                leave[last] += 1;
            }
        }
        let mut between = 0;
        let widths = come.iter().zip(&leave).map(|(come, leave)| {
            between = between + come - leave;
            between
        });
        widths.max().unwrap_or(0)
    }
}
