//! [`Multipliers`]: a lower bound of the remaining cost, by Lagrangian relaxation.
//!
//! Each item has a *multiplier* of either sign; the *reduced cost* of an option is its cost minus
//! the multipliers of its items. So the cost of some options is the sum of their reduced costs, and
//! of the multiplier of each item as often as they cover it. An item must be covered `needs` to
//! `capacity` more times: it contributes at least `needs * multiplier` if the multiplier is
//! positive, and `capacity * multiplier` if it is negative. At best, exactly the options with a
//! negative reduced cost are chosen. *The bound* is the sum of these terms. It holds for any
//! multipliers, and its maximum is the bound of the linear relaxation.
//!
//! Coordinate ascent maximizes the bound over one multiplier at a time: in the maximum, as many
//! options of the item have a negative reduced cost as it needs. So the multiplier is between the
//! values at which the last option needed, and the next one, have reduced cost 0. This is the core
//! of D. Wedelin's algorithm ("An algorithm for large scale 0-1 integer programming with
//! application to airline crew scheduling", 1995), which takes the middle; three quarters of the
//! way are better here.
//!
//! # Invariant
//! The reduced cost of an undecided option is as defined above. Undoing decisions also undoes the
//! later changes of multipliers, each with the same undecided options as when it was made.

use super::fixed_point::FixedPoint;
use super::subgradient::{Relaxation, SubgradientRule};
use crate::engine::multiplicity::decision_state::DecisionState;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::engine::unchecked::Unchecked;
use crate::ids::{ItemId, OptionId, as_index, nearest_i64, signed_f64};
use crate::problem::Problem;

/// A change of a multiplier, made when `decided` options were decided.
#[derive(Clone, Copy, Debug)]
struct Change {
    item: u32,
    by: i64,
    decided: u32,
}

/// The multipliers and reduced costs, in the units of the fixed-point numbers.
#[derive(Clone, Debug)]
pub(super) struct Multipliers {
    scale: FixedPoint,
    /// The items whose multiplier can differ from 0.
    priced: Vec<u32>,
    /// The multipliers at the beginning.
    initial: Vec<i64>,
    multipliers: Unchecked<Vec<i64>>,
    reduced_costs: Unchecked<Vec<i64>>,
    changes: Vec<Change>,
    updates: u64,
    /// The reduced costs of the options of one item.
    scratch: Vec<i64>,
}

impl Multipliers {
    #[allow(unsafe_code)]
    pub(super) fn new(problem: &Problem) -> Self {
        let mut multipliers = Self {
            scale: FixedPoint::new(problem),
            priced: priced(problem),
            initial: vec![0; problem.items().len()],
            // SAFETY: from `begin` on there is a number for each item and one for each option.
            multipliers: unsafe { Unchecked::new(Vec::new()) },
            reduced_costs: unsafe { Unchecked::new(Vec::new()) },
            changes: Vec::new(),
            updates: 0,
            scratch: Vec::new(),
        };
        multipliers.begin(problem);
        multipliers
    }

    /// Sets the multipliers to those at the beginning: 0, or what [`relax`](Self::relax) has found.
    pub(super) fn begin(&mut self, problem: &Problem) {
        self.multipliers.vec_mut().clone_from(&self.initial);
        let (scale, initial) = (&self.scale, &self.initial);
        let reduced_cost = |option: OptionId| {
            let items = problem.entries(option).iter().map(|entry| initial[entry.item.index()]);
            scale.units(problem.cost(option)) - items.sum::<i64>()
        };
        self.reduced_costs.vec_mut().clear();
        self.reduced_costs.vec_mut().extend(problem.options().map(reduced_cost));
        self.changes.clear();
        self.updates = 0;
    }

    /// Sets the multipliers at the beginning to 0.
    pub(super) fn clear_initial(&mut self, items: usize) {
        self.initial.clear();
        self.initial.resize(items, 0);
    }

