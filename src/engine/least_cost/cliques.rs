//! Cliques: groups of options of which a solution has at most one, though no item says so.
//!
//! Take three items that are covered at most once each, and the options that have at least two of
//! them. Any two of these options share an item, so a solution has at most one: they are a
//! *clique*. A secondary item for a clique changes no solution, but raises the bound: the linear
//! relaxation can choose half of each of three such options. These are the simplest of the clique
//! inequalities (Padberg, "On the facial structure of set packing polyhedra", 1973).
//!
//! In a solution of the relaxation each option has a fraction. A clique is *violated* if the sum of
//! its fractions is more than 1; only such cliques raise the bound. To find them is *separation*.
//! The items of earlier cliques are items like others here, so that larger cliques are found from
//! smaller ones.

use crate::engine::multiplicity::decision_state::DecisionState;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::ids::{ItemId, OptionId, as_index};
use crate::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

/// Smaller fractions do not count. The fractions of a subgradient method are not exact.
const LEAST_FRACTION: f64 = 0.01;

/// The least sum of the fractions of a violated clique.
const LEAST_SUM: f64 = 1.1;

/// Each option of a clique has one of the three pairs of items, so one pair has a third of the sum.
const LEAST_PAIR: f64 = LEAST_SUM / 3.0;

/// For each entry of the problem, the search visits at most so many entries, and as many again to
/// list the options of the cliques.
const MOST_VISITS: usize = 64;

/// For each entry of the problem, the search keeps at most so many cliques, equal ones included.
const MOST_TRIPLES: usize = 4;

/// All cliques together have at most this part of the entries of the problem, given as a divisor.
const ENTRIES_DIVISOR: usize = 2;

/// The most violated cliques of some undecided options, which have these fractions. No item of
/// `priced` has a colour. The cliques have at most `most` entries in all.
pub(super) fn violated(
    problem: &Problem,
    sets: &BoundedSets,
    priced: &[u32],
    fractions: impl Iterator<Item = (u32, f64)>,
    most: usize,
) -> Vec<Vec<OptionId>> {
    let mut search = Separation::new(problem, priced, fractions);
    let mut triples: Vec<_> = search.violated_triples().into_iter().collect();
    triples.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut entries = most.min(problem.entry_count() / ENTRIES_DIVISOR);
    let mut visits = MOST_VISITS * problem.entry_count();
    let mut cliques = BTreeSet::new();
    for (triple, _) in triples {
        visits = visits.saturating_sub(triple.iter().map(|&i| as_index(sets.left(i))).sum());
        if visits == 0 {
            break;
        }
        let clique = members(sets, triple);
        let len = clique.len();
        let is_new = !cliques.contains(&clique) && !search.have_common_item(&clique);
        if is_new && len <= entries {
            entries -= len;
            cliques.insert(clique);
        }
    }
    cliques.into_iter().collect()
}

/// The undecided options that have at least two of three items, in ascending order.
fn members(sets: &BoundedSets, triple: [u32; 3]) -> Vec<OptionId> {
    let mut options: Vec<_> = triple.iter().flat_map(|&item| sets.options_of(item)).collect();
    options.sort_unstable();
    let repeated = options.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1);
    repeated.map(|equal| OptionId::new(as_index(equal[0]))).collect()
}

/// The search for violated cliques.
struct Separation<'a> {
    problem: &'a Problem,
    /// The items that are covered at most once, and whether each item is one of them.
    single: Vec<u32>,
    is_single: Vec<bool>,
    /// For each such item, its options with their fractions.
    options: Vec<Vec<(OptionId, f64)>>,
    /// For each such item, a sum of fractions.
    sums: Vec<f64>,
    /// The items whose sum is not 0.
    summed: Vec<u32>,
    /// The number of entries that the search may still visit.
    visits: usize,
}

impl<'a> Separation<'a> {
    fn new(
        problem: &'a Problem,
        priced: &[u32],
        fractions: impl Iterator<Item = (u32, f64)>,
    ) -> Self {
        let items = problem.items().len();
        let is_single = |item: &u32| problem.bounds(ItemId::new(as_index(*item))).high == 1;
        let mut search = Self {
            problem,
            single: priced.iter().copied().filter(is_single).collect(),
            is_single: vec![false; items],
            options: vec![Vec::new(); items],
            sums: vec![0.0; items],
            summed: Vec::new(),
            visits: MOST_VISITS * problem.entry_count(),
        };
        for &item in &search.single {
            search.is_single[as_index(item)] = true;
        }
        for (option, fraction) in fractions.filter(|&(_, fraction)| fraction >= LEAST_FRACTION) {
            let option = OptionId::new(as_index(option));
            for entry in problem.entries(option) {
                if search.is_single[entry.item.index()] {
                    search.options[entry.item.index()].push((option, fraction));
                }
            }
        }
        search
    }

