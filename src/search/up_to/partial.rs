//! A partial solution, and the options by which it can be extended.

use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::Problem;

/// Some options of a problem that do not conflict, and what they cover.
#[derive(Debug)]
pub(super) struct PartialSolution<'p> {
    problem: &'p Problem,
    /// Of each item, how often it is covered.
    times: Vec<u32>,
    /// Of each item, its colour.
    colors: Vec<Option<Color>>,
    is_chosen: Vec<bool>,
}

/// How a partial solution goes on.
#[derive(Debug)]
pub(super) struct Extensions {
    /// Whether it is a solution.
    pub(super) is_solution: bool,
    /// Every solution with these options and more has one of these; none if there is no such
    /// solution.
    pub(super) options: Vec<u32>,
}

impl Extensions {
    /// There is no solution.
    fn none() -> Self {
        Self { is_solution: false, options: Vec::new() }
    }
}

impl<'p> PartialSolution<'p> {
    /// The partial solution with these options.
    pub(super) fn new(problem: &'p Problem, chosen: &[u32]) -> Self {
        let (items, options) = (problem.items().len(), problem.options().len());
        let (times, colors) = (vec![0; items], vec![None; items]);
        let mut partial = Self { problem, times, colors, is_chosen: vec![false; options] };
        chosen.iter().for_each(|&option| partial.add(option));
        partial
    }

    /// Adds an option that fits.
    pub(super) fn add(&mut self, option: u32) {
        self.is_chosen[as_index(option)] = true;
        for entry in self.problem.entries(OptionId::new(as_index(option))) {
            self.times[entry.item.index()] += 1;
            self.colors[entry.item.index()] = entry.color;
        }
    }

    /// Adds the options that every solution with these has, as far as an item has only one option.
    /// Returns the options by which the result can be extended.
    pub(super) fn propagate(&mut self) -> Extensions {
        loop {
            let (extensions, forced) = self.extensions();
            if forced.is_empty() {
                return extensions;
            }
            for option in forced {
                // Another forced option conflicts with it, and its item has no other option.
                if !self.fits(option) {
                    return Extensions::none();
                }
                self.add(to_u32(option.index()));
            }
        }
    }

    /// The options, in ascending order.
    pub(super) fn chosen(&self) -> Box<[u32]> {
        let chosen = (0..).zip(&self.is_chosen).filter(|(_, is_chosen)| **is_chosen);
        chosen.map(|(option, _)| option).collect()
    }

    /// Whether an option may be chosen, too.
    fn fits(&self, option: OptionId) -> bool {
        let fits = |item: ItemId, color: Option<Color>| {
            let times = self.times[item.index()];
            if self.problem.is_primary(item) {
                return times < self.problem.bounds(item).high;
            }
            times == 0 || color.is_some() && self.colors[item.index()] == color
        };
        !self.is_chosen[option.index()]
            && self.problem.is_choosable(option)
            && self.problem.entries(option).iter().all(|entry| fits(entry.item, entry.color))
    }

    /// The options of an item that has the fewest, of those that are not covered often enough. If
    /// all are, the options are a solution, and all that fit extend it. Also the options that are
    /// the only ones of such an item.
    fn extensions(&self) -> (Extensions, Vec<OptionId>) {
        let open: Vec<_> = self.problem.options().filter(|&option| self.fits(option)).collect();
        let mut numbers = vec![0u32; self.times.len()];
        for entry in open.iter().flat_map(|&option| self.problem.entries(option)) {
            numbers[entry.item.index()] += 1;
        }
        let needs =
            |item: ItemId| self.problem.bounds(item).low.saturating_sub(self.times[item.index()]);
        let unmet = || self.problem.primary_items().filter(|&item| needs(item) > 0);
        let number = |item: ItemId| numbers[item.index()];
        if unmet().any(|item| number(item) < needs(item)) {
            return (Extensions::none(), Vec::new());
        }
        let is_forced = |option: &&OptionId| {
            let is_only =
                |item| number(item) == 1 && self.problem.is_primary(item) && needs(item) > 0;
            self.problem.entries(**option).iter().any(|entry| is_only(entry.item))
        };
        let forced = open.iter().filter(is_forced).copied().collect();
        let has = |option: &OptionId, item: ItemId| {
            self.problem.entries(*option).iter().any(|entry| entry.item == item)
        };
        let chosen = unmet().min_by_key(|&item| number(item));
        let options = open.into_iter().filter(|option| chosen.is_none_or(|item| has(option, item)));
        let options = options.map(|option| to_u32(option.index())).collect();
        (Extensions { is_solution: chosen.is_none(), options }, forced)
    }
}
