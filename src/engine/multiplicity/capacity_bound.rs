//! A bound by capacity: how many open items a bounded number of options can still cover.
//!
//! An item that every option has, such as the number of queens on a board, bounds the number of
//! options: its capacity is how many may still be chosen at all. The *gain* of an option is the
//! number of open items that it has; gains only become smaller. Let `need` be how many more times,
//! all together, open items must be covered. If `r` more options may be chosen, then an option
//! whose gain is less than `need` without the `r - 1` greatest gains leaves too much for the
//! others, and is out. If even the `r` greatest gains are less than `need`, all are.
//!
//! On the problem of dominating a chessboard with five queens this leaves one node of eighteen.

use super::decision_state::DecisionState;
use crate::ids::{ItemId, as_index, to_u64};
use crate::problem::Problem;

/// The items that bound the number of options. Without one, nothing is computed.
#[derive(Clone, Debug)]
pub(in crate::engine) struct CapacityBound {
    /// The items that every option has, if it can be chosen.
    items: Vec<u32>,
    /// The options that are left, with their gains, and how many have each gain.
    gains: Vec<(u32, u32)>,
    counts: Vec<u32>,
}

impl CapacityBound {
    pub(in crate::engine) fn new(problem: &Problem) -> Self {
        let mut counts = vec![0usize; problem.primary_items().len()];
        let (mut options, mut most) = (0, 0);
        for option in problem.options().filter(|&option| problem.is_choosable(option)) {
            for entry in problem.entries(option).iter().filter(|e| problem.is_primary(e.item)) {
                counts[entry.item.index()] += 1;
            }
            options += 1;
            most = most.max(problem.entries(option).len());
        }
        let items = problem.primary_items().filter(|item| counts[item.index()] == options);
        let items = items.map(ItemId::number).collect();
        Self { items, gains: Vec::new(), counts: vec![0; most + 1] }
    }

    /// Decides all that follows from the last decision.
    #[inline(always)]
    pub(in crate::engine) fn settle(&mut self, sets: &mut impl DecisionState) {
        sets.settle();
        while !sets.failed() && self.tighten(sets) {
            sets.settle();
        }
    }

    /// Puts out what leaves too much for the other options. Says whether there was any.
    #[inline(always)]
    fn tighten(&mut self, sets: &mut impl DecisionState) -> bool {
        let Some(&item) = self.items.iter().min_by_key(|&&item| sets.capacity(item)) else {
            return false;
        };
        let (need, others) = (sets.need(), sets.capacity(item).saturating_sub(1));
        // There is enough: either each of the others gains 1 or more, or all that gain anything are
        // among them, and no item has too few.
        if need <= u64::from(others) {
            return false;
        }
        self.gains.clear();
        self.counts.fill(0);
        for option in sets.options_of(item) {
            let gain = sets.gain(option);
            self.gains.push((option, gain));
            self.counts[as_index(gain)] += 1;
        }
        let is_enough = sum_of_greatest(&self.counts, others + 1) >= need;
        let others = sum_of_greatest(&self.counts, others);
        let least = if is_enough { need.saturating_sub(others) } else { u64::MAX };
        let mut is_less = false;
        for &(option, _) in self.gains.iter().filter(|&&(_, gain)| u64::from(gain) < least) {
            if !sets.failed() {
                sets.exclude(option);
                is_less = true;
            }
        }
        is_less
    }
}

/// The sum of the greatest gains, as many as the capacity, of options that are counted by gains.
#[inline(always)]
pub(in crate::engine) fn sum_of_greatest(options_by_gain: &[u32], mut capacity: u32) -> u64 {
    let mut sum = 0;
    for (gain, &count) in options_by_gain.iter().enumerate().rev() {
        let taken = count.min(capacity);
        sum += u64::from(taken) * to_u64(gain);
        capacity -= taken;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::multiplicity::sets::BoundedSets;

    /// The options that are left after one step, by number.
    fn left(text: &str) -> Vec<usize> {
        let problem: Problem = text.parse().unwrap();
        let mut sets = BoundedSets::new(&problem, None);
        let mut budget = CapacityBound::new(&problem);
        budget.tighten(&mut sets);
        let numbers = problem.options().map(crate::ids::OptionId::number);
        let left = |&option: &u32| sets.undecided_from(option) == Some(option);
        numbers.filter(left).map(crate::ids::as_index).collect()
    }

    #[test]
    fn an_option_that_leaves_too_much_for_the_others_is_out() {
        let table: [(&str, &[usize]); 7] = [
            // Seven are needed, Q twice; the other option has at most four of them.
            ("2|Q a b c d e\nQ a b c\nQ d e\nQ a\nQ c d e\nQ b d\n", &[0, 1, 3, 4]),
            ("3|Q a b c d e\nQ a b c\nQ d e\nQ a\nQ c d e\nQ b d\n", &[0, 1, 2, 3, 4]),
            // Twelve are needed, and the greatest gains are five and four.
            (
                "3|Q a b c d e f g h i\nQ a b c d\nQ e f g\nQ f g h\nQ h e a\nQ b\nQ c d i\nQ i\n",
                &[0, 1, 2, 3, 5],
            ),
            // Thirteen are needed, and three options give twelve: all are out until it fails.
            (
                "3|Q a b c d e f g h i j\nQ a b c\nQ e f g\nQ f g h\nQ h e a\nQ b d j\nQ c d i\nQ i j\n",
                &[3, 4, 5, 6],
            ),
            // There is no budget where one option lacks the item.
            ("0:2|Q a b c d e\nQ a b c\nQ d e\nQ a\nQ c d e\nQ b d\na\n", &[0, 1, 2, 3, 4, 5]),
            // An upper bound alone is a budget too.
            ("0:1|Q a 1:2|b\nQ a b\nQ a\nQ b\nQ b\n", &[0]),
            ("0:9|Q a b\nQ a b\nQ a\nQ b\nQ b\n", &[0, 1, 2, 3]),
        ];
        for (text, expected) in table {
            assert_eq!(left(text), expected, "{text}");
        }
    }
}
