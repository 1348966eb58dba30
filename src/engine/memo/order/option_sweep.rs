//! The order in which options of an item are decided: a sweep with a small front.
//!
//! The *front* is the set of other items of which some options have been decided and some have not.
//! Subproblems differ only in what was chosen there. So they repeat where the front is small, like
//! that of a walk over a board or along a network.

use crate::ids::to_u64;

/// The work of sweeps over options, in visits of items: about five milliseconds.
pub(in crate::engine::memo) const BUDGET: u64 = 1 << 22;

/// Options, each with the indices of its items, and the indices of the options of each item.
pub(in crate::engine::memo) struct OptionSweep {
    options: Vec<Vec<usize>>,
    of_items: Vec<Vec<usize>>,
}

/// The order of a sweep while it is made.
struct Sweep {
    order: Vec<usize>,
    /// How many options of each item are to come.
    left: Vec<usize>,
    /// The options that share an item with one in the order.
    next: Vec<usize>,
    is_seen: Vec<bool>,
}

impl OptionSweep {
    /// For options with these items.
    pub(in crate::engine::memo) fn new(options: &[Vec<u32>]) -> Self {
        let mut items = options.concat();
        items.sort_unstable();
        items.dedup();
        let index_of = |item| items.partition_point(|other| other < item);
        let options: Vec<Vec<_>> =
            options.iter().map(|own| own.iter().map(index_of).collect()).collect();
        let mut of_items = vec![Vec::new(); items.len()];
        for (index, own) in options.iter().enumerate() {
            own.iter().for_each(|&item| of_items[item].push(index));
        }
        Self { options, of_items }
    }

    /// The indices of the options in the order of a sweep, if its front is at most seven eighths of
    /// that in the order that they have. `budget` is the work that may be done, and less what was
    /// done.
    pub(in crate::engine::memo) fn find(&self, budget: &mut u64) -> Option<Vec<usize>> {
        let natural: Vec<_> = (0..self.options.len()).collect();
        let width = self.width(&natural);
        if width < 2 {
            return None;
        }
        let start = self.farthest(0);
        let there = self.sweep(start, budget)?;
        let back = self.sweep(self.farthest(start), budget)?;
        let best = [there, back].into_iter().min_by_key(|order| self.width(order))?;
        (self.width(&best) <= width * 7 / 8).then_some(best)
    }

    /// The option at the greatest distance from another one.
    fn farthest(&self, from: usize) -> usize {
        let mut sweep = Sweep::new(self);
        sweep.see(from);
        let mut taken = 0;
        while let Some(&index) = sweep.next.get(taken) {
            self.take(&mut sweep, index);
            taken += 1;
        }
        sweep.next[taken - 1]
    }

    /// The greatest size of the front.
    fn width(&self, order: &[usize]) -> usize {
        let mut left: Vec<_> = self.of_items.iter().map(Vec::len).collect();
        let (mut front, mut width) = (0, 0);
        for &index in order {
            for &item in &self.options[index] {
                front += usize::from(left[item] == self.of_items[item].len());
                left[item] -= 1;
                front -= usize::from(left[item] == 0);
            }
            width = width.max(front);
        }
        width
    }

    /// Takes the option that adds the fewest items to the front, until there is none left; of
    /// several, the one that was seen first.
    fn sweep(&self, first: usize, budget: &mut u64) -> Option<Vec<usize>> {
        let all = self.options.len();
        let mut sweep = Sweep::new(self);
        sweep.see(first);
        let mut others = 0..all;
        while sweep.order.len() < all {
            let work = sweep.next.iter().map(|&index| to_u64(self.options[index].len()) + 1).sum();
            *budget = budget.checked_sub(work)?;
            let places = 0..sweep.next.len();
            match places.min_by_key(|&place| self.growth(&sweep, sweep.next[place])) {
                Some(place) => {
                    let index = sweep.next.remove(place);
                    self.take(&mut sweep, index);
                }
                None => sweep.see(others.find(|&index| !sweep.is_seen[index])?),
            }
        }
        Some(sweep.order)
    }

