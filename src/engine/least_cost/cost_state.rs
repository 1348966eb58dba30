//! [`CostState`]: the undecided options, and the cost of the chosen ones.
//!
//! [`BoundedSets`] has the undecided options of each item. This is the sparse set of all undecided
//! options: the first part of a list, followed by the decided ones, the last one first. It *reads*
//! the decisions of the sets in their order, and forgets them when the sets undo them.

use crate::engine::multiplicity::sets::BoundedSets;
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;

/// The undecided options, and the cost of the chosen ones. See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct CostState {
    problem: Problem,
    /// The options that can be chosen, and for each option its index there.
    options: Vec<u32>,
    places: Vec<u32>,
    /// The number of decisions of the sets that were read.
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

    /// Resets the state: no decision is read, and the options are in ascending order.
    pub(super) fn begin(&mut self) {
        self.options.clear();
        for option in self.problem.options().filter(|&option| self.problem.is_choosable(option)) {
            self.places[option.index()] = to_u32(self.options.len());
            self.options.push(option.number());
        }
        (self.read, self.spent) = (0, 0);
    }

    /// Reads the new decisions.
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

    /// Forgets all but the first `decided` decisions, at which the cost was `spent`.
    pub(super) fn undo(&mut self, decided: u32, spent: u128) {
        self.read = self.read.min(decided);
        self.spent = spent;
    }

    /// The cost of the chosen options.
    pub(super) fn spent(&self) -> u128 {
        self.spent
    }

    /// The options that were undecided at the last read.
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
    use crate::engine::multiplicity::decision_state::DecisionState;

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
