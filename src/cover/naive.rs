//! The oracle: Algorithm X over bit sets, so plain that it can be believed at first sight.
//!
//! Of every two options it is known whether they conflict. What is left of a problem is then two sets: the
//! items that are not covered yet, and the options that conflict with none of those chosen. Take the item
//! that has the fewest options left, and branch: each of them is chosen once.
//!
//! The conflicts take memory that grows with the square of the number of options.

use super::{Event, Machine, Work};
use crate::ids::OptionId;
use crate::problem::Problem;
use fixedbitset::FixedBitSet;

/// So many options have 32 MiB of conflicts.
pub(super) const MOST_OPTIONS: usize = 1 << 14;

/// Its updates are the branches that it makes.
#[derive(Debug)]
pub(super) struct Naive {
    /// For each primary item, the options that cover it.
    coverings: Vec<FixedBitSet>,
    /// For each option, the primary items that it covers.
    covered: Vec<FixedBitSet>,
    /// For each option, those that can't be chosen together with it, among them itself.
    conflicts: Vec<FixedBitSet>,
    /// Branches still to be searched, the next one last.
    branches: Vec<Branch>,
    solution: Vec<OptionId>,
    work: Work,
}

#[derive(Clone, Debug)]
struct Branch {
    chosen: Vec<OptionId>,
    items: FixedBitSet,
    options: FixedBitSet,
}

impl Naive {
    pub(super) fn new(problem: &Problem) -> Self {
        let (items, options) = (problem.primary_items().len(), problem.options().len());
        let mut coverings = vec![FixedBitSet::with_capacity(options); items];
        let mut covered = vec![FixedBitSet::with_capacity(items); options];
        for option in problem.options() {
            for entry in
                problem.entries(option).iter().filter(|entry| problem.is_primary(entry.item))
            {
                coverings[entry.item.index()].insert(option.index());
                covered[option.index()].insert(entry.item.index());
            }
        }
        let conflicts = problem
            .options()
            .map(|a| {
                problem
                    .options()
                    .filter(|&b| conflict(problem, a, b))
                    .map(OptionId::index)
                    .collect()
            })
            .collect();
        let mut naive = Self {
            coverings,
            covered,
            conflicts,
            branches: Vec::new(),
            solution: Vec::new(),
            work: Work::default(),
        };
        naive.restart(&[]);
        naive
    }

    /// The branch in which one more option is chosen.
    fn choose(&self, branch: &Branch, option: usize) -> Branch {
        let mut next = branch.clone();
        next.chosen.push(OptionId::new(option));
        next.items.difference_with(&self.covered[option]);
        next.options.difference_with(&self.conflicts[option]);
        next
    }

    /// The options left for the item that has the fewest; none if no item is uncovered.
    fn smallest(&self, branch: &Branch) -> Option<Vec<usize>> {
        let item = branch
            .items
            .ones()
            .min_by_key(|&item| self.coverings[item].intersection_count(&branch.options))?;
        Some(self.coverings[item].intersection(&branch.options).collect())
    }
}

impl Machine for Naive {
    fn restart(&mut self, given: &[OptionId]) {
        let all = |count| {
            let mut set = FixedBitSet::with_capacity(count);
            set.insert_range(..);
            set
        };
        let root = Branch {
            chosen: Vec::new(),
            items: all(self.coverings.len()),
            options: all(self.conflicts.len()),
        };
        let root = given.iter().fold(root, |branch, option| self.choose(&branch, option.index()));
        self.branches = vec![root];
        self.work = Work::default();
    }

    fn advance(&mut self, budget: u64) -> Event {
        for _ in 0..budget.max(1) {
            let Some(branch) = self.branches.pop() else { return Event::Exhausted };
            self.work.nodes += 1;
            let Some(options) = self.smallest(&branch) else {
                self.solution = branch.chosen;
                return Event::Solution;
            };
            for option in options.into_iter().rev() {
                self.branches.push(self.choose(&branch, option));
                self.work.updates += 1;
            }
        }
        Event::Paused
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(&self.solution);
    }

    fn work(&self) -> Work {
        self.work
    }
}

/// Whether two options share a primary item, or a secondary one without giving it the same colour.
fn conflict(problem: &Problem, a: OptionId, b: OptionId) -> bool {
    let pairs =
        problem.entries(a).iter().flat_map(|x| problem.entries(b).iter().map(move |y| (x, y)));
    a == b
        || pairs
            .filter(|(x, y)| x.item == y.item)
            .any(|(x, y)| x.color.is_none() || x.color != y.color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_conflict_over_items_and_over_colours() {
        let problem: Problem =
            "p q | x y\np x\nq x\nq x:1\nq y:1 x:2\nq y:1\np y:1\n".parse().unwrap();
        let conflicts = |a: usize| -> Vec<usize> {
            (0..6).filter(|&b| conflict(&problem, OptionId::new(a), OptionId::new(b))).collect()
        };
        assert_eq!(conflicts(0), [0, 1, 2, 3, 5]);
        assert_eq!(conflicts(5), [0, 5]);
        assert_eq!(conflicts(2), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_solution_is_found_by_hand() {
        // The example of Knuth's "Dancing links" (2000), section 1.
        let problem: Problem =
            "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n".parse().unwrap();
        let mut naive = Naive::new(&problem);
        let mut chosen = Vec::new();
        while naive.advance(1) == Event::Paused {}
        naive.solution(&mut chosen);
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 3, 4].map(OptionId::new));
        assert_eq!(naive.advance(u64::MAX), Event::Exhausted);
        assert_eq!(naive.advance(u64::MAX), Event::Exhausted);
    }
}