    /// How many items an option adds to the front, less those that it takes away, and all items.
    fn growth(&self, sweep: &Sweep, index: usize) -> usize {
        let mut growth = self.of_items.len();
        for &item in &self.options[index] {
            growth += usize::from(sweep.left[item] == self.of_items[item].len());
            growth -= usize::from(sweep.left[item] == 1);
        }
        growth
    }

    fn take(&self, sweep: &mut Sweep, index: usize) {
        sweep.order.push(index);
        for &item in &self.options[index] {
            if sweep.left[item] == self.of_items[item].len() {
                self.of_items[item].iter().for_each(|&other| sweep.see(other));
            }
            sweep.left[item] -= 1;
        }
    }
}

impl Sweep {
    fn new(problem: &OptionSweep) -> Self {
        let left = problem.of_items.iter().map(Vec::len).collect();
        let is_seen = vec![false; problem.options.len()];
        Self { order: Vec::new(), left, next: Vec::new(), is_seen }
    }

    fn see(&mut self, index: usize) {
        if !self.is_seen[index] {
            self.is_seen[index] = true;
            self.next.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(options: &[Vec<u32>], mut budget: u64) -> Option<Vec<usize>> {
        OptionSweep::new(options).find(&mut budget)
    }

    /// The edges of a ladder of 40 rungs, and of a complete graph.
    fn ladder() -> Vec<Vec<u32>> {
        let rungs = (0..40).map(|rung| vec![2 * rung, 2 * rung + 1]);
        rungs.chain((0..78).map(|side| vec![side, side + 2])).collect()
    }

    #[test]
    fn a_sweep_is_taken_where_its_front_is_small() {
        let mut options = ladder();
        // 7 and 118 have no common factor.
        let shuffled: Vec<_> = (0..options.len()).map(|k| options[k * 7 % 118].clone()).collect();
        for options in [&options, &shuffled] {
            let sweep = OptionSweep::new(options);
            let order = sweep.find(&mut 1_000_000).expect("the front can be small");
            assert!(sweep.width(&order) <= 4, "{}", sweep.width(&order));
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..options.len()));
        }
        // In this order it is small already.
        options.sort_unstable();
        assert_eq!(find(&options, 1_000_000), None);
        // Here it never is.
        let complete: Vec<_> = (0..12).flat_map(|a| (0..a).map(move |b| vec![b, a])).collect();
        assert_eq!(find(&complete, 1_000_000), None);
    }

    /// Kings on a long board, without the items that others imply, from a start in the middle.
    #[test]
    fn a_sweep_begins_at_an_end() {
        let squares = (0..48).map(|k| k * 29 % 48).map(|square| (square / 4, square % 4));
        let corners = |(column, row): (u32, u32)| -> Vec<_> {
            let around = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(c, r)| (column + c, row + r));
            let inner = around.into_iter().filter(|&(c, r)| c % 12 > 0 && r % 4 > 0);
            inner.map(|(c, r)| 4 * c + r).collect()
        };
        let sweep = OptionSweep::new(&squares.map(corners).collect::<Vec<_>>());
        let order = sweep.find(&mut 1_000_000).expect("the front can be small");
        assert!(sweep.width(&order) <= 5, "{}", sweep.width(&order));
    }

    #[test]
    fn options_without_common_items_need_no_order() {
        assert_eq!(find(&[vec![], vec![], vec![7]], 1_000_000), None);
        assert_eq!(find(&[], 1_000_000), None);
    }

    #[test]
    fn the_work_is_limited() {
        let mut budget = 1_000_000;
        let options = ladder();
        assert!(OptionSweep::new(&options).find(&mut budget).is_some());
        let work = 1_000_000 - budget;
        assert!(find(&options, work).is_some() && find(&options, work - 1).is_none());
    }
}
