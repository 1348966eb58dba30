//! The oracle: Algorithm X over bit sets, as simple as possible.
//!
//! A subproblem is the set of options that can still be chosen, and the number of times that each
//! primary item is covered. The search branches on the item that needs more options and has the
//! least slack: each of its options is chosen once, without those before it. If no item needs any
//! more, the chosen options are a solution, and the search branches in the same way on all options
//! that are left. Choosing an option removes those that conflict with it over a secondary item, and
//! all options of the items whose upper bound is reached.
//!
//! The conflicts take memory that grows with the square of the number of options.

use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::{Bounds, Entry, Problem};
use fixedbitset::FixedBitSet;

/// So many options have 32 MiB of conflicts.
pub(super) const MOST_OPTIONS: usize = 1 << 14;

/// Its updates are the branches that it makes.
#[derive(Debug)]
pub(super) struct Naive {
    /// For each primary item, how often it is to be covered.
    bounds: Vec<Bounds>,
    /// For each primary item, the options that cover it.
    coverings: Vec<FixedBitSet>,
    /// For each option, the primary items that it covers.
    covered: Vec<FixedBitSet>,
    /// For each option, those that can't be chosen together with it, among them itself.
    conflicts: Vec<FixedBitSet>,
    /// Branches still to be searched, the next one last.
    branches: Vec<Branch>,
    /// The choices of the branch that was searched last.
    steps: Vec<Step>,
    solution: Vec<OptionId>,
    work: Work,
}

/// A choice: the option, how many there were to choose from, and whether they all have an item that
/// is to be covered once.
#[derive(Clone, Copy, Debug)]
struct Step {
    option: OptionId,
    alternatives: u32,
    is_exclusive: bool,
}

#[derive(Clone, Debug)]
struct Branch {
    chosen: Vec<OptionId>,
    /// The choices that led from the assumptions to here.
    steps: Vec<Step>,
    /// For each primary item, how often it is covered.
    times: Vec<u32>,
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
        let conflicts = conflicts(problem);
        let mut naive = Self {
            bounds: problem.primary_items().map(|item| problem.bounds(item)).collect(),
            coverings,
            covered,
            conflicts,
            branches: Vec::new(),
            steps: Vec::new(),
            solution: Vec::new(),
            work: Work::default(),
        };
        naive.restart(&Subproblem::default());
        naive
    }

    /// The branch in which nothing is chosen. Options without a primary item never are.
    fn root(&self) -> Branch {
        let choosable = (0..self.covered.len()).filter(|&option| !self.covered[option].is_clear());
        let mut root = Branch {
            chosen: Vec::new(),
            steps: Vec::new(),
            times: vec![0; self.bounds.len()],
            options: choosable.collect(),
        };
        for item in 0..self.bounds.len() {
            self.strike_if_full(&mut root, item);
        }
        root
    }

    /// The branch in which one more option is chosen.
    fn choose(&self, branch: &Branch, option: usize) -> Branch {
        let mut next = branch.clone();
        next.chosen.push(OptionId::new(option));
        next.options.difference_with(&self.conflicts[option]);
        for item in self.covered[option].ones() {
            next.times[item] += 1;
            self.strike_if_full(&mut next, item);
        }
        next
    }

    /// Strikes the options of an item out if it is covered as often as it may be.
    fn strike_if_full(&self, branch: &mut Branch, item: usize) {
        if branch.times[item] == self.bounds[item].high {
            branch.options.difference_with(&self.coverings[item]);
        }
    }

    /// The item that needs more and has the fewest to spare, and the options left for it; none if
    /// no item needs more.
    fn smallest(&self, branch: &Branch) -> Option<(usize, FixedBitSet)> {
        let needs = |item: usize| self.bounds[item].low.saturating_sub(branch.times[item]);
        let left = |item: usize| self.coverings[item].intersection_count(&branch.options);
        // An item that has too few comes first: it has `None` to spare.
        let spare = |&item: &usize| left(item).checked_sub(as_index(needs(item)));
        let needy = (0..self.bounds.len()).filter(|&item| needs(item) > 0);
        let item = needy.min_by_key(spare)?;
        let options = self.coverings[item].intersection(&branch.options);
        Some((item, options.take_while(|_| spare(&item).is_some()).collect()))
    }
}

