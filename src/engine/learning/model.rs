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
//! | a clause whose options all give a colour to the same item | each colour of that item implies that one of the options that give it is true (its *support*: Gent, "Arc consistency in SAT", 2002); a colour that none of them gives is excluded |
//!
//! The options of a solution imply which colours are true, so that the search decides options
//! alone.

use super::lists::IndexLists;
use super::literal::Lit;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
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
    /// Of each list, the first variable implies that at least one of the others is true.
    pub(super) supports: IndexLists,
    /// For each option, the colours that it implies.
    pub(super) implied: IndexLists,
    pub(super) bounds: Vec<Bounds>,
    /// The options of each bounded item.
    pub(super) bounded: IndexLists,
    /// Variables that are false in every solution.
    pub(super) excluded: Vec<u32>,
    /// Variables that are true in every solution.
    pub(super) forced: Vec<u32>,
    /// Whether the problem is known to have no solution.
    pub(super) is_impossible: bool,
    pub(super) origins: Origins,
}

/// The primary items that constraints come from, list by list.
#[derive(Debug, Default)]
pub(super) struct Origins {
    pub(super) clauses: Vec<ItemId>,
    pub(super) supports: Vec<ItemId>,
    pub(super) bounded: Vec<ItemId>,
    pub(super) forced: Vec<ItemId>,
    /// `None` for options that can't be chosen.
    pub(super) excluded: Vec<Option<ItemId>>,
    /// The items that have too few options.
    pub(super) impossible: Vec<ItemId>,
}

/// What an option gives to a secondary item: a colour, or none, which no other option may share.
#[derive(Clone, Copy, Debug)]
struct GivenColor {
    option: u32,
    /// The group of the secondary item.
    group: u32,
    /// The variable of the colour; the option itself, if it has none or no other option gives it.
    variable: u32,
}

/// The colours that an option gives, of a list in the order of options.
fn colors_of(option: u32, colors: &[GivenColor]) -> &[GivenColor] {
    let first = colors.partition_point(|color| color.option < option);
    let own = &colors[first..];
    &own[..own.partition_point(|color| color.option == option)]
}

impl Model {
    /// The constraints of a problem.
    ///
    /// # Panics
    /// If the problem has more than 2^31 options and colours.
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let is_left = |&option: &OptionId| Reduction::leaves(reduction, problem, option);
        let excluded = problem.options().filter(|option| !is_left(option));
        let excluded: Vec<_> = excluded.map(OptionId::number).collect();
        let origins = Origins { excluded: vec![None; excluded.len()], ..Origins::default() };
        let mut model = Self {
            options: to_u32(problem.options().len()),
            variables: to_u32(problem.options().len()),
            groups: IndexLists::default(),
            clauses: IndexLists::default(),
            supports: IndexLists::default(),
            implied: IndexLists::default(),
            bounds: Vec::new(),
            bounded: IndexLists::default(),
            excluded,
            forced: Vec::new(),
            is_impossible: reduction.is_some_and(Reduction::has_no_solution),
            origins,
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
        let mut colors = Vec::new();
        for item in problem.items().filter(|&item| !is_redundant(item)) {
            let options = std::mem::take(&mut by_item[item.index()]);
            if problem.is_primary(item) {
                let options = options.into_iter().map(|(_, option)| option).collect();
                self.add_primary(item, problem.bounds(item), options);
            } else {
                self.add_secondary(options, &mut colors);
            }
        }
        colors.sort_unstable_by_key(|color| (color.option, color.group));
        for clause in 0..to_u32(self.clauses.len()) {
            self.add_supports(clause, &colors);
        }
        for option in 0..self.options {
            let variables = colors_of(option, &colors).iter().map(|color| color.variable);
            self.implied.push(variables.filter(|&variable| variable >= self.options));
        }
    }