    /// The sums of the violated cliques, each by its three items.
    fn violated_triples(&mut self) -> BTreeMap<[u32; 3], f64> {
        let mut triples = BTreeMap::new();
        let most = MOST_TRIPLES * self.problem.entry_count();
        for index in 0..self.single.len() {
            let first = self.single[index];
            for second in self.partners(first) {
                if self.visits > 0 && triples.len() < most {
                    self.add_triples(first, second, &mut triples);
                }
            }
            if self.visits == 0 || triples.len() >= most {
                break;
            }
        }
        triples
    }

    /// The later items that can be in a clique with one, as the pair with the largest part of its
    /// sum.
    fn partners(&mut self, first: u32) -> Vec<u32> {
        let options = mem::take(&mut self.options[as_index(first)]);
        options.iter().for_each(|&(option, fraction)| self.add(option, fraction));
        self.options[as_index(first)] = options;
        let partners = self.take_sums(LEAST_PAIR).into_iter().map(|(item, _)| item);
        partners.filter(|&item| item > first).collect()
    }

    /// Adds the violated cliques of two items and any third one.
    ///
    /// Options with both are in each of these cliques. Others are if they have the third one.
    fn add_triples(&mut self, first: u32, second: u32, triples: &mut BTreeMap<[u32; 3], f64>) {
        let mut both = 0.0;
        for (item, other) in [(first, second), (second, first)] {
            let options = mem::take(&mut self.options[as_index(item)]);
            for &(option, fraction) in &options {
                if !self.has(option, other) {
                    self.add(option, fraction);
                } else if item == first {
                    both += fraction;
                }
            }
            self.options[as_index(item)] = options;
        }
        for (third, sum) in self.take_sums(LEAST_SUM - both) {
            if third != first && third != second {
                let mut triple = [first, second, third];
                triple.sort_unstable();
                triples.insert(triple, both + sum);
            }
        }
    }

    fn has(&mut self, option: OptionId, item: u32) -> bool {
        let entries = self.problem.entries(option);
        self.visits = self.visits.saturating_sub(entries.len());
        entries.iter().any(|entry| entry.item.number() == item)
    }

    /// Adds the fraction of an option to the sums of its items.
    fn add(&mut self, option: OptionId, fraction: f64) {
        let entries = self.problem.entries(option);
        self.visits = self.visits.saturating_sub(entries.len());
        for item in entries.iter().map(|entry| entry.item) {
            if self.is_single[item.index()] {
                let sum = &mut self.sums[item.index()];
                if *sum == 0.0 {
                    self.summed.push(item.number());
                }
                *sum += fraction;
            }
        }
    }

    /// Sets all sums to 0. Returns those that were not less than `least`, with their items.
    fn take_sums(&mut self, least: f64) -> Vec<(u32, f64)> {
        let Self { sums, summed, .. } = self;
        let taken = summed.drain(..).map(|item| (item, mem::take(&mut sums[as_index(item)])));
        taken.filter(|&(_, sum)| sum >= least).collect()
    }

