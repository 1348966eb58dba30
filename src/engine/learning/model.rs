//! [`Model`]: a problem as constraints on variables that are true or false.
//!
//! | variable | it is true if |
//! |---|---|
//! | one for each option, with the same number | the option is chosen |
//! | one for each colour of a secondary item that at least two options give to it | the item has the colour |
//!
//! | of the problem | constraint |
//! |---|---|
//! | an item to be covered exactly once | a *group*, of which at most one is true, and a *clause*, of which at least one is |
//! | a primary item with other bounds | a *bounded item*; a group or a clause where that is all that the bounds say |
//! | a secondary item | a group of its colours and of its options without a colour |
//! | an option that gives a colour | it *implies* the variable of the colour |
//!
//! The options of a solution imply which colours are true, so that the search decides options
//! alone.

use super::lists::IndexLists;
use super::literal::Lit;
use crate::ids::{Color, OptionId, as_index, to_u32};
use crate::problem::{Bounds, Problem, Reduction};

/// The constraints. See the module documentation.
#[derive(Debug)]
pub(super) struct Model {
    /// The number of options. Variables from there on stand for colours.
    pub(super) options: u32,
    pub(super) variables: u32,
    /// Of each list at most one variable is true.
    pub(super) groups: IndexLists,
    /// Of each list, which has at least two, at least one variable is true.
    pub(super) clauses: IndexLists,
    /// For each option, the colours that it implies.
    pub(super) implied: IndexLists,
    pub(super) bounds: Vec<Bounds>,
    /// The options of each bounded item.
    pub(super) bounded: IndexLists,
    /// Options that are in no solution.
    pub(super) excluded: Vec<u32>,
    /// Options that are in every solution.
    pub(super) forced: Vec<u32>,
    /// Whether the problem is known to have no solution.
    pub(super) is_impossible: bool,
}

impl Model {
    /// The constraints of a problem.
    ///
    /// # Panics
    /// If the problem has more than 2^31 options and colours.
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let is_left = |&option: &OptionId| Reduction::leaves(reduction, problem, option);
        let excluded = problem.options().filter(|option| !is_left(option));
        let mut model = Self {
            options: to_u32(problem.options().len()),
            variables: to_u32(problem.options().len()),
            groups: IndexLists::default(),
            clauses: IndexLists::default(),
            implied: IndexLists::default(),
            bounds: Vec::new(),
            bounded: IndexLists::default(),
            excluded: excluded.map(OptionId::number).collect(),
            forced: Vec::new(),
            is_impossible: reduction.is_some_and(Reduction::has_no_solution),
        };
        let left: Vec<_> = problem.options().filter(is_left).collect();
        model.add_items(problem, reduction, &left);
        assert!(model.variables <= Lit::MOST_VARIABLES, "too many options and colours");
        model
    }

    fn add_items(&mut self, problem: &Problem, known: Option<&Reduction>, left: &[OptionId]) {
        let mut by_item = vec![Vec::new(); problem.items().len()];
        for &option in left {
            for entry in problem.entries(option) {
                by_item[entry.item.index()].push((entry.color, option.number()));
            }
        }
        let is_redundant = |item| known.is_some_and(|known| known.is_redundant(item));
        let mut implications = Vec::new();
        for item in problem.items().filter(|&item| !is_redundant(item)) {
            let options = std::mem::take(&mut by_item[item.index()]);
            if problem.is_primary(item) {
                let options = options.into_iter().map(|(_, option)| option).collect();
                self.add_primary(problem.bounds(item), options);
            } else {
                self.add_secondary(options, &mut implications);
            }
        }
        self.add_implications(implications);
    }

    /// Adds an item that is covered by one of the options, or as often as its bounds say.
    fn add_primary(&mut self, bounds: Bounds, options: Vec<u32>) {
        let most = to_u32(options.len());
        let (low, high) = (bounds.low, bounds.high.min(most));
        self.is_impossible |= low > most;
        match (low, high) {
            _ if low > most => {}
            (0, 0) => self.excluded.extend(options),
            _ if low == most => self.forced.extend(options),
            (0 | 1, 1) => {
                if low == 1 {
                    self.clauses.push(options.iter().copied());
                }
                if options.len() > 1 {
                    self.groups.push(options);
                }
            }
            (0, _) if high == most => {}
            (1, _) if high == most => self.clauses.push(options),
            _ => {
                self.bounds.push(Bounds { low, high });
                self.bounded.push(options);
            }
        }
    }

    /// Adds an item that is covered by one option at most, or by any number in one colour. Each
    /// implication is an option and a colour.
    fn add_secondary(
        &mut self,
        mut options: Vec<(Option<Color>, u32)>,
        implications: &mut Vec<(u32, u32)>,
    ) {
        options.sort_unstable();
        let mut group = Vec::new();
        for class in options.chunk_by(|one, other| one.0.is_some() && one.0 == other.0) {
            if let [(_, option)] = class {
                group.push(*option);
            } else {
                let color = self.variables;
                self.variables += 1;
                group.push(color);
                implications.extend(class.iter().map(|&(_, option)| (option, color)));
            }
        }
        if group.len() > 1 {
            self.groups.push(group);
        }
    }

    fn add_implications(&mut self, mut implications: Vec<(u32, u32)>) {
        implications.sort_unstable();
        let mut rest = &implications[..];
        for option in 0..self.options {
            let (own, after) = rest.split_at(rest.partition_point(|&(other, _)| other <= option));
            self.implied.push(own.iter().map(|&(_, color)| color));
            rest = after;
        }
    }

    /// The number of variables, as a length.
    pub(super) fn len(&self) -> usize {
        as_index(self.variables)
    }
}