    /// If all options of a clause give a colour to the same secondary item, adds the support of
    /// each of its colours, or excludes it.
    fn add_supports(&mut self, clause: u32, colors: &[GivenColor]) {
        let Self { groups, clauses, supports, excluded, origins, .. } = self;
        let (clause, origin) = (clauses.list(clause), origins.clauses[as_index(clause)]);
        let given = clause.iter().flat_map(|&option| colors_of(option, colors));
        let mut given: Vec<_> = given.collect();
        given.sort_unstable_by_key(|color| (color.group, color.variable));
        let by_item = given.chunk_by(|one, other| one.group == other.group);
        for of_item in by_item.filter(|of_item| of_item.len() == clause.len()) {
            for &variable in groups.list(of_item[0].group) {
                let first = of_item.partition_point(|color| color.variable < variable);
                let own = of_item[first..].iter().take_while(|color| color.variable == variable);
                let options: Vec<_> = own.map(|color| color.option).collect();
                if options.is_empty() {
                    excluded.push(variable);
                    origins.excluded.push(Some(origin));
                } else if options != [variable] {
                    supports.push([variable].into_iter().chain(options));
                    origins.supports.push(origin);
                }
            }
        }
    }

    /// Adds an item that is covered by one of the options, or as often as its bounds say.
    fn add_primary(&mut self, item: ItemId, bounds: Bounds, options: Vec<u32>) {
        let Self { origins, .. } = self;
        let most = to_u32(options.len());
        let (low, high) = (bounds.low, bounds.high.min(most));
        match (low, high) {
            _ if low > most => {
                self.is_impossible = true;
                origins.impossible.push(item);
            }
            (0, 0) => {
                origins.excluded.extend(options.iter().map(|_| Some(item)));
                self.excluded.extend(options);
            }
            _ if low == most => {
                origins.forced.extend(options.iter().map(|_| item));
                self.forced.extend(options);
            }
            (0 | 1, 1) => {
                if low == 1 {
                    self.clauses.push(options.iter().copied());
                    origins.clauses.push(item);
                }
                if options.len() > 1 {
                    self.groups.push(options);
                }
            }
            (0, _) if high == most => {}
            (1, _) if high == most => {
                self.clauses.push(options);
                origins.clauses.push(item);
            }
            _ => {
                self.bounds.push(Bounds { low, high });
                self.bounded.push(options);
                origins.bounded.push(item);
            }
        }
    }

    /// Adds an item that is covered by one option at most, or by any number in one colour, and
    /// appends the colours that options give to it.
    fn add_secondary(
        &mut self,
        mut options: Vec<(Option<Color>, u32)>,
        colors: &mut Vec<GivenColor>,
    ) {
        options.sort_unstable();
        let group = to_u32(self.groups.len());
        let mut variables = Vec::new();
        for class in options.chunk_by(|one, other| one.0.is_some() && one.0 == other.0) {
            let variable = if let [(_, option)] = class {
                *option
            } else {
                self.variables += 1;
                self.variables - 1
            };
            variables.push(variable);
            let given = |&(_, option): &(_, u32)| GivenColor { option, group, variable };
            colors.extend(class.iter().map(given));
        }
        self.groups.push(variables);
    }

    /// The number of variables, as a length.
    pub(super) fn len(&self) -> usize {
        as_index(self.variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_have_support_or_are_excluded() {
        // Options 0 to 2 give the colours 1 and 2, options 3 and 4 the colours 2 and 3.
        let text = "a b | s t\na s:1\na s:2 t\na s:2\nb s:2\nb s:3\n";
        let model = Model::new(&text.parse().unwrap(), None);
        let supports: Vec<_> = model.supports.iter().collect();
        assert_eq!((model.options, model.variables), (5, 6));
        assert_eq!(supports, [[5, 1, 2].as_slice(), &[5, 3]]);
        assert_eq!(model.excluded, [4, 0]);
    }

    #[test]
    fn an_option_that_gives_no_color_takes_the_support_away() {
        let text = "a b | s\na s:1\na s:2\na\nb s:1\nb\n";
        let model = Model::new(&text.parse().unwrap(), None);
        assert!(model.supports.iter().next().is_none() && model.excluded.is_empty());
    }

    #[test]
    fn items_without_a_color_exclude_what_else_covers_them() {
        let text = "a b | s\na s\na s\nb s\nb\n";
        let model = Model::new(&text.parse().unwrap(), None);
        assert_eq!((model.excluded, model.supports.iter().count()), (vec![2], 0));
    }
}