    /// Whether all of some options have a common item that is covered at most once. Then one for
    /// these options says nothing new.
    fn have_common_item(&self, options: &[OptionId]) -> bool {
        let Some((&first, others)) = options.split_first() else { return true };
        let has = |option, item| self.problem.entries(option).iter().any(|e| e.item == item);
        let items = self.problem.entries(first).iter().map(|entry| entry.item);
        let mut items = items.filter(|item| self.is_single[item.index()]);
        items.any(|item| others.iter().all(|&option| has(option, item)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::multipliers::priced;
    use super::*;
    use crate::engine::tests::{Kind, dominoes, random};
    use crate::tests::{Random, part_of};

    fn find(problem: &Problem, fractions: &[f64]) -> Vec<Vec<OptionId>> {
        let sets = BoundedSets::new(problem, None);
        assert!(problem.options().all(|option| sets.is_undecided(option.number())));
        let fractions = problem.options().map(OptionId::number).zip(fractions.iter().copied());
        violated(problem, &sets, &priced(problem), fractions, usize::MAX)
    }

    #[test]
    fn three_options_that_are_halves_are_a_clique() {
        let problem = "a b c\na b\nb c\na c\na\nb\nc\n".parse().unwrap();
        let halves = [0.5, 0.5, 0.5, 0.0, 0.0, 0.0];
        let clique = [0, 1, 2].map(OptionId::new).to_vec();
        assert_eq!(find(&problem, &halves), [clique]);
        assert!(find(&problem, &[0.3; 6]).is_empty(), "not violated");
        let problem = "a b c\na b c\na b c\na c b\n".parse().unwrap();
        assert!(find(&problem, &[0.5; 3]).is_empty(), "they have common items");
        let problem = "0:2|a b c\na b\nb c\na c\nb\nc\n".parse().unwrap();
        assert!(find(&problem, &[0.5; 5]).is_empty(), "two options can have a");
        let problem = "a b | c\na b\nb c:1\na c:1\na\nb\n".parse().unwrap();
        assert!(find(&problem, &[0.5; 5]).is_empty(), "two options can have c");
        let clique = [0, 1, 2].map(OptionId::new).to_vec();
        let problem = "0:2|d a b c\nd a b\nd b c\nd a c\na\nb\nc\n".parse().unwrap();
        assert_eq!(find(&problem, &halves), [clique], "a common item, but two options can have it");
    }

    #[test]
    fn the_most_violated_cliques_come_first() {
        let text = "a b c d e f\na b\nb c\na c\nd e\ne f\nd f\na\nb\nc\nd\ne\nf\n";
        let problem: Problem = text.parse().unwrap();
        let sets = BoundedSets::new(&problem, None);
        let fractions = [0.4, 0.4, 0.4, 0.5, 0.5, 0.5].into_iter().enumerate();
        let fractions = fractions.map(|(option, fraction)| (crate::ids::to_u32(option), fraction));
        let cliques = |most| violated(&problem, &sets, &priced(&problem), fractions.clone(), most);
        let [low, high] = [0, 3].map(|first| (first..first + 3).map(OptionId::new).collect());
        assert_eq!(cliques(5), [Vec::clone(&high)]);
        assert_eq!(cliques(6), [low, high]);
        assert!(cliques(2).is_empty());
    }

    /// The violated cliques, from the definition.
    fn expected(problem: &Problem, fractions: &[f64]) -> Vec<Vec<OptionId>> {
        let single: Vec<_> = priced(problem)
            .into_iter()
            .map(|item| ItemId::new(as_index(item)))
            .filter(|&item| problem.bounds(item).high == 1)
            .collect();
        let has = |option: OptionId, item| problem.entries(option).iter().any(|e| e.item == item);
        let mut cliques = BTreeSet::new();
        for (third, &c) in single.iter().enumerate() {
            for (second, &b) in single[..third].iter().enumerate() {
                for &a in &single[..second] {
                    let common = |o| [a, b, c].into_iter().filter(|&item| has(o, item)).count();
                    let clique: Vec<_> = problem.options().filter(|&o| common(o) > 1).collect();
                    let sum: f64 = clique.iter().map(|option| fractions[option.index()]).sum();
                    let has_all = |&item: &ItemId| clique.iter().all(|&o| has(o, item));
                    let is_new = !single.iter().any(has_all);
                    if sum >= LEAST_SUM && is_new {
                        cliques.insert(clique);
                    }
                }
            }
        }
        cliques.into_iter().collect()
    }

    /// Random fractions of options, such that those of an item sum to at most 1. Fourths are exact,
    /// whatever the order of the sum.
    fn fractions(problem: &Problem, numbers: &mut Random) -> Vec<f64> {
        let mut left = vec![1.0; problem.items().len()];
        let mut fraction = |option| {
            let wanted = [0.25, 0.5, 0.5][numbers.below(3)];
            let entries = problem.entries(option).iter();
            let items: Vec<_> = entries.map(|entry| entry.item.index()).collect();
            if items.iter().any(|&item| left[item] < wanted) {
                return 0.0;
            }
            items.into_iter().for_each(|item| left[item] -= wanted);
            wanted
        };
        problem.options().map(&mut fraction).collect()
    }

    #[test]
    fn all_violated_cliques_are_found() {
        let mut found = 0;
        for number in 0..part_of(2000) {
            let mut numbers = Random(crate::ids::to_u64(number));
            let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
            let problem: Problem = match numbers.below(8) {
                0 => dominoes(3, 3).parse().unwrap(),
                _ => random(kind, &mut numbers).parse().unwrap(),
            };
            let sets = BoundedSets::new(&problem, None);
            if problem.options().any(|option| !sets.is_undecided(option.number())) {
                continue;
            }
            let fractions = fractions(&problem, &mut numbers);
            let expected = expected(&problem, &fractions);
            let entries: usize = expected.iter().map(Vec::len).sum();
            let cliques = find(&problem, &fractions);
            if entries <= problem.entry_count() / ENTRIES_DIVISOR {
                assert_eq!(cliques, expected, "{problem:?}, {fractions:?}");
            }
            assert!(cliques.iter().all(|clique| expected.contains(clique)), "{problem:?}");
            assert!(
                cliques.iter().map(Vec::len).sum::<usize>()
                    <= problem.entry_count() / ENTRIES_DIVISOR
            );
            found += cliques.len();
        }
        assert!(found > part_of(2000) / 50, "{found}");
    }
}