impl SearchEngine for Naive {
    fn restart(&mut self, root: &Subproblem) {
        let choose = |branch, option: &OptionId| self.choose(&branch, option.index());
        let mut branch = root.include.iter().fold(self.root(), choose);
        root.exclude.iter().for_each(|option| branch.options.remove(option.index()));
        self.branches = vec![branch];
        self.steps.clear();
        self.work = Work::default();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        for _ in 0..budget.max(1) {
            let Some(mut branch) = self.branches.pop() else { return Outcome::Exhausted };
            self.work.nodes += 1;
            self.steps.clone_from(&branch.steps);
            let needed = self.smallest(&branch);
            let solved = needed.is_none();
            let is_exclusive =
                needed.as_ref().is_some_and(|&(item, _)| self.bounds[item] == Bounds::ONCE);
            let options = needed.map_or_else(|| branch.options.clone(), |(_, options)| options);
            let alternatives = to_u32(options.count_ones(..));
            let first = self.branches.len();
            for option in options.ones() {
                let mut next = self.choose(&branch, option);
                next.steps.push(Step { option: OptionId::new(option), alternatives, is_exclusive });
                self.branches.push(next);
                branch.options.remove(option);
                self.work.updates += 1;
            }
            self.branches[first..].reverse();
            if solved {
                self.solution = branch.chosen;
                return Outcome::Solution;
            }
        }
        Outcome::Paused
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(&self.solution);
    }

    fn work(&self) -> Work {
        self.work
    }

    /// That of the branch that was searched last: of those still to be searched, all that are no
    /// deeper are beside it or beside what led there.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        for (level, step) in self.steps.iter().take_while(|step| step.is_exclusive).enumerate() {
            let beside =
                self.branches.iter().rev().filter(|branch| branch.steps.len() == level + 1);
            let untried = beside.map(|branch| branch.steps[level].option);
            path.push(step.option, step.alternatives, untried);
        }
        true
    }

    fn keep_below(&mut self, levels: usize) {
        let levels = levels.min(self.steps.len());
        self.branches.retain(|branch| branch.steps.len() > levels || branch.steps.is_empty());
    }
}

/// For each option, those that conflict with it: itself, and some of those with which it shares a
/// secondary item.
fn conflicts(problem: &Problem) -> Vec<FixedBitSet> {
    let is_secondary = |entry: &&Entry| !problem.is_primary(entry.item);
    let mut sharing = vec![Vec::new(); problem.items().len()];
    for option in problem.options() {
        for entry in problem.entries(option).iter().filter(is_secondary) {
            sharing[entry.item.index()].push(option);
        }
    }
    let conflicts_of = |a: OptionId| {
        let entries = problem.entries(a).iter().filter(is_secondary);
        let others = entries.flat_map(|entry| sharing[entry.item.index()].iter().copied());
        let conflicting = others.filter(|&b| conflict(problem, a, b));
        conflicting.chain([a]).map(OptionId::index).collect()
    };
    problem.options().map(conflicts_of).collect()
}

/// Whether two options are one, or share a secondary item without giving it the same colour.
fn conflict(problem: &Problem, a: OptionId, b: OptionId) -> bool {
    let pairs =
        problem.entries(a).iter().flat_map(|x| problem.entries(b).iter().map(move |y| (x, y)));
    a == b
        || pairs
            .filter(|(x, y)| x.item == y.item && !problem.is_primary(x.item))
            .any(|(x, y)| x.color.is_none() || x.color != y.color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_conflict_over_secondary_items_and_over_colours() {
        let problem: Problem =
            "p q | x y\np x\nq x\nq x:1\nq y:1 x:2\nq y:1\np y:1\n".parse().unwrap();
        let by_pairs = |a: usize| -> Vec<usize> {
            (0..6).filter(|&b| conflict(&problem, OptionId::new(a), OptionId::new(b))).collect()
        };
        assert_eq!(by_pairs(0), [0, 1, 2, 3]);
        assert_eq!(by_pairs(5), [5]);
        assert_eq!(by_pairs(2), [0, 1, 2, 3]);
        let found = conflicts(&problem);
        (0..6).for_each(|a| assert_eq!(found[a].ones().collect::<Vec<_>>(), by_pairs(a)));
    }

    #[test]
    fn a_solution_is_found_by_hand() {
        // The example of Knuth's "Dancing links" (2000), section 1.
        let problem: Problem =
            "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n".parse().unwrap();
        let mut naive = Naive::new(&problem);
        let mut chosen = Vec::new();
        while naive.advance(1) == Outcome::Paused {}
        naive.solution(&mut chosen);
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 3, 4].map(OptionId::new));
        assert_eq!(naive.advance(u64::MAX), Outcome::Exhausted);
        assert_eq!(naive.advance(u64::MAX), Outcome::Exhausted);
    }
}
