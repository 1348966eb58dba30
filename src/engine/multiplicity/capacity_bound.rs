//! A bound by capacity: how many open items a bounded number of options can still cover.
//!
//! An item that every option has, such as the number of queens on a board, bounds the number of
//! options: its capacity is how many may still be chosen at all. The *gain* of an option is the
//! number of open items that it has; gains only become smaller. Let `need` be how many more times,
//! all together, open items must be covered. If `r` more options may be chosen, and the greatest
//! gain is `g`, then an option whose gain is less than `need - (r - 1) * g` leaves too much for the
//! others, and is out.
//!
//! On the problem of dominating a chessboard with five queens this leaves one node of eighteen.

use super::decision_state::DecisionState;
use crate::ids::ItemId;
use crate::problem::Problem;

/// The items that bound the number of options. Without one, nothing is computed.
#[derive(Debug)]
pub(in crate::engine) struct CapacityBound {
    /// The items that every option has, if it can be chosen.
    items: Vec<u32>,
    /// The options that are left, with their gains.
    gains: Vec<(u32, u64)>,
}

impl CapacityBound {
    pub(in crate::engine) fn new(problem: &Problem) -> Self {
        let mut counts = vec![0usize; problem.primary_items().len()];
        let mut options = 0;
        for option in problem.options().filter(|&option| problem.is_choosable(option)) {
            for entry in problem.entries(option).iter().filter(|e| problem.is_primary(e.item)) {
                counts[entry.item.index()] += 1;
            }
            options += 1;
        }
        let items = problem.primary_items().filter(|item| counts[item.index()] == options);
        let items = items.map(ItemId::number).collect();
        Self { items, gains: Vec::new() }
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
        let (need, others) = (sets.need(), u64::from(sets.capacity(item).saturating_sub(1)));
        // The greatest gain is at least 1, while anything is needed and can be had.
        if need <= others {
            return false;
        }
        self.gains.clear();
        self.gains
            .extend(sets.options_of(item).map(|option| (option, u64::from(sets.gain(option)))));
        let most = self.gains.iter().map(|&(_, gain)| gain).max().unwrap_or(0);
        let least = need.saturating_sub(others * most);
        let mut is_less = false;
        for &(option, _) in self.gains.iter().filter(|&&(_, gain)| gain < least) {
            if !sets.failed() {
                sets.exclude(option);
                is_less = true;
            }
        }
        is_less
    }
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
        let table: [(&str, &[usize]); 5] = [
            // Seven are needed, Q twice; the other option has at most four of them.
            ("2|Q a b c d e\nQ a b c\nQ d e\nQ a\nQ c d e\nQ b d\n", &[0, 1, 3, 4]),
            ("3|Q a b c d e\nQ a b c\nQ d e\nQ a\nQ c d e\nQ b d\n", &[0, 1, 2, 3, 4]),
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