    /// Sets the multipliers at the beginning to strong ones, found from the present ones by a
    /// [subgradient method](super::subgradient). The bound of the undecided options need not exceed
    /// `most`, in units. Returns the fraction of each of these options in the linear relaxation.
    pub(super) fn relax(
        &mut self,
        problem: &Problem,
        sets: &BoundedSets,
        undecided: &[u32],
        most: i64,
        rule: SubgradientRule,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<f64> {
        let priced: Vec<_> =
            self.priced.iter().copied().filter(|&item| sets.left(item) > 0).collect();
        let relaxation = Relaxation::new(problem, &self.scale, sets, &priced, undecided);
        let present = priced.iter().map(|&item| signed_f64(self.multipliers[item]));
        let mut multipliers: Vec<_> = present.collect();
        let fractions = relaxation.ascend(&mut multipliers, signed_f64(most), rule, is_stopped);
        let highest = self.scale.highest();
        self.initial.clone_from(self.multipliers.vec_mut());
        for (item, multiplier) in priced.into_iter().zip(multipliers) {
            self.initial[as_index(item)] = nearest_i64(multiplier).clamp(-highest, highest);
        }
        fractions
    }

    /// Sets the multipliers at the beginning to those of a problem that has only the first items of
    /// this one, and 0 for the others. Returns whether both have the same units.
    pub(super) fn take_initial(&mut self, other: &Self) -> bool {
        let highest = self.scale.highest();
        for (initial, &multiplier) in self.initial.iter_mut().zip(&other.initial) {
            *initial = multiplier.clamp(-highest, highest);
        }
        self.scale.has_units_of(&other.scale)
    }

    /// The items whose multiplier can differ from 0.
    pub(super) fn priced(&self) -> &[u32] {
        &self.priced
    }

    pub(super) fn scale(&self) -> &FixedPoint {
        &self.scale
    }

    /// The reduced cost of an undecided option.
    pub(super) fn reduced_cost(&self, option: u32) -> i64 {
        self.reduced_costs[option]
    }

    /// The number of changes of reduced costs since [`begin`](Self::begin), undone ones included.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// The number of changes of multipliers, for [`undo`](Self::undo).
    pub(super) fn changes(&self) -> usize {
        self.changes.len()
    }

    /// A lower bound of the cost of the undecided options that a solution chooses, in units.
    pub(super) fn bound(&self, sets: &BoundedSets, undecided: &[u32]) -> i64 {
        let share = |&item: &u32| match self.multipliers[item] {
            0 => 0,
            multiplier if multiplier > 0 => multiplier * i64::from(sets.needs(item)),
            multiplier => multiplier * i64::from(sets.capacity(item).min(sets.left(item))),
        };
        let items: i64 = self.priced.iter().map(share).sum();
        let reduced_costs: i64 =
            undecided.iter().map(|&option| self.reduced_cost(option).min(0)).sum();
        items + reduced_costs
    }

    /// Maximizes the bound over one multiplier after another. The bound never decreases.
    pub(super) fn ascend(&mut self, sets: &BoundedSets) {
        let highest = self.scale.highest();
        for index in 0..self.priced.len() {
            let item = self.priced[index];
            if sets.left(item) > 0 {
                let by = self.best_multiplier(sets, item).clamp(-highest, highest)
                    - self.multipliers[as_index(item)];
                if by != 0 {
                    self.changes.push(Change { item, by, decided: sets.decided() });
                    self.change(sets, item, by);
                }
            }
        }
    }

    /// Changes the multipliers such that no undecided option has a negative reduced cost. The
    /// primary items are to be covered exactly once. Returns whether the multipliers are small
    /// enough for all sums; if not, the reduced costs can be negative.
    ///
    /// The multiplier of an open item becomes the least reduced cost of its options without it. So
    /// the reduced costs of its options are not negative then, and stay so. Each option has a
    /// primary item.
    pub(super) fn make_nonnegative(&mut self, sets: &BoundedSets) -> bool {
        for index in 0..self.priced.len() {
            let item = self.priced[index];
            if sets.left(item) == 0 || sets.needs(item) == 0 {
                continue;
            }
            self.sort(sets, item, true);
            let multiplier = self.scratch[0];
            if multiplier.abs() > self.scale.highest() {
                return false;
            }
            self.change(sets, item, multiplier - self.multipliers[as_index(item)]);
        }
        true
    }

    /// A multiplier of an item that maximizes the bound.
    fn best_multiplier(&mut self, sets: &BoundedSets, item: u32) -> i64 {
        let (needs, capacity, left) = (sets.needs(item), sets.capacity(item), sets.left(item));
        self.sort(sets, item, capacity == 1);
        let least = |n: u32| self.scratch[as_index(n) - 1];
        let after = |n: u32| match n {
            n if n < left => least(n) + (least(n + 1) - least(n)) * 3 / 4,
            n => least(n),
        };
        if needs == capacity || needs > 0 && least(needs) > 0 {
            after(needs)
        } else if capacity < left && least(capacity + 1) < 0 {
            after(capacity)
        } else {
            0
        }
    }

    /// Fills the scratch memory with the reduced costs of the options of an item, without its
    /// multiplier, in ascending order: all, or the two least.
    fn sort(&mut self, sets: &BoundedSets, item: u32, only_two: bool) {
        let (own, reduced_costs) = (self.multipliers[item], &self.reduced_costs);
        let without_own = sets.options_of(item).map(|option| reduced_costs[option] + own);
        self.scratch.clear();
        if only_two {
            self.scratch.extend(two_least(without_own));
        } else {
            self.scratch.extend(without_own);
            self.scratch.sort_unstable();
        }
    }

    fn change(&mut self, sets: &BoundedSets, item: u32, by: i64) {
        self.multipliers[item] += by;
        for option in sets.options_of(item) {
            self.reduced_costs[option] -= by;
        }
        self.updates += u64::from(sets.left(item));
    }

    /// Undoes all changes but the first `changes`, and the decisions made after them.
    pub(super) fn undo(&mut self, sets: &mut BoundedSets, changes: usize) {
        while self.changes.len() > changes
            && let Some(Change { item, by, decided }) = self.changes.pop()
        {
            sets.undo(decided);
            self.change(sets, item, -by);
        }
    }
}

/// The two least numbers in ascending order, or `i64::MAX` for a missing one.
fn two_least(numbers: impl Iterator<Item = i64>) -> [i64; 2] {
    numbers.fold([i64::MAX; 2], |[least, second], number| {
        [least.min(number), second.min(least.max(number))]
    })
}

/// The items without colours: their capacity is a number of options.
pub(super) fn priced(problem: &Problem) -> Vec<u32> {
    let mut colored = vec![false; problem.items().len()];
    for entry in problem.options().flat_map(|option| problem.entries(option)) {
        colored[entry.item.index()] |= entry.color.is_some();
    }
    problem.items().filter(|item| !colored[item.index()]).map(ItemId::number).collect()
}

#[cfg(test)]
impl Multipliers {
    /// What the head of this file says of rests, from the definition.
    pub(super) fn check(&self, problem: &Problem, undecided: &[u32]) {
        for &option in undecided {
            let id = crate::ids::OptionId::new(as_index(option));
            let prices =
                problem.entries(id).iter().map(|entry| self.multipliers[entry.item.index()]);
            let rest = self.scale.units(problem.cost(id)) - prices.sum::<i64>();
            assert_eq!(self.reduced_cost(option), rest, "option {option}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_least_numbers_are_found() {
        for numbers in [&[3][..], &[2, 1], &[1, 2, 3], &[3, 2, 1], &[5, 1, 4, 1, 0, 7], &[2, 2, 2]]
        {
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            sorted.resize(sorted.len().max(2), i64::MAX);
            assert_eq!(two_least(numbers.iter().copied())[..], sorted[..2], "{numbers:?}");
        }
    }

    /// The bound of a whole problem, as a cost, after each of some passes.
    fn bounds(text: &str) -> Vec<u128> {
        let problem: Problem = text.parse().unwrap();
        let (sets, mut prices) = (BoundedSets::new(&problem, None), Multipliers::new(&problem));
        let undecided: Vec<_> = problem.options().map(crate::ids::OptionId::number).collect();
        let bound = |prices: &Multipliers| prices.scale.least_cost(prices.bound(&sets, &undecided));
        let mut bounds = vec![bound(&prices)];
        for _ in 0..9 {
            let before = prices.bound(&sets, &undecided);
            prices.ascend(&sets);
            assert!(prices.bound(&sets, &undecided) >= before, "{text}");
            prices.check(&problem, &undecided);
            bounds.push(bound(&prices));
        }
        bounds
    }

    #[test]
    fn the_bound_rises_to_the_cheapest_cover() {
        let table = [
            ("a\na |7\na |5\n", 5),
            ("a b\na b |9\na |4\nb |3\na |6\nb |8\n", 7),
            ("a b\na |1\nb |1\na b |1\n", 1),
            // The two cheapest of an item, and the more expensive one of another.
            ("2|a\na |3\na |8\na |5\n", 8),
            ("2:3|a b\na b |3\na b |8\na |5\n", 8),
            ("0:5|a b\na b |3\na b |8\na |5\n", 3),
            // At most one may have x, so that a or b is the more expensive one.
            ("a b | x\na x |1\nb x |1\na |10\nb |20\n", 11),
            // No one pays for colours.
            ("a b | x\na x:1 |1\nb x:2 |1\na |10\nb |20\n", 2),
        ];
        for (text, cost) in table {
            assert_eq!(bounds(text).last(), Some(&cost), "{text}");
        }
    }

    #[test]
    fn prices_do_not_run_away_where_there_is_no_solution() {
        let huge = u64::MAX;
        let text = format!("a b c\na b |{huge}\nb c |{huge}\na c |{huge}\n");
        assert!(bounds(&text).is_sorted());
        assert!(bounds("a b c\na b |1\nb c |1\na c |1\n").is_sorted());
    }
}
