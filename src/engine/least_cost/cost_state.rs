//! The undecided options, and what those that are chosen cost.
//!
//! The sets know the undecided options of each item. Here are all of them, as one more sparse set: the first
//! `left` of a list, followed by the decided ones, the last one first. So the decisions of the sets are *read*
//! here, in their order, and taken back when the sets take them back.

use crate::engine::multiplicity::sets::BoundedSets;
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;

/// See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct CostState {
    problem: Problem,
    /// The options that can be chosen, and for each option its place there.
    options: Vec<u32>,
    places: Vec<u32>,
    /// How many decisions of the sets were read.
    read: u32,
    spent: u128,
}

impl CostState {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut costs = Self {
            problem: problem.clone(),
            options: Vec::new(),
            places: vec![0; problem.options().len()],
            read: 0,
            spent: 0,
        };
        costs.begin();
        costs
    }

    /// Nothing is read; the options are in ascending order again.
    pub(super) fn begin(&mut self) {
        self.options.clear();
        for option in self.problem.options().filter(|&option| self.problem.is_choosable(option)) {
            self.places[option.index()] = to_u32(self.options.len());
            self.options.push(option.number());
        }
        (self.read, self.spent) = (0, 0);
    }

    /// Reads what was decided.
    pub(super) fn read(&mut self, sets: &BoundedSets) {
        for (option, is_chosen) in sets.decided_from(self.read) {
            self.read += 1;
            let last = self.options.len() - as_index(self.read);
            let (place, other) = (self.places[as_index(option)], self.options[last]);
            self.options[as_index(place)] = other;
            self.places[as_index(other)] = place;
            self.options[last] = option;
            self.places[as_index(option)] = to_u32(last);
            if is_chosen {
                self.spent += u128::from(self.cost(option));
            }
        }
    }

    /// Forgets what was read after so many decisions, when so much was spent.
    pub(super) fn undo(&mut self, decided: u32, spent: u128) {
        self.read = self.read.min(decided);
        self.spent = spent;
    }

    /// What the chosen options cost.
    pub(super) fn spent(&self) -> u128 {
        self.spent
    }

    /// The options that were undecided when it was read last.
    pub(super) fn undecided(&self) -> &[u32] {
        &self.options[..self.options.len() - as_index(self.read)]
    }

    /// The cheapest of them, the first of several.
    pub(super) fn cheapest(&self) -> Option<u32> {
        self.undecided().iter().copied().min_by_key(|&option| (self.cost(option), option))
    }

    fn cost(&self, option: u32) -> u64 {
        self.problem.cost(OptionId::new(as_index(option)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decided_is_read_and_taken_back() {
        let problem: Problem = "0:3|a 0:1|b | x\na |5\na b |7\nx |1\nb |2\na |5\n".parse().unwrap();
        let (mut sets, mut costs) = (BoundedSets::new(&problem, None), CostState::new(&problem));
        let undecided = |costs: &CostState| {
            let mut options = costs.undecided().to_vec();
            options.sort_unstable();
            options
        };
        costs.read(&sets);
        assert_eq!((undecided(&costs), costs.spent()), (vec![0, 1, 3, 4], 0));
        assert_eq!(costs.cheapest(), Some(3));
        sets.choose(1);
        costs.read(&sets);
        assert_eq!((undecided(&costs), costs.spent()), (vec![0, 4], 7));
        assert_eq!(costs.cheapest(), Some(0));
        sets.exclude(0);
        sets.choose(4);
        costs.read(&sets);
        assert_eq!((undecided(&costs), costs.spent(), costs.cheapest()), (vec![], 12, None));
        sets.undo(0);
        costs.undo(0, 0);
        assert_eq!((undecided(&costs), costs.spent()), (vec![0, 1, 3, 4], 0));
    }
}
