//! [`Formula`]: the numbers of the constraints that encode a problem.

use super::error::ExportError;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32, to_u64};
use crate::problem::{Bounds, Problem};

/// The constraints of a problem, numbered from 1 as checkers number them.
///
/// 1. For each primary item, in order: its lower bound and its upper bound.
/// 2. For inequalities, for each secondary item without a colour and with at least two options: its
///    upper bound.
/// 3. For each option without a primary item: that it is not chosen.
/// 4. For each pair of options that can't be chosen together, in lexicographic order: that one of
///    them is not chosen. For clauses these are all pairs that share an item, unless it is
///    secondary and both give it the same colour. For inequalities only those are needed that
///    conflict over an item that some option gives a colour.
///
/// In 1, 2 and 4, only the options with a primary item are considered.
#[derive(Debug)]
pub(crate) struct Formula {
    pub(crate) problem: Problem,
    /// The options with a primary item of each item.
    pub(crate) options_of: Vec<Vec<u32>>,
    /// For each item, the number of the constraint that says that it is covered often enough, and
    /// of that it is not covered too often; 0 if there is none.
    low: Vec<u64>,
    high: Vec<u64>,
    /// The options without a primary item, and the number of the constraint of the first one.
    pub(crate) never: Vec<u32>,
    first_never: u64,
    /// For each option, the later ones with which it makes a pair.
    pub(crate) pairs: Vec<Vec<u32>>,
    /// For each option, the number of the constraint of its first pair.
    first_pairs: Vec<u64>,
    /// The number of the last constraint.
    pub(crate) last: u64,
}

impl Formula {
    /// The clauses of a problem.
    ///
    /// # Errors
    /// [`ExportError::Bounds`]: an item is not to be covered exactly once.
    pub(crate) fn clauses(problem: &Problem) -> Result<Self, ExportError> {
        let mut primary = problem.primary_items();
        if let Some(item) = primary.find(|&item| problem.bounds(item) != Bounds::ONCE) {
            return Err(ExportError::Bounds(item));
        }
        let mut formula = Self::empty(problem);
        for item in problem.primary_items() {
            formula.low[item.index()] = formula.next();
        }
        formula.number_options(|_| true);
        Ok(formula)
    }

    /// The linear inequalities of a problem.
    pub(crate) fn inequalities(problem: &Problem) -> Self {
        let mut formula = Self::empty(problem);
        for item in problem.primary_items() {
            let bounds = problem.bounds(item);
            if bounds.low > 0 {
                formula.low[item.index()] = formula.next();
            }
            let is_equation = bounds.low == bounds.high && bounds.low > 0;
            let options = to_u64(formula.options_of[item.index()].len());
            if is_equation || u64::from(bounds.high) < options {
                formula.high[item.index()] = formula.next();
            }
        }
        let colored = formula.colored();
        for item in problem.secondary_items() {
            if !colored[item.index()] && formula.options_of[item.index()].len() > 1 {
                formula.high[item.index()] = formula.next();
            }
        }
        formula.number_options(|item| colored[item.index()]);
        formula
    }

    fn empty(problem: &Problem) -> Self {
        let items = problem.items().len();
        let mut options_of = vec![Vec::new(); items];
        for option in problem.options().filter(|&option| problem.is_choosable(option)) {
            for entry in problem.entries(option) {
                options_of[entry.item.index()].push(to_u32(option.index()));
            }
        }
        let never = problem.options().filter(|&option| !problem.is_choosable(option));
        Self {
            problem: problem.clone(),
            options_of,
            low: vec![0; items],
            high: vec![0; items],
            never: never.map(|option| to_u32(option.index())).collect(),
            first_never: 0,
            pairs: Vec::new(),
            first_pairs: Vec::new(),
            last: 0,
        }
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// For each item, whether an option with a primary item gives it a colour.
    fn colored(&self) -> Vec<bool> {
        let mut colored = vec![false; self.options_of.len()];
        let problem = &self.problem;
        for option in problem.options().filter(|&option| problem.is_choosable(option)) {
            for entry in problem.entries(option) {
                colored[entry.item.index()] |= entry.color.is_some();
            }
        }
        colored
    }

    /// Numbers the constraints of options, and those of the pairs that conflict over some items.
    fn number_options(&mut self, is_paired: impl Fn(ItemId) -> bool) {
        self.first_never = self.last + 1;
        self.last += to_u64(self.never.len());
        for option in self.problem.options() {
            let mut pairs = Vec::new();
            if self.problem.is_choosable(option) {
                for entry in self.problem.entries(option).iter().filter(|e| is_paired(e.item)) {
                    let options = &self.options_of[entry.item.index()];
                    let later = options.partition_point(|&other| as_index(other) <= option.index());
                    let conflicts = |&other: &u32| {
                        entry.color.is_none() || self.color(other, entry.item) != entry.color
                    };
                    pairs.extend(options[later..].iter().copied().filter(conflicts));
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
            self.first_pairs.push(self.last + 1);
            self.last += to_u64(pairs.len());
            self.pairs.push(pairs);
        }
    }

    fn color(&self, option: u32, item: ItemId) -> Option<Color> {
        let mut entries = self.problem.entries(OptionId::new(as_index(option))).iter();
        entries.find(|entry| entry.item == item).and_then(|entry| entry.color)
    }

    /// The constraint that a primary item is covered often enough.
    pub(crate) fn low(&self, item: ItemId) -> Option<u64> {
        Some(self.low[item.index()]).filter(|&id| id > 0)
    }

    /// The constraint that an item is not covered too often.
    pub(crate) fn high(&self, item: ItemId) -> Option<u64> {
        Some(self.high[item.index()]).filter(|&id| id > 0)
    }

    /// The constraint that an option without a primary item is not chosen.
    pub(crate) fn never(&self, option: usize) -> Option<u64> {
        let at = self.never.binary_search(&to_u32(option)).ok()?;
        Some(self.first_never + to_u64(at))
    }

    /// A constraint by which two options can't be chosen together.
    pub(crate) fn conflict(&self, a: usize, b: usize) -> Option<u64> {
        let (a, b) = (a.min(b), a.max(b));
        let entries = self.problem.entries(OptionId::new(b));
        let once = |item: ItemId| self.problem.bounds(item).high == 1;
        let common = self.problem.entries(OptionId::new(a)).iter().find_map(|entry| {
            let has = self.high[entry.item.index()] > 0
                && once(entry.item)
                && entries.iter().any(|other| other.item == entry.item);
            has.then(|| self.high[entry.item.index()])
        });
        common.or_else(|| {
            let at = self.pairs[a].binary_search(&to_u32(b)).ok()?;
            Some(self.first_pairs[a] + to_u64(at))
        })
    }
}
